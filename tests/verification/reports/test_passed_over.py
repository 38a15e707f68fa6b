"""Numbers that were seen and not judged are listed with where and why: in a page, and elsewhere where all is asked."""

from __future__ import annotations

import json
import re
from typing import Any

from exactmetrics.derivation.messages import languages, messages
from exactmetrics.verification.checked import Span
from exactmetrics.verification.documents.pieces import Position
from exactmetrics.verification.passed import Passed
from exactmetrics.verification.reports.paging import page_of
from exactmetrics.verification.reports.passed_over import SHOWN, passed_groups
from exactmetrics.verification.verified import Verification
from exactmetrics.verification.verify import verify_document
from tests.cases import each

TEXT = "A human reaches an accuracy of 0.9.\n\nWe hope for a recall of 0.8.\n\nThe precision of dog or cat is 0.7."


def html(text: str) -> str:
    return re.sub(r"</?bdi[^>]*>", "", text).replace("&quot;", '"')


@each("language", languages())
def test_each_is_listed_with_its_place_and_its_words(language: str) -> None:
    found, say = verify_document(TEXT, format="markdown"), messages(language)
    assert len(found.passed) == 3
    wide: dict[str, Any] = {"language": language, "all": True}
    surfaces = [
        found.to_text(width=500, **wide),
        found.to_markdown(**wide).replace("\\", ""),
        html(found.to_html(language=language)),
    ]
    for report in surfaces:
        for one in found.passed:
            start = one.span.start
            made = {"line": str(start.line), "column": str(start.column)}
            facts = {"place": say.say(("verify", "place"), made.__getitem__), "text": one.text}
            facts["number"] = TEXT[start.offset : one.span.stop]
            assert say.say(("verify", "passed_text"), facts.__getitem__) in report
            assert one.reason(language) in report


def test_without_all_the_terminal_and_markdown_only_say_how_to_see_them() -> None:
    found = verify_document(TEXT, format="markdown")
    for report in (found.to_text(), found.to_markdown()):
        assert "A human" not in report
        assert "3 numbers near the name of a metric were not judged (\\-\\-all" in report.replace("--", "\\-\\-")
    for report in (found.to_text(all=True), found.to("markdown", all=True), found.to_html()):
        assert "--all" not in report
    assert '<details class="passed"><summary>3 numbers near' in found.to_html()


def test_the_reasons_are_grouped_and_each_counts_its_own() -> None:
    found = verify_document(TEXT, format="markdown")
    groups = passed_groups(found, page_of(found), messages())
    whys = [one["why"] for one in json.loads(found.to_json())["files"][0]["passed"]]
    assert sum(len(group.lines) for group in groups) == len(whys) == 3
    assert sorted(group.title for group in groups) == sorted(
        f"{messages().get('verify', 'passed', why)} ({whys.count(why)})" for why in set(whys)
    )


def test_a_long_list_is_cut_and_says_how_many_more_there_are() -> None:
    """12 for one reason beyond what is shown, 1 for another."""
    text = "0.5 " * (SHOWN + 13)
    spans = [Span(Position(1, at + 1, at), at + 3) for at in range(0, len(text), 4)]
    passed = [Passed(span, "a & b", "about") for span in spans[1:]] + [Passed(spans[0], "<i>", "row")]
    found = Verification("", "text", source=text, passed=passed)
    page = found.to_html()
    assert page.count("a &amp; b") == SHOWN
    assert "and 12 more, which --all shows" in page
    assert "&lt;i&gt;" in page
    assert "<i>" not in page
    assert found.to_html(all=True).count("a &amp; b") == found.to_text(all=True).count("a & b") == SHOWN + 12
    assert found.to_markdown(all=True).count("a \\& b") == SHOWN + 12


def test_in_a_notebook_the_place_is_a_cell_and_the_number_is_that_of_the_cell() -> None:
    cell = {
        "cell_type": "markdown",
        "metadata": {},
        "source": ["# Title\n", 'A human reaches an \\"accuracy\\" of 0.9.'],
    }
    found = verify_document(json.dumps({"cells": [cell], "nbformat": 4, "nbformat_minor": 5, "metadata": {}}))
    ((line,),) = (group.lines for group in passed_groups(found, page_of(found), messages()))
    assert line.startswith("cell 1, line 2: 0.9 in ")


def test_in_a_text_from_the_right_numbers_beside_a_colon_keep_their_order() -> None:
    page = verify_document("A human reaches an accuracy of 0.9. 4/6 = 0.66", format="text").to_html(language="ar")
    assert "مقطوع: 1" in page
    for isolated in re.findall(r'<bdi dir="ltr">(.*?)</bdi>', page):
        assert not re.match(r"[:;,.!?] ", isolated)
        assert not re.search(r"\d: \d", isolated)
