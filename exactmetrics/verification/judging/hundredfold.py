"""Arithmetic with a factor 100 anywhere in it, `43 × 100 / 45 = 95.6 %`: whether it is that of a percentage.

At its end or beginning the factor gives a percentage as it stands. A 100 elsewhere may be a count as well, and `x 100`
may be printed before the fraction: there the values decide.
"""

from __future__ import annotations

import re
from fractions import Fraction

from exactmetrics.exact.errors import ReadingError
from exactmetrics.exact.printed import judge, read_printed
from exactmetrics.exact.values import Value
from exactmetrics.expression.reading import value_of
from exactmetrics.expression.reading.grammar import parse
from exactmetrics.verification.links.judged import is_hundredfold
from exactmetrics.verification.links.repairs import tokens_of

_BEHIND = re.compile(r"(?:[×x*·∗⋅]|\\(?:times|cdot)(?![a-zA-Z]))\s*(100)\s*(?:\Z|(?=[)}\]]+\s*\Z))")
_BEFORE = re.compile(r"\A\s*(100)\s*(?:[×x*·∗⋅]|\\(?:times|cdot)(?![a-zA-Z]))")
_SIGN = re.compile(r"\\?[%％]")


def in_percent(printed: str, expression: str | None, *, decimal_comma: bool = False) -> tuple[str, str | None]:
    """A printed number and its arithmetic, both as percentages where a factor 100 makes them so; else as they are.

    >>> in_percent("95.6", "43 * 100/45"), in_percent("95.6 %", "43/45 x 100")
    (('95.6%', '(43 * 100/45)/100'), ('95.6 %', '43/45 x 100%'))
    >>> in_percent("95.6", "43/45 x 100"), in_percent("95.6 %", "100 * 43/45")
    (('95.6%', '43/45 x 100%'), ('95.6 %', '100%* 43/45'))
    >>> in_percent("0.922", "2 * 100/217"), in_percent("0.956", "43/45 x 100")
    (('0.922', '2 * 100/217'), ('0.956', '43/45 x 100'))
    """
    if expression is None:
        return printed, None
    value = _value(expression, decimal_comma)
    if value is None:
        return _with_signs(printed, expression)
    if _is_fraction(printed, value, decimal_comma):
        return printed, expression
    found = _with_signs(printed, expression)
    signed = printed.rstrip().endswith(("%", "％"))
    if found == (printed, expression) and _fits(printed, value, decimal_comma) != signed:
        share = printed if signed else f"{printed}%"
        if (signed or value > 1) and _fits(share, value / 100, decimal_comma):
            return share, f"({expression})/100"
    return found


def _with_signs(printed: str, expression: str) -> tuple[str, str]:
    """A printed number and arithmetic that begins or ends with the factor, with percent signs; else as they are."""
    if _SIGN.search(expression):
        return printed, expression
    found = _BEHIND.search(expression) or _BEFORE.search(expression)
    if found is None or not printed.strip():
        return printed, expression
    at = found.end(1)
    return (
        printed if _SIGN.search(printed) else f"{printed}%",
        f"{expression[:at]}%{expression[at:].lstrip() if found.re is _BEFORE else expression[at:]}",
    )


def _value(expression: str, comma: bool) -> Fraction | None:
    """The value of arithmetic that multiplies by 100; None for any other."""
    tokens = tokens_of(expression, comma)
    if not is_hundredfold(tokens):
        return None
    try:
        value = value_of(parse(tokens, len(expression), decimal_comma=comma))
    except ReadingError:
        return None
    return value if isinstance(value, Fraction) else None


def _is_fraction(printed: str, value: Fraction, comma: bool) -> bool:
    """Whether a number without a percent sign is a fraction of 1 although the arithmetic gives a percentage."""
    try:
        number = read_printed(printed, decimal_comma=comma)
    except ReadingError:
        return False
    return not number.percent and number.value is not None and number.value <= 1 < value


def _fits(printed: str, value: Value, comma: bool) -> bool:
    try:
        return judge(printed, value, decimal_comma=comma, thousands=True).level == "ok"
    except ReadingError:
        return False
