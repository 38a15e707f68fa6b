"""Matrices without headings: nested lists and printed arrays, and matrices of LaTeX; rows of whole numbers only."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from exactmetrics.verification.claims.found import MAX_CLASSES
from exactmetrics.verification.claims.grids import environments
from exactmetrics.verification.claims.numbers import MAX_COUNT

_OPENS = re.compile(r"\[\s{0,40}\[")
_INSIDE = re.compile(r"[\[\],\s0-9.]*+")
_ROW = re.compile(r"\[([^\[\]]*)\]")
_SPLIT = re.compile(r"[\s,]+")
_LATEX_ROW = re.compile(r"\\\\(?:\[[^\]\n]{0,20}\])?")
_WHOLE = re.compile(rf"[0-9]{{1,{MAX_COUNT}}}\.?")


@dataclass(slots=True)
class Bare:
    """Rows of counts, and where they stand; of LaTeX or of a program's output."""

    rows: list[list[int]]
    start: int
    end: int


def arrays_in(text: str) -> Iterator[Bare]:
    """The square matrices of a text that have no headings.

    >>> [bare.rows for bare in arrays_in("array([[3, 1],\\n [0, 2]])")]
    [[[3, 1], [0, 2]]]
    >>> [bare.rows for bare in arrays_in("\\\\begin{pmatrix} 3 & 1 \\\\\\\\ 0 & 2 \\\\end{pmatrix}")]
    [[[3, 1], [0, 2]]]
    """
    at = 0
    while (opened := _OPENS.search(text, at)) is not None:
        inside = _INSIDE.match(text, opened.start())
        end = opened.end() if inside is None else inside.end()
        close = _closing(text, opened.start(), end)
        rows = [_whole(_SPLIT.split(row[1].strip(" \n\t,"))) for row in _ROW.finditer(text, opened.start() + 1, close)]
        if _is_square(rows):
            yield Bare([row for row in rows if row], opened.start(), close)
        at = max(close, opened.end())
    if "\\begin" in text:
        for name, (start, end) in environments(text):
            if name.endswith(("matrix", "matrix*", "array")):
                lines = [line for line in _LATEX_ROW.split(_unruled(text[start:end])) if line.strip()]
                rows = [_whole([cell.strip(" \n$") for cell in line.split("&")]) for line in lines]
                if _is_square(rows):
                    yield Bare([row for row in rows if row], start, end)


def _unruled(text: str) -> str:
    """The inside of a matrix without the description of its columns and its rules."""
    text = re.sub(r"^\s*(?:\[[^\]]{0,20}\])?\{[clrp|@{}.\d\s]{0,60}\}", "", text)
    return text.replace("\\hline", " ")


def _closing(text: str, start: int, end: int) -> int:
    """Behind the bracket that closes the one at `start`."""
    depth = 0
    for at in range(start, end):
        depth += (text[at] == "[") - (text[at] == "]")
        if depth == 0:
            return at + 1
    return end


def _whole(cells: list[str]) -> list[int] | None:
    if not 2 <= len(cells) <= MAX_CLASSES or any(_WHOLE.fullmatch(cell) is None for cell in cells):
        return None
    return [int(cell.rstrip(".")) for cell in cells]


def _is_square(rows: list[list[int] | None]) -> bool:
    return len(rows) >= 2 and all(row is not None and len(row) == len(rows) for row in rows)
