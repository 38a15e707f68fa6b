"""Exact values as text, in full, however many digits they have."""

from __future__ import annotations

from fractions import Fraction

from exactmetrics.exact.digits import fraction_text
from exactmetrics.exact.values import Value


def value_text(value: Value | int) -> str:
    """A value as text: "409/630", "5*sqrt(29)/58", or "undefined: ..." with the reason.

    >>> value_text(Fraction(409, 630)), len(value_text(Fraction(10**5000)))
    ('409/630', 5001)
    """
    return fraction_text(Fraction(value)) if isinstance(value, (int, Fraction)) else str(value)
