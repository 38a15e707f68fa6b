"""Code and what it printed, where both stand in one passage: prompt lines before a printout, `#>` before its lines."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from exactmetrics.verification.documents.pieces import Kind, Mark, Piece

_PROMPT = re.compile(r"[ \t]*(?:>>>|\.\.\.|In \[[0-9 ]*\]:)(?:[ \t]|$)")
_PRINTED = re.compile(r"[ \t]*#>(?:[ \t]|$)")


def apart(piece: Piece) -> Iterator[Piece]:
    """A passage as one piece, or as its lines of code and its lines of output in turn.

    >>> [(p.kind, p.text) for p in apart(Piece(">>> print(cm)\\na  b\\n", "prose", [Mark(0, 0, 1, 1)]))]
    [('code', '>>> print(cm)\\n'), ('prose', 'a  b\\n')]
    """
    output: Kind = "prose" if piece.kind == "prose" else "listing"
    if piece.kind == "prose" and _PROMPT.match(piece.text):
        pattern, found = _PROMPT, "code"
    elif piece.kind == "code" and "#>" in piece.text:
        pattern, found = _PRINTED, "listing"
    else:
        yield piece
        return
    at, starts = 0, [mark.start for mark in piece.marks]
    for matched, lines in itertools.groupby(
        piece.text.splitlines(keepends=True), lambda line: pattern.match(line) is not None
    ):
        size = sum(map(len, lines))
        first, behind = bisect_left(starts, at), bisect_left(starts, at + size)
        kind: Kind = ("code" if matched else output) if found == "code" else ("listing" if matched else "code")
        yield _part(piece, at, at + size, kind, piece.marks[first:behind])
        at += size


def _part(piece: Piece, start: int, end: int, kind: Kind, marks: Sequence[Mark]) -> Piece:
    """The characters from one place of a piece to another, each where it stands; `marks` are those of the part."""
    moved = [mark._replace(start=mark.start - start) for mark in marks]
    if not moved or moved[0].start:
        place = piece.position(start)
        moved.insert(0, Mark(0, place.offset, place.line, place.column))
    return Piece(piece.text[start:end], kind, moved)
