"""Interval evaluation: what arithmetic may come to when its printed decimals are read as rounded numbers.

A decimal with k places stands for everything within half a unit of its last place; one that announces its cut
("0.66...") for everything it may be the beginning of. Whole numbers and fractions stand for themselves. Every decimal
varies on its own, so the interval holds at least all values that are possible.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from exactmetrics.exact.values import enclosure, root
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Add, Div, Expr, Literal, Mul, Named, Neg, Pow, Sqrt, Sum

Interval: TypeAlias = tuple[Fraction, Fraction]

BITS = 128  # how fine a root is enclosed
MAX_BITS = 65_536  # an end that grows beyond this is given up


def interval_of(tree: Expr) -> Interval | None:
    """The least and the greatest value; None where a divisor may be zero, a root has none, or an end grows too long."""
    found = _interval(tree)
    return found if found is not None and _bits(found) <= MAX_BITS else None


def _interval(e: Expr) -> Interval | None:
    match e:
        case Literal():
            return _literal(e)
        case Named(_, body, None):
            return interval_of(body)
        case Neg(arg):
            inner = interval_of(arg)
            return None if inner is None else (-inner[1], -inner[0])
        case Add(terms) | Sum(_, terms):
            return _sum(terms)
        case Mul(factors):
            return _product(factors)
        case Div(num, den):
            return _quotient(interval_of(num), interval_of(den))
        case Pow(base, exponent):
            return _power(interval_of(base), exponent)
        case Sqrt(arg):
            return _root(interval_of(arg))
    try:
        return enclosure(evaluate(e), BITS)
    except ZeroDivisionError:
        return None


def _literal(e: Literal) -> Interval:
    half = e.half_unit or Fraction(0)
    if e.text.endswith(("...", "…", "dots")):
        return e.value, e.value + 2 * half
    return e.value - half, e.value + half


def _sum(terms: tuple[Expr, ...]) -> Interval | None:
    low = high = Fraction(0)
    for term in terms:
        part = interval_of(term)
        if part is None:
            return None
        low, high = low + part[0], high + part[1]
        if _bits((low, high)) > MAX_BITS:
            return None
    return low, high


def _product(factors: tuple[Expr, ...]) -> Interval | None:
    out: Interval = Fraction(1), Fraction(1)
    for factor in factors:
        part = interval_of(factor)
        if part is None or _bits(out) > MAX_BITS:
            return None
        out = _times(out, part)
    return out


def _times(a: Interval, b: Interval) -> Interval:
    corners = [x * y for x in a for y in b]
    return min(corners), max(corners)


def _quotient(num: Interval | None, den: Interval | None) -> Interval | None:
    if num is None or den is None or den[0] <= 0 <= den[1]:
        return None
    return _times(num, (1 / den[1], 1 / den[0]))


def _power(base: Interval | None, exponent: int) -> Interval | None:
    if base is None or _bits(base) * exponent > MAX_BITS:
        return None
    ends = base[0] ** exponent, base[1] ** exponent
    low = Fraction(0) if exponent and exponent % 2 == 0 and base[0] < 0 < base[1] else min(ends)
    return low, max(ends)


def _root(inner: Interval | None) -> Interval | None:
    if inner is None or inner[1] < 0:
        return None
    return enclosure(root(max(inner[0], Fraction(0))), BITS)[0], enclosure(root(inner[1]), BITS)[1]


def _bits(interval: Interval) -> int:
    return max(max(end.numerator.bit_length(), end.denominator.bit_length()) for end in interval)
