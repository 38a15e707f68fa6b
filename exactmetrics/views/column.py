"""One quantity of all classes at once: the arithmetic of a definition, run over lists.

Ratios of whole numbers stay unreduced pairs, so the mean of ten thousand class scores costs one pass and one reduction.
A position whose quotient has no value is only remembered; the scalar view decides what becomes of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import gcd
from operator import add, mul, sub
from typing import Any

from exactmetrics.exact.sums import ratio_sum, total
from exactmetrics.exact.values import Number
from exactmetrics.metrics.quantity import LOGS, PICKS, ROOTS, Pick, log_ratio, picked_number, root


class Column:
    """Values by class: `tops` over `bottoms`, all whole, if there are any; else whole numbers or exact values."""

    __slots__ = ("bad", "bottoms", "omitted", "tops")

    def __init__(
        self,
        tops: Sequence[Any],
        bottoms: Sequence[int] | None = None,
        bad: frozenset[int] = frozenset(),
        omitted: frozenset[int] = frozenset(),
    ) -> None:
        self.tops, self.bottoms, self.bad, self.omitted = tops, bottoms, bad, omitted

    def __len__(self) -> int:
        return len(self.tops)

    def __getitem__(self, i: int) -> Number:
        value: Number = self.tops[i] if self.bottoms is None else Fraction(self.tops[i], self.bottoms[i])
        return Fraction(value) if isinstance(value, int) else value

    def values(self) -> list[Number]:
        return [self[i] for i in range(len(self.tops))]

    def sum(self) -> Number:
        """The exact sum of what was not left out."""
        if self.omitted:
            keep = [i for i in range(len(self.tops)) if i not in self.omitted]
            bottoms = None if self.bottoms is None else [self.bottoms[i] for i in keep]
            return Column([self.tops[i] for i in keep], bottoms).sum()
        if self.bottoms is not None:
            return ratio_sum(self.tops, self.bottoms)
        plain = sum(x for x in self.tops if isinstance(x, int))
        rest = [x for x in self.tops if not isinstance(x, int)]
        return total([Fraction(plain), *rest]) if rest else Fraction(plain)

    def _rational(self) -> bool:
        """Whether this is a column of ratios, or of whole numbers."""
        return self.bottoms is not None or _whole(self.tops)

    def _combined(self, other: Any, op: Callable[[Any, Any], Any]) -> Column:
        """A sum or difference; of ratios both sides over the product of their denominators, unreduced."""
        right = _as_column(other, len(self.tops))
        if self.bottoms is None and right.bottoms is None:
            return Column(list(map(op, self.tops, right.tops)), None, *_marks(self, right))
        if not (self._rational() and right._rational()):
            return _exact(self, right, op)
        tops = map(op, _times(self.tops, right.bottoms), _times(right.tops, self.bottoms))
        return Column(list(tops), _product(self.bottoms, right.bottoms), *_marks(self, right))

    def __add__(self, other: Any) -> Column:
        return self._combined(other, add)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Column:
        return self._combined(other, sub)

    def __rsub__(self, other: Any) -> Column:
        return (self * -1)._combined(other, add)

    def __mul__(self, other: Any) -> Column:
        right = _as_column(other, len(self.tops))
        ratios = self.bottoms is not None or right.bottoms is not None
        if ratios and not (self._rational() and right._rational()):
            return _exact(self, right, mul)
        return Column(_times(self.tops, right.tops), _product(self.bottoms, right.bottoms), *_marks(self, right))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Column:
        right = _as_column(other, len(self.tops))
        if not (self._rational() and right._rational()):
            return _exact(self, right, _divide)
        bad, omitted = _marks(self, right)
        bottoms = right.tops
        if not all(bottoms):
            bad |= {i for i, d in enumerate(bottoms) if not d}
            bottoms = [d or 1 for d in bottoms]
        return Column(_times(self.tops, right.bottoms), _times(bottoms, self.bottoms), bad, omitted)

    def __rtruediv__(self, other: Any) -> Column:
        return _as_column(other, len(self.tops)) / self

    def __pow__(self, exponent: int) -> Column:
        if exponent < 0:
            return 1 / self**-exponent
        values = self.tops if self.bottoms is None else self.values()
        return Column([x**exponent for x in values], None, self.bad, self.omitted)

    def settled(self, replaced: dict[int, Number], omitted: frozenset[int]) -> Column:
        """The column after a policy has acted: values put in, classes left out."""
        if not replaced:
            return Column(self.tops, self.bottoms, frozenset(), self.omitted | omitted)
        if self.bottoms is not None and all(isinstance(value, Fraction) for value in replaced.values()):
            tops, bottoms = list(self.tops), list(self.bottoms)
            for i, value in replaced.items():
                tops[i], bottoms[i] = value.numerator, value.denominator  # type: ignore[union-attr]
            return Column(tops, bottoms, frozenset(), self.omitted | omitted)
        values = [replaced.get(i, Fraction(0)) if i in self.bad else self[i] for i in range(len(self.tops))]
        return Column(values, None, frozenset(), self.omitted | omitted)


class LogColumn(Column):
    """So many times the logarithm of a ratio, class by class: the values are worked out when they are asked for.

    Most of them are only added up, cell by cell of a large matrix, and all factors of a sum are collected at once.
    """

    __slots__ = ("_values", "base", "ratios", "weights")

    def __init__(
        self,
        ratios: Sequence[tuple[int, int]],
        weights: Sequence[tuple[int, int]],
        base: int | None,
        bad: frozenset[int],
        omitted: frozenset[int],
    ) -> None:
        self.ratios, self.weights, self.base = ratios, weights, base  # in lowest terms; where the weight is 0 it is 1
        self.bottoms, self.bad, self.omitted = None, bad, omitted
        self._values: list[Any] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return LogColumn, (self.ratios, self.weights, self.base, self.bad, self.omitted)

    def __len__(self) -> int:
        return len(self.ratios)

    @property
    def tops(self) -> Sequence[Any]:  # type: ignore[override]
        if self._values is None:
            from exactmetrics.exact.logs import log

            every = zip(self.ratios, self.weights, strict=True)
            self._values = [Fraction(*w) * log(Fraction(*ratio), self.base) if w[0] else 0 for ratio, w in every]
        return self._values

    def sum(self) -> Number:
        from exactmetrics.exact.logs import sum_of_logs  # most metrics have none

        keep = [i for i in range(len(self.ratios)) if i not in self.omitted and i not in self.bad]
        return sum_of_logs([self.ratios[i] for i in keep], [self.weights[i] for i in keep], self.base)

    def _rational(self) -> bool:
        return not any(n for n, _ in self.weights)


def added(columns: Sequence[Any], n: int) -> Column:
    """The sum of many columns of n places, place by place: of exact values all are added at once."""
    every = [_as_column(column, n) for column in columns]
    if not every:
        return Column([0] * n)
    bad = frozenset[int]().union(*(column.bad for column in every))
    omitted = frozenset[int]().union(*(column.omitted for column in every))
    parts: list[list[Number]] = [[] for _ in range(n)]
    logs = [column for column in every if isinstance(column, LogColumn)]
    for base in dict.fromkeys(column.base for column in logs):
        for i, found in enumerate(_summed([column for column in logs if column.base == base], n)):
            parts[i].append(found)
    for column in every:
        if isinstance(column, LogColumn):
            continue
        for i, top in enumerate(column.tops):
            if top != 0:  # of most cells of a large matrix the term is 0
                parts[i].append(column[i])
    return Column(list(map(total, parts)), None, bad, omitted)


def _summed(columns: Sequence[LogColumn], n: int) -> list[Number]:
    """The sums of logarithms of one base, place by place."""
    from exactmetrics.exact.logs import sum_of_logs

    places = [[column for column in columns if i not in column.bad and column.weights[i][0]] for i in range(n)]
    return [
        sum_of_logs([column.ratios[i] for column in there], [column.weights[i] for column in there], columns[0].base)
        for i, there in enumerate(places)
    ]


ROOTS[Column] = lambda column, degree: Column(
    [root(x, degree) for x in column.values()], None, column.bad, column.omitted
)


def _log(top: Any, bottom: Any, base: int | None, weight: Any) -> Column:
    n = next(len(x) for x in (top, bottom, weight) if isinstance(x, Column))
    above, below, times = (_as_column(1 if x is None else x, n) for x in (top, bottom, weight))
    bad = above.bad | below.bad | times.bad
    omitted = above.omitted | below.omitted | times.omitted
    if above._rational() and below._rational() and times._rational():
        return _logs_of_ratios(above, below, times, base, bad, omitted)
    values: list[Any] = [0] * n
    for i in range(n):
        if not times.tops[i]:  # 0 whatever the ratio, as of most cells of a large matrix
            continue
        quantities: list[Any] = [above[i], below[i], base, times[i]]
        try:
            values[i] = log_ratio(*quantities)
        except ZeroDivisionError:
            bad |= {i}
    return Column(values, None, bad, omitted)


def _logs_of_ratios(
    above: Column, below: Column, times: Column, base: int | None, bad: frozenset[int], omitted: frozenset[int]
) -> LogColumn:
    """Logarithms of the ratios of two columns of rationals; of what is not positive there is none."""
    ratios: list[tuple[int, int]] = []
    tops, bottoms = _times(above.tops, below.bottoms), _times(below.tops, above.bottoms)
    none = []
    for i, (top, bottom, weight) in enumerate(zip(tops, bottoms, times.tops, strict=True)):
        if not weight:  # 0 whatever the ratio, as of most cells of a large matrix
            ratios.append((1, 1))
        elif top * bottom > 0:
            shared = gcd(top, bottom)
            ratios.append((abs(top) // shared, abs(bottom) // shared))
        else:
            none.append(i)
            ratios.append((1, 1))
    weights = list(zip(times.tops, [1] * len(ratios) if times.bottoms is None else times.bottoms, strict=True))
    for i in none:
        weights[i] = (0, 1)
    return LogColumn(ratios, weights, base, bad.union(none), omitted)


LOGS[Column] = _log


def _picked(pick: Pick, parts: Sequence[Any]) -> Column:
    n = next(len(x) for x in parts if isinstance(x, Column))
    columns = [_as_column(x, n) for x in parts]
    bad = frozenset[int]().union(*(column.bad for column in columns))
    omitted = frozenset[int]().union(*(column.omitted for column in columns))
    whole = all(column.bottoms is None and _whole(column.tops) for column in columns)
    rows = zip(*(column.tops if whole else column.values() for column in columns), strict=True)
    values: list[Any] = []
    for i, row in enumerate(rows):
        try:
            values.append(picked_number(pick, row))
        except ZeroDivisionError:  # a quantile of 0 or 1
            values.append(Fraction(0))
            bad |= {i}
    return Column(values, None, bad, omitted)


PICKS[Column] = _picked


def _marks(a: Column, b: Column) -> tuple[frozenset[int], frozenset[int]]:
    return (a.bad | b.bad, a.omitted | b.omitted) if b.bad or b.omitted else (a.bad, a.omitted)


def _product(a: Sequence[int] | None, b: Sequence[int] | None) -> Sequence[int] | None:
    """The product of two columns of denominators, where there are any."""
    return b if a is None else _times(a, b)


def _times(a: Sequence[Any], b: Sequence[Any] | None) -> Sequence[Any]:
    return a if b is None else list(map(mul, a, b))


def _as_column(x: Any, n: int) -> Column:
    if isinstance(x, Column):
        return x
    # A whole Fraction as an int, so that columns of counts stay columns of ints.
    return Column([x.numerator if isinstance(x, Fraction) and x.denominator == 1 else x] * n)


def _whole(values: Sequence[Any]) -> bool:
    """Whether all values are whole numbers: one Fraction makes the sum a Fraction, and roots come without any int."""
    return not values or (type(values[0]) is int and type(sum(values)) is int)


def _divide(a: Number, b: Any) -> Any:
    return a / b if b else None


def _exact(a: Column, b: Column, op: Callable[[Any, Any], Any]) -> Column:
    """An operation on exact values one by one; a quotient without a value is marked."""
    values = list(map(op, a.values(), b.values()))
    bad, omitted = _marks(a, b)
    missing = frozenset(i for i, v in enumerate(values) if v is None)
    return Column([Fraction(0) if v is None else v for v in values], None, bad | missing, omitted)
