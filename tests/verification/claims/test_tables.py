"""Which tables are confusion matrices, which side is the truth, what is a total: right values are never accused."""

from __future__ import annotations

import exactmetrics as em
from exactmetrics.verification.claims.recognise import recognised
from exactmetrics.verification.documents.source import source_of
from exactmetrics.verification.verified import FoundData
from tests.cases import each

ROWS = ((6, 1, 1), (1, 5, 2), (2, 3, 7))
HEAD = "# Confusion matrix\n\n"


def table(corner: str = "", order: str = "Kot Pies Ptak") -> str:
    names, rows = order.split(), dict(zip(("Kot", "Pies", "Ptak"), ROWS, strict=True))
    lines = [f"| {corner} | Kot | Pies | Ptak |", "|--|--|--|--|"]
    return "\n".join([*lines, *(f"| {name} | " + " | ".join(map(str, rows[name])) + " |" for name in names)]) + "\n\n"


def data(text: str, format: str = "markdown") -> list[FoundData]:
    return recognised(source_of(text, format)).data


@each(
    "text",
    [
        table(),  # nothing is named
        table("from \\ to") + "The recall of Kot is 0.75.",
        table(order="Ptak Kot Pies") + "The recall of Kot is 0.75.",
        "| | Rome | Paris | Bern |\n|--|--|--|--|\n| Rome | 1 | 11 | 7 |\n| Paris | 11 | 1 | 4 |\n"
        "| Bern | 7 | 4 | 1 |\n\nAccuracy: 0.7.",
        "| | Rome | Paris |\n|--|--|--|\n| Rome | 0 | 11 |\n| Paris | 10 | 0 |\n\nThe accuracy is 0.7.",
        "| | 1 | 2 |\n|--|--|--|\n| 1 | 1 | 4 |\n| 2 | 2 | 4 |\n\nThe accuracy is 0.7.",
        "| | Rome | Paris |\n|--|--|--|\n| Rome | 1.5 | 11 |\n| Paris | 10 | 4 |\n\nThe accuracy is 0.7.",
    ],
)
def test_a_table_that_no_word_calls_a_matrix_may_be_anything(text: str) -> None:
    assert data(text) == []


@each(
    ("corner", "orientation"),
    [
        ("Истина/Прогноз", "true"),
        ("真/予測", "true"),
        ("Prawda/Predykcja", "true"),
        ("Xyz/Predicted", "true"),
        ("Xyz \\ Predicted", "true"),
        ("Predicted / Xyz", "predicted"),
        ("Xyz / Actual", "predicted"),
        ("Actual", "true"),
        ("Prognoza \\ Prawda", "predicted"),
        ("Predicted → / Actual ↓", "true"),
    ],
)
def test_one_unknown_word_in_the_corner_does_not_turn_a_matrix(corner: str, orientation: str) -> None:
    assert [one.orientation for one in data(HEAD + table(corner))] == [orientation]


@each("name", ["Razem", "$\\Sigma$", "Σ", "Gesamtzahl", "Total", "whatever"])
@each(("row", "column"), [(True, True), (True, False), (False, True)])
def test_a_line_that_is_the_sum_of_the_others_is_a_total(name: str, row: bool, column: bool) -> None:
    lines = [
        ["", "Kot", "Pies", "Ptak"],
        ["--"] * 4,
        *([n, *map(str, r)] for n, r in zip(("Kot", "Pies", "Ptak"), ROWS, strict=True)),
    ]
    if row:
        lines.append([name, *(str(sum(r[at] for r in ROWS)) for at in range(3))])
    if column:
        extra = [name, "--", *(str(sum(r)) for r in ROWS), "28"]
        lines = [[*line, more] for line, more in zip(lines, extra, strict=False)]
    text = HEAD + "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n\nThe recall of Kot is 0.75.\n"
    assert [(one.labels, one.rows) for one in data(text)] == [(("Kot", "Pies", "Ptak"), ROWS)]


def test_a_latex_table_on_one_line() -> None:
    text = r"""The confusion matrix: \begin{tabular}{l|rr} true/predicted & cat & dog \\ \hline
    cat & 3 & 1 \\ dog & 0 & 2 \\ \end{tabular}""".replace("\n    ", "")
    for format in ("latex", "markdown", "text"):
        assert [(one.labels, one.rows, one.orientation) for one in data(text, format)] == [
            (("cat", "dog"), ((3, 1), (0, 2)), "true")
        ]


WEKA = """```
=== Detailed Accuracy By Class ===

               TP Rate  FP Rate  Precision  Recall   Class
               0.980    0.000    1.000      0.980    Iris-setosa
               0.940    0.030    0.940      0.940    Iris-versicolor
               0.960    0.030    0.941      0.960    Iris-virginica
Weighted Avg.  0.960    0.020    0.960      0.960

=== Confusion Matrix ===

  a  b  c   <-- classified as
 49  1  0 |  a = Iris-setosa
  0 47  3 |  b = Iris-versicolor
  0  2 48 |  c = Iris-virginica
```
"""


def test_the_printout_of_weka() -> None:
    """The matrix and the rates of Weka's J48 on iris, as its documentation prints them; 49/50, 47/50, 48/50."""
    found = em.verify_document(WEKA, format="markdown")
    names = ("Iris-setosa", "Iris-versicolor", "Iris-virginica")
    assert [(one.labels, one.rows) for one in found.data] == [(names, ((49, 1, 0), (0, 47, 3), (0, 2, 48)))]
    recalls = [claim.printed for claim in found.claims if claim.question.metric == "recall" and claim.question.label]
    assert recalls == ["0.980", "0.980", "0.940", "0.940", "0.960", "0.960"]
    assert {claim.level for claim in found.claims} == {"ok"}


REPORT = """```
              precision    recall  f1-score   support

         cat       1.00      0.75      0.86         4
         dog       0.67      1.00      0.80         {dog}

    accuracy                           0.83         6
```

The confusion matrix:

```
[[3 1]
 [0 2]]
```
"""


def test_a_printout_has_points_in_a_document_with_decimal_commas() -> None:
    commas = "Seuil 0,5 puis 0,25 puis 0,125. " * 8
    text = (
        "The confusion matrix:\n\n```\n[[3 1]\n [0 2]]\n```\n\n"
        + REPORT.format(dog=2).split("\n\nThe conf")[0]
        + "\n\n"
        + commas
    )
    found = em.verify_document(text, format="markdown")
    assert found.decimal_comma
    assert [claim.printed for claim in found.claims if claim.question.metric == "recall"] == ["0.75", "1.00"]
    assert {claim.level for claim in found.claims} == {"ok"}
