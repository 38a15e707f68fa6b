"""How wide a formula will be, in digits of the text size: the larger side of a fraction, the sum of a row."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from exactmetrics.derivation.notation.base import is_plain, is_wide
from exactmetrics.derivation.planning.page import Blank
from exactmetrics.derivation.planning.wide import Cut, Gap
from exactmetrics.exact.values import Root, Symbolic
from exactmetrics.expression.nodes import Add, Div, Expr, Mul, Neg, Num, Pow, Sqrt, Sum

BETWEEN_TERMS, BETWEEN_FACTORS = 3.2, 1.7  # what a sign takes with the space around it
DIGITS_OF_A_BIT = 0.30103


def width(e: Expr) -> float:
    """An estimate, a little too wide rather than too narrow.

    >>> long, short = Num(Fraction(123456)), Num(Fraction(7))
    >>> width(long) > width(short), width(long / short) == width(short / long) > width(long)
    (True, True)
    >>> width(short + short) > width(short) + width(short)
    True
    """
    measure = _MEASURE.get(type(e))
    return 3.0 if measure is None else measure(e)  # a symbol


def _sum(terms: Iterable[float]) -> float:
    wide = list(terms)
    return sum(wide) + BETWEEN_TERMS * (len(wide) - 1)


def _product(e: Mul) -> float:
    factors = e.factors
    return sum(width(f) + (2 if isinstance(f, Add) else 0) for f in factors) + BETWEEN_FACTORS * (len(factors) - 1)


def _quotient(e: Div) -> float:
    above, below = width(e.num), width(e.den)
    if is_wide(e.num) and is_plain(e.den):
        return below + above + 3.5
    return (above if above > below else below) + 1


def _number_node(e: Num) -> float:
    n, q = e.value.as_integer_ratio() if type(e.value) is Fraction else (0, 0)
    return 1 + int(n.bit_length() * DIGITS_OF_A_BIT) if q == 1 else _number(e.value)


_MEASURE: dict[type, Callable[[Any], float]] = {
    Num: _number_node,
    Gap: lambda e: 4.0,
    Cut: lambda e: len(e.first) + len(e.last) + 4.0,
    Blank: lambda e: e.room + 3.0,
    Neg: lambda e: 2 + width(e.arg),
    Add: lambda e: _sum(map(width, e.terms)),
    Mul: _product,
    Div: _quotient,
    Pow: lambda e: width(e.base) + 0.7 * len(str(e.exponent)),
    Sqrt: lambda e: width(e.arg) + 2,
    Sum: lambda e: width(e.body) + 4,
}


def _number(value: object) -> float:
    if isinstance(value, Fraction):
        n, q = value.as_integer_ratio()
        return 1 + int(n.bit_length() * DIGITS_OF_A_BIT) if q == 1 else max(_digits(n), _digits(q)) + 1
    if isinstance(value, Root):
        return 5 + 0.8 * (_digits(value.square.numerator) + _digits(value.square.denominator))
    assert isinstance(value, Symbolic)
    return sum(map(_number, value.roots)) + _number(value.rational) + 3 * len(value.roots)


def _digits(n: int) -> float:
    return 1 + int(n.bit_length() * DIGITS_OF_A_BIT)
