"""HTML pages: one well-formed file that holds everything and does nothing; formulas read back from MathML.

The checks of whole pages run over the pages of the corpus, in tests/corpus/test_words.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from html.parser import HTMLParser
from math import ceil
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

import exactmetrics as em
from exactmetrics.derivation.look import symbols
from exactmetrics.derivation.notation import escape
from exactmetrics.derivation.notation.latex_reader import mathml_symbol
from exactmetrics.derivation.notation.mathml import InlineMathml, Mathml, marked_up
from exactmetrics.exact.errors import InputError
from exactmetrics.expression.nodes import Expr
from exactmetrics.expression.reading import read, value_of
from exactmetrics.metrics.metric import REGISTRY, metric
from tests.cases import each, size
from tests.derivation.html_reader import Element, parsed, shown
from tests.derivation.questions import BIRDS, FIG_23, example_5, matrix
from tests.derivation.test_notation import rational, value, with_roots

# https://www.w3.org/TR/mathml-core/ : the elements that browsers draw, and the attributes used here.
CORE = {
    "math", "mfrac", "mi", "mn", "mo", "mover", "mroot", "mrow", "mspace", "msqrt", "msub", "msubsup", "msup", "mtable",
    "mtd", "mtext", "mtr", "munder", "munderover",
}  # fmt: skip
ATTRIBUTES = {
    "accent", "class", "columnalign", "dir", "display", "displaystyle", "form", "linethickness", "lspace",
    "mathvariant", "rspace", "stretchy", "width",
}  # fmt: skip
VOID = {"meta", "br", "hr"}
NAMES = ["bird", "cat", "dog"]
NOTATIONS = {"display": Mathml, "inline": InlineMathml}


class Strict(HTMLParser):
    """Every element closed in its turn; what the page would load or run is collected."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(tag, name, content or "") for name, content in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(tag, name, content or "") for name, content in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, f"</{tag}> closes another element"


def parse(page: str) -> Strict:
    parser = Strict()
    parser.feed(page)
    parser.close()
    assert parser.open == []
    return parser


def check_well_formed(page: str) -> None:
    """A page is well formed as HTML and as XML, with one heading."""
    root = parsed(page)
    parse(page)
    assert root.tag == "html"
    assert [e.tag for e in root] == ["head", "body"]
    assert len(root.findall(".//h1")) == 1
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids))


def check_loads_nothing(page: str) -> None:
    """A page runs nothing and loads nothing."""
    found = parse(page)
    assert not found.tags & {"script", "iframe", "object", "embed", "link", "img", "base", "form"}
    assert not [a for a in found.attributes if a[1].startswith("on") or a[1] in ("src", "srcset", "action", "data")]
    assert all(content.startswith("#") for _, name, content in found.attributes if name in ("href", "xlink:href"))
    # The font of its formulas is in the page itself.
    assert not re.search(r"url\((?!data:font/woff2;base64,)|@import|https?:|javascript:", page)


def check_core(page: Element) -> None:
    """Formulas are MathML Core."""
    for formula in page.iter("math"):
        assert formula.get("dir") == "ltr"
        for e in formula.iter():
            assert e.tag in CORE
            assert set(e.attrib) <= ATTRIBUTES
            if e.tag not in ("mi", "mn", "mo", "mtext"):
                assert not (e.text or "").strip()
            assert e is formula or not (e.tail or "").strip()
            if e.tag in ("mfrac", "msub", "msup", "munder", "mover"):
                assert len(e) == 2
            if e.tag in ("msubsup", "munderover"):
                assert len(e) == 3


def test_pages() -> None:
    """They say their language and direction; a fragment is the inside; tables have headings for rows and columns."""
    cm = matrix(BIRDS, NAMES)
    for language, direction in (("en", "ltr"), ("es", "ltr"), ("ar", "rtl")):
        root = parsed(cm.derive("accuracy", language=language).to_html())
        assert (root.get("lang"), root.get("dir")) == (language, direction)
    for page in (cm.derive("precision", average="weighted"), cm.report(metrics="all")):
        fragment = page.to_html(document=False)
        assert fragment.strip() in page.to_html()
        undrawn = re.sub(r"<svg.*?</svg>", "", fragment, flags=re.DOTALL)  # a drawing has a rule of its own
        assert not parse(undrawn).tags & {"html", "head", "body", "style"}
        for table in parsed(page.to_html()).iter("table"):
            heads = [c for c in table.find("thead").iter() if c.tag in ("th", "td")]  # type: ignore[union-attr]
            assert all(c.get("scope") == ("colgroup" if c.get("colspan") else "col") for c in heads if c.tag == "th")
            for row in table.find("tbody"):  # type: ignore[union-attr]
                assert (row[0].tag, row[0].get("scope")) == ("th", "row")


# Formulas.


def read_back(formula: str) -> object:
    return value_of(read(shown(ElementTree.fromstring(f"<math>{formula}</math>"))))


@each("name", NOTATIONS)
@settings(max_examples=size(15, 200))
@given(rational=rational, rooted=with_roots)
def test_any_tree_reads_back(name: str, rational: Expr, rooted: Expr) -> None:
    for tree in (rational, rooted):
        known = value(tree)
        formula = marked_up(NOTATIONS[name](symbols(None, "abc", style="mathml")).show(tree))
        assert read_back(formula) == known, formula
        assert marked_up(formula) == formula


@each(
    ("pattern", "latex"),
    [
        (r"\mathrm{TP}_{<i>}", r"\mathrm{TP}_a"),
        (r"F_{\beta,<i>}", r"F _{\beta,a}"),
        (r"\sum_{j=0}^{n-1} M_{j<i>}", r"\sum _{j = 0}^{n - 1}M _{ja}"),
        (r"\vert y_{<i>} \cap \hat{y}_{<i>} \vert", r"\lvert y_a \cap \overline{y}_a \rvert"),
        (r"\text{g mean}_{<i>}", r"\text{g mean}_a"),
    ],
)
def test_patterns_keep_their_meaning(pattern: str, latex: str) -> None:
    made = ElementTree.fromstring(f"<math>{mathml_symbol(pattern, '<mi>a</mi>')}</math>")
    assert " ".join(shown(made).split()) == " ".join(latex.split())


def test_what_symbols_and_signs_become() -> None:
    assert mathml_symbol(r"F_{\beta,<i>}", "") == "<msub><mi>F</mi><mi>β</mi></msub>"
    assert marked_up("-3 + 5") == '<mo form="prefix">−</mo><mn>3</mn><mo>+</mo><mn>5</mn>'
    for pattern in (r"\mathbb{P}", r"P_{<i>"):
        with pytest.raises(InputError, match="no meaning"):
            mathml_symbol(pattern, "")


# Reports and their picture of the matrix.


@each("rows", [BIRDS, FIG_23, [[0, 0], [3, 1]]], ids=["birds", "figure 23", "an empty row"])
def test_squares_are_shaded_by_the_share_of_the_row(rows: list[list[int]]) -> None:
    labels = [f"c{i}" for i in range(len(rows))]
    squares = {
        square.findtext("title"): (square.get("class") or "").split() for square in picture(rows, labels).iter("rect")
    }
    for i, row in enumerate(rows):
        for j, count in enumerate(row):
            share = Fraction(count, sum(row)) if sum(row) else Fraction(0)
            classes = [f"step-{ceil(6 * share)}", "right" if i == j else "plain"]
            assert squares[f"actual: c{i}, predicted: c{j}, {count}"] == classes


@each("name", ["<b>x</b>", "a&b", "مرحبا بالعالم، هذا اسم طويل", "强化学习模型的一个非常长的类别名称", '"><x>'])
def test_a_picture_is_described_and_names_read_back_from_it(name: str) -> None:
    svg = picture(BIRDS, [name, "b", "c"])
    titles = [e.text for e in svg.iter("title")]
    assert f"actual: {escape.plain(name)}, predicted: {escape.plain(name)}, 6" in titles
    assert (svg.get("role"), svg[0].tag, svg[1].tag) == ("img", "title", "desc")
    assert "fraction of the samples of the actual class" in (svg[1].text or "")


def picture(rows: list[list[int]], labels: list[str]) -> Element:
    [svg] = parsed(matrix(rows, labels).report().to_html()).iter("svg")
    return svg


def test_there_is_no_picture_of_what_cannot_be_looked_at() -> None:
    large = matrix([[int(i == j) for j in range(31)] for i in range(31)], [str(i) for i in range(31)])
    for counts in (large, example_5()):
        assert not list(parsed(counts.report().to_html()).iter("svg"))
    [svg] = parsed(em.ConfusionMatrix(BIRDS).report().to_html()).iter("svg")  # classes called as on the page
    assert {"A", "B", "C"} <= {text.text for text in svg.iter("text")}


# A metric of one's own may be called and described by anything: it stands on the page as text.

AWKWARD = r"A & B_x <b> 5% #1 \cmd $x$ ^ ~"
LATEX = r"A \& B\_x \textless{}b\textgreater{} 5\% \#1 \textbackslash{}cmd \$x\$ \textasciicircum{} \textasciitilde{}"


@pytest.fixture(scope="module")
def awkward() -> Iterator[str]:
    def awkward_for_a_test(c: Any) -> Any:
        return c.tp / c.support

    awkward_for_a_test.__doc__ = f"{AWKWARD} is anything."
    described = {"title": AWKWARD, "idea": f"Why {AWKWARD}.", "meaning": f"{{percent}} {AWKWARD}"}
    metric("awkward_for_a_test", scope="class", **described)(awkward_for_a_test)  # type: ignore[arg-type]
    yield "awkward_for_a_test"
    del REGISTRY["awkward_for_a_test"]


@each("symbols", ["letters", "words"])
def test_what_its_author_wrote_is_text(awkward: str, symbols: str) -> None:
    for question in ({"average": "macro"}, {"label": "b"}):
        shown = matrix(BIRDS, ["a", "b", "c"]).derive(awkward, symbols=symbols, detail="full", **question)
        latex, page = shown.to_latex(data=False), shown.to_html(data=False)
        assert r"\cmd" not in latex
        assert "<b>" not in latex + page
        assert latex.count(LATEX) >= (4 if symbols == "letters" else 7)  # title, definition, idea, meaning, formulas
        parsed(page)


@each("k", [3, 4])
def test_a_sum_that_is_divided_by_a_number_is_no_mean(k: int) -> None:
    """Half of the correct predictions: 2 is not how many classes there are."""

    def half_for_a_test(m: Any) -> Any:
        "Half of the correct predictions is their number, divided by 2."
        return m.sum(lambda c: c.tp) / 2

    metric("half_for_a_test", scope="matrix", range=(0, None), optimum=None, direction="none")(half_for_a_test)
    try:
        page = matrix([[1] * k for _ in range(k)], list("abcd"[:k])).derive("half_for_a_test").to_text()
    finally:
        del REGISTRY["half_for_a_test"]
    assert "add up over all classes" in page
    assert "number of classes" not in page
