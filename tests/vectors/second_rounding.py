"""Whether digits and floating-point numbers are the right ones, judged by neighbours and by mpmath.

The package rounds by integer division and by enclosures; here the number that is claimed is compared with its two
neighbours, read from bit patterns, and decimals are divided by the `decimal` module or taken from
hundreds of digits of mpmath.
"""

from __future__ import annotations

import ast
import re
import struct
from collections.abc import Callable
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from math import isqrt
from operator import add, mul, sub, truediv
from typing import Any, TypeAlias

import mpmath
import numpy

from tests.oracle import Surd
from tests.oracle.surd import Digits

Exact: TypeAlias = Fraction | Surd | Digits

DIGITS = 600
SAME = 300  # digits to which two ways to the same irrational must agree
FIFTY = Context(prec=50, rounding=ROUND_HALF_EVEN, Emin=-(10**6), Emax=10**6)
LONG = Context(prec=DIGITS - 50, Emin=-(10**6), Emax=10**6)
FORMATS = {64: ("<d", "<q", 53, 1024), 32: ("<f", "<i", 24, 128)}


def quantile(p: mpmath.mpf) -> mpmath.mpf:
    """The number that a standard normal variable does not exceed with probability p."""
    return mpmath.sqrt(2) * mpmath.erfinv(2 * p - 1)


FUNCTIONS = {"sqrt": mpmath.sqrt, "ln": mpmath.log, "arcsin": mpmath.asin, "z": quantile}
OPERATORS: dict[type, Callable[[Any, Any], Any]] = {ast.Add: add, ast.Sub: sub, ast.Mult: mul, ast.Div: truediv}


def digits_of(number: Exact) -> mpmath.mpf:
    """Many digits of an exact number."""
    with mpmath.workdps(DIGITS):
        if isinstance(number, Digits):
            return number.number
        if isinstance(number, Fraction):
            return mpmath.mpf(number.numerator) / number.denominator
        return mpmath.fsum(digits_of(f) * mpmath.root(digits_of(under), degree) for f, under, degree in number.terms)


def as_fraction(number: Exact) -> Fraction:
    """The number itself, or a rational so near to it that no comparison here can tell them apart."""
    if isinstance(number, Fraction):
        return number
    x = digits_of(number)
    return Fraction(int(x.man) if not x._mpf_[0] else -int(x.man)) * Fraction(2) ** int(x.exp) if x else Fraction(0)


def is_written(expected: dict[str, Any], number: Exact) -> bool:
    """Whether exact, root or expression of a record is the number."""
    if "exact" in expected:
        if isinstance(number, Fraction):
            over = "" if number.denominator == 1 else f"/{number.denominator}"
            return bool(expected["exact"] == f"{number.numerator}{over}")
        return agree(digits_of(Fraction(expected["exact"])), number)
    if "root" in expected:
        sign, square = expected["root"]["sign"], Fraction(expected["root"]["square"])
        root = square_root(square)
        return is_irrational(square) and agree(signed(sign, root), number)
    return agree(sum_of(expected["expression"]), number)


def agree(claimed: mpmath.mpf, number: Exact) -> bool:
    with mpmath.workdps(DIGITS):
        right = digits_of(number)
        return bool(abs(claimed - right) <= abs(right) * mpmath.mpf(10) ** -SAME)


def signed(sign: int, root: mpmath.mpf) -> mpmath.mpf:
    with mpmath.workdps(DIGITS):
        return sign * root


def square_root(square: Fraction) -> mpmath.mpf:
    with mpmath.workdps(DIGITS):
        return mpmath.sqrt(digits_of(square))


def is_irrational(square: Fraction) -> bool:
    return any(isqrt(n) ** 2 != n for n in (square.numerator, square.denominator))


def sum_of(expression: str) -> mpmath.mpf:
    """An expression added up, as Python reads it: fractions, roots of fractions, logarithms of whole numbers, pi."""
    with mpmath.workdps(DIGITS):
        return _read(ast.parse(expression.replace("^", "**"), mode="eval").body)


def _read(e: ast.expr) -> mpmath.mpf:
    match e:
        case ast.Constant(int() as n):
            return mpmath.mpf(n)
        case ast.UnaryOp(ast.USub(), inside):
            return -_read(inside)
        case ast.BinOp(base, ast.Pow(), exponent):
            return _read(base) ** _read(exponent)
        case ast.BinOp(left, op, right):
            return OPERATORS[type(op)](_read(left), _read(right))
        case ast.Name("pi"):
            return +mpmath.pi
        case ast.Call(ast.Name(name), [of], []) if name.startswith("log"):
            return mpmath.log(_read(of)) / mpmath.log(int(name.removeprefix("log")))
        case ast.Call(ast.Name(name), [of], []):
            return FUNCTIONS[name](_read(of))
    raise AssertionError(ast.dump(e))


def is_decimal_of(text: str, number: Exact) -> bool:
    """Whether a text is the number to 50 significant digits, and no longer than it must be."""
    digits = len(re.sub(r"e.*|[-.]", "", text).lstrip("0"))
    if isinstance(number, Fraction):
        right = FIFTY.divide(Decimal(number.numerator), Decimal(number.denominator))
        return Decimal(text) == right and (digits == 50 or Fraction(text) == number)
    right = FIFTY.plus(LONG.create_decimal(mpmath.nstr(digits_of(number), DIGITS - 60)))
    return Decimal(text) == right and digits == 50


def is_nearest(decimal: str, hexadecimal: str, bits: int, number: Exact) -> bool:
    """Whether both texts are the number of the format that is nearest, a tie going to the even one."""
    claimed = float.fromhex(hexadecimal)
    x = as_fraction(number)
    if abs(claimed) == float("inf"):
        _, _, precision, overflow = FORMATS[bits]
        limit = (2 - Fraction(1, 2**precision)) * Fraction(2) ** (overflow - 1)
        return decimal == repr(claimed) and (x >= limit if claimed > 0 else x <= -limit)
    return is_number_of(claimed, bits) and nearest_to(claimed, bits, x) and Fraction(decimal) == shortest(claimed, bits)


def shortest(claimed: float, bits: int) -> Fraction:
    """The shortest decimal that reads back, by numpy."""
    number = numpy.float64(claimed) if bits == 64 else numpy.float32(claimed)
    return Fraction(numpy.format_float_scientific(number, unique=True))


def is_number_of(claimed: float, bits: int) -> bool:
    form = FORMATS[bits][0]
    return bool(struct.unpack(form, struct.pack(form, claimed))[0] == claimed)


def nearest_to(claimed: float, bits: int, x: Fraction) -> bool:
    form, whole, _, overflow = FORMATS[bits]
    size, target = abs(claimed), abs(x)
    if claimed and (claimed < 0) != (x < 0):
        return False
    pattern = struct.unpack(whole, struct.pack(form, size))[0]
    off = abs(Fraction(size) - target)
    for beside in (pattern - 1, pattern + 1):
        if beside < 0:
            continue
        value = struct.unpack(form, struct.pack(whole, beside))[0]
        other = Fraction(2) ** overflow if value == float("inf") else Fraction(value)
        gap = abs(other - target)
        if gap < off or (gap == off and pattern % 2):
            return False
    return True
