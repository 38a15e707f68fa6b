"""Molds: a formula that is shaped like one written before is written by putting its numbers into that text.

The working of a question takes the same shapes for one matrix after another. A shape is a tree without its numbers; a
mold holds the text of a shape with places for them. It depends on no number, and is made when a shape comes back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count, repeat
from typing import Any

from exactmetrics.derivation.notation.width import width
from exactmetrics.derivation.planning.tree import rebuild
from exactmetrics.expression.nodes import Add, Div, Expr, Mul, Neg, Num, Pow, Sqrt
from exactmetrics.expression.rows import Alike, Fractions

FIRST = 700_000_000_000  # the numbers that keep places: no formula's own, and as short as any other below `MOST`
MOST = 10**12  # a number from here on is written by itself
LONGEST = 50  # terms of a sum; a longer one is written by itself
_PLACE = re.compile(r"7000000\d{5}")
_OTHER = -1  # stands for what has no place in a mold


def shape_of(e: Expr, numbers: list[int]) -> Any:
    """A tree without its numbers, which are added to the list in the order of the tree.

    A number that no mold takes is added too: a negative one also for a part that is no whole number.

    >>> numbers = []
    >>> shape_of(Num(Fraction(6)) / 9, numbers) == shape_of(Num(Fraction(5)) / 7, []), numbers
    (True, [6, 9])
    """
    return _SHAPES.get(type(e), _of_another)(e, numbers)


def _no_place(e: Any, numbers: list[int]) -> Any:
    numbers.append(_OTHER)


_of_another: Callable[[Any, list[int]], Any] = _no_place


def _of_quotient(e: Div, numbers: list[int]) -> Any:
    above, below = e.num, e.den
    top = _SHAPES.get(type(above), _of_another)(above, numbers)
    return Div, top, _SHAPES.get(type(below), _of_another)(below, numbers)


def _of_number(e: Num, numbers: list[int]) -> Any:
    value = e.value
    numbers.append(value.numerator if type(value) is Fraction and value.denominator == 1 else _OTHER)
    return Num


def _of_columns(e: Alike, numbers: list[int]) -> Any:
    if len(e) > LONGEST:
        numbers.append(_OTHER)
        return None
    for column in e.columns:
        numbers += column
    return e.shape, len(e)


def _of_fractions(e: Fractions, numbers: list[int]) -> Any:
    tops, bottoms = e.tops, e.bottoms
    if len(tops) > LONGEST or e.minus:
        numbers.append(_OTHER)
        return None
    numbers += tops
    if bottoms is None:
        return len(tops)
    if 1 not in bottoms:
        numbers += bottoms
        return Fractions, len(tops)
    numbers += [q for q in bottoms if q != 1]
    return Fractions, tuple([q == 1 for q in bottoms])


_SHAPES: dict[type, Callable[[Any, list[int]], Any]] = {
    Num: _of_number,
    Alike: _of_columns,
    Fractions: _of_fractions,
    Div: _of_quotient,
    Mul: lambda e, numbers: (Mul, *[_SHAPES.get(type(f), _of_another)(f, numbers) for f in e.factors]),
    Add: lambda e, numbers: (Add, *[_SHAPES.get(type(t), _of_another)(t, numbers) for t in e.terms]),
    Neg: lambda e, numbers: (Neg, shape_of(e.arg, numbers)),
    Pow: lambda e, numbers: (Pow, e.exponent, shape_of(e.base, numbers)),
    Sqrt: lambda e, numbers: (Sqrt, shape_of(e.arg, numbers)),
}


def with_numbers(e: Expr, numbers: Iterator[int]) -> Expr:
    """A tree with other numbers in the place of its own, taken in the order of `shape_of`.

    >>> with_numbers(Num(Fraction(6)) / 9, iter([5, 7])) == Num(Fraction(5)) / 7
    True
    """
    if isinstance(e, Num):
        return Num(Fraction(next(numbers)))
    if isinstance(e, Alike):
        return Alike(e.shape, [[next(numbers) for _ in column] for column in e.columns])
    if isinstance(e, Fractions):
        tops = [next(numbers) for _ in e.tops]
        return Fractions(tops, e.bottoms and [1 if q == 1 else next(numbers) for q in e.bottoms])
    return rebuild(e, lambda part: with_numbers(part, numbers))


class Mold:
    """The text of a shape with places for numbers.

    >>> mold = Mold(Num(Fraction(6)) / 9, lambda e: f"{e.num.value} over {e.den.value}")
    >>> mold.written([5, 7]), mold.room([5, 7]) >= width(Num(Fraction(5)) / 7)
    ('5 over 7', True)
    """

    __slots__ = ("_in_order", "_order", "_rooms", "_text", "_tree")

    def __init__(self, tree: Expr, show: Callable[[Expr], str]) -> None:
        text = show(with_numbers(tree, count(FIRST)))
        self._order = [int(place) - FIRST for place in _PLACE.findall(text)]
        self._in_order = self._order == list(range(len(self._order)))
        self._text = _PLACE.sub("%d", text.replace("%", "%%"))
        self._tree = tree
        self._rooms: dict[int, float] = {}  # by the bits of the largest number

    def takes(self, numbers: list[int]) -> bool:
        """Whether every number has one place."""
        return sorted(self._order) == list(range(len(numbers)))

    def written(self, numbers: list[int]) -> str:
        """The formula with these numbers."""
        return self._text % tuple(numbers if self._in_order else [numbers[at] for at in self._order])

    def room(self, numbers: list[int]) -> float:
        """How wide the formula is at most: as if all its numbers were as long as the longest."""
        bits = max(numbers).bit_length()
        room = self._rooms.get(bits)
        if room is None:
            room = self._rooms[bits] = width(with_numbers(self._tree, repeat(2**bits - 1)))
        return room
