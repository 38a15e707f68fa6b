"""Documents in the forms that occur: all their matrices and named numbers are recognised, and nothing else."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from exactmetrics.verification.claims.found import FoundClaim, Recognised, is_open
from exactmetrics.verification.claims.recognise import recognised
from exactmetrics.verification.documents.source import source_of
from tests.cases import each

DOCUMENTS: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("documents.toml").read_text("utf-8"))[
    "document"
]


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
def test_all_that_a_document_says_is_recognised_and_nothing_else(document: dict[str, Any]) -> None:
    text = document["text"]
    found = recognised(source_of(text, document.get("format", "markdown")), decimal_comma=document.get("comma", False))
    rows = [f"{d.orientation} " + "; ".join(" ".join(map(str, row)) for row in d.rows or ()) for d in found.data]
    assert rows == document["data"]
    assert sorted(short(claim, found) for claim in found.claims) == sorted(document["claims"])


@each("document", DOCUMENTS, ids=[document["name"] for document in DOCUMENTS])
def test_spans_are_where_the_digits_stand(document: dict[str, Any]) -> None:
    text = document["text"]
    for claim in recognised(source_of(text, document.get("format", "markdown"))).claims:
        stands = text[claim.span.start.offset : claim.span.stop]
        assert stands == claim.printed
        assert text.count("\n", 0, claim.span.start.offset) + 1 == claim.span.start.line


def test_printed_lines_of_other_offsets_are_not_confused() -> None:
    text = "\n\n| true\\pred | a | b |\n|---|---|---|\n| a | 1 | 2 |\n| b | 3 | 4 |\n\nPrecision of class a: 0.25"
    (claim,) = recognised(source_of(text, "markdown")).claims
    assert (claim.span.start.line, claim.span.start.column) == (8, 23)
    assert text[claim.span.start.offset : claim.span.stop] == "0.25"
