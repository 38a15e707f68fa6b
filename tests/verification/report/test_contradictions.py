"""Numbers that contradict each other are one finding, in the line where they stand; no single one of them is accused.

F1 is the harmonic mean of precision and recall: it lies between the two, and a precision of 0.90 gives at most
2 · 0.9/(1 + 0.9) = 0.947.
"""

from __future__ import annotations

import exactmetrics as em
from exactmetrics.verification.report.findings import findings

HEAD = "| class | precision | recall | F1 |\n|--|--|--|--|\n"


def test_one_finding_for_one_row() -> None:
    text = HEAD + "| cat | 0.90 | 0.80 | 0.97 |\n"
    (found,) = findings(em.verify_document(text, format="markdown"), "error")
    assert found.start is not None
    assert text[found.start.offset : found.stop] == "0.90 | 0.80 | 0.97"
    (hint,) = found.hints
    assert hint.text() == "No counts have these values together: precision = 0.90, f1 = 0.97."


def test_two_rows_of_the_same_numbers_are_two_findings() -> None:
    text = HEAD + "| cat | 0.90 | 0.80 | 0.97 |\n| dog | 0.70 | 0.80 | 0.75 |\n| owl | 0.90 | 0.80 | 0.97 |\n"
    found = findings(em.verify_document(text, format="markdown"), "error")
    assert [entry.start.line for entry in found if entry.start is not None] == [3, 5]


def test_no_single_number_is_said_to_be_wrong() -> None:
    checked = em.verify_document(HEAD + "| cat | 0.90 | 0.80 | 0.97 |\n", format="markdown")
    said = checked.to_text()
    assert "these numbers contradict each other" in said
    assert "said to be" not in said
    assert said.count("contradict") == 1


def test_a_number_outside_its_range_is_wrong_by_itself() -> None:
    checked = em.verify_document(HEAD + "| cat | 0.90 | 1.80 | 0.85 |\n", format="markdown")
    assert [(entry.word, entry.printed) for entry in findings(checked, "error")] == [("wrong", "1.80")]
