"""Numbers too long, or too large, to be read are refused at once, from wherever they come."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Literal

import pytest

from exactmetrics.api import ConfusionMatrix
from exactmetrics.exact.digits import exact_number, from_decimal
from exactmetrics.exact.errors import InputError
from exactmetrics.matrix.counts import Counts
from exactmetrics.matrix.lists import exact_weights
from exactmetrics.matrix.partial import deduce
from exactmetrics.matrix.reading import read_counts
from exactmetrics.matrix.structured import counts_from_text
from exactmetrics.sheets.schema import parsed
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


def test_counts_beyond_what_pages_can_write_are_refused() -> None:
    longest = ConfusionMatrix([[10**1300, 2 * 10**1299], [3, 4 * 10**1299]])
    for metric, options in (("mcc", {}), ("precision", {"average": "weighted"}), ("kappa", {"label": 0})):
        assert "0" * 1299 in longest.derive(metric, **options).to_text()
    for count in (10**1301, Fraction(1, 10**1301)):
        with pytest.raises(InputError, match=r"row 1 .* beyond what is read exactly: .* 1300 digits"):
            Counts.from_rows([[count, 1], [2, 3]])


@each(
    ("kind", "text"),
    [
        ("toml", ".".join("a" * 20_000) + " = 1"),
        ("toml", "x = {" + ". ".join(['"a"'] * 20_000) + " = 1}"),
        ("toml", "matrix = " + "[" * 5_000 + "]" * 5_000),
        ("json", "[" * 5_000 + "]" * 5_000),
        ("json", '{"a":' * 5_000 + "1" + "}" * 5_000),
    ],
)
def test_deep_text_is_refused_before_it_is_parsed(kind: Literal["toml", "json"], text: str) -> None:
    with pytest.raises(InputError, match=r"^x: (it is nested too deeply: more than 100|a key has more than 50 parts)"):
        counts_from_text(text, kind, "x")
    with pytest.raises(InputError, match=r"too deeply|more than 50 parts"):
        parsed(text, kind)


def test_brackets_and_dots_in_names_are_no_depth() -> None:
    names = ["[" * 150, "a." * 80]
    text = json.dumps({"matrix": [[1, 2], [3, 4]], "labels": names})
    assert list(counts_from_text(text, "json", "x").labels) == names


@each("name", ["a\0b", "a" * 5_000, "a\0b.csv", "a" * 5_000 + ".csv", "a\0.parquet", "a\0.json"])
def test_names_that_no_file_can_have(name: str) -> None:
    with pytest.raises(InputError, match=r"cannot be read|there is no file"):
        read_counts(name)


@each("text", ["1e9999999 2; 3 4", "7" * 1500 + " 2; 3 4"])
def test_long_numbers_of_an_inline_matrix(text: str) -> None:
    with pytest.raises(InputError, match=r"^inline matrix, row 1, column 1: .* is no number, or a long one"):
        read_counts(text)
