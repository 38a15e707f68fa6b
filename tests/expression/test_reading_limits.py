"""Hostile text is refused or right, at once; and what is legitimate stays within the limits."""

from __future__ import annotations

from fractions import Fraction

import pytest

from exactmetrics.exact.errors import ReadingError
from exactmetrics.expression.reading import read, read_value
from tests.cases import each
from tests.growth import calls

DEEP = "(" * 60 + "1" + ")" * 60


def found(text: str) -> Fraction | None:
    """The value, or None for a refusal."""
    try:
        return read_value(text)  # type: ignore[return-value]
    except ReadingError:
        return None


@each(
    ("text", "value"),
    [
        ("9**9**9**9", None), ("+".join(["1"] * 20_000), None), ("+".join(["1"] * 2_000), 2000), (DEEP, 1),
        (f"({DEEP})", None), ("1" + "/2" * 50, Fraction(1, 2**50)), ("1" + "/2" * 1900, None), ("-(" * 1900, None),
        ("9" * 2001, None), ("0." + "1" * 1990, Fraction(int("1" * 1990), 10**1990)), ("((9^64)^64)^64", None),
        ("(((9^64)^64)^2)/(((9^64)^64)^2)", None), ("1e64", 10**64), ("1e999999999", None), (r"\frac" * 600, None),
        ("√" * 3000, None), ("+".join(f"sqrt({n})" for n in range(2, 300)), None), ("(1+√2)^64" * 2, ...),
    ],
)  # fmt: skip
def test_at_once(text: str, value: object) -> None:
    assert value is ... or found(text) == value
    assert calls(lambda: found(text)) < 60 * min(len(text), 4_000) + 20_000


def test_many_unlike_denominators_are_summed_or_refused() -> None:
    text = "+".join(f"1/{n}" for n in range(1, 600))
    assert read_value(text) == sum((Fraction(1, n) for n in range(1, 600)), Fraction(0))
    hostile = "+".join(f"1/({n}^64)^30" for n in range(3, 240))
    with pytest.raises(ReadingError, match="denominator has more"):
        read_value(hostile)
    assert calls(lambda: found(hostile)) < 60 * len(hostile)


def test_the_working_of_100_classes_reads_back() -> None:
    terms = [(17 * k % 900 + 1, 31 * k % 950 + 2, 13 * k % 970 + 5) for k in range(1, 101)]
    text = r"\frac{1}{100} \left( " + " + ".join(rf"\frac{{2({a})}}{{{b} + {c}}}" for a, b, c in terms) + r" \right)"
    wanted = sum((Fraction(2 * a, b + c) for a, b, c in terms), Fraction(0)) / 100
    assert read_value(text) == wanted
    assert read_value(f"{wanted.numerator}/{wanted.denominator}") == wanted
    assert len(str(wanted.denominator)) > 100


def test_a_tree_too_high_for_recursion_is_refused() -> None:
    text = "1"
    for _ in range(50):
        text = f"({text}{'/2' * 30})"
    with pytest.raises(ReadingError, match="150 deep"):
        read(text)


def test_the_length_is_a_parameter() -> None:
    text = "+".join(["1/7"] * 2_000)
    with pytest.raises(ReadingError, match="at most 4000") as caught:
        read(text)
    assert caught.value.position == 4000
    assert read_value(text, max_length=10_000) == Fraction(2000, 7)


def test_values_too_long_for_text_do_not_break_the_message() -> None:
    huge = "((9^64)^64)"
    assert str(read_value(f"{huge}/0")).startswith("undefined")
    for text in (f"sqrt({huge} + sqrt(2))", f"1/({huge} + sqrt(2))", f"sqrt(-{huge})"):
        with pytest.raises(ReadingError):
            read_value(text)


def test_a_short_member_takes_few_calls() -> None:
    assert calls(lambda: read(r"\frac{32}{32+21}")) < 400
