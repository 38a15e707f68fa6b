"""Answers of students: what number they say, however they write it; and what says none, or two."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactmetrics.exact.errors import ReadingError
from exactmetrics.exact.printed import Printed
from exactmetrics.exact.values import root
from exactmetrics.expression.reading.answers import read_answer
from tests.cases import each

SPELLINGS = [
    r"\frac{28}{45}", "(28/45)", "{28/45}", "[28/45]", "$28/45$", r"\(28/45\)", " 28 / 45 ", "28÷45", "28 : 45",
    "28⁄45", "`28/45`", "56/90", "= 28/45", "28/45.", "28/45;", "0.6(2)", r"0.6\overline{2}",
    "F1 = 28/45", "F_1 = 28/45", "macro F1: 28/45", "Macro-F1 (3 classes) = 28/45", r"$F_{1} = \dfrac{28}{45}$",
    "28/45 ≈ 0.622", "0.622 = 28/45", "28/45 (0.6222)", "28/45 (= 62.2 %)", "28/45 (macro)", "F1: 28/45 (reduced)",
    r"$F_1 = \frac{28}{45} \approx 0.622$", "28/45 = 0.6222...", "28/45 = 0.6222222222222222", "28/45 = 0,622",
    "(2/3 + 3/5 + 3/5)/3", "1/3 (2/3 + 3/5 + 3/5)", "1 - 17/45", "F1 = 2PR/(P+R) = 28/45",
    r"F_1 = \frac{2PR}{P+R} = \frac{28}{45}", "(0.667 + 0.6 + 0.6)/3 = 28/45",
]  # fmt: skip
REFUSED = [
    "", ".", "?", "x", "F1", "F1 =", "about a half", "ca. 0.622", "28 45", "2 8/45", "28 over 45", "62.2 percent",
    "28/45 or 0.5", "28/45 or F1 = 16/25", "maybe 28/45, F1 = 16/25", "P = 3/5, F1 = 28/45", "28/45 = 0.9",
    "28/45 = 0.623", "28/45 (16/25)", "28/45 (not 16/25)", "2/3 (4/5)", "> 28/45", "F1 ≠ 28/45", "28/45 = x", "28/45 =",
    "(0.667 + 0.6 + 0.6)/3", "1/3*(4/5 + ...)", "((28/45)", "28/45 = nan", "1.2.3", "0.6, 0.7", r"0.62\dots",
    "(" * 500 + "1" + ")" * 500, "1=" * 3000,
]  # fmt: skip


def said(text: str, comma: bool = False) -> Printed:
    found = read_answer(text, decimal_comma=comma)
    assert isinstance(found, Printed)
    return found


@each("text", SPELLINGS)
def test_a_fraction(text: str) -> None:
    assert said(text).kind == "exact"
    assert said(text).value == said(text, True).value == Fraction(28, 45)


@each("text", REFUSED)
def test_what_says_no_number_or_two(text: str) -> None:
    with pytest.raises(ReadingError):
        read_answer(text)


@each(
    ("text", "value", "places"),
    [
        ("62.2 %", "0.622", 3), ("62,2 %", "0.622", 3), (r"62{,}2\,\%", "0.622", 3), ("F1 = .62", "0.62", 2),
        ("(0.620)", "0.62", 3), ("0,620", "0.62", 3), ("≈ 0.622", "0.622", 3), ("0.62 = 0.622", "0.622", 3),
        ("-(0.5)", "-0.5", 1), ("0.6 (rounded)", "0.6", 1), ("62 %", "0.62", 2), ("0.6222…", "0.6222", 4),
        ("(0.667 + 0.6 + 0.6)/3 = 0.622", "0.622", 3), (r"\boxed{0.622}", "0.622", 3), ("1 - 17/45 = 0.62", "0.62", 2),
    ],
)  # fmt: skip
def test_digits_keep_their_places(text: str, value: str, places: int) -> None:
    found = said(text)
    assert (found.kind, found.value, found.places) == ("decimal", Fraction(value), places)
    assert "," not in found.text


def test_a_root_is_itself() -> None:
    assert read_answer(r"G = \frac{\sqrt{2}}{2}") == read_answer("√2/2") == root(Fraction(1, 2))
    assert said(r"G = \frac{\sqrt{2}}{2} \approx 0.707").places == 3


def test_no_number_is_undefined() -> None:
    assert said("28/0").value is said(r"\frac{28}{0}").value is said("n/a").value is None


@given(
    st.integers(-99, 99), st.integers(1, 99), st.sampled_from(["({})", "F1 = {}", "= {}", "{{{}}}", "${}$", "P: {} ."])
)
def test_any_fraction_in_any_dress(top: int, bottom: int, dress: str) -> None:
    assert said(dress.format(f"{top}/{bottom}")).value == Fraction(top, bottom)


@given(st.text(st.sampled_from("0123456789.,/=≈()[]{}$%:~ -+*√^\\FP_or∛"), max_size=20))
def test_any_text_is_read_or_refused(text: str) -> None:
    for comma in (False, True):
        with suppress(ReadingError):
            assert read_answer(text, decimal_comma=comma) is not None
