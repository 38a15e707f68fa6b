"""Hostile names read back from HTML as a browser's parser sees them: text, and never an element of their own."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser

import pytest

from tests.cases import each
from tests.derivation.hostile import ALIKE, HTML, LONG, seen
from tests.derivation.questions import BIRDS, matrix
from tests.derivation.test_names import ORDINARY, named, short, some_names

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


PLAIN = Reader(named("plain").to_html())
PLAIN_REPORT = Reader(matrix([[0, 3], [0, 5]], ["plain", "another"]).report(metrics="all").to_html())


@each("name", ORDINARY, ids=short)
def test_names_read_back_from_html(name: str) -> None:
    page = Reader(named(name).to_html())
    shown = seen(name)
    assert page.texts["h1"] == page.texts["title"] == [f"F1 score of class {shown}"]
    assert shown in page.texts["th"]
    assert page.texts["th"][page.texts["th"].index("total") + 1] in (shown, f"1: {shown}")
    assert set(page.elements) <= set(PLAIN.elements)
    assert page.attributes <= PLAIN.attributes
    assert page.comments == []


@each("name", LONG, ids=short)
def test_long_names_read_back_from_html(name: str) -> None:
    page = Reader(named(name).to_html())
    full = [found for p in page.texts["p"] if (found := re.search(r"Full names: (.*?… \(1\)) = (.*)\.$", p))]
    assert [found[2] for found in full] == [seen(name)]
    assert page.texts["h1"] == page.texts["title"] == [f"F1 score of class {full[0][1]}"]
    assert set(page.elements) <= set(PLAIN.elements)


def test_a_browser_reads_the_same() -> None:
    """html5lib follows the rules by which browsers mend a page; a page that needs no mending is read alike by both."""
    import html5lib

    for name in some_names(*HTML):
        page = named(name).to_html()
        tree = html5lib.parse(page, namespaceHTMLElements=False)
        ours = Reader(page)
        headings = ["".join(element.itertext()) for element in tree.iter("h1")]
        cells = ["".join(element.itertext()) for element in tree.iter("th")]
        assert headings == ours.texts["h1"]
        assert cells == ours.texts["th"]
        assert not list(tree.iter("script"))


@each("name", some_names(*HTML), ids=short)
def test_names_read_back_from_a_report(name: str) -> None:
    page = Reader(matrix([[0, 3], [0, 5]], [name, "another"]).report(metrics=["f1", "mcc"]).to_html())
    shown = seen(name)
    cells = page.texts["th"]
    if name in LONG:
        assert any("… (1)" in cell for cell in cells)
    else:
        assert shown in cells or any(cell.endswith(shown) for cell in cells)
    assert page.comments == []
    assert set(page.elements) <= set(PLAIN_REPORT.elements)
    assert page.attributes <= PLAIN_REPORT.attributes


@each("pair", ALIKE, ids=short)
def test_names_that_look_alike_are_told_apart(pair: tuple[object, object]) -> None:
    page = Reader(matrix(BIRDS, [*pair, "third"]).derive("precision", average="macro").to_html())
    at = page.texts["th"].index("total") + 1
    assert [head[-3:] for head in page.texts["th"][at : at + 2]] == ["(1)", "(2)"]


def test_a_live_name_would_be_seen() -> None:
    assert Reader("<p><b onclick=x>a</b></p>").attributes == {"onclick"}
    assert Reader("<p><!-- x --></p>").comments == [" x "]
    with pytest.raises(AssertionError):
        Reader("<p></b></p>")
