"""Two models, two data sets, one of them without a matrix: right values of either are not accused, one slip is.

Of the rows 40 10, 5 45: accuracy 0.85, precision 40/45 = 0.889, recall 0.8, F1 80/95 = 0.842; of 30 20, 15 35: 0.65,
30/45 = 0.667, 0.6, 60/95 = 0.632.
"""

from __future__ import annotations

import exactmetrics as em
from tests.cases import each

HEAD = "Precision and recall.\n\nConfusion matrix:\n\n"
FIRST = "Accuracy: 0.850\n\nPrecision: 0.889\n\nRecall: 0.800\n\nF1: 0.842\n\n"
SECOND = "Accuracy: 0.650\n\nPrecision: 0.667\n\nRecall: 0.600\n\nF1: 0.632\n\n"


def matrix(names: tuple[str, str], *rows: str) -> str:
    lines = [f"| true \\ predicted | {names[0]} | {names[1]} |", "|--|--|--|"]
    return "\n".join([*lines, *(f"| {name} | {row} |" for name, row in zip(names, rows, strict=True))]) + "\n\n"


@each("names", [("cat", "dog"), ("positive", "negative"), ("0", "1")])
@each(
    "form",
    [
        "## SVM\n\n{one}{first}## Forest\n\nConfusion matrix:\n\n{two}{second}",
        "{one}Confusion matrix of the forest:\n\n{two}SVM:\n\n{first}Forest:\n\n{second}",
        "{one}{two}## Results SVM\n\n{first}## Results Forest\n\n{second}",
        "{one}{first}## Other data set\n\n{second}",
        "{one}{first}With a lower threshold of 0.3:\n\n{second}",
        "{one}{first}For comparison, the logistic regression:\n\n{second}",
        "{one}{first}Logistic regression\n\n{second}",
        "{one}{first}### Logistic regression\n\n{second}",
        "{one}{first}### Validation set\n\n{second}",
        "{one}{first}### Model 2\n\n{second}",
    ],
)
def test_right_values_of_another_model_are_not_accused(form: str, names: tuple[str, str]) -> None:
    one, two = matrix(names, "40 | 10", "5 | 45"), matrix(names, "30 | 20", "15 | 35")
    found = em.verify_document(HEAD + form.format(one=one, two=two, first=FIRST, second=SECOND), format="markdown")
    assert [(claim.printed, claim.word) for claim in found.claims if claim.level == "error"] == []
    if "{two}" not in form:
        assert [claim.printed for claim in found.claims][:4] == ["0.850", "0.889", "0.800", "0.842"]


def test_what_is_passed_over_is_counted() -> None:
    text = HEAD + matrix(("cat", "dog"), "40 | 10", "5 | 45") + FIRST + "Logistic regression\n\n" + SECOND
    found = em.verify_document(text, format="markdown")
    passed = [text[one.span.start.offset : one.span.stop] for one in found.passed]
    assert passed == ["0.650", "0.667", "0.600", "0.632"]


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
