"""Class names are user input: whatever they hold, they are shown as they are and never do anything.

What a name becomes, and how it reads back: from plain text and JSON, from HTML as a browser's parser sees it, from
Markdown as CommonMark, GFM with autolinks and pandoc see it, from the PDF that a TeX engine makes.
"""

from __future__ import annotations

import json
import re
import subprocess
import unicodedata
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib.util import find_spec
from itertools import pairwise, product
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

import exactmetrics as em
from exactmetrics.derivation.derivation import Derivation
from exactmetrics.derivation.notation import escape
from exactmetrics.derivation.notation.terminal import breadth, terminal_width
from exactmetrics.derivation.writing.class_labels import LONGEST, called
from tests.cases import EXHAUSTIVE, each
from tests.derivation.documents import take_apart
from tests.derivation.hostile import (
    ALIKE,
    HIDDEN,
    HTML,
    LONG,
    MARKDOWN,
    NAMES,
    PRINTED,
    SCRIPTS,
    TEX,
    seen,
    without_isolates,
)
from tests.derivation.questions import BIRDS, matrix
from tests.latex import compile_latex, joined
from tests.tools import needed


def names_for(reader: str, always: list[str] | tuple[str, ...] = (), names: list[str] = NAMES) -> list[str]:
    """All names in the exhaustive run; in the quick one a share by their own, and those that the reader may fear."""
    return [n for n in names if EXHAUSTIVE or n in always or crc32(f"{reader} {n!a}".encode()) % 8 == 0]


def named(name: str) -> Derivation:
    """One whose title, tables and sentences all carry the name."""
    other = "other" if name != "other" else "another"
    return matrix([[0, 3], [0, 5]], [name, other]).derive("f1", form="harmonic", label=name, undefined=0)


def short(name: object) -> str:
    return ascii(name)[:40]


# What a name becomes.


def test_there_are_enough_of_them() -> None:
    assert len(NAMES) == len(set(NAMES))
    assert len(PRINTED) + len(SCRIPTS) + len(HIDDEN) + len(LONG) == len(NAMES) > 54
    assert max(map(len, NAMES)) >= 10_000


@each("name", NAMES, ids=short)
def test_what_can_be_seen_of_a_name(name: str) -> None:
    assert escape.plain(name) == seen(name)


@given(st.text() | st.text(alphabet="a\u0301\u0323\u200c\u200d\ufe0f\u094d\u0915\u06cc👧🏽 \x00", max_size=12))
def test_normalisation_has_an_end(name: str) -> None:
    shown = escape.plain(name)
    assert escape.plain(shown) == shown
    assert not {unicodedata.category(ch) for ch in shown} & {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert {ch for ch in shown if unicodedata.category(ch) == "Cf"} <= {"\u200c", "\u200d"}


@given(st.lists(st.sampled_from(["a", "b", "a (1)", "a (2)", "a (1) (1)", "x" * 99, "x" * 98, "x" * 24 + "… (1)"])))
def test_no_two_names_are_alike(names: list[str]) -> None:
    shown = called(names)
    assert len(set(shown)) == len(shown) == len(names)
    assert all(breadth(name) < LONGEST + 10 for name in shown)


def test_what_a_name_becomes() -> None:
    for made, expected in (
        (escape.plain("a\n b\u202e"), "a b"),
        (escape.plain(""), '""'),
        (escape.latex("50% & more"), r"50\% \& more"),
        (escape.markdown("a|b*"), r"a\|b\*"),
        (escape.html("<b>'x'</b> & y"), "&lt;b&gt;&#x27;x&#x27;&lt;/b&gt; &amp; y"),
        (escape.json('["a\u202eb\udc80"]'), '["a\\u202eb\\udc80"]'),
        ([escape.is_right_to_left(name) for name in ("dog", "\u05db\u05dc\u05d1")], [False, True]),
        ([terminal_width(text) for text in ("abc", "\u732b", "e\u0301")], [3, 2, 1]),
        (breadth("dog"), 3),
        ([breadth(letter) > 1.5 for letter in ("W", "\u732b")], [True, True]),
    ):
        assert made == expected


@given(st.text(min_size=1, max_size=200))
def test_any_name_is_text(name: str) -> None:
    """Markdown reads it back; LaTeX has nothing live in it, and a place to break changes none."""
    inline = MarkdownIt("commonmark").enable("table").parse(f"x {escape.markdown(name)} x")[1]
    assert "".join(t.content for t in inline.children or []) == f"x {escape.plain(name)} x"
    written = escape.latex(name)
    rest = re.sub(r"\\(?:text[a-z]+|char34)\{\}|\\allowbreak\{\}(?:%\n)?|\\[{}$&#%_]|\{[-?!,\[\]*]\}", "", written)
    assert not set(rest) & set("\\{}$&#%_~^<>|\"'`-?!,[]*"), written
    whole = "".join(escape.latex(ch) if ch != " " else ch for ch in escape.plain(name))
    if len(name) > 50:
        assert written.replace(escape.LINE, "").replace(escape.BREAK, "") == whole.replace('""', "")


# From plain text and JSON.


def unfolded(page: str) -> str:
    """A page with every sentence in one line again."""
    return re.sub(r"(?<=\S)\n(?=\S)", " ", page)


@each("name", names_for("text", [*HIDDEN, *LONG]), ids=short)
def test_names_read_back_from_text(name: str) -> None:
    page, shown = unfolded(without_isolates(named(name).to_text())), seen(name)
    if name in LONG:
        full = re.search(r"Full names: (.*?… \(1\)) = (.*)\.$", page, re.MULTILINE)
        assert full is not None
        assert full[2] == shown
        assert page.splitlines()[0] == f"F1 score of class {full[1]}"
        assert page.count(shown) == 1
        assert max(terminal_width(line) for line in page.splitlines() if line.startswith("   ")) <= 120
        return
    assert page.splitlines()[0] == f"F1 score of class {shown}"
    assert re.search(rf"^   (?:1: )?actual: (?:class )?{re.escape(shown)}  ", page, re.MULTILINE)
    outside = {unicodedata.category(ch) for ch in page.replace("\n", "") if ch not in "\u200c\u200d"}
    assert not outside & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    like = "pl*in" if "short names" in page else "plain"
    assert len(page.splitlines()) == len(unfolded(named(like).to_text()).splitlines())


@each("name", names_for("table", [*SCRIPTS, *LONG]), ids=short)
def test_names_leave_terminal_tables_aligned(name: str) -> None:
    lines = matrix(BIRDS, [name, "other", "third"]).derive("precision", average="macro").to_text().splitlines()
    at = next(i for i, line in enumerate(lines) if set(line.strip()) == {"-"})
    table = [lines[at - 1], *lines[at + 1 : at + 4], lines[at + 5]]
    assert len({terminal_width(line) for line in table}) == 1, table


@each("name", names_for("json", list(HIDDEN)), ids=short)
def test_names_read_back_from_json(name: str) -> None:
    derivation = named(name)
    for written in (derivation.to_json(), matrix([[0, 3], [0, 5]], [name, "other!"]).report().to_json()):
        text = written.encode("utf-8").decode("utf-8")  # half of a pair would stop here
        assert not set(text) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b\ufeff\x1b\x00\u2028")
        table = json.loads(text)
        assert name in table.get("labels", table.get("data", {}).get("labels"))


@each("pair", ALIKE, ids=short)
def test_names_that_look_alike_are_told_apart(pair: tuple[object, object]) -> None:
    cm = matrix(BIRDS, [*pair, "third"])
    derivation = cm.derive("precision", average="macro")
    for surface in ("text", "markdown", "latex"):
        document = take_apart(without_isolates(derivation.to(surface)), surface)
        tables = [*document.data.tables, *(table for step in document.steps for table in step.tables)]
        assert len(tables) == 2
        for table in tables:
            assert [row[0].replace("\\", "").strip("*")[-3:] for row in table[1:3]] == ["(1)", "(2)"]
        assert len(set(tables[0][0][1:4])) == 3
    for label, letter in zip(pair, "AB", strict=True):
        one = cm.derive("precision", label=label)
        assert f"P_class_{letter}" in one.to_text()
        assert rf"P _{{\text{{class {letter}}}}}" in one.to_latex()
    heads = Reader(derivation.to_html()).texts["th"]
    at = heads.index("total") + 1
    assert [head[-3:] for head in heads[at : at + 2]] == ["(1)", "(2)"]


def test_a_number_is_no_name() -> None:
    """Names alike get numbers; numbers of the working that look like them do not."""
    page = matrix([[1, 2], [3, 4]], [1, "1"]).derive("accuracy").to_text()
    working = page.partition("1. Definition")[2]
    assert "(1 + 4)/10" in working
    assert " (1)" not in working


def test_a_name_from_right_to_left_turns_no_numbers() -> None:
    for surface in ("text", "markdown"):
        page = named("שלום").to(surface)
        assert page.count("\u2068") == page.count("\u2069") == page.count("שלום") > 3
        assert "\u2068" not in named("hello").to(surface)


def test_no_line_is_a_command_of_a_build() -> None:
    """The runner trims a line before it looks for `::`, and takes `##[` anywhere in it."""
    names = ["::error::pwn", f"a {'long ' * 12}::add-mask::a", "##[error]b"]
    cm = matrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], names)
    for shown in (cm.derive("f1", average="macro"), cm.report(metrics="all")):
        page = shown.to("text") + shown.to("json")
        assert not [line for line in page.splitlines() if line.lstrip().startswith("::") or "##[" in line]
        assert "\n - ::error::pwn  " in page
    assert json.loads(shown.to("json"))["labels"] == names


# From HTML.

VOID = {"meta", "br", "hr", "link", "img", "input", "wbr"}


class Reader(HTMLParser):
    """The elements with their attributes, the comments, and the text of headings, cells and paragraphs."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: Counter[str] = Counter()
        self.attributes: set[str] = set()
        self.comments: list[str] = []
        self.texts: dict[str, list[str]] = {"h1": [], "th": [], "title": [], "p": []}
        self._open: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements[tag] += 1
        self.attributes |= {name for name, _ in attrs}
        if tag not in VOID:
            self._open.append(tag)
        if tag in self.texts:
            self.texts[tag].append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements[tag] += 1

    def handle_endtag(self, tag: str) -> None:
        assert self._open[-1:] == [tag], f"</{tag}> closes {self._open[-1:]}"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        for tag in self._open:
            if tag in self.texts:
                self.texts[tag][-1] += data

    def handle_comment(self, data: str) -> None:
        self.comments.append(data)

    def handle_pi(self, data: str) -> None:
        self.comments.append(data)


@each("name", names_for("html", [*HTML, *LONG]), ids=short)
def test_names_read_back_from_html(name: str) -> None:
    plain, page, shown = Reader(named("plain").to_html()), Reader(named(name).to_html()), seen(name)
    if name in LONG:
        full = [line for p in page.texts["p"] if (line := re.search(r"Full names: (.*?… \(1\)) = (.*)\.$", p))]
        assert [line[2] for line in full] == [shown]
        shown = full[0][1]
    assert page.texts["h1"] == page.texts["title"] == [f"F1 score of class {shown}"]
    assert page.texts["th"][page.texts["th"].index("total") + 1] in (shown, f"1: {shown}")
    assert set(page.elements) <= set(plain.elements)
    assert page.attributes <= plain.attributes
    assert page.comments == []


def test_names_read_back_from_a_report_and_as_a_browser_reads_them() -> None:
    """html5lib follows the rules by which browsers mend a page; a page that needs no mending is read alike by both."""
    import html5lib

    plain = Reader(matrix([[0, 3], [0, 5]], ["plain", "another"]).report(metrics=["f1", "mcc"]).to_html())
    for name in names_for("browser", LONG[:1], [*HTML, *LONG]):
        written = matrix([[0, 3], [0, 5]], [name, "another"]).report(metrics=["f1", "mcc"]).to_html()
        page, tree = Reader(written), html5lib.parse(written, namespaceHTMLElements=False)
        cells = ["".join(element.itertext()) for element in tree.iter("th")]
        assert cells == page.texts["th"]
        assert not list(tree.iter("script"))
        assert any(cell.endswith("… (1)" if name in LONG else seen(name)) for cell in cells)
        assert page.comments == []
        assert set(page.elements) <= set(plain.elements)
        assert page.attributes <= plain.attributes


# From Markdown.

INLINE = {"text", "text_special", "strong_open", "strong_close", "softbreak"}
PARSERS = {
    "commonmark": MarkdownIt("commonmark").enable("table"),
    "gfm": MarkdownIt("commonmark", {"linkify": find_spec("linkify_it") is not None})
    .enable(["table", "strikethrough", *(["linkify"] if find_spec("linkify_it") else [])]),
}  # fmt: skip
ALIVE = {"Link", "Image", "Emph", "Strikeout", "Superscript", "Subscript", "Code", "RawInline", "Note", "Cite"}
ALIVE |= {"SmallCaps"}


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


@each("name", names_for("markdown", [*MARKDOWN, *LONG]), ids=short)
def test_names_read_back_from_markdown(name: str) -> None:
    derivation = named(name)
    for surface, parser in product(("markdown", "github"), PARSERS.values()):
        headings, cells, paragraphs = read(derivation.to(surface), parser)
        shown = seen(name)
        if name in LONG:
            full = [line for p in paragraphs if (line := re.search(r"Full names: (.*?… \(1\)) = (.*)\.$", p))]
            assert [line[2] for line in full] == [shown]
            shown = full[0][1]
        assert headings == [f"F1 score of class {shown}", "Result"]
        heads = {f"{word}{shown}" for word in ("", "actual: ", "actual: class ")}
        assert (heads | {f"1: {head}" for head in heads}) & set(cells)


@each(
    "dialect", ["markdown", "gfm+autolink_bare_uris", *(["gfm+tex_math_dollars", "commonmark_x"] if EXHAUSTIVE else [])]
)
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
    assert Reader("<p><b onclick=x>a</b></p>").attributes == {"onclick"}
    assert Reader("<p><!-- x --></p>").comments == [" x "]
    with pytest.raises(AssertionError):
        Reader("<p></b></p>")
    for name in ("*a*", "`a`", "[a](b)", "<b>", "![a](b)"):
        with pytest.raises(AssertionError):
            read(f"| {name} |\n|---|\n", PARSERS["commonmark"])


# From LaTeX: the engine that a document names draws every letter.

LATIN = ["é", "ÄÖÜ ß", "Łódź", "İ", "l’été", "a — b"]  # what the T1 fonts have
LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl"}  # drawn as one glyph, read as several letters
IN_PDF = [n for n in [*PRINTED, *HIDDEN, *LONG] if (HIDDEN.get(n, n)).isascii()] + LATIN


def pages(names: list[str], where: Path, engine: str) -> str:
    """The text of one document of a derivation for each name, without white space."""
    bodies = [named(name).to_latex() for name in names]
    source = named("x").to_latex(document=True)
    before, after = source.split(named("x").to_latex().rstrip())
    before = before.replace(r"\begin{document}", r"\pagestyle{empty}\begin{document}")
    result = compile_latex(before + "\n".join(bodies) + after, where, engine=engine)
    assert result.errors == []
    assert result.overfull == []
    # Without -layout a hyphen at the end of a line would be taken for one that divides a word.
    command = [needed("pdftotext"), "-layout", "document.pdf", "-"]
    run = subprocess.run(command, cwd=where, capture_output=True, check=True, timeout=60)
    text = run.stdout.decode("utf-8")
    for glyph, letters in LIGATURES.items():
        text = text.replace(glyph, letters)
    return re.sub(r"\s", "", text)


def test_names_read_back_from_pdf(tmp_path: Path, tex_engine: str) -> None:
    words = ["W" * length for length in (51, 400, 10_000)]
    names = [*names_for("pdf", [*TEX, *LATIN, *LONG], IN_PDF), *words]
    text = pages(names, tmp_path, tex_engine)
    assert not [f.name for f in tmp_path.iterdir() if f.suffix not in (".tex", ".pdf", ".log", ".aux", ".out")]
    for name in names:
        shown = re.sub(r"\s", "", seen(name))
        if name in LONG or name in words:
            assert f"={shown}." in text, name[:40]
        else:
            data = f"Thisconfusionmatrixshows8samplesof2classes:{shown}andother."
            for line in (f"F1scoreofclass{shown}Question.", data):
                assert line in text, (name, line)
            assert f"total{shown}" in text, name  # the last head, then the first row


def test_long_names_together_stay_within_the_margins(tmp_path: Path, tex_engine: str) -> None:
    names = [name for name in LONG if name.isascii()]
    rows = [[(i * j + i) % 7 for j in range(len(names))] for i in range(len(names))]
    counts = matrix(rows, names)
    first, second = (counts.derive("f1", average="macro", combine=how) for how in ("scores", "averages"))
    sources = [document.to("latex-document") for document in (counts.report(metrics="all"), em.compare(first, second))]
    result = compile_latex(joined(sources), tmp_path, engine=tex_engine)
    assert result.errors == []
    assert result.overfull == []


ROWS = [[6, 1], [2, 5]]


@pytest.mark.xdist_group("lualatex")  # one worker looks whether it works
def test_every_letter_of_an_arabic_name_is_drawn(tmp_path: Path, lualatex: str) -> None:
    cm = em.ConfusionMatrix(ROWS, labels=["قطة كبيرة", "dog"])
    sources = [cm.derive("precision", average="macro", language=code).to_latex(document=True) for code in ("en", "es")]
    result = compile_latex(sources[0], tmp_path, engine=lualatex)
    assert (result.errors, result.overfull) == ([], [])
    for source in sources:
        assert source.splitlines()[0] == "% This document needs lualatex."
        assert r"{\textdir TRT قطة كبيرة}" in source


@each("names", [["猫", "犬"], ["кот", "пёс"], ["γάτα", "σκύλος"], ["חתול", "כלב"], ["🐈", "🐕"]])
def test_other_scripts_ask_for_lualatex(names: list[str]) -> None:
    source = em.ConfusionMatrix(ROWS, labels=names).report(metrics="all").to_latex(document=True)
    assert "lualatex" in source.splitlines()[0]


def test_latin_letters_stay_with_pdflatex(tmp_path: Path, tex_engine: str) -> None:
    together = [["naïve", "œuvre"], ["Łódź", "Ærø"], ["“a”", "b – c…"], ["5 €", "½"]]
    counts = [em.ConfusionMatrix(ROWS, labels=names) for names in together]
    sources = [cm.derive("accuracy").to_latex(document=True) for cm in counts]
    assert all(source.startswith(r"\documentclass") for source in sources)
    assert compile_latex(joined(sources), tmp_path, engine=tex_engine).errors == []
