"""Linear inequalities: a point of real numbers that meets them all, and one of whole numbers.

The real point comes from the dual simplex method on whole numbers: all entries of the tableau share one denominator
(Edmonds 1967), and the smallest index is chosen (Bland 1977), so that it is exact and ends. Near that point the whole
numbers are tried one after the other, each between the ends that the inequalities leave for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import gcd
from typing import TypeAlias

from exactmetrics.feasibility.backtracking import choices, outward
from exactmetrics.feasibility.budget import Budget

# Those with the finest steps first (−1) or last (1), and for how many steps: often one of both is quick.
ORDERS = ((-1, 1_000), (1, 4_000), (-1, None))
Row: TypeAlias = tuple[tuple[int, ...], int]  # the factors, and what their sum must not exceed


def whole_point(rows: Sequence[Row], most: Sequence[int], budget: Budget) -> list[int] | None:
    """Whole numbers from 0 to given bounds that meet every row; None where there are none.

    >>> whole_point([((2, 2), 3), ((-2, -2), -2)], [5, 5], Budget(99))
    [1, 0]
    >>> whole_point([((2,), 3), ((-2,), -3)], [9], Budget(9))
    """
    budget.spend()
    rows = [_tightened(row) for row in [*rows, *_derived(rows)]]
    for finest, steps in ORDERS:  # one half after the other
        order = sorted(range(len(most)), key=lambda j: (j % 2, finest * most[j]))
        moved = [(tuple(factors[j] for j in order), bound) for factors, bound in rows]
        tops = [most[j] for j in order]
        bounds = [(tuple(int(i == j) for i in range(len(tops))), top) for j, top in enumerate(tops)]
        point = real_point([*moved, *bounds], len(tops))  # another one for another order
        if point is None:
            return None
        try:
            found = _near(moved, tops, point, budget, steps)
        except _Enough:
            continue
        return None if found is None else [x for _, x in sorted(zip(order, found, strict=True))]
    return None


class _Enough(Exception):  # noqa: N818  (a message on its way, not an error)
    """As many steps were taken as were to be."""


def _near(
    rows: Sequence[Row], most: Sequence[int], point: Sequence[Fraction], budget: Budget, steps: int | None
) -> list[int] | None:
    """Whole numbers that meet every row, those near a real point first; None where there are none."""
    least = [[min(0, a * top) for a, top in zip(factors, most, strict=True)] for factors, _ in rows]
    rest = [[sum(row[at:]) for row in least] for at in range(len(most) + 1)]  # what later ones add at least
    left = [[bound for _, bound in rows]]  # of each row, after each of the numbers chosen
    taken = 0

    def values(chosen: list[int]) -> Iterator[int]:
        nonlocal taken
        at, low, high = len(chosen), 0, most[len(chosen)]
        if chosen:
            left[at:] = [[room - row[0][at - 1] * chosen[-1] for room, row in zip(left[at - 1], rows, strict=True)]]
        for (factors, _), bound, later in zip(rows, left[at], rest[at + 1], strict=True):
            factor, room = factors[at], bound - later
            if factor > 0:
                high = min(high, room // factor)
            elif factor < 0:
                low = max(low, -(room // -factor))
            elif room < 0:
                return
        for value in outward(low, high, middle[at]):
            budget.spend()
            taken += 1
            if steps is not None and taken > steps:
                raise _Enough
            yield value

    middle = list(map(round, point))
    return next(choices(len(most), values), None)


def _tightened(row: Row) -> Row:
    """A row divided by the common factor of its factors, its bound rounded down."""
    common = gcd(*row[0]) or 1
    return tuple(x // common for x in row[0]), row[1] // common


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
