"""Why an average from averages is another value than the average of the class values, and who reports which."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction

from exactmetrics.derivation.derivation import Derivation
from exactmetrics.derivation.planning.harmonic import over_reciprocals
from exactmetrics.derivation.planning.plan import class_values
from exactmetrics.expression.evaluate import evaluate, has_value
from exactmetrics.expression.nodes import Add, Div, Named, number
from exactmetrics.metrics.presets import LIBRARIES, PRESETS
from exactmetrics.metrics.request import Request
from exactmetrics.views.trace import record

FAR = Fraction(1, 4)  # how far class values are apart that are called low and high
ClassValue = tuple[str, Hashable, Fraction]  # the metric, the class, and the value


def widest(averages: Derivation) -> tuple[ClassValue, ClassValue] | None:
    """Of the metrics that are averaged first, the smallest and the largest class value that are farthest apart."""
    found: list[tuple[ClassValue, ClassValue]] = []
    for values in class_values(_recorded(averages)):
        of = [
            (values.any.head.metric, part.head.tag.label, value)
            for part in values.of.values()
            if part.head.tag is not None and has_value(part) and isinstance(value := evaluate(part), Fraction)
        ]
        if of:
            found.append((min(of, key=lambda one: one[2]), max(of, key=lambda one: one[2])))
    best = max(found, key=lambda pair: pair[1][2] - pair[0][2], default=None)
    return best if best is not None and best[1][2] - best[0][2] >= FAR else None


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
    """The libraries that are known to combine class values as a question does, each with the name of its function."""
    metric, out = request.metric, []
    for preset in map(PRESETS.__getitem__, LIBRARIES):
        call = metric.implemented_by.get(preset.name.partition("-")[0])
        if preset.title and call and preset.usual(metric.name, request.average).get("combine") == request.combine:
            out.append((preset.title, call))
    return out


def _recorded(side: Derivation) -> Named:
    return record(side.request, side.blocks, side.positive)
