"""How wide a formula will be, in digits of the text size: the larger side of a fraction, the sum of a row."""

from __future__ import annotations

from fractions import Fraction

from exactmetrics.derivation.notation.base import is_plain, is_wide
from exactmetrics.exact.values import Root, Symbolic
from exactmetrics.expression.nodes import Add, Div, Expr, Mul, Neg, Num, Pow, Sqrt, Sum


def width(e: Expr) -> float:
    """An estimate, a little too wide rather than too narrow.

    >>> long, short = Num(Fraction(123456)), Num(Fraction(7))
    >>> width(long) > width(short), width(long / short) == width(short / long) > width(long)
    (True, True)
    >>> width(short + short) > width(short) + width(short)
    True
    """
    match e:
        case Num(value):
            return _number(value)
        case Neg(arg):
            return 2 + width(arg)
        case Add(terms):
            return sum(map(width, terms)) + 3.2 * (len(terms) - 1)
        case Mul(factors):
            return sum(width(f) + (2 if isinstance(f, Add) else 0) for f in factors) + 1.7 * (len(factors) - 1)
        case Div(num, den):
            if is_plain(den) and is_wide(num):
                return width(den) + width(num) + 3.5
            return max(width(num), width(den)) + 1
        case Pow(base, exponent):
            return width(base) + 0.7 * len(str(exponent))
        case Sqrt(arg):
            return width(arg) + 2
        case Sum(body):
            return width(body) + 4
    return 3.0  # a symbol


def _number(value: object) -> float:
    if isinstance(value, Fraction):
        return max(_digits(value.numerator), _digits(value.denominator)) + (value.denominator != 1)
    if isinstance(value, Root):
        return 5 + 0.8 * (_digits(value.square.numerator) + _digits(value.square.denominator))
    assert isinstance(value, Symbolic)
    return sum(map(_number, value.roots)) + _number(value.rational) + 3 * len(value.roots)


def _digits(n: int) -> float:
    return 1 + int(n.bit_length() * 0.30103)
