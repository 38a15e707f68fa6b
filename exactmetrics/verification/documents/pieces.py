"""Pieces of a document and the exact place of each of their characters.

A piece is a run of text that is read together: a paragraph, a formula, a table row, a line of a code block. Its marks
say where parts of it begin in the original file; between two marks text and file run side by side, character by
character. A file read line by line needs one mark a piece; text behind entities or escapes needs one after each.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal["prose", "math", "code", "listing"]

COMMENT = "\x1f"  # blank, in the place of the sign that begins a comment behind a number
TASK = "\u205f"  # blank, in the place of the open box of a task
LONGEST = 16_000  # characters a piece; what is longer is read in several
_OPENED = r"[\s>]*(?:(?://+!?|#+|--|;+|\*)[ \t]+)?(?:\\\[|\\\(|\$\$?|\\begin\{[a-z]+\*?\})?[\s&]*"
_RELATION = r"(?:=(?![=>])|[≈≃≅＝]|\\(?:approx|simeq|doteq)(?![a-zA-Z]))[\s$&]*[\d(\[{.\\√−-]"
_GOES_ON = re.compile(_OPENED + _RELATION)
_DIRECTIVE = re.compile(r"\s*\.\.\s+math::\s*")
_DIGIT = re.compile(r"\d")


def blanked(pattern: re.Pattern[str], text: str) -> str:
    """A text with blanks for what a pattern finds in it, each other character in its place.

    >>> blanked(re.compile("[*]+"), "**a** b")
    '  a   b'
    """
    return pattern.sub(lambda found: " " * len(found[0]), text)


class Mark(NamedTuple):
    """From `start` of the text on, the file is at `offset`, on `line`, at `column` (both counted from 1).

    `width` is set where text and file do not run side by side: how many characters of the file (an entity, an escape,
    a tag) the text up to the next mark stands for.
    """

    start: int
    offset: int
    line: int
    column: int
    width: int = 0


class Position(NamedTuple):
    """A place in the original file: line and column from 1, offset in characters from 0."""

    line: int
    column: int
    offset: int


class Cursor:
    """Where a reader is in a file: the offset from 0, line and column from 1."""

    def __init__(self) -> None:
        self.offset, self.line, self.column = 0, 1, 1

    def move(self, text: str) -> None:
        """Go on in the file."""
        self.offset += len(text)
        lines = text.count("\n")
        self.line += lines
        self.column = len(text) - text.rfind("\n") if lines else self.column + len(text)


@dataclass(slots=True)
class Line:
    """A line of a document with its end, and where its characters stand."""

    text: str
    marks: tuple[Mark, ...]


@dataclass(slots=True)
class Piece:
    """Text that is read together.

    `kind` is "prose" (running text, perhaps with formulas), "math" (a formula), "code" (a program's) or "listing" (a
    block set in fixed width that names no programming language). `heading` is the level of a heading, 0 for any other.
    In a notebook, `cell` is the number of its cell, from 1, and `output` says that the cell printed it. `comment` says
    that a listing stands in the comments of code.
    """

    text: str
    kind: Kind
    marks: Sequence[Mark]
    heading: int = 0
    cell: int = 0
    output: bool = False
    comment: bool = False
    _starts: Sequence[int] = field(default=(), init=False, repr=False, compare=False)

    def position(self, index: int) -> Position:
        """Where the character at `index` of the text stands in the file."""
        mark = self._mark(index)
        between = self.text[mark.start : index]
        lines = between.count("\n")
        column = mark.column + len(between) if not lines else len(between) - between.rfind("\n")
        return Position(mark.line + lines, column, mark.offset + len(between))

    def stop(self, index: int) -> int:
        """The offset in the file behind the character before `index`, entities and escapes included."""
        mark = self._mark(index - 1)
        return mark.offset + (mark.width or index - mark.start)

    def _mark(self, index: int) -> Mark:
        """The mark that the character at `index` stands behind."""
        if len(self._starts) != len(self.marks):
            self._starts = [mark.start for mark in self.marks]
        return self.marks[max(0, bisect_right(self._starts, index) - 1)]


def joined(lines: Iterable[Line], kind: Kind, text: str | None = None) -> Piece:
    """One piece of several lines; `text` stands for theirs where it was changed without changing its length."""
    parts, marks, length = [], list[Mark](), 0
    for line in lines:
        parts.append(line.text)
        marks.extend([Mark(length + m.start, m.offset, m.line, m.column, m.width) for m in line.marks])
        length += len(line.text)
    return Piece("".join(parts) if text is None else text, kind, marks)


def continued(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """The pieces, each with those that go on with its arithmetic.

    People set every step of a calculation apart: a formula of its own, a paragraph, a line of a listing. A piece that
    begins with a relation goes on with the arithmetic of the piece before it.
    """
    held: Piece | None = None
    for piece in pieces:
        if _DIRECTIVE.fullmatch(piece.text) is not None:
            continue
        if held is not None and _goes_on(held, piece):
            held = _together(held, piece)
            continue
        if held is not None:
            yield held
        held = piece
    if held is not None:
        yield held


def _goes_on(before: Piece, after: Piece) -> bool:
    if (before.cell, before.output) != (after.cell, after.output):
        return False
    if after.kind != before.kind and {before.kind, after.kind} != {"prose", "math"}:
        return False
    if len(before.text) + len(after.text) > LONGEST or _GOES_ON.match(after.text) is None:
        return False
    return _DIGIT.search(before.text) is not None


def _together(before: Piece, after: Piece) -> Piece:
    text = before.text if before.text.endswith("\n") else before.text + "\n"
    marks = [*before.marks, *(mark._replace(start=mark.start + len(text)) for mark in after.marks)]
    return replace(before, text=text + after.text, marks=marks)
