"""Why two averages of one metric differ: by their weights, or by the order of two means; and who reports which.

What is said of the counts is read off the recorded trees and checked against the values of the page.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from exactmetrics.derivation.derivation import Derivation
from exactmetrics.derivation.ending import Member, members_of
from exactmetrics.derivation.planning.harmonic import over_reciprocals
from exactmetrics.derivation.planning.plan import class_values
from exactmetrics.derivation.planning.tree import names_inside
from exactmetrics.exact.values import Number, Undefined, sign
from exactmetrics.expression.evaluate import evaluate, has_value
from exactmetrics.expression.nodes import Add, Div, Leaf, Named, number
from exactmetrics.metrics.presets import LIBRARIES, PRESETS
from exactmetrics.metrics.request import Request
from exactmetrics.views.trace import record

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
class Pull:
    """The class that explains most of a difference: its value, the weights of either side, and which side does what.

    Its value is `high` where it is larger than that of the side `mean`; the side `heavier` gives it the larger weight.
    """

    part: Named
    label: Hashable
    weights: tuple[Weights, Weights]
    mean: int
    high: bool
    heavier: int


def pull(first: Derivation, second: Derivation) -> Pull | None:
    """Which class explains most of the difference of two averages that are weighted means of the same class values.

    Both sums of weights are 1, so the difference is the sum over the classes of the difference of the weights times how
    far the class value is from any one number, here from one of the averages. None where an average is no such mean,
    or where a class has no value of its own.
    """
    sides = (first, second)
    if isinstance(first.value, Undefined) or isinstance(second.value, Undefined) or first.value == second.value:
        return None
    request = replace(first.request, average="macro", combine="scores")
    members = members_of(record(request, first.blocks, first.positive))
    if not members or any(member.part.applied is not None or not has_value(member.part) for member in members):
        return None
    found = [_weights(side, members) for side in sides]
    if found[0] is None or found[1] is None:
        return None
    one, other = found[0], found[1]
    mean = 0 if first.request.average == "macro" else 1
    level, larger = (first.value, second.value)[mean], sign(first.value - second.value)

    def explains(member: Member) -> tuple[Any, Fraction]:
        a, b = one.weight(member.label), other.weight(member.label)
        return (evaluate(member.part) - level) * (a - b) * larger, max(a, b)

    best = max(members, key=explains)
    heavier = int(one.weight(best.label) < other.weight(best.label))
    return Pull(best.part, best.label, (one, other), mean, evaluate(best.part) > level, heavier)


def _weights(side: Derivation, members: list[Member]) -> Weights | None:
    """The weights by which a side is a mean of the values of these classes; None where it is none.

    Where a class value is a quotient of counts, the quotient of the sums is the mean weighted by the denominators.
    """
    own, average = members_of(_recorded(side)), side.request.average
    parts, of = {member.label: member.weight for member in own}, "each"
    if average == "weighted":
        of = side.request.weights if isinstance(side.request.weights, str) else "weight"
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
