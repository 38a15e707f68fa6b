"""Every golden LaTeX page compiles with a real engine: no error, no overfull box, no missing glyph."""

from __future__ import annotations

from pathlib import Path

from exactmetrics._resources import worked_examples_dir
from tests.cases import each
from tests.latex import compile_latex

PAGES = sorted(worked_examples_dir().glob("*/*.tex"))


def test_there_is_a_page_for_every_sheet() -> None:
    sheets = {p.with_suffix("") for p in worked_examples_dir().glob("*/*.toml") if p.name != "profile.toml"}
    assert {p.with_suffix("") for p in PAGES} == sheets


@each("page", PAGES, ids=lambda p: f"{p.parent.name}/{p.stem}", quick=4)
def test_golden_pages_compile(page: Path, tmp_path: Path, tex_engine: str) -> None:
    result = compile_latex(page.read_text(encoding="utf-8"), tmp_path, engine=tex_engine)
    assert not result.errors, result.errors
    assert not result.overfull, result.overfull
    assert result.pages
