"""Numbers too long, or too large, to be read are refused at once, from wherever they come."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from exactmetrics.exact.digits import exact_number, from_decimal
from exactmetrics.exact.errors import InputError
from exactmetrics.matrix.counts import Counts
from exactmetrics.matrix.lists import exact_weights
from exactmetrics.matrix.partial import deduce
from exactmetrics.matrix.reading import read_counts
from exactmetrics.matrix.structured import counts_from_text
from tests.cases import each

HUGE = ["1e999999999", "1e-999999999", "1e99999999999999999999999"]


@each("number", HUGE)
@each(
    "text",
    [
        '{{"matrix": [[{0}, 1], [1, 1]]}}',
        '{{"y_true": ["a", "b"], "y_pred": ["a", "b"], "sample_weight": [{0}, 1]}}',
        '{{"counts": {{"a": {{"tp": {0}}}, "b": {{}}}}}}',
        '{{"counts": {{"a": {{"tp": 1}}, "b": {{}}}}, "n": {0}}}',
        '{{"a": {{"a": {0}}}}}',
    ],
)
def test_gigantic_numbers_in_json(text: str, number: str) -> None:
    with pytest.raises(InputError, match=r"beyond what is read|too large, or too small"):
        counts_from_text(text.format(number), "json", "x.json")


@each("number", HUGE)
def test_gigantic_numbers_in_toml(number: str) -> None:
    with pytest.raises(InputError, match=r"beyond what is read|too large, or too small"):
        counts_from_text(f"matrix = [[{number}, 1], [1, 1]]", "toml", "x.toml")


@each("text", ['{"matrix": [[%s, 1], [1, 1]]}', "matrix = [[%s, 1], [1, 1]]"])
def test_whole_numbers_of_thousands_of_digits(tmp_path: Path, text: str) -> None:
    path = tmp_path / ("x.json" if text.startswith("{") else "x.toml")
    path.write_text(text % ("9" * 5000), encoding="utf-8")
    with pytest.raises(InputError, match=r"x\.(json|toml) holds a whole number that is too long"):
        read_counts(path)


def test_gigantic_numbers_from_python() -> None:
    huge = Decimal("1E+999999999")
    with pytest.raises(InputError, match="beyond"):
        exact_weights([huge])
    with pytest.raises(InputError, match="beyond"):
        deduce({"a": {"tp": huge}}, partition=False)
    assert exact_number(huge) is None


def test_what_is_within_the_bounds_is_exact() -> None:
    assert from_decimal(Decimal("1E+999")) == 10**999
    assert from_decimal(Decimal("-12.50")) == Fraction(-25, 2)
    assert from_decimal(Decimal("1E-999")) == Fraction(1, 10**999)
    assert [from_decimal(Decimal(text)) for text in ("1E+1000", "1E-1000", "NaN", "Infinity")] == [None] * 4
    assert Counts.from_rows([[Decimal("1E+999")]]).n == 10**999
