"""Any text at all: no crash, no hang, nothing kept that grows with the document."""

from __future__ import annotations

import time
import tracemalloc
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from exactmetrics.verification.documents.opening import FORMATS
from exactmetrics.verification.documents.source import source_of
from exactmetrics.verification.links.document_links import links_of, verify_links
from exactmetrics.verification.links.habits import breaches
from exactmetrics.verification.links.repairs import nearby_numbers, repairs
from tests.cases import each

PIECES = """
1 2 0.5 3,5 12 999 ( ) [ ] { } \\{ $ $$ \\( \\) \\[ \\] = ≈ \\approx < > + - * ** / : ^ _ \\frac \\sqrt \\text{x} \\\\ &
&= % \\% ² ½ √ ... and is TP 的 | ` ``` # <b> </b> <math> <mfrac> </mfrac> <mn> <!-- --> <script> &times; &#0; \" ٣ ，
\\begin{align} \\end{align} \\begin{tabular} 。 \\ {"cells":[ {"source":["a"]} \\u0041 e5 1e999 x ~ @ -- -> => == != é –
— \\overline{3} (3) 1/0 0/0 9**9**9
"""
SIGNS = [*PIECES.split(), " ", "\n", "\n\n", "\t", "\x00", "\x02", "\x03", "\x04"]


@given(st.lists(st.sampled_from(SIGNS), max_size=60), st.sampled_from(FORMATS))
@settings(max_examples=250, deadline=None)
def test_any_text_is_read(parts: list[str], form: str) -> None:
    found = verify_links("".join(parts), format=form)
    list(breaches(found))
    for at, link in enumerate(found.links):
        assert link.where.line >= 1
        assert link.difference_decimal is None or link.difference is not None
        if link.word == "false" and at < 3:
            assert len(repairs(link, nearby_numbers(found.links, at))) <= 5


LONG = 30_000
HOSTILE = {
    "brackets": "(" * LONG + " 1 = 1",
    "nested": "(" * 3000 + "1 = 1" + ")" * 3000,
    "dollars": "$" * LONG + "1 = 1",
    "formulas": "\\(" * (LONG // 2) + "1 = 1",
    "displays": "\\[" * (LONG // 2) + "1 = 1",
    "tags": "<a " * (LONG // 3) + "1 = 1",
    "quoted tags": '<a "' * (LONG // 4) + "1 = 1",
    "entities": "&amp" * (LONG // 4) + "1 = 1",
    "stars": "**a " * (LONG // 4) + "1 = 1",
    "underlines": "_a " * (LONG // 3) + "1 = 1",
    "targets": "]((" * (LONG // 3) + "1 = 1",
    "towers": "9**9**9**9 = " * (LONG // 13),
    "long number": "9" * LONG + " = 1",
    "many factors": "9^64 * " * (LONG // 8) + "1 = 2",
    "quotients": "1/" * (LONG // 2) + "1 = 2",
    "fractions": "\\frac{" * 2000 + "1" + "}{2}" * 2000 + " = 1",
    "spaces": " " * LONG + "1 = 2",
    "dashes": "-" * LONG + "> 1 = 2",
    "addresses": "a." * (LONG // 2) + "@ 1 = 2",
    "mixed numbers": "1 1/2 " * (LONG // 6) + "= 2",
    "comments": "<!--" * (LONG // 4),
    "elements": "<math>" + "<mfrac>" * (LONG // 7) + "<mn>1</mn>",
    "lists": "[" * LONG,
    "keys": '{"a":' * (LONG // 5),
    "backslashes": '"' + "\\" * LONG,
}


@each("name", HOSTILE)
@each("form", FORMATS)
def test_hostile_texts_end_soon(name: str, form: str) -> None:
    assert min(seconds(name, form) for _ in range(2)) < 1  # the better of two: other tests fill the memory to collect


def seconds(name: str, form: str) -> float:
    start = time.process_time()
    verify_links(HOSTILE[name], format=form)
    return time.process_time() - start


def test_a_long_document_is_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "long.md"
    with path.open("w", encoding="utf-8") as file:
        for number in range(1, 4001):
            file.write("Nothing of interest stands here, whatever it may be. " * 10 + "\n\n")
            few = number % 50  # numbers seen lately are remembered, so many of them
            file.write(f"The total is {few} + 1 = {few + 1} here.\n\n")
    source = source_of(path)
    links = links_of(source)
    next(links)
    tracemalloc.start()
    assert sum(link.word == "exact" for link in links) == 3999
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < path.stat().st_size / 8


def test_a_line_without_end_is_read_in_parts() -> None:
    text = "word " * 20_000 + "3/4 = 0.76 " + "word " * 20_000
    (link,) = verify_links(text).links
    assert (link.word, link.where.line, link.where.column) == ("false", 1, 100_001)
