"""Finished HTML taken apart again: a strict parse, and MathML read as the arithmetic it shows.

Nothing here knows how a page was made; the page is parsed as XML, so that an unclosed or stray tag is an error.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from xml.etree import ElementTree

from exactmetrics.derivation.notation import escape

Element = ElementTree.Element
Event = tuple[str, object]

_SIGNS = {
    "−": "-",
    "⋅": r" \cdot ",
    "\u2061": "",
    "\u2062": "",
    "∑": r"\sum ",
    "∈": r" \in ",
    "∩": r" \cap ",
    "≠": r" \ne ",
    "|": r"\vert ",
}
_LETTERS = {
    letter: rf"\{unicodedata.name(letter).split()[-1].lower().replace('lamda', 'lambda')}"
    for letter in map(chr, range(ord("α"), ord("ω") + 1))
} | {"Δ": r"\Delta", "ϕ": r"\phi"}
_UNSEEN = ("small",)  # letters that mark a cell: no part of its number


def parsed(page: str) -> Element:
    """The root of a document, or of a fragment."""
    text = page if page.startswith("<!DOCTYPE html>") else f"<body>{page}</body>"
    return ElementTree.fromstring(text)


def events(page: str) -> Iterator[Event]:
    """Titles, steps, sentences, tables and displayed rows, in the order of the page."""
    root = parsed(page)
    article = next(e for e in root.iter("article") if e.get("class") == "derivation")
    for part in article:
        yield from _part(part)


def _part(e: Element) -> Iterator[Event]:
    kind = e.get("class") or ""
    if e.tag == "h1":
        yield "title", sentence(e)
    elif e.tag == "ol":
        for step in e:
            yield from _step(step)
    elif kind in ("result", "more"):
        yield ("result", "") if kind == "result" else ("text", sentence(e[0]))
        yield from (event for part in list(e)[1:] for event in _part(part))
    elif kind == "formula":
        yield from (("row", row) for math in e.iter("math") for row in rows(math))
    elif e.tag == "table":
        yield from (("text", sentence(caption)) for caption in e.findall("caption"))
        lines = [row for row in e.iter("tr") if all(c.get("colspan") is None for c in row)]  # no head over the others
        yield "table", [[cell(c) for c in row] for row in lines]
    elif kind in ("question", "check", "mistake"):
        title, _, text = sentence(e).partition(". ")
        yield ("question", text) if kind == "question" else ("remark", (title, text))
    elif e.tag in ("li", "p", "figcaption", "aside"):
        yield "text", sentence(e)
    elif e.tag in ("figure", "div", "section", "ul"):
        yield from (event for part in e for event in _part(part))
    else:
        raise AssertionError(f"a <{e.tag}> where none is expected")


def _step(e: Element) -> Iterator[Event]:
    head, *rest = e
    text = sentence(rest.pop(0)) if rest and rest[0].tag == "p" else ""
    assert head.tag == "h2"
    if len(head) and head[0].get("class") == "number":
        number, _, title = sentence(head).partition(". ")
        assert number == sentence(head[0]).removesuffix(".")
        yield "step", (number, title.removesuffix("."), text)
    else:  # the only step of a section, or a remark
        yield "text", f"{sentence(head)} {text}".strip()
    for part in rest:
        yield from _part(part)


def sentence(e: Element) -> str:
    """What a reader reads, formulas between dollar signs; one that goes on with its relation is one formula."""
    text = " ".join("".join(_words(e)).split())
    return re.sub(r"\$ \$ *(?=[=≈])", " ", text)


def cell(e: Element) -> str:
    """A cell of a table."""
    return sentence(e)


def _words(e: Element) -> Iterator[str]:
    if e.tag in _UNSEEN:
        return
    if e.tag == "math":
        yield f"${shown(e)}$"
        return
    yield e.text or ""
    for part in e:
        yield from _words(part)
        yield part.tail or ""


def rows(math: Element) -> Iterator[str]:
    """The rows of a displayed formula; of a chain what stands on the left, the relation, and the rest."""
    table = next((e for e in math if e.get("class") == "chain"), None)
    if table is None:
        boxed = shown(math)
        yield boxed
        return
    for row in table:
        left, relation, right = row
        yield f"{shown(left)} {shown(relation).strip()} {shown(right)}".strip()


def shown(e: Element) -> str:
    """The arithmetic of an element, in the LaTeX that the reader of the package understands."""
    assert not (e.text or "").strip() or e.tag in ("mi", "mn", "mo", "mtext"), f"bare text in <{e.tag}>: {e.text}"
    parts = list(e)
    assert all(not (part.tail or "").strip() for part in parts), "bare text between elements"
    match e.tag:
        case "mn":
            return e.text or ""
        case "mi":
            return _name(e.text or "") if e.get("mathvariant") is None else rf"\text{{{e.text}}}"
        case "mspace":
            return r" \qquad " if e.get("width") == "2em" else " "
        case "mtext":
            return rf"\text{{{escape.latex(e.text)}}}"
        case "mo":
            return _sign(e)
        case "mfrac":
            return rf"\frac{{{shown(parts[0])}}}{{{shown(parts[1])}}}"
        case "msqrt":
            return rf"\sqrt{{{_row(parts)}}}"
        case "mroot":
            return rf"\sqrt[{shown(parts[1])}]{{{shown(parts[0])}}}"
        case "msup":
            return f"{shown(parts[0])}^{_script(parts[1])}"
        case "msub":
            return f"{shown(parts[0])}{_below(parts[1])}"
        case "munder":
            return rf"\{ {'∑': 'sum', '∏': 'prod'}.get(parts[0].text, parts[0].text) }{_below(parts[1])} "
        case "msubsup" | "munderover":
            name, below, above = shown(parts[0]), _below(parts[1]), f"^{_script(parts[2])}"
            return name + (above + below if parts[2].tag == "mo" else below + above)  # a mark is part of the name
        case "mover":
            return rf"\overline{{{shown(parts[0])}}}"
        case "mtable" | "mtr" | "mtd" | "mrow" | "math":
            return _row(parts)
    raise AssertionError(f"no MathML Core element is expected called {e.tag}")


def _script(e: Element) -> str:
    text = shown(e).strip()  # a sign by itself is a mark
    return text if re.fullmatch(r"\w|\\[a-z]+", text) else f"{{{text}}}"


def _below(e: Element) -> str:
    text = _script(e)
    return f" _{text}" if text[0] in "{\\" else f"_{text}"


def _row(parts: list[Element]) -> str:
    return "".join(map(shown, parts))


def _sign(e: Element) -> str:
    text = e.text or ""
    if text == "|" and e.get("form"):  # of an absolute value
        return r"\lvert " if e.get("form") == "prefix" else r" \rvert"
    if e.get("form") == "prefix" and text in "+−":
        return _SIGNS.get(text, text)
    if text in "=≈<>+−":
        return f" {_SIGNS.get(text, text)} "
    return _SIGNS.get(text, text)


def _name(text: str) -> str:
    if text in ("max", "min"):
        return rf"\{text}"
    if len(text) == 1:
        return _LETTERS.get(text, text)
    return rf"\mathrm{{{text}}}" if re.fullmatch(r"[A-Za-z0-9]+", text) else rf"\text{{{text}}}"
