"""The power of ten of an exact number."""

from __future__ import annotations

from fractions import Fraction

from exactmetrics.exact.values import Number, enclosure, sign


def exponent(value: Number | int) -> int:
    """The power of ten of the first digit: ``10**e <= abs(value) < 10**(e+1)``; `value` may not be zero.

    >>> exponent(Fraction(409, 630)), exponent(100), exponent(Fraction(-1, 1000))
    (-1, 2, -3)
    """
    if isinstance(value, (int, Fraction)):
        return _exponent(abs(Fraction(value)))
    size, bits = value * sign(value), 64
    while True:  # ends: an irrational is no power of ten
        low, high = enclosure(size, bits)
        if low > 0 and _exponent(low) == _exponent(high):
            return _exponent(low)
        bits *= 2


def _exponent(size: Fraction) -> int:
    n, d = size.numerator, size.denominator
    if not n:
        raise ValueError("zero has no first digit")
    e = (n.bit_length() - d.bit_length()) * 30103 // 100000  # log10(2); the loops below set it right
    while n * 10 ** max(0, -e) < d * 10 ** max(0, e):
        e -= 1
    while n * 10 ** max(0, -e - 1) >= d * 10 ** max(0, e + 1):
        e += 1
    return e
