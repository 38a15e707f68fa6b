"""`assert_exact`, `assert_printed` and `assert_document`: what passes, what fails, and what the message says."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import exactmetrics as em
from exactmetrics.exact.values import Undefined, root
from exactmetrics.testing import assert_document, assert_exact, assert_printed, vectors
from exactmetrics.testing.documents import LONGEST
from tests.cases import each
from tests.oracle import Oracle

THIRD, ABOVE = 1 / 3, math.nextafter(1 / 3, 1)
NO_VALUE = Undefined("recall", "b", Fraction(0), Fraction(0))
# scikit-learn #16822 and others: a printed 2x2 table; its precision 5/6, recall 5/10 are counted by hand.
ROWS = [[5, 5], [1, 7]]
NONE = {"data": [[0, 3], [0, 4]]}  # nothing is predicted as the first class


@each(("value", "expected", "options"), [
    (THIRD, "1/3", {}), (np.float64(THIRD), Fraction(1, 3), {}), (np.float32(THIRD), "1/3", {}),
    (np.array(THIRD), "1/3", {}), (Fraction(1, 3), "1/3", {}), (3, 3, {}), (True + 0.0, 1, {}),
    (ABOVE, "1/3", {"ulps": 1}), (math.sqrt(0.5), root(Fraction(1, 2)), {}),
    (0.33333334, "1/3", {"precision": "float32"}), (float("nan"), NO_VALUE, {}), (None, NO_VALUE, {}),
])  # fmt: skip
def test_what_is_exact(value: Any, expected: Any, options: dict[str, Any]) -> None:
    assert_exact(value, expected, **options)


@each(("value", "expected", "message"), [
    (0.3333, "1/3", "0.3333 is not 1/3 = 0.3333333333333333, correctly rounded 0.3333333333333333: 2^39 ulps off"),
    (ABOVE, "1/3", "1 ulp off (0 allowed)"),
    (np.nextafter(np.float32(THIRD), np.float32(1)), "1/3", "1 ulp off (0 allowed)"),  # of single precision
    (Fraction(1, 3) + Fraction(1, 10**40), "1/3", "not equal"), (float("nan"), "1/3", "nan is not 1/3"),
    (float("inf"), "1/3", "inf is not 1/3"), (None, "1/3", "None is not 1/3"), ("0.5", "1/2", "0.5 is not 1/2"),
    (0.0, NO_VALUE, "0.0 where there is no value: recall of b is 0/0"),
    (float("inf"), NO_VALUE, "inf where there is no value"),
])  # fmt: skip
def test_what_is_not_exact(value: Any, expected: Any, message: str) -> None:
    with pytest.raises(AssertionError, match=re.escape(message)):
        assert_exact(value, expected)


def test_a_case_brings_its_tolerance_and_its_other_values() -> None:
    """By hand: the squares of a Brier score over both classes are twice those of one."""
    first, brier = vectors("accuracy", ulps=2)[0], vectors("brier")[0]
    almost = math.nextafter(math.nextafter(9 / 14, 1), 1)
    assert_exact(almost, first)
    with pytest.raises(AssertionError, match="2 ulps off"):
        assert_exact(almost, first, ulps=1)
    (absent,) = (v for v in vectors("recall", average="macro") if v.id == "recall.macro.absent-class")
    (dog,) = (v for v in vectors("recall") if v.id == "recall.class=2.birds")
    (sure,) = (v for v in vectors("log_loss") if v.case.input.name == "sure-and-wrong")
    assert_exact(43 / 60, absent, convention="over=present")
    assert_exact(math.inf, sure)  # a number divided by zero
    assert_exact(math.nan, sure)
    for value, case, message in (
        (43 / 60, absent, "it is the value under undefined=omit"),
        (7 / 10, dog, "it is the value with rows and columns exchanged"),
        (2 * float(brier.expected), brier, "it is the value under convention=original"),  # type: ignore[arg-type]
        (-math.inf, sure, "where there is no value: log_loss is a logarithm of 0"),
        (36.04, sure, "where there is no value: log_loss is a logarithm of 0"),
    ):
        with pytest.raises(AssertionError, match=message):
            assert_exact(value, case)


@each(("text", "metric", "options"), [
    *((text, "recall", {}) for text in ("0.5", "0.50", "0.500", "1/2", "50%", "5/10")),
    ("0.83", "precision", {"rule": "nearest"}), ("0.8333333333333333", "precision", {"rule": "nearest"}),
    ("0.8", "precision", {"rule": "truncate"}), ("0.833", "precision", {"rule": "truncate"}),
    ("0.83333", "precision", {"rule": "half-even"}), ("nan", "precision", NONE), ("-", "precision", NONE),
    ("0.00", "precision", {**NONE, "undefined": 0}),
])  # fmt: skip
def test_what_is_printed_right(text: str, metric: str, options: dict[str, Any]) -> None:
    assert_printed(text, metric, **{"data": ROWS, "label": 0, **options})


RIGHT = "recall (label=0) is printed as 0.83: wrong", "exact value: 1/2 = 0.5", "33/100 = 0.33"
NO_COMMA = {"data": [[4, 2], [0, 3]], "label": None}


@each(("text", "metric", "options", "message"), [
    ("0.84", "precision", {"rule": "nearest"}, ["0.83"]), ("0.834", "precision", {"rule": "any"}, ["0.83"]),
    ("0.83", "recall", {}, [*RIGHT, "precision and recall are swapped"]),
    ("0.83", "recall", {"language": "es"}, ["se imprime como 0.83", "valor exacto: 1/2 = 0.5", "precisión"]),
    ("0.00", "precision", NONE, ["undefined"]),
    ("about half", "recall", {}, ["unread"]),
    *(("0,78", "accuracy", {**NO_COMMA, "language": language}, [words, "decimal_comma=True"])
      for language, words in (("en", "decimal comma"), ("es", "coma decimal"), ("ar", "فاصلة عشرية"))),
    ("0.78", "accuracy", {**NO_COMMA, "decimal_comma": True}, ["decimal_comma=True"]),
])  # fmt: skip
def test_what_is_printed_wrong(text: str, metric: str, options: dict[str, Any], message: list[str]) -> None:
    with pytest.raises(AssertionError) as caught:
        assert_printed(text, metric, **{"data": ROWS, "label": 0, **options})
    assert [part for part in message if part not in str(caught.value)] == []
    assert ("decimal_comma" in str(caught.value)) is ("decimal_comma=True" in message)
    assert options.get("language", "en") == "en" or "is printed" not in str(caught.value)


@each("metric", ["precision", "recall", "f1", "specificity"])
@each("places", [2, 3, 4])
def test_only_the_digits_of_the_oracle_pass(metric: str, places: int) -> None:
    value = Oracle(ROWS).value(metric, label=0)
    assert isinstance(value, Fraction)
    near = value.numerator * 10**places // value.denominator
    for units in range(near - 2, near + 4):
        text = f"0.{units:0{places}d}"
        off, half = Fraction(units, 10**places) - value, Fraction(1, 2 * 10**places)
        if abs(off) < half or off == half or (off == -half and units % 2 == 0):  # half-up, or half-even
            assert_printed(text, metric, ROWS, label=0)
        else:
            with pytest.raises(AssertionError):
                assert_printed(text, metric, ROWS, label=0)


def test_all_kinds_of_data(tmp_path: Path) -> None:
    file = tmp_path / "matrix.csv"
    file.write_text("5,5\n1,7\n", encoding="utf-8")
    parts = em.OneVsRest.from_counts({0: {"tp": 5, "fp": 1, "fn": 5, "tn": 7}}, partition=False)
    for data in (ROWS, em.ConfusionMatrix(ROWS), "5 5; 1 7", str(file), file, parts):
        assert_printed("0.83", "precision", data, label=0)
        with pytest.raises(AssertionError):
            assert_printed("0.82", "precision", data, label=0)
    cm = em.ConfusionMatrix(ROWS, labels=["no", "yes"], positive="yes")
    assert_printed("0.58", "precision", cm)  # 7/12
    assert_printed("0.83", "precision", cm, positive="no")


FOUR_SIXTHS = "# Recall\n\nRecall is $\\frac{4}{6} = \\frac{2}{3} \\approx 0.67$.\n"
CUT = "# Recall\n\nRecall is $\\frac{4}{6} \\approx 0.66$.\n"
WRONG = FOUR_SIXTHS + "\nAccuracy is 7/9 = 0.87, and 1/2 = 0.6.\n"
PETS = {"data": em.ConfusionMatrix([[4, 2], [1, 3]], labels=["cat", "dog"])}
SHEET = 'title = "K"\ndata.matrix = [[4, 2], [1, 3]]\n[[claim]]\nmetric = "accuracy"\nprinted = "0.7"\n'  # it is 7/10


def test_a_right_document_passes(tmp_path: Path) -> None:
    for name, text in (("right.md", FOUR_SIXTHS), ("sheet.toml", SHEET)):
        (tmp_path / name).write_text(text, encoding="utf-8")
        assert_document(tmp_path / name, strict=True)
    assert_document(FOUR_SIXTHS, strict=True)
    assert_document(CUT)
    assert_document("no such file.md")  # a text without numbers
    assert_document("")
    with pytest.raises(em.InputError, match="missing"):
        assert_document(tmp_path / "missing.md")


@each(("text", "options", "message"), [
    (WRONG, {}, ["2 things are not right", "line 5: 7/9 = 0.87: false", "line 5: 1/2 = 0.6: false",
                 "exact value: 7/9 ≈ 0.777778 (0.78 at the digits printed)"]),
    (CUT, {"strict": True}, ["truncated"]),
    (SHEET.replace("0.7", "0.1"), {}, ["line 5: accuracy is printed as 0.1 (claim[1]): wrong"]),
    # By hand: macro F1 of [[5, 5], [1, 7]] is (5/8 + 7/10)/2 = 53/80; accuracy 12/18.
    ("# Results\n\nThe macro F1 is 0.75.\n\nThe accuracy is 0.76.\n", {"data": "5 5; 1 7"},
     ["F1 score, macro is printed as 0.75 (Results): wrong", "exact value: 53/80 = 0.6625 (0.66 at the digits printed)",
      "accuracy is printed as 0.76 (Results): wrong", "exact value: 2/3 ≈ 0.666667 (0.67 at the digits printed)"]),
    # Each number counts once: recall of cat is 4/6, its precision 4/5, the accuracy 7/10.
    ("The recall of cat is 4/6 = 0.76.", PETS, ["1 thing "]),
    ("The recall of cat is 4/5 = 0.67.", PETS, ["1 thing ", "rounded; the printed arithmetic: false"]),
    ("The recall of cat is 4/5 = 0.80.", PETS, ["1 thing "]),
    ("The recall of cat is 4/6 = 0.76. The precision of cat is 4/5 = 0.9.", PETS, ["2 things "]),
    ("The accuracy is (4 + 3)/10 = 7/10 = 0.6.", PETS, ["1 thing "]),
    ("Recall is 4/6 = 0.76.", {"language": "es"}, ["línea 1", "valor exacto: 2/3"]),
    ("Recall is 4/6 = 0.76.", {"language": "ar"}, ["السطر 1", "القيمة الدقيقة: 2/3"]),
])  # fmt: skip
def test_a_wrong_document_is_told_line_by_line(
    tmp_path: Path, text: str, options: dict[str, Any], message: list[str]
) -> None:
    file = tmp_path / ("sheet.toml" if text.startswith("title") else "document.md")
    file.write_text(text, encoding="utf-8")
    for source in (file,) if file.suffix == ".toml" else (text, file):
        with pytest.raises(AssertionError) as caught:
            assert_document(source, **options)
        told = str(caught.value)
        assert [part for part in message if part not in told] == []
        assert ": :" not in told
        lines = told.count("\nline ")
        assert f"{lines} thing" in told or "language" in options
        assert told.count("may have changed places") <= lines
        assert "4}{6}" not in told or text == CUT
        words = set(re.findall(r"[a-z]+", told.replace(str(file), "")))
        assert options.get("language", "en") == "en" or not {"line", "exact", "false", "thing"} & words
    assert str(file) in told


def test_a_message_is_short_and_steers_no_terminal() -> None:
    """Wherever hidden characters stand, a message shows none of them."""
    signs = ("\x1b[31m", "\x07", "\u202e", "\u2066")
    texts = ["x{} = 4/6 = 0.76", "4 {} / 6 = 0.76", "$\\text{{a{}b}} + 1/2 = 0.7$", "{}1/2 = 0.7"]
    messages = []
    for text in (" + ".join(["1"] * 300) + " = 299", *(text.format(sign) for sign in signs for text in texts)):
        try:
            assert_document(text)
        except AssertionError as error:
            messages.append(str(error))
    assert len(messages) > 5
    assert max(map(len, messages[0].splitlines())) < 4 * LONGEST
    assert not set("".join(messages)) & set("\x1b\x07\u202e\u2066")
