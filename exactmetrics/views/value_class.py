"""One class, or a pool of classes, on exact numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from exactmetrics.metrics.metric import Bound
from exactmetrics.views.binary import BinaryMatrix
from exactmetrics.views.leaves import ClassLeaves
from exactmetrics.views.no_value import NoValue

if TYPE_CHECKING:
    from exactmetrics.views.value import ValueMatrix


class ValueClass(ClassLeaves):
    """One class, or the pool of several: its counts as exact numbers."""

    m: ValueMatrix

    def __init__(self, m: ValueMatrix, position: int | None) -> None:
        self.m, self.position = m, position

    def leaf(self, block: str) -> Fraction:
        """A count; in a pool the sum of the counts."""
        counts = getattr(self.m.blocks, block)
        if self.position is None:
            over = self.m.over
            return Fraction(sum(counts) if len(over) == len(counts) else sum(counts[i] for i in over))
        return Fraction(counts[self.position])

    @property
    def n(self) -> Fraction:
        """All samples; in a pool every class brings them."""
        return self.m.n if self.position is not None else self.m.n * len(self.m.over)

    def constant(self, value: int) -> Fraction:
        """A plain number."""
        return Fraction(value)

    def apply(self, bound: Bound) -> Any:
        """The value of a metric of the class."""
        return self.run(bound, self)

    def run(self, bound: Bound, view: Any, *, rest: bool = False) -> Any:
        """The value of a metric on the class, on the rest, or on the matrix of both."""
        try:
            return bound.define(view)
        except ZeroDivisionError:
            twin = self.m.trace().pooled() if self.position is None else self.m.trace().at(self.position)
            return self.m.settle(twin.run(bound, _twin_of(view, twin), rest=rest))

    def mean_of(self, term: Callable[[Any], Any], weight: Callable[[Any], Any] | None, over: Sequence[Any]) -> Any:
        """The mean over the two classes of a binary matrix."""
        top, bottom = Fraction(0), Fraction(0)
        for c in over:
            w = weight(c) if weight else Fraction(1)
            try:
                top, bottom = top + w * term(c), bottom + w
            except NoValue as none:
                if not none.omit:
                    raise
        return top / bottom


def _twin_of(view: Any, twin: Any) -> Any:
    """The same view on the other carrier: the class, its rest, or the matrix of both."""
    if isinstance(view, ValueClass):
        return twin
    both = BinaryMatrix(twin)
    return both if isinstance(view, BinaryMatrix) else both.rest
