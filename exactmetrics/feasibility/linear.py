"""Linear inequalities: a point of real numbers that meets them all, and one of whole numbers.

The real point comes from the dual simplex method on whole numbers: all entries of the tableau share one denominator
(Edmonds 1967), and the smallest index is chosen (Bland 1977), so that it is exact and ends. Near that point the whole
numbers are tried one after the other, each between the ends that the inequalities leave for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import gcd
from operator import mul
from typing import TypeAlias

from exactmetrics.feasibility.backtracking import choices
from exactmetrics.feasibility.budget import Budget

Row: TypeAlias = tuple[tuple[int, ...], int]  # the factors, and what their sum must not exceed


def whole_point(rows: Sequence[Row], most: Sequence[int], budget: Budget) -> list[int] | None:
    """Whole numbers from 0 to given bounds that meet every row; None where there are none.

    >>> whole_point([((2, 2), 3), ((-2, -2), -2)], [5, 5], Budget(99))
    [1, 0]
    >>> whole_point([((2,), 3), ((-2,), -3)], [9], Budget(9))
    """
    budget.spend()
    # One half after the other, those with the finest steps last.
    order = sorted(range(len(most)), key=lambda j: (j % 2, -most[j]))
    rows = [_tightened(row, order) for row in [*rows, *_derived(rows)]]
    most = [most[j] for j in order]
    bounds = [(tuple(int(i == j) for i in range(len(most))), top) for j, top in enumerate(most)]
    point = real_point([*rows, *bounds], len(most))
    if point is None:
        return None
    least = [[min(0, a * top) for a, top in zip(factors, most, strict=True)] for factors, _ in rows]

    def values(chosen: list[int]) -> Iterator[int]:
        """The values of the next number that leave something to the others, those near the real point first."""
        at, low, high = len(chosen), 0, most[len(chosen)]
        for (factors, bound), rest in zip(rows, least, strict=True):
            room = bound - sum(map(mul, factors, chosen)) - sum(rest[at + 1 :])
            if factors[at] > 0:
                high = min(high, room // factors[at])
            elif factors[at] < 0:
                low = max(low, -(room // -factors[at]))
            elif room < 0:
                return
        for value in sorted(range(low, high + 1), key=lambda x: abs(x - point[at])):
            budget.spend()
            yield value

    for found in choices(len(most), values):
        return [value for _, value in sorted(zip(order, found, strict=True))]
    return None


def _tightened(row: Row, order: Sequence[int]) -> Row:
    """A row in another order, divided by the common factor of its factors, its bound rounded down."""
    common = gcd(*row[0]) or 1
    return tuple(row[0][j] // common for j in order), row[1] // common


def _derived(rows: Sequence[Row]) -> Iterator[Row]:
    """Sums of two rows in which one half of the numbers, the even or the odd ones, cancels: what the other may be."""
    for factors, bound in rows:
        for start in (0, 1):
            part = factors[start::2]
            if not any(part) or not any(factors[1 - start :: 2]):
                continue
            for own, other in rows:
                if any(own[1 - start :: 2]):
                    continue
                times = next((Fraction(-x, y) for x, y in zip(part, own[start::2], strict=True) if y), Fraction(0))
                if times > 0 and all(x + times * y == 0 for x, y in zip(part, own[start::2], strict=True)):
                    a, b = times.denominator, times.numerator
                    yield tuple(a * x + b * y for x, y in zip(factors, own, strict=True)), a * bound + b * other


def real_point(rows: Sequence[Row], size: int) -> list[Fraction] | None:
    """A real point, not negative, that meets every row; None where there is none.

    >>> real_point([((2,), 3), ((-2,), -3)], 1), real_point([((1,), 1), ((-1,), -2)], 1)
    ([Fraction(3, 2)], None)
    """
    table = [[*factors, bound] for factors, bound in rows]
    basis = list(range(size, size + len(rows)))  # the slack of each row
    nonbasic = list(range(size))
    common = 1
    while True:
        out = min((i for i, line in enumerate(table) if line[-1] < 0), key=lambda i: basis[i], default=None)
        if out is None:
            break
        line = table[out]
        enter = min((j for j in range(size) if line[j] < 0), key=lambda j: nonbasic[j], default=None)
        if enter is None:
            return None
        common = _pivot(table, out, enter, common)
        basis[out], nonbasic[enter] = nonbasic[enter], basis[out]
    found = {variable: Fraction(line[-1], common) for variable, line in zip(basis, table, strict=True)}
    return [found.get(variable, Fraction(0)) for variable in range(size)]


def _pivot(table: list[list[int]], out: int, enter: int, common: int) -> int:
    """Exchange a basic and a nonbasic variable; returns the new common denominator, made positive."""
    line = table[out]
    pivot = line[enter]
    sign = 1 if pivot > 0 else -1
    for i, other in enumerate(table):
        if i != out:
            factor = other[enter]
            for j, x in enumerate(line):
                other[j] = sign * (other[j] * pivot - factor * x) // common if j != enter else -sign * factor
    table[out] = [sign * x if j != enter else sign * common for j, x in enumerate(line)]
    return abs(pivot)
