"""The nearest binary floating-point number of an exact value, and how it is written.

Every rounding is one single rounding from the exact value, to nearest, ties to even: a single-precision number is never
made from the double, which would round twice.

Reference: IEEE 754-2019, section 4.3.1 (roundTiesToEven).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from exactmetrics.exact.values import Number, enclosure


@dataclass(frozen=True, slots=True)
class Format:
    """A binary format: the bits of its significand, the exponent of its least number, that of its first overflow."""

    bits: int
    least: int
    overflow: int


DOUBLE = Format(53, -1074, 1024)
SINGLE = Format(24, -149, 128)


def nearest(value: Number, format: Format) -> float:
    """The number of a format that is nearest to an exact value; infinite where the format ends before it.

    >>> nearest(Fraction(1, 3), DOUBLE) == 1 / 3, nearest(Fraction(1, 10), SINGLE)
    (True, 0.10000000149011612)
    """
    if isinstance(value, Fraction):
        return _rounded(value, format)
    bits = 128
    while True:  # ends: an irrational is no boundary between two numbers of the format
        low, high = (_rounded(end, format) for end in enclosure(value, bits))
        if low == high:
            return low
        bits *= 2


def is_halfway(value: Number, format: Format) -> bool:
    """Whether a value lies exactly half way between two neighbours of the format."""
    if not isinstance(value, Fraction) or not value:
        return False
    scaled = abs(value) / Fraction(2) ** _last_place(value, format)
    return scaled.denominator == 2


def is_subnormal(value: Number, format: Format) -> bool:
    """Whether the nearest number of the format is below its normal range, and not zero."""
    return 0 < abs(nearest(value, format)) < 2.0 ** (format.least + format.bits - 1)


def _last_place(value: Fraction, format: Format) -> int:
    """The power of two that a unit of the last place is worth at this value."""
    size = abs(value)
    exponent = size.numerator.bit_length() - size.denominator.bit_length() - format.bits
    while size >= Fraction(2) ** (exponent + format.bits):
        exponent += 1
    return max(exponent, format.least)


def _rounded(value: Fraction, format: Format) -> float:
    if not value:
        return 0.0
    place = _last_place(value, format)
    units = round(value / Fraction(2) ** place)  # to nearest, ties to even
    if abs(units) >= Fraction(2) ** (format.overflow - place):
        return float("inf") if units > 0 else float("-inf")
    return float(units * Fraction(2) ** place)  # exact: every number of the format is a double


def decimal_text(number: float, format: Format) -> str:
    """The shortest decimal that reads back as this number of the format, as Python writes it."""
    if format is DOUBLE or number in (float("inf"), float("-inf"), 0.0):
        return repr(number)
    fewest = next(n for n in (6, 7, 8) if n == 8 or _reads_back(number, n, format))  # nine digits suffice
    while fewest and _reads_back(number, fewest - 1, format):
        fewest -= 1
    return repr(float(f"{number:.{fewest}e}"))


def _reads_back(number: float, digits: int, format: Format) -> bool:
    """Whether a decimal of so many digits after the first is nearest to this number of the format."""
    return _rounded(Fraction(f"{number:.{digits}e}"), format) == number


def hex_text(number: float) -> str:
    """The number as a hexadecimal constant of C99, without zeros at its end."""
    if number in (float("inf"), float("-inf")):
        return repr(number)
    mantissa, _, exponent = number.hex().partition("p")
    return f"{mantissa.rstrip('0').rstrip('.') if '.' in mantissa else mantissa}p{exponent}"
