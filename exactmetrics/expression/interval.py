"""Interval evaluation: what arithmetic may come to when its printed decimals are read as rounded numbers.

A decimal with k places stands for everything within half a unit of its last place; one that announces its cut
("0.66...") for everything it may be the beginning of. Whole numbers and fractions stand for themselves. In an interval
every decimal varies on its own, so it holds at least all values that are possible; where the same printed number stands
at several places of two sides that are said to be equal, `may_be_equal` takes it for one number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeAlias

from exactmetrics.exact.errors import ReadingError
from exactmetrics.exact.values import enclosure, root, sign
from exactmetrics.expression.evaluate import applied, evaluate, walk, with_literals
from exactmetrics.expression.nodes import (
    Abs,
    Add,
    Div,
    Expr,
    Function,
    FunctionName,
    Largest,
    Literal,
    Log,
    Max,
    Min,
    Mul,
    Named,
    Neg,
    Num,
    Pow,
    Product,
    Sqrt,
    Sum,
)

Interval: TypeAlias = tuple[Fraction, Fraction]

BITS = 128  # how fine a root is enclosed
MAX_BITS = 65_536  # an end that grows beyond this is given up


def interval_of(tree: Expr) -> Interval | None:
    """The least and the greatest value; None where a divisor may be zero, a root has none, or an end grows too long."""
    found = _interval(tree)
    return found if found is not None and _bits(found) <= MAX_BITS else None


def may_be_equal(left: Expr, right: Expr) -> bool:
    """Whether two sides may be equal with their decimals read as rounded numbers, the same decimal as the same number.

    Where one stands at several places the difference of the sides is looked at in the middle and at the two corners
    that it grows towards: over half a unit it hardly bends.

    >>> from exactmetrics.expression.reading.grammar import read
    >>> may_be_equal(read("0.5 - 0.5"), read("0.1")), may_be_equal(read("0.5 - 0.4"), read("0.2"))
    (False, True)
    """
    a, b = interval_of(left), interval_of(right)
    if a is None or b is None or a[0] > b[1] or b[0] > a[1]:
        return False
    found = [node for tree in (left, right) for node in walk(tree) if isinstance(node, Literal) and node.half_unit]
    if len(found) < 2 or max(Counter(node.text for node in found).values()) < 2:
        return True
    ends = {node.text: _literal(node) for node in found}
    middle = {text: (least + most) / 2 for text, (least, most) in ends.items()}
    difference = Add((left, Neg(right)))
    try:
        low, high = {}, {}
        for text, (least, most) in ends.items():
            grows = _sign_at(difference, {**middle, text: most}, {**middle, text: least}) > 0
            low[text], high[text] = (least, most) if grows else (most, least)
        signs = {_sign_at(difference, at) for at in (low, middle, high)}
    except (ArithmeticError, ReadingError, TypeError, ValueError):
        return True
    return 0 in signs or len(signs) > 1


def _sign_at(tree: Expr, at: Mapping[str, Fraction], less: Mapping[str, Fraction] | None = None) -> int:
    """The sign of a tree whose decimals have these values, or of what it is greater there than for others."""
    value = evaluate(_placed(tree, at))
    return sign(value if less is None else value - evaluate(_placed(tree, less)))


def _placed(tree: Expr, at: Mapping[str, Fraction]) -> Expr:
    return with_literals(tree, lambda number: Num(at.get(number.text, number.value)))


def _interval(e: Expr) -> Interval | None:
    match e:
        case Literal():
            return _literal(e)
        case Named(_, body, None):
            return interval_of(body)
        case Neg(arg):
            inner = interval_of(arg)
            return None if inner is None else (-inner[1], -inner[0])
        case Mul(factors) | Product(_, factors):
            return _product(factors)
        case Max(args) | Largest(_, args):
            return _picked(max, args)
        case Add(terms) | Sum(_, terms):
            return _sum(terms)
        case Div(num, den):
            return _quotient(interval_of(num), interval_of(den))
        case Pow(base, exponent):
            return _power(interval_of(base), exponent)
        case Sqrt(arg, degree):
            return _root(interval_of(arg), degree)
        case Log(arg, base):
            return _log(interval_of(arg), base)
        case Min(args):
            return _picked(min, args)
        case Abs(arg):
            return _absolute(interval_of(arg))
        case Function(name, arg):
            return _function(name, interval_of(arg))
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


def _root(inner: Interval | None, degree: int) -> Interval | None:
    if inner is None or inner[1] < 0:
        return None
    low, high = max(inner[0], Fraction(0)), inner[1]
    return enclosure(root(low, degree), BITS)[0], enclosure(root(high, degree), BITS)[1]


def _log(inner: Interval | None, base: int | None) -> Interval | None:
    from exactmetrics.exact.logs import log

    if inner is None or inner[0] <= 0:
        return None
    return enclosure(log(inner[0], base), BITS)[0], enclosure(log(inner[1], base), BITS)[1]


def _picked(pick: Callable[[list[Fraction]], Fraction], args: tuple[Expr, ...]) -> Interval | None:
    """The largest or the smallest of several: it grows with each of them."""
    found = [part for part in map(interval_of, args) if part is not None]
    return (pick([p[0] for p in found]), pick([p[1] for p in found])) if len(found) == len(args) else None


def _absolute(inner: Interval | None) -> Interval | None:
    if inner is None:
        return None
    low, high = sorted(map(abs, inner))
    return Fraction(0) if inner[0] < 0 < inner[1] else low, high


def _function(name: FunctionName, inner: Interval | None) -> Interval | None:
    """Each of the functions grows with its number, or stays as it is."""
    if inner is None:
        return None
    try:
        low, high = (enclosure(applied(name, end), BITS) for end in inner)
    except (TypeError, ZeroDivisionError):  # not defined there
        return None
    return low[0], high[1]


def _bits(interval: Interval) -> int:
    return max(max(end.numerator.bit_length(), end.denominator.bit_length()) for end in interval)
