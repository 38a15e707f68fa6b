"""Harmonic means: a formula of two metrics as a number over the sum of their reciprocals, and from there to the counts.

No formula is typed here: both are made from the form of a definition that is made of metrics.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from exactmetrics.derivation.planning.page import Formula, Said, Step
from exactmetrics.derivation.planning.tree import names_inside, unordered, whole
from exactmetrics.expression.evaluate import evaluate, has_value
from exactmetrics.expression.nodes import Add, Div, Expr, Leaf, Mul, Named, number
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.metric import Bound
from exactmetrics.metrics.request import Request
from exactmetrics.views.carrier import arguments
from exactmetrics.views.general import AnyMatrix
from exactmetrics.views.trace import TraceClass, TraceMatrix, mark_of


def over_reciprocals(body: Expr) -> Div | None:
    """``2 P R / (P + R)`` as ``2 / (1/P + 1/R)``, also with weights; None for a formula of another shape."""
    if not isinstance(body, Div) or not isinstance(body.num, Mul) or not isinstance(body.den, Add):
        return None
    parts = [f for f in body.num.factors if isinstance(f, Named)]
    found: dict[Expr, Expr] = {}
    for term in body.den.terms:
        factors = term.factors if isinstance(term, Mul) else (term,)
        missing = [part for part in parts if part not in factors]
        if len(missing) != 1 or names_inside(term) != [part for part in parts if part in factors]:
            return None
        found[missing[0]] = _product(f for f in factors if f not in parts)
    if len(parts) < 2 or len(found) != len(parts):
        return None
    top = _product(f for f in body.num.factors if f not in parts)
    return Div(top, Add(tuple(Div(found[part], part) for part in parts)))


def _product(factors: Iterable[Expr]) -> Expr:
    """A product without its ones."""
    kept = [f for f in factors if f != number(1)]
    return Mul(tuple(kept)) if len(kept) > 1 else kept[0] if kept else number(1)


def with_reciprocals(named: Named) -> Named:
    """A harmonic mean as it is calculated: over the sum of the reciprocals, where no part is 0 or undefined."""
    mean = over_reciprocals(named.body) if named.applied is None else None
    parts = [] if mean is None else names_inside(mean)
    if mean is None or not has_value(named) or not all(has_value(part) and evaluate(part) for part in parts):
        return named
    return replace(named, body=mean)


def reciprocals_told(steps: list[Step]) -> list[Step]:
    """The steps of a number over a sum of reciprocals with titles that say so; any others as they are."""
    below = steps[0].formulas[0].left if len(steps) == 2 and steps[0].kind == "denominator" else None
    if not isinstance(below, Add) or not all(isinstance(t, Div) and isinstance(t.den, Named) for t in below.terms):
        return steps
    top = steps[1].formulas[0].members[0].num  # type: ignore[attr-defined]
    averages = all(t.den.head.average is not None for t in below.terms)  # type: ignore[attr-defined]
    steps[0].kind = "reciprocals_of_means" if averages else "reciprocals"
    steps[1].kind, steps[1].facts = "over_sum", {"top": top if whole(top) is None else whole(top)}
    return steps


def from_counts(
    value: Named, of: Iterable[Named], request: Request, blocks: Blocks | None, *, known: bool
) -> list[Step]:
    """The step from a harmonic mean to the formula in counts that is used instead; none for any other formula.

    `value` is the metric of any class, or of the one in question, and `of` its values; `known` says whether the
    harmonic mean stands on the page already. Without `blocks` it is of any matrix.
    """
    found = _chain(value, request, blocks)
    if found is None:
        return []
    parts, members = found
    count = parts[0].body.num  # type: ignore[attr-defined]
    counts = [
        leaf.value for one in of for leaf in _tops(one.body) if isinstance(leaf, Leaf) and leaf.block == count.block
    ]
    one = value.head.tag is not None and value.head.tag.position is not None
    key = "some" if not counts or not all(counts) else "one" if one else "all"
    ratios = [
        Said(
            ("step", "from_counts", "reciprocal" if known else "reciprocal_named"),
            {
                "metric_name": part.head.metric,
                "ratio": Formula(part, [part, part.body]),
                "reciprocal": Div(part.body.den, part.body.num),  # type: ignore[attr-defined]
            },
        )
        for part in parts
    ]
    said = [Said(("step", "from_counts", key), {"count": count, "reciprocals": ratios})]
    chain = Formula(value, members[1:] if known else members, numeric=False)
    return [Step("from_counts", [chain], {"metric": value}, said=said)]


def _tops(body: Expr) -> tuple[Expr, ...]:
    """The factors of the numerator of a fraction."""
    top = body.num if isinstance(body, Div) else body
    return top.factors if isinstance(top, Mul) else (top,)


def _chain(value: Named, request: Request, blocks: Blocks | None) -> tuple[list[Named], list[Expr]] | None:
    """The metrics that a value is the harmonic mean of, and the formulas from it to the one in use."""
    mean = harmonic_of(value, request, blocks)
    if mean is None:
        return None
    assert isinstance(mean.den, Add)
    parts = names_inside(mean.den)
    bodies = [part.body for part in parts if isinstance(part.body, Div)]
    if len(bodies) != len(parts) or len({body.num for body in bodies}) != 1:
        return None
    top = bodies[0].num
    weights = [term.num for term in mean.den.terms]  # type: ignore[attr-defined]
    added = tuple(_product((w, body.den)) for w, body in zip(weights, bodies, strict=True))
    below = Add(added)
    last = Div(_product((*_factors(mean.num), top)), below)
    if unordered(last) != unordered(value.body):
        return None
    return parts, [
        mean,
        Div(mean.num, Add(tuple(Div(w, top) for w in added))),
        Div(mean.num, Div(below, top)),
        value.body,
    ]


def harmonic_of(value: Named, request: Request, blocks: Blocks | None) -> Div | None:
    """What a metric of a class is by its form that is made of metrics, where that is a harmonic mean and not in use."""
    bound, tag = request.bound, value.head.tag
    composite = bound.convention.composite
    if tag is None or (value.head.metric, value.head.mark) != (bound.name, mark_of(bound)) or composite is None:
        return None
    leaves = {name: Leaf(name, None, x) for name, x in request.parameters.items()}
    matrix = AnyMatrix() if blocks is None else TraceMatrix(*arguments(request, blocks, None))
    view = TraceClass(matrix, tag.position, bare=tag.position is not None)
    made = Bound(request.metric, bound.convention, composite, leaves).define(view)
    return None if made == value.body else over_reciprocals(made)


def _factors(e: Expr) -> tuple[Expr, ...]:
    return e.factors if isinstance(e, Mul) else (e,)
