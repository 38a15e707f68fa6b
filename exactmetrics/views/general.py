"""The general view: a definition run here leaves its tree for any matrix, whatever the counts and number of classes.

It is the trace view without data: a count of a class has a letter and no value, and a sum over classes a summand and no
terms. What a proof or a page on the formula itself reads is this tree; no formula is written a second time for it.

Reference: the identities of section 5 of Fahmy Amin 2023 are of this kind.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from types import SimpleNamespace
from typing import Any

from exactmetrics.exact.errors import UsageError
from exactmetrics.expression.nodes import Div, Expr, Head, Largest, Leaf, Named, Pairs, Product, Sqrt, Sum, Tag
from exactmetrics.metrics.averaging import definition
from exactmetrics.metrics.metric import Bound
from exactmetrics.metrics.policy import PROPAGATE
from exactmetrics.metrics.request import Request
from exactmetrics.views.carrier import Pair
from exactmetrics.views.trace import TraceClass, TraceMatrix, mark_of


class AnyMatrix(TraceMatrix):
    """A matrix of any number of classes, of which every sample has one true and one predicted class."""

    def __init__(self) -> None:
        self.blocks: Any = SimpleNamespace(k=0, partition=True)
        self.policy, self.over, self.weights, self.positive = PROPAGATE, (), (), None
        self.n, self.k = Leaf("n", None, None), Leaf("k", None, None)
        self.chosen: Any = self.k
        self._inside = False

    def of(self, label: Hashable) -> TraceClass:
        """The class of a letter, whatever its name."""
        return TraceClass(self, None)

    def sum(self, term: Callable[[Any], Any]) -> Sum:
        return Sum(self._summand(term), ())

    def largest(self, term: Callable[[Any], Any]) -> Largest:
        return Largest(self._summand(term), ())

    def mean(self, term: Callable[[Any], Any], weight: Callable[[Any], Any] | None = None) -> Expr:
        """The mean over all classes. Of a weighted one `zeros` says that a class of weight 0 takes no part."""
        if weight is None:
            return Div(self.sum(term), self.k)
        return Div(Sum(self._summand(lambda c: weight(c) * term(c)), (), zeros=True), self.n)

    def geometric_mean(self, term: Callable[[Any], Any]) -> Expr:
        return Sqrt(Product(self._summand(term), ()), 0, classes=True)

    def _over(self, pairs: Pairs, term: Callable[[Any], Any]) -> Sum:
        return Sum(self._summand(lambda c: term(self._pair_of(c))), (), pairs=pairs)

    def _pair_of(self, true: TraceClass) -> Pair:
        predicted = TraceClass(self, None, second=True)
        tag = Tag(None, other=predicted.tag)
        return Pair(Leaf("cell", tag, None), Leaf("gap", tag, None), true, predicted)

    def others(self, own: Tag, term: Callable[[Any], Any]) -> Sum:
        raise NotGeneralError("it is made of the single wrong cells of a class")

    def _summand(self, term: Callable[[Any], Any]) -> Expr:
        """A term of any class; its letter is bound here, so no other sum may be inside."""
        if self._inside:
            raise NotGeneralError("it has a sum over classes inside another")
        self._inside = True
        try:
            found: Expr = term(TraceClass(self, None))
        finally:
            self._inside = False
        return found

    def named(self, bound: Bound, head: Head, body: Expr) -> Named:
        """A metric by name: where nothing is undefined, no policy acts."""
        return Named(head, body)


class NotGeneralError(UsageError):
    """A metric that cannot be written for any matrix; the message says why."""


def general(request: Request) -> Named:
    """The tree of a question for any matrix.

    >>> from exactmetrics.metrics.request import resolve
    >>> tree = general(resolve("recall", average="macro"))
    >>> tree.body.num.body.body.num.block, tree.body.den.block
    ('tp', 'k')
    """
    m = AnyMatrix()
    try:
        made: Any = definition(request)(m)
    except NotGeneralError as error:
        raise NotGeneralError(f"{request.metric.name}: no formula for any matrix, for {error}") from None
    if request.average is None or (request.average == "micro" and request.combine == "scores"):
        assert isinstance(made, Named)
        return made
    return Named(Head(request.bound.name, None, request.average, mark_of(request.bound)), made)
