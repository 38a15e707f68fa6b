"""Sums of like terms, kept in columns of whole numbers.

A sum over classes has one term a class, all of one shape. `Alike` keeps that shape once, with a `Hole` where a number
goes, and the numbers in columns; `Fractions` keeps a sum of fractions as numerators and denominators. Both are an
`Add` to whoever reads them: their terms are made when somebody asks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import repeat
from math import prod
from operator import add, mul
from typing import Any

from exactmetrics.exact.sums import ratio_sum
from exactmetrics.expression.nodes import Add, Div, Expr, Mul, Neg, Num, Pow, number, whole_number

Column = list[int]
Calculate = Callable[[Sequence[Column]], Column]


@dataclass(slots=True, unsafe_hash=True)
class Hole(Expr):
    """Where a number of a like term goes: the place of its column."""

    column: int


class Columns(Add):
    """A sum whose terms are made when they are asked for; equal to any sum of the same terms."""

    __slots__ = ("_made",)

    _made: tuple[Expr, ...]

    @property
    def terms(self) -> tuple[Expr, ...]:  # type: ignore[override]
        """All terms as trees."""
        try:
            return self._made
        except AttributeError:
            self._made = tuple(map(self.term, range(len(self))))
            return self._made

    def term(self, at: int) -> Expr:
        """One term as a tree."""
        raise NotImplementedError

    def __len__(self) -> int:
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return self.terms == other.terms if isinstance(other, Add) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.terms,))


class Shape:
    """What like terms look like: whole numbers in products, powers and sums, or a quotient of two such.

    `step` is the shape after the innermost operations are worked out, made once and kept.

    >>> shape = Shape(Div(Mul((Hole(0), Hole(1))), Hole(2)))
    >>> shape.is_fraction, shape.step.is_fraction, sorted(shape.kinds)
    (True, True, ['multiply'])
    >>> shape.columns([[8, 8], [6, 5], [9, 9]])
    [[48, 40], [9, 9]]
    """

    __slots__ = ("_columns", "kinds", "step", "term")

    def __init__(self, term: Expr) -> None:
        self.term = term
        self.kinds: set[str] = set()
        made: list[Calculate] = []
        after = _level(term, made, self.kinds)
        self._columns = made
        self.step: Shape = Shape(after) if self.kinds else self

    @property
    def is_fraction(self) -> bool:
        """Whether the terms are quotients."""
        return isinstance(self.term, Div)

    @property
    def is_plain(self) -> bool:
        """Whether nothing is left to work out inside the terms."""
        return self.step is self

    def columns(self, before: Sequence[Column]) -> list[Column]:
        """The columns of `step`."""
        return [calculate(before) for calculate in self._columns]


def _level(e: Expr, made: list[Calculate], kinds: set[str]) -> Expr:
    """The innermost operations each replaced by one hole; what makes its column is noted."""
    if isinstance(e, Div):
        return Div(_level(e.num, made, kinds), _level(e.den, made, kinds))
    parts: tuple[Expr, ...] = ()
    if isinstance(e, Add):
        parts, kind = e.terms, "add_up"
    elif isinstance(e, Mul):
        parts, kind = e.factors, "multiply"
    elif isinstance(e, Pow):
        parts, kind = (e.base,), "multiply"
    if parts and not all(isinstance(p, (Hole, Num)) for p in parts):
        inner = tuple(_level(p, made, kinds) for p in parts)
        return Pow(inner[0], e.exponent) if isinstance(e, Pow) else type(e)(inner)  # type: ignore[call-arg]
    if isinstance(e, Num):
        return e
    if parts:
        kinds.add(kind)
    made.append(_calculation(e, parts))
    return Hole(len(made) - 1)


def _calculation(e: Expr, parts: tuple[Expr, ...]) -> Calculate:
    """What makes a column of others: the same, powers, products or sums."""
    if isinstance(e, Hole):
        at = e.column
        return lambda columns: columns[at]
    operands = [p.column if isinstance(p, Hole) else repeat(whole_number(p)) for p in parts]
    if isinstance(e, Pow):
        return lambda columns: [n**e.exponent for n in _picked(operands[0], columns)]
    two, many = (add, sum) if isinstance(e, Add) else (mul, prod)
    if len(operands) == 2:
        a, b = operands
        return lambda columns: list(map(two, _picked(a, columns), _picked(b, columns)))
    return lambda columns: list(map(many, zip(*(_picked(o, columns) for o in operands))))  # noqa: B905


def _picked(operand: Any, columns: Sequence[Column]) -> Any:
    return columns[operand] if type(operand) is int else operand


class Alike(Columns):
    """A sum of terms of one shape, their numbers in columns.

    >>> from fractions import Fraction
    >>> row = Alike(Shape(Mul((Hole(0), Hole(1)))), [[2, 5], [3, 7]])
    >>> two, three, five, seven = (Num(Fraction(n)) for n in (2, 3, 5, 7))
    >>> row == Add((Mul((two, three)), Mul((five, seven))))
    True
    """

    __slots__ = ("columns", "shape")

    def __init__(self, shape: Shape, columns: list[Column]) -> None:
        self.shape, self.columns = shape, columns

    def __len__(self) -> int:
        return len(self.columns[0])

    @property
    def total(self) -> Fraction:
        """The exact sum; `ZeroDivisionError` where a term divides by zero."""
        shape, columns = self.shape, self.columns
        while not shape.is_plain:
            shape, columns = shape.step, shape.columns(columns)
        if isinstance(shape.term, Hole):
            return Fraction(sum(columns[0]))
        if 0 in columns[1]:
            raise ZeroDivisionError("a term divides by zero")
        return ratio_sum(columns[0], columns[1])

    def term(self, at: int) -> Expr:
        """One term as a tree."""
        return filled(self.shape.term, [column[at] for column in self.columns])


class Fractions(Columns):
    """A sum of fractions: numerators, denominators (1: a whole number; None: all are), and which ones have a minus.

    >>> from fractions import Fraction
    >>> row = Fractions([2, 5], [3, 1], [False, True])
    >>> row == Add((Div(Num(Fraction(2)), Num(Fraction(3))), Neg(Num(Fraction(5)))))
    True
    """

    __slots__ = ("bottoms", "minus", "tops")

    def __init__(self, tops: Column, bottoms: Column | None = None, minus: Sequence[bool] = ()) -> None:
        self.tops, self.bottoms, self.minus = tops, bottoms, minus

    def __len__(self) -> int:
        return len(self.tops)

    @property
    def signed(self) -> Column:
        """The numerators with their signs."""
        if not self.minus:
            return self.tops
        return [-p if m else p for p, m in zip(self.tops, self.minus, strict=True)]

    @property
    def total(self) -> Fraction:
        """The exact sum."""
        return Fraction(sum(self.signed)) if self.bottoms is None else ratio_sum(self.signed, self.bottoms)

    def term(self, at: int) -> Expr:
        """One term as a tree."""
        q = 1 if self.bottoms is None else self.bottoms[at]
        made: Expr = number(self.tops[at])
        made = made if q == 1 else Div(made, number(q))
        return Neg(made) if self.minus and self.minus[at] else made


def filled(term: Expr, numbers: Sequence[int]) -> Expr:
    """A like term with its numbers put in.

    >>> filled(Div(Hole(0), Hole(1)), [6, 9]) == Div(number(6), number(9))
    True
    """
    if isinstance(term, Hole):
        return number(numbers[term.column])
    if isinstance(term, Div):
        return Div(filled(term.num, numbers), filled(term.den, numbers))
    if isinstance(term, Mul):
        return Mul(tuple(filled(f, numbers) for f in term.factors))
    if isinstance(term, Add):
        return Add(tuple(filled(t, numbers) for t in term.terms))
    return Pow(filled(term.base, numbers), term.exponent) if isinstance(term, Pow) else term
