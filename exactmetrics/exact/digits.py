"""Whole numbers and their digits: printing and reading of any length.

CPython refuses to turn very long integers into text by default (a guard the host may tighten to 640 digits). The guard
stays as it is: long numbers are split at powers of ten, which is also faster than the direct conversion.
"""

from __future__ import annotations

from fractions import Fraction

CHUNK = 512  # digits converted at once: below the smallest limit CPython lets anybody set


def int_text(n: int) -> str:
    """The decimal digits of a whole number, however many.

    >>> int_text(-120), len(int_text(10**5000))
    ('-120', 5001)
    """
    if n < 0:
        return "-" + int_text(-n)
    if n.bit_length() <= 1700:  # at most 512 digits
        return str(n)
    width, powers = CHUNK, [10**CHUNK]
    while powers[-1] <= n:
        powers.append(powers[-1] * powers[-1])
        width *= 2
    return _split(n, width, powers, len(powers) - 1).lstrip("0")


def _split(n: int, width: int, powers: list[int], at: int) -> str:
    """`n` in `width` digits, leading zeros kept; ``powers[at] == 10**width``."""
    if at == 0:
        return str(n).zfill(width)
    high, low = divmod(n, powers[at - 1])
    return _split(high, width // 2, powers, at - 1) + _split(low, width // 2, powers, at - 1)


def text_int(digits: str) -> int:
    """The whole number that ASCII digits write, however many; the inverse of `int_text` for numbers not negative.

    >>> text_int("0012"), text_int("9" * 5000) == 10**5000 - 1
    (12, True)
    """
    if len(digits) <= CHUNK:
        return int(digits)
    half = len(digits) // 2
    high, low = text_int(digits[:-half]), text_int(digits[-half:])
    return high * int(10**half) + low


def fraction_text(value: Fraction) -> str:
    """A rational as text, "409/630" or "3", of any length.

    >>> fraction_text(Fraction(409, 630)), fraction_text(Fraction(-3))
    ('409/630', '-3')
    """
    top = int_text(value.numerator)
    return top if value.denominator == 1 else f"{top}/{int_text(value.denominator)}"
