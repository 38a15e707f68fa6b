"""Why two values differ: by the weights of the classes, by what they divide by, or by the order of two means.

What is said of the counts is read off the recorded trees and checked against the values of the page.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

from exactmetrics.derivation.derivation import Derivation
from exactmetrics.derivation.ending import Member, members_of
from exactmetrics.derivation.planning.harmonic import over_reciprocals
from exactmetrics.derivation.planning.plan import class_values
from exactmetrics.derivation.planning.tree import distinct, names_inside
from exactmetrics.exact.values import Number, Undefined, sign
from exactmetrics.expression.evaluate import evaluate, has_value
from exactmetrics.expression.nodes import Add, Div, Expr, Leaf, Mul, Named, Num, number
from exactmetrics.matrix.counts import Counts
from exactmetrics.metrics.identities import theorems, usual_key
from exactmetrics.metrics.metric import Metric
from exactmetrics.metrics.presets import LIBRARIES, PRESETS
from exactmetrics.metrics.registry import all_metrics
from exactmetrics.metrics.request import Request, resolve
from exactmetrics.views.trace import record
from exactmetrics.views.value import compute

MIRROR = Counts.from_rows([[101, 37], [53, 211]])  # primes, so that no two quotients of its counts are equal
MOST_TERMS = 6  # of a mean that is written out
FAR = Fraction(1, 4)  # how far class values are apart that are called low and high
ClassValue = tuple[str, Hashable, Fraction]  # the metric, the class, and the value
COUNTED = ("support", "predicted")  # weights that are so many of all samples, or of all predictions


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of the classes in an average, and their sum; `of` is what they are, "each" where all are equal."""

    of: str
    parts: dict[Hashable, Fraction]
    total: Fraction

    def weight(self, label: Hashable) -> Fraction:
        return self.parts.get(label, Fraction(0)) / self.total


@dataclass(frozen=True, slots=True)
class Weighed:
    """Two values as `averages` of the same class values `parts`, and the class that explains most of the difference.

    Its value is `high` where it is larger than that of the side `mean`; the side `heavier` gives it the larger weight.
    """

    parts: dict[Hashable, Named]
    averages: tuple[str | None, ...]
    weights: tuple[Weights, Weights]
    label: Hashable
    mean: int
    high: bool
    heavier: int

    def line(self, at: int) -> list[Expr]:
        """The mean of the class values by the weights of a side; empty where it is not made of a few whole numbers."""
        weights, values = self.weights[at], {label: evaluate(part) for label, part in self.parts.items()}
        found = [(weights.parts[label], value) for label, value in values.items() if weights.parts.get(label)]
        tops = [part * value for part, value in found]
        if not 1 < len(found) <= MOST_TERMS or any(
            not isinstance(n, Fraction) or n.denominator > 1 for n in (*tops, weights.total, *weights.parts.values())
        ):
            return []
        total, below = sum(tops, Fraction(0)), Num(weights.total)
        terms = tuple(Mul((Div(Num(part), below), Num(value))) for part, value in found)
        ends = Div(Num(total), below), Num(total / weights.total)
        return distinct([Add(terms), Div(Add(tuple(map(Num, tops))), below), *ends])


def weighed(first: Derivation, second: Derivation) -> Weighed | None:
    """Two values as weighted means of the same class values; None where one of them is no such mean.

    Both sums of weights are 1, so the difference is the sum over the classes of the difference of the weights times how
    far the class value is from any one number, here from one of the averages.
    """
    if isinstance(first.value, Undefined) or isinstance(second.value, Undefined) or first.value == second.value:
        return None
    requests = _as_averages(first, second)
    if requests is None:
        return None
    mean = replace(requests[0], average="macro", combine="scores", over="all")
    members = members_of(record(mean, first.blocks, first.positive))
    if not members or any(member.part.applied is not None or not has_value(member.part) for member in members):
        return None
    found = [_weights(*side, members) for side in zip(requests, (first, second), strict=True)]
    if found[0] is None or found[1] is None:
        return None
    one, other = found[0], found[1]
    at = 0 if requests[0].average == "macro" else 1
    level, larger = (first.value, second.value)[at], sign(first.value - second.value)

    def explains(member: Member) -> tuple[Any, Fraction]:
        a, b = one.weight(member.label), other.weight(member.label)
        return (evaluate(member.part) - level) * (a - b) * larger, max(a, b)

    best = max(members, key=explains)
    heavier = int(one.weight(best.label) < other.weight(best.label))
    parts = {member.label: member.part for member in members}
    averages = tuple(request.average for request in requests)
    return Weighed(parts, averages, (one, other), best.label, at, evaluate(best.part) > level, heavier)


def changes(first: Derivation, second: Derivation) -> tuple[dict[Hashable, tuple[Number, Number]], Hashable] | None:
    """Of two macro averages of two data sets the values of each class, and the class that contributes most.

    The difference is the mean of the differences of the classes. None where the classes or what is asked differ, or
    where a class has no value of its own.
    """
    one, other = first.request, second.request
    alike = one.average == "macro" and one.over == "all" and first.blocks.labels == second.blocks.labels
    if not alike or (one.metric, one.combine) != (other.metric, other.combine) or one.average != other.average:
        return None
    found = [members_of(_recorded(side)) for side in (first, second)]
    if any(member.part.applied is not None or not has_value(member.part) for members in found for member in members):
        return None
    values = {a.label: (evaluate(a.part), evaluate(b.part)) for a, b in zip(*found, strict=False)}
    mean = sum((a - b for a, b in values.values()), start=Fraction(0)) / max(len(values), 1)
    if isinstance(first.value, Undefined) or isinstance(second.value, Undefined) or mean != first.value - second.value:
        return None
    return values, max(values, key=lambda label: (values[label][0] - values[label][1]) * sign(mean))


def _as_averages(first: Derivation, second: Derivation) -> tuple[Request, Request] | None:
    """Both questions as averages of one metric; a metric of the matrix as the average that it always is."""
    sides = first.request, second.request
    averaged = [side.metric for side in sides if side.average is not None]
    for metric in dict.fromkeys([*averaged, *all_metrics()]):
        if first.blocks.partition or len(averaged) == len(sides):
            one, other = (_as_average(side, metric) for side in sides)
            if one and other and _class_values(one) == _class_values(other):
                return one, other
    return None


def _class_values(request: Request) -> tuple[Any, ...]:
    """By what the values of the classes are the same."""
    return request.bound.convention.name, request.parameters, request.policy


def _as_average(request: Request, metric: Metric) -> Request | None:
    if request.average is not None:
        return request if request.metric is metric and request.combine == "scores" else None
    key = usual_key(request)
    found = [average for average in metric.averages if key and theorems(key, (metric.name, average))]
    return replace(resolve(metric.name, average=found[0]), policy=request.policy) if found else None


def _weights(request: Request, side: Derivation, members: list[Member]) -> Weights | None:
    """The weights by which a side is a mean of the values of these classes; None where it is none.

    Where a class value is a quotient of counts, the quotient of the sums is the mean weighted by the denominators.
    """
    own, average = members_of(record(request, side.blocks, side.positive)), request.average
    parts, of = {member.label: member.weight for member in own}, "each"
    if average == "weighted":
        of = request.weights if isinstance(request.weights, str) else "weight"
    if average == "micro":
        below = {member.label: member.part.body.den for member in members if isinstance(member.part.body, Div)}
        if len(below) < len(members) or any(map(names_inside, below.values())):
            return None
        parts = {label: value for label, e in below.items() if isinstance(value := evaluate(e), Fraction) and value > 0}
        blocks = {e.block if isinstance(e, Leaf) else "" for e in below.values()}
        of = next(iter(blocks & {*COUNTED}), "denominator") if len(blocks) == 1 else "denominator"
    found = Weights(of, parts, sum(parts.values(), Fraction(0)))
    mean: Number = Fraction(0)
    for member in members:
        mean = mean + evaluate(member.part) * found.weight(member.label) if found.total else mean
    if mean != side.value:
        return None
    if of in COUNTED and found.total != side.blocks.n:
        return replace(found, of="denominator" if average == "micro" else "weight")
    return found


def same_numerator(first: Derivation, second: Derivation) -> tuple[Fraction, Fraction, Fraction] | None:
    """Of two quotients of counts with the same numerator that number and both denominators; else None.

    A number that is no fraction, or not above 0, is none of these.
    """
    one, other = (_recorded(side).body for side in (first, second))
    if not (isinstance(one, Div) and isinstance(other, Div) and one.num == other.num) or names_inside(one.num):
        return None
    values = [evaluate(e) for e in (one.num, one.den, other.den)]
    positive = [value for value in values if isinstance(value, Fraction) and value > 0]
    return (positive[0], positive[1], positive[2]) if len(positive) == len(values) else None


@cache
def mirrored(metric: Metric) -> Metric | None:
    """The metric that a quotient of counts of a class becomes where rows and columns are exchanged, if it is another.

    >>> from exactmetrics.metrics.registry import metric_named
    >>> [mirrored(metric_named(name)) for name in ("precision", "specificity", "f1")]
    [<Metric recall>, <Metric npv>, None]
    """
    blocks, turned = (counts.blocks() for counts in (MIRROR, MIRROR.transpose()))
    quotients = [m for m in all_metrics() if m.scope == "class" and not m.parameters]
    bodies = {m: record(resolve(m.name, label=0), blocks, None).body for m in quotients}
    if metric not in bodies or not isinstance(bodies[metric], Div) or names_inside(bodies[metric]):
        return None
    value = compute(resolve(metric.name, label=0), turned).value
    found = (m for m, e in bodies.items() if isinstance(e, Div) and not names_inside(e) and evaluate(e) == value)
    return next((m for m in found if m is not metric), None)


def widest(averages: Derivation) -> tuple[ClassValue, ClassValue, ClassValue] | None:
    """Of two metrics that are averaged first, the class values of one that are farthest apart.

    First the smallest and the largest, then the value of the other metric for the class of the smallest.
    """
    found: list[tuple[ClassValue, ClassValue]] = []
    every: list[ClassValue] = []
    for values in class_values(_recorded(averages)):
        of = [
            (values.any.head.metric, part.head.tag.label, value)
            for part in values.of.values()
            if part.head.tag is not None and has_value(part) and isinstance(value := evaluate(part), Fraction)
        ]
        every += of
        if of:
            found.append((min(of, key=lambda one: one[2]), max(of, key=lambda one: one[2])))
    best = max(found, key=lambda pair: pair[1][2] - pair[0][2], default=None)
    if best is None or best[1][2] - best[0][2] < FAR:
        return None
    (metric, label, _), _ = best
    beside = [one for one in every if one[0] != metric and one[1] == label]
    return (*best, beside[0]) if len(beside) == 1 else None


def theorem(scores: Derivation, averages: Derivation) -> bool:
    """Whether the value from averages can never be the smaller one.

    It is so for the harmonic mean, which is concave and grows with its numbers in proportion (Jensen), if both averages
    have the same weights, and every class has its own value of each metric, without a convention.
    """
    named = _recorded(averages)
    mean = over_reciprocals(named.body)
    plain = mean is not None and isinstance(mean.den, Add)
    if not plain or any(not isinstance(t, Div) or t.num != number(1) for t in mean.den.terms):  # type: ignore[union-attr]
        return False
    first, second = scores.request, averages.request
    alike = (first.average, first.over, first.weights) == (second.average, second.over, second.weights)
    recorded = [one for named in (_recorded(scores), named) for one in class_values(named)]
    values = [part for one in recorded for part in one.of.values()]
    return alike and first.average in ("macro", "weighted") and all(part.applied is None for part in values)


def programs(request: Request) -> list[tuple[str, str]]:
    """The libraries that are known to combine class values as a question does, each with the call of its function."""
    metric, out = request.metric, []
    options = [f"{name}={value}" for name, value in request.parameters.items()] + [f'average="{request.average}"']
    for preset in map(PRESETS.__getitem__, LIBRARIES):
        function = metric.implemented_by.get(preset.name.partition("-")[0])
        call = preset.call.format(function=function, options=", ".join(options)) if function else ""
        if preset.title and call and preset.usual(metric.name, request.average).get("combine") == request.combine:
            out.append((preset.title, call))
    return out


def _recorded(side: Derivation) -> Named:
    return record(side.request, side.blocks, side.positive)
