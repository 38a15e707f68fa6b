"""A matrix written in one line, such as `6 1 1; 1 5 2; 2 3 7`, and numbers written as text.

Rows are separated by semicolons or line ends, cells by spaces or commas. Numbers are read exactly: `6`, `0.5`, `1/3`.
"""

from __future__ import annotations

import re

from ..exact.digits import from_text
from ..exact.errors import InputError
from .counts import Counts
from .exact_count import Count, simplest
from .totals import refuse_totals


def number(text: str, *, decimal_comma: bool = False) -> Count | None:
    """Read a number exactly; None when the text is none.

    Args:
        text: such as "6", "0.5", "1/3" or, with decimal_comma, "0,5".
        decimal_comma: whether a comma is a decimal point.

    >>> number("6.0"), number("0,5", decimal_comma=True), number("cat")
    (6, Fraction(1, 2), None)
    """
    plain = text.strip()
    if decimal_comma:
        plain = plain.replace(",", ".", 1)
    exact = from_text(plain)
    return None if exact is None else simplest(exact)


def looks_inline(text: str) -> bool:
    """Say whether a text is a matrix rather than a file name: only numbers, or several rows beginning with one.

    >>> looks_inline("6 1; 2 3"), looks_inline("matrix.csv")
    (True, False)
    """
    cells = re.split(r"[\s,;]+", text.strip())
    if all(number(cell) is not None for cell in cells):
        return True
    return ";" in text and number(cells[0]) is not None


def counts_from_text(text: str) -> list[list[Count]]:
    """Read the rows of an inline matrix.

    Raises:
        InputError: a cell that is no number; the message names its row and column, counted from 1.

    >>> counts_from_text("6 1; 2 1/2")
    [[6, 1], [2, Fraction(1, 2)]]
    """
    lines = [line for line in re.split(r"[;\r\n]+", text) if line.strip()]
    rows: list[list[Count]] = []
    for row, line in enumerate(lines, start=1):
        cells: list[Count] = []
        for column, cell in enumerate(re.split(r"\s*,\s*|\s+", line.strip()), start=1):
            value = number(cell)
            if value is None:
                raise InputError(f"inline matrix, row {row}, column {column}: {cell!r} is not a number.")
            cells.append(value)
        rows.append(cells)
    return rows


def inline_counts(text: str, *, labels: tuple[object, ...] | None = None, orientation: str = "true") -> Counts:
    """Make counts from an inline matrix.

    >>> inline_counts("6 1; 2 3").support
    [7, 5]
    """
    rows = counts_from_text(text)
    refuse_totals(rows, "inline matrix", labels)
    return Counts.from_rows(rows, labels=labels, orientation=orientation)
