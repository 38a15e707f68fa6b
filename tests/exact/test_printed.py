"""Verdicts on printed numbers: published cases, definitions, and what Python's own formatting prints."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactmetrics.exact.errors import ReadingError, UsageError, Why
from exactmetrics.exact.printed import LEVELS, Printed, Verdict, judge, judge_number, read_printed
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Undefined, root
from tests.cases import each

F = Fraction
NAN = Undefined("precision", "L", F(0), F(0))
PLUS, MINUS = (Undefined("lr", None, F(n), F(0)) for n in (3, -3))


@each(
    ("printed", "value", "word"),
    [
        ("0.938", F(60, 85), "false"), ("0.938", F(60, 64), "tie"),
        ("0.937", F(60, 64), "truncated"),  # half way, but both rules go to the even 0.938
        ("0.66", F(4, 6), "truncated"), ("0.67", F(4, 6), "rounded"), ("0.57", F(23, 40), "float"),
        ("0.58", F(23, 40), "tie"), ("0.50", F(1, 2), "exact"), ("0.657", F(1971, 3000), "exact"),
        ("0.545", F(58722, 107855), "false"), ("0.544", F(58722, 107855), "rounded"),
        ("0.6424751718869367", F(841, 1309), "float"), ("0.6424751718869366", F(841, 1309), "rounded"),
        ("0.6492063492063492", F(409, 630), "rounded"),
        ("0.642475171886936", F(841, 1309), "float"),  # 15 digits, 6 ulp off
        ("0.64247517188693", F(841, 1309), "truncated"),  # 14 digits
        ("0.30000000000000004", F(3, 10), "float"), ("0.12", F(1, 8), "tie"), ("0.13", F(1, 8), "tie"),
        ("-0.12", F(-1, 8), "tie"), ("64.9%", F(409, 630), "rounded"), (r"64.9\%", F(409, 630), "rounded"),
        ("65%", F(409, 630), "rounded"), ("64%", F(409, 630), "truncated"), ("65%", F(13, 20), "exact"),
        ("57%", F(575, 1000), "float"), ("6.49e-1", F(409, 630), "rounded"), ("1.2E+3", F(1249), "rounded"),
        (".65", F(409, 630), "rounded"), ("+0.65", F(409, 630), "rounded"), ("−0.65", F(-409, 630), "rounded"),
        ("$0.65$", F(409, 630), "rounded"), ("409/630", F(409, 630), "exact"), ("818/1260", F(409, 630), "exact"),
        ("41/63", F(409, 630), "false"), ("1", F(999, 1000), "false"), ("1.", F(999, 1000), "rounded"),
        ("1.0", F(999, 1000), "rounded"), ("0.00", F(-1, 1000), "rounded"), ("-0.00", F(1, 1000), "rounded"),
        ("0.6492...", F(409, 630), "rounded"), ("0.666...", F(2, 3), "truncated"),
        ("0.464", root(F(25, 116)), "rounded"), ("0.465", root(F(25, 116)), "false"), ("1.41", root(F(2)), "rounded"),
        ("1.7", root(F(3)), "rounded"),
        ("1.73205080756887", root(F(3)), "truncated"),  # 1.7320508075688772...: 33 ulp off
        ("1.732050807568878", root(F(3)), "float"),  # 4 ulp off
        ("1.732050807568877", root(F(3)), "rounded"), ("0.575", F(23, 40), "exact"), ("0.56", F(23, 40), "false"),
        ("2.67", F(2675, 1000), "float"), ("-0.57", F(-23, 40), "float"), ("0.1428571428571430", F(1, 7), "float"),
        ("0.142857142857143", F(1, 7), "rounded"), ("0.142857142857144", F(1, 7), "false"),
        ("0.14285714285714", F(1, 7), "rounded"), ("0.14285714285715", F(1, 7), "false"),
        ("1" + "0" * 400 + ".5", F(10**400), "false"),
        ("nan", NAN, "exact"), ("NaN", NAN, "exact"), ("-", NAN, "exact"), ("—", NAN, "exact"), ("n/a", NAN, "exact"),
        ("undefined", NAN, "exact"), ("0/0", NAN, "exact"), ("0.0", NAN, "undefined"), ("1", NAN, "undefined"),
        ("inf", NAN, "false"), ("∞", PLUS, "exact"), ("inf", PLUS, "exact"), ("-inf", PLUS, "false"),
        ("-∞", MINUS, "exact"), ("−∞", MINUS, "exact"), ("3/0", PLUS, "exact"), ("nan", PLUS, "exact"),
        ("nan", F(1, 2), "false"), ("∞", F(1, 2), "false"), ("abc", F(1, 2), "unread"), ("", NAN, "unread"),
        ("1e99999", F(1), "unread"), ("0,5", F(1, 2), "unread"), ("0.5.", F(1, 2), "unread"), (".", F(0), "unread"),
        ("9" * 2001, F(1), "unread"), ("٣", F(3), "unread"), ("%", F(0), "unread"),
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
    verdict = judge(f"{n / d:.{places}f}", F(n, d))
    assert verdict.word in ("exact", "rounded", "tie", "float")
    assert judge(f"{n / d!r}", F(n, d)).word in ("exact", "rounded", "float")


@given(st.fractions(0, 1, max_denominator=500), st.integers(1, 12))
def test_what_we_write_is_ok_under_the_rule_it_was_written_with(value: Fraction, places: int) -> None:
    for rule in ("nearest", "half-even", "half-up", "truncate", "any"):
        text = decimal(value, places=places, rounding=rule)
        verdict = judge(text, value, rule=rule)
        assert verdict.level == "ok"
        assert verdict.difference == F(text) - value


@given(st.fractions(0, 1, max_denominator=300), st.integers(1, 6), st.integers(-3, 3))
def test_words_follow_their_definitions(value: Fraction, places: int, step: int) -> None:
    unit = F(1, 10**places)
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
    ("text", "options", "value"),
    [
        ("0,649", {"decimal_comma": True}, F(649, 1000)), ("0{,}649", {"decimal_comma": True}, F(649, 1000)),
        ("1,234.5", {"thousands": True}, F(2469, 2)), ("1 234 567", {"thousands": True}, F(1234567)),
        ("1.234,5", {"thousands": True, "decimal_comma": True}, F(2469, 2)),
        ("1.234", {"thousands": True, "decimal_comma": True}, F(1234)), ("12,34", {"thousands": True}, None),
        ("0,5...", {"decimal_comma": True}, F(1, 2)), ("-1,234,567.5", {"thousands": True}, F(-2469135, 2)),
        ("1234,567", {"thousands": True}, None), ("1,2345", {"thousands": True}, None),
        ("0.649", {"decimal_comma": True}, None),
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
    assert judge(text, F(1, 2)).word in LEVELS
    assert judge(text, NAN, decimal_comma=True, thousands=True).word in LEVELS


@each(("printed", "value"), [(0.845, F(1, 2)), ("0.845", "accuracy"), ("0.5", 0.5)])
def test_only_text_is_judged_and_only_against_exact_values(printed: Any, value: Any) -> None:
    with pytest.raises(UsageError):
        judge(printed, value)
    with pytest.raises(UsageError, match="no rounding rule"):
        judge("0.5", F(1, 2), rule="up")  # type: ignore[arg-type]


@each(
    ("text", "wanted"),
    [
        ("0.50", ("decimal", F(1, 2), 50, 2)), ("-5", ("exact", F(-5), -5, 0)),
        ("5%", ("decimal", F(1, 20), 5, 2, True)),
        (r"5.0\%", ("decimal", F(1, 20), 50, 3, True)), ("1.5e3", ("decimal", F(1500), 15, -2)),
        ("1.5E-3", ("decimal", F(3, 2000), 15, 4)), ("0.6...", ("decimal", F(3, 5), 6, 1, False, True)),
        ("0.6…", ("decimal", F(3, 5), 6, 1, False, True)), ("-2 / 4", ("exact", F(-1, 2), 0, 0)),
        ("2/0", ("infinite", None, 0, 0, False, False, 1)), ("-2/0", ("infinite", None, 0, 0, False, False, -1)),
        ("0/0", ("undefined", None, 0, 0)), ("+inf", ("infinite", None, 0, 0, False, False, 1)),
        ("-infinity", ("infinite", None, 0, 0, False, False, -1)), ("N/A", ("undefined", None, 0, 0)),
        ("1e1000", ("decimal", F(10) ** 1000, 1, -1000)),
    ],
)  # fmt: skip
def test_what_is_read_of_a_printed_number(text: str, wanted: Any) -> None:
    assert read_printed(text) == Printed(text, *wanted)


@each(
    ("text", "kind", "word", "options"),
    [
        ("9" * 2001, "too-long", "2001", {}), ("1e1001", "too-large", "1001", {}),
        ("1e-1001", "too-large", "-1001", {}), ("abc", "not-a-number", "abc", {}),
        ("--inf", "not-a-number", "--inf", {}), ("", "not-a-number", "", {}), (".", "not-a-number", ".", {}),
        ("1,000.5", "not-a-number", "1,000.5", {}), ("1.5", "decimal-point", "1.5", {"decimal_comma": True}),
    ],
)  # fmt: skip
def test_why_a_text_is_no_printed_number(text: str, kind: str, word: str, options: Any) -> None:
    with pytest.raises(ReadingError) as caught:
        read_printed(text, **options)
    assert caught.value.why == (kind, word)


def test_limits_and_defaults_of_reading() -> None:
    assert [read_printed(t).digits for t in ("0", "7", "0.070", "100", "0.00")] == [0, 1, 2, 3, 0]
    assert len(read_printed("9" * 2000).text) == 2000
    assert (ReadingError("x").position, ReadingError("x").why) == (0, Why("goes-on", ""))


NO_VALUE = Why("undefined", "0/0")
A_NUMBER = "the value is a number, not undefined"


@each(
    ("text", "value", "rule", "wanted"),
    [
        ("0.13", F(1, 8), "nearest", ("tie", "ok", F(1, 200), "", 2)),
        ("0.13", F(1, 8), "half-even", ("tie", "warn", F(1, 200), "", 2)),
        ("1/8", F(1, 8), "nearest", ("exact", "ok", F(0), "")),
        ("0.66", F(2, 3), "nearest", ("truncated", "warn", F(-1, 150), "", 2)),
        ("0.66...", F(2, 3), "half-up", ("truncated", "ok", F(-1, 150), "", 2)),
        ("2e1", F(23), "nearest", ("rounded", "ok", F(-3), "")),
        ("nan", F(1, 2), "nearest", ("false", "error", None, A_NUMBER, None, Why("not-undefined", ""))),
        ("nan", NAN, "nearest", ("exact", "ok", None, NAN.reason, None, NO_VALUE)),
        ("0", NAN, "nearest", ("undefined", "warn", None, NAN.reason, None, NO_VALUE)),
    ],
)
def test_verdicts_in_full(text: str, value: Any, rule: Any, wanted: Any) -> None:
    word, level, *rest = wanted
    assert judge(text, value, rule=rule) == Verdict(word, level, text, value, *rest)


@each(
    ("printed", "value", "rule", "level"),
    [
        ("0.66", F(2, 3), "truncate", "ok"), ("0.67", F(2, 3), "truncate", "warn"), ("0.66", F(2, 3), "any", "ok"),
        ("0.12", F(1, 8), "half-up", "warn"), ("0.13", F(1, 8), "half-up", "ok"), ("0.57", F(23, 40), "any", "warn"),
    ],
)  # fmt: skip
def test_levels_follow_the_rule(printed: str, value: Fraction, rule: Any, level: str) -> None:
    assert judge(printed, value, rule=rule).level == level


def test_what_verdicts_say() -> None:
    left = Undefined("f1", None, None, average="macro", cause="no_class")
    assert judge("nan", left).why == Why("no-class", "")
    unread = judge("high", F(1, 2))
    assert (unread.word, unread.level, unread.why) == ("unread", "note", Why("not-a-number", "high"))
    assert str(unread) == "high: unread ('high' is not a printed number)"
    assert str(Verdict("unread", "note", "x", None, why=Why("unit", "kg"))) == "x: unread (unit)"
    assert str(Verdict("exact", "ok", "x", F(1))) == "x: exact"
    assert str(judge("0.705", F(12, 17))) == "0.705: truncated (exact 12/17, to 3 places 0.706)"  # 0.70588...
    assert judge("0", NAN).expected is judge("12/17", F(12, 17)).expected is None
    assert judge("5", 5).word == "exact"
    assert judge_number(read_printed("0.64"), F(9, 14)).word == "rounded"


@each(("steps", "word"), [(8, "float"), (9, "false"), (-8, "float")])
def test_a_float_is_known_up_to_eight_steps_off(steps: int, word: str) -> None:
    nearest = float(F(3, 7))
    for _ in range(abs(steps)):
        nearest = float(np.nextafter(nearest, 1.0 if steps > 0 else 0.0))
    assert judge(decimal(F(nearest), places=60), F(3, 7)).word == word
