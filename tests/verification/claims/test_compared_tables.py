"""Tables that compare systems: their columns are no classes, and no number in them passes without a word."""

from __future__ import annotations

import exactmetrics as em
from exactmetrics.verification.verified import Verification
from tests.cases import each

# 50 + 43 + 23 of 150: recall of cat 50/60, of dog 43/55, of fox 23/35; their mean is 0.757.
MATRIX = (
    "Confusion matrix (rows are true classes):\n\n| | cat | dog | fox |\n|---|---|---|---|\n"
    "| cat | 50 | 6 | 4 |\n| dog | 6 | 43 | 6 |\n| fox | 3 | 9 | 23 |\n\n"
)
LETTERS = "Confusion matrix (rows are true):\n\n| | A | B |\n|--|--|--|\n| A | 30 | 10 |\n| B | 20 | 40 |\n\n"


def table(*rows: str) -> str:
    cells = rows[0].count("|") - 1
    return "\n".join([rows[0], "|" + "--|" * cells, *rows[1:]]) + "\n"


def judged(found: Verification) -> list[str]:
    return [str(claim.printed) for claim in found.claims if claim.verdict is not None]


def passed(found: Verification, text: str) -> list[str]:
    return [text[one.span.start.offset : one.span.stop] for one in found.passed]


@each("name", ["Balanced accuracy", "Macro recall", "Macro F1", "Accuracy", "Recall of cat", "MCC"])
@each(
    "heading",
    [
        "| Metric | Baseline | New system |",
        "| Metric | SVM | CNN |",
        "| Metric | Train | Test |",
        "| | 2018 | 2019 |",
        "| Fold | 1 | 2 |",
        "| Metric | A | B |",
    ],
)
def test_columns_of_systems_are_no_classes_and_their_numbers_are_counted(heading: str, name: str) -> None:
    text = MATRIX + table(heading, f"| {name} | 0.738 | 0.757 |")
    found = em.verify_document(text, format="markdown")
    assert (found.worst, judged(found), passed(found, text)) == ("ok", [], ["0.738", "0.757"])


@each("name", ["Balanced accuracy", "Macro F1"])
def test_systems_that_are_called_as_classes_are_no_classes(name: str) -> None:
    text = LETTERS + table("| Metric | A | B |", "| Recall | 0.61 | 0.62 |", f"| {name} | 0.63 | 0.64 |")
    found = em.verify_document(text, format="markdown")
    assert (judged(found), passed(found, text)) == ([], ["0.61", "0.62", "0.63", "0.64"])


def test_columns_of_classes_are_judged() -> None:
    text = MATRIX + table("| Metric | cat | dog | fox |", "| Recall | 0.833 | 0.782 | 0.675 |")
    found = em.verify_document(text, format="markdown")
    assert [claim.word for claim in found.claims] == ["rounded", "rounded", "wrong"]  # 23/35 = 0.657


@each("rows", [
    ("| Metric | Value |", "| Balanced accuracy | 0.757 |"),
    ("| Balanced accuracy | 0.757 |", "| Accuracy | 0.773 |"),
])  # fmt: skip
def test_a_value_below_a_matrix_is_of_all_classes(rows: tuple[str, ...]) -> None:
    found = em.verify_document(MATRIX + table(*rows), format="markdown")
    assert {claim.word for claim in found.claims} == {"rounded"}
    assert all(claim.question.label is None for claim in found.claims)


@each("heading", [
    "| Class | Prec. | Rec. | F-measure |", "| Class | Prec | Rec | F1 |", "| Class | Precision ↑ | Recall ↑ | F1 ↑ |",
    "| Class | PPV | Sens. | F-score |",
])  # fmt: skip
def test_shortened_headings_are_read(heading: str) -> None:
    """Of dog: precision 43/58 = 0.741, recall 43/55 = 0.782, F1 86/113 = 0.761."""
    for values, words in (("0.741 | 0.782 | 0.761", ["rounded"] * 3), ("0.33 | 0.34 | 0.36", ["wrong"] * 3)):
        found = em.verify_document(MATRIX + table(heading, f"| dog | {values} |"), format="markdown")
        assert [claim.word for claim in found.claims] == words
