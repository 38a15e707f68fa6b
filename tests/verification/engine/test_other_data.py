"""Two models, two data sets, one of them without a matrix: right values of either are not accused, one slip is.

Of the rows 40 10, 5 45: accuracy 0.85, precision 40/45 = 0.889, recall 0.8, F1 80/95 = 0.842; of 30 20, 15 35: 0.65,
30/45 = 0.667, 0.6, 60/95 = 0.632.
"""

from __future__ import annotations

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
