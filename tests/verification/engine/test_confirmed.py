"""Working with rounded decimals is a note where the data say that the result is right; nothing is corrected there."""

from __future__ import annotations

from exactmetrics.verification.verify import verify_document
from tests.cases import each

COUNTS = "TP = 55, FP = 9, FN = 10, TN = 26.\n\n"  # precision 55/64, recall 55/65, F1 110/129 = 0.8527


@each(("text", "level"), [
    ("F1 = 2 * 0.859 * 0.846 / (0.859 + 0.846) = 0.853", "warn"),  # no data
    (COUNTS + "F1 = 2 * 0.859 * 0.846 / (0.859 + 0.846) = 0.851", "error"),  # not right by the data
    (COUNTS + "F1 = 2 * 0.859 * 0.746 / (0.859 + 0.746) = 0.853", "error"),  # working that no rounding explains
    (COUNTS + "Recall = 55/65 = 0.84", "warn"),  # counts are not rounded
])  # fmt: skip
def test_everything_else_keeps_its_level(text: str, level: str) -> None:
    assert verify_document(text, format="markdown").worst == level


def test_digits_cut_after_rounded_decimals_are_not_sure() -> None:
    """0.8706 follows from the printed decimals only; the counts they come from may give 0.8705, as here."""
    first = "F = 5 * 0.8864 * 0.8667 / (4 * 0.8864 + 0.8667) = 0.8705."
    found = verify_document(f"{first} 2/3 = 0.67, 5/6 = 0.83, 4/6 = 0.66.")
    assert [link.word for link in found.of_level("warn")] == ["truncated", "truncated"]
    assert found.fixed().endswith("= 0.8705. 2/3 = 0.67, 5/6 = 0.83, 4/6 = 0.67.")


def test_rounded_steps_on_the_way_to_the_right_result_are_no_fault() -> None:
    chain = "F1 = 2 * 0.739 * 0.68/(0.739 + 0.68) = 1.005/1.419 = {last}."
    found = verify_document(chain.format(last="0.708"), format="markdown")
    assert [(link.word, link.level) for link in found.links if link.word] == [("interval", "note"), ("rounded", "ok")]
    wrong = verify_document(chain.format(last="0.780"), format="markdown")
    assert wrong.worst == "error"
    apart = verify_document("F1 = 2 * 0.739 * 0.68/(0.739 + 0.68) = 1.005/1.419.", format="markdown")
    assert [link.level for link in apart.links if link.word] == ["warn"]
    assert "true only if" in apart.to_text()
