"""Where a formula is broken for a page: how wide it will be, and wide sums and products in rows inside their brackets.

A width is counted in digits of the text size: of a fraction the larger side, of a row the sum.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from fractions import Fraction
from itertools import pairwise
from typing import Any

from exactmetrics.derivation.notation.printer import (
    ON_ONE_LINE,
    Notation,
    fraction_of,
    has_fractions,
    is_wide,
    is_written_as_mean,
)
from exactmetrics.derivation.planning.origins import root_tree
from exactmetrics.derivation.planning.page import Blank
from exactmetrics.derivation.planning.tree import log_tree
from exactmetrics.derivation.planning.wide import Cut, Gap
from exactmetrics.exact.values import Number, Root, Symbolic, rationals_of
from exactmetrics.expression.evaluate import walk
from exactmetrics.expression.nodes import (
    Abs,
    Add,
    Div,
    Expr,
    Function,
    Largest,
    Log,
    Max,
    Min,
    Mul,
    Named,
    Neg,
    Num,
    Pi,
    Pow,
    Product,
    Sqrt,
    Sum,
)

SYMBOL = 3.0  # digits of a usual symbol
POOLED = 3.0  # what the word of an average takes below the letter of a part, which may have one below it already
WHOLE = 1.1  # of the room may be taken by a sum that then stands in one row
BETWEEN_TERMS, BETWEEN_FACTORS = 3.2, 1.7  # what a sign takes with the space around it
ALONE, AROUND = 10.0, 8.0  # digits of room that a number alone has more, and of what stands around one that is not
PICKED = 5.0  # what max or min takes with its brackets
DIGITS_OF_A_BIT = 0.30103


def width(e: Expr) -> float:
    """How wide a formula will be in print: an estimate, a little too wide rather than too narrow."""
    measure = _MEASURE.get(type(e))
    return SYMBOL if measure is None else measure(e)


def _sum(terms: Iterable[float]) -> float:
    wide = list(terms)
    return sum(wide) + BETWEEN_TERMS * (len(wide) - 1)


def _product(e: Mul) -> float:
    return sum(width(f) + (2 if isinstance(f, Add) else 0) for f in e.factors) + _signs(e)


def _signs(e: Mul) -> float:
    between = sum(not (isinstance(b, Log) and isinstance(a, Num)) for a, b in pairwise(e.factors))  # 2 ln 3 has none
    return BETWEEN_FACTORS * between


def _quotient(e: Div) -> float:
    if is_written_as_mean(e):
        return width(e.den) + width(e.num) + 3.5
    above, below = _side(e.num), _side(e.den)
    return (above if above > below else below) + 1


def _list(parts: Iterable[Expr]) -> float:
    return sum(width(part) + 1.5 for part in parts)


def _side(e: Expr) -> float:
    """A side of a fraction: in it fractions are written on one line, if they are not too long."""
    found = fraction_of(e)
    if found is not None:
        in_line = _digits(found[0]) + _digits(found[1]) + 1
        return in_line if in_line <= ON_ONE_LINE else width(e)
    return on_one_line(e) if has_fractions(e) else width(e)


def on_one_line(e: Expr) -> float:
    """How wide a formula will be whose fractions are written on one line."""
    if isinstance(e, Div):
        return sum(on_one_line(side) + (2 if isinstance(side, Add) else 0) for side in (e.num, e.den)) + 1
    if isinstance(e, Add):
        return _sum(map(on_one_line, e.terms))
    if isinstance(e, Mul):
        return sum(on_one_line(f) + (2 if isinstance(f, Add) else 0) for f in e.factors) + _signs(e)
    return on_one_line(e.arg) + width(e) - width(e.arg) if isinstance(e, (Neg, Log, Abs, Function)) else width(e)


_MEASURE: dict[type, Callable[[Any], float]] = {
    Num: lambda e: _number(e.value),
    Named: lambda e: SYMBOL + (POOLED if e.head.is_part and e.head.average else 0),
    Gap: lambda e: 4.0,
    Cut: lambda e: len(e.first) + len(e.last) + 4.0,
    Blank: lambda e: e.room + 3.0,
    Neg: lambda e: 2 + width(e.arg),
    Add: lambda e: _sum(width(t.arg if at and isinstance(t, Neg) else t) for at, t in enumerate(e.terms)),
    Mul: _product,
    Div: _quotient,
    Pow: lambda e: width(e.base) + 0.7 * len(str(e.exponent)) + (3 if is_wide(e.base) else 0),
    Sqrt: lambda e: width(e.arg) + (2 if e.degree == 2 else 2.5),
    Log: lambda e: width(e.arg) + (2.5 if e.base is None else 3.3 + 0.7 * len(str(e.base))),
    Max: lambda e: _list(e.args) + PICKED,
    Min: lambda e: _list(e.args) + PICKED,
    Abs: lambda e: width(e.arg) + 2,
    Function: lambda e: width(e.arg) + PICKED,
    Pi: lambda e: 1.0,
    Sum: lambda e: width(e.body) + 4,
    Product: lambda e: width(e.body) + 4,
    Largest: lambda e: width(e.body) + 4,
}


def _in_one(terms: tuple[Expr, ...]) -> tuple[Expr, ...]:
    """The terms of a sum whose first term is a sum, which has no brackets."""
    return (*_in_one(terms[0].terms), *terms[1:]) if isinstance(terms[0], Add) else terms


def _unsigned(term: Expr) -> Expr:
    return term.arg if isinstance(term, Neg) else term


def _number(value: Number) -> float:
    if isinstance(value, Fraction):
        n, q = value.as_integer_ratio()
        return _digits(n) if q == 1 else max(_digits(n), _digits(q)) + 1
    if isinstance(value, Root):
        return width(root_tree(value))
    if not isinstance(value, Symbolic):
        return width(log_tree(value))
    return sum(map(_number, value.roots)) + _number(value.rational) + 3 * len(value.roots)


def _digits(n: int) -> float:
    return 1 + int(n.bit_length() * DIGITS_OF_A_BIT)


def unbroken(e: Expr) -> float:
    """The width of the widest number in a formula, which no row can break."""
    return max((_longest(part.value) for part in walk(e) if type(part) is Num), default=0.0)


def _longest(value: Number) -> float:
    if isinstance(value, (Fraction, Root)):
        return _number(value)
    if isinstance(value, Symbolic):
        return max(_number(value.rational), *map(_number, value.roots))
    return max(_number(part) for part in rationals_of(value))


def in_rows(widths: Iterable[float], room: float, first: float = 0.0) -> list[list[int]]:
    """The places of parts in rows as full as they may be; so much room as `first` is taken before each row."""
    rows: list[list[int]] = []
    used = first
    for at, wide in enumerate(widths):
        if not rows or used + wide > room:
            rows.append([])
            used = first
        rows[-1].append(at)
        used += wide
    return rows


class Broken(Notation):
    """A notation whose lines end at the margin; subclasses say how rows are stacked."""

    room = 56.0  # digits: a line less the name on its left and a factor before the bracket
    line = 70.0  # digits of a product that stands alone in a fraction
    dot = "*"
    measure = staticmethod(width)
    smaller: Mapping[str, float] = {}  # types for formulas with a number wider than a page, and how wide a digit is

    def type_for(self, members: Iterable[Expr]) -> str:
        """The type in which no number in a chain is wider than a page; empty: the usual one."""
        room = self.room + ALONE
        wide = max((min(width(e), unbroken(e) + AROUND) for e in members), default=0.0)
        sizes = (size for size, scale in {"": 1.0, **self.smaller}.items() if wide * scale <= room)
        return next(sizes, next(reversed([*self.smaller]), ""))

    def in_type(self, scale: float) -> Broken:
        """The same in a type whose digits are so much narrower."""
        made = copy(self)
        made.room, made.line = self.room / scale, self.line / scale
        return made

    def stacked(self, rows: list[str]) -> str:
        """Several rows, one below the other."""
        raise NotImplementedError

    def continued(self, sign: str, rest: str) -> str:
        """A row that begins with its sign, set off as between two terms."""
        raise NotImplementedError

    def narrowed(self, by: float) -> Broken:
        """The same with less room."""
        made = copy(self)
        made.room -= by
        return made

    def listed(self, parts: tuple[Expr, ...]) -> str:
        """Parts that are too wide for one row have a row each."""
        if _list(parts) <= self.room * WHOLE:
            return super().listed(parts)
        inside = self.narrowed(PICKED)
        rows = [inside._piece(part)[0] for part in parts]
        return self._in_rows([*(f"{row}," for row in rows[:-1]), rows[-1]])

    def _term(self, term: Expr) -> float:
        """The width of a term, less its sign, which stands in the room between two terms."""
        return self.measure(_unsigned(term))

    def _row(self, terms: tuple[Expr, ...]) -> str:
        terms = _in_one(terms)
        if (beside := self._beside(terms)) > 0:
            return Notation._row(self.narrowed(beside), terms)
        rows = [terms] if _sum(map(self._term, terms)) <= self.room * WHOLE else self._filled(terms, BETWEEN_TERMS)
        if len(rows) > 1 and len(rows[-1]) == 1 and len(rows[-2]) > 2:  # a lone last term is overlooked or misread
            rows[-2:] = [rows[-2][:-1], (rows[-2][-1], *rows[-1])]
        return self._in_rows([Notation._row(self, rows[0]), *map(self._next_row, rows[1:])])

    def _beside(self, terms: tuple[Expr, ...]) -> float:
        """What the other terms take beside one wide fraction whose side is broken, where they go beside it; else 0."""
        widths = [self._term(t) for t in terms]
        wide = max(widths)
        beside = sum(widths) - wide + BETWEEN_TERMS * (len(terms) - 1)
        large = _unsigned(terms[widths.index(wide)])
        if len(terms) < 2 or wide + beside <= self.room * WHOLE or beside > self.room / 4 or not isinstance(large, Div):
            return 0.0
        sides = [part for side in (large.num, large.den) for part in (side.terms if isinstance(side, Add) else (side,))]
        return beside if all(self._term(part) + BETWEEN_TERMS <= self.room - beside for part in sides) else 0.0

    def _next_row(self, row: tuple[Expr, ...]) -> str:
        after_nothing = Notation._row(self, (Num(Fraction(0)), *row))  # 0 + a - b, to leave signs and brackets to it
        return self.continued(after_nothing[2], after_nothing[4:])

    def _product(self, factors: tuple[Expr, ...]) -> str:
        sums = [f for f in factors if isinstance(f, Add)]
        # What fills a line is broken inside, with the other factors beside it; a number that does cannot be.
        broken = len(sums) > 1 or sum(min(self.measure(f), self.room) + BETWEEN_FACTORS for f in factors) > self.line
        rows = self._filled(factors, BETWEEN_FACTORS) if broken else [factors]
        shown = [Notation._product(self, row) for row in rows]
        return self._in_rows([shown[0], *(self.continued(self.dot, row) for row in shown[1:])])

    def _root_sum(self, value: Symbolic) -> str:
        text = super()._root_sum(value)
        if width(Num(value)) <= self.room:
            return text
        first, *rest = re.split(r" (?=[+-] )", text)
        return self._in_rows([first, *(self.continued(term[0], term[2:]) for term in rest)])

    def _in_rows(self, rows: list[str]) -> str:
        return rows[0] if len(rows) == 1 else self.stacked(rows)

    def _filled(self, parts: tuple[Expr, ...], between: float) -> list[tuple[Expr, ...]]:
        rows = in_rows((self._term(part) + between for part in parts), self.room)
        return [tuple(parts[at] for at in row) for row in rows]
