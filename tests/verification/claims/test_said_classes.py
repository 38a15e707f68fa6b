"""Classes of a matrix without headings: named by the words right before it, by code, or by numbers; never guessed."""

from __future__ import annotations

import json

from exactmetrics.verification.claims.recognise import recognised
from exactmetrics.verification.claims.said_classes import said_classes
from exactmetrics.verification.documents.source import source_of
from exactmetrics.verification.verify import verify_document
from tests.cases import each

# cat: 31 + 7 + 2 = 40 true, 31 + 4 + 6 = 41 predicted; fox: 50 true, 41 of them found
FENCED = "\n\n```\n[[31  7  2]\n [ 4 45 11]\n [ 6  3 41]]\n```\n\n"
LATEX = "\n\\[\\begin{pmatrix} 31 & 7 & 2 \\\\ 4 & 45 & 11 \\\\ 6 & 3 & 41 \\end{pmatrix}\\]\n\n"
ROWS = "(rows: actual, columns: predicted)"

SAID = [
    f"The confusion matrix {ROWS}: (cat, dog, fox)",
    "Confusion matrix (rows: actual, columns: predicted; classes: cat, dog, fox):",
    "The confusion matrix for the classes cat, dog and fox (rows are the actual ones) is",
    "De verwarringsmatrix (rijen: werkelijke klassen, kolommen: voorspelde klassen): (cat, dog, fox)",
    "Karışıklık matrisi (satırlar: gerçek sınıflar, sütunlar: tahmin edilen sınıflar): (cat, dog, fox)",
    "La matrice de confusion (lignes : classes réelles, colonnes : classes prédites) : (cat, dog, fox)",
    "The confusion matrix (rows are the actual classes, columns the predicted ones): ('cat', 'dog', 'fox')",
]


def labels(text: str, format: str) -> list[tuple[object, ...]]:
    return [tuple(found.labels) for found in recognised(source_of(text, format)).data]


@each("said", SAID)
@each(("matrix", "format"), [(FENCED, "markdown"), (LATEX, "latex")])
def test_the_words_right_before_a_matrix_name_its_classes(said: str, matrix: str, format: str) -> None:
    assert labels(said + matrix, format) == [("cat", "dog", "fox")]


def test_values_of_named_classes_are_judged() -> None:
    text = SAID[0] + FENCED + "The precision of cat is 0.756. The recall of fox is 0.802.\n"  # 31/41; 41/50 = 0.820
    words = [(claim.printed, claim.word) for claim in verify_document(text, format="markdown").claims]
    assert words == [("0.756", "rounded"), ("0.802", "wrong")]


@each(
    "said",
    [
        "Confusion matrix (actual, predicted, total):",  # words for the sides
        "Confusion matrix (TP, FP, FN):",
        "Confusion matrix (precision, recall, F1):",
        "Confusion matrix (rows, columns, sums):",
        "Confusion matrix (cat, dog):",  # one too few
        "Confusion matrix (dog, fox, cat):",  # a program sorts them, and nothing speaks of rows
        "Confusion matrix (cat, dog, cat):",
        f"Confusion matrix {ROWS} (2019, 2020, 2021):",
        "The rows of the confusion matrix are the actual classes, the columns are the predicted classes:",
        "Our data have the classes dog, cat and fox.\n\nConfusion matrix:",  # a program sorts them
        "The matrix has the classes dog, cat and fox.\n\nThe confusion matrix of the run:",
    ],
)
def test_other_words_before_a_printed_matrix_name_no_classes(said: str) -> None:
    assert labels(said + FENCED, "markdown") == [(0, 1, 2)]


def test_code_between_the_words_and_the_matrix_parts_them() -> None:
    text = "The confusion matrix (low, medium, high)\nfrom sklearn import metrics\nprint(confusion_matrix(y, p))\n"
    assert said_classes(text, 3, printed=True) == []


def notebook(*cells: tuple[str, str, str]) -> str:
    out = []
    for kind, source, printed in cells:
        cell: dict[str, object] = {"cell_type": kind, "metadata": {}, "source": [source]}
        if kind == "code":
            stream = {"output_type": "stream", "name": "stdout", "text": [printed]}
            cell |= {"execution_count": 1, "outputs": [stream] if printed else []}
        out.append(cell)
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": out})


@each(
    ("call", "side"),
    [
        ("confusion_matrix(y_true, y_pred, labels=['low', 'high'])", "true"),
        ("confusion_matrix(y_true, y_pred, labels=['low', 'high']).T", "predicted"),
        ("np.transpose(confusion_matrix(y_true, y_pred, labels=['low', 'high']))", "predicted"),
        ("confusion_matrix(y_pred, y_true, labels=['low', 'high'])", "predicted"),
        ("confusion_matrix(y_test, y_hat, labels=['low', 'high'])\ncm = cm.T", "unknown"),
    ],
)
def test_code_tells_the_classes_and_the_side(call: str, side: str) -> None:
    text = notebook(("code", f"print({call})", "[[31  7]\n [ 4 45]]\n"))
    (found,) = recognised(source_of(text, "notebook")).data
    assert (found.labels, found.orientation) == (("low", "high"), side)


def test_a_text_that_contradicts_the_code_leaves_the_side_open() -> None:
    said = ("markdown", "The confusion matrix (rows: predicted, columns: actual)", "")
    text = notebook(said, ("code", "print(confusion_matrix(y_true, y_pred))", "[[31  7]\n [ 4 45]]\n"))
    (found,) = recognised(source_of(text, "notebook")).data
    assert found.orientation == "unknown"


MATRIX = (
    "Given the confusion matrix $\\begin{bmatrix} 12 & 3 & 1 \\\\ 2 & 17 & 5 \\\\ 4 & 1 & 25 \\end{bmatrix}$ "
    "(rows are actual classes) we get\n\n"
)


@each(("first", "labels"), [(1, ("1", "2", "3")), (0, ("0", "1", "2"))])
def test_numbers_name_classes_where_the_first_or_the_last_is_sure(first: int, labels: tuple[str, ...]) -> None:
    recalls = ("12/16 = 0.750", "17/24 = 0.708", "25/30 = 0.833")  # the rows have 16, 24 and 30
    text = MATRIX + "\n\n".join(f"$\\text{{recall}}_{first + at} = {value}$" for at, value in enumerate(recalls))
    found = verify_document(text, format="latex")
    assert [tuple(one.labels) for one in found.data] == [labels]
    assert [
        (claim.question.options.get("label"), claim.level) for claim in found.claims if "/" not in claim.printed
    ] == [(label, "ok") for label in labels]


@each(
    "said",
    [
        "$\\text{recall}_1 = 12/16 = 0.708$ and $\\text{recall}_2 = 0.750$.",  # which is the first?
        "$\\text{recall}_1 = 0.708$, $\\text{recall}_2 = 0.750$ and $\\text{recall}_3 = 0.9$.",  # of three models?
    ],
)
def test_numbers_that_are_not_sure_to_be_classes_name_none(said: str) -> None:
    text = MATRIX + said
    found = verify_document(text, format="latex")
    assert [tuple(one.labels) for one in found.data] == [(0, 1, 2)]
    assert not [claim for claim in found.claims if claim.word]


def test_a_word_for_positive_beside_four_counts_is_the_positive_class() -> None:
    text = (
        "TP = 40, FP = 10, FN = 5, TN = 45\n\nPrecision (yes) = 40/50 = 0.80\n\nThe recall of yes is 0.98.\n"  # 40/45
    )
    claims = [claim for claim in verify_document(text, format="markdown").claims if "/" not in claim.printed]
    assert [(claim.printed, claim.question.options.get("label"), claim.word) for claim in claims] == [
        ("0.80", "positive", "exact"),
        ("0.98", "positive", "wrong"),
    ]


TABLE = (
    "| actual \\ predicted | N | S | E |\n|--|--|--|--|\n| N | 10 | 2 | 3 |\n| S | 1 | 20 | 4 |\n| E | 2 | 2 | 16 |\n\n"
)


def test_a_class_that_is_a_letter_and_a_word_is_the_class_in_its_place() -> None:
    text = TABLE + "The recall of E is 0.8. The precision of E is $\\frac{16}{23} = 0.696$. Recall of S: 0.8.\n"
    claims = verify_document(text, format="markdown").claims
    assert [(claim.question.metric, claim.question.options.get("label"), claim.word) for claim in claims] == [
        ("recall", "E", "exact"),
        ("precision", "E", "rounded"),
        ("recall", "S", "exact"),
    ]


def test_a_class_with_a_capital_at_the_beginning_of_a_sentence() -> None:
    table = "| 正解＼予測 | setosa | virginica |\n|--|--|--|\n| setosa | 30 | 10 |\n| virginica | 5 | 35 |\n\n"
    claims = verify_document(
        table + "混同行列。\n\n" + "Setosaの再現率は$\\frac{30}{40} = 0.75$です。\n", format="markdown"
    ).claims
    assert [
        (claim.question.metric, claim.question.options.get("label"), claim.word)
        for claim in claims
        if "frac" not in claim.printed
    ] == [("recall", "setosa", "exact")]


@each(
    ("first", "second", "said", "sure"),
    [
        ("1", "0", "$Precision_1 = 4/6 = 0.8$", True),  # 4/5 by name and by place
        ("0", "1", "$Precision_1 = 4/6 = 0.8$", False),  # 4/5 by place, 2/4 by name
        ("0", "1", "$Precision_0 = 4/6 = 0.8$ and $Precision_1 = 2/4 = 0.5$", True),
    ],
)
def test_a_number_below_a_name_may_be_a_class_or_a_position(first: str, second: str, said: str, sure: bool) -> None:
    head = f"| actual\\predicted | {first} | {second} |\n|---|---|---|\n| {first} | 4 | 2 |\n| {second} | 1 | 2 |\n\n"
    claims = recognised(source_of(head + said, "markdown")).claims
    assert bool(claims) == sure


CATS = "| actual \\ predicted | cat | dog |\n|--|--|--|\n| cat | 30 | 10 |\n| dog | 5 | 35 |\n\nA confusion matrix.\n\n"


@each(
    ("said", "labels"),
    [
        ("The recall of cat is 0.75, its precision 0.857.", ["cat", "cat"]),  # 30/40, 30/35
        ("The recall of cat is 0.75 and its precision is 0.857.", ["cat", "cat"]),
        ("The recall of cat is above that of dog, its precision is 0.5.", []),  # of which of the two?
    ],
)
def test_its_goes_back_to_the_only_class_of_the_sentence(said: str, labels: list[str]) -> None:
    found = verify_document(CATS + said, format="markdown")
    assert [claim.question.options.get("label") for claim in found.claims if claim.word] == labels
    assert found.worst in ("ok", "note")


def test_a_line_that_is_a_formula_is_a_sentence_of_its_own() -> None:
    text = "$TP = 30$, $FP = 5$, $FN = 10$, $TN = 35$.\n\n$\\mathrm{Recall} = \\frac{30}{40} = 0.75$\n"
    text += "$\\mathrm{Precision} = \\frac{30}{35} = 0.86$\nOur goal for next year is a recall of 0.97.\n"
    claims = verify_document(text, format="latex").claims
    assert [(claim.question.metric, claim.word) for claim in claims if "frac" not in (claim.printed or "/")] == [
        ("recall", "exact"),
        ("precision", "rounded"),
    ]
