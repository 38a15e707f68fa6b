"""Linear inequalities in whole numbers: one solution, or the certainty that there is none.

Every number lies between 0 and a bound, so branching ends. Each branch is decided by the dual simplex method on whole
numbers: all entries of the tableau share one denominator (Edmonds 1967), and the smallest index is chosen (Bland 1977),
so that it is exact and ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

from exactmetrics.feasibility.budget import Budget
from exactmetrics.feasibility.nearby import Row, near_solution

MOST_REASONS = 8


class Solver:
    """Solves one system after the other, and tries on each first why the last ones had no solution.

    >>> solver = Solver(Budget(99))
    >>> solver.solution([((2, 2), 3), ((-2, -2), -2)], [5, 5]), solver.solution([((2,), 3), ((-2,), -3)], [9])
    ([1, 0], None)
    """

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.reasons: list[list[int]] = []  # by row, how often it enters a sum of rows that nothing meets

    def solution(self, rows: Sequence[Row], most: Sequence[int]) -> list[int] | None:
        """Whole numbers from 0 to given bounds that meet every row; None where there are none."""
        self.budget.spend()
        if any(_refutes(reason, rows, most) for reason in self.reasons):
            return None
        rows = [_tightened(row) for row in rows]
        size = len(most)
        bounds = [(tuple(int(i == j) for i in range(size)), top) for j, top in enumerate(most)]
        waiting: list[list[Row]] = [[*rows, *bounds]]
        root = True
        while waiting:
            current = waiting.pop()
            self.budget.spend()
            point, reason = real_point(current, size)
            if point is None:
                if root and len(self.reasons) < MOST_REASONS:
                    self.reasons.insert(0, reason[: len(rows)])
                continue
            numbers, common = point
            near = [min(top, (2 * x + common) // (2 * common)) for x, top in zip(numbers, most, strict=True)]
            if all(sum(a * x for a, x in zip(factors, near, strict=True)) <= bound for factors, bound in rows):
                return near
            if root:
                found, certain = near_solution(rows, most, near)
                if certain:
                    return found
            root = False
            waiting += _branches(current, numbers, common)
        return None


def _branches(current: list[Row], numbers: Sequence[int], common: int) -> list[list[Row]]:
    """The two sides of a number that is not whole, the nearer one last."""
    place = next(j for j, x in enumerate(numbers) if x % common)
    unit = tuple(int(i == place) for i in range(len(numbers)))
    low = numbers[place] // common
    below, above = [*current, (unit, low)], [*current, (tuple(-x for x in unit), -low - 1)]
    return [above, below] if 2 * (numbers[place] % common) < common else [below, above]


def _refutes(reason: Sequence[int], rows: Sequence[Row], most: Sequence[int]) -> bool:
    """Whether the rows, each taken so many times and added up, cannot hold for any numbers within the bounds."""
    if len(reason) != len(rows):
        return False
    total = sum(times * bound for times, (_, bound) in zip(reason, rows, strict=True))
    factors = (sum(times * row[j] for times, (row, _) in zip(reason, rows, strict=True)) for j in range(len(most)))
    return sum(min(0, factor) * top for factor, top in zip(factors, most, strict=True)) > total


def _tightened(row: Row) -> Row:
    """A row divided by the common factor of its factors, its bound rounded down."""
    common = gcd(*row[0])
    return (tuple(x // common for x in row[0]), row[1] // common) if common > 1 else row


def real_point(rows: Sequence[Row], size: int) -> tuple[tuple[list[int], int] | None, list[int]]:
    """A real point, not negative, that meets every row, as whole numbers over a common one.

    Where there is none the second part says why: how often each row enters a sum of rows that no point meets.

    >>> real_point([((2,), 3), ((-2,), -3)], 1), real_point([((1,), 1), ((-1,), -2)], 1)
    ((([3], 2), []), (None, [1, 1]))
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
            reason = [0] * (size + len(rows))
            reason[basis[out]] = common
            for variable, x in zip(nonbasic, line, strict=False):
                reason[variable] = x
            return None, reason[size:]
        common = _pivot(table, out, enter, common)
        basis[out], nonbasic[enter] = nonbasic[enter], basis[out]
    point = [0] * size
    for i, variable in enumerate(basis):
        if variable < size:
            point[variable] = table[i][-1]
    return (point, common), []


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
