"""A factor 100 in the middle of printed arithmetic, and one where the result is no percentage.

43/45 = 0.9556; F1 = 86/103 = 0.835; in the second matrix TP = 100, so recall is 100/120 = 0.833 and F1 200/235 = 0.851.
"""

from __future__ import annotations

import exactmetrics as em
from tests.cases import each

COUNTS = "TP = 43, FP = 15, FN = 2, TN = 34\n\n"
HUNDRED = "TP = 100, FP = 15, FN = 20, TN = 34\n\n"


def judged(text: str) -> list[tuple[str | None, str | None, str | None]]:
    """What is printed for each metric, the word for it, and the word for its arithmetic."""
    found = em.verify_document(text, format="markdown")
    return [
        (one.printed, one.word, None if one.expression_verdict is None else one.expression_verdict.word)
        for one in found.claims
        if one.question.metric
    ]


@each(
    "working",
    [
        "43 × 100 / 45 = 95.6",
        "43 × 100 / 45 = 95.6 %",
        "(43 x 100)/45 = 95.6 %",
        "43/45 X 100 = 95.6 %",
        "(43/45) * (100) = 95.6 %",
        r"$\frac{43 \times 100}{45} = 95.6\%$",
        "100 × 43/45 = 95.6 %",
    ],
)
def test_right_percentages_are_right(working: str) -> None:
    ((printed, word, second),) = judged(f"{COUNTS}Sensitivity = {working}")
    assert (word, second) == ("rounded", "rounded"), printed


@each(
    ("text", "expected"),
    [
        ("Recall = 100/(100 + 20) = 0.833", ("0.833", "rounded", "rounded")),
        ("Recall = 100/(100 + 20) = 83.3 %", ("83.3 %", "rounded", "rounded")),
        ("F1 = 2 × 100/(2 × 100 + 15 + 20) = 0.851", ("0.851", "rounded", "rounded")),
        ("F1 = 2 × 100/(2 × 100 + 15 + 20) = 85.1 %", ("85.1 %", "rounded", "rounded")),
    ],
)
def test_a_count_of_100_is_no_factor(text: str, expected: tuple[str, str, str]) -> None:
    assert judged(HUNDRED + text) == [expected]


def test_a_right_fraction_behind_a_factor_too_many_is_not_called_another_value() -> None:
    assert judged(COUNTS + "Sensitivity = 43/45 x 100 = 0.956") == [("0.956", "rounded", "false")]
    assert judged(COUNTS + "False omission rate = 2/36 x 100 = 5.56") == [("5.56", "rounded", "rounded")]
    assert judged("TP = 43, FP = 1, FN = 2, TN = 199\n\nFPR = 1/200 x 100 = 0.5") == [("0.5", "exact", "exact")]


def test_a_wrong_percentage_is_wrong() -> None:
    assert judged(COUNTS + "Sensitivity = 34 × 100 / 45 = 75.6 %") == [("75.6 %", "wrong", "rounded")]
    assert judged(COUNTS + "Sensitivity = 43 × 100 / 58 = 74.1") == [("74.1", "wrong", "rounded")]
