"""The report as Markdown: what the document holds stays text, for every reader."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.token import Token

from exactmetrics.verification.report.pages import prose
from exactmetrics.verification.verify import verify_document
from tests.cases import each
from tests.derivation import hostile
from tests.verification.report.written import NAMES, hostile_document

READERS = {
    "commonmark": MarkdownIt("commonmark"),
    "tables": MarkdownIt("commonmark").enable(["table", "strikethrough"]),
}
KINDS = {
    "heading",
    "paragraph",
    "inline",
    "fence",
    "bullet_list",
    "list_item",
    "text",
    "strong",
    "hardbreak",
    "softbreak",
}


def flat(tokens: list[Token]) -> list[Token]:
    return [one for token in tokens for one in (token, *flat(token.children or []))]


@each("reader", READERS.values(), ids=READERS)
def test_nothing_of_the_document_is_markup(reader: MarkdownIt) -> None:
    tokens = flat(reader.parse(hostile_document().to_markdown()))
    assert {re.sub("_(open|close)$", "", token.type) for token in tokens} <= KINDS
    levels = [token.tag for token in tokens if token.type == "heading_open"]
    assert levels[0] == "h1"
    assert set(levels) == {"h1", "h2", "h3"}
    blocks = [token.content for token in tokens if token.type == "fence"]
    assert len(blocks) == levels.count("h3") > len(NAMES)


@each("name", [*hostile.MARKDOWN, *hostile.HTML, *hostile.TEX, *hostile.PUNCTUATION])
def test_prose_reads_back(name: str) -> None:
    (paragraph,) = [t for t in MarkdownIt("commonmark").parse(f"- **hint:** {prose(name)}") if t.type == "inline"]
    (item,) = [t for t in MarkdownIt("commonmark").parse(prose(f"{name} x")) if t.type == "inline"]
    for inline, start in ((paragraph, "hint: "), (item, "")):
        said = "".join(t.content for t in inline.children or [] if t.type == "text")
        assert said == f"{start}{' '.join(name.split())}{'' if start else ' x'}"


def test_what_a_person_reads() -> None:
    lines = verify_document("so 60/(60+25) = 0.938", claims=False).to_markdown().splitlines()
    assert lines[0] == r"# Verification of \-"
    assert "### error: false, line 1, column 17" in lines
    at = lines.index("```")
    assert lines[at : at + 4] == ["```", "1 | so 60/(60+25) = 0.938", "  |                 ^^^^^", "```"]
    assert r"The other side gives 12/17 ≈ 0.706, not 0.938." in lines
    assert "- **difference:** 1973/8500 ≈ 0.232, printed minus exact" in lines


def test_no_control_character_passes() -> None:
    assert [ch for ch in set(hostile_document().to_markdown()) if not ch.isprintable() and ch != "\n"] == []
