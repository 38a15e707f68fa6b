"""Notebooks: their cells, what these printed, and where every character of them stands in the JSON.

The JSON is scanned for its strings, with the keys that lead to each; it is never loaded, for places would be lost.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO

from exactmetrics.verification.documents.pieces import Line, Mark, Piece
from exactmetrics.verification.documents.text import text_pieces

LONGEST_STRING = 1 << 18  # an image in base64 is longer, and no text is
DEEPEST = 100  # open brackets; a notebook has some eight, and each string looks at all of them
_TOKEN = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"|[\[\]{}:,]', re.DOTALL)
_ESCAPE = re.compile(r'\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))')
_MEANT = {'"': '"', "\\": "\\", "/": "/", "b": " ", "f": " ", "n": "\n", "r": "\r", "t": "\t"}
_RUN = re.compile(r'"(?:execution_count|prompt_number)"\s*:\s*([0-9]{1,9})')
_SOURCE = frozenset({"source", "input"})  # today's name, and that of the third format
_OUTPUTS = frozenset({"text", "text/plain", "text/markdown", "text/latex"})


@dataclass(slots=True)
class Cell:
    """A cell: its number from 1, what sort it is, the lines of its text, and those of what it printed.

    Cells of text count too, as in Jupyter's own index of cells; `run` is the number in brackets that Jupyter shows
    beside a cell that was run.
    """

    number: int
    sort: str = ""
    run: str = ""
    source: list[Line] = field(default_factory=list)
    output: list[Line] = field(default_factory=list)


def notebook_pieces(stream: IO[str]) -> Iterator[Piece]:
    """The pieces of a notebook, cell after cell."""
    for cell in cells_of(stream.read()):
        written = (
            text_pieces(cell.source, markdown=True)
            if cell.sort != "code"
            else (Piece(one.text, "code", one.marks) for one in cell.source)
        )
        for piece in written:
            piece.cell = cell.number
            yield piece
        for line in cell.output:
            yield Piece(line.text, "listing", line.marks, cell=cell.number, output=True)


def cells_of(text: str) -> Iterator[Cell]:
    """The cells of a notebook that hold something, in their order."""
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    keys: list[str | None] = []  # one for each open bracket: the key inside an object, None inside a list
    last = ""  # a string that may turn out to be a key
    cell, begin = Cell(1), 0
    for token in _TOKEN.finditer(text):
        sign = token[0][0]
        if sign == '"' and keys and keys[-1] == "":
            last = token[1]
        elif sign == '"':
            path = [key for key in keys if key] if len(keys) <= DEEPEST else []
            at = path[-1] if path else ""
            if at == "cell_type":
                cell.sort = token[1]
            elif len(token[1]) <= LONGEST_STRING and "metadata" not in path:
                if "outputs" in path and at in _OUTPUTS:
                    cell.output += _lines(token[1], token.start(1), starts)
                elif "outputs" not in path and at in _SOURCE:
                    cell.source += _lines(token[1], token.start(1), starts)
        elif sign in "[{":
            keys.append("" if sign == "{" else None)
        elif sign in "]}" and keys:
            keys.pop()
            if sign == "}" and keys[-2:] == ["cells", None] and (cell.source or cell.output or cell.sort):
                ran = _RUN.search(text, begin, token.start()) if cell.sort == "code" else None
                cell.run = ran[1] if ran else ""
                yield cell
                cell, begin = Cell(cell.number + 1), token.end()
        elif sign in ":," and keys and keys[-1] is not None:
            keys[-1] = last if sign == ":" else ""


def _lines(inner: str, offset: int, starts: list[int]) -> Iterator[Line]:
    """The lines of a JSON string that begins there in the file, with a mark after each escape."""
    number = bisect_right(starts, offset)
    column = offset - starts[number - 1] + 1

    def mark(start: int, at: int, width: int = 0) -> Mark:
        return Mark(start, offset + at, number, column + at, width)

    text, ends = (inner[:-2], True) if inner.endswith("\\n") else (inner, False)
    if text and "\\" not in text:  # as nearly every line is
        yield Line(f"{text}\n", (mark(0, 0), mark(len(text), len(text), 2))) if ends else Line(text, (mark(0, 0),))
        return
    parts, marks, size, at = list[str](), [mark(0, 0)], 0, 0
    for found in [*_ESCAPE.finditer(inner), None]:
        stop = len(inner) if found is None else found.start()
        parts.append(inner[at:stop])
        size += stop - at
        if found is not None:
            marks.append(mark(size, stop, len(found[0])))
            parts.append(chr(int(found[1], 16)) if found[1] else _MEANT[found[2]])
            size, at = size + 1, found.end()
        if size and (found is None or parts[-1] == "\n"):
            yield Line("".join(parts), tuple({one.start: one for one in marks}.values()))  # the last at one place
            parts, marks, size = [], [], 0
        marks.append(mark(size, at))
