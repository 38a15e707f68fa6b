"""The working of a mean: the numbers put in, their sum, and the sum divided by how many they are or by all weights."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from exactmetrics.derivation.planning.origins import calculated, worked
from exactmetrics.derivation.planning.page import Formula, Said, Step
from exactmetrics.derivation.planning.tree import distinct, ratio, whole
from exactmetrics.derivation.working import fractions
from exactmetrics.derivation.working.chains import ADDED, ending, is_counted, is_whole, told
from exactmetrics.derivation.working.step import Work, calculate
from exactmetrics.exact.values import Number, Symbolic
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Add, Div, Expr, Leaf, Mul, Named, Num, Sum, number, terms_of


def is_mean(e: Div) -> bool:
    """Whether a formula is the mean of numbers of which one at least is no whole number."""
    terms = terms_of(e.num)
    known = all(ratio(f) is not None for t in terms for f in (t.factors if isinstance(t, Mul) else (t,)))
    return known and whole(e.den) is not None and not (is_counted(e.num) and all(is_whole(t) for t in terms))


def mean(named: Named, body: Div, start: Div) -> list[Step]:
    """A mean of values: numbers put in, the sum, and the sum divided by the number of terms or of all weights."""
    terms, n = terms_of(start.num), whole(start.den)
    assert n is not None
    if isinstance(body.num, Sum) and len(values := _weighed(terms, n)) == len(terms) and len(set(values)) == 1:
        return _same_values(named, values)
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
    if isinstance(summed, Add) and is_counted(summed):
        last = _divided(named, calculated(summed), n, 0)
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


def _weighed(terms: Sequence[Expr], total: int) -> list[Expr]:
    """The values that are added up, each with its weight or none; nothing where the weights are not those of a mean."""
    pairs = [t.factors if isinstance(t, Mul) and len(t.factors) == 2 else (number(1), t) for t in terms]
    weights = [ratio(weight) for weight, _ in pairs]
    if any(w is None or w[1] != 1 for w in weights) or sum(w[0] for w in weights if w) != total:
        return []
    return [value for _, value in pairs if isinstance(value, Num)]


def is_mean_of_roots(e: Div) -> bool:
    """Whether a formula is the mean of values of which one at least is a root."""
    factors = [f for t in terms_of(e.num) for f in (t.factors if isinstance(t, Mul) else (t,))]
    values = [f.value for f in factors if isinstance(f, Num)]
    return len(values) == len(factors) and whole(e.den) is not None and not all(isinstance(v, Fraction) for v in values)


def mean_of_roots(named: Named, start: Div) -> list[Step]:
    """A mean of values with roots: numbers put in, terms with the same root added, and the sum divided."""
    terms, n = terms_of(start.num), whole(start.den)
    if len(set(terms)) == 1 and not isinstance(terms[0], Mul):
        return _same_values(named, terms)
    values = [calculated(t) for t in terms]
    summed: Expr = Add(tuple(values)) if len(values) > 1 else values[0]
    multiplied = any(isinstance(t, Mul) for t in terms)
    members: list[Expr] = [start, Div(summed, start.den)] if multiplied else [start]
    steps = [Step("substitute_multiply" if multiplied else "substitute", [Formula(named, distinct(members))])]
    total = calculated(summed)
    found = ratio(total)
    if found is not None:
        return [*steps, _divided(named, total, n or 1, 0)]
    added = _roots_in(total.value) < sum(_roots_in(value.value) for value in values)
    if added:
        said = [Said(("step", "collect_like", "text"))]
        steps.append(Step("collect_like", [Formula(None, distinct([summed, total]))], said=said))
    last = distinct([Mul((Div(number(1), start.den), total)), worked(evaluate(start))])
    return [*steps, Step("divide_by", [Formula(named, last)], {"n": n})]


def _roots_in(value: Number) -> int:
    return len(value.roots) if isinstance(value, Symbolic) else int(not isinstance(value, Fraction))


def _same_values(named: Named, terms: Sequence[Expr]) -> list[Step]:
    """A mean of equal values is that value; it stands here as the last of them, which an exercise asks for."""
    key = {1: "one", 2: "two"}.get(len(terms), "text")
    said = [Said(("step", "same_values", key), {"n": len(terms), "value": terms[-1]})]
    return [Step("same_values", [Formula(named, [terms[-1]])], said=said)]


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
            out.append(Mul((below := Num(weight.value, weight), Div(Num(inner.num.value, inner.num), below))))
    metric = products[0][1]
    assert isinstance(metric, Named)
    return metric.head.metric, Add(tuple(out))


def _sum_of(total: Add) -> Add:
    return Add(tuple(t.factors[1].num for t in total.terms))  # type: ignore[attr-defined]


def _added(total: Add) -> Step:
    """The sum of a mean, by itself."""
    work = fractions.add_fractions(total) or calculate(total)
    assert work is not None
    members = [total, *work.members]
    found = ratio(members[-1])
    if found is not None and found[1] != 1 and found[0] % found[1] == 0:
        members.append(worked(found[0] // found[1], members[-1]))
    kind = "add_fractions" if work.kind in ADDED else work.kind
    return Step(kind, [Formula(None, members)], said=told([work]))


def _divided(left: Expr, total: Expr, n: int, classes: int) -> Step:
    """A sum divided by the number of its terms, or by the sum of the weights."""
    found = ratio(total)
    assert found is not None
    p, q = found
    fraction = Div(worked(p), fractions.multiplied([n, q]))
    members: list[Expr] = [Mul((Div(number(1), worked(n)), total))] if q != 1 or p < 0 else []
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
    return Step(kind, [Formula(left, members)], {"n": n}, after=ending(members[-1], works or [Work("divide", [])]))
