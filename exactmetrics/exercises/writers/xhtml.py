"""HTML as QTI holds it: its own small part of XHTML, in which tables, lists and MathML stand and no styles do."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from exactmetrics.exercises.writers.tree import node

MATHML = "http://www.w3.org/1998/Math/MathML"
# What QTI does not know, and what says the same there. A table has its rows in a head and in bodies.
INSTEAD = {"bdi": "span", "a": "span", "mark": "strong", "tfoot": "tbody"} | dict.fromkeys(
    ("article", "section", "figure", "details", "summary"), "div"
)
HTML = {"div", "p", "span", "strong", "em", "code", "sub", "sup", "h1", "h2", "h3", "h4", "ul", "ol", "li",
        "table", "caption", "thead", "tbody", "tr", "th", "td"}  # fmt: skip
ATTRIBUTES = {"class", "scope", "colspan", "rowspan"}
STYLE = """\
table { border-collapse: collapse; }
th, td { padding: 0.2em 0.6em; text-align: right; }
.rtl { direction: rtl; }
.diagonal { background: #ddd; }
.total { border-left: 1px solid; }
ol.steps, ul.blanks { list-style: none; }
"""


def block(html: str) -> Element:
    """HTML in an element that may stand wherever QTI has text.

    >>> ElementTree.tostring(block('<p style="x">a <bdi class="n">b</bdi></p>'), encoding="unicode")
    '<div><p>a <span class="n">b</span></p></div>'
    """
    made = ElementTree.fromstring(f"<div>{html}</div>")
    _mend(made)
    return made


def _mend(element: Element) -> None:
    if element.tag == "math":
        element.set("xmlns", MATHML)
        for part in element.iter():
            part.attrib.pop("dir", None)  # which MathML has since its third version
        return
    element.tag = INSTEAD.get(element.tag, element.tag)
    assert element.tag in HTML, element.tag
    element.attrib = {name: value for name, value in element.attrib.items() if name in ATTRIBUTES}
    if element.tag == "td" and element.get("class") == "diagonal":  # for systems that leave the style sheet out
        element.append(node("strong", element.text or ""))
        element.text = None
    for child in element:
        _mend(child)


def elements(root: Element) -> Iterator[Element]:
    """The elements of QTI itself, without those of MathML, which has names of its own."""
    yield root
    for child in root:
        if child.tag != "math":
            yield from elements(child)
