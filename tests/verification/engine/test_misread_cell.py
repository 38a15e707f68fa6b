"""A cell of a matrix that is printed wrongly is told as the one cause of all the numbers that contradict it."""

from __future__ import annotations

import exactmetrics as em

# 24/31, 17/23, 19/26; 24/30, 17/25, 19/25; 60/80, reckoned by hand from 24 2 4; 5 17 3; 2 4 19.
TEXT = """# Results

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


def kinds(text: str) -> list[list[str]]:
    found = em.verify_document(text, format="markdown")
    return [[hint.kind for hint in claim.hints] for claim in found.claims if claim.level == "error"]


def test_one_cell_explains_all_numbers_that_contradict_the_matrix() -> None:
    assert kinds(TEXT.format(cell=3, recall="0.680")) == []
    wrong = TEXT.format(cell=8, recall="0.680")  # three totals and two values
    found = em.verify_document(wrong, format="markdown")
    assert kinds(wrong) == [["cell-misread"]] * 5
    facts = {tuple(hint.facts.values()) for claim in found.claims for hint in claim.hints}
    assert facts == {("owl", "bear", "8", "3")}
    assert "In row owl, column bear, the matrix shows 8; with 3 there" in " ".join(found.to_text().split())
    assert not any(claim.correction for claim in found.claims)


def test_a_wrong_value_is_no_wrong_cell() -> None:
    for cell in (3, 8):  # the second has two faults
        found = kinds(TEXT.format(cell=cell, recall="0.860"))
        assert found
        assert ["cell-misread"] not in found


def test_a_misread_count_contradicts_nothing_that_is_right() -> None:
    """MCC is 0.74 of this matrix, and 0.75 with 60 instead of 50 in the first cell, of which the accuracy is 0.82."""
    counts = em.ConfusionMatrix(
        [[50, 3, 2, 1], [4, 40, 5, 2], [1, 6, 30, 4], [0, 2, 3, 20]], labels=["ant", "bee", "cow", "dog"]
    )

    def said(text: str) -> set[str]:
        claims = em.verify_document(text, data=counts).claims
        return {hint.kind for claim in claims if claim.level == "error" for hint in (*claim.hints, *claim.more)}

    assert "count-typo" in said("The MCC is 0.75.")
    assert "count-typo" not in said("The accuracy is 0.8092. The MCC is 0.75.")
