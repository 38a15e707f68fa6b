"""Counts and weights as exact numbers: what may stand in a cell.

A count is a non-negative int or Fraction. Integral floats (6.0) are read as the integer they are; other floats are
refused, because 0.1 as a float is not one tenth. Decimals and Fractions are exact and welcome, and so are texts such as
"0.1" or "1/3" for weights.
"""

from __future__ import annotations

from fractions import Fraction

from ..exact.digits import from_decimal, from_text
from ..exact.errors import InputError

Count = int | Fraction
MOST_DIGITS = 1_300  # of a count; what pages make of them stays within what Python writes as text
LARGEST_COUNT = 10**MOST_DIGITS


def simplest(value: Fraction) -> Count:
    """Return a Fraction, or the int it is."""
    return value.numerator if value.denominator == 1 else value


def whole(count: Count) -> Count:
    """Return a Fraction that is whole as an int (Fraction sums stay Fractions)."""
    return simplest(count) if isinstance(count, Fraction) else count


def as_count(value: object, where: str) -> Count:
    """Read one count exactly; `where` is how a message names its place, such as "row 1 (true 'cat'), column 2"."""
    if type(value) is int:
        return non_negative(value, where)
    if type(value).__module__ == "numpy" and hasattr(value, "item"):
        value = value.item()
    if isinstance(value, bool):
        raise InputError(f"{where} is {value}: a bool is not a count. Use 0 and 1, or int(...), if counts are meant.")
    if isinstance(value, int):
        return non_negative(int(value), where)
    if isinstance(value, Fraction):
        return non_negative(simplest(value), where)
    if isinstance(value, float):
        if value != value:
            raise InputError(f"{where} is NaN: a count is missing there. Give its number, 0 if nothing was counted.")
        if not value.is_integer():  # also infinities
            raise InputError(
                f"{where} is the float {value!r}, which is not a whole number. For exact fractional counts give a "
                f"Fraction or a Decimal, such as Decimal({str(value)!r})."
            )
        return non_negative(int(value), where)
    return _decimal_count(value, where)


def non_negative(value: Count, where: str) -> Count:
    if max(abs(value.numerator), value.denominator) > LARGEST_COUNT:
        raise InputError(f"{where} is beyond what is read exactly: it has more than {MOST_DIGITS} digits.")
    if value < 0:
        raise InputError(f"{where} is {value}: a count cannot be negative.")
    return value


def whole_number(value: object, name: str) -> int:
    count = as_count(value, name)
    if not isinstance(count, int):
        raise InputError(f"{name} is {value}, which is not a whole number of samples.")
    return count


def _decimal_count(value: object, where: str) -> Count:
    """Read a Decimal, or say what kind of value cannot be a count."""
    from decimal import Decimal  # loaded only when something unusual stands in a cell

    if isinstance(value, Decimal):
        if not value.is_finite():
            raise InputError(f"{where} is {value}: a count must be a finite number.")
        exact = from_decimal(value)
        if exact is None:
            raise InputError(f"{where} is {str(value)[:40]}, which is beyond what is read exactly: 10^999, or 10^-999.")
        return non_negative(simplest(exact), where)
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        raise InputError(f"{where} is {value}: a count is missing there. Give its number, 0 if nothing was counted.")
    if isinstance(value, str):
        letter = ", or em.LetterMatrix for a matrix of letters" if value.strip().isidentifier() else ""
        raise InputError(f"{where} is the text {value!r}: give a number{letter}.")
    letter = "; em.LetterMatrix takes symbols" if hasattr(value, "free_symbols") else ""
    said = f"a {type(value).__name__}: a count is a whole number (or a Fraction)"
    raise InputError(f"{where} is {value!r}, {said}{letter}.")


def number(text: str, *, decimal_comma: bool = False) -> Count | None:
    """Read a number exactly; None when the text is none."""
    exact = from_text(text.strip().replace(",", ".", 1) if decimal_comma else text.strip())
    return None if exact is None else simplest(exact)
