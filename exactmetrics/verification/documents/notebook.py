"""Notebooks as pieces: Markdown cells, the code's comments, text outputs; the JSON is scanned, never loaded.

The scan keeps a stack of keys and the strings of the cell that is open. A string that is longer than any text (an image
in base64) is passed over.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

from exactmetrics.verification.documents.pieces import Cursor, Kind, Line, Mark, Piece, joined
from exactmetrics.verification.documents.text import text_pieces

BLOCK = 1 << 16
LONGEST_STRING = 1 << 18
DEEPEST = 100  # open brackets; a notebook has some eight, and each string or bracket looks at all of them
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}:,]|[^\s"\[\]{}:,]+|\s+', re.DOTALL)
_ESCAPE = re.compile(r'\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))')
_MEANT = {'"': '"', "\\": "\\", "/": "/", "b": " ", "f": " ", "n": "\n", "r": "\r", "t": "\t"}
_OUTPUTS = frozenset({"text", "text/plain", "text/markdown", "text/latex"})


def notebook_pieces(stream: IO[str]) -> Iterator[Piece]:
    """The pieces of a notebook, cell after cell.

    >>> import io
    >>> text = '{"cells": [{"cell_type": "markdown", "source": ["a = 3/4\\\\n", "= 0.75"]}]}'
    >>> [(p.text, p.position(8).column) for p in notebook_pieces(io.StringIO(text))]
    [('a = 3/4\\n= 0.75', 63)]
    """
    return _Notebook().read(stream)


def cells_of(text: str) -> list[Cell]:
    """The cells of a notebook, in their order.

    >>> [cell.source[0].text for cell in cells_of('{"cells": [{"cell_type": "code", "source": "a = 1"}]}')]
    ['a = 1']
    """
    scan = _Cells()
    for _ in scan.read(io.StringIO(text, newline="")):
        pass  # the cells are kept by the scan
    return scan.cells


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: its number from 1, the lines of its text, and those of what it printed."""

    number: int
    source: list[Line]
    output: list[Line]


class _Notebook(Cursor):
    """Where the scan is in the file and in the JSON, and the strings of the open cell."""

    __slots__ = ("cell_type", "column", "keys", "last", "line", "offset", "output", "source")

    def __init__(self) -> None:
        super().__init__()
        self.keys: list[str | None] = []  # one for each open bracket: the key inside an object, None inside a list
        self.last = ""  # a string that may turn out to be a key
        self.cell_type = ""
        self.source: list[Line] = []
        self.output: list[Line] = []

    def read(self, stream: IO[str]) -> Iterator[Piece]:
        """Scan the whole file."""
        rest = ""
        skipping = False
        while block := stream.read(BLOCK):
            text = rest + block
            if skipping:
                text, skipping = self.skip_string(text)
            at = 0
            while token := _TOKEN.match(text, at):
                if token.end() == len(text) and token[0][0] not in "[]{}:,":
                    break  # it may go on in the next block
                yield from self.take(token[0])
                at = token.end()
            rest = text[at:]
            if len(rest) > LONGEST_STRING:
                self.move(rest)
                rest, skipping = "", True
        for token in _TOKEN.finditer(rest):
            yield from self.take(token[0])
        yield from self.cell()

    def skip_string(self, text: str) -> tuple[str, bool]:
        """The text after the end of the long string, and whether that end is still to come."""
        end = text.find('"')
        self.move(text if end < 0 else text[: end + 1])
        return ("", True) if end < 0 else (text[end + 1 :], False)

    def take(self, token: str) -> Iterator[Piece]:
        """Take one token of the JSON."""
        first = token[0]
        if first == '"':
            self.string(token)
        elif first in "[{":
            self.keys.append("" if first == "{" else None)
        elif first in "]}":
            if self.keys:
                self.keys.pop()
            if first == "}" and self.path() == ["cells"]:
                yield from self.cell()
        elif first == ":" and self.keys and self.keys[-1] is not None:
            self.keys[-1] = self.last
        elif first == "," and self.keys and self.keys[-1] is not None:
            self.keys[-1] = ""
        self.move(token)

    def path(self) -> list[str]:
        """The keys that lead to where the scan is; none where no cell can be."""
        return [key for key in self.keys if key] if len(self.keys) <= DEEPEST else []

    def string(self, token: str) -> None:
        """Take a string: a key, a cell's type, a line of a cell or of an output."""
        if self.keys and self.keys[-1] == "":
            self.last = token[1:-1]
            return
        path = self.path()
        if path[-1:] == ["cell_type"]:
            self.cell_type = token[1:-1]
        elif path[-1:] == ["source"] and "outputs" not in path and "metadata" not in path:
            self.source += self.lines(token)
        elif "outputs" in path and path[-1] in _OUTPUTS:
            self.output += self.lines(token)

    def lines(self, token: str) -> list[Line]:
        """The lines of a JSON string, with a mark after each escape."""
        inner, parts, marks = token[1:-1], list[str](), list[Mark]()
        at = size = 0
        column = self.column + 1
        for found in [*_ESCAPE.finditer(inner), None]:
            end = len(inner) if found is None else found.start()
            if end > at or found is None:
                marks.append(Mark(size, self.offset + 1 + at, self.line, column + at))
                parts.append(inner[at:end])
                size += end - at
            if found is not None:
                marks.append(Mark(size, self.offset + 1 + end, self.line, column + end, len(found[0])))
                parts.append(chr(int(found[1], 16)) if found[1] else _MEANT[found[2]])
                size += 1
                at = found.end()
        return _split("".join(parts), marks)

    def cell(self) -> Iterator[Piece]:
        """The pieces of the open cell."""
        if self.cell_type in ("markdown", "raw", ""):
            yield from text_pieces(self.source)
        else:
            yield from _each(self.source, "code")
        yield from _each(self.output, "listing")
        self.cell_type, self.source, self.output = "", [], []


class _Cells(_Notebook):
    """A scan that keeps the cells themselves."""

    __slots__ = ("cells",)

    def __init__(self) -> None:
        super().__init__()
        self.cells: list[Cell] = []

    def cell(self) -> Iterator[Piece]:
        """Keep the open cell."""
        yield from ()
        if self.cell_type or self.source or self.output:
            self.cells.append(Cell(len(self.cells) + 1, self.source, self.output))
        self.cell_type, self.source, self.output = "", [], []


def _split(text: str, marks: list[Mark]) -> list[Line]:
    """The lines of a text whose marks are given."""
    lines: list[Line] = []
    start = at = 0
    whole = Piece(text, "prose", marks)
    for part in text.split("\n"):
        end = start + len(part) + (start + len(part) < len(text))
        head = whole.position(start)
        inside = [Mark(0, head.offset, head.line, head.column)]
        while at < len(marks) and marks[at].start < end:
            if marks[at].start == start:
                inside[0] = marks[at]._replace(start=0)
            elif marks[at].start > start:
                inside.append(marks[at]._replace(start=marks[at].start - start))
            at += 1
        if end > start:
            lines.append(Line(text[start:end], tuple(inside)))
        start = end
    return lines


def _each(lines: list[Line], kind: Kind) -> Iterator[Piece]:
    return (joined([line], kind) for line in lines)
