"""Two models, two data sets, one of them without a matrix: right values of either are not accused, one slip is.

Of the rows 40 10, 5 45: accuracy 0.85, precision 40/45 = 0.889, recall 0.8, F1 80/95 = 0.842; of 30 20, 15 35: 0.65,
30/45 = 0.667, 0.6, 60/95 = 0.632.
"""

from __future__ import annotations

import json
import re

import exactmetrics as em
from tests.cases import each

HEAD = "Precision and recall.\n\nConfusion matrix:\n\n"
FIRST = "Accuracy: 0.850\n\nPrecision: 0.889\n\nRecall: 0.800\n\nF1: 0.842\n\n"


def matrix(names: tuple[str, str], *rows: str) -> str:
    lines = [f"| true \\ predicted | {names[0]} | {names[1]} |", "|--|--|--|"]
    return "\n".join([*lines, *(f"| {name} | {row} |" for name, row in zip(names, rows, strict=True))]) + "\n\n"


@each("slip", ["0.650", "0.84", "0.889"])
def test_one_wrong_value_is_accused_also_where_it_is_given_rightly_elsewhere(slip: str) -> None:
    text = (
        HEAD
        + matrix(("cat", "dog"), "40 | 10", "5 | 45")
        + FIRST
        + f"So the accuracy is {slip} and the recall 0.800.\n"
    )
    found = em.verify_document(text, format="markdown")
    assert [claim.printed for claim in found.claims if claim.level == "error"] == [slip]


REPORT = """\
              precision    recall  f1-score   support

         fox       0.77      0.80      0.79        30
         owl       0.74      0.68      0.71        25
        bear       0.73      0.76      0.75        25

    accuracy                           0.75        80
   macro avg       0.75      0.75      0.75        80
weighted avg       0.75      0.75      0.75        80
"""  # by scikit-learn's classification_report
MATRIX = "[[24  2  4]\n [ 5 17  3]\n [ 2  4 19]]\n"


def printed_apart(report: str) -> str:
    """A notebook that prints a report in one cell and the matrix in the next."""
    calls = ("print(classification_report(y_true, y_pred))", "print(confusion_matrix(y_true, y_pred))")
    cells = [
        {"cell_type": "code", "source": [call], "outputs": [{"output_type": "stream", "text": [text]}]}
        for call, text in zip(calls, (report, MATRIX), strict=True)
    ]
    return json.dumps({"cells": cells, "nbformat": 4})


def test_a_report_that_fits_a_matrix_but_for_one_number_is_about_it() -> None:
    right = em.verify_document(printed_apart(REPORT), format="notebook")
    assert {claim.word for claim in right.claims} <= {"exact", "rounded"}
    wrong = {"0.68      0.71": "0.86      0.71", "0.75        80\n   macro": "0.76        80\n   macro"}
    wrong |= {"0.75        25\n": "0.75        26\n"}
    for old, new in wrong.items():
        assert REPORT.count(old) == 1, old
        found = em.verify_document(printed_apart(REPORT.replace(old, new)), format="notebook")
        assert [claim.level for claim in found.claims].count("error") == 1, new
        assert len(found.claims) == len(right.claims), new


def test_a_report_of_other_predictions_is_not_about_the_matrix() -> None:
    """Its supports are the same, for the samples are."""
    other = "".join(
        re.sub(r"0\.(\d)(\d)", lambda found: f"0.{(int(found[1]) + 1) % 10}{found[2]}", line) + "\n"
        for line in REPORT.splitlines()
    )
    found = em.verify_document(printed_apart(other), format="notebook")
    assert not any(claim.verdict is not None and claim.word == "wrong" for claim in found.claims)


def test_another_model_on_the_same_samples_is_not_accused() -> None:
    """Its supports are the same, and most of its values; its heading says that it is another."""
    text = (
        "## Model A\n\nThe confusion matrix. Rows are the true classes.\n\n| | a1 | b1 | c1 |\n|---|---|---|---|\n"
        "| a1 | 50 | 3 | 2 |\n| b1 | 4 | 40 | 6 |\n| c1 | 1 | 5 | 60 |\n\n## Model B\n\n"
        "| class | precision | recall | F1 | support |\n|---|---|---|---|---|\n| a1 | .91 | .91 | .91 | 55 |\n"
        "| b1 | .83 | .80 | .82 | 50 |\n| c1 | .88 | .92 | .90 | 66 |\n| macro avg | .87 | .88 | .87 | 171 |\n"
    )
    assert not any(claim.level == "error" for claim in em.verify_document(text, format="markdown").claims)


def test_defaults_of_a_function_are_no_data() -> None:
    code = "```python\ndef precision(true_positives=1, false_positives=1, false_negatives=1, true_negatives=1):\n"
    code += "    return true_positives / (true_positives + false_positives)\n```\n\n"
    found = em.verify_document(code + "Our model has precision 0.93.\n", format="markdown")
    assert [claim.level for claim in found.claims if claim.level == "error"] == []


BIRDS = (
    "| actual \\ predicted | cat | dog |\n|---|---|---|\n| cat | 3 | 1 |\n| dog | 0 | 2 |\n\nThe accuracy is 0.83.\n"
)


def remarked(text: str, data: list[list[int]]) -> list[tuple[str, int]]:
    found = em.verify_document(text, data=data, format="markdown")
    return [(one.kind, one.span.start.line) for one in found.remarks if one.span is not None]


def test_other_counts_than_those_given_are_noted_once_with_who_judges() -> None:
    assert remarked(BIRDS, [[3, 1], [0, 2]]) == []
    assert remarked(BIRDS, [[2, 0], [1, 3]]) == []  # in another order
    assert remarked(BIRDS, [[5, 1], [5, 7]]) == [("data-replaced", 1)]
    assert remarked(BIRDS + "\n# Again\n\n" + BIRDS, [[5, 1], [5, 7]]) == [("data-kept", 1)]
    assert remarked("The accuracy is 0.83.", [[5, 1], [5, 7]]) == []
    text = em.verify_document(BIRDS, data=[[5, 1], [5, 7]], format="markdown").to_text(width=200)
    assert "\nnote: line 1, column 2: The counts here are not those of the data given" in text
