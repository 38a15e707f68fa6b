"""A printed number: its digits, what it stands for, and the verdict on it against an exact value, without tolerance.

The words are tried in the order `exact, rounded, tie, float, truncated, false`: the first that fits says what the
digits are. The level says whether that is what the rounding rule asks for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from math import ulp
from typing import Literal, TypeAlias

from exactmetrics.exact.digits import int_text, text_int
from exactmetrics.exact.errors import ReadingError, UsageError, Why
from exactmetrics.exact.rounding import RoundingRule, check_rule, decimal, fits, is_tie, place_point, round_to
from exactmetrics.exact.values import Irrational, Number, Undefined, Value

MAX_DIGITS = 2_000  # of a printed number
MAX_EXPONENT = 1_000  # of a number in scientific notation

Kind: TypeAlias = Literal["decimal", "exact", "undefined", "infinite"]

_DECIMAL = re.compile(r"([+-]?)([0-9]*)(\.[0-9]*)?(?:[eE]([+-]?[0-9]{1,6}))?(\.\.\.|…)?\s*(\\?%)?")
_FRACTION = re.compile(r"([+-]?)([0-9]+)\s*/\s*([0-9]+)")
_UNDEFINED = frozenset({"nan", "-", "--", "–", "—", "−", "undefined", "undef", "n/a", "na", "none", "null"})
_INFINITE = frozenset({"inf", "infinity", "∞", "\\infty"})

Level: TypeAlias = Literal["ok", "warn", "error", "note"]
# The words for a number against a value; who judges more than that has words, and levels, of his own.
LEVELS: dict[str, Level] = {
    "exact": "ok", "rounded": "ok", "tie": "ok", "float": "warn", "truncated": "warn", "false": "error",
    "undefined": "warn", "unread": "note",
}  # fmt: skip
FLOAT_DIGITS = 15  # fewer significant digits than this are not taken for a binary float's
FLOAT_ULPS = 8  # how far from the nearest double a float computation is allowed to end


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
        return len(int_text(abs(self.units))) if self.units else 0


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


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a printed number is: the `word`, its `level`, the text judged, the exact value it was judged against.

    `difference` is printed minus exact, exactly; None where either is no number. `reason` says why something was not
    read or is undefined; `why` says so in a word, from which reports make the sentence in their language.
    """

    word: str
    level: Level
    printed: str
    value: Value | None
    difference: Number | None = None
    reason: str = ""
    places: int | None = None
    why: Why | None = None

    @property
    def expected(self) -> str | None:
        """What correct rounding prints at as many places; None where the exact value or the number printed is none."""
        if self.places is None or self.value is None or isinstance(self.value, Undefined):
            return None
        return decimal(self.value, places=self.places)

    def __str__(self) -> str:
        if self.expected is None:
            reason = self.reason or ("" if self.why is None else self.why.kind)
            return f"{self.printed}: {self.word}" + (f" ({reason})" if reason else "")
        return f"{self.printed}: {self.word} (exact {self.value}, to {self.places} places {self.expected})"


def judge(
    printed: str,
    value: Value | int,
    *,
    rule: RoundingRule = "nearest",
    decimal_comma: bool = False,
    thousands: bool = False,
) -> Verdict:
    """The verdict on a printed number against an exact value.

    `rounded` is the nearest decimal at the digits printed; `tie` an exact half way case that half-up or half-even
    gives; `float` what binary floating point makes of it; `truncated` digits that are cut toward zero. Whole numbers
    and fractions are `exact` or `false`. The level follows `rule`: under "truncate" cut digits are ok and rounded ones
    that differ from them a warning; under "half-up" and "half-even" a tie that goes the other way is a warning; "any"
    accepts rounded and cut digits. Cut digits that end in "..." are ok. Text that is no number is `unread`.

    A mark for "no value" (nan, a dash, n/a, 0/0) is `exact` where the value is undefined, infinity only where it is
    x/0 with that sign; a number where the value is undefined is `undefined`.

    >>> from fractions import Fraction
    >>> judge("0.66", Fraction(4, 6)).word, judge("0.938", Fraction(60, 64)).word
    ('truncated', 'tie')
    >>> judge("0.6424751718869367", Fraction(841, 1309)).word, judge("0.545", Fraction(58722, 107855)).word
    ('float', 'false')
    """
    check_rule(rule)
    if not isinstance(printed, str):
        raise UsageError(f"give the printed number as text, for its digits matter: judge({str(printed)!r}, ...)")
    value = Fraction(value) if isinstance(value, int) else value
    if not isinstance(value, (Fraction, Irrational, Undefined)):
        raise UsageError(f"a printed number is judged against an exact value, not against {value!r}")
    try:
        number = read_printed(printed, decimal_comma=decimal_comma, thousands=thousands)
    except ReadingError as error:
        return Verdict("unread", "note", printed, value, reason=str(error), why=error.why)
    return judge_number(number, value, rule)


def judge_number(number: Printed, value: Value, rule: RoundingRule = "nearest") -> Verdict:
    """The verdict on a number already read; see `judge`."""
    if isinstance(value, Undefined):
        return _against_undefined(number, value)
    if number.value is None:
        reason = "the value is a number, not undefined"
        return Verdict("false", "error", number.text, value, reason=reason, why=Why("not-undefined"))
    word = _word_for(number, value)
    level = LEVELS[word]
    if word in ("rounded", "tie", "truncated"):
        announced = word == "truncated" and number.dots
        level = "ok" if announced or fits(value, number.units, number.places, rule) else "warn"
    places = number.places if number.kind == "decimal" and number.places >= 0 else None
    return Verdict(word, level, number.text, value, number.value - value, places=places)


def _word_for(number: Printed, value: Number) -> str:
    """The first word that fits the digits of a printed number, of `exact rounded tie float truncated false`."""
    if number.value == value:
        return "exact"
    if number.kind != "decimal":
        return "false"
    units, places = number.units, number.places
    if is_far(number, value):
        return "false"
    if fits(value, units, places):
        return "tie" if is_tie(value, places) else "rounded"
    if _is_float(number, value):
        return "float"
    return "truncated" if units == round_to(value, places, "truncate") else "false"


def is_far(number: Printed, value: Number) -> bool:
    """Whether a number is a unit of its last place away from the value, or more, and no float's digits: none fits."""
    if not isinstance(value, Fraction) or number.places < 0 or number.digits >= FLOAT_DIGITS:
        return False
    n, d = value.as_integer_ratio()
    return abs(number.units * d - n * int(10**number.places)) >= d


def _is_float(number: Printed, value: Number) -> bool:
    """The digits of a binary float near the value, or what a float's formatting makes of a tie."""
    try:
        nearest = float(value)
    except OverflowError:
        return False
    if number.value is not None and number.digits >= FLOAT_DIGITS:
        return abs(number.value - Fraction(nearest)) <= FLOAT_ULPS * Fraction(ulp(nearest))
    shown = number.places - (2 if number.percent else 0)
    if not 0 <= shown < FLOAT_DIGITS or not is_tie(value, number.places):
        return False
    if number.percent:
        return f"{nearest:.{shown}%}" == place_point(number.units, shown) + "%"
    return f"{nearest:.{shown}f}" == place_point(number.units, shown)


def _against_undefined(number: Printed, value: Undefined) -> Verdict:
    word = "exact"
    if number.value is not None:
        word = "undefined"
    elif number.kind == "infinite" and number.sign != value.sign:
        word = "false"
    why = Why("no-class") if value.cause == "no_class" else Why("undefined", f"{value.numerator}/{value.denominator}")
    return Verdict(word, LEVELS[word], number.text, value, reason=value.reason, why=why)
