"""Sentences about the work of others are not judged, whatever periods stand in them; those about the data are."""

from __future__ import annotations

import exactmetrics as em


def test_one_of_two_systems_is_not_judged_by_the_last_matrix() -> None:
    """Accuracy of A: 247/300 = 0.823, of B the same; recall of A 61/100, of B 83/100."""
    head = "| | Predicted yes | Predicted no |\n|--|--|--|\n"
    text = f"## A\n\n{head}| Actual yes | 61 | 39 |\n| Actual no | 14 | 186 |\n\n"
    text += f"## B\n\n{head}| Actual yes | 83 | 17 |\n| Actual no | 36 | 164 |\n\n"
    found = em.verify_document(f"{text}## Summary\n\nThe recall of system A is 0.610.\n", format="markdown")
    assert (found.claims, len(found.passed)) == ([], 1)
