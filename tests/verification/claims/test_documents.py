"""Whole documents: all that they say is recognised, nothing true is accused, and any text at all is read."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import exactmetrics as em
from exactmetrics.verification.claims.found import FoundClaim, Recognised, is_open
from exactmetrics.verification.claims.metric_tables import MetricTables
from exactmetrics.verification.claims.recognise import recognised
from exactmetrics.verification.claims.vocabulary import Vocabulary
from exactmetrics.verification.documents.opening import FORMATS
from exactmetrics.verification.documents.source import source_of
from tests.cases import each, sample, size
from tests.growth import assert_linear, calls


def entries(name: str, key: str = "case") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text("utf-8"))[key]
    return found


DOCUMENTS = entries("documents", "document")
LEAST = 85  # of a hundred wrong numbers


def short(claim: FoundClaim, found: Recognised) -> str:
    question = claim.question
    average = question.options.get("average")
    which = f"~{average}" if average else question.options.get("label", "")
    if is_open(question):  # of the positive class, where the data say which that is
        which = (found.data[claim.data].positive if claim.data is not None else None) or "?"
    which = f"{which}|{claim.also}?" if claim.also else which
    data = "" if claim.data is None else claim.data
    return f"{question.metric or question.count}|{which}|{claim.printed}|{data}"


@each("document", DOCUMENTS, ids=[document["name"] for document in DOCUMENTS])
def test_all_that_a_document_says_is_recognised_where_it_stands_and_nothing_else(document: dict[str, Any]) -> None:
    text = document["text"]
    found = recognised(source_of(text, document.get("format", "markdown")), decimal_comma=document.get("comma", False))
    rows = [f"{d.orientation} " + "; ".join(" ".join(map(str, row)) for row in d.rows or ()) for d in found.data]
    assert rows == document["data"]
    assert sorted(short(claim, found) for claim in found.claims) == sorted(document["claims"])
    for claim in found.claims:
        start = claim.span.start
        assert text[start.offset : claim.span.stop] == claim.printed
        assert text.count("\n", 0, start.offset) + 1 == start.line
        assert start.column == start.offset - text.rfind("\n", 0, start.offset)


# Documents beside a matrix that were written without sight of the reading.


def accused(text: str) -> Iterator[str]:
    found = em.verify_document(text, format="markdown")
    yield from (one.link.right for one in found.links if one.level == "error")
    yield from (one.printed or "" for one in found.claims if one.level == "error")


@each("case", sample(entries("true_beside"), 60), ids=lambda case: case["id"])
def test_nothing_true_is_accused(case: dict[str, str]) -> None:
    assert list(accused(case["text"])) == []


def test_most_of_what_is_wrong_is_found() -> None:
    drawn = sample(entries("wrong_plain"), 60)
    missed = [case["id"] for case in drawn if not any(case["wrong"] in number for number in accused(case["text"]))]
    assert 100 * (len(drawn) - len(missed)) >= LEAST * len(drawn), missed


# What strangers send.

PARTS = [
    "precision", "recall", " of class ", "A", "cat", "= ", "0.5", "0,5", "50 %", "3/4", "\\frac{3}{4}", "\n", "\n\n",
    "| ", " | ", "|---|---|", "actual \\ predicted", "confusion matrix", "[[", "]]", "[3, 1]", ",", "TP = 4", "FP = 1 ",
    "macro avg", "weighted", "  ", "    ", "```\n", "support", "Class: ", "$$", "$", "_{", "}", "\\begin{tabular}{cc}",
    "\\end{tabular}", "\\begin{pmatrix}", "&", "\\\\", "<td>", "</td>", "<tr>", "Fig. 1", "Example 2", "准确率", "为",
    "(", ")", "nan", "1e999", "9" * 30, "-", "×", "# ", "## ", "\t", "f1-score", "accuracy", "is ",
    "'Positive' Class : A",
]  # fmt: skip


@settings(max_examples=size(75, 300), deadline=None)
@given(
    text=st.one_of(st.text(max_size=300), st.lists(st.sampled_from(PARTS), max_size=60).map("".join)),
    format=st.sampled_from(FORMATS),
    comma=st.booleans(),
)
def test_any_text_is_read(text: str, format: str, comma: bool) -> None:
    found = recognised(source_of(text, format), decimal_comma=comma)
    for claim in found.claims:
        assert 0 <= claim.span.start.offset < claim.span.stop <= len(text)
        assert claim.data is None or 0 <= claim.data < len(found.data)
        assert (claim.question.metric is None) != (claim.question.count is None)
    for data in found.data:
        assert data.rows is not None
        assert {len(row) for row in data.rows} == {len(data.rows)} == {len(data.labels)}


@each("part", [
    "[[", "[[1, 2],", "| a | 1 |\n", "\\begin{tabular}{cc}", "recall (", "recall )", "F_{", "precision = 0.5 ",
    "Fig. 1 ", "AccuracyPrecision",
])  # fmt: skip
def test_time_grows_with_the_length(part: str) -> None:
    length = size(2_000, 6_000)
    assert_linear(lambda text: recognised(source_of(text, "markdown")), lambda n: part * (n // len(part)), length)


@each("letter", ["a", "class ", "Class: a ", "a:"])
def test_time_grows_with_the_length_of_a_line(letter: str) -> None:
    words = Vocabulary()
    assert_linear(
        lambda text: [*MetricTables(words, text).printed(0, len(text))],
        lambda n: f"{letter * (n // len(letter))}  b\nSensitivity  0.5 0.6\n",
        size(5_000, 20_000),
    )


def test_a_line_without_end_is_tried_once() -> None:
    for start, part in product(("recall", "precision recall\n a "), ("1/", "[", " ", "1.5 ", ": ", "recall: ", "1 2 ")):
        text = start + part * (4_000 // len(part)) + "x"
        assert calls(lambda text=text: recognised(source_of(text, "text"))) < 100 * len(text)


@pytest.mark.long
def test_a_matrix_of_too_many_classes_is_passed_over() -> None:
    for count, matrices in ((200, 1), (201, 0)):
        names = [f"c{at}" for at in range(count)]
        rows = [
            "| true\\pred | " + " | ".join(names) + " |",
            *(f"| {n} | " + " | ".join("1" * count) + " |" for n in names),
        ]
        assert len(recognised(source_of("\n".join(rows), "markdown")).data) == matrices
