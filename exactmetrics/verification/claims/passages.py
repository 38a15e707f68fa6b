"""Pieces of a document put together as far as they are one table or one printout."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from exactmetrics.verification.claims.grids import latex
from exactmetrics.verification.documents.pieces import Kind, Mark, Piece, blanked

MOST_LINES = 2_000
_BARS = re.compile(r"\s*\|")
_COMMENTED = re.compile(r"^[ \t]*(?:#{1,2}|#>)(?=\s|$)", re.MULTILINE)  # what R prints in a document
_SIGN = re.compile(r"^[ \t]*(?:#+|//)", re.MULTILINE)  # of a comment
_COMMENT = re.compile(r"[ \t]*(?:#(?!>)|//)+[ \t]*[^\n]*\n?$")
_OUTPUT = re.compile(  # in a comment: a name and its value, a row of an array, the headings of a report
    r"[ \t]*(?:#|//)+[ \t]*(?:[^\W\d_][\w .()/-]{1,40}[:=][ \t]*[0-9]*[.,][0-9]+[ \t]*%?\s*$"
    r"|\[*[ \t]*\[[ \t]*[0-9]+[ ,]|precision +recall)"
)
_COLUMNS = re.compile(r"\S {2,}(?=\S)")
_ALIGNED = re.compile(r"\S(?: {2,}|\t)\S|^\s+\S|^\S+$")


@dataclass(slots=True)
class Passage:
    """A passage: `shape` is "rows" (of cells with bars or tabs), "block" (lines as printed), "code" or "text"."""

    shape: str
    piece: Piece
    cell: int = 0
    output: bool = False
    heading: int = 0

    @property
    def text(self) -> str:
        """Its text."""
        return self.piece.text


@dataclass(slots=True)
class _Open:
    shape: str = ""
    pieces: list[Piece] = field(default_factory=list)
    last_line: int = 0


def passages(pieces: Iterable[Piece]) -> Iterator[Passage]:
    """The passages of a document in reading order.

    >>> from exactmetrics.verification.documents.source import source_of
    >>> [(p.shape, p.text) for p in passages(source_of("| a | b |\\n|---|---|\\n| 1 | 2 |\\n\\ntext").pieces())]
    [('rows', '| a | b |\\n| 1 | 2 |\\n'), ('text', 'text')]
    """
    opened = _Open()
    for piece in _with_comments(pieces):
        for part in _apart(piece):
            shape, first = _shape(part), part.position(0).line
            last = opened.pieces[-1] if opened.pieces else None
            goes_on = (
                last is not None
                and shape == opened.shape != "text"
                and (last.cell, last.output, last.comment) == (part.cell, part.output, part.comment)
                and _follows(opened, part, first - opened.last_line)
                and len(opened.pieces) < MOST_LINES
            )
            if not goes_on:
                yield from _closed(opened)
                opened = _Open(shape)
            opened.pieces.append(part)
            opened.last_line = part.position(max(0, len(part.text.rstrip()) - 1)).line
    yield from _closed(opened)


def _with_comments(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """The pieces, those lines of code as listings that are comments which show what the code prints."""
    held = list[Piece]()
    for piece in pieces:
        is_comment = piece.kind == "code" and not piece.output and _COMMENT.match(piece.text) is not None
        if held and (not is_comment or piece.cell != held[-1].cell):
            yield from _shown(held)
            held = []
        if is_comment:
            held.append(piece)
        else:
            yield piece
    yield from _shown(held)


def _shown(comments: list[Piece]) -> Iterator[Piece]:
    """Comments that follow one another, as a listing where numbers of a printout are among them."""
    is_printed = any(_OUTPUT.match(piece.text) for piece in comments)
    yield from (replace(piece, kind="listing", comment=True) for piece in comments) if is_printed else comments


def _follows(opened: _Open, part: Piece, gap: int) -> bool:
    """Whether a line goes on with the passage: below the heading of a table a rule is left out."""
    if opened.shape == "rows" and part.text.startswith(" |"):
        return True  # a row of a web page
    return gap <= 1 or part.output or (gap == 2 and (opened.shape != "rows" or len(opened.pieces) == 1))


def _closed(opened: _Open) -> Iterator[Passage]:
    if opened.pieces:
        first, merged = opened.pieces[0], _merged(opened.pieces)
        is_object = opened.shape == "code" and merged.text.lstrip().startswith("{")  # of JSON: results, no program
        shape = "block" if is_object else opened.shape
        yield Passage(shape, merged, first.cell, first.output, first.heading)


def _shape(piece: Piece) -> str:
    if piece.kind in ("code", "listing"):
        return "code" if piece.kind == "code" else "block"
    text = piece.text
    if piece.kind == "prose" and text.count("\n") <= 1 and "$$" not in text:
        row = text.strip("\n")
        if row.count("|") >= 2 or "\t" in row.strip(" ") or _BARS.match(row):
            return "rows"
    if piece.kind != "prose" or piece.heading or "$" in text or len(text) > 20_000 or not re.search(r"\d", text):
        return "text"
    if "\\begin" in text and latex(text):
        return "text"  # however its rows are set in
    lines = text.rstrip().split("\n")
    gap = len(lines) > 1 or "  " in text.strip()
    aligned = sum(_ALIGNED.search(line) is not None for line in lines)
    is_heading = len(_COLUMNS.findall(lines[-1])) > 1  # of columns that follow behind a blank line
    return "block" if gap and (2 * aligned > len(lines) or is_heading) else "text"


def _apart(piece: Piece) -> Iterator[Piece]:
    """A block of R with what it prints between its lines: these as a listing."""
    if piece.kind != "code" or "#>" not in piece.text:
        yield piece
        return
    at = 0
    for line in piece.text.splitlines(keepends=True):
        place = piece.position(at)
        kind: Kind = "listing" if line.lstrip().startswith("#>") else "code"
        yield replace(piece, text=line, kind=kind, marks=(Mark(0, place.offset, place.line, place.column),))
        at += len(line)


def _merged(pieces: list[Piece]) -> Piece:
    """Pieces as one, every character where it stood; each ends its line."""
    if len(pieces) == 1 and pieces[0].kind not in ("listing", "code"):
        return pieces[0]
    parts, marks, size = list[str](), list[Mark](), 0
    for piece in pieces:
        text = piece.text if piece.text.endswith("\n") else piece.text + "\n"
        parts.append(text)
        marks.extend(mark._replace(start=mark.start + size) for mark in piece.marks)
        size += len(text)
    text = "".join(parts)
    if pieces[0].comment or (pieces[0].kind == "listing" and "#" in text):
        sign = _SIGN if pieces[0].comment else _COMMENTED
        text = blanked(sign, text)
    return replace(pieces[0], text=text, marks=marks)
