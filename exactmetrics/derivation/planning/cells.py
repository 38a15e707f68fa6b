"""The cells of a matrix that a count adds up and that no total shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from exactmetrics.derivation.planning.page import Cells

SHOWN_MATRIX = 10  # classes of the largest matrix that stands on a page whole
SHOWN_PARTS = 4  # a count that adds up more cells than these is shown as its value alone


def cells_of(block: str, at: int, cells: Cells) -> tuple[Any, ...]:
    """The cells that a count of the class at a position adds up, row by row; none where they are one or too many."""
    if block not in _ADDED:
        return ()
    number, parts = _ADDED[block]
    return parts(at, cells) if 1 < number(len(cells)) <= SHOWN_PARTS else ()


Parts = Callable[[int, Cells], tuple[Any, ...]]
_ADDED: dict[str, tuple[Callable[[int], int], Parts]] = {
    # How many cells of a matrix of k classes a count adds up, and which.
    "fn": (lambda k: k - 1, lambda i, cells: (*cells[i][:i], *cells[i][i + 1 :])),
    "fp": (lambda k: k - 1, lambda i, cells: tuple([row[i] for j, row in enumerate(cells) if j != i])),
    "tn": (
        lambda k: (k - 1) ** 2,
        lambda i, cells: tuple([c for j, row in enumerate(cells) if j != i for m, c in enumerate(row) if m != i]),
    ),
}
