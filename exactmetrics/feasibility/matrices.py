"""The matrices that have given building blocks: the wrong predictions form a table with an empty diagonal.

Row i of that table adds up to FN_i and column j to FP_j. For two classes there is one table, for three all of them lie
on a line; beyond that they are filled in row by row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from exactmetrics.feasibility.budget import Budget
from exactmetrics.matrix.blocks import Blocks

Rows = list[list[int]]


def count_matrices(blocks: Blocks, budget: Budget) -> int:
    """How many matrices have these blocks.

    >>> parts = Blocks("KLM", n=200, tp=[30, 52, 22], support=[53, 110, 37], predicted=[79, 69, 52])
    >>> count_matrices(parts, Budget(100))
    16
    """
    rights, wrongs = _margins(blocks)
    if blocks.k == 3:
        return len(_on_line(rights, wrongs))
    return _Tables(rights, budget).count(0, tuple(wrongs))


def matrices(blocks: Blocks) -> Iterator[Rows]:
    """Every matrix with these blocks, rows true classes.

    >>> parts = Blocks("ab", n=5, tp=[2, 2], support=[3, 2], predicted=[2, 3])
    >>> list(matrices(parts))
    [[[2, 1], [0, 2]]]
    """
    rights, wrongs = _margins(blocks)
    for table in _fill(rights, wrongs, 0):
        for i, tp in enumerate(blocks.tp):
            table[i][i] = int(tp)
        yield table


def _margins(blocks: Blocks) -> tuple[list[int], list[int]]:
    """The false negatives and the false positives of every class."""
    return [int(x) for x in blocks.fn], [int(x) for x in blocks.fp]


def _on_line(fn: Sequence[int], fp: Sequence[int]) -> range:
    """For three classes: the possible numbers of the first class predicted as the second."""
    # for t of them the other cells are fn0 − t, fp1 − t, fp2 − fn0 + t, fn2 − fp1 + t and fp0 − fn2 + fp1 − t
    low = max(0, fn[0] - fp[2], fp[1] - fn[2])
    high = min(fn[0], fp[1], fp[0] - fn[2] + fp[1])
    return range(low, high + 1)


def _fill(fn: Sequence[int], fp: Sequence[int], row: int) -> Iterator[Rows]:
    """Every table of the rows from one on, the columns adding up to what is left of them."""
    k = len(fn)
    if row == k:
        if not any(fp):
            yield []
        return
    for cells in _splits(fn[row], [0 if j == row else fp[j] for j in range(k)]):
        left = [total - cell for total, cell in zip(fp, cells, strict=True)]
        later = sum(fn[row + 1 :])
        if sum(left) == later and all(x <= later - (fn[j] if j > row else 0) for j, x in enumerate(left)):
            for rest in _fill(fn, left, row + 1):
                yield [list(cells), *rest]


def _splits(total: int, most: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every way to write a total as a sum with a bound for each term."""
    if not most:
        if total == 0:
            yield ()
        return
    room = sum(most[1:])
    for first in range(max(0, total - room), min(total, most[0]) + 1):
        for rest in _splits(total - first, most[1:]):
            yield (first, *rest)


class _Tables:
    """Counts tables row by row; equal columns that are left are counted once."""

    def __init__(self, fn: Sequence[int], budget: Budget) -> None:
        self.fn, self.budget = fn, budget
        self.known: dict[tuple[int, tuple[int, ...]], int] = {}

    def count(self, row: int, left: tuple[int, ...]) -> int:
        """The tables of the rows from one on."""
        if row == len(self.fn):
            return int(not any(left))
        key = row, left
        if key not in self.known:
            self.known[key] = self._sum(row, left)
        return self.known[key]

    def _sum(self, row: int, left: tuple[int, ...]) -> int:
        total, later = 0, sum(self.fn[row + 1 :])
        for cells in _splits(self.fn[row], [0 if j == row else x for j, x in enumerate(left)]):
            self.budget.spend()
            after = tuple(x - cell for x, cell in zip(left, cells, strict=True))
            if all(x <= later - (self.fn[j] if j > row else 0) for j, x in enumerate(after)):
                total += self.count(row + 1, after)
        return total
