"""Notations that write a whole number as its digits alone: the terms of a sum in columns are then written all at once.

A term is written a single time, with a mark where a number goes; the numbers of every class are put into that text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from exactmetrics.derivation.notation.base import ATOM, SUM, Notation
from exactmetrics.derivation.notation.molds import MOST, Mold, shape_of
from exactmetrics.derivation.notation.symbols import Symbols
from exactmetrics.derivation.notation.width import width
from exactmetrics.expression.nodes import Expr, Num
from exactmetrics.expression.rows import Alike, Column, Columns, Fractions, Shape

MOLDS = 500  # molds that are kept of a notation
_NEW: Any = object()  # in place of a mold: a shape that was not written before
MARK = 0xE000  # the first of the characters that stand for numbers: private use, in no symbol
_MARKS = re.compile(f"[{chr(MARK)}-{chr(MARK + 99)}]")


class Verbatim(Notation):
    """A notation in which a number may be put into a text that was written before."""

    def __init__(self, symbols: Symbols) -> None:
        super().__init__(symbols)
        self._texts: dict[Shape | None, tuple[str, list[int]]] = {}
        self._molds: dict[Any, Mold | None] = {}

    def written(self, e: Expr, *, alone: bool = False) -> tuple[str, float]:
        """A tree in this notation, and how wide it is at most; from its mold, where it is shaped like one before."""
        numbers: list[int] = []
        mold = None if type(e) is Num else self._mold(e, numbers)
        if mold is None:
            return self.show(e), 0.0 if alone else width(e)
        return mold.written(numbers), 0.0 if alone else mold.room(numbers)

    def _mold(self, e: Expr, numbers: list[int]) -> Mold | None:
        """The mold of a tree that is shaped like one written before, and the numbers that go into it."""
        shape = shape_of(e, numbers)
        if not numbers or min(numbers) < 0 or max(numbers) >= MOST:
            return None
        mold: Mold | None = self._molds.get(shape, _NEW)
        if mold is None:
            made = Mold(e, self.show)
            if made.takes(numbers):
                mold = self._molds[shape] = made
        elif mold is _NEW:
            if len(self._molds) >= MOLDS:
                self._molds.clear()
            mold = self._molds[shape] = None
        return mold

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

    def longest(self, row: Alike) -> int:
        """How many characters a term of a sum in columns has at most.

        >>> from exactmetrics.derivation.notation.styles import TEXT
        >>> from exactmetrics.derivation.notation.text import Text
        >>> from exactmetrics.expression.nodes import Div
        >>> from exactmetrics.expression.rows import Hole
        >>> row = Alike(Shape(Div(Hole(0), Hole(1))), [[6, 15], [19, 9]])
        >>> Text(Symbols({}, {}, (), TEXT)).longest(row)  # as in 15/19
        5
        """
        text, order = self._text(row.shape)
        return len(text) + sum([len(str(max(row.columns[at]))) - len("%s") for at in order])

    def _columns(self, e: Columns) -> tuple[str, int]:
        if isinstance(e, Fractions) and (e.minus or min(e.tops) < 0):
            return super()._columns(e)
        return " + ".join(self.terms(e)), SUM

    def _alike(self, row: Alike) -> list[str]:
        text, order = self._text(row.shape)
        columns = row.columns
        return _filled(text, [columns[at] for at in order])

    def _fractions(self, row: Fractions) -> list[str]:
        if row.bottoms is None:
            return list(map(str, row.tops))
        text, _ = self._text(None)
        if 1 not in row.bottoms:
            return _filled(text, [row.tops, row.bottoms])
        return [text % (p, q) if q != 1 else str(p) for p, q in zip(row.tops, row.bottoms, strict=True)]

    def _text(self, shape: Shape | None) -> tuple[str, list[int]]:
        """A term with places for its numbers, and their columns in reading order; None: a fraction."""
        known = self._texts.get(shape)
        if known is None:
            above, below = (chr(MARK), ATOM), (chr(MARK + 1), ATOM)
            written = self.fraction(above, below)[0] if shape is None else self.show(shape.term)
            order = [ord(mark) - MARK for mark in _MARKS.findall(written)]
            known = self._texts[shape] = _MARKS.sub("%s", written.replace("%", "%%")), order
        return known

    def hole(self, column: int) -> tuple[str, int]:
        """A mark for the number of a column."""
        return chr(MARK + column), ATOM


def _filled(text: str, columns: Iterable[Column]) -> list[str]:
    return list(map(text.__mod__, zip(*columns, strict=True)))
