"""Working that ends in "x 100" is that of a percentage, with or without a sign behind the result."""

from __future__ import annotations

import exactmetrics as em
from tests.cases import each

COUNTS = "TP = 43, FP = 15, FN = 2, TN = 34\n\n"  # recall 43/45 = 95.6 %, specificity 34/49 = 69.4 %


@each(
    ("text", "level"),
    [
        ("Sensitivity = 43 / (43 + 2) x 100 = 95.6 %", "ok"),
        ("Sensitivity = 43/45 × 100 = 95.6", "ok"),
        ("Sensitivity = (43/45) * 100 = 95.6", "ok"),
        ("Sensitivity = 100 x 43/45 = 95.6", "ok"),
        ("Sensitivity: 43/45 x 100 = 95.6 %", "ok"),
        ("Specificity = 34/49 * 100 % = 69.4 %", "ok"),
        ("$$Sensitivity = \\frac{43}{45} \\times 100 = 95.6\\%$$", "ok"),
        ("Sensitivity = 43/45 x 100 = 96.5 %", "error"),
        ("Sensitivity = 34/49 x 100 = 69.4", "error"),  # the specificity
        ("Specificity = 34/94 × 100 = 36.2 %", "error"),
    ],
)
def test_a_factor_of_hundred_makes_a_percentage(text: str, level: str) -> None:
    found = em.verify_document(COUNTS + text, format="markdown")
    (claim,) = [one for one in found.claims if one.question.metric]
    assert claim.level == level
    assert claim.expression is not None
    assert claim.expression in text


def test_worked_values_of_no_sure_class_are_counted() -> None:
    text = COUNTS + "The precision of mouse is 43/58 = 0.741.\n"
    found = em.verify_document(text, format="markdown")
    assert [text[one.span.start.offset : one.span.stop] for one in found.passed] == ["0.741"]
    assert em.verify_document("Recall = 4/6 = 0.66.", format="markdown").passed == []  # nothing to judge it by
