"""Arithmetic with a factor 100 anywhere in it, `43 × 100 / 45 = 95.6 %`: whether it is that of a percentage.

A 100 may be a count as well, and `x 100` may be printed before the fraction: the values decide.
"""

from __future__ import annotations

from fractions import Fraction

from exactmetrics.exact.errors import ReadingError
from exactmetrics.exact.printed import judge
from exactmetrics.exact.printed_number import read_printed
from exactmetrics.exact.values import Value
from exactmetrics.expression.reading import value_of
from exactmetrics.expression.reading.grammar import parse
from exactmetrics.verification.arithmetic.hundredfold import is_hundredfold
from exactmetrics.verification.judging.hundred import as_percentage
from exactmetrics.verification.links.repairs import tokens_of


def in_percent(printed: str, expression: str | None, *, decimal_comma: bool = False) -> tuple[str, str | None]:
    """A printed number and its arithmetic, both as percentages where a factor 100 makes them so; else as they are.

    >>> in_percent("95.6", "43 * 100/45"), in_percent("95.6 %", "43/45 x 100")
    (('95.6%', '(43 * 100/45)/100'), ('95.6 %', '43/45 x 100%'))
    >>> in_percent("0.922", "2 * 100/217"), in_percent("0.956", "43/45 x 100")
    (('0.922', '2 * 100/217'), ('0.956', '43/45 x 100'))
    """
    value = None if expression is None else _value(expression, decimal_comma)
    if expression is None or value is None:
        return as_percentage(printed, expression)
    if _is_fraction(printed, value, decimal_comma):
        return printed, expression
    found = as_percentage(printed, expression)
    signed = printed.rstrip().endswith(("%", "％"))
    if found == (printed, expression) and _fits(printed, value, decimal_comma) != signed:
        share = printed if signed else f"{printed}%"
        if (signed or value > 1) and _fits(share, value / 100, decimal_comma):
            return share, f"({expression})/100"
    return found


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
