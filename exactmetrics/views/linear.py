"""The linear view: a definition run here is a ratio of two linear forms in TP, FN, FP and TN, or it is refused.

A rate that is such a ratio is a linear condition on the counts, so counts can be solved for. Forms add, subtract, take
whole factors and divide once; whatever else a definition does with them is a `TypeError`, as for any carrier that does
not know an operation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NoReturn

from exactmetrics.metrics.metric import Metric
from exactmetrics.views.binary import PlainClass

COUNTS = ("TP", "FN", "FP", "TN")


@dataclass(frozen=True, slots=True)
class LinearForm:
    """A sum of counts with whole factors, in the order of `COUNTS`."""

    factors: tuple[int, ...]

    def __add__(self, other: LinearForm) -> LinearForm:
        if not isinstance(other, LinearForm):
            return NotImplemented
        return LinearForm(tuple(a + b for a, b in zip(self.factors, other.factors, strict=True)))

    def __sub__(self, other: LinearForm) -> LinearForm:
        return self + -1 * other if isinstance(other, LinearForm) else NotImplemented

    def __mul__(self, factor: int) -> LinearForm:
        return LinearForm(tuple(a * factor for a in self.factors)) if isinstance(factor, int) else NotImplemented

    __rmul__ = __mul__

    def __truediv__(self, other: LinearForm) -> FormRatio:
        return FormRatio(self, other) if isinstance(other, LinearForm) else NotImplemented

    def at(self, counts: Sequence[Any]) -> Any:
        """The value of the form for counts in the order of `COUNTS`."""
        return sum(factor * count for factor, count in zip(self.factors, counts, strict=True))


@dataclass(frozen=True, slots=True)
class FormRatio:
    """One linear form over another; it takes part in no further arithmetic."""

    top: LinearForm
    bottom: LinearForm


class LinearClass(PlainClass):
    """The positive class of two, its counts linear forms."""

    tp, fn, fp, tn = (LinearForm(tuple(int(i == place) for i in range(4))) for place in range(4))
    support, predicted = tp + fn, tp + fp
    n = support + fp + tn

    def constant(self, value: int) -> int:
        """A plain number."""
        return value

    def mean_of(self, term: Callable[[Any], Any], weight: Callable[[Any], Any] | None, over: Any) -> NoReturn:
        """No mean: it is a sum of ratios."""
        raise TypeError("a mean over the classes is no ratio of linear forms")


@cache
def form_ratio(metric: Metric) -> FormRatio | None:
    """The metric of the positive class of two as a ratio of linear forms; None where it is none or needs a parameter.

    >>> from exactmetrics.metrics.registry import metric_named
    >>> form_ratio(metric_named("f1"))
    FormRatio(top=LinearForm(factors=(2, 0, 0, 0)), bottom=LinearForm(factors=(2, 1, 1, 0)))
    >>> form_ratio(metric_named("informedness")) is None
    True
    """
    if metric.standard.parameters:
        return None
    c: Any = LinearClass()
    try:
        found = metric(c if metric.scope == "class" else c.one_vs_rest())
    except TypeError:
        return None
    return found if isinstance(found, FormRatio) else None
