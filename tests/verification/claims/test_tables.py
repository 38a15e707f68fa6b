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


def test_a_table_of_counts_is_data_where_the_document_names_metrics() -> None:
    found = data(table() + "The recall of Kot is 0.75.")
    assert [(one.rows, one.orientation) for one in found] == [(ROWS, "unknown")]
    wrong = em.verify_document(table() + "The accuracy is 0.71.", format="markdown").claims
    assert [(claim.printed, claim.word) for claim in wrong] == [("0.71", "wrong")]  # 18/28 = 0.643


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


def test_a_table_without_words_counts_for_nothing_beside_a_matrix() -> None:
    text = (
        "The confusion matrix:\n\n" + table() + "## Moves\n\n| | A | B |\n|--|--|--|\n| A | 5 | 1 |\n| B | 3 | 4 |\n\n"
    )
    found = recognised(source_of(text + "The accuracy is 0.64.", "markdown"))
    assert [one.labels for one in found.data] == [("Kot", "Pies", "Ptak")]
    assert [claim.data for claim in found.claims] == [0]


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


def test_a_table_and_a_text_that_contradict_each_other_accuse_nobody() -> None:
    text = "Rows of the matrix are the true classes.\n\n" + table("Predicted / Actual") + "The recall of Kot is 0.75."
    assert [one.orientation for one in data(text)] == ["unknown"]
    assert [claim.level for claim in em.verify_document(text, format="markdown").claims] == ["ok"]


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


def test_an_average_of_unknown_name_is_no_class() -> None:
    text = (
        HEAD
        + table("true / predicted")
        + "| | Precision | Recall |\n|--|--|--|\n| Kot | 0.67 | 0.75 |\n| Xyzona | 0.667 | 0.678 |\n"
    )
    assert [claim.question.label for claim in recognised(source_of(text, "markdown")).claims] == ["Kot", "Kot"]


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


def test_a_report_printed_before_its_matrix_is_about_it() -> None:
    found = em.verify_document(REPORT.format(dog=2), format="markdown")
    assert found.data[0].labels == ("cat", "dog")
    assert {claim.level for claim in found.claims} == {"ok"}
    assert len(found.claims) == 9
    other = recognised(source_of(REPORT.format(dog=3), "markdown"))
    assert {claim.data for claim in other.claims} == {None}  # of other data


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


@each(
    "sentence",
    [
        r"$\text{Makro-Präzision} = \frac{0{,}667 + 0{,}556 + 0{,}700}{3} = 0{,}641$",
        "Kappa de Cohen : 0,462",
        "Kappa di Cohen: 0,462",
        "Kappa Cohena: 0,462",
        "Каппа Коэна: 0,462",
        "Kappa系数为0.462。",
        "Miara F1 dla Kot wynosi 0,706",
        "Makro F1 skoru: 0,643",
        "Ważona F1: 0,642",
        "Ağırlıklı F1: 0,642",
        "Kot için kesinlik 0,667 olur.",
        r"$\text{Recall}_{\text{Kot}} = \frac{\num{6}}{\num{8}} = \num{0.75}$",
        r"Recall of Kot: 75{,}0\,\%.",
        "再現率（Kot） = 6/8 ≈ 0.75",
        r"Per Kot si ottiene $\text{Precision}_{\text{Kot}} = \frac{6}{9} = 0.667$",
        "Präzision und mehr. Genauigkeit: 0,643",
        r"Для Kot получаем $\text{Recall}_{\text{Kot}} = \frac{6}{8} = 0.75$",
        r"luego $\text{F1}_{\text{Kot}} = \frac{12}{17} = 0{,}71$",
    ],
)
def test_names_of_other_languages(sentence: str) -> None:
    """Of 6/8, 6/9, 18/28 and what follows of them: each sentence holds one claim, or a chain of one: right."""
    found = em.verify_document(HEAD + table("true / predicted") + sentence, format="markdown")
    claims = [claim for claim in found.claims if claim.question.metric]
    assert claims
    assert {claim.level for claim in claims} <= {"ok", "note"}
    assert {claim.word for claim in claims} <= {"exact", "rounded"}


def test_a_percentage_without_its_sign_is_found() -> None:
    text = HEAD + table("true / predicted") + "Macro F1 is 0.643. The recall of Kot is 0.75. The accuracy is 64.3."
    found = em.verify_document(text, format="markdown").claims
    assert [(claim.printed, claim.word, [hint.kind for hint in claim.hints][:1]) for claim in found[2:]] == [
        ("64.3", "wrong", ["percent-scale"])
    ]


@each(
    "text",
    [
        "## A\nTP = 4, FP = 1, FN = 2, TN = 3.\nPrecision = 0.8\n\n"
        "## B\nTP = 5, FP = 5, FN = 1, TN = 2.\nPrecision = 0.5",
        "Model A: TP = 4, FP = 1, FN = 2, TN = 3. Precision = 0.8. "
        "Model B: TP = 5, FP = 5, FN = 1, TN = 2. Precision = 0.5",
        "A:\n\n- TP = 4\n- FP = 1\n- FN = 2\n- TN = 3\n- Precision = 0.8\n\n"
        "B:\n\n- TP = 5\n- FP = 5\n- FN = 1\n- TN = 2\n- Precision = 0.5",
    ],
)
def test_four_counts_named_again_are_new_data(text: str) -> None:
    found = em.verify_document(text, format="markdown")
    assert [one.rows for one in found.data] == [((4, 2), (1, 3)), ((5, 1), (5, 2))]
    assert [(claim.printed, claim.word) for claim in found.claims] == [("0.8", "exact"), ("0.5", "exact")]
