"""Claims of documents: judged by data that are given or found, either way round, on either scale, and explained."""

from __future__ import annotations

import json
import random
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import exactmetrics as em
from exactmetrics.exact.errors import UsageError
from exactmetrics.sheets.sheet import Question
from exactmetrics.verification.checked import Span
from exactmetrics.verification.claims.found import FoundClaim, Recognised
from exactmetrics.verification.diagnosis import diagnose
from exactmetrics.verification.documents.pieces import Position
from exactmetrics.verification.judging.document_claims import DocumentClaims
from exactmetrics.verification.links.habits import Habits
from exactmetrics.verification.report.structured import verify_schema
from exactmetrics.verification.verified import FoundData, Verification
from exactmetrics.verification.verify import verify_document
from tests.cases import each

# Recall of cat 3/4, of dog 2/2; precision of cat 3/3, of dog 2/3; accuracy 5/6.
PETS = "| actual \\ predicted | cat | dog |\n|---|---|---|\n| cat | 3 | 1 |\n| dog | 0 | 2 |\n\n"


def verified(text: str, **options: Any) -> Verification:
    return verify_document(text, format="markdown", **options)


def accused(text: str, **options: Any) -> list[str | None]:
    return [one.printed for one in verified(text, **options).claims if one.level == "error"]


# Judging alone, of claims as they are found.


@each(("question", "printed", "words"), [
    ({"count": "tp", "options": {"label": "cat"}}, ("1,234", "1,243"), ["exact", "wrong"]),  # of thousands
    ({"metric": "accuracy"}, (r"\frac{1236}{1237}", r"\frac{4}{6}"), ["exact", "wrong"]),
])  # fmt: skip
def test_counts_with_separators_and_fractions(question: Any, printed: tuple[str, ...], words: list[str]) -> None:
    data = FoundData("", ("cat", "dog"), ((1234, 1), (0, 2)))
    claims = [FoundClaim(Question(**question), text, "", Span(Position(1, 1, 0), 5), data=0) for text in printed]
    found = DocumentClaims(Recognised([data], claims)).checked(Habits())
    assert [one.word for one in found] == words
    assert "metric" in question or found[1].hints[0].kind == "digits-transposed"


@each("rounding", [None, "truncate"])
def test_digits_are_corrected_where_the_document_does_not_cut_them(rounding: Any) -> None:
    text = "| class | precision |\n|---|---|\n| dog | 0.66 |"
    cut = "4/6 = 0.66, 2/3 = 0.66, 5/9 = 0.55.\n\n" if rounding else ""
    assert (verified(PETS + cut + text).claims[-1].correction is None) == bool(rounding)


# Documents made up at random, whose values are worked out here.


def rounded(value: Fraction, places: int) -> str:
    """The nearest decimal, by the fractions' own rounding."""
    return f"{float(round(value, places)):.{places}f}"


def written(seed: int) -> list[str]:
    """A page with a matrix, a table of precision and recall, and the accuracy, all right."""
    rng = random.Random(seed)
    names = ["cat", "dog", "bird", "horse"][: rng.choice([2, 3, 4])]
    rows = [[rng.randint(1, 60) for _ in names] for _ in names]
    lines = [f"| actual \\ predicted | {' | '.join(names)} |", "|---" * (len(names) + 1) + "|"]
    lines += [f"| {name} | {' | '.join(map(str, row))} |" for name, row in zip(names, rows, strict=True)]
    lines += ["", "| Class | Precision | Recall |", "|---|---|---|"]
    for name, row, column, at in zip(names, rows, zip(*rows, strict=True), range(len(names)), strict=True):
        precision, recall = Fraction(row[at], sum(column)), Fraction(row[at], sum(row))
        lines.append(f"| {name} | {rounded(precision, 3)} | {rounded(recall, 3)} |")
    right, whole = sum(row[at] for at, row in enumerate(rows)), sum(map(sum, rows))
    return [*lines, "", f"The accuracy is {right}/{whole} = {rounded(Fraction(right, whole), 4)}."]


@each("seed", range(12))
def test_a_document_is_right_until_one_of_its_numbers_is_changed(seed: int) -> None:
    rng, lines = random.Random(seed), written(seed)
    found = verified("\n".join(lines))
    assert len(found.claims) == len(lines) - 7 + 1  # classes are in two tables; two values of each, and the accuracy
    assert ([one for one in found.claims if one.level != "ok"], found.worst) == ([], "ok")
    at = lines.index("| Class | Precision | Recall |") + 2
    row = lines[at].split(" | ")
    right = row[1]
    row[1] = f"{(float(right) + rng.choice([0.123, 0.377, 0.611])) % 1:.3f}"
    text = "\n".join([*lines[:at], " | ".join(row), *lines[at + 1 :]])
    (wrong,) = [one for one in verified(text).claims if one.level != "ok"]
    assert (wrong.word, wrong.printed, wrong.level) == ("wrong", row[1], "error")
    assert wrong.span is not None
    assert text[wrong.span.start.offset : wrong.span.stop] == row[1]
    assert wrong.verdict is not None
    assert wrong.verdict.expected == right


SAYING = [
    "The recall of {c} is {r}.", "Precision and recall of {c} are {p} and {r}.",
    "For {c}, precision is {p} and recall {r}.", "The {c} class has recall {r} and precision {p}.",
    "The accuracy is {a}, the recall of class {c} {r}.", "We got a precision for {c} of {p} and an accuracy of {a}.",
    "Accuracy ({a}) and more.", "It reached {a} accuracy.",
    "The model achieved {a} accuracy and {p} precision for {c}.",
    "Accuracy and recall of {c} were {a} and {r}, respectively.", "Recall: {r} for {c}.",
    "- {c}: recall {r}, precision {p}\n- accuracy: {a}", "The accuracy is {a} ({c}: recall {r}).",
    "The recall is {r} for {c} and the accuracy is {a}.", "Here recall is {r}, {q} and {p} in three runs.",
]  # fmt: skip


@each("sentence", SAYING)
def test_right_values_in_the_usual_wordings_are_never_accused(sentence: str) -> None:
    """Whatever the matrix; with a rounding that cannot meet a tie at these digits."""
    rng, names = random.Random(sentence), ["cat", "dog", "rabbit"]
    for _ in range(4):
        rows = [[rng.randrange(1, 90) + 60 * (i == j) for j in range(3)] for i in range(3)]
        lines = [f"| {name} | " + " | ".join(map(str, row)) + " |" for name, row in zip(names, rows, strict=True)]
        table = "\n".join(["| | cat | dog | rabbit |", "|--|--|--|--|", *lines, "", ""])
        at = rng.randrange(3)
        hit, true, predicted = rows[at][at], sum(rows[at]), sum(row[at] for row in rows)
        right = {"r": hit / true, "p": hit / predicted, "a": sum(rows[i][i] for i in range(3)) / sum(map(sum, rows))}
        printed = {key: f"{value:.7f}" for key, value in right.items()}
        text = "The confusion matrix, rows are true classes:\n\n" + table
        found = verified(text + sentence.format(c=names[at], q="0.1234567", **printed))
        assert [c.printed for c in found.claims if c.level in ("error", "warn") and c.printed != "0.1234567"] == []


# Data that are given.

ROWS = [[42, 5, 3], [9, 38, 6], [2, 4, 51]]


def test_data_from_a_file_and_in_any_form(tmp_path: Path) -> None:
    file = tmp_path / "matrix.csv"
    file.write_text(",cat,dog\ncat,3,1\ndog,0,2\n", encoding="utf-8")
    found = verified("The recall of class cat is 0.57, the accuracy is 0.83.", data=file)
    assert [one.word for one in found.claims] == ["wrong", "rounded"]
    derivation = found.claims[0].derivation()
    assert derivation is not None
    assert derivation.value == Fraction(3, 4)
    assert "digits-transposed" in [hint.kind for hint in found.claims[0].hints]
    assert verified("The recall of class cat is 0.75.", claims=False).claims == []
    turned = verified("The recall of class cat is 1.0.", data=file, orientation="predicted")
    assert [one.word for one in turned.claims] == ["exact"]
    text = PETS + "| class | recall |\n|---|---|\n| cat | 0.75 |\n| dog | 0.9 |\n"
    for data in ("3 1; 0 2", [[3, 1], [0, 2]], em.ConfusionMatrix([[3, 1], [0, 2]], labels=["x", "y"])):
        found = verified(text, data=data)
        assert ([c.word for c in found.claims if c.question.metric], found.remarks) == (["exact", "wrong"], [])
    with pytest.raises(UsageError, match="2 classes, and 3 names"):
        verified(text, data=[[3, 1], [0, 2]], labels=["cat", "dog", "rabbit"])
    with pytest.raises(UsageError, match="not 'up'"):
        verified(text, orientation="up")


BARE = "The confusion matrix:\n\n" + PETS.replace("actual \\ predicted", "") + "Recall of cat is 0.75.\n"


@each(("text", "options", "rows_by", "orientation"), [
    (BARE.replace("matrix:", "matrix. Rows are the true classes."), {}, "words", "true"),
    (BARE.replace("matrix:", "matrix. Columns are the true classes."), {}, "words", "predicted"),
    (BARE, {"orientation": "true"}, "asked", "true"), (BARE, {"orientation": "predicted"}, "asked", "predicted"),
])  # fmt: skip
def test_who_says_what_the_rows_are(text: str, options: dict[str, str], rows_by: str, orientation: str) -> None:
    found = verified(text, **options)
    assert (found.remarks, found.data[0].rows_by, found.data[0].orientation) == ([], rows_by, orientation)
    if "true classes" in text and orientation == "true":
        assert "rows are the true classes, as the document says" in found.to_text(width=400)


@each(("text", "data", "remarks"), [
    (PETS, [[3, 1], [0, 2]], []), (PETS, [[2, 0], [1, 3]], []),  # in another order
    (PETS, [[5, 1], [5, 7]], [("data-replaced", 1)]),
    (PETS + "The accuracy is 0.83.\n\n# Again\n\n" + PETS, [[5, 1], [5, 7]], [("data-kept", 1)]),
    ("", [[5, 1], [5, 7]], []),
])  # fmt: skip
def test_other_counts_than_those_given_are_noted_once_with_who_judges(
    text: str, data: list[list[int]], remarks: list[tuple[str, int]]
) -> None:
    found = verified(text + "The accuracy is 0.83.\n", data=data)
    assert [(one.kind, one.span.start.line) for one in found.remarks if one.span is not None] == remarks
    said = "\nnote: line 1, column 2: The counts here are not those of the data given" in found.to_text(width=200)
    assert said == (remarks == [("data-replaced", 1)])


@each(("data", "labels", "kinds"), [
    ("0.75 0.25; 0.1 0.9", None, ["shares-true"]), ("75.5 24.5; 10.0 90.0", [0, 1], ["shares-true"]),
    ("0.75 0.1; 0.25 0.9", None, ["shares-predicted"]), ("75 25; 10 90", None, []), ("0.75 0.2; 0.1 0.9", None, []),
    ("0.4 0.1; 0.05 0.45", None, ["shares-all"]),
])  # fmt: skip
def test_that_given_data_are_shares_stands_in_every_report(
    data: str, labels: list[int] | None, kinds: list[str]
) -> None:
    answers = "metric,printed\naccuracy,0.825\n"
    for found in (
        em.verify_document("The accuracy is 0.825.", data=data, labels=labels),
        em.verify_claims(answers, data=data, labels=labels, format="csv"),
    ):
        assert [one.kind for one in found.remarks] == kinds
        sums = {"shares-true": "Each row adds up to", "shares-all": "All cells add up to"}
        said = sums.get(kinds[0] if kinds else "", "Each column adds up to")
        jsonschema.validate(json.loads(found.to_json()), verify_schema())
        pages = [found.to_text(width=300), found.to_markdown(), found.to_html(), found.to_json(), found.to_github()]
        assert {said in page for page in pages} == {bool(kinds)}
        assert not kinds or re.search("erg(ibt|eben) zusammen", found.to_text(language="de", width=300))


@each("printed", ["0.74", "0.75"])
def test_a_repeated_value_is_diagnosed_once(printed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def counted(*given: Any, **options: Any) -> Any:
        asked.append(given[0])
        return diagnose(*given, **options)

    monkeypatch.setattr("exactmetrics.verification.judging.checked_claims.diagnose", counted)
    table = PETS.replace("3 | 1", "30 | 10").replace("0 | 2", "5 | 55")
    found = verified(table + f"The recall of class cat is {printed}.\n\n" * 50 + "Accuracy: 0.85")
    assert asked == [printed, "0.85"]
    assert len(found.claims) == 51
    assert len({tuple(hint.kind for hint in claim.hints) for claim in found.claims[:50]}) == 1


# Two models, two data sets, a cell that is misread.

REPORT = """\
              precision    recall  f1-score   support

         fox       0.77      0.80      0.79        30
         owl       0.74      0.68      0.71        25
        bear       0.73      0.76      0.75        25

    accuracy                           0.75        80
   macro avg       0.75      0.75      0.75        80
weighted avg       0.75      0.75      0.75        80
"""  # by scikit-learn's classification_report


def printed_apart(report: str) -> Verification:
    """Of a notebook that prints a report in one cell and the matrix in the next."""
    calls = ("print(classification_report(y_true, y_pred))", "print(confusion_matrix(y_true, y_pred))")
    cells = [
        {"cell_type": "code", "source": [call], "outputs": [{"output_type": "stream", "text": [text]}]}
        for call, text in zip(calls, (report, "[[24  2  4]\n [ 5 17  3]\n [ 2  4 19]]\n"), strict=True)
    ]
    return verify_document(json.dumps({"cells": cells, "nbformat": 4}), format="notebook")


@each(("old", "new"), [
    ("0.68      0.71", "0.86      0.71"), ("0.75        80\n   macro", "0.76        80\n   macro"),
    ("0.75        25\n", "0.75        26\n"),
])  # fmt: skip
def test_a_report_that_fits_a_matrix_but_for_one_number_is_about_it(old: str, new: str) -> None:
    right = printed_apart(REPORT)
    assert {claim.word for claim in right.claims} <= {"exact", "rounded"}
    assert REPORT.count(old) == 1
    found = printed_apart(REPORT.replace(old, new))
    assert [claim.level for claim in found.claims].count("error") == 1
    assert len(found.claims) == len(right.claims)


def test_a_report_of_other_predictions_is_not_about_the_matrix() -> None:
    """Its supports are the same, for the samples are."""
    other = re.sub(r"0\.(\d)(\d)", lambda found: f"0.{(int(found[1]) + 1) % 10}{found[2]}", REPORT)
    assert not any(claim.verdict is not None and claim.word == "wrong" for claim in printed_apart(other).claims)


# 24/31, 17/23, 19/26; 24/30, 17/25, 19/25; 60/80, reckoned by hand from 24 2 4; 5 17 3; 2 4 19.
TOTALS = """# Results

The confusion matrix. Rows are the true classes.

| true \\ predicted | fox | owl | bear | total |
|---|---|---|---|---|
| fox | 24 | 2 | 4 | 30 |
| owl | 5 | 17 | {cell} | 25 |
| bear | 2 | 4 | 19 | 25 |
| total | 31 | 23 | 26 | 80 |

The recall of fox is 0.800, the recall of owl is {recall}, and the recall of bear is 0.760.

The accuracy is 0.750.
"""


def test_one_cell_explains_all_numbers_that_contradict_the_matrix() -> None:
    assert accused(TOTALS.format(cell=3, recall="0.680")) == []
    found = verified(TOTALS.format(cell=8, recall="0.680"))
    wrong = [claim for claim in found.claims if claim.level == "error"]  # three totals and two values
    assert [[hint.kind for hint in claim.hints] for claim in wrong] == [["cell-misread"]] * 5
    facts = {tuple(hint.facts.values()) for claim in found.claims for hint in claim.hints}
    assert facts == {("owl", "bear", "8", "3")}
    assert "In row owl, column bear, the matrix shows 8; with 3 there" in " ".join(found.to_text().split())
    assert not any(claim.correction for claim in found.claims)
    for cell in (3, 8):  # a wrong value is no wrong cell; the second has two faults
        wrong = [claim for claim in verified(TOTALS.format(cell=cell, recall="0.860")).claims if claim.level == "error"]
        assert wrong
        assert ["cell-misread"] not in [[hint.kind for hint in claim.hints] for claim in wrong]


@each(("text", "typo"), [("The MCC is 0.75.", True), ("The accuracy is 0.8092. The MCC is 0.75.", False)])
def test_a_misread_count_contradicts_nothing_that_is_right(text: str, typo: bool) -> None:
    """MCC is 0.74 of this matrix, and 0.75 with 60 instead of 50 in the first cell, of which the accuracy is 0.82."""
    rows = [[50, 3, 2, 1], [4, 40, 5, 2], [1, 6, 30, 4], [0, 2, 3, 20]]
    claims = verified(text, data=em.ConfusionMatrix(rows, labels=["ant", "bee", "cow", "dog"])).claims
    kinds = {hint.kind for claim in claims if claim.level == "error" for hint in (*claim.hints, *claim.more)}
    assert ("count-typo" in kinds) == typo
