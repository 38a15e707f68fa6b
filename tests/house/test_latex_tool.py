"""The LaTeX helper sees what it is there to see."""

from __future__ import annotations

from pathlib import Path

from tests.latex import compile_latex

DOCUMENT = "\\documentclass{{article}}\\begin{{document}}{}\\end{{document}}\n"


def test_a_sound_document(tex_engine: str, tmp_path: Path) -> None:
    result = compile_latex(DOCUMENT.format(r"$\frac{409}{630}$\newpage two"), tmp_path, engine=tex_engine)
    assert (result.errors, result.overfull, result.pages) == ([], [], 2)


def test_an_error_is_reported(tex_engine: str, tmp_path: Path) -> None:
    result = compile_latex(DOCUMENT.format(r"one \nosuchcommand"), tmp_path, engine=tex_engine)
    assert result.errors == ["! Undefined control sequence."]


def test_an_overfull_box_is_reported(tex_engine: str, tmp_path: Path) -> None:
    result = compile_latex(DOCUMENT.format(r"\noindent\rule{2\textwidth}{1pt}"), tmp_path, engine=tex_engine)
    assert result.errors == []
    assert len(result.overfull) == 1


def test_a_missing_glyph_is_an_error(tex_engine: str, tmp_path: Path) -> None:
    result = compile_latex(DOCUMENT.format(r"\char200"), tmp_path, engine=tex_engine)
    assert any(error.startswith("Missing character") for error in result.errors)
