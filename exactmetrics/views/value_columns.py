"""All classes at once on columns of numbers; where a class has no value it is run by itself."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from exactmetrics.exact.values import Number, Undefined
from exactmetrics.metrics.metric import Bound
from exactmetrics.views.column import Column
from exactmetrics.views.leaves import ClassLeaves
from exactmetrics.views.no_value import Acted, NoValue
from exactmetrics.views.value_class import ValueClass

if TYPE_CHECKING:
    from exactmetrics.views.value import ValueMatrix


class ColumnClasses(ClassLeaves):
    """All chosen classes at once: every count is a column."""

    m: ValueMatrix

    def __init__(self, m: ValueMatrix, positions: Sequence[int]) -> None:
        self.m, self.positions = m, positions
        self._all = len(positions) == m.blocks.k
        self._omitted: frozenset[int] = frozenset()  # a class that is left out is not asked again

    def leaf(self, block: str) -> Column:
        """A count of every class."""
        counts = getattr(self.m.blocks, block)
        return Column(counts if self._all else [counts[i] for i in self.positions])

    @property
    def weight(self) -> Column:
        """The weights that were given."""
        return Column([self.m.weights[i] for i in self.positions])

    def one_vs_rest(self) -> ColumnMatrices:
        """Each class against the rest."""
        return ColumnMatrices(self)

    def apply(self, bound: Bound) -> Any:
        """The values of a metric, class by class; where it has none the policy decides."""
        column = bound.define(self)
        if not isinstance(column, Column) or not column.bad:
            return column
        replaced, omitted = self.each(lambda c: c.apply(bound), sorted(column.bad - self._omitted))
        self._omitted |= omitted
        return column.settled(replaced, omitted)

    def each(
        self, term: Callable[[ValueClass], Number], among: Sequence[int]
    ) -> tuple[dict[int, Number], frozenset[int]]:
        """Run a term class by class on some places of the column: the values, and the places left out."""
        values, omitted = {}, set()
        known: dict[tuple[Any, ...], _Once] = {}  # classes of equal counts have equal values, and are run once
        b = self.m.blocks
        for i in among:
            position = self.positions[i]
            key = (b.tp[position], b.support[position], b.predicted[position])
            once = known.get(key)
            if once is None:
                once = known[key] = _Once(self.m, term, position)
            else:
                self.m.acted += once.acted_on(b.labels[position])
            if isinstance(once.value, NoValue):
                self.valueless(i, once.undefined_for(b.labels[position]), once.value)
                omitted.add(i)
            else:
                values[i] = once.value
        return values, frozenset(omitted)

    def valueless(self, place: int, undefined: Undefined, none: NoValue) -> None:
        """A class has no value: a policy leaves it out, or the whole column has none."""
        if not none.omit:
            raise NoValue(undefined, False)


class _Once:
    """A term run on one class, and what comes of it for other classes of the same counts."""

    def __init__(self, m: ValueMatrix, term: Callable[[ValueClass], Number], position: int) -> None:
        before, self.label = len(m.acted), m.blocks.labels[position]
        self.value: Number | NoValue
        try:
            self.value = term(ValueClass(m, position))
        except NoValue as none:
            self.value = none
        self.acted = m.acted[before:]

    def acted_on(self, label: Hashable) -> list[Acted]:
        """The policies that acted, as they act on the class of a label."""
        return [replace(a, label=label) if a.label == self.label else a for a in self.acted]

    def undefined_for(self, label: Hashable) -> Undefined:
        """The undefined value, as that of the class of a label."""
        assert isinstance(self.value, NoValue)
        u = self.value.undefined
        if u.label != self.label or label == self.label:
            return u
        return Undefined(u.name, label, u.numerator, u.denominator, average=u.average)


class ColumnMatrices:
    """The matrices of each class against the rest, which metrics of a whole matrix run on one by one."""

    def __init__(self, classes: ColumnClasses) -> None:
        self.classes = classes

    def apply(self, bound: Bound) -> Column:
        """The values of a metric of a matrix, class by class."""
        places = range(len(self.classes.positions))
        values, omitted = self.classes.each(lambda c: c.one_vs_rest().apply(bound), places)
        return Column([values.get(i, Fraction(0)) for i in places], None, frozenset(), omitted)


def column_sum(column: Column) -> Number:
    """The sum of what was not left out.

    >>> column_sum(Column([1, 2, 3], [2, 2, 2]))
    Fraction(3, 1)
    >>> column_sum(Column([1, 2, 3], [2, 2, 2], frozenset(), frozenset({1})))
    Fraction(2, 1)
    """
    if not column.omitted:
        return column.sum()
    keep = [i for i in range(len(column)) if i not in column.omitted]
    bottoms = None if column.bottoms is None else [column.bottoms[i] for i in keep]
    return Column([column.tops[i] for i in keep], bottoms).sum()
