"""Two plain-text pages in two columns, where both are narrow enough."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from exactmetrics.derivation.notation.terminal import terminal_width
from exactmetrics.derivation.writing.tables import column

COLUMN = 48  # columns of a terminal
BETWEEN = " │ "


def wrapped(text: str, width: int = COLUMN) -> list[str]:
    """The lines of a page, its sentences broken; what is set off, formulas and tables, stays as it is.

    >>> wrapped("A sentence of many words.\\n\\n   x = 1/2 + 1/3 + 1/4 + 1/5", 16)
    ['A sentence of', 'many words.', '', '   x = 1/2 + 1/3 + 1/4 + 1/5']
    """
    lines: list[str] = []
    for line in text.strip("\n").split("\n"):
        lines += [line] if not line or line.startswith(" ") else textwrap.wrap(line, width)
    return lines


def two_columns(first: Sequence[str], second: Sequence[str], width: int = COLUMN) -> list[str] | None:
    """Lines side by side; None where one of them is wider than a column.

    >>> two_columns(["one", "two"], ["three"], 5)
    ['one   │ three', 'two   │']
    >>> two_columns(["one"], ["twenty"], 5) is None
    True
    """
    if any(terminal_width(line) > width for line in (*first, *second)):
        return None
    length = max(len(first), len(second))
    left, right = ([*lines, *[""] * (length - len(lines))] for lines in (first, second))
    return [f"{column(a, width)}{BETWEEN}{b}".rstrip() for a, b in zip(left, right, strict=True)]
