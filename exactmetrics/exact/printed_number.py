"""A number as somebody printed it: its digit string, what it stands for, and how fine its last digit is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from exactmetrics.exact.digits import text_int
from exactmetrics.exact.errors import ReadingError

MAX_DIGITS = 2_000  # of a printed number
MAX_EXPONENT = 1_000  # of a number in scientific notation

Kind: TypeAlias = Literal["decimal", "exact", "undefined", "infinite"]

_DECIMAL = re.compile(r"([+-]?)([0-9]*)(\.[0-9]*)?(?:[eE]([+-]?[0-9]{1,6}))?(\.\.\.|…)?\s*(\\?%)?")
_FRACTION = re.compile(r"([+-]?)([0-9]+)\s*/\s*([0-9]+)")
_UNDEFINED = frozenset({"nan", "-", "--", "–", "—", "−", "undefined", "undef", "n/a", "na", "none", "null"})
_INFINITE = frozenset({"inf", "infinity", "∞", "\\infty"})


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed number.

    `kind` is "decimal" (`units / 10**places` at its digits; `places` counts those of the value, so two more than shown
    for a percentage, and may be negative), "exact" (a whole number or a fraction: it stands for itself only),
    "undefined" (nan, a dash, ...) or "infinite" with its `sign`. `dots` says that the digits announce their cut.
    """

    text: str
    kind: Kind
    value: Fraction | None = None
    units: int = 0
    places: int = 0
    percent: bool = False
    dots: bool = False
    sign: int = 0

    @property
    def digits(self) -> int:
        """How many significant digits are printed, zeros at the end included; 0 for zero itself."""
        size, count = abs(self.units), 0
        while size:
            size //= 10
            count += 1
        return count


def read_printed(text: str, *, decimal_comma: bool = False, thousands: bool = False) -> Printed:
    """Read one printed number: a decimal, whole number, fraction `a/b`, percentage, or a mark for "no value".

    `decimal_comma` and `thousands` say how the document writes numbers; nothing is guessed. Raises `ReadingError`
    where the text is none of these.

    >>> read_printed("64.9%").value, read_printed("64.9%").places
    (Fraction(649, 1000), 3)
    >>> read_printed("1.234,5", decimal_comma=True, thousands=True).value
    Fraction(2469, 2)
    """
    plain = text.strip().strip("$").strip().replace("−", "-")
    mark = plain.lower()
    if mark in _UNDEFINED or text.strip() in _UNDEFINED:
        return Printed(text, "undefined")
    if mark.lstrip("+-") in _INFINITE and len(mark) - len(mark.lstrip("+-")) <= 1:
        return Printed(text, "infinite", sign=-1 if mark.startswith("-") else 1)
    if len(plain) > MAX_DIGITS:
        what = f"a printed number of {len(plain)} characters; at most {MAX_DIGITS} are read"
        raise ReadingError(what, kind="too-long", word=str(len(plain)))
    plain = _separated(plain, decimal_comma, thousands)
    if found := _FRACTION.fullmatch(plain):
        return _fraction(text, *found.groups())
    found = _DECIMAL.fullmatch(plain)
    if found is None or not (found[2] or (found[3] or ".") != "."):
        raise ReadingError(f"{text[:40]!r} is not a printed number", kind="not-a-number", word=text[:40])
    return _decimal(text, *found.groups())


def _separated(plain: str, decimal_comma: bool, thousands: bool) -> str:
    """The number with a decimal point and without separators of thousands."""
    comma = ("{,}", ",") if decimal_comma else ()
    if thousands:
        mark = r"(?:\.|\\,|[ '’\u00a0\u2009\u202f])" if decimal_comma else r"(?:\{,\}|,|\\,|[ '’\u00a0\u2009\u202f])"
        if found := re.match(rf"[+-]?[0-9]{{1,3}}(?:{mark}[0-9]{{3}})+(?![0-9])", plain):
            plain = re.sub(mark, "", found[0]) + plain[found.end() :]
    if decimal_comma and "." in plain.removesuffix("..."):
        what = f"{plain[:40]!r} has a point, but numbers are written with a decimal comma"
        raise ReadingError(what, plain.index("."), kind="decimal-point", word=plain[:40])
    for mark in comma:
        plain = plain.replace(mark, ".", 1)
    return plain


def _fraction(text: str, minus: str, top: str, bottom: str) -> Printed:
    n, d = text_int(top), text_int(bottom)
    n = -n if minus == "-" else n
    if d:
        return Printed(text, "exact", Fraction(n, d))
    return Printed(text, "infinite", sign=1 if n > 0 else -1) if n else Printed(text, "undefined")


def _decimal(
    text: str, minus: str, whole: str, tail: str | None, e: str | None, dots: str | None, percent: str | None
) -> Printed:
    shift = int(e or 0)
    if abs(shift) > MAX_EXPONENT:
        what = f"exponent {shift}; at most {MAX_EXPONENT} is read"
        raise ReadingError(what, text.lower().find("e"), kind="too-large", word=str(shift)[:20])
    after = (tail or ".")[1:]
    units = text_int(whole + after) * (-1 if minus == "-" else 1)
    places = len(after) - shift + (2 if percent else 0)
    value = Fraction(units, 10**places) if places >= 0 else Fraction(units * 10**-places)
    if tail is None and e is None and not percent:
        return Printed(text, "exact", value, units)
    return Printed(text, "decimal", value, units, places, percent=bool(percent), dots=bool(dots))
