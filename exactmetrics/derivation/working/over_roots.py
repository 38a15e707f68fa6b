"""The working of a quotient with a root below, and of a root: simplified, and none left in a denominator."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics.derivation.planning.origins import calculated, chosen, result, worked
from exactmetrics.derivation.planning.page import Formula, Said, Step
from exactmetrics.derivation.planning.tree import distinct, ratio, whole
from exactmetrics.derivation.working import roots
from exactmetrics.derivation.working.chains import one_by_one, one_chain, told
from exactmetrics.derivation.working.engine import work_out
from exactmetrics.derivation.working.fractions import multiplied
from exactmetrics.derivation.working.quotients import side
from exactmetrics.derivation.working.step import Work, calculate
from exactmetrics.exact.square import least_degree, take_out
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Div, Expr, Mul, Named, Num, Pow, Sqrt


def _factor(e: Expr) -> tuple[int, Expr]:
    """Of a whole number times a root the number and the root; of a root itself 1 and the root."""
    match e:
        case Mul((Num() as factor, Sqrt() as root)) if whole(factor):
            return whole(factor) or 1, root
    return 1, e


def is_root(e: Expr) -> bool:
    """Whether it is a root, or a whole number times one."""
    return isinstance(_factor(e)[1], Sqrt)


def _multiplied(e: Mul) -> Expr:
    """A product whose whole numbers are one number."""
    rest = tuple(f for f in e.factors if whole(f) is None)
    n = multiplied([whole(f) or 1 for f in e.factors])
    return Mul((n, *rest)) if rest else n


def over_root(named: Named, body: Div, start: Div) -> list[Step]:
    """A number divided by a root: numerator, denominator with its root simplified, and the quotient."""
    steps = []
    top, value = side(body.num, start.num)
    if top is not None:
        steps.append(Step("numerator", [top]))
    if not evaluate(value):
        return [*steps, Step("zero", [Formula(named, [worked(0)])], said=[Said(("step", "zero", "text"))])]
    under = ratio(value)
    if under is None or under[1] != 1:
        return one_by_one(named, start)
    times, under_root = _factor(start.den)
    below: list[Expr] = [under_root]
    while whole(below[-1].arg) is None:  # type: ignore[attr-defined]
        work = calculate(below[-1])
        if work is None:
            return one_by_one(named, start)
        below += work.members
    root = below[-1]
    chain = [Formula(None, below)] if len(below) > 1 else []
    simplified = roots.exact_root(root) or roots.take_square_out(root)
    if simplified is not None:
        chain.append(Formula(None, [root, *simplified.members], said=root_told(simplified)))
        root = simplified.members[-1]
    if times != 1:
        inside = root.factors if isinstance(root, Mul) else (root,)
        product = Mul((worked(times), *inside))
        root = _multiplied(product)
        chain += [Formula(None, [product, root])] if root != product else []
    if chain:
        steps.append(Step("denominator", chain))
    return [*steps, _over_simple_root(named, Div(value, root), put_in=not steps)]


def root_told(work: Work) -> list[Said]:
    """How a root is simplified: it is a whole number, or a square number is taken out of it."""
    if work.kind == "root_exact":
        return [Said(("step", "root_exact", "text"), work.facts)]
    facts, first = work.facts, work.members[0].arg.factors[0]  # type: ignore[attr-defined]
    square = Formula(None, [first, first.origin])
    named = {"number": facts["number"], "square_formula": square, "rest": facts["rest"]}
    if facts["bound"]:
        return [Said(("step", "root_square", "bounded"), {**named, "bound": facts["bound"]})]
    return [Said(("step", "root_square", "text"), named)]


def _over_simple_root(named: Expr, start: Div, *, put_in: bool) -> Step:
    """A whole number over a root, or over a multiple of one: cancelled, and the root removed from the denominator."""
    works = work_out(start)
    said: list[Said] = []
    for work in works:
        if work.kind == "cancel":
            said.append(Said(("step", "cancel", "text"), work.facts))
        if work.kind == "rationalise":
            said.append(Said(("step", "rationalise", "then" if said else "text"), work.facts))
    step = one_chain("substitute_quotient" if put_in else "quotient", named, start, works)
    step.said = said
    return step


def root_of(named: Named, start: Sqrt) -> list[Step]:
    """The root of a product or fraction of numbers: multiplied out, and its denominator made a square number."""
    value = evaluate(start.arg)
    if not isinstance(value, Fraction):
        return one_by_one(named, start)
    inner = work_out(start.arg) if ratio(start.arg) is None else []
    under = [start, *(Sqrt(member, start.degree) for work in inner for member in work.members)]
    step = Step("substitute", [Formula(named, distinct(under))], said=told(inner))
    return [step, *_lowered(named, calculated(under[-1].arg), start.degree)]


def _lowered(named: Named, under: Num, degree: int) -> list[Step]:
    """The root of a number as one of the least degree; a square root simplified."""
    value = under.value
    assert isinstance(value, Fraction)
    if degree == 2:
        return _square_root(named, under)
    least, rest = least_degree(value, degree) if value else (value, 1)
    if rest == degree:
        return []
    base = worked(least)
    root, raised = Sqrt(under, degree), Pow(base, degree // rest)
    power = Formula(None, [raised, under])
    if rest == 1:
        facts: dict[str, Any] = {"root": base, "power": power}
        said = [Said(("step", "root_power", "text"), facts)]
        return [Step("root_power", [Formula(named, [root, base])], said=said)]
    facts = {"power": power, "degree": degree, "exponent": degree // rest, "rest": rest}
    chain = Formula(named, [root, Sqrt(raised, degree), Sqrt(base, rest)])
    step = Step("root_degree", [chain], said=[Said(("step", "root_degree", "text"), facts)])
    return [step, *_lowered(named, base, rest)]


def _square_root(named: Named, under: Num) -> list[Step]:
    """The square root of a number: simplified, and its denominator made a square number."""
    p, q = ratio(under) or (0, 1)
    if q == 1 or not p:
        whole_one = Sqrt(under)
        rest = roots.exact_root(whole_one) or roots.take_square_out(whole_one)
        if rest is None:
            return []
        return [Step(rest.kind, [Formula(named, [whole_one, *rest.members])], rest.facts, said=root_told(rest))]
    a, d = map(chosen, take_out(q))
    root = worked(a * d)
    squared = Div(multiplied([p, d]), multiplied([q, d]))
    members: list[Expr] = []
    said: list[Said] = []
    if d != 1:
        below = Mul((worked(q), d.node))
        members += [Sqrt(Div(Mul((worked(p), d.node)), below)), Sqrt(squared)]
        square = Formula(None, [below, squared.den, Pow(root, 2)])
        said.append(Said(("step", "root_of_fraction", "text"), {"factor": d, "square": square}))
    members.append(Div(Sqrt(squared.num), root))
    members.append(result(members[-1]))
    return [Step("root_of_fraction", [Formula(named, distinct(members))], said=said)]
