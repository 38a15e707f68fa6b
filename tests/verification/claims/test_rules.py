"""Rules by which nothing right is accused, from what was wrongly accused in real documents, and what was missed."""

from __future__ import annotations

import json

import exactmetrics as em
from exactmetrics.verification.verified import Verification
from tests.cases import each

# Rows are true classes: recall of sick 40/50, precision 40/45, specificity 45/50, accuracy 85/100, F1 80/95.
SICK = "| actual \\ predicted | sick | healthy |\n|---|---|---|\n| sick | 40 | 10 |\n| healthy | 5 | 45 |\n\n"
OTHER = SICK.replace("40 | 10", "30 | 20").replace("5 | 45", "15 | 35")
REPORT = """```
              precision    recall  f1-score   support

        sick       0.89      0.80      0.84        50
     healthy       0.82      0.90      0.86        50

    accuracy                           0.85       100
   macro avg       0.85      0.85      0.85       100
```

"""


def accused(text: str, format: str = "markdown") -> list[tuple[str | None, str | None]]:
    found = em.verify_document(text, format=format)
    return [(one.question.metric, one.printed) for one in found.claims if one.level == "error"]


def whys(found: Verification) -> set[tuple[str, str]]:
    return {(one.why, one.word) for one in found.passed}


@each(
    "text",
    [
        SICK + OTHER + REPORT,  # fits the first of two matrices
        "## A\n\n" + SICK + "## B\n\n" + OTHER + "### Report\n\n" + REPORT,
        OTHER + "## The other run\n\n" + REPORT,  # fits none, and stands under a heading of its own
        OTHER + "```python\nother.fit(x, y)\n```\n\n" + REPORT,
        SICK + "Recall rose. If the recall were 0.95, the F1 would be 0.918.\n",
        SICK + "The next model is a random forest. Its accuracy is 0.91.\n",
        SICK + "Random forest\n\nAccuracy: 0.91\n",
        SICK + "**Random forest:**\n\n- Accuracy: 0.91\n- Recall: 0.95\n",
        SICK + "| Model | P | R | F1 |\n|---|---|---|---|\n| SVM | 0.5 | 0.6 | 0.545 |\n",
        SICK + "Loss: 0.31, accuracy loss: 0.31, validation accuracy: 0.91.\n",
        SICK + "Accuracy: 0.71 → 0.85. Accuracy 0.71 -> 0.85.\n",
        SICK + "The recall of men is 0.7 and the precision of women 0.6.\n",
        SICK + "What if the recall is 0.95? Is the accuracy 0.9?\n",
        SICK + "- [ ] accuracy 0.95\n",
        SICK + "accuracy >= 0.9, an accuracy of at least 0.95, recall@5 = 0.95\n",
    ],
)  # fmt: skip
def test_what_is_about_something_else_is_not_accused(text: str) -> None:
    assert accused(text) == []


def test_a_value_right_by_its_own_working_is_a_note() -> None:
    """F1 of a predecessor's precision and recall, and Bayes with another prevalence: the arithmetic is right."""
    for working in (
        "F1 = 2 * 0.6 * 0.7 / (0.6 + 0.7) = 0.646",
        "PPV = 0.8 * 0.01 / (0.8 * 0.01 + 0.1 * 0.99) = 0.075",
    ):
        (one,) = em.verify_document(SICK + working + "\n", format="markdown").claims
        assert (one.level, one.word, [hint.kind for hint in one.hints]) == ("note", "other-data", ["arithmetic-other"])
    assert accused(SICK + "Recall = 40/45 = 0.889\n") == [("recall", "0.889")]  # numbers of the data, wrongly taken


CARET = """```
          Reference
Prediction Event No Event
  Event       40        5
  No Event    10       45

               Accuracy : 0.85
            Sensitivity : {0}
         Pos Pred Value : 0.8889
       'Positive' Class : Event
```
"""


def test_class_names_of_two_words_stay_whole() -> None:
    found = em.verify_document(CARET.format("0.8000"), format="markdown")
    assert [(one.labels, one.orientation) for one in found.data] == [(("Event", "No Event"), "predicted")]
    assert [one.level for one in found.claims] == ["ok"] * 3
    assert accused(CARET.format("0.9000")) == [("recall", "0.9000")]


def test_a_printed_score_of_an_unsaid_average_is_not_accused() -> None:
    """`precision_score(..., average="weighted")` prints "Precision: 0.85": with classes 0 and 1 it says not of what."""
    text = "```python\nprint(confusion_matrix(y_test, y_pred))\n```\n\n```\n[[45  5]\n [10 40]]\nPrecision: {0}\n```\n"
    assert accused(text.format("0.85")) == []  # macro and weighted
    assert accused(text.format("0.82")) == []  # of class 0
    assert accused(text.format("0.77")) == [("precision", "0.77")]


def cell(source: str, output: str) -> dict[str, object]:
    return {"cell_type": "code", "metadata": {}, "source": [source], "outputs": [{"text": [output]}]}


def notebook(*cells: dict[str, object]) -> str:
    return json.dumps({"cells": list(cells), "nbformat": 4})


def test_a_notebook_binds_by_its_cells() -> None:
    matrix = cell("print(confusion_matrix(y_test, y_pred))", "[[45  5]\n [10 40]]\naccuracy 0.91\n")
    assert accused(notebook(matrix), "notebook") == [("accuracy", "0.91")]
    alone = cell("print(confusion_matrix(y_test, y_pred))", "[[45  5]\n [10 40]]\n")
    later = cell("print(accuracy_score(y_test, other))", "accuracy 0.91\n")
    found = em.verify_document(notebook(alone, later), format="notebook")
    assert (found.claims, whys(found)) == ([], {("unbound", "")})
    printed = cell("print(confusion_matrix(y, p), scores)", "[[45  5]\n [10 40]]\n{'accuracy': 0.85, 'kappa': 0.71}\n")
    assert accused(notebook(printed), "notebook") == [("kappa", "0.71")]  # it is 0.70


@each(
    ("text", "wrong"),
    [
        (
            "TP = 40, FP = 5, FN = 10, TN = 45\n\n| Metric | Score |\n|---|---|\n| Accuracy | 0.86 |\n"
            "| Precision | 0.90 |\n| Recall | 0.81 |\n| F1 | 0.80 |\n",
            4,
        ),
        ("| Metric | Value |\n|---|---|\n| TP | 40 |\n| FP | 5 |\n| FN | 10 |\n| TN | 45 |\n| Recall | 0.81 |\n", 1),
        (SICK + "Precision: 0.885 (85.8 %)\n", 2),
        (SICK + "LR+ (sick) = 4.2\n", 1),  # 0.8 / 0.1
        (SICK + "The diagnostic odds ratio of sick is 35.\n", 1),  # 40 * 45 / (10 * 5) = 36
        (SICK + "| Class | Precision | Recall |\n|---|---|---|\n| sick | 0.89 | 0.81 |\n", 1),
        (SICK + REPORT.replace("0.80", "0.81"), 1),
        ("```json\n{\"confusion_matrix\": [[90, 8, 2], [12, 70, 18], [4, 10, 86]],\n \"accuracy\": 0.83}\n```\n", 1),
    ],
)  # fmt: skip
def test_wrong_values_in_the_grammar_are_found(text: str, wrong: int) -> None:
    assert len(accused(text)) == wrong


def test_the_sentence_behind_a_table_says_what_its_rows_are() -> None:
    bare = SICK.replace("actual \\ predicted", "")
    value = "The recall of sick is 0.889.\n"
    unsaid = em.verify_document("The confusion matrix:\n\n" + bare + value, format="markdown")
    assert (unsaid.claims, whys(unsaid)) == ([], {("side", "")})
    for said in ("Rows are the true classes.", "Each row is an actual class, each column a predicted one."):
        assert accused(f"The confusion matrix:\n\n{bare}{said}\n\n{value}") == [("recall", "0.889")]
    turned = f"The confusion matrix:\n\n{bare}The columns are the true classes.\n\n{value}"
    assert accused(turned) == []  # 40/45


def test_what_is_not_read_is_listed_with_the_word() -> None:
    found = em.verify_document(SICK + "For the lynxes it is 0.795.\n\nThe recall of lynxes is 0.795.\n")
    assert [(one.why, one.word) for one in found.passed] == [("word", "lynxes")] * 2


def test_where_what_is_said_of_a_matrix_ends_is_told() -> None:
    matrix = "The confusion matrix. Rows are the true classes.\n\n| | cat | dog |\n|---|---|---|\n"
    matrix += "| cat | 3 | 1 |\n| dog | 2 | 4 |\n\n"
    later = "\n\nThe recall of cat is 0.75."
    goes_on = ("$$P = \\frac{TP}{TP + FP}$$", "![A photo](cat.png)", "Of the 4 pictures that the vet took 3 show one:")
    for between in goes_on:
        found = em.verify_document(matrix + between + later, format="markdown")
        assert [claim.word for claim in found.claims] == ["exact"], between
    for between in ("Random forest:", "## Another model"):
        found = em.verify_document(matrix + between + later, format="markdown")
        assert (found.claims, whys(found)) == ([], {("ended", "8")}), between
    assert "ends in line 8" in " ".join(found.to_text().split())


def test_all_numbers_of_a_sentence_that_is_not_read_are_listed() -> None:
    matrix = "The confusion matrix. Rows are the true classes.\n\n| | cat | dog |\n|---|---|---|\n"
    matrix += "| cat | 3 | 1 |\n| dog | 2 | 4 |\n\n"
    text = "The macro recall is 0.708 and the weighted one is 0.999."
    found = em.verify_document(matrix + text, format="markdown")
    assert (found.claims, [(one.why, one.word) for one in found.passed]) == ([], [("word", "one")] * 2)
    percent = "The accuracy of the classifier is 0.700 (70.0\\,\\%), and kappa is 0.9."
    found = em.verify_document(matrix + percent, format="markdown")
    assert [claim.word for claim in found.claims] == ["exact", "exact", "wrong"]
