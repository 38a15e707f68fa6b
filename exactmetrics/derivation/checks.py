"""What a value is held against: the same value by another way, and the number that a usual mistake gives."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from fractions import Fraction

from exactmetrics.derivation.planning.tree import distinct, names_inside, rebuild, substituted
from exactmetrics.exact.values import Number, Undefined
from exactmetrics.expression.evaluate import evaluate, has_value
from exactmetrics.expression.nodes import Add, Div, Expr, Mul, Named, Neg, Num, Sum, whole_number
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.metric import Bound, Metric, mistaken
from exactmetrics.metrics.registry import metric_named
from exactmetrics.metrics.request import SAMPLES, Request, averages_of
from exactmetrics.views.trace import record
from exactmetrics.views.value import compute

INSTEAD = {
    "macro": "micro",
    "micro": "macro",
    "weighted": "macro",
    SAMPLES: "micro",
}  # the average that another one is mistaken for


@dataclass(slots=True)
class Mistake:
    """What a usual mistake gives: `average` is the one that was calculated instead, None where it is none.

    `members` is its calculation, a chain that ends in the value, and `asked` the question that it answers.
    """

    average: str | None
    value: Number
    members: list[Expr]
    asked: Request


@dataclass(slots=True)
class SecondWay:
    """The same value by another way: `parts` are the quantities it takes, `members` a chain that ends in its result."""

    kind: str
    parts: list[Named]
    members: list[Expr]


def mistake(request: Request, blocks: Blocks, positive: Hashable | None, value: Number) -> Mistake | None:
    """What a usual mistake would give; None where none is known, or where it gives the value itself."""
    metric, average = request.metric, request.average
    if request.combine != "scores" or request.over != "all" or request.bound.convention is not metric.standard:
        return None
    if average == SAMPLES and request.is_weighted:  # the pooled counts would have to be weighted too
        return None
    if average is not None:
        if INSTEAD[average] not in averages_of(metric):
            return None
        asked, average = replace(request, average=INSTEAD[average], weights="support"), INSTEAD[average]
    elif metric.wrong is not None:
        if isinstance(metric.wrong, str):
            asked = of_metric(request, metric_named(metric.wrong))
        else:
            asked = replace(request, bound=Bound(metric, metric.standard, mistaken(metric), request.parameters))
    else:
        return None
    outcome = compute(asked, blocks, positive)
    got = outcome.value
    if isinstance(got, Undefined) or got == value or outcome.acted:
        return None
    return Mistake(average, got, calculation(record(asked, blocks, positive)), asked)


def calculation(named: Named) -> list[Expr]:
    """A formula with its numbers, and its value."""
    return distinct([substituted(named.body), Num(evaluate(named))])


def of_metric(request: Request, metric: Metric) -> Request:
    """The same question about another metric."""
    return replace(request, bound=Bound(metric, metric.standard, None, {}), parameters={})


def second_way(request: Request, blocks: Blocks, positive: Hashable | None, named: Named) -> SecondWay | None:
    """The same value by another way; None where none is known that says more than the steps do."""
    if named.applied is not None or not has_value(named):
        return None
    return _times_back(named) or _of_means(request, blocks, positive, named)


def _times_back(named: Named) -> SecondWay | None:
    """A quotient of two metrics, times the one it was divided by."""
    body = named.body
    if not isinstance(body, Div) or not isinstance(body.num, Named) or not isinstance(body.den, Named):
        return None
    value, below = evaluate(named), evaluate(body.den)
    if not value or not isinstance(value, Fraction) or not isinstance(below, Fraction):
        return None
    members: list[Expr] = [Mul((Num(value), Num(below))), Num(evaluate(body.num))]
    return SecondWay("times_back", [body.num, body.den], members)


def _of_means(request: Request, blocks: Blocks, positive: Hashable | None, named: Named) -> SecondWay | None:
    """Of a mean of sums of metrics: the sum of their means."""
    body = named.body
    if not isinstance(body, Div) or not isinstance(body.num, Sum) or body.num.left_out or request.over != "all":
        return None
    inner = body.num.body
    factors = inner.factors if isinstance(inner, Mul) else (inner,)
    of_class = factors[-1]
    if len(factors) > 2 or not isinstance(of_class, Named) or not _is_sum_of_metrics(of_class.body):
        return None
    means: dict[str, Named] = {}
    for part in names_inside(of_class.body):
        asked = of_metric(request, metric_named(part.head.metric))
        outcome = compute(asked, blocks, positive)
        if isinstance(outcome.value, Undefined) or outcome.acted:
            return None
        means[part.head.metric] = record(asked, blocks, positive)

    def averaged(e: Expr) -> Expr:
        return means[e.head.metric] if isinstance(e, Named) else rebuild(e, averaged)

    start, value = substituted(averaged(of_class.body)), evaluate(named)
    if len(means) < 2 or evaluate(start) != value:
        return None
    return SecondWay("of_means", list(means.values()), distinct([start, Num(value)]))


def _is_sum_of_metrics(e: Expr) -> bool:
    """Whether a formula adds and subtracts metrics and numbers, and at most divides by a number."""
    if isinstance(e, Add):
        return all(map(_is_sum_of_metrics, e.terms))
    if isinstance(e, Neg):
        return _is_sum_of_metrics(e.arg)
    if isinstance(e, Div):
        return whole_number(e.den) is not None and _is_sum_of_metrics(e.num)
    return isinstance(e, (Named, Num))
