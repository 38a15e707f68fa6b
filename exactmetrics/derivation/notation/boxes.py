"""Boxes of text: rows of characters with a baseline, put side by side, one over the other, in brackets, under a root.

Every row of a box has the same number of terminal columns, so that boxes can be put together without looking inside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from exactmetrics.derivation.notation.terminal import terminal_width
from exactmetrics.derivation.writing.tables import column

BAR, LINE = "─", "_"
BRACKETS = (("⎛", "⎜", "⎝"), ("⎞", "⎟", "⎠"))


@dataclass(frozen=True, slots=True)
class Box:
    """Rows of equal width; `base` is the row that stands on the line of what is beside it."""

    rows: tuple[str, ...]
    base: int = 0

    @property
    def width(self) -> int:
        """How many columns of a terminal it takes.

        >>> Box(("7/12",)).width
        4
        """
        return terminal_width(self.rows[0])

    @property
    def height(self) -> int:
        """How many rows it has.

        >>> Box(("7", "──", "12"), 1).height
        3
        """
        return len(self.rows)


def beside(boxes: Sequence[Box]) -> Box:
    """Boxes from left to right, their baselines on one line.

    >>> for row in beside([Box(("1", "─", "2"), 1), Box((" + 1",))]).rows: print(row.rstrip())
    1
    ─ + 1
    2
    """
    base = max(box.base for box in boxes)
    below = max(box.height - box.base for box in boxes)
    rows = []
    for at in range(-base, below):
        cells = ((box.rows[i] if 0 <= (i := box.base + at) < box.height else " " * box.width) for box in boxes)
        rows.append("".join(cells))
    return Box(tuple(rows), base)


def fraction(top: Box, bottom: Box) -> Box:
    """One box over another with a bar between; the bar of what is a fraction itself is the shorter one.

    >>> for row in fraction(Box(("1",)), Box(("120",))).rows: print(row.rstrip())
     1
    ───
    120
    """
    wide = max(top.width, bottom.width) + (2 if top.height > 1 or bottom.height > 1 else 0)
    rows = [*(_centred(row, wide) for row in top.rows), BAR * wide, *(_centred(row, wide) for row in bottom.rows)]
    return Box(tuple(rows), top.height)


def bracketed(inside: Box) -> Box:
    """A box in brackets as high as itself.

    >>> for row in bracketed(Box(("1", "─", "2"), 1)).rows: print(row)
    ⎛1⎞
    ⎜─⎟
    ⎝2⎠
    """
    if inside.height == 1:
        return Box((f"({inside.rows[0]})",))
    last = inside.height - 1
    rows = (
        f"{left}{row}{right}"
        for at, row in enumerate(inside.rows)
        for left, right in [(side[0 if at == 0 else 2 if at == last else 1] for side in BRACKETS)]
    )
    return Box(tuple(rows), inside.base)


def rooted(inside: Box) -> Box:
    """A box under the sign of a square root.

    >>> for row in rooted(Box(("29",))).rows: print(row.rstrip())
      __
    ╲╱29
    """
    high = inside.height
    rows = [" " * (high + 1) + LINE * inside.width]
    for at, row in enumerate(inside.rows):
        left = "╲╱" if at == high - 1 else " " * (high - at) + "╱"
        rows.append(left.ljust(high + 1) + row)
    return Box(tuple(rows), inside.base + 1)


def total(under: str) -> Box:
    """The sign of a sum, with what it runs over below it.

    >>> for row in total("i").rows: print(row)
    ∑
    i
    """
    return Box((_centred("∑", terminal_width(under)), under))


def raised(text: str, beside: Box) -> Box:
    """A text beside the top row of a box: an exponent.

    >>> raised("²", bracketed(Box(("1", "─", "2"), 1))).base
    1
    """
    blank = " " * terminal_width(text)
    return Box((text, *[blank] * (beside.height - 1)), beside.base)


def stacked(boxes: Sequence[Box]) -> Box:
    """Rows of one formula below each other, an empty row between them; the baseline is in the middle.

    >>> for row in stacked([Box(("1 + 2",)), Box(("+ 3",))]).rows: print(row.rstrip())
    1 + 2
    <BLANKLINE>
    + 3
    """
    if len(boxes) == 1:
        return boxes[0]
    wide = max(box.width for box in boxes)
    rows: list[str] = []
    for box in boxes:
        rows += [" " * wide] if rows else []
        rows += [column(row, wide) for row in box.rows]
    return Box(tuple(rows), len(rows) // 2)


def _centred(row: str, wide: int) -> str:
    left = (wide - terminal_width(row)) // 2
    return column(" " * left + row, wide)
