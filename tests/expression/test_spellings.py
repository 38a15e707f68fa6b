"""Spellings of numbers and signs that documents use, and values that are reckoned the short way."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactmetrics.exact.errors import ReadingError
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.reading import read, read_value
from exactmetrics.expression.reading.tokens import tokenize
from tests.cases import each
from tests.expression.chains import read_chain


@each(
    ("text", "value"),
    [
        (r"0.\bar{81}", Fraction(9, 11)), (r"\nicefrac{3}{4} + \xfrac{1}{4}", Fraction(1)),
        ("1,00,000 + 1", Fraction(100_001)), ("12,34,567", Fraction(1_234_567)), ("1,234", Fraction(1234)),
    ],
)  # fmt: skip
def test_numbers(text: str, value: Fraction) -> None:
    assert read_value(text, thousands=True) == value


def test_groups_of_two_are_read_only_where_separators_are() -> None:
    with pytest.raises(ReadingError):
        read("1,00,000")


def test_more_signs_for_about() -> None:
    assert read_chain(r"1 \sim 1 \approxeq 1 \simeq 1").relations == ("≈", "≈", "≈")


def test_letters_of_scripts_without_spaces_take_no_digits() -> None:
    assert [token.text for token in tokenize("准确率90/F1値100x2")] == ["准确率", "90", "/", "F1", "値", "100", "x2"]


numbers = st.integers(0, 999).map(str) | st.decimals(0, 99, places=3).map(str)
trees = st.recursive(
    numbers,
    lambda inner: (
        st.tuples(inner, st.sampled_from("+-*/"), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})")
        | inner.map(lambda t: f"(-{t})")
    ),
    max_leaves=12,
)


@given(trees)
def test_the_short_way_gives_the_same_value(text: str) -> None:
    tree = read(text)
    try:
        wanted = evaluate(tree)
    except ZeroDivisionError:
        assert str(read_value(text)).startswith("undefined")
    else:
        assert read_value(text) == wanted
