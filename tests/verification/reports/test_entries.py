"""What counts as one finding: the digits of a claim that are the result of printed arithmetic are reported once."""

from __future__ import annotations

from fractions import Fraction

import exactmetrics as em
from exactmetrics.verification.checked import Span
from exactmetrics.verification.documents.pieces import Position
from exactmetrics.verification.reports.entries import entries, habit_breaches, unread
from exactmetrics.verification.verified import FoundData
from exactmetrics.verification.verify import verify_document
from tests.derivation import hostile
from tests.derivation.html_reader import parsed
from tests.verification.reports.written import rounded, seen

DATA = em.ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=["bird", "cat", "dog"])
TABLE = """\
| class | precision | recall |
|-------|-----------|--------|
| bird  | 0.667     | 0.750  |
| cat   | 0.556     | 0.626  |

The accuracy is 18/28 = 0.643, and macro recall = (0.75 + 0.625 + 0.583)/3 = 0.663.
"""


def test_the_digits_of_a_claim_and_a_link_are_one_finding() -> None:
    checked = verify_document(TABLE, data=DATA)
    found = entries(checked, "error", "warn")
    assert [entry.printed for entry in found] == ["0.626", "0.663"]
    places = [entry.start.offset for entry in entries(checked) if entry.start is not None]
    assert len(places) == len(set(places))
    assert checked.to_text().splitlines()[-3].endswith(": 2 errors")


def test_the_exact_value_of_a_claim_is_that_of_the_data() -> None:
    cell, mean = seen(verify_document(TABLE, data=DATA).to_text(width=200))
    recalls = [Fraction(6, 8), Fraction(5, 8), Fraction(7, 12)]
    assert (cell.line, cell.word, cell.pointed) == (4, "wrong", "0.626")
    assert f"exact value: {recalls[1]} = {rounded(recalls[1], 3)}\n" in cell.facts
    assert "said to be: recall, class cat\n" in cell.facts
    assert f"exact value: {sum(recalls) / 3} ≈ {rounded(sum(recalls) / 3, 3)}\n" in mean.facts


def test_without_data_named_values_are_counted_as_unchecked() -> None:
    lines = verify_document("Macro F1: 0.65 and MCC = 0.5").to_text().splitlines()
    assert lines[-1] == "0 claims checked, 2 without data to check them against"


def test_levels_are_kept_apart() -> None:
    text = "2/3 = 0.667, 1/7 = 0.143, 3/7 = 0.429, 5/7 = 0.71, 1/2 = 0.6, 1 + ... = 3"
    checked = verify_document(text, claims=False)
    assert [entry.printed for entry in entries(checked, "error")] == ["0.6"]
    assert [entry.printed for entry in habit_breaches(checked)] == ["0.71"]
    assert [entry.printed for entry in unread(checked)] == ["1 + ... = 3"]
    assert "note: rounded: right, but not written as in the rest of the document" in checked.to_text()


def test_names_of_classes_are_escaped_everywhere() -> None:
    for name in [*hostile.HTML[:8], *hostile.MARKDOWN[:8], "a\x1b[31m\u202eb"]:
        document = "The accuracy of it is 0.9 here. accuracy: 0.9"
        checked = verify_document(document, data=[[5, 1], [5, 7]])
        assert checked.claims
        checked.claims[0].question.options["label"] = name  # type: ignore[index]
        for text in (checked.to_text(), checked.to_markdown(), checked.to_html(), checked.to_github()):
            assert not [ch for ch in text if not ch.isprintable() and ch not in "\n\u2062"]  # a sign of MathML
        parsed(checked.to_html())


def test_the_data_of_a_document_are_named_with_their_place() -> None:
    checked = verify_document("1/2 = 0.5")
    checked.data = [
        FoundData("Birds", ("a", "b"), ((5, 1), (5, 7)), Span(Position(3, 1, 9), 50)), FoundData("", ("a",), None)
    ]  # fmt: skip
    lines = checked.to_text().splitlines()
    at = lines.index("Data")
    assert lines[at + 1 : at + 3] == ["  Birds, line 3, column 1: 2 classes", "  as given: 1 class"]
