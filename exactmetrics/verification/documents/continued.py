"""Pieces put together again where a chain of equalities goes on behind a blank line, a formula's end or a line of code.

People set every step of a calculation apart: a formula of its own, a paragraph of its own, a line of a listing. A piece
that begins with a relation goes on with the arithmetic of the piece before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from exactmetrics.verification.documents.pieces import LONGEST, Piece

_OPENED = r"[\s>]*(?:(?://+!?|#+|--|;+|\*)[ \t]+)?(?:\\\[|\\\(|\$\$?|\\begin\{[a-z]+\*?\})?[\s&]*"
_RELATION = r"(?:=(?![=>])|[≈≃≅＝]|\\(?:approx|simeq|doteq)(?![a-zA-Z]))[\s$&]*[\d(\[{.\\√−-]"
_GOES_ON = re.compile(_OPENED + _RELATION)
_DIRECTIVE = re.compile(r"\s*\.\.\s+math::\s*")
_DIGIT = re.compile(r"\d")


def continued(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """The pieces, each with those that go on with its arithmetic.

    >>> from exactmetrics.verification.documents.pieces import Mark
    >>> parts = [Piece(text, "prose", (Mark(0, at, 1, at + 1),)) for text, at in (("R = 3/4", 0), ("= 0.75", 9))]
    >>> [(piece.text, piece.position(8).offset) for piece in continued(parts)]
    [('R = 3/4\\n= 0.75', 9)]
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
