"""The ways in which one number is given a name: signs, abbreviations, letters, lists, other languages, beta."""

from __future__ import annotations

import re
import tomllib
from itertools import product
from pathlib import Path

import exactmetrics as em
from exactmetrics.verification.checked import CheckedClaim
from tests.cases import each, sample

HERE = Path(__file__).parent
FORMS = tomllib.loads((HERE / "forms.toml").read_text("utf-8"))
OTHERS = tomllib.loads((HERE / "others.toml").read_text("utf-8"))["others"]
LANGUAGES = tomllib.loads((HERE / "languages.toml").read_text("utf-8"))
METRICS = {"0.889": "precision", "0.8": "recall", "0.9": "specificity", "0.85": "accuracy", "0.842": "f1"}


def table(rows: dict[str, str]) -> str:
    lines = [
        "The confusion matrix:",
        "",
        "| true \\ predicted | " + " | ".join(rows) + " |",
        "|--" * (len(rows) + 1) + "|",
    ]
    return "\n".join([*lines, *(f"| {name} | {row} |" for name, row in rows.items())]) + "\n\n"


TWO = table({"positive": "40 | 10", "negative": "5 | 45"})
UNNAMED = table({"cat": "40 | 10", "dog": "5 | 45"})
THREE = table({"cat": "8 | 1 | 1", "dog": "2 | 6 | 2", "bird": "1 | 1 | 8"}) + "Precision and recall follow.\n\n"


def short(claim: CheckedClaim) -> str:
    question = claim.question
    beta, average = question.parameters.get("beta"), question.options.get("average")
    name = str(question.metric) + (f"[{beta}]" if beta else "")
    return f"{name}|{f'~{average}' if average else question.options.get('label', '')}|{claim.printed}"


@each(
    ("before", "form"),
    [(TWO, form) for form in FORMS["two"]] + [(THREE, form) for form in FORMS["three"]],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_a_form_is_read_and_right(before: str, form: list[str]) -> None:
    found = [claim for claim in em.verify_document(before + form[0], format="markdown").claims if claim.question.metric]
    assert sorted(map(short, found)) == sorted(form[1:])
    assert {claim.level for claim in found} <= {"ok", "note"}


@each(
    ("language", "sentence"),
    [(language, sentence) for language, sentences in LANGUAGES.items() for sentence in sentences],
)
def test_a_name_of_a_language_is_read_and_right(language: str, sentence: str) -> None:
    comma = language not in ("ja", "zh", "ko")
    found = [
        c
        for c in em.verify_document(TWO + sentence, format="markdown", decimal_comma=comma).claims
        if c.question.metric
    ]
    printed = re.findall(r"0[.,][0-9]+", sentence)
    assert [(c.question.metric, c.printed) for c in found] == [(METRICS[p.replace(",", ".")], p) for p in printed]
    assert {claim.level for claim in found} == {"ok"}


# In the quick run every text once, after one of the two.
@each(("before", "text"), sample(product([TWO, UNNAMED], OTHERS), 1, kind=lambda case: case[1]))
def test_numbers_of_others_are_not_accused(before: str, text: str) -> None:
    right = "Precision and recall follow. The accuracy is 0.85.\n\nThe precision is 0.889 and the recall 0.8.\n\n"
    found = em.verify_document(before + right + text, format="markdown")
    assert [(c.printed, c.word) for c in found.claims if c.level in ("error", "warn")] == []


@each(
    ("name", "printed", "level"),
    [
        ("$F_2$ =", "0.842", "error"),  # that is F1
        ("F2 score:", "0.870", "error"),  # that is F0.5
        ("F-measure:", "0.812", "error"),
        ("Accuracy (%):", "80.5", "error"),
        ("Accuracy ........", "0.805", "error"),
        ("Точность:", "0.85", "ok"),  # accuracy
        ("Точность:", "0.889", "ok"),  # precision
        ("Genauigkeit:", "0.85", "ok"),
        ("Genauigkeit:", "0.889", "ok"),
    ],
)
def test_wrong_values_are_found_and_words_with_two_meanings_read_either_way(
    name: str, printed: str, level: str
) -> None:
    (claim,) = [c for c in em.verify_document(f"{TWO}{name} {printed}", format="markdown").claims if c.question.metric]
    assert claim.level == level


def test_a_word_with_two_meanings_is_passed_over_where_it_is_right_for_neither() -> None:
    found = em.verify_document(TWO + "Точность: 0.777", format="markdown")
    assert found.claims == []
    assert [one.why for one in found.passed] == ["class"]


def test_f_without_beta_is_no_f1_where_the_document_speaks_of_beta() -> None:
    other = em.verify_document(TWO + "We take beta = 2. The F-measure is 0.816, precision and recall differ.")
    assert [short(claim) for claim in other.claims] == []
    class_2 = table({"1": "40 | 10", "2": "5 | 45"}) + "$F_2 = 0.816$"  # F2 of class 1, or F1 of class 2
    assert [c.level for c in em.verify_document(class_2, format="markdown").claims if c.level == "error"] == []


def test_a_matrix_set_in_columns_heads_no_column_of_what_is_printed_below_it() -> None:
    text = "            predicted\n            yes   no\nactual yes   60   15\nactual no     5  120\n\n"
    found = em.verify_document(text + "Acc.   0.900\nPrec.  0.923\nRec.   0.800\n", format="text")
    assert [(short(claim), claim.level) for claim in found.claims] == [
        ("accuracy||0.900", "ok"), ("precision|yes|0.923", "ok"), ("recall|yes|0.800", "ok"),
    ]  # fmt: skip


def test_the_only_row_below_metrics_is_read_and_one_of_two_is_not() -> None:
    table_of_one = "\n| Accuracy | Recall |\n|--|--|\n| 0.85 | 0.81 |\n"
    assert [c.word for c in em.verify_document(TWO + table_of_one, format="markdown").claims] == ["exact", "wrong"]
    two = em.verify_document(TWO + table_of_one + "| 0.91 | 0.92 |\n", format="markdown")
    assert ([c.word for c in two.claims], {one.why for one in two.passed}) == ([], {"row"})
