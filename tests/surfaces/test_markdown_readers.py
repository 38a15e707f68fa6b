"""The published pages of the worked examples, and that what readers of Markdown would damage is seen.

The pages of the corpus are read by the same programs in tests/corpus/test_programs.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from exactmetrics._resources import worked_examples_dir
from tests.cases import each
from tests.derivation.questions import BIRDS, matrix
from tests.surfaces.pages import QUOTED, Markdown, unchanged, unlike, written
from tests.surfaces.readers import myst, pandoc, plain_html

Ask = Callable[[list[dict[str, Any]]], list[Any]]
UNSAFE = {
    "a backslash before punctuation": re.compile(r"\\[!-/:-@\[-`{-~]"),
    "a star": re.compile(r"\*"),
    "a subscript in braces with no space before it": re.compile(r"\S_\{"),
    "a bar": re.compile(r"\|"),
    "a less-than sign that opens a tag": re.compile(r"<(?! )"),
    "a space inside the dollar sign": re.compile(r"^\s|\s$"),
}


def goldens() -> list[Markdown]:
    """The Markdown of the worked examples, as it is published."""
    root = worked_examples_dir()
    return [Markdown(str(p.relative_to(root)), p.read_text(encoding="utf-8")) for p in sorted(root.glob("*/*.md"))]


def test_published_pages_reach_every_reader_unchanged(ask_node: Ask) -> None:
    pages = goldens()
    assert len(pages) > 15
    assert all(page.displays for page in pages)
    for dialect in ("markdown", "gfm"):
        assert unlike(pages, pandoc([page.text for page in pages], dialect)) == []
    assert unlike(pages, [myst(page.text) for page in pages]) == []
    assert [page.name for page in pages if not unchanged(page, plain_html(page.text))] == []
    formulas = sorted({formula for page in pages for formula in written(page)})
    assert set(ask_node([{"tex": tex, "display": display} for display, tex in formulas])) == {None}


def test_only_the_portable_subset_is_used_and_displays_stand_alone() -> None:
    """Whatever the names are: in the tables of a page every row has the same cells."""
    names = Markdown(
        "names", matrix(BIRDS, ["a|b", "$x$", "<b>"]).derive("precision", average="weighted").to_markdown()
    )
    for page in [*goldens(), names]:
        for formula in [*page.displays, *page.inlines]:
            assert [name for name, pattern in UNSAFE.items() if pattern.search(formula)] == [], (formula, page.name)
        lines = QUOTED.sub("", page.text).splitlines()
        for before, line, after in zip(["", *lines], lines, [*lines[1:], ""], strict=False):
            assert "$$" not in line or (before == after == "" and re.fullmatch(r"\$\$ [^$]+ \$\$", line)), line
    rows = re.findall(r"<tr>.*?</tr>", plain_html(names.text), re.DOTALL)
    assert [len(re.findall("<t[hd]", row)) for row in rows] == [5] * 9  # the matrix and the counts


def test_katex_complains_of_what_is_wrong(ask_node: Ask) -> None:
    wrong = [r"\frac{1}", r"\nosuch", r"\text{a_b}", "a % b", "é", r"\(a\)", r"4.2\*"]
    assert None not in ask_node([{"tex": tex, "display": True} for tex in wrong])


@each("formula", [r"\mathrm{A}_\mu + \mathrm{B}_\mu", r"\{a\}", "a*b + c*d*e", r"a \\ b", "a<b>c", r"a\_b", "x &lt; y"])
def test_a_formula_that_markdown_damages_would_be_seen(formula: str) -> None:
    page = Markdown("damaged", f"Before.\n\n$$ {formula} $$\n\nAfter.\n")
    assert page.displays == [formula]
    assert not unchanged(page, plain_html(page.text))


def test_a_formula_that_is_no_formula_would_be_seen() -> None:
    page = Markdown("not found", "It costs $ 5$ and\n\n    $$ a $$\n")
    assert unlike([page], [myst(page.text)]) == ["not found"]
    assert unlike([page], pandoc([page.text], "markdown")) == ["not found"]
