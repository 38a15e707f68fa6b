"""What counts as one finding, what is said of it, and what is said of the numbers that were not judged."""

from __future__ import annotations

import re

import pytest

import exactmetrics as em
from exactmetrics.testing import assert_document
from exactmetrics.verification.checked import CheckedClaim, Hint, Span
from exactmetrics.verification.documents.pieces import Position
from exactmetrics.verification.passed import Passed
from exactmetrics.verification.report import content, findings
from exactmetrics.verification.report.findings import Finding
from exactmetrics.verification.verified import FoundData, Verification
from exactmetrics.verification.verify import verify_document
from tests.cases import each
from tests.verification.report.written import LANGUAGES

BIRDS = em.ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=["bird", "cat", "dog"])
PETS = em.ConfusionMatrix([[40, 10], [5, 45]], labels=["dog", "cat"])
# Accuracy 131/160 = 0.81875, recall of dog 38/53 = 0.717, precision of dog 38/47 = 0.8085, error rate 18.1 %.
RABBITS = em.ConfusionMatrix([[42, 5, 3], [9, 38, 6], [2, 4, 51]], labels=["cat", "dog", "rabbit"])


def only(text: str, data: em.ConfusionMatrix | None = None) -> Finding:
    (entry,) = verify_document(text, data=data).findings("error", "warn")
    return entry


# One number is one finding.


def test_one_number_is_one_finding_whoever_judges_it() -> None:
    """The recall of cat is 5/8: a claim, and the result of a working that gives another number."""
    text = "The recall of class cat is 5/9 = 0.635. The accuracy is 0.643 (18/28), and 18/28 = 0.643."
    checked = verify_document(text, data=BIRDS)
    found = checked.findings()
    assert len({entry.start for entry in found}) == len(found)
    (wrong,) = checked.findings("error")
    assert (wrong.printed, len(wrong.beside)) == ("0.635", 1)
    assert checked.to_text().count("error") == 1


def test_levels_are_kept_apart() -> None:
    text = "2/3 = 0.667, 1/7 = 0.143, 3/7 = 0.429, 5/7 = 0.71, 1/2 = 0.6, 1 + ... = 3"
    checked = verify_document(text, claims=False)
    assert [entry.printed for entry in checked.findings("error")] == ["0.6"]
    notes = checked.findings("note")
    assert [entry.printed for entry in notes if entry.is_judged] == ["0.71"]
    assert [entry.printed for entry in notes if not entry.is_judged] == ["1 + ... = 3"]


@each("language", LANGUAGES)
def test_a_row_that_contradicts_itself_is_one_finding_and_no_number_of_it_is_accused(language: str) -> None:
    """With a recall of 0.8 F1 is at most 1.6/1.8; which of the two is wrong is not known, so both are named, once."""
    text = "| Class | Precision | Recall | F1 |\n|---|---|---|---|\n| dog | 0.90 | 0.80 | 0.95 |\n"
    checked = verify_document(text, format="markdown")
    [entry] = checked.findings("error")
    assert entry.start is not None
    assert text[entry.start.offset : entry.stop] == "0.80 | 0.95"
    said = entry.hints[0].text(language)
    assert "recall = 0.80" in said
    assert "f1 = 0.95" in said
    page = checked.to_text(language=language, width=500)
    assert page.replace("\u00a0", " ").count(said.replace("\u00a0", " ")) == 1
    if language == "en":
        assert ("these numbers contradict each other" in page, "said to be" in page, page.count("contradict")) == (
            True, False, 1,
        )  # fmt: skip


# What explains it.


@each("text", [
    "The accuracy is $85/100 = 0.58$.", "Die accuracy ist $85/100 = 0{,}58$, und 1/2 = 0,5.",
    "The recall of dog is 40/50 = 0.08.",
])  # fmt: skip
def test_a_claim_and_its_working_explain_once(text: str) -> None:
    entry = only(text, PETS)
    assert len(entry.beside) == 1
    kinds = [hint.kind for hint in entry.hints]
    assert kinds.count("digits-transposed") == 1
    assert not {"result-transposed", "result-digit"} & set(kinds)


@each(("text", "data", "said"), [
    # The data say 0.85; of another working the digits are others.
    ("The accuracy is 45/50 = 0.58.", PETS, "0.85"),
    ("Die Genauigkeit ist 1/2 = 0,5; accuracy = 131/160 = 0,818.", RABBITS, "0,819"),
])  # fmt: skip
def test_one_explanation_is_said_once(text: str, data: em.ConfusionMatrix, said: str) -> None:
    entry = only(text, data)
    assert isinstance(entry.found, CheckedClaim)
    sentences = [hint.text() for hint in entry.hints]
    alike = {sentence.replace(",", ".") for sentence in sentences}
    assert len(alike) == len(sentences)
    assert any(said in sentence for sentence in sentences)


def test_a_score_of_averages_is_not_explained_by_chance_as_well() -> None:
    entry = only("The macro F1 is 0.817.", RABBITS)
    assert (entry.word, entry.hints[0].kind) == ("other-convention", "f-of-averages")
    assert not {"geometric-mean", "chained-rounding"} & {hint.kind for hint in entry.hints}


def test_a_number_has_at_most_two_hints_and_keeps_the_others() -> None:
    checked = verify_document("so 4/6 = 0.66", claims=False)
    link = checked.links[0]
    link.hints = tuple(Hint("sign", {"expected": f"0.{at}"}) for at in range(4))
    link.more = (Hint("sign", {"expected": "0.5"}), Hint("sign", {"expected": "0.1"}), Hint("undecided"))
    (one,) = checked.findings()
    assert [hint.facts["expected"] for hint in one.hints] == ["0.0", "0.1"]
    assert [hint.facts["expected"] for hint in one.more] == ["0.2", "0.3", "0.5"]
    assert checked.to_text().count("hint: ") == 2
    assert "also possible: The sign is lost or wrong: the value is 0.5." in checked.to_text(all=True)


# As the document writes.

COMMA = "Accuracy: 0,58\n\nThe recall of dog is 40/50 = 0,08. Es gilt 1/3 = 0,43, und 2/3 = 0,66.\n"


def assertion(text: str, data: em.ConfusionMatrix | None = None) -> str:
    with pytest.raises(AssertionError) as caught:
        assert_document(text, data=data)
    return str(caught.value)


@each("language", LANGUAGES)
def test_numbers_of_a_report_follow_the_document(language: str) -> None:
    found = verify_document(COMMA, data=PETS)
    assert (found.decimal_comma, len(found.findings("error", "warn"))) == (True, 4)
    for page in (found.to_text(language=language), found.to_markdown(language=language)):
        assert not re.findall(r"\d\\?\.\d", page)
        assert "0,85" in page
    if language == "en":
        assert "0,333333" in assertion(COMMA, PETS)
        page = verify_document(COMMA.replace(",", "."), data=PETS).to_text()
        assert ("0.85" in page, re.findall(r"\d,\d", page)) == (True, [])


TEX = r"""\documentclass{article}
\begin{document}
\section{A \emph{screening} test of 50\% \& more}\label{sec:a}
TP = 40, FP = 10, FN = 5, TN = 45. The accuracy is 0.86.
\end{document}
"""


@each("language", LANGUAGES)
def test_a_place_in_latex_is_the_title_alone(language: str) -> None:
    found = verify_document(TEX, format="latex")
    assert [claim.where for claim in found.claims if claim.printed == "0.86"] == ["A screening test of 50% & more"]
    assert "A screening test of 50" in found.to_markdown(language=language)
    assert language != "en" or "(A screening test of 50% & more)" in assertion(TEX)


def test_the_data_of_a_document_are_named_with_their_place() -> None:
    checked = verify_document("1/2 = 0.5")
    span = Span(Position(3, 1, 9), 50)
    checked.data = [FoundData("Birds", ("a", "b"), ((5, 1), (5, 7)), span), FoundData("", ("a",), None)]
    lines = checked.to_text().splitlines()
    at = lines.index("Data")
    assert lines[at + 1 : at + 3] == ["  Birds, line 3, column 1: 2 classes", "  as given: 1 class"]


# What is not judged is listed in every report, and never summed up as right.

ALONE = "The accuracy is 0.912. The recall of class dog is 0.66."


def test_every_report_lists_the_claims_without_data() -> None:
    found = verify_document(ALONE, format="markdown")
    for report in (found.to_text(), found.to_markdown(), found.to_html(), found.to_github()):
        assert "2 numbers found: 2 not judged" in report
    for report in (found.to_markdown(), found.to_html()):
        assert "accuracy: 0" in report
    assert '<details class="unjudged"><summary>2 numbers were not judged' in found.to_html()


def of_passed(text: str, *passed: Passed) -> Verification:
    return Verification("", "text", source=text, passed=list(passed))


def test_a_word_that_is_not_understood_is_named() -> None:
    text = "A banana reaches an accuracy of 0.9 and 0.8 too."
    spans = [Span(Position(1, at + 1, at), at + 3) for at in (32, 40)]
    found = of_passed(text, Passed(spans[0], text, "word", word="banana"), Passed(spans[1], text, "unbound"))
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
    spans = [Span(Position(1, at + 1, at), at + 3) for at in range(0, 240, 4)]
    found = of_passed(
        "0.5 " * 60, Passed(spans[0], "<i>", "row"), *(Passed(at, "a & b", "wording") for at in spans[1:])
    )
    assert "and 55 more, which --all shows" in found.to_text()
    assert "more" not in found.to_text(all=True)
    assert "and 10 more, which \\-\\-all shows" in found.to_markdown().replace("--", "\\-\\-")
    page = found.to_html()
    assert (page.count("a &amp; b"), "&lt;i&gt;" in page, "<i>" in page) == (59, True, False)


def test_what_was_not_judged_is_gathered_once_for_a_report(monkeypatch: pytest.MonkeyPatch) -> None:
    found, gathered, plain = verify_document(ALONE, format="markdown"), list[object](), findings.unjudged
    for module in (findings, content):
        monkeypatch.setattr(module, "unjudged", lambda *given: (gathered.append(given), plain(*given))[1])
    for write in (found.to_text, found.to_markdown, found.to_html):
        gathered.clear()
        write()
        assert len(gathered) == 1, write
