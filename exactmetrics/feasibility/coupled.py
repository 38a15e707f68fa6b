"""Two sums over many classes that exclude each other, although either alone is possible.

Each class adds to both. Weighted with two multipliers that are not negative, the classes together reach at least the
sum of what each reaches at least by itself; if that is more than the windows of the two sums allow, nothing fits. Any
multipliers prove it, so they are looked for by trial (Lagrangian relaxation: Geoffrion 1974).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product

from exactmetrics.feasibility.budget import Budget
from exactmetrics.feasibility.candidates import Row

SCALE = 1 << 20
REACH = 6.0  # powers of two, either way, in which the ratio of the multipliers is looked for
ROUNDS = 12
FEW = 40  # rows up to which all is tried as quickly
CHEAP = 16  # rows that are weighted for one step of the budget


@dataclass(frozen=True, slots=True)
class Window:
    """The ends between which a sum must lie, and its place among the sums."""

    place: int
    least: int
    most: int


def exclude_each_other(tables: Sequence[Sequence[Row]], windows: Sequence[Window], budget: Budget) -> bool:
    """Whether it is proved that two sums cannot both lie in their windows.

    Args:
        tables: for every class the rows it may have.
        windows: the sums that must lie in a window.
        budget: what may be done.

    >>> rows = [Row(tp, low=[tp, tp], high=[tp, tp]) for tp in range(30)]
    >>> exclude_each_other([rows, rows], [Window(0, 20, 22), Window(1, 23, 25)], Budget(999))
    True
    """
    if sum(map(len, tables)) <= FEW:
        return False
    return any(
        _proved(tables, pair, signs, budget)
        for pair in combinations(windows, 2)
        if pair[0].place != pair[1].place
        for signs in product((1, -1), repeat=2)
    )


def _proved(
    tables: Sequence[Sequence[Row]], pair: tuple[Window, Window], signs: tuple[int, ...], budget: Budget
) -> bool:  # fmt: skip
    """Look for multipliers of one pair: what the classes reach beyond the windows is concave in them."""
    columns = [[_column(row, window, sign) for window, sign in zip(pair, signs, strict=True)] for table in tables
               for row in table]  # fmt: skip
    ends = [w.most if sign > 0 else -w.least for w, sign in zip(pair, signs, strict=True)]
    sizes = [len(table) for table in tables]
    spread = [max(1, max(c[i] for c in columns) - min(c[i] for c in columns)) for i in (0, 1)]

    def beyond(power: float) -> int:
        budget.spend(len(columns) // CHEAP + 1)
        first: int = max(1, round(2.0**power * SCALE) * spread[1] // spread[0])
        at, total = 0, 0
        for size in sizes:
            total += min(first * x + SCALE * y for x, y in columns[at : at + size])
            at += size
        return total - first * ends[0] - SCALE * ends[1]

    low, high = -REACH, REACH
    for _ in range(ROUNDS):
        left, right = low + (high - low) / 3, high - (high - low) / 3
        one, other = beyond(left), beyond(right)
        if max(one, other) > 0:
            return True
        low, high = (low, right) if one > other else (left, high)
    return False


def _column(row: Row, window: Window, sign: int) -> int:
    """What a row adds at least, with the sign."""
    return row.low[window.place] if sign > 0 else -row.high[window.place]
