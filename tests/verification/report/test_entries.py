"""What counts as one finding: the digits of a claim that are the result of printed arithmetic are reported once."""

from __future__ import annotations

from fractions import Fraction

import exactmetrics as em
from exactmetrics.verification.checked import Hint, Span
from exactmetrics.verification.documents.pieces import Position
from exactmetrics.verification.passed import Passed
from exactmetrics.verification.report.findings import findings
from exactmetrics.verification.verified import FoundData, Verification
from exactmetrics.verification.verify import verify_document
from tests.derivation import hostile
from tests.derivation.html_reader import parsed
from tests.verification.report.written import rounded, seen

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
    found = findings(checked, "error", "warn")
    assert [entry.printed for entry in found] == ["0.626", "0.663"]
    places = [entry.start.offset for entry in findings(checked) if entry.start is not None]
    assert len(places) == len(set(places))
    assert checked.to_text().splitlines()[-1].endswith(", 2 wrong")


def test_the_exact_value_of_a_claim_is_that_of_the_data() -> None:
    cell, mean = seen(verify_document(TABLE, data=DATA).to_text(width=200))
    recalls = [Fraction(6, 8), Fraction(5, 8), Fraction(7, 12)]
    assert (cell.line, cell.word, cell.pointed) == (4, "wrong", "0.626")
    assert cell.head == f"recall, class cat: the data give {recalls[1]} = {rounded(recalls[1], 3)}, not 0.626"
    right = f"{sum(recalls) / 3} ≈ {rounded(sum(recalls) / 3, 3)}"
    assert mean.head == f"recall, macro: the data give {right}, not 0.663"


def test_without_data_named_values_are_counted_as_unchecked() -> None:
    lines = verify_document("Macro F1: 0.65 and MCC = 0.5").to_text(width=120).splitlines()
    assert lines[-1] == "-: 2 numbers found: 2 not judged"
    assert lines[:1] == ["2 numbers were not judged"]
    assert [line.split(": ", 1)[1] for line in lines[1:3]] == [
        "F1 score, macro: 0.65: there are no data to judge it by",
        "Matthews correlation coefficient: 0.5: there are no data to judge it by",
    ]


def test_levels_are_kept_apart() -> None:
    text = "2/3 = 0.667, 1/7 = 0.143, 3/7 = 0.429, 5/7 = 0.71, 1/2 = 0.6, 1 + ... = 3"
    checked = verify_document(text, claims=False)
    assert [entry.printed for entry in findings(checked, "error")] == ["0.6"]
    notes = findings(checked, "note")
    assert [entry.printed for entry in notes if entry.is_judged] == ["0.71"]
    assert [entry.printed for entry in notes if not entry.is_judged] == ["1 + ... = 3"]
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


def test_one_number_is_one_finding_whoever_judges_it() -> None:
    """The recall of cat is 5/8: a claim, and the result of a working that gives another number."""
    text = "The recall of class cat is 5/9 = 0.635. The accuracy is 0.643 (18/28), and 18/28 = 0.643."
    checked = verify_document(text, data=DATA)
    found = findings(checked)
    assert len({entry.start for entry in found}) == len(found)
    (wrong,) = findings(checked, "error")
    assert (wrong.printed, len(wrong.beside)) == ("0.635", 1)
    assert checked.to_text().count("error") == 1


def test_a_number_has_at_most_two_hints_and_keeps_the_others() -> None:
    checked = verify_document("so 4/6 = 0.66", claims=False)
    link = checked.links[0]
    link.hints = tuple(Hint("sign", {"expected": f"0.{at}"}) for at in range(4))
    link.more = (Hint("sign", {"expected": "0.5"}), Hint("sign", {"expected": "0.1"}), Hint("undecided"))
    (one,) = findings(checked)
    assert [hint.facts["expected"] for hint in one.hints] == ["0.0", "0.1"]
    assert [hint.facts["expected"] for hint in one.more] == ["0.2", "0.3", "0.5"]
    assert checked.to_text().count("hint: ") == 2
    assert "also possible: The sign is lost or wrong: the value is 0.5." in checked.to_text(all=True)


def test_a_word_that_is_not_understood_is_named() -> None:
    text = "A banana reaches an accuracy of 0.9 and 0.8 too."
    spans = [Span(Position(1, at + 1, at), at + 3) for at in (32, 40)]
    passed = [Passed(spans[0], text, "word", word="banana"), Passed(spans[1], text, "unbound")]
    found = Verification("", "text", source=text, passed=passed)
    assert found.to_text(width=120).splitlines() == [
        "2 numbers were not judged",
        '  line 1, column 33: 0.9: the word "banana" is not understood',
        "  line 1, column 41: 0.8: no data are bound to it by where it stands",
        "",
        "-: 2 numbers found: 2 not judged",
    ]
    assert f'0.9 in "{text}": the word "banana"' in found.to_text(width=200, all=True)
    assert [(one["why"], one["word"]) for one in found.to_dict()["passed"]] == [("word", "banana"), ("unbound", None)]
    for page in (found.to_markdown(), found.to_html(), found.to_html(language="ar")):
        assert "banana" in page


def test_a_long_list_is_cut_and_says_how_many_more_there_are() -> None:
    text = "0.5 " * 60
    spans = [Span(Position(1, at + 1, at), at + 3) for at in range(0, len(text), 4)]
    passed = [Passed(spans[0], "<i>", "row"), *(Passed(span, "a & b", "wording") for span in spans[1:])]
    found = Verification("", "text", source=text, passed=passed)
    assert "and 55 more, which --all shows" in found.to_text()
    assert "and 10 more, which \\-\\-all shows" in found.to_markdown().replace("--", "\\-\\-")
    page = found.to_html()
    assert page.count("a &amp; b") == 59
    assert "&lt;i&gt;" in page
    assert "<i>" not in page
