"""Number tokens as literals: the text as printed, the exact value, half a unit of the last place.

Printed arithmetic may come from anywhere, so nothing of it may cost more than a moment: digits and exponents are
bounded here, lengths and depths in `grammar`, the size of values in `value`.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

from exactmetrics.exact.digits import text_int
from exactmetrics.exact.errors import ReadingError
from exactmetrics.expression.nodes import Literal
from exactmetrics.expression.reading.tokens import VULGAR, Token

MAX_DIGITS = 2_000  # digits a number
MAX_EXPONENT = 64  # the size of a power's exponent

_PARTS = re.compile(r"([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?")
_DOTS = re.compile(r"(?:\.\.\.|…|\\l?dots)$")
_DIGITS = frozenset("0123456789")
_PERIOD = re.compile(r"(?:\\(?:overline|bar|dot)|\(|[0-9][\u0304\u0305\u0307]).*", re.DOTALL)
_GROUPING = re.compile(r"\{,\}|\\,|[,'’\u00a0\u2009\u202f]")


def literal(token: Token, *, decimal_comma: bool = False) -> Literal:
    text = token.text
    if len(text) <= 12 and not text.endswith((".", "…", "s")):  # none of these is refused
        return _short(text, decimal_comma)
    check_digits(text, token.position)
    return _literal(text, token.position, decimal_comma)


@lru_cache(maxsize=4096)
def _short(text: str, decimal_comma: bool) -> Literal:
    """The literal of a number as it stands in many documents again and again."""
    return _literal(text, 0, decimal_comma)


def _literal(text: str, position: int, decimal_comma: bool) -> Literal:
    if text.isdigit():
        return Literal(text, Fraction(text_int(text)))
    whole, after, e = _parts(_DOTS.sub("", text), decimal_comma)
    if not after and not e:
        if _DOTS.search(text):
            raise ReadingError("dots after a whole number leave something out", position, kind="left-out", word=text)
        return Literal(text, Fraction(text_int(whole)))
    if len(e) > 4:
        raise ReadingError(f"exponent {e[:20]} is out of reach", position, kind="too-large", word=e[:20])
    check_exponent(int(e or 0), position)
    units, places = text_int(whole + after), len(after) - int(e or 0)
    if places >= 0:
        return Literal(text, Fraction(units, 10**places), Fraction(1, 2 * 10**places))
    return Literal(text, Fraction(units * 10**-places), Fraction(10**-places, 2))


def periodic(token: Token, *, decimal_comma: bool = False) -> Literal:
    """The literal of a `periodic` token: an exact rational."""
    check_digits(token.text, token.position)
    found = _PERIOD.search(token.text)
    period = "" if found is None else "".join(char for char in found[0] if char in _DIGITS)
    if found is None or not period:
        what = f"{token.text[:40]!r} has no period"
        raise ReadingError(what, token.position, kind="not-a-number", word=token.text[:40])
    whole, after, _ = _parts(token.text[: found.start()], decimal_comma)
    head = Fraction(text_int(whole + after), 10 ** len(after))
    return Literal(token.text, head + Fraction(text_int(period), (10 ** len(period) - 1) * 10 ** len(after)))


def vulgar(token: Token) -> Literal:
    return Literal(token.text, Fraction(*VULGAR[token.text]))


def percentage(number: Literal, mark: str) -> Literal:
    """A literal with its percent sign: a hundredth; a whole percentage has digits to round at too."""
    half = number.half_unit
    if half is None and number.text.isdigit():
        half = Fraction(1, 2)
    return Literal(number.text + mark, number.value / 100, half / 100 if half else None)


def _parts(text: str, decimal_comma: bool) -> tuple[str, str, str]:
    """Digits before the point, digits after it, exponent, of a number that may be grouped."""
    if decimal_comma:
        text = text.replace("\\,", "").replace("{,}", ",").replace(".", "").replace(",", ".", 1)
    found = _PARTS.fullmatch(_GROUPING.sub("", text))
    if found is None:  # the tokens' expression lets nothing else through
        raise ReadingError(f"{text[:40]!r} is not a number", kind="not-a-number", word=text[:40])
    return found[1] or "0", found[2] or "", found[3] or ""


def check_exponent(exponent: int, position: int) -> None:
    if abs(exponent) > MAX_EXPONENT:
        what = f"exponent {exponent}; at most {MAX_EXPONENT} is read"
        raise ReadingError(what, position, kind="too-large", word=str(exponent))


def check_digits(number: str, position: int) -> None:
    if len(number) > MAX_DIGITS:
        what = f"a number of {len(number)} digits; at most {MAX_DIGITS} are read"
        raise ReadingError(what, position, kind="too-long", word=str(len(number)))
