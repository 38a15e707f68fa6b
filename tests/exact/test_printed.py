"""Verdicts on printed numbers: published cases, definitions, and what Python's own formatting prints."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactmetrics.exact.errors import ReadingError, UsageError
from exactmetrics.exact.printed import LEVELS, judge, read_printed
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Undefined, root
from tests.cases import each

NAN = Undefined("precision", "L", Fraction(0), Fraction(0))
PLUS, MINUS = (Undefined("lr", None, Fraction(n), Fraction(0)) for n in (3, -3))


@each(
    ("printed", "value", "word"),
    [
        ("0.938", Fraction(60, 85), "false"), ("0.938", Fraction(60, 64), "tie"),
        ("0.937", Fraction(60, 64), "truncated"),  # half way, but both rules go to the even 0.938
        ("0.66", Fraction(4, 6), "truncated"), ("0.67", Fraction(4, 6), "rounded"),
        ("0.57", Fraction(23, 40), "float"), ("0.58", Fraction(23, 40), "tie"), ("0.50", Fraction(1, 2), "exact"),
        ("0.657", Fraction(1971, 3000), "exact"), ("0.545", Fraction(58722, 107855), "false"),
        ("0.544", Fraction(58722, 107855), "rounded"), ("0.6424751718869367", Fraction(841, 1309), "float"),
        ("0.6424751718869366", Fraction(841, 1309), "rounded"), ("0.6492063492063492", Fraction(409, 630), "rounded"),
        ("0.642475171886936", Fraction(841, 1309), "float"),  # 15 digits, 6 ulp off
        ("0.64247517188693", Fraction(841, 1309), "truncated"),  # 14 digits
        ("0.30000000000000004", Fraction(3, 10), "float"), ("0.12", Fraction(1, 8), "tie"),
        ("0.13", Fraction(1, 8), "tie"), ("-0.12", Fraction(-1, 8), "tie"), ("64.9%", Fraction(409, 630), "rounded"),
        (r"64.9\%", Fraction(409, 630), "rounded"), ("65%", Fraction(409, 630), "rounded"),
        ("64%", Fraction(409, 630), "truncated"), ("65%", Fraction(13, 20), "exact"),
        ("57%", Fraction(575, 1000), "float"), ("6.49e-1", Fraction(409, 630), "rounded"),
        ("1.2E+3", Fraction(1249), "rounded"), (".65", Fraction(409, 630), "rounded"),
        ("+0.65", Fraction(409, 630), "rounded"), ("−0.65", Fraction(-409, 630), "rounded"),
        ("$0.65$", Fraction(409, 630), "rounded"), ("409/630", Fraction(409, 630), "exact"),
        ("818/1260", Fraction(409, 630), "exact"), ("41/63", Fraction(409, 630), "false"),
        ("1", Fraction(999, 1000), "false"), ("1.", Fraction(999, 1000), "rounded"),
        ("1.0", Fraction(999, 1000), "rounded"), ("0.00", Fraction(-1, 1000), "rounded"),
        ("-0.00", Fraction(1, 1000), "rounded"), ("0.6492...", Fraction(409, 630), "rounded"),
        ("0.666...", Fraction(2, 3), "truncated"), ("0.464", root(Fraction(25, 116)), "rounded"),
        ("0.465", root(Fraction(25, 116)), "false"), ("1.41", root(Fraction(2)), "rounded"),
        ("1.7", root(Fraction(3)), "rounded"),
        ("1.73205080756887", root(Fraction(3)), "truncated"),  # 1.7320508075688772...: 33 ulp off
        ("1.732050807568878", root(Fraction(3)), "float"),  # 4 ulp off
        ("1.732050807568877", root(Fraction(3)), "rounded"),
    ],
)  # fmt: skip
def test_words(printed: str, value: Fraction, word: str) -> None:
    verdict = judge(printed, value)
    assert verdict.word == word
    assert verdict.level == ("ok" if printed.endswith("...") else LEVELS[word])


@given(st.integers(1, 400), st.integers(1, 400), st.integers(1, 8))
def test_what_python_formats_is_never_false(n: int, d: int, places: int) -> None:
    if n > d:
        n, d = d, n
    verdict = judge(f"{n / d:.{places}f}", Fraction(n, d))
    assert verdict.word in ("exact", "rounded", "tie", "float")
    assert judge(f"{n / d!r}", Fraction(n, d)).word in ("exact", "rounded", "float")


@given(st.fractions(0, 1, max_denominator=500), st.integers(1, 12))
def test_what_we_write_is_ok_under_the_rule_it_was_written_with(value: Fraction, places: int) -> None:
    for rule in ("nearest", "half-even", "half-up", "truncate", "any"):
        text = decimal(value, places=places, rounding=rule)
        verdict = judge(text, value, rule=rule)
        assert verdict.level == "ok"
        assert verdict.difference == Fraction(text) - value


@given(st.fractions(0, 1, max_denominator=300), st.integers(1, 6), st.integers(-3, 3))
def test_words_follow_their_definitions(value: Fraction, places: int, step: int) -> None:
    unit = Fraction(1, 10**places)
    units = math.floor(value / unit) + step
    if units < 0:
        return
    printed = decimal(units * unit, places=places)
    word, error = judge(printed, value).word, units * unit - value
    if error == 0:
        assert word == "exact"
    elif abs(error) < unit / 2:
        assert word == "rounded"
    elif error == unit / 2 or (error == -unit / 2 and units % 2 == 0):
        assert word == "tie"
    elif error == -unit / 2:
        assert word == ("float" if f"{float(value):.{places}f}" == printed else "truncated")
    else:
        assert word == ("truncated" if -unit < error < 0 else "false")


@each(
    ("printed", "value", "rule", "level"),
    [
        ("0.66", Fraction(2, 3), "truncate", "ok"), ("0.67", Fraction(2, 3), "truncate", "warn"),
        ("0.33", Fraction(1, 3), "truncate", "ok"), ("0.66", Fraction(2, 3), "any", "ok"),
        ("0.13", Fraction(1, 8), "half-even", "warn"), ("0.12", Fraction(1, 8), "half-even", "ok"),
        ("0.12", Fraction(1, 8), "half-up", "warn"), ("0.13", Fraction(1, 8), "half-up", "ok"),
        ("0.57", Fraction(23, 40), "any", "warn"),
    ],
)  # fmt: skip
def test_levels_follow_the_rule(printed: str, value: Fraction, rule: str, level: str) -> None:
    assert judge(printed, value, rule=rule).level == level  # type: ignore[arg-type]


@each(
    ("printed", "value", "word"),
    [
        ("nan", NAN, "exact"), ("NaN", NAN, "exact"), ("-", NAN, "exact"), ("—", NAN, "exact"), ("n/a", NAN, "exact"),
        ("undefined", NAN, "exact"), ("0/0", NAN, "exact"), ("0.0", NAN, "undefined"), ("1", NAN, "undefined"),
        ("inf", NAN, "false"), ("∞", PLUS, "exact"), ("inf", PLUS, "exact"), ("-inf", PLUS, "false"),
        ("-∞", MINUS, "exact"), ("−∞", MINUS, "exact"), ("3/0", PLUS, "exact"), ("nan", PLUS, "exact"),
        ("nan", Fraction(1, 2), "false"), ("∞", Fraction(1, 2), "false"),
        ("abc", Fraction(1, 2), "unread"), ("", NAN, "unread"), ("1e99999", Fraction(1), "unread"),
        ("0,5", Fraction(1, 2), "unread"), ("0.5.", Fraction(1, 2), "unread"), (".", Fraction(0), "unread"),
        ("9" * 2001, Fraction(1), "unread"), ("٣", Fraction(3), "unread"), ("%", Fraction(0), "unread"),
    ],
)  # fmt: skip
def test_marks_for_no_value_and_what_is_no_number(printed: str, value: Fraction | Undefined, word: str) -> None:
    assert judge(printed, value).word == word


@each(
    ("text", "options", "value"),
    [
        ("0,649", {"decimal_comma": True}, Fraction(649, 1000)),
        ("0{,}649", {"decimal_comma": True}, Fraction(649, 1000)),
        ("1,234.5", {"thousands": True}, Fraction(2469, 2)), ("1 234 567", {"thousands": True}, Fraction(1234567)),
        ("1.234,5", {"thousands": True, "decimal_comma": True}, Fraction(2469, 2)),
        ("1.234", {"thousands": True, "decimal_comma": True}, Fraction(1234)), ("12,34", {"thousands": True}, None),
        ("1,2345", {"thousands": True}, None), ("0.649", {"decimal_comma": True}, None),
    ],
)  # fmt: skip
def test_separators_are_read_when_told(text: str, options: dict[str, bool], value: Fraction | None) -> None:
    if value is None:
        with pytest.raises(ReadingError):
            read_printed(text, **options)
    else:
        assert read_printed(text, **options).value == value


@given(st.text(max_size=30))
def test_any_text_has_a_verdict(text: str) -> None:
    assert judge(text, Fraction(1, 2)).word in LEVELS
    assert judge(text, NAN, decimal_comma=True, thousands=True).word in LEVELS


def test_a_verdict_says_what_was_expected() -> None:
    verdict = judge("0.705", Fraction(12, 17))
    assert verdict.expected == "0.706"  # 12/17 = 0.70588...
    assert str(verdict) == "0.705: truncated (exact 12/17, to 3 places 0.706)"
    assert judge("12/17", Fraction(12, 17)).expected is None


@each(("printed", "value"), [(0.845, Fraction(1, 2)), ("0.845", "accuracy"), ("0.5", 0.5)])
def test_only_text_is_judged_and_only_against_exact_values(printed: object, value: object) -> None:
    with pytest.raises(UsageError):
        judge(printed, value)  # type: ignore[arg-type]
