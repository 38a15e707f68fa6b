"""The value view: a definition run here is an exact number.

Means and sums run on columns of all classes at once; a single class runs on `Fraction`s. Wherever a quotient has no
value the trace view is asked what the policy says, so there is one place where policies act.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from exactmetrics.exact.values import Number
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.averaging import averaged
from exactmetrics.metrics.metric import Bound
from exactmetrics.metrics.request import Request
from exactmetrics.views.column import Column
from exactmetrics.views.leaves import MatrixCounts
from exactmetrics.views.no_value import Acted, NoValue
from exactmetrics.views.value_class import ValueClass
from exactmetrics.views.value_columns import ColumnClasses, column_sum

if TYPE_CHECKING:
    from exactmetrics.expression.nodes import Named


class ValueMatrix(MatrixCounts):
    """The whole matrix on exact numbers; `over` holds the positions of the classes that averages run over."""

    def __init__(self, blocks: Blocks, *given: Any) -> None:
        super().__init__(blocks, *given)
        self.n, self.k = Fraction(blocks.n), Fraction(blocks.k)
        self.acted: list[Acted] = []
        self._all = range(blocks.k)
        self._trace: Any = None

    def of(self, label: Hashable) -> ValueClass:
        """The class of a label."""
        return ValueClass(self, self.blocks.position(label))

    def first(self) -> ValueClass:
        """The positive class of two."""
        return ValueClass(self, self.positive or 0)

    def pooled(self) -> ValueClass:
        """All chosen classes as one."""
        return ValueClass(self, None)

    def sum(self, term: Callable[[Any], Any]) -> Number:
        """The sum over all classes."""
        column = self._defined(term(ColumnClasses(self, self._all)), self.blocks.k)
        if column.omitted:  # a sum that leaves a class out is no sum over the classes
            raise ZeroDivisionError
        return column.sum()

    def mean(self, term: Callable[[Any], Any], weight: Callable[[Any], Any] | None = None) -> Number:
        """The mean over the chosen classes, those of weight 0 and those a policy leaves out not counted."""
        if weight is None:
            column = self._defined(term(ColumnClasses(self, self.over)), len(self.over))
            return column_sum(column) / (len(column) - len(column.omitted))
        over = list(self.over)
        weights = weight(ColumnClasses(self, over)).tops
        if 0 in weights:
            over = [i for i, w in zip(over, weights, strict=True) if w]
        view = ColumnClasses(self, over)
        weights, column = weight(view), self._defined(term(view), len(over))
        kept = Column([w for i, w in enumerate(weights.tops) if i not in column.omitted])
        return column_sum(weights * column) / kept.sum()  # type: ignore[operator]

    def _defined(self, column: Any, size: int) -> Column:
        if not isinstance(column, Column):  # a term that is the same for every class
            return Column([column] * size)
        if column.bad - column.omitted:  # a quotient outside any metric, e.g. of two counts: no policy speaks of it
            raise ZeroDivisionError
        return column

    def average(self, bound: Bound, request: Request) -> Any:
        """A metric averaged as asked."""
        try:
            return averaged(bound, request)(self)
        except ZeroDivisionError:
            return self.settle(self.trace().average(bound, request))

    def apply(self, bound: Bound) -> Any:
        """The value of a metric of the matrix."""
        try:
            return bound.define(self)
        except ZeroDivisionError:
            return self.settle(self.trace().apply(bound))

    def trace(self) -> Any:
        """The trace view of the same matrix, which knows what to do where there is no value."""
        from exactmetrics.views.trace import TraceMatrix

        if self._trace is None:
            self._trace = TraceMatrix(self.blocks, self.policy, self.over, self.weights, self.positive)
        return self._trace

    def settle(self, named: Named) -> Fraction:
        """What the policy put in the place of a part without a value, or the news that nothing stands for it."""
        from exactmetrics.views.undefined import find_undefined, undefined_ratio

        if named.applied is None or named.applied.policy == "inherited":
            raise NoValue(find_undefined(named), False)
        undefined = find_undefined(named)
        num, den = undefined_ratio(named.body)
        omit = named.applied.policy == "omit"
        if omit or named.applied.value is not None:
            label = named.head.tag.label if named.head.tag else None
            ratio, average = f"{num}/{den}", undefined.average
            self.acted.append(Acted(undefined.metric, label, named.applied.value, named.applied.why, ratio, average))
        if named.applied.value is None:
            raise NoValue(undefined, omit)
        return named.applied.value
