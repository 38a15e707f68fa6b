"""Class names are user input: whatever they hold, they are shown as they are and never do anything."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from exactmetrics.derivation.document import Derivation
from exactmetrics.derivation.notation import escape
from exactmetrics.derivation.shown import in_document
from exactmetrics.derivation.tables import terminal_width
from tests.derivation.questions import BIRDS, matrix
from tests.latex import compile_latex

ASCII = [
    r"\input{x}", r"\end{document}", r"\def\x{\x}\x", "$", "$$", "$x$", "a_b", "a^b", "a&b", "50 %", "#1", "~", "{",
    "}", "}{", r"\\", r"\[5pt]", "[x]", "*", "a*b*c", "**b**", "_u_", "__init__", "|", "a|b", "`", "```", "``''", "<b>",
    "<script>alert(1)</script>", "&amp;", "<!-- x -->", "<< 7*7 >>", "{{7*7}}", "<% raise %>", "<# x #>", "{% for %}",
    "![x](y)", "[a](b)", "http://x.org", "a@b.org", "# head", "- item", "1. one", "> quote", "---", "===", ":---:",
    "~~x~~", "a\nb", "a\r\n\r\nb", "a\tb", "  a  ", "a\x00b", "a\x1b[31mb", "?`!`", "--", "---x", "''", '"', ",,", "0",
    "-1", "1/0", "None", "\\cr", "\\verb|x|", "^^41", "^^M", "%", "a%b\nc", "\\", "\\\\\\", ":::", "$`x`$",
    "\\begin{x}", "\\csname x\\endcsname", "~\\~", "&nbsp;", "\\|", "\\`",
]  # fmt: skip
OTHER = [
    "", " ", "é", "e\u0301", "\u202eabc", "a\u200bb", "a \u200b b", "\u2066x\u2069", "שלום", "مرحبا", "猫", "ねこ",
    "🐈", "👨\u200d👩\u200d👧", "ﬁ", "\ufeffx", "ẞ", "½", "−", "\u00a0x\u00a0", "\u2028x", "x" * 10_000, "猫" * 300,
    "𝔘", "\U000e0041", "İ", "٣",
]  # fmt: skip
OUTSIDE = ("Cc", "Cf", "Cs", "Co", "Cn")


def derivation(name: str) -> Derivation:
    """One whose title, tables and sentences all carry the name."""
    other = "other" if name != "other" else "another"
    return matrix([[0, 3], [0, 5]], [name, other]).derive("f1", form="harmonic", label=name, undefined=0)


def cells_of(page: str) -> list[str]:
    """The cells of a Markdown page as a reader sees them."""
    tokens = MarkdownIt("commonmark").enable("table").parse(page)
    found = []
    for before, token in pairwise(tokens):
        if before.type in ("td_open", "th_open"):
            assert all(
                t.type in ("text", "text_special", "strong_open", "strong_close") for t in token.children or []
            ), token
            found.append("".join(t.content for t in token.children or []))
    return found


@pytest.mark.parametrize("name", [*ASCII, *OTHER], ids=lambda n: ascii(n)[:30])
def test_names_read_back_from_markdown(name: str) -> None:
    page = derivation(name).to_markdown()
    shown = escape.plain(name)
    cells = cells_of(page)
    assert any(cell.endswith(f"true {shown}") for cell in cells)  # a long name may be numbered over its column
    assert f"pred. {shown}" in cells or len(shown) > 20
    assert shown in cells
    tokens = MarkdownIt("commonmark").parse(page)
    heads = [b for a, b in pairwise(tokens) if a.type == "heading_open"]
    assert ["".join(t.content for t in head.children or []) for head in heads] == [f"F1 score of {shown}"]


@pytest.mark.parametrize("name", [*ASCII, *OTHER], ids=lambda n: ascii(n)[:30])
def test_names_leave_terminal_tables_aligned(name: str) -> None:
    lines = matrix(BIRDS, [name, "other", "third"]).derive("precision", average="macro").to_text().splitlines()
    at = next(i for i, line in enumerate(lines) if set(line.strip()) == {"-"})
    table = [lines[at - 1], *lines[at + 1 : at + 4], lines[at + 5]]
    assert len({terminal_width(line) for line in table}) == 1, table


@pytest.mark.parametrize("name", [*ASCII, *OTHER], ids=lambda n: ascii(n)[:30])
def test_names_are_one_plain_line(name: str) -> None:
    shown = escape.plain(name)
    assert len(shown) <= escape.MAX_NAME
    assert not {unicodedata.category(ch) for ch in shown} & {*OUTSIDE, "Zl", "Zp"}
    assert escape.plain(shown) == shown


@given(st.text())
def test_normalisation_has_an_end(name: str) -> None:
    assert escape.plain(escape.plain(name)) == escape.plain(name)


def test_normalisation_keeps_what_can_be_seen() -> None:
    for name in ASCII:
        kept = "".join(ch for ch in " ".join(name.split()) if ch.isprintable())
        assert escape.plain(name) == kept


def test_hostile_names_compile_and_do_nothing(tmp_path: Path, tex_engine: str) -> None:
    body = "\n".join(derivation(name).to_latex() for name in ASCII)
    result = compile_latex(in_document("latex", body, ""), tmp_path, engine=tex_engine)
    assert result.errors == []
    assert result.pages > len(ASCII) / 2  # \end{document} did not end it


@given(st.text())
def test_latex_leaves_nothing_live(name: str) -> None:
    written = escape.latex(name)
    rest = re.sub(r"\\text[a-z]+\{\}|\\[{}$&#%_]|\{[-?!,\[\]*]\}", "", written)
    assert not set(rest) & set("\\{}$&#%_~^<>|\"'`-?!,[]*"), written


@given(st.text(min_size=1, max_size=40))
def test_any_name_reads_back_from_markdown(name: str) -> None:
    inline = MarkdownIt("commonmark").enable("table").parse(f"x {escape.markdown(name)} x")[1]
    assert "".join(t.content for t in inline.children or []) == f"x {escape.plain(name)} x"
