"""Enclosed numbers: two whole numbers of a fine unit with the exact value between them, rounded outward.

They only ever rule candidates out, or say that a value is inside beyond doubt; in between the exact value decides.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import TypeAlias

from exactmetrics.exact.values import Number, enclosure

BITS = 80
UNIT = 1 << BITS
Ends: TypeAlias = tuple[int, int]


class Unbounded(Exception):  # noqa: N818  (a message on its way, not an error)
    """A divisor may be zero: nothing is known of the value."""


def ends_of(top: int, bottom: int) -> Ends:
    """A ratio of whole numbers, the second positive.

    >>> ends_of(1, 2) == (UNIT // 2, UNIT // 2)
    True
    """
    scaled = top << BITS
    return scaled // bottom, -(-scaled // bottom)


def ends_of_number(number: Number) -> Ends:
    """Any exact number.

    >>> ends_of_number(Fraction(3)) == (3 * UNIT, 3 * UNIT)
    True
    """
    low, high = (number, number) if isinstance(number, Fraction) else enclosure(number, BITS)
    return ends_of(low.numerator, low.denominator)[0], ends_of(high.numerator, high.denominator)[1]


def product(a: Ends, b: Ends) -> Ends:
    """A product.

    >>> product((-UNIT, UNIT), (2 * UNIT, 3 * UNIT)) == (-3 * UNIT, 3 * UNIT)
    True
    """
    corners = [x * y for x in a for y in b]
    return min(corners) >> BITS, -(-max(corners) >> BITS)


def quotient(a: Ends, b: Ends) -> Ends:
    """A quotient; `Unbounded` where the divisor may be zero.

    >>> quotient((UNIT, UNIT), (2 * UNIT, 4 * UNIT)) == (UNIT // 4, UNIT // 2)
    True
    """
    if b[0] <= 0 <= b[1]:
        raise Unbounded
    corners = [((x << BITS) // y, -(-(x << BITS) // y)) for x in a for y in b]
    return min(low for low, _ in corners), max(high for _, high in corners)


def square_root(a: Ends) -> Ends:
    """A square root of a number that is not negative.

    >>> square_root((4 * UNIT, 9 * UNIT)) == (2 * UNIT, 3 * UNIT)
    True
    """
    low, high = (isqrt(max(0, end) << BITS) for end in a)
    return low, high if high * high == max(0, a[1]) << BITS else high + 1


def window(low: Fraction, high: Fraction) -> tuple[int, int, int, int]:
    """An interval: the widest ends, inside which a value may fit, and the narrow ones, strictly inside which it does.

    >>> window(Fraction(0), Fraction(1)) == (0, UNIT, 0, UNIT)
    True
    """
    least, least_up = ends_of(low.numerator, low.denominator)
    most_down, most = ends_of(high.numerator, high.denominator)
    return least, most, least_up, most_down
