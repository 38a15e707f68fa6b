"""Pieces of a document put together as far as they may be one table or printout, with the headings over them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from exactmetrics.verification.claims.prompts import apart
from exactmetrics.verification.documents.pieces import Mark, Piece

MOST_LINES = 600
MOST_CHARACTERS = 200_000
_ALIGNED = re.compile(r"\S(?: {2,}|\t)\S|^\s+\S|^\S+$")
_COMMENTED = re.compile(r"^#{1,2}>?(?=\s|$)", re.MULTILINE)
_BARS = re.compile(r"\s*\|")


@dataclass(slots=True)
class Group:
    """A passage: one piece, `shape` "rows" (of cells with bars or tabs), "block" (lines set apart) or "text"."""

    piece: Piece
    shape: str
    block: int = 0  # changes with every stretch of code or prose between printouts

    @property
    def line(self) -> int:
        """The line it begins on."""
        return self.piece.position(0).line


@dataclass(slots=True)
class _Open:
    shape: str = ""
    pieces: list[Piece] = field(default_factory=list)
    size: int = 0
    last_line: int = 0


def groups(pieces: Iterable[Piece]) -> Iterator[Group]:
    """The passages of a document in reading order.

    >>> from exactmetrics.verification.documents.source import source_of
    >>> [(g.shape, g.piece.text) for g in groups(source_of("| a | b |\\n|---|---|\\n| 1 | 2 |\\n\\ntext").pieces())]
    [('rows', '| a | b |\\n| 1 | 2 |\\n'), ('text', 'text')]
    """
    opened, block = _Open(), 0
    for piece in itertools.chain.from_iterable(map(apart, pieces)):
        shape = _shape(piece)
        first = piece.position(0).line
        goes_on = (
            shape == opened.shape != "text"
            and (first - opened.last_line <= 2 or (shape == "rows" and _BARS.match(piece.text) is not None))
            and len(opened.pieces) < MOST_LINES
            and opened.size < MOST_CHARACTERS
        )
        if not goes_on:
            if opened.pieces:
                yield Group(merged(opened.pieces), opened.shape, block)
            block += shape in ("code", "text") or shape != opened.shape
            opened = _Open(shape)
        opened.pieces.append(piece)
        opened.size += len(piece.text)
        opened.last_line = piece.position(max(0, len(piece.text.rstrip()) - 1)).line
    if opened.pieces:
        yield Group(merged(opened.pieces), opened.shape, block)


def _shape(piece: Piece) -> str:
    if piece.kind == "code":
        return "code"
    if piece.kind == "listing":
        return "block"
    text = piece.text
    if piece.kind == "prose" and text.count("\n") <= 1 and "$$" not in text:
        row = text.strip("\n")
        if row.count("|") >= 2 or "\t" in row.strip(" ") or _BARS.match(row):
            return "rows"
    if piece.kind != "prose" or len(text) > 20_000:
        return "text"
    if text.startswith("    ") and not piece.heading and "$" not in text:
        return "block"  # what a program printed, indented
    lines = text.rstrip().split("\n")
    aligned = sum(_ALIGNED.search(line) is not None for line in lines)
    gap = len(lines) > 1 or "  " in text.strip()
    return (
        "block" if gap and 2 * aligned > len(lines) and any(c.isdigit() for c in text) and "$" not in text else "text"
    )


def merged(pieces: list[Piece]) -> Piece:
    """Pieces as one, every character where it stood; each ends its line.

    >>> merged([Piece("a", "listing", [Mark(0, 0, 1, 1)]), Piece("b", "listing", [Mark(0, 5, 3, 1)])]).position(2).line
    3
    """
    if len(pieces) == 1 and pieces[0].kind != "listing":
        return pieces[0]
    parts, marks, size = [], list[Mark](), 0
    for piece in pieces:
        text = piece.text if piece.text.endswith("\n") else piece.text + "\n"
        parts.append(text)
        marks.extend(mark._replace(start=mark.start + size) for mark in piece.marks)
        size += len(text)
    text = "".join(parts)
    if pieces[0].kind == "listing" and "#" in text:
        text = _COMMENTED.sub(lambda found: " " * len(found[0]), text)  # what R prints in a document
    return Piece(text, pieces[0].kind, marks)
