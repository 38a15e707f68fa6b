"""One class against the rest, as a matrix of two classes on any carrier.

Every count of the rest is a count of the class under another name (its true positives are the class's true negatives),
so a metric of a whole matrix runs on one class with no new counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from exactmetrics.metrics.metric import Bound


class Rest:
    """All other classes together, as the counterpart of a class."""

    def __init__(self, c: Any) -> None:
        self.c = c
        self.tp, self.tn, self.fp, self.fn, self.n = c.tn, c.tp, c.fn, c.fp, c.n

    @property
    def support(self) -> Any:
        """Samples that are not of the class."""
        return self.c.tn + self.c.fp

    @property
    def predicted(self) -> Any:
        """Samples not predicted as the class."""
        return self.c.tn + self.c.fn

    def apply(self, bound: Bound) -> Any:
        """Run a metric on the rest."""
        return self.c.run(bound, self, rest=True)


class PlainClass:
    """A class on a carrier on which nothing is undefined: to run a metric is to run its definition."""

    def one_vs_rest(self) -> BinaryMatrix:
        """The class against the rest."""
        return BinaryMatrix(self)

    def apply(self, bound: Bound) -> Any:
        """A metric of the class."""
        return bound.define(self)

    def run(self, bound: Bound, view: Any, *, rest: bool = False) -> Any:
        """A metric on the class, on the rest, or on the matrix of both."""
        return bound.define(view)

    def constant(self, value: int) -> Any:
        """A plain number on the carrier."""
        raise NotImplementedError

    def mean_of(self, term: Callable[[Any], Any], weight: Callable[[Any], Any] | None, over: Sequence[Any]) -> Any:
        """The mean over some classes, weighted if a weight is given."""
        weights = [weight(c) if weight else self.constant(1) for c in over]
        return sum(w * term(c) for w, c in zip(weights, over, strict=True)) / sum(weights)


class BinaryMatrix:
    """The two-class matrix of a class and the rest."""

    def __init__(self, c: Any) -> None:
        self.c, self.rest = c, Rest(c)
        self.n = c.n

    @property
    def k(self) -> Any:
        """Two."""
        return self.c.constant(2)

    def first(self) -> Any:
        """The class itself."""
        return self.c

    def sum(self, term: Callable[[Any], Any]) -> Any:
        """The sum over the class and the rest."""
        return term(self.c) + term(self.rest)

    def mean(self, term: Callable[[Any], Any], weight: Callable[[Any], Any] | None = None) -> Any:
        """The mean over the class and the rest."""
        return self.c.mean_of(term, weight, (self.c, self.rest))

    def apply(self, bound: Bound) -> Any:
        """Run a metric of a matrix on the two classes."""
        return self.c.run(bound, self)
