"""Hostile names read back from Markdown as readers of Markdown see them: CommonMark, GFM with autolinks, and pandoc."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from exactmetrics.derivation.notation import escape
from tests.cases import each
from tests.derivation.hostile import LONG, MARKDOWN, NAMES, seen, without_isolates
from tests.derivation.test_names import named, short, some_names
from tests.tools import needed

INLINE = {"text", "text_special", "strong_open", "strong_close", "softbreak"}
PARSERS = {
    "commonmark": MarkdownIt("commonmark").enable("table"),
    "gfm": MarkdownIt("commonmark", {"linkify": find_spec("linkify_it") is not None})
    .enable(["table", "strikethrough", *(["linkify"] if find_spec("linkify_it") else [])]),
}  # fmt: skip
ALIVE = {
    "Link",
    "Image",
    "Emph",
    "Strikeout",
    "Superscript",
    "Subscript",
    "Code",
    "RawInline",
    "Note",
    "Cite",
    "SmallCaps",
}


def read(page: str, parser: MarkdownIt) -> tuple[list[str], list[str], list[str]]:
    """The headings, cells and paragraphs, as text; anything but text and bold letters is alive."""
    found: dict[str, list[str]] = {"heading_open": [], "cell": [], "paragraph_open": []}
    definition = (
        r"(\*\*1\. Definition\.\*\* The )\*([\w ]+)\*(?= of (?:a class|class .*?) is )"  # whose term is emphasised
    )
    tokens = parser.parse(re.sub(definition, r"\1\2", without_isolates(page)))
    for before, token in pairwise(tokens):
        if token.type != "inline":
            continue
        kinds = {t.type for t in token.children or []}
        if "$" not in token.content:  # a formula may hold what looks like emphasis
            assert kinds <= INLINE, (kinds - INLINE, token.content)
        kind = "cell" if before.type in ("td_open", "th_open") else before.type
        found.setdefault(kind, []).append("".join(t.content for t in token.children or []))
    return found["heading_open"], found["cell"], found["paragraph_open"]


@each("name", [name for name in some_names(*MARKDOWN) if name not in LONG], ids=short)
def test_names_read_back_from_markdown(name: str) -> None:
    shown, derivation = seen(name), named(name)
    for surface, parser in product(("markdown", "github"), PARSERS.values()):
        headings, cells, _ = read(derivation.to(surface), parser)
        assert headings == [f"F1 score of class {shown}", "Result"]
        heads = {f"{word}{shown}" for word in ("actual: ", "actual: class ")}
        assert (heads | {f"1: {head}" for head in heads}) & set(cells)


@each("surface", ["markdown", "github"])
@each("name", LONG, ids=short)
def test_long_names_read_back_from_markdown(name: str, surface: str) -> None:
    headings, cells, paragraphs = read(named(name).to(surface), PARSERS["gfm"])
    full = [found for p in paragraphs if (found := re.search(r"Full names: (.*?… \(1\)) = (.*)\.$", p))]
    assert [found[2] for found in full] == [seen(name)]
    assert headings == [f"F1 score of class {full[0][1]}", "Result"]
    assert full[0][1] in cells


@given(st.text(min_size=1, max_size=40))
def test_any_name_reads_back_from_markdown(name: str) -> None:
    inline = MarkdownIt("commonmark").enable("table").parse(f"x {escape.markdown(name)} x")[1]
    assert "".join(t.content for t in inline.children or []) == f"x {escape.plain(name)} x"


@each("dialect", ["gfm+tex_math_dollars", "markdown", "commonmark_x", "gfm+autolink_bare_uris"], quick=2)
def test_names_read_back_from_pandoc(dialect: str) -> None:
    """All in one run: a heading, a row of a table and a paragraph for each name."""
    written = [escape.markdown(name) for name in NAMES]
    rows = "\n".join(f"| **true {name}** | {name} | 1 |" for name in written)
    body = "\n\n".join(f"# Score of {name}\n\nIt is {name}, so." for name in written)
    page = f"| | a | b |\n|:---|---:|---:|\n{rows}\n\n{body}\n"
    run = subprocess.run(
        [needed("pandoc"), "-f", dialect, "-t", "json"], input=page.encode(), capture_output=True, check=True
    )
    found = list(blocks(json.loads(run.stdout)["blocks"]))
    expected = [seen(name) for name in NAMES]
    cells = [text for kind, text in found if kind == "cell"]
    assert cells[3:] == [cell for name in expected for cell in (f"true {name}", name, "1")]
    assert [text for kind, text in found if kind == "Header"] == [f"Score of {name}" for name in expected]
    assert [text for kind, text in found if kind == "Para"] == [f"It is {name}, so." for name in expected]


def blocks(tree: Any) -> Iterator[tuple[str, str]]:
    """The headings, paragraphs and cells of pandoc's tree, as text."""
    if isinstance(tree, list):
        # a cell is attributes, alignment, two spans and its blocks
        if len(tree) == 5 and isinstance(tree[1], dict) and str(tree[1].get("t", "")).startswith("Align"):
            yield "cell", "".join(text_of(block["c"]) for block in tree[4])
            return
        for part in tree:
            yield from blocks(part)
    elif isinstance(tree, dict):
        if tree.get("t") in ("Header", "Para"):
            yield tree["t"], text_of(tree["c"][2] if tree["t"] == "Header" else tree["c"])
        else:
            yield from blocks(tree.get("c", []))


def text_of(inlines: list[Any]) -> str:
    out = ""
    for part in inlines:
        kind, content = part["t"], part.get("c")
        assert kind not in ALIVE, part
        out += content if kind == "Str" else " " if kind in ("Space", "SoftBreak") else text_of(content)
    return out


def test_a_live_name_would_be_seen() -> None:
    for name in ("*a*", "`a`", "[a](b)", "<b>", "![a](b)"):
        with pytest.raises(AssertionError):
            read(f"| {name} |\n|---|\n", PARSERS["commonmark"])
