"""Four counts of other data: data of their own, or what follows them is not judged by the first."""

from __future__ import annotations

import exactmetrics as em
from tests.cases import each

FIRST = "TP = 40, FP = 10, FN = 5, TN = 45. Precision is 0.80.\n\n"  # 40/50
COUNTS = "TP = 30, FP = 20, FN = 15, TN = 35."  # precision 30/50, accuracy 65/100


@each("opening", ["For a second test set, ", "Second: ", "## B\n\nFor a second test set, ", "Now, "])
def test_four_counts_more_are_data_of_their_own(opening: str) -> None:
    text = f"{FIRST}{opening}{COUNTS} Precision is 0.60. The accuracy is 0.75.\n"
    found = em.verify_document(text, format="markdown")
    assert [one.rows for one in found.data] == [((40, 5), (10, 45)), ((30, 15), (20, 35))]
    assert [(claim.printed, claim.word) for claim in found.claims] == [
        ("0.80", "exact"), ("0.60", "exact"), ("0.75", "wrong"),
    ]  # fmt: skip
    assert found.passed == []


@each(
    "opening",
    [
        "On another data set we have ",
        "After retraining we have ",
        "The baseline has ",
        "At threshold 0.3, ",
        "With a lower threshold, ",
        "If ",
    ],
)
def test_what_follows_counts_that_are_not_taken_is_not_judged_by_the_first(opening: str) -> None:
    text = f"{FIRST}{opening}{COUNTS} Precision is 0.60. The accuracy is 0.65.\n\nThe recall is 0.67.\n"
    found = em.verify_document(text, format="markdown")
    assert [claim.printed for claim in found.claims if claim.verdict is not None] == ["0.80"]
    assert found.worst == "ok"
    digits = {text[one.span.start.offset : one.span.stop] for one in found.passed}
    assert {"0.60", "0.67"} <= digits
    back = em.verify_document(f"{text}## Summary\n\nThe accuracy is 0.84.\n", format="markdown")  # 85/100
    assert [claim.printed for claim in back.claims if claim.word == "wrong"] == ["0.84"]


def test_counts_of_one_class_do_not_lead_away_from_a_larger_matrix() -> None:
    """Of dog: TP 38, FP 9, FN 15, TN 98; the accuracy is 131/160 = 0.819."""
    text = (
        "Rows of the confusion matrix are the true classes.\n\n| | cat | dog | rabbit |\n|:--|--:|--:|--:|\n"
        "| cat | 42 | 5 | 3 |\n| dog | 9 | 38 | 6 |\n| rabbit | 2 | 4 | 51 |\n\n"
        "For the class dog, TP = 38, FP = 9, FN = 15 and TN = 98. The accuracy is 0.85.\n"
    )
    found = em.verify_document(text, format="markdown")
    assert [claim.word for claim in found.claims if claim.question.metric] == ["wrong"]
