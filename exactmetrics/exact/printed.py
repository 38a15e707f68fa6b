"""Is a printed number right? The verdict on its digits against an exact value, with no tolerance anywhere.

The words are tried in the order `exact, rounded, tie, float, truncated, false`: the first that fits says what the
digits are. The level says whether that is what the rounding rule asks for.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ulp
from typing import Literal, TypeAlias

from exactmetrics.exact.errors import ReadingError, UsageError
from exactmetrics.exact.printed_number import Printed, read_printed
from exactmetrics.exact.rounding import RoundingRule, check_rule, decimal, fits, is_tie, place_point, round_to
from exactmetrics.exact.values import Number, Root, Symbolic, Undefined, Value
from exactmetrics.exact.why import Why

VerdictWord: TypeAlias = Literal[
    "exact", "rounded", "tie", "float", "truncated", "interval", "false", "undefined", "unread",
    "chained", "other-convention", "wrong", "inconsistent-data",
]  # fmt: skip
Level: TypeAlias = Literal["ok", "warn", "error", "note"]

LEVELS: dict[VerdictWord, Level] = {
    "exact": "ok", "rounded": "ok", "tie": "ok",
    "float": "warn", "truncated": "warn", "interval": "warn", "undefined": "warn", "chained": "warn",
    "other-convention": "warn",
    "false": "error", "wrong": "error", "inconsistent-data": "error",
    "unread": "note",
}  # fmt: skip
FLOAT_DIGITS = 15  # fewer significant digits than this are not taken for a binary float's
FLOAT_ULPS = 8  # how far from the nearest double a float computation is allowed to end


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a printed number is: the `word`, its `level`, the text judged, the exact value it was judged against.

    `difference` is printed minus exact, exactly; None where either is no number. `reason` says why something was not
    read or is undefined; `why` says so in a word, from which reports make the sentence in their language.
    """

    word: VerdictWord
    level: Level
    printed: str
    value: Value | None
    difference: Number | None = None
    reason: str = ""
    places: int | None = None
    why: Why | None = None

    @property
    def expected(self) -> str | None:
        """What correct rounding prints at as many places; None where the exact value or the number printed is none.

        >>> judge("0.705", Fraction(12, 17)).expected
        '0.706'
        """
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
    if not isinstance(value, (Fraction, Root, Symbolic, Undefined)):
        raise UsageError(f"a printed number is judged against an exact value, not against {value!r}")
    try:
        number = read_printed(printed, decimal_comma=decimal_comma, thousands=thousands)
    except ReadingError as error:
        return Verdict("unread", "note", printed, value, reason=str(error), why=error.why)
    return judge_number(number, value, rule)


def judge_number(number: Printed, value: Value, rule: RoundingRule = "nearest") -> Verdict:
    """The verdict on a number already read; see `judge`.

    >>> [judge_number(read_printed(text), Fraction(9, 14)).word for text in ("9/14", "0.64", "0.65")]
    ['exact', 'rounded', 'false']
    """
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


def _word_for(number: Printed, value: Number) -> VerdictWord:
    """The first word that fits the digits of a printed number, of `exact rounded tie float truncated false`."""
    if number.value == value:
        return "exact"
    if number.kind != "decimal":
        return "false"
    units, places = number.units, number.places
    if fits(value, units, places):
        return "tie" if is_tie(value, places) else "rounded"
    if _is_float(number, value):
        return "float"
    return "truncated" if units == round_to(value, places, "truncate") else "false"


def claim_word(verdict: Verdict) -> VerdictWord:
    """The word for the same verdict on a claim: `wrong` instead of `false`.

    >>> claim_word(judge("0.545", Fraction(58722, 107855)))
    'wrong'
    """
    return "wrong" if verdict.word == "false" else verdict.word


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
    word: VerdictWord = "exact"
    if number.value is not None:
        word = "undefined"
    elif number.kind == "infinite" and number.sign != value.sign:
        word = "false"
    why = Why("no-class") if value.cause == "no_class" else Why("undefined", f"{value.numerator}/{value.denominator}")
    return Verdict(word, LEVELS[word], number.text, value, reason=value.reason, why=why)
