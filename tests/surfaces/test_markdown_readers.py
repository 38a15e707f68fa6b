"""Every formula on every Markdown page reaches its reader unchanged, whatever program shows the page."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.cases import each, sample, size
from tests.surfaces.dialects import portable as as_portable
from tests.surfaces.pages import Markdown, goldens, made, portable
from tests.surfaces.readers import Found, github, myst, pandoc, plain_html, shown

# One worker makes the pages.
pytestmark = pytest.mark.xdist_group("pages")

Ask = Callable[[list[dict[str, Any]]], list[Any]]


def written(page: Markdown) -> list[Found]:
    return sorted([(True, f) for f in page.displays] + [(False, f) for f in page.inlines])


def unlike(pages: list[Markdown], found: list[list[Found]]) -> list[str]:
    """The names of the pages whose formulas were read otherwise than written."""
    assert len(found) == len(pages)
    return [page.name for page, formulas in zip(pages, found, strict=True) if sorted(formulas) != written(page)]


def test_there_are_pages_with_formulas() -> None:
    assert len(goldens()) > 15
    assert sum(len(page.formulas) for page in portable()) > 20 * len(portable())
    assert all("$" in page.text for page in goldens())
    assert [len(p.formulas) for p in made(True)] == [len(p.formulas) for p in made(False)]


def test_katex_parses_every_formula_strictly(ask_node: Ask) -> None:
    pages = portable() + made(True)
    unique = sorted({f for page in pages for f in written(page)})
    answers = ask_node([{"tex": tex, "display": display} for display, tex in unique])
    wrong = [(tex, answer) for (_, tex), answer in zip(unique, answers, strict=True) if answer is not None]
    assert wrong == []
    assert len(unique) > size(300, 1000)


def test_katex_complains_of_what_is_wrong(ask_node: Ask) -> None:
    wrong = [r"\frac{1}", r"\nosuch", r"\text{a_b}", "a % b", "é", r"\(a\)", r"4.2\*"]
    assert None not in ask_node([{"tex": tex, "display": True} for tex in wrong])


@each("dialect", ["markdown", "gfm"])
def test_pandoc_finds_the_formulas_that_were_written(dialect: str) -> None:
    pages = sample(portable(), 60, 400)
    assert unlike(pages, pandoc([page.text for page in pages], dialect)) == []


def test_myst_finds_the_formulas_that_were_written() -> None:
    pages = portable()
    assert unlike(pages, [myst(page.text) for page in pages]) == []


def test_pandoc_reads_the_formulas_of_github() -> None:
    pages = sample(made(True), 60, 400)
    assert unlike(pages, pandoc([page.text for page in pages], "gfm")) == []


def test_fences_and_code_come_through_unchanged() -> None:
    pages = made(True)
    assert unlike(pages, [github(page.text) for page in pages]) == []


def test_github_and_portable_pages_say_the_same() -> None:
    """With the marks of formulas exchanged, they are one page, byte for byte."""
    for page, other in zip(made(True), made(False), strict=True):
        assert as_portable(page.text) == other.text, page.name


def unchanged(page: Markdown, html: str) -> bool:
    """Whether every formula stands in the HTML between its dollar signs, as often as it was written."""
    text = " ".join(shown(html).split())
    displays, inlines = ([" ".join(f.split()) for f in fs] for fs in (page.displays, page.inlines))
    ok = all(text.count(f"$$ {f} $$") >= displays.count(f) for f in set(displays))
    rest = re.sub(r"\$\$ [^$]* \$\$", "", text)
    return ok and all(rest.count(f"${f}$") >= inlines.count(f) for f in set(inlines))


def test_commonmark_without_mathematics_changes_no_formula() -> None:
    assert [page.name for page in portable() if not unchanged(page, plain_html(page.text))] == []


def test_commonmark_js_without_mathematics_changes_no_formula(ask_node: Ask) -> None:
    pages = portable()
    answers = ask_node([{"markdown": page.text} for page in pages])
    assert [page.name for page, html in zip(pages, answers, strict=True) if not unchanged(page, html)] == []


@each("formula", [r"\mathrm{A}_\mu + \mathrm{B}_\mu", r"\{a\}", "a*b + c*d*e", r"a \\ b", "a<b>c", r"a\_b", "x &lt; y"])
def test_a_formula_that_markdown_damages_would_be_seen(formula: str) -> None:
    page = Markdown("damaged", f"Before.\n\n$$ {formula} $$\n\nAfter.\n")
    assert page.displays == [formula]
    assert not unchanged(page, plain_html(page.text))


def test_a_formula_that_is_no_formula_would_be_seen() -> None:
    page = Markdown("not found", "It costs $ 5$ and\n\n    $$ a $$\n")
    assert unlike([page], [myst(page.text)]) == ["not found"]
    assert unlike([page], pandoc([page.text], "markdown")) == ["not found"]
