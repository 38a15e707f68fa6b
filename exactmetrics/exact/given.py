"""Numbers as callers give them: text, whole numbers, Fractions, Decimals and floats, read exactly and within bounds.

No text may ask for a gigantic number: the digits and the exponent are bounded before anything is computed.
"""

from __future__ import annotations

import re
from fractions import Fraction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from decimal import Decimal

_NUMBER = re.compile(r"[+-]?(?:\d{1,300}(?:\.\d{0,300})?|\.\d{1,300})(?:[eE][+-]?\d{1,3})?|[+-]?\d{1,300}/\d{1,300}")
_EXPONENT = 999  # of a Decimal's first and last digit, either way


def from_text(text: str) -> Fraction | None:
    """The number a text stands for; None where it is none, or beyond the bounds.

    >>> from_text("0.5"), from_text("4/5"), from_text("cat"), from_text("1e999999999")
    (Fraction(1, 2), Fraction(4, 5), None, None)
    """
    plain = text.strip()
    if not _NUMBER.fullmatch(plain):
        return None
    try:
        return Fraction(plain)
    except ZeroDivisionError:
        return None


def from_decimal(value: Decimal) -> Fraction | None:
    """The number a Decimal stands for; None where it is not finite, or has a digit beyond 10^999 or 10^-999.

    >>> from decimal import Decimal
    >>> from_decimal(Decimal("0.5")), from_decimal(Decimal("1E+999999999"))
    (Fraction(1, 2), None)
    """
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
        return exact_number(value.item())
    return None
