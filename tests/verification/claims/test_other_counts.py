"""Four counts of other data: data of their own, or what follows them is not judged by the first."""

from __future__ import annotations

import exactmetrics as em


def test_counts_of_one_class_do_not_lead_away_from_a_larger_matrix() -> None:
    """Of dog: TP 38, FP 9, FN 15, TN 98; the accuracy is 131/160 = 0.819."""
    text = (
        "Rows of the confusion matrix are the true classes.\n\n| | cat | dog | rabbit |\n|:--|--:|--:|--:|\n"
        "| cat | 42 | 5 | 3 |\n| dog | 9 | 38 | 6 |\n| rabbit | 2 | 4 | 51 |\n\n"
        "For the class dog, TP = 38, FP = 9, FN = 15 and TN = 98. The accuracy is 0.85.\n"
    )
    found = em.verify_document(text, format="markdown")
    assert [claim.word for claim in found.claims if claim.question.metric] == ["wrong"]
