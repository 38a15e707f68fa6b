"""HTML pages: one well-formed file that holds everything, does nothing, and says what the other formats say."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from hypothesis import given

from exactmetrics.derivation.look import symbols
from exactmetrics.derivation.messages import messages
from exactmetrics.derivation.notation import escape
from exactmetrics.derivation.notation.latex_reader import mathml_symbol
from exactmetrics.derivation.notation.mathml import InlineMathml, Mathml, marked_up
from exactmetrics.derivation.shown import Shown
from exactmetrics.exact.constants import WithPi
from exactmetrics.exact.errors import InputError
from exactmetrics.exact.functions import FunctionSum
from exactmetrics.exact.logs import Logarithmic
from exactmetrics.exact.values import Symbolic
from exactmetrics.expression.nodes import Expr
from exactmetrics.expression.reading import read, value_of
from tests.cases import each
from tests.derivation.hostile import LONG, seen
from tests.derivation.hostile import NAMES as HOSTILE
from tests.derivation.html_reader import Element, parsed, sentence, shown
from tests.derivation.questions import BIRDS, FIG_23, example_5, matrix
from tests.derivation.test_names import named
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


@cache
def pages() -> dict[str, Shown]:
    """One page of each kind."""
    cm = matrix(BIRDS, NAMES)
    return {
        "weighted": cm.derive("precision", average="weighted"),
        "root": cm.derive("mcc"),
        "class": cm.derive("specificity", label="cat"),
        "undefined": matrix([[2, 0], [1, 0]]).derive("precision", label="b"),
        "partial": example_5().derive("f1", average="macro"),
        "exercise": cm.derive("f1", average="macro", detail="scaffold"),
        "arabic": cm.derive("f1", average="weighted", language="ar"),
        "report": cm.report(metrics="all"),
        "large report": matrix([[i * j % 7 for j in range(12)] for i in range(12)], range(12)).report(metrics="all"),
    }


PAGES = sorted(pages())


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


@each("kind", PAGES)
def test_a_fragment_is_the_inside_of_the_document(kind: str) -> None:
    shown = pages()[kind]
    fragment = shown.to_html(document=False)
    assert fragment.strip() in shown.to_html()
    undrawn = re.sub(r"<svg.*?</svg>", "", fragment, flags=re.DOTALL)  # a drawing has a rule of its own
    assert not parse(undrawn).tags & {"html", "head", "body", "style"}
    parsed(fragment)


def test_pages_say_their_language_and_direction() -> None:
    cm = matrix(BIRDS, NAMES)
    for language, direction in (("en", "ltr"), ("es", "ltr"), ("ar", "rtl")):
        root = parsed(cm.derive("accuracy", language=language).to_html())
        assert (root.get("lang"), root.get("dir")) == (language, direction)


def test_tables_have_headings_for_rows_and_columns() -> None:
    for kind in ("weighted", "report"):
        for table in parsed(pages()[kind].to_html()).iter("table"):
            heads = [c for c in table.find("thead").iter() if c.tag in ("th", "td")]  # type: ignore[union-attr]
            assert all(c.get("scope") == ("colgroup" if c.get("colspan") else "col") for c in heads if c.tag == "th")
            for row in table.find("tbody"):  # type: ignore[union-attr]
                assert row[0].tag == "th"
                assert row[0].get("scope") == "row"


# names


@each("name", [name for name in HOSTILE if name not in LONG], ids=lambda n: ascii(n)[:30])
def test_names_read_back(name: str) -> None:
    page = named(name).to_html()
    root = parsed(page)
    parse(page)
    known = {bdi.text for bdi in root.iter("bdi")}
    assert all(len(bdi) == 0 for bdi in root.iter("bdi"))
    assert seen(name) in known
    [title] = [e.text for e in root.iter("title") if e.text]
    [heading] = ["".join(e.itertext()) for e in root.iter("h1")]
    assert title == heading == f"F1 score of class {seen(name)}"


@each("name", LONG, ids=lambda n: ascii(n)[:30])
def test_long_names_stand_in_full_once(name: str) -> None:
    texts = ["".join(bdi.itertext()) for bdi in parsed(named(name).to_html()).iter("bdi")]
    assert texts.count(seen(name)) == 1


@each("name", ["<b>x</b>", "a&b", "مرحبا بالعالم، هذا اسم طويل", "强化学习模型的一个非常长的类别名称", '"><x>'])
def test_names_read_back_from_a_picture(name: str) -> None:
    root = parsed(matrix(BIRDS, [name, "b", "c"]).report(metrics="all").to_html())
    [svg] = root.iter("svg")
    titles = [e.text for e in svg.iter("title")]
    assert f"actual: {escape.plain(name)}, predicted: {escape.plain(name)}, 6" in titles


# formulas


def read_back(formula: str) -> object:
    return value_of(read(shown(ElementTree.fromstring(f"<math>{formula}</math>"))))


@each("name", NOTATIONS)
@given(tree=rational)
def test_any_tree_reads_back(name: str, tree: Expr) -> None:
    known = value(tree)
    formula = marked_up(NOTATIONS[name](symbols(None, "abc", style="mathml")).show(tree))
    assert read_back(formula) == known, formula
    assert marked_up(formula) == formula


@each("name", NOTATIONS)
@given(tree=with_roots)
def test_any_tree_with_roots_reads_back(name: str, tree: Expr) -> None:
    known = value(tree)
    formula = marked_up(NOTATIONS[name](symbols(None, "abc", style="mathml")).show(tree))
    assert read_back(formula) == known, formula


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


def test_a_symbol_of_no_class_has_no_comma_left() -> None:
    assert mathml_symbol(r"F_{\beta,<i>}", "") == "<msub><mi>F</mi><mi>β</mi></msub>"


def test_an_unknown_command_is_refused() -> None:
    with pytest.raises(InputError, match="no meaning"):
        mathml_symbol(r"\mathbb{P}", "")
    with pytest.raises(InputError, match="no meaning"):
        mathml_symbol(r"P_{<i>", "")


def test_a_negative_first_term_has_a_sign_before_it() -> None:
    assert marked_up("-3 + 5") == '<mo form="prefix">−</mo><mn>3</mn><mo>+</mo><mn>5</mn>'


# reports


@each("rows", [BIRDS, FIG_23, [[3, 0], [2, 0]]], ids=["birds", "figure 23", "undefined"])
def test_every_value_of_a_report_stands_at_its_anchor(rows: list[list[int]]) -> None:
    report = matrix(rows).report(metrics="all")
    page = parsed(report.to_html())
    places = {e.get("id"): e for e in page.iter("td")}
    below = [sentence(line).replace("$", "") for line in page.iter("li")]
    said = {"long_sum": Symbolic, "long_logarithms": (Logarithmic, WithPi), "long_functions": FunctionSum}
    long = {messages("en").get("report", key): kind for key, kind in said.items()}
    for row in report.rows:
        if row.label is not None and row.metric in ("tp", "fp", "fn", "tn", "support", "predicted"):
            where = f"class-{report.blocks.position(row.label) + 1}-{row.metric}"
        elif row.label is not None:
            where = f"class-{report.blocks.position(row.label) + 1}-{row.metric.replace('_', '-')}"
        else:
            where = f"{row.average or 'overall'}-{row.metric.replace('_', '-')}"
        text = sentence(places[where]).replace("$", "")
        if row.decimal is None:
            assert text == "undefined"
            continue
        if text.startswith("≈ "):  # too long for the table, so it stands in a list
            ends = [line.partition(" = ")[2].partition(" ≈ ")[0] for line in below if line.endswith(text)]
            assert any(
                isinstance(row.value, long[end]) if end in long else value_of(read(end)) == row.value for end in ends
            ), where
            continue
        exact = re.split(r" [=≈] ", text)[0]
        if exact in long:
            assert isinstance(row.value, long[exact]), where
        else:
            assert value_of(read(exact)) == row.value, where
        if " " in text:
            assert text.endswith(f" {row.decimal}")
