"""The working of a value in a few steps, each of them one idea.

Numbers are put in; a sum of fractions is added over one denominator; of a quotient that is more than a fraction first
the numerator and the denominator are calculated; the last fraction is reduced. A step has one chain where one will do.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd
from typing import Any

from exactmetrics.derivation.planning.page import Formula, Said, Step
from exactmetrics.derivation.planning.tree import distinct, ratio, whole
from exactmetrics.derivation.working import fractions, roots
from exactmetrics.derivation.working.engine import work_out
from exactmetrics.derivation.working.step import Work, calculate
from exactmetrics.exact.square import take_out
from exactmetrics.exact.values import Number, Symbolic
from exactmetrics.expression.evaluate import children, evaluate, walk
from exactmetrics.expression.nodes import Add, Div, Expr, Leaf, Mul, Named, Neg, Num, Pow, Sqrt, Sum, number

ADDED = ("add", "subtract_numerators", "put_together")
SMALL = 20  # numerators and denominators up to it are seen to be reduced
NAMES = 4  # symbols of a formula that may stand on the left of a chain
READ = 10**12  # a number above is too long for a sentence


def solved(named: Named, start: Expr) -> list[Step]:
    """The steps from a formula with its numbers put in to its value; `start` is the body with numbers for symbols."""
    if isinstance(start, Num):
        said = [Said(("step", "read_off", "text"))] if isinstance(named.body, Leaf) else []
        return [Step("read_off", [Formula(named, [start])], said=said)]
    body = named.body
    if isinstance(start, Div) and whole(start.den) == 1 and isinstance(start.num, Div):  # a mean of one class
        return [_chain("substitute", named, start.num)]
    if isinstance(start, Div) and isinstance(body, Div):
        if _is_mean_of_roots(start):
            return _mean_of_roots(named, start)
        if _is_mean(start) and not isinstance(body.den, Named):
            return _mean(named, body, start)
        if isinstance(start.den, Sqrt):
            return _over_root(named, body, start)
        if not _is_counted(start.num) or not _is_counted(start.den):
            return _quotient(named, body, start)
    if isinstance(start, Sqrt):
        return _root(named, start)
    if isinstance(start, Add):
        quotients = isinstance(body, Add) and any(not _is_flat(t) for t in start.terms)
        return _sum(named, body, start) if quotients else [_chain("substitute", named, start)]  # type: ignore[arg-type]
    return [_chain("substitute", named, start)] if _is_counted(start) or _is_flat(start) else _one_by_one(named, start)


# what is true of a formula with its numbers


def _is_counted(e: Expr) -> bool:
    """Whether a formula is made of whole numbers that are added, multiplied and at last divided by each other."""
    if isinstance(e, Div):
        return all(not isinstance(p, (Div, Sqrt)) and _is_whole(p) for side in (e.num, e.den) for p in walk(side))
    return all(not isinstance(p, (Div, Sqrt)) and _is_whole(p) for p in walk(e))


def _is_whole(e: Expr) -> bool:
    return not isinstance(e, Num) or (isinstance(e.value, Fraction) and e.value.denominator == 1)


def _is_flat(e: Expr) -> bool:
    """Whether a formula is a product of whole numbers and fractions."""
    inner = e.arg if isinstance(e, Neg) else e
    return all(ratio(f) is not None for f in (inner.factors if isinstance(inner, Mul) else (inner,)))


def _is_mean(e: Div) -> bool:
    """Whether a formula is the mean of numbers of which one at least is no whole number."""
    terms = _terms(e.num)
    known = all(ratio(f) is not None for t in terms for f in (t.factors if isinstance(t, Mul) else (t,)))
    return known and whole(e.den) is not None and not (_is_counted(e.num) and all(_is_whole(t) for t in terms))


def _terms(e: Expr) -> tuple[Expr, ...]:
    return e.terms if isinstance(e, Add) else (e,)


# one chain


def _chain(kind: str, left: Expr | None, start: Expr, works: Sequence[Work] | None = None) -> Step:
    """A step that is one chain from a formula with its numbers to its value."""
    done = work_out(start) if works is None else works
    members = distinct([start, *(member for work in done for member in work.members)])
    if kind in ("substitute", "quotient", "substitute_quotient") and done and done[-1].kind == "reduce":
        kind = f"{kind}_reduce"
    return Step(kind, [Formula(left, members)], said=_told(done), after=_ending(members[-1], done))


def _told(works: Sequence[Work]) -> list[Said]:
    """What is said before a chain: over which denominator its fractions are added, and how it divides by one."""
    said: list[Said] = []
    for work in works:
        if work.kind in ADDED and work.places == 1 and work.facts:
            said += denominator_told(work.facts)
        if work.kind == "clear" and work.facts:
            one = len(set(work.facts["denominators"])) == 1
            said.append(Said(("step", "clear", "one" if one else "text"), work.facts))
    return said


def denominator_told(facts: dict[str, Any]) -> list[Said]:
    """Which common denominator fractions get: the one they have, one of theirs, or a multiple with its factors."""
    different, common = list(dict.fromkeys(facts["denominators"])), facts["lcm"]
    if facts["alike"]:
        return [Said(("step", "add_fractions", "same"))] if len(facts["denominators"]) > 1 else []
    if common in different:
        return [Said(("step", "add_fractions", "one"), {"lcm": common})]
    if common > READ:
        return [Said(("step", "add_fractions", "large_factors"))]
    if len(different) == 2 and different[0] * different[1] == common:
        product = Formula(None, [Mul((number(different[0]), number(different[1]))), number(common)])
        return [Said(("step", "add_fractions", "product"), {"product": product})]
    products = [number(common), *(Mul((number(q), number(common // q))) for q in different)]
    return [Said(("step", "add_fractions", "text"), {"products": Formula(None, products)})]


def _ending(last: Expr, works: Sequence[Work]) -> list[Said]:
    """What is said behind the last line: by what it was reduced, or that it cannot be."""
    if works and works[-1].kind == "reduce":
        facts = works[-1].facts
        return [] if max(facts["numerator"], facts["denominator"]) > READ else [Said(("step", "reduce", "text"), facts)]
    found = ratio(last)
    if found is None or found[1] == 1 or not works or not SMALL < max(abs(found[0]), found[1]) <= READ:
        return []
    return [Said(("step", "lowest", "text"), {"numerator": abs(found[0]), "denominator": found[1]})]


def _one_by_one(named: Expr, start: Expr) -> list[Step]:
    """The steps of a formula of no known shape, one for each kind of operation."""
    steps = [Step("substitute", [Formula(named, [start])])]
    for work in work_out(start):
        kind = work.kind if work.places == 1 else f"{work.kind}_each"
        if kind == steps[-1].kind == "calculate":  # level after level of whole numbers is one step
            steps[-1].formulas[0].members += work.members
        else:
            said = _told([work]) if work.kind in (*ADDED, "clear") else _operation(kind, work)
            steps.append(Step(kind, [Formula(named, list(work.members))], work.facts, said=said))
    return steps


def _operation(kind: str, work: Work) -> list[Said]:
    """The sentence of one operation, for the kinds that have one."""
    named = ("cancel", "rationalise", "reduce", "zero", "divide", "root_exact")
    return [Said(("step", kind, "text"), work.facts)] if kind in named and work.facts else []


# means


def _mean(named: Named, body: Div, start: Div) -> list[Step]:
    """A mean of values: numbers put in, the sum, and the sum divided by the number of terms or of all weights."""
    terms, n = _terms(start.num), whole(start.den)
    assert n is not None
    if isinstance(body.num, Sum) and all(isinstance(t, Num) for t in terms) and len(set(terms)) == 1:
        return _same_values(named, terms)
    summed, first = start.num, Step("substitute", [Formula(named, [start])])
    cancelled = _weights_cancel(body, terms)
    if cancelled is not None:
        metric, total = cancelled
        first.formulas[0].members = [Div(total, start.den), Div(_sum_of(total), start.den)]
        first.said = [Said(("step", "substitute", "weight_cancels"), {"metric_name": metric})]
        summed = _sum_of(total)
    elif any(isinstance(t, Mul) for t in terms):
        work = fractions.multiply_terms(summed) if isinstance(summed, Add) else fractions.one_fraction(summed)
        if work is not None:
            summed = work.members[-1]
            first.kind = "substitute_multiply"
            first.formulas[0].members.append(Div(summed, start.den))
    if isinstance(summed, Add) and _is_counted(summed):
        last = _divided(named, Num(evaluate(summed)), n, 0)
        first.formulas[0].members = distinct([*first.formulas[0].members, *last.formulas[0].members])
        first.after = last.after
        if last.kind == "divide_reduce":
            first.kind = "substitute_reduce"
        return [first]
    steps = [first]
    if isinstance(summed, Add):
        added = _added(summed)
        steps.append(added)
        summed = added.formulas[0].members[-1]
    return [
        *steps,
        _divided(named, summed, n, len(terms) if isinstance(body.den, Leaf) and body.den.block == "k" else 0),
    ]


def _is_mean_of_roots(e: Div) -> bool:
    """Whether a formula is the mean of values of which one at least is a root."""
    factors = [f for t in _terms(e.num) for f in (t.factors if isinstance(t, Mul) else (t,))]
    values = [f.value for f in factors if isinstance(f, Num)]
    return len(values) == len(factors) and whole(e.den) is not None and not all(isinstance(v, Fraction) for v in values)


def _mean_of_roots(named: Named, start: Div) -> list[Step]:
    """A mean of values with roots: numbers put in, terms with the same root added, and the sum divided."""
    terms, n = _terms(start.num), whole(start.den)
    if len(set(terms)) == 1 and not isinstance(terms[0], Mul):
        return _same_values(named, terms)
    values = [Num(evaluate(t)) for t in terms]
    summed: Expr = Add(tuple(values)) if len(values) > 1 else values[0]
    multiplied = any(isinstance(t, Mul) for t in terms)
    members: list[Expr] = [start, Div(summed, start.den)] if multiplied else [start]
    steps = [Step("substitute_multiply" if multiplied else "substitute", [Formula(named, distinct(members))])]
    total = Num(evaluate(summed))
    found = ratio(total)
    if found is not None:
        return [*steps, _divided(named, total, n or 1, 0)]
    added = _roots_in(total.value) < sum(_roots_in(value.value) for value in values)
    if added:
        said = [Said(("step", "collect_like", "text"))]
        steps.append(Step("collect_like", [Formula(None, distinct([summed, total]))], said=said))
    last = distinct([Mul((Div(number(1), start.den), total)), Num(evaluate(start))])
    return [*steps, Step("divide_by", [Formula(named, last)], {"n": n})]


def _roots_in(value: Number) -> int:
    return len(value.roots) if isinstance(value, Symbolic) else int(not isinstance(value, Fraction))


def _same_values(named: Named, terms: Sequence[Expr]) -> list[Step]:
    """A mean of equal values is that value."""
    key = {1: "one", 2: "two"}.get(len(terms), "text")
    said = [Said(("step", "same_values", key), {"n": len(terms), "value": terms[0]})]
    return [Step("same_values", [Formula(named, [terms[0]])], said=said)]


def _weights_cancel(body: Div, terms: Sequence[Expr]) -> tuple[str, Add] | None:
    """Of a weighted mean whose weights are the denominators of its values: the metric, and the sum that is left."""
    if not isinstance(body.num, Sum) or not isinstance(body.num.body, Mul) or len(terms) < 2:
        return None
    products = [t.factors for t in (body.num.body, *body.num.terms) if isinstance(t, Mul) and len(t.factors) == 2]
    if len(products) != len(terms) + 1:
        return None
    out: list[Expr] = []
    for weight, value in products:
        inner = value.body if isinstance(value, Named) and value.applied is None else None
        if not isinstance(inner, Div) or inner.den != weight or not isinstance(inner.num, Leaf):
            return None
        if inner.num.value is not None and isinstance(weight, Leaf) and weight.value is not None:
            out.append(Mul((Num(weight.value), Div(Num(inner.num.value), Num(weight.value)))))
    metric = products[0][1]
    assert isinstance(metric, Named)
    return metric.head.metric, Add(tuple(out))


def _sum_of(total: Add) -> Add:
    return Add(tuple(Num(evaluate(t)) for t in total.terms))


def _added(total: Add) -> Step:
    """The sum of a mean, by itself."""
    work = fractions.add_fractions(total) or calculate(total)
    assert work is not None
    members = [total, *work.members]
    found = ratio(members[-1])
    if found is not None and found[1] != 1 and found[0] % found[1] == 0:
        members.append(number(found[0] // found[1]))
    kind = "add_fractions" if work.kind in ADDED else work.kind
    return Step(kind, [Formula(None, members)], said=_told([work]))


def _divided(left: Expr, total: Expr, n: int, classes: int) -> Step:
    """A sum divided by the number of its terms, or by the sum of the weights."""
    found = ratio(total)
    assert found is not None
    p, q = found
    fraction = Div(number(p), number(n * q))
    members: list[Expr] = [Mul((Div(number(1), number(n)), total))] if q != 1 or p < 0 else []
    reduced = fractions.reduce(fraction)
    works = [reduced] if reduced else []
    members = [*members, fraction, *(reduced.members if reduced else [])]
    kind = (
        "divide_reduce"
        if reduced and reduced.kind == "reduce"
        else "divide_by_classes"
        if classes == n
        else "divide_by"
    )
    return Step(kind, [Formula(left, members)], {"n": n}, after=_ending(members[-1], works or [Work("divide", [])]))


# quotients


def _side(symbols: Expr, e: Expr) -> tuple[Formula | None, Expr]:
    """Numerator or denominator of a quotient: its chain where there is something to calculate, and its value."""
    if ratio(e) is not None:
        return None, e
    works = work_out(e)
    if works and works[-1].kind == "reduce":
        works = works[:-1]
    members = distinct([e, *(member for work in works for member in work.members)])
    left = symbols if _names_in(symbols) <= NAMES else None
    return Formula(left, members, said=_told(works)), members[-1]


def _names_in(e: Expr) -> int:
    """How many symbols a formula shows."""
    if isinstance(e, (Named, Leaf)):
        return 1
    return sum(map(_names_in, (e.body,) if isinstance(e, Sum) else children(e)))


def _quotient(named: Named, body: Div, start: Div) -> list[Step]:
    """A quotient with a calculation in it: numerator, denominator, and then the one divided by the other."""
    sides = [_side(*pair) for pair in ((body.num, start.num), (body.den, start.den))]
    (_, top), (_, bottom) = sides
    first, second = ratio(top), ratio(bottom)
    if first is None or second is None:
        return _one_by_one(named, start)
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
    if not evaluate(top):
        return [*steps, Step("zero", [Formula(named, [number(0)])], said=[Said(("step", "zero", "text"))])]
    return [*steps, _division(named, values[0], values[1], put_in=not calculated)]


def _lowest(chain: Formula | None, value: Expr) -> Expr:
    """A side reduced, in its chain where it has one."""
    found = ratio(value)
    assert found is not None
    p, q = found
    work = fractions.reduce(Div(number(p), number(q))) if q != 1 else None
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
    if b == d:
        forms: list[Expr] = [Div(number(a), number(c))]
        said = [Said(("step", "one_fraction", "cancels"), {"n": b})] if b != 1 else []
    elif d == 1:
        forms = [Div(number(a), fractions.product([b, c])), Div(number(a), number(b * c))]
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
    return Step(kind, [Formula(left, members)], said=said, after=_ending(members[-1], works))


def _by_reciprocal(left: Expr, start: Expr, top: tuple[int, int], bottom: tuple[int, int], *, put_in: bool) -> Step:
    """A fraction divided by another: multiplied by its reciprocal, common factors cancelled before the products."""
    (a, b), (c, d) = top, bottom
    said = [Said(("step", "one_fraction", "reciprocal"))]
    times = Mul((fractions.over(a, b), fractions.over(d, c)))
    forms: list[Expr] = [times]
    first, second = gcd(a, c), gcd(d, b)
    common = first * second
    above, below = [a // first, d // second], [b // second, c // first]
    if common != 1:
        said.append(Said(("step", "cancel", "then"), {"gcd": common}))
        forms.append(Div(fractions.product([a, d]), _whole_product([b, c])))
        if a * d != common:
            forms.append(Div(_whole_product([common, *above]), _whole_product([common, *below])))
    forms.append(Div(_whole_product(above), _whole_product(below)))
    last = number(above[0] * above[1])
    if below[0] * below[1] != 1:
        last_form: Expr = Div(last, number(below[0] * below[1]))
    else:
        last_form = last
    members = distinct([start, *forms, last_form])
    kind = "substitute_quotient" if put_in else "quotient"
    return Step(kind, [Formula(left, members)], said=said, after=_ending(members[-1], [Work("divide", [])]))


def _whole_product(factors: list[int]) -> Expr:
    """A product without its ones."""
    return fractions.product([f for f in factors if f != 1] or [1])


def _sum(named: Named, body: Add, start: Add) -> list[Step]:
    """A sum, whose terms that divide fractions by each other are calculated first."""
    steps: list[Step] = []
    terms: list[Expr] = []
    for symbols, term in zip(body.terms, start.terms, strict=False):
        sign, inner = isinstance(term, Neg), term.arg if isinstance(term, Neg) else term
        if isinstance(inner, Div) and not _is_counted(inner):
            plain = symbols.arg if isinstance(symbols, Neg) else symbols
            if ratio(inner.num) is None or ratio(inner.den) is None:
                return _one_by_one(named, start)
            step = _division(plain, inner.num, inner.den, put_in=False)
            steps.append(step)
            inner = step.formulas[0].members[-1]
        terms.append(Neg(inner) if sign else inner)
    if len(body.terms) != len(start.terms):
        return _one_by_one(named, start)
    return [*steps, _chain("substitute", named, Add(tuple(terms)))]


# roots


def _over_root(named: Named, body: Div, start: Div) -> list[Step]:
    """A number divided by a root: numerator, denominator with its root simplified, and the quotient."""
    steps = []
    top, value = _side(body.num, start.num)
    if top is not None:
        steps.append(Step("numerator", [top]))
    if not evaluate(value):
        return [*steps, Step("zero", [Formula(named, [number(0)])], said=[Said(("step", "zero", "text"))])]
    under = ratio(value)
    if under is None or under[1] != 1:
        return _one_by_one(named, start)
    below = [start.den]
    while whole(below[-1].arg) is None:  # type: ignore[attr-defined]
        work = calculate(below[-1])
        if work is None:
            return _one_by_one(named, start)
        below += work.members
    root = below[-1]
    chain = [Formula(None, below)] if len(below) > 1 else []
    simplified = roots.exact_root(root) or roots.take_square_out(root)
    if simplified is not None:
        chain.append(Formula(None, [root, *simplified.members], said=root_told(simplified)))
        root = simplified.members[-1]
    if chain:
        steps.append(Step("denominator", chain))
    return [*steps, _over_simple_root(named, Div(value, root), put_in=not steps)]


def root_told(work: Work) -> list[Said]:
    """How a root is simplified: it is a whole number, or a square number is taken out of it."""
    if work.kind == "root_exact":
        return [Said(("step", "root_exact", "text"), work.facts)]
    facts, a = work.facts, work.facts["factor"]
    square = Formula(None, [number(a * a), Pow(number(a), 2)])
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
    step = _chain("substitute_quotient" if put_in else "quotient", named, start, works)
    step.said = said
    return step


def _root(named: Named, start: Sqrt) -> list[Step]:
    """The root of a product or fraction of numbers: multiplied out, and its denominator made a square number."""
    value = evaluate(start.arg)
    if not isinstance(value, Fraction):
        return _one_by_one(named, start)
    inner = work_out(start.arg) if ratio(start.arg) is None else []
    under = [start, *(Sqrt(member) for work in inner for member in work.members)]
    step = Step("substitute", [Formula(named, distinct(under))], said=_told(inner))
    p, q = value.numerator, value.denominator
    if q == 1 or not p:
        root = Sqrt(number(p))
        rest = roots.exact_root(root) or roots.take_square_out(root)
        if rest is None:
            return [step]
        return [step, Step(rest.kind, [Formula(named, [root, *rest.members])], rest.facts, said=root_told(rest))]
    a, d = take_out(q)
    squared = Div(number(p * d), number(q * d))
    members: list[Expr] = []
    said: list[Said] = []
    if d != 1:
        members += [Sqrt(Div(Mul((number(p), number(d))), Mul((number(q), number(d))))), Sqrt(squared)]
        square = Formula(None, [Mul((number(q), number(d))), number(q * d), Pow(number(a * d), 2)])
        said.append(Said(("step", "root_of_fraction", "text"), {"factor": d, "square": square}))
    members.append(Div(Sqrt(squared.num), number(a * d)))
    members.append(Num(evaluate(start)))
    return [step, Step("root_of_fraction", [Formula(named, distinct(members))], said=said)]
