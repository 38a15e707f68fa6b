"""The working of a quotient with calculations in it: numerator, denominator, and the one divided by the other."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

from exactmetrics.derivation.planning.origins import Whole, chosen, worked
from exactmetrics.derivation.planning.page import Formula, Said, Step
from exactmetrics.derivation.planning.tree import distinct, ratio, with_number
from exactmetrics.derivation.working import fractions
from exactmetrics.derivation.working.chains import ending, is_counted, one_by_one, one_chain, told
from exactmetrics.derivation.working.engine import work_out
from exactmetrics.derivation.working.step import Work
from exactmetrics.expression.evaluate import children
from exactmetrics.expression.nodes import Add, Div, Expr, Leaf, Mul, Named, Neg, Sum

NAMES = 4  # symbols of a formula that may stand on the left of a chain


def side(symbols: Expr, e: Expr) -> tuple[Formula | None, Expr]:
    """Numerator or denominator of a quotient: its chain where there is something to calculate, and its value."""
    if ratio(e) is not None:
        return None, e
    works = work_out(e)
    if works and works[-1].kind == "reduce":
        works = works[:-1]
    members = distinct([e, *(member for work in works for member in work.members)])
    shown = _shown_in(symbols)
    whole = ratio(members[-1])
    if set(shown) <= {"k"} and len(members) == 2 and whole is not None and whole[1] == 1:
        return None, members[-1]  # the number of classes minus 1 needs no line of its own
    left = with_number(symbols) if {*shown} - {"k"} and len(shown) <= NAMES else None
    return Formula(left, members, said=told(works)), members[-1]


def _shown_in(e: Expr) -> list[str]:
    """The symbols that a formula shows, by the names of counts and of metrics."""
    if isinstance(e, Leaf):
        return [e.block]
    if isinstance(e, Named):
        return [e.head.metric]
    return [name for part in ((e.body,) if isinstance(e, Sum) else children(e)) for name in _shown_in(part)]


def quotient(named: Named, body: Div, start: Div) -> list[Step]:
    """A quotient with a calculation in it: numerator, denominator, and then the one divided by the other."""
    sides = [side(*pair) for pair in ((body.num, start.num), (body.den, start.den))]
    (_, top), (_, bottom) = sides
    first, second = ratio(top), ratio(bottom)
    if first is None or second is None:
        return one_by_one(named, start)
    if not first[0]:
        steps = [Step("numerator", [sides[0][0]])] if sides[0][0] is not None else []
        return [*steps, Step("zero", [Formula(named, [worked(0)])], said=[Said(("step", "zero", "text"))])]
    shared = first[1] == second[1]
    values = [top, bottom] if shared else [_lowest(chain, value) for chain, value in sides]
    shown = [chain for chain, _ in sides]
    calculated = [chain for chain in shown if chain is not None]
    if len(calculated) == 2:
        if calculated[0].said == calculated[1].said:
            calculated[1].said = []
        steps = [Step("both_sides", calculated, {"part": named})]
    else:
        steps = [Step("numerator" if shown[0] else "denominator", calculated)] if calculated else []
    return [*steps, _division(named, values[0], values[1], put_in=not calculated)]


def _lowest(chain: Formula | None, value: Expr) -> Expr:
    """A side reduced, in its chain where it has one."""
    found = ratio(value)
    assert found is not None
    p, q = found
    work = fractions.reduce(Div(worked(p), worked(q))) if q != 1 else None
    if work is None:
        return value
    if chain is not None:
        chain.members += work.members
    return work.members[-1]


def _division(left: Expr, top: Expr, bottom: Expr, *, put_in: bool) -> Step:
    """One fraction divided by another."""
    (a, b), (c, d) = ratio(top) or (0, 1), ratio(bottom) or (1, 1)
    start = Div(top, bottom)
    said: list[Said] = []
    if not a:
        return Step("zero", [Formula(left, [start, worked(0, start)])], said=[Said(("step", "zero", "text"))])
    if b == d:
        forms: list[Expr] = [Div(worked(a), worked(c))]
        said = [Said(("step", "one_fraction", "cancels"), {"n": b})] if b != 1 else []
    elif c == d == 1:
        forms = [fractions.over(a, b)]
    elif d == 1:
        forms = [Div(worked(a), fractions.product([b, c])), Div(worked(a), fractions.multiplied([b, c]))]
    else:
        return _by_reciprocal(left, start, (a, b), (c, d), put_in=put_in)
    return _shown_division(left, start, forms, said, put_in=put_in)


def _shown_division(left: Expr, start: Expr, forms: list[Expr], said: list[Said], *, put_in: bool) -> Step:
    """A division down to its reduced fraction."""
    reduced = fractions.reduce(forms[-1])
    members = distinct([start, *forms, *(reduced.members if reduced else [])])
    kind = "quotient_reduce" if reduced and reduced.kind == "reduce" else "quotient"
    if put_in:
        kind = f"substitute_{kind}"
    works = [reduced] if reduced else [Work("divide", [])]
    return Step(kind, [Formula(left, members)], said=said, after=ending(members[-1], works))


def _by_reciprocal(left: Expr, start: Expr, top: tuple[int, int], bottom: tuple[int, int], *, put_in: bool) -> Step:
    """A fraction divided by another: multiplied by its reciprocal, common factors cancelled before the products."""
    (a, b), (c, d) = top, bottom
    said = [Said(("step", "one_fraction", "reciprocal"))]
    times = Mul((fractions.over(a, b), fractions.over(d, c)))
    forms: list[Expr] = [times]
    first, second = fractions.one_of(gcd(a, c), (a, c)), fractions.one_of(gcd(d, b), (d, b))
    common = chosen(first * second)
    above, below = (
        _without_ones([Whole.of(worked(n)) for n in side])
        for side in ([a // first, d // second], [b // second, c // first])
    )
    if common != 1:
        said.append(Said(("step", "cancel", "then"), {"gcd": common}))
        forms.append(Div(fractions.product([a, d]), _whole_product([b, c])))
        if a * d != common:
            forms.append(Div(_whole_product([common, *above]), _whole_product([common, *below])))
    forms.append(Div(_whole_product(above), _whole_product(below)))
    last = fractions.multiplied(above)
    members = distinct([start, *forms, last if below == [1] else Div(last, fractions.multiplied(below))])
    # "Divide" includes the cancelling that the sentence tells; beside "put in the numbers" it is said in the title.
    kind = "quotient" if not put_in else "substitute_quotient" if common == 1 else "substitute_quotient_reduce"
    return Step(kind, [Formula(left, members)], said=said, after=ending(members[-1], [Work("divide", [])]))


def _whole_product(factors: Sequence[int]) -> Expr:
    return fractions.product(_without_ones(factors))


def _without_ones(factors: Sequence[int]) -> Sequence[int]:
    return [f for f in factors if f != 1] or factors[:1]


def sum_of_terms(named: Named, body: Add, start: Add) -> list[Step]:
    """A sum, whose terms that divide fractions by each other are calculated first."""
    steps: list[Step] = []
    terms: list[Expr] = []
    for symbols, term in zip(body.terms, start.terms, strict=False):
        sign, inner = isinstance(term, Neg), term.arg if isinstance(term, Neg) else term
        if isinstance(inner, Div) and not is_counted(inner):
            plain = symbols.arg if isinstance(symbols, Neg) else symbols
            if ratio(inner.num) is None or ratio(inner.den) is None:
                return one_by_one(named, start)
            step = _division(plain, inner.num, inner.den, put_in=False)
            steps.append(step)
            inner = step.formulas[0].members[-1]
        terms.append(Neg(inner) if sign else inner)
    if len(body.terms) != len(start.terms):
        return one_by_one(named, start)
    return [*steps, one_chain("substitute", named, Add(tuple(terms)))]
