"""Notations that write a whole number as its digits alone: the terms of a sum in columns are then written all at once.

A term is written a single time, with a mark where a number goes; the numbers of every class are put into that text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from exactmetrics.derivation.notation.base import ATOM, SUM, Notation
from exactmetrics.derivation.notation.symbols import Symbols
from exactmetrics.expression.rows import Alike, Column, Columns, Fractions, Shape

MARK = 0xE000  # the first of the characters that stand for numbers: private use, in no symbol
_MARKS = re.compile(f"[{chr(MARK)}-{chr(MARK + 99)}]")


class Verbatim(Notation):
    """A notation in which a number may be put into a text that was written before."""

    def __init__(self, symbols: Symbols) -> None:
        super().__init__(symbols)
        self._texts: dict[Shape | None, tuple[str, list[int]]] = {}

    def terms(self, row: Columns) -> list[str]:
        """The terms of a sum in columns, each by itself."""
        try:
            if isinstance(row, Alike):
                return self._alike(row)
            if isinstance(row, Fractions) and not row.minus and min(row.tops) >= 0:
                return self._fractions(row)
        except ValueError:  # a number too long to be written at once
            pass
        return super().terms(row)

    def _columns(self, e: Columns) -> tuple[str, int]:
        if isinstance(e, Fractions) and (e.minus or min(e.tops) < 0):
            return super()._columns(e)
        return " + ".join(self.terms(e)), SUM

    def _alike(self, row: Alike) -> list[str]:
        text, order = self._text(row.shape)
        return _filled(text, [row.columns[at] for at in order])

    def _fractions(self, row: Fractions) -> list[str]:
        if row.bottoms is None:
            return list(map(str, row.tops))
        text, _ = self._text(None)
        if 1 not in row.bottoms:
            return _filled(text, [row.tops, row.bottoms])
        return [text % (p, q) if q != 1 else str(p) for p, q in zip(row.tops, row.bottoms, strict=True)]

    def _text(self, shape: Shape | None) -> tuple[str, list[int]]:
        """A term with places for its numbers, and their columns in reading order; None: a fraction."""
        if shape not in self._texts:
            above, below = (chr(MARK), ATOM), (chr(MARK + 1), ATOM)
            written = self.fraction(above, below)[0] if shape is None else self.show(shape.term)
            order = [ord(mark) - MARK for mark in _MARKS.findall(written)]
            self._texts[shape] = _MARKS.sub("%s", written.replace("%", "%%")), order
        return self._texts[shape]

    def hole(self, column: int) -> tuple[str, int]:
        """A mark for the number of a column."""
        return chr(MARK + column), ATOM


def _filled(text: str, columns: Iterable[Column]) -> list[str]:
    return [text % row for row in zip(*columns, strict=True)]
