"""The root of a rising function, between two rationals that are as near to each other as asked for."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor

# Whole units of 2**-bits below and above the value at a point, for so many bits
Rising = Callable[[Fraction, int], tuple[int, int]]


def isolated(rising: Rising, low: Fraction, high: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    """Two rationals around the root of a rising function, at most 2**-bits apart; the root is neither of the ends.

    Both sides of the point where the secant meets zero are looked at, which doubles the digits each time; where that
    does not halve the interval its middle is.

    >>> low, high = isolated(lambda x, bits: (floor((x * x - 2) * 2**bits), floor((x * x - 2) * 2**bits) + 1),
    ...                      Fraction(1), Fraction(2), 100)
    >>> low**2 < 2 < high**2, (high - low) * 2**100 <= 1
    (True, True)
    """
    below, above = _value(rising, low, 64), _value(rising, high, 64)
    assert below < 0 < above
    while (width := high - low) * (2 << bits) > 1:
        deep = max(0, width.denominator.bit_length() - width.numerator.bit_length())
        fine, margin = 2 * deep + 16, Fraction(4, 1 << 2 * deep)
        meets = Fraction(floor((low + width * below / (below - above)) * (1 << fine)), 1 << fine)
        for point in (meets - margin, meets + margin, (low + high) / 2):
            if low < point < high and 2 * (high - low) > width:
                value = _value(rising, point, min(4 * deep, bits) + 64)
                if value < 0:
                    low, below = point, value
                else:
                    high, above = point, value
    scale = 4 << bits  # in as few digits as that needs
    return Fraction(floor(low * scale), scale), Fraction(ceil(high * scale), scale)


def _value(rising: Rising, point: Fraction, bits: int) -> Fraction:
    """The value at a point, near enough to have its sign."""
    while True:
        low, high = rising(point, bits)
        if low > 0 or high < 0:
            return Fraction(low + high, 2 << bits)
        bits *= 2
