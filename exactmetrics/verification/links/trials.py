"""Edits of printed arithmetic tried on its tokens, and how many of them one document may cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from exactmetrics.expression.reading.tokens import Token, tokenize
from exactmetrics.verification.links.edits import Edit

A_DOCUMENT = 16_000  # edits tried; false links beyond that get the right result only


@dataclass(slots=True)
class Trials:
    """How many edits may still be tried.

    >>> trials = Trials(2)
    >>> [edit.kind for edit in trials.of([Edit("bracket", ()), Edit("digit", ()), Edit("term", ())])], trials.left
    (['bracket', 'digit'], 0)
    """

    left: int = A_DOCUMENT

    def of(self, edits: Iterable[Edit]) -> Iterator[Edit]:
        """The edits, as far as they may be tried."""
        for edit in edits:
            if self.left <= 0:
                return
            self.left -= 1
            yield edit


def edited(tokens: Sequence[Token], edit: Edit, *, decimal_comma: bool = False) -> list[Token]:
    """The tokens after an edit, without reading the whole text again; positions are those before it.

    >>> tokens = tokenize("1 + 2 / 3")
    >>> "".join(t.text for t in edited(tokens, Edit("bracket", ((0, 0, "("), (5, 5, ")")))))
    '(1+2)/3'
    """
    out: list[Token] = []
    at = 0
    for start, end, new in edit.changes:
        while at < len(tokens) and tokens[at].position < start:
            out.append(tokens[at])
            at += 1
        out.extend(_read(new, decimal_comma))
        while at < len(tokens) and tokens[at].position < end:
            at += 1
    out.extend(tokens[at:])
    return out


@lru_cache(maxsize=4096)
def _read(text: str, decimal_comma: bool) -> tuple[Token, ...]:
    return tuple(tokenize(text, decimal_comma=decimal_comma, thousands=True))
