"""`assert_printed`: what is right passes, everything else fails with the exact value and what may have gone wrong."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import exactmetrics as em
from exactmetrics.exact.errors import ExactMetricsError
from exactmetrics.testing import assert_printed
from tests.cases import each
from tests.oracle import Oracle

# scikit-learn #16822 and others: a printed 2x2 table; its precision 5/6, recall 5/10 are counted by hand.
ROWS = [[5, 5], [1, 7]]


@each("text", ["0.5", "0.50", "0.500", "1/2", "50%", "5/10"])
def test_every_way_to_print_a_right_value_passes(text: str) -> None:
    assert_printed(text, "recall", ROWS, label=0)


@each(("text", "rule", "right"), [
    ("0.83", "nearest", True), ("0.84", "nearest", False), ("0.8", "truncate", True), ("0.833", "truncate", True),
    ("0.83333", "half-even", True), ("0.834", "any", False), ("0.8333333333333333", "nearest", True),
])  # fmt: skip
def test_the_rule_decides(text: str, rule: Any, right: bool) -> None:
    if right:
        assert_printed(text, "precision", ROWS, label=0, rule=rule)
    else:
        with pytest.raises(AssertionError):
            assert_printed(text, "precision", ROWS, label=0, rule=rule)


@each("metric", ["precision", "recall", "f1", "specificity"])
@each("places", [2, 3, 4])
def test_only_the_digits_of_the_oracle_pass(metric: str, places: int) -> None:
    value = Oracle(ROWS).value(metric, label=0)
    assert isinstance(value, Fraction)
    near = value.numerator * 10**places // value.denominator
    for units in range(near - 2, near + 4):
        text = f"0.{units:0{places}d}"
        off, half = Fraction(units, 10**places) - value, Fraction(1, 2 * 10**places)
        right = abs(off) < half or off == half or (off == -half and units % 2 == 0)  # half-up, or half-even
        if right:
            assert_printed(text, metric, ROWS, label=0)
        else:
            with pytest.raises(AssertionError):
                assert_printed(text, metric, ROWS, label=0)


def test_the_message() -> None:
    """Value and difference by hand: recall 5/10, printed 0.83 is the precision 5/6."""
    with pytest.raises(AssertionError) as caught:
        assert_printed("0.83", "recall", ROWS, label=0)
    message = str(caught.value)
    assert "recall (label=0) is printed as 0.83: wrong" in message
    assert "exact value: 1/2 = 0.5" in message
    assert "33/100 = 0.33" in message
    assert "precision and recall are swapped" in message


def test_the_explanations_in_another_language() -> None:
    with pytest.raises(AssertionError, match="precisión") as caught:
        assert_printed("0.83", "recall", ROWS, label=0, language="es")
    assert "recall (label=0) se imprime como 0.83" in str(caught.value)
    assert "valor exacto: 1/2 = 0.5" in str(caught.value)
    assert "is printed" not in str(caught.value)


def test_all_kinds_of_data(tmp_path: Path) -> None:
    file = tmp_path / "matrix.csv"
    file.write_text("5,5\n1,7\n", encoding="utf-8")
    parts = em.OneVsRest.from_counts({"a": {"tp": 5, "fp": 1, "fn": 5, "tn": 7}}, partition=False)
    assert_printed("0.83", "precision", parts, label="a")
    for data in (ROWS, em.ConfusionMatrix(ROWS), "5 5; 1 7", str(file), file):
        assert_printed("0.83", "precision", data, label=0)
        with pytest.raises(AssertionError):
            assert_printed("0.82", "precision", data, label=0)


def test_the_positive_class_of_a_matrix_is_meant() -> None:
    cm = em.ConfusionMatrix(ROWS, labels=["no", "yes"], positive="yes")
    assert_printed("0.58", "precision", cm)  # 7/12
    assert_printed("0.83", "precision", cm, positive="no")


def test_no_value() -> None:
    rows = [[0, 3], [0, 4]]
    assert_printed("nan", "precision", rows, label=0)
    assert_printed("-", "precision", rows, label=0)
    assert_printed("0.00", "precision", rows, label=0, undefined=0)
    with pytest.raises(AssertionError, match="undefined"):
        assert_printed("0.00", "precision", rows, label=0)


def test_what_is_no_number_fails_and_what_is_no_text_is_refused() -> None:
    with pytest.raises(AssertionError, match="unread"):
        assert_printed("about half", "recall", ROWS, label=0)
    with pytest.raises(em.UsageError, match="as text"):
        assert_printed(0.5, "recall", ROWS, label=0)  # type: ignore[arg-type]
    with pytest.raises(em.UsageError, match=r"assert_printed takes .* write '0\.82' and not 0\.82") as caught:
        assert_printed(0.82, "recall", ROWS, label=0)  # type: ignore[arg-type]
    assert caught.value.__context__ is None
    assert "diagnose" not in str(caught.value)
    with pytest.raises(em.UsageError, match="did you mean"):
        assert_printed("0.5", "recal", ROWS, label=0)


SLIPS = {
    "precison": lambda: assert_printed("0.82", "precison", ROWS),
    "lable": lambda: assert_printed("0.82", "precision", ROWS, lable=0),
    "none.csv": lambda: assert_printed("0.82", "precision", "none.csv"),
}


@each("word", SLIPS)
def test_a_slip_of_the_caller_is_told_at_its_line(word: str) -> None:
    """No frame of the package stands between the caller and the message, as pytest shows it."""
    with pytest.raises(ExactMetricsError, match=word) as caught:
        SLIPS[word]()
    shown = [entry for entry in caught.traceback if not entry.ishidden(caught)]
    assert not [entry for entry in shown if "exactmetrics" in str(entry.path) and "tests" not in str(entry.path)]


@each(("language", "word"), [("en", "decimal comma"), ("es", "coma decimal"), ("ar", "فاصلة عشرية")])
def test_a_decimal_comma_is_named(language: str, word: str) -> None:
    with pytest.raises(AssertionError, match=rf"{word}.*decimal_comma=True"):
        assert_printed("0,78", "accuracy", [[4, 2], [0, 3]], language=language)
    with pytest.raises(AssertionError, match="decimal_comma=True"):
        assert_printed("0.78", "accuracy", [[4, 2], [0, 3]], language=language, decimal_comma=True)
    with pytest.raises(AssertionError) as caught:
        assert_printed("high", "accuracy", [[4, 2], [0, 3]], language=language)
    assert "decimal_comma" not in str(caught.value)
