"""Code and what it printed, where both stand in one passage: prompt lines before a printout, `#>` before its lines."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

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
    at = 0
    for matched, lines in itertools.groupby(
        piece.text.splitlines(keepends=True), lambda x: pattern.match(x) is not None
    ):
        size = sum(map(len, lines))
        if found == "code":
            kind: Kind = "code" if matched else output
        else:
            kind = "listing" if matched else "code"
        yield _part(piece, at, at + size, kind)
        at += size


def _part(piece: Piece, start: int, end: int, kind: Kind) -> Piece:
    """The characters from one place of a piece to another, each where it stands."""
    place = piece.position(start)
    width = next((mark.width for mark in piece.marks if mark.start == start), 0)
    later = [mark._replace(start=mark.start - start) for mark in piece.marks if start < mark.start < end]
    return Piece(piece.text[start:end], kind, [Mark(0, place.offset, place.line, place.column, width), *later])
