"""Documents of every format: what is read, what is left out, where each equality stands, and what is counted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from exactmetrics.exact.errors import InputError, UsageError
from exactmetrics.verification.documents.opening import format_of
from exactmetrics.verification.documents.source import source_of
from exactmetrics.verification.links.document_links import verify_links
from tests.cases import each

PAGE = """<!DOCTYPE html><html><head><style>a{b=1}</style></head>
<body><p>Precision = 60 / (60 &plus; 25) = 0.938 &amp; so</p>
<table><tr><td>3/4 = 0.75</td><td>4/5 = 0.9</td></tr></table>
<math><mi>R</mi><mo>=</mo><mfrac><mn>60</mn><mrow><mn>60</mn><mo>+</mo><mn>4</mn></mrow></mfrac><mo>=</mo>
<mn>0.938</mn></math> <math><msup><mn>2</mn><mn>3</mn></msup><mo>=</mo><mn>9</mn></math>
<p>\\( \\frac{3}{4} = 0.76 \\) and 10<sup>3</sup> = 1000 x<sub>1</sub> = 3</p><!-- 1/2 = 2/1 = 3 -->
<pre>y = 2 * 3 = 6</pre><script type="math/tex">3/5 = 0.6</script><script>if (1/2 = 3) {}</script>
<span class="katex"><math><semantics><mrow><mn>1</mn><mo>+</mo><mn>1</mn><mo>=</mo><mn>3</mn></mrow>
<annotation encoding="application/x-tex">1+1=3</annotation></semantics></math>
<span class="katex-html" aria-hidden="true"><span>1</span><span>+</span>1=3</span></span></body></html>"""
LATEX = r"""\documentclass{article}
% 1 + 1 = 5
We have $3/4 = 75\%$. % 2 + 2 = 5
\begin{verbatim}
a = 1 + 1 = 3
\end{verbatim}
\begin{tabular}{cc} 3/4 = 0.75 & 4/5 = 0.9 \\ \end{tabular}
\begin{align*}
 R &= \frac{3}{4} \\[2pt]
   &= 0.76 & S &= \frac{1}{2} + 1 \\
 &= 1.5
\end{align*}"""
CELLS = [
    {"cell_type": "markdown", "metadata": {},
     "source": ["# T\n", "$P = \\frac{3}{4} = 0.76$\n", "\n", "| a | é 3/4 = 0.75 |\n"]},
    {"cell_type": "code", "source": ["x = 3/4 = 2 # 3/5 = 0.61\n"],
     "outputs": [{"text": ["2 + 2 = 5\n"], "data": {"image/png": "1=2" * 200_000, "text/plain": ["1 + 1 = 3"]}}]},
    {"cell_type": "markdown", "source": "4 + 4 =\n 9"},
]  # fmt: skip
NOTEBOOK = json.dumps({"cells": CELLS, "metadata": {"a": "1 + 1 = 5"}}, indent=1)


@each(("text", "format", "words"), [
    (PAGE, "html", ["false", "exact", "false", "tie", "false", "false", "exact", "exact", "exact", "false"]),
    (LATEX, "latex", ["exact", "false", "exact", "false", "false", "exact"]),
    (NOTEBOOK, "notebook", ["false", "exact", "unread", "false", "false", "false", "false"]),
    ("one\n\né so 3/4 =\n 0.8", "text", ["tie"]), ("one\r\n\r\né so 3/4 =\r\n 0.8", "text", ["tie"]),
])  # fmt: skip
def test_what_is_read_of_each_format_and_where_it_stands(text: str, format: str, words: list[str]) -> None:
    found = verify_links(text)
    assert (found.format, [link.word for link in found.links if link.word]) == (format, words)
    lines = text.splitlines(keepends=True)
    for link in found.judged:
        start = sum(map(len, lines[: link.where.line - 1])) + link.where.column - 1
        assert start == link.where.offset
        shown = json.dumps(link.left)[1:-1] if format == "notebook" else link.left  # as it stands between the quotes
        assert text[start] in (shown[0], "<") if format == "html" else text[start:].startswith(shown[:6])
        if format == "text":
            assert (link.ends.line, link.ends.column, text[link.ends.offset :]) == (4, 2, "0.8")
    assert format != "html" or text[found.judged[0].ends.offset :].startswith("0.938")  # behind an entity


@each("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_encodings(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("Précision : 3/4 = 0.75".encode(encoding))
    assert [link.word for link in verify_links(path).links] == ["exact"]


@each(("document", "options", "error", "message"), [
    (Path("no such file.md"), {}, InputError, "there is no file"),
    ("a", {"format": "docx"}, UsageError, "the formats are markdown"),
    ("a", {"rule": "up"}, UsageError, "no rounding rule"),
])  # fmt: skip
def test_what_cannot_be_used_is_refused(document: Any, options: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        verify_links(document, **options)


def test_formats_by_name_and_by_look() -> None:
    assert [format_of(Path(f"a.{end}"), "") for end in ("md", "tex", "html", "ipynb", "rst")] == [
        "markdown", "latex", "html", "notebook", "text",
    ]  # fmt: skip
    assert format_of(None, '{"nbformat": 4, "cells": []}') == "notebook"


def test_the_rule_and_the_decimal_sign_reach_the_links() -> None:
    assert [link.level for link in verify_links("2/3 = 0.66", rule="truncate").links] == ["ok"]
    found = verify_links("Recall = 4/5 = 0,80 und 1/4 = 0,25; n = 1.200 + 34 = 1.234")
    assert (found.decimal_comma, found.decimal_evidence[:5]) == (True, "2 x 0")
    assert [link.word for link in verify_links("4/5 = 0,8", decimal_comma=False).judged] == ["exact"]


def test_code_that_is_set_in_is_a_listing() -> None:
    text = "It prints\n\n    ## Accuracy : 0.8\n\n- an item\n\n    its second paragraph\n\nEnd\n"
    assert [(piece.kind, piece.text.strip()) for piece in source_of(text, "markdown").pieces()] == [
        ("prose", "It prints"), ("listing", "## Accuracy : 0.8"), ("prose", "an item"),
        ("prose", "its second paragraph"), ("prose", "End"),
    ]  # fmt: skip


def test_values_and_differences_are_exact_and_every_link_is_counted_once() -> None:
    (link,) = verify_links("60/(60+25) = 0.938").judged
    assert (str(link.difference), str(link.value), str(link.left_value)) == ("1973/8500", "12/17", "12/17")
    found = verify_links("P = 3/4 = 0.75, S = 1 + ... + 9 = 45")
    counts = found.coverage
    assert (counts.links, counts.judged, counts.symbolic, counts.unread) == (4, 1, 2, 1) == (
        len(found.links), len(found.judged), 2, len(found.unread),
    )  # fmt: skip
    assert (found.unread[0].level, "leaves terms out" in found.unread[0].reason) == ("note", True)
