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
        return _exponent(value)
    size, bits = value if sign(value) > 0 else value * -1, 64
    while True:  # ends: an irrational is no power of ten
        low, high = enclosure(size, bits)
        if low > 0 and _exponent(low) == _exponent(high):
            return _exponent(low)
        bits *= 2


def _exponent(value: Fraction | int) -> int:
    n, d = value.as_integer_ratio()
    if not n:
        raise ValueError("zero has no first digit")
    n = abs(n)
    e = (n.bit_length() - d.bit_length()) * 30103 // 100000  # log10(2); the loops below set it right
    if e < 0:
        n *= 10**-e
    else:
        d *= 10**e
    while n < d:
        n, e = n * 10, e - 1
    while n >= d * 10:
        d, e = d * 10, e + 1
    return e
