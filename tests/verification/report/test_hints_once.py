"""What a report repeats: each explanation once, decimals as the document writes them, one finding for one slip."""

from __future__ import annotations

import re

import pytest

import exactmetrics as em
from exactmetrics.verification.verify import verify_document
from tests.cases import each

PETS = em.ConfusionMatrix([[40, 10], [5, 45]], labels=["dog", "cat"])
LANGUAGES = ("en", "es", "ar", "de", "fr")


@each(("text", "kind"), [
    ("The accuracy is $85/100 = 0.58$.", "digits-transposed"),  # 0.85 transposed
    ("Die accuracy ist $85/100 = 0{,}58$, und 1/2 = 0,5.", "digits-transposed"),
    ("The recall of dog is 40/50 = 0.08.", "digits-transposed"),
])  # fmt: skip
def test_a_claim_and_its_working_explain_once(text: str, kind: str) -> None:
    [entry] = verify_document(text, data=PETS).findings("error")
    assert len(entry.beside) == 1
    kinds = [hint.kind for hint in entry.hints]
    assert kinds.count(kind) == 1
    assert not {"result-transposed", "result-digit"} & set(kinds)


def test_two_right_values_are_two_explanations() -> None:
    """The data say 0.80, the working 4/5 gives 0.8 too; of another working the digits are others."""
    [entry] = verify_document("The accuracy is 45/50 = 0.58.", data=PETS).findings("error")
    sentences = [hint.text() for hint in entry.hints]
    assert len(sentences) == len(set(sentences))
    assert any("0.85" in sentence for sentence in sentences)


COMMA = """Accuracy: 0,58

The recall of dog is 40/50 = 0,08. Es gilt 1/3 = 0,43, und 2/3 = 0,66.
"""


@each("language", LANGUAGES)
def test_numbers_of_a_report_follow_the_document(language: str) -> None:
    found = verify_document(COMMA, data=PETS)
    assert found.decimal_comma
    assert len(found.findings("error", "warn")) == 4
    for page in (found.to_text(language=language), found.to_markdown(language=language)):
        assert not re.findall(r"\d\\?\.\d", page)
        assert "0,85" in page
    assert "0,333333" in "".join(_message(COMMA))


def _message(text: str) -> str:
    with pytest.raises(AssertionError) as caught:
        em.testing.assert_document(text, data=PETS)
    return str(caught.value)


def test_a_point_stays_a_point() -> None:
    page = verify_document(COMMA.replace(",", "."), data=PETS).to_text()
    assert "0.85" in page
    assert not re.findall(r"\d,\d", page)


HEAD = "| Class | Precision | Recall | F1 |\n|---|---|---|---|\n"
ROW = f"{HEAD}| dog | 0.90 | 0.80 | 0.95 |\n| cat | 0.90 | 0.80 | 0.85 |\n"


@each("language", LANGUAGES)
def test_a_row_that_contradicts_itself_is_one_finding(language: str) -> None:
    """With a recall of 0.8 F1 is at most 1.6/1.8; which of the two is wrong is not known, so both are named, once."""
    found = verify_document(ROW, format="markdown")
    [entry] = found.findings("error")
    assert entry.start is not None
    assert entry.start.line == 3
    text = entry.hints[0].text(language)
    assert "recall = 0.80" in text
    assert "f1 = 0.95" in text
    page = found.to_text(language=language, width=500)
    assert page.replace("\u00a0", " ").count(text.replace("\u00a0", " ")) == 1


def test_two_rows_alike_are_two_findings() -> None:
    first, rule, wrong, right = ROW.splitlines()
    found = verify_document("\n".join([first, rule, wrong, right, wrong.replace("dog", "cow")]), format="markdown")
    assert [entry.start and entry.start.line for entry in found.findings("error")] == [3, 5]


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
    assert "(A screening test of 50% & more)" in _said(TEX)


def _said(text: str) -> str:
    with pytest.raises(AssertionError) as caught:
        em.testing.assert_document(text)
    return str(caught.value)
