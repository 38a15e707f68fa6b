"""Where the numbers of a working come from: whole numbers that know their nodes, and the numbers of a fraction."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Literal

from exactmetrics.exact.square import radical
from exactmetrics.exact.values import Number, Root
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Abs, Div, Expr, Mul, Neg, Num, Sqrt, number

Origin = Expr | Literal["worked", "chosen"]


class Whole(int):
    """A whole number that knows its node: who passes it on copies it, who calculates with it gets a plain one.

    To multiply or divide by a 1 of the definition, or by one that a rule finds, is no calculation.

    >>> five = Whole.of(Num(Fraction(5), "worked"))
    >>> (five * 1).node is (1 * five).node is (five // 1).node is five.node, type(five * 2)
    (True, <class 'int'>)
    """

    node: Num

    @classmethod
    def of(cls, node: Num) -> Whole:
        """The value of a node that is a whole number."""
        made = cls(node.value.numerator)  # type: ignore[union-attr]
        made.node = node
        return made

    def __mul__(self, other: int) -> int:
        return self if _is_no_factor(other) else other if _is_no_factor(self) else super().__mul__(other)

    __rmul__ = __mul__

    def __floordiv__(self, other: int) -> int:
        return self if _is_no_factor(other) else super().__floordiv__(other)

    def __abs__(self) -> int:
        return self if self >= 0 else chosen(super().__abs__())


def _is_no_factor(n: int) -> bool:
    return n == 1 and (not isinstance(n, Whole) or n.node.origin in (None, "chosen"))


def whole_at(e: Expr) -> Whole | None:
    """The whole number that a node is; None for any other node."""
    if type(e) is not Num or type(value := e.value) is not Fraction:
        return None
    n, q = value.as_integer_ratio()
    if q != 1:
        return None
    made = Whole(n)
    made.node = e
    return made


def worked(value: Number | int, origin: Origin = "worked") -> Num:
    """The node of a number that is worked out, or of one that is copied as it stands."""
    if isinstance(value, Whole):
        return value.node
    return Num(number(value).value if isinstance(value, int) else value, origin)  # made once, as they are many


def chosen(n: int) -> Whole:
    """A whole number that a rule finds, such as a common denominator, for every place where it stands."""
    return n if isinstance(n, Whole) else Whole.of(worked(n, "chosen"))


def calculated(e: Expr) -> Num:
    """A number as it stands, or what a calculation comes to; a fraction in lowest terms keeps both of its sides."""
    if isinstance(e, Num):
        return e
    value = evaluate(e)
    if isinstance(e, Abs) and isinstance(sides := written(calculated(e.arg)), Div):
        return Num(value, e, Div(calculated(Abs(sides.num)), sides.den))
    if isinstance(e, Div) and isinstance(value, Fraction):
        above, below = calculated(e.num), calculated(e.den)
        if below.value == value.denominator != 1 and above.value == value.numerator:
            return Num(value, e, Div(above, below))
    return Num(value, e)


def result(e: Expr) -> Num:
    """What a formula comes to that has a root: with its numbers, or its denominator, where its value is written so."""
    made = calculated(e)
    if isinstance(made.value, Root):
        tree = root_tree(made.value, lambda n: worked(n, made))
        if isinstance(tree, Div) and isinstance(e, Div) and tree.den == e.den:
            tree = Div(tree.num, e.den)
        made.written = e if tree == e else tree
    return made


def written(e: Num) -> Expr:
    """A fraction or a root in the whole numbers that it is written with, the same wherever the node stands."""
    if e.written is None:
        e.written = e
        if isinstance(e.value, Root):
            e.written = root_tree(e.value, lambda n: worked(n, e))
        elif isinstance(e.value, Fraction) and e.value.denominator != 1:
            e.written = Div(*(worked(side, e) for side in e.value.as_integer_ratio()))
    return e.written


def root_tree(value: Root, make: Callable[[int], Expr] = number) -> Expr:
    """A root as it is written; of a square root a square factor is taken out of the number under it and below."""
    if value.degree != 2:
        above, below = make(value.radicand.numerator), make(value.radicand.denominator)
        under = Sqrt(above if value.radicand.denominator == 1 else Div(above, below), value.degree)
        return under if value.sign > 0 else Neg(under)
    q, d = radical(value.radicand)
    made: Expr = Sqrt(make(d))
    if q.numerator != 1:
        made = Mul((make(q.numerator), made))
    if q.denominator != 1:
        made = Div(made, make(q.denominator))
    return made if value.sign > 0 else Neg(made)
