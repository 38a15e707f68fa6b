"""Other people's programs read the pages: TeX sets them within the margins, readers of Markdown find every formula."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zlib import crc32

from exactmetrics.derivation.shown import in_document
from tests.cases import EXHAUSTIVE
from tests.corpus.cases import Case, cases_of
from tests.corpus.readers import every_case, every_chunk, with_short_numbers
from tests.latex import compile_latex
from tests.surfaces.dialects import portable
from tests.surfaces.pages import Markdown, unchanged, unlike, written
from tests.surfaces.readers import github, myst, pandoc, plain_html

Ask = Callable[[list[dict[str, Any]]], list[Any]]
LARGE = re.compile(
    r"symbols=words|eleven|twelve|counts-1e|near-|rare-|halfway|subnormal|underflow|rounding|uneven|forty"
)
NEAR = 15  # points of a margin of 70, which a number of a hundred digits in the smallest type may take


def markdown(chunk: int) -> list[Markdown]:
    return [Markdown(case.name, case.texts["markdown"]) for case in cases_of(chunk)]


def for_github(chunk: int) -> list[Markdown]:
    return [Markdown(case.name, case.texts["github"], github=True) for case in cases_of(chunk)]


@every_chunk
def test_katex_parses_every_formula_strictly(chunk: int, ask_node: Ask) -> None:
    formulas = sorted({formula for page in [*markdown(chunk), *for_github(chunk)] for formula in written(page)})
    answers = ask_node([{"tex": tex, "display": display} for display, tex in formulas])
    assert [(tex, answer) for (_, tex), answer in zip(formulas, answers, strict=True) if answer is not None] == []


@every_chunk
def test_pandoc_finds_the_formulas_that_were_written(chunk: int) -> None:
    for pages, dialects in ((markdown(chunk), ("markdown", "gfm")), (for_github(chunk), ("gfm",))):
        for dialect in dialects:
            assert unlike(pages, pandoc([page.text for page in pages], dialect)) == [], dialect


@every_chunk
def test_myst_finds_the_formulas_that_were_written(chunk: int) -> None:
    pages = markdown(chunk)
    assert unlike(pages, [myst(page.text) for page in pages]) == []


@every_chunk
def test_commonmark_js_without_mathematics_changes_no_formula(chunk: int, ask_node: Ask) -> None:
    pages = markdown(chunk)
    answers = ask_node([{"markdown": page.text} for page in pages])
    assert [page.name for page, html in zip(pages, answers, strict=True) if not unchanged(page, html)] == []


@every_case()
def test_commonmark_without_mathematics_changes_no_formula(case: Case) -> None:
    page = Markdown(case.name, case.texts["markdown"])
    assert unchanged(page, plain_html(page.text))


@every_case()
def test_pages_for_github_are_the_portable_pages(case: Case) -> None:
    """Fences and code come through a parser unchanged; with their marks exchanged the two are one page."""
    page = Markdown(case.name, case.texts["github"], github=True)
    assert unlike([page], [github(page.text)]) == []
    assert portable(page.text) == case.texts["markdown"]


def some(cases: list[Case], share: int) -> list[Case]:
    """One of so many, by the names of the cases."""
    return [case for case in cases if crc32(f"set {case.name}".encode()) % share == 0]


def is_latin(case: Case) -> bool:
    """Whether an engine of Latin letters sets it, in the package's own symbols: those of a source may be long words."""
    return "labels-unicode" not in case.name and "profile" not in case.look


def set_pages(format: str, cases: list[Case], folder: Path, engine: str) -> tuple[list[str], list[tuple[str, str]]]:
    """The errors of one document made of all these pages, and what is too wide in which of them."""
    bodies = [f"\\typeout{{@@{number}}}\n{case.texts[format]}" for number, case in enumerate(cases)]
    result = compile_latex(in_document(format, "\n".join(bodies), ""), folder, engine=engine)
    assert result.pages > len(cases) / 3
    wide, name = [], ""
    for line in result.log.splitlines():
        if line.startswith("@@"):
            name = cases[int(line[2:])].name
        elif (found := re.match(r"Overfull \\[hv]box \(([\d.]+)pt", line)) and float(found[1]) > NEAR:
            wide.append((name, line))
    return result.errors, wide


@every_chunk
def test_latex_compiles_within_the_margins(chunk: int, tmp_path: Path, tex_engine: str) -> None:
    cases = [case for case in cases_of(chunk) if is_latin(case) and with_short_numbers(case)]
    cases = some(cases, 1 if EXHAUSTIVE else 3)
    errors, wide = set_pages("latex", cases, tmp_path, tex_engine)
    assert errors == []
    assert wide == []


@every_chunk
def test_slides_compile_within_their_frames(chunk: int, tmp_path: Path, tex_engine: str) -> None:
    """Numbers of more than 60 digits, as of millions of samples, and formulas in words are wider than a slide."""
    cases = [
        case for case in cases_of(chunk) if case.verb != "report" and is_latin(case) and not LARGE.search(case.name)
    ]
    cases = some(cases, 2 if EXHAUSTIVE else 6)
    errors, wide = set_pages("beamer", cases, tmp_path, tex_engine)
    assert errors == []
    assert wide == []
