"""Numbers and text: whole numbers of any length, and numbers as callers give them, read exactly and within bounds.

CPython refuses to turn very long integers into text by default (a guard the host may tighten to 640 digits). The guard
stays as it is: long numbers are split at powers of ten, which is also faster than the direct conversion.
"""

from __future__ import annotations

import re
from fractions import Fraction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from decimal import Decimal

CHUNK = 512  # digits converted at once: below the smallest limit CPython lets anybody set
# No text may ask for a gigantic number: its digits and its exponent are bounded before anything is computed.
_NUMBER = re.compile(r"[+-]?(?:\d{1,300}(?:\.\d{0,300})?|\.\d{1,300})(?:[eE][+-]?\d{1,3})?|[+-]?\d{1,300}/\d{1,300}")
_EXPONENT = 999  # of a Decimal's first and last digit, either way


def int_text(n: int) -> str:
    """The decimal digits of a whole number, however many."""
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
    """The whole number that ASCII digits write, however many; the inverse of `int_text` for numbers not negative."""
    if len(digits) <= CHUNK:
        return int(digits)
    half = len(digits) // 2
    high, low = text_int(digits[:-half]), text_int(digits[-half:])
    return high * int(10**half) + low


def fraction_text(value: Fraction) -> str:
    """A rational as text, "409/630" or "3", of any length."""
    top = int_text(value.numerator)
    return top if value.denominator == 1 else f"{top}/{int_text(value.denominator)}"


def from_text(text: str) -> Fraction | None:
    """The number a text stands for; None where it is none, or beyond the bounds."""
    plain = text.strip()
    if not _NUMBER.fullmatch(plain):
        return None
    try:
        return Fraction(plain)
    except ZeroDivisionError:
        return None


def from_decimal(value: Decimal) -> Fraction | None:
    """The number a Decimal stands for; None where it is not finite, or has a digit beyond 10^999 or 10^-999."""
    last = value.as_tuple().exponent
    if not isinstance(last, int) or max(abs(last), abs(value.adjusted())) > _EXPONENT:
        return None
    return Fraction(value)


def exact_number(value: object) -> Fraction | None:
    """The number a value stands for, a float as its shortest decimal; None where it is no finite number.

    >>> exact_number(0.1), exact_number("1/3"), exact_number(True), exact_number(float("nan"))
    (Fraction(1, 10), Fraction(1, 3), None, None)
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, Fraction)):
        return Fraction(value)
    if isinstance(value, float):
        return from_text(repr(float(value)))  # also numpy's float64, whose repr is another
    if isinstance(value, str):
        return from_text(value)
    from decimal import Decimal  # loaded only when something unusual is given

    if isinstance(value, Decimal):
        return from_decimal(value)
    if type(value).__module__ == "numpy" and hasattr(value, "item") and not hasattr(value, "__len__"):
        plain = value.item()
        return None if type(plain) is type(value) else exact_number(plain)  # a long double has no other type
    return None
