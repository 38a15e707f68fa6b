"""The matrices that have given building blocks: the wrong predictions form a table with an empty diagonal.

Row i of that table adds up to FN_i and column j to FP_j.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from exactmetrics.feasibility.backtracking import choices
from exactmetrics.feasibility.budget import Budget
from exactmetrics.matrix.blocks import Blocks

Rows = list[list[int]]


def matrices(blocks: Blocks) -> Iterator[Rows]:
    """Every matrix with these blocks, rows true classes.

    >>> list(matrices(Blocks("ab", n=5, tp=[2, 2], support=[3, 2], predicted=[2, 3])))
    [[[2, 1], [0, 2]]]
    """
    fn, fp = [int(x) for x in blocks.fn], [int(x) for x in blocks.fp]

    def rows(above: Rows) -> Iterator[list[int]]:
        return _lines(fn, [total - sum(cells) for total, *cells in zip(fp, *above, strict=True)], len(above))

    for found in choices(len(fn), rows):
        yield [[*row[:i], int(tp), *row[i + 1 :]] for i, (row, tp) in enumerate(zip(found, blocks.tp, strict=True))]


def count_matrices(blocks: Blocks, budget: Budget) -> int:
    """How many matrices have these blocks.

    >>> parts = Blocks("KLM", n=200, tp=[30, 52, 22], support=[53, 110, 37], predicted=[79, 69, 52])
    >>> count_matrices(parts, Budget(100))
    16
    """
    fn, fp = [int(x) for x in blocks.fn], [int(x) for x in blocks.fp]
    if blocks.k == 3:
        # for t of the first class predicted as the second the other cells are fn0 − t, fp1 − t, fp2 − fn0 + t, ...
        low, high = max(0, fn[0] - fp[2], fp[1] - fn[2]), min(fn[0], fp[1], fp[0] - fn[2] + fp[1])
        return max(0, high - low + 1)
    counts = {tuple(fp): 1}  # how many ways lead to what is left of the columns
    for row in range(blocks.k):
        after: dict[tuple[int, ...], int] = {}
        for left, ways in counts.items():
            for line in _lines(fn, left, row):
                budget.spend()
                key = tuple(total - cell for total, cell in zip(left, line, strict=True))
                after[key] = after.get(key, 0) + ways
        counts = after
    return sum(counts.values())


def _lines(fn: Sequence[int], left: Sequence[int], row: int) -> Iterator[list[int]]:
    """Every row of the table from which on the later rows can fill up what is left of the columns.

    They can where a column asks no more of them than they have, those of its own class not counted.
    """
    later = sum(fn[row + 1 :])
    least = [max(0, x - later + (fn[j] if j > row else 0)) for j, x in enumerate(left)]
    most = [0 if j == row else min(x, fn[row]) for j, x in enumerate(left)]
    if sum(left) - fn[row] != later or any(low > high for low, high in zip(least, most, strict=True)):
        return

    def cells(before: list[int]) -> Iterator[int]:
        j, room = len(before), fn[row] - sum(before)
        return iter(range(max(least[j], room - sum(most[j + 1 :])), min(most[j], room - sum(least[j + 1 :])) + 1))

    yield from map(list, choices(len(left), cells))
