"""LaTeX documents with names in scripts that pdflatex has no letters for: the engine they name draws every letter."""

from __future__ import annotations

from pathlib import Path

import exactmetrics as em
from tests.cases import each
from tests.latex import compile_latex

ROWS = [[6, 1], [2, 5]]


@each("language", ["en", "es"])
def test_every_letter_of_an_arabic_name_is_drawn(language: str, tmp_path: Path, lualatex: str) -> None:
    cm = em.ConfusionMatrix(ROWS, labels=["قطة كبيرة", "dog"])
    source = cm.derive("precision", average="macro", language=language).to_latex(document=True)
    assert source.splitlines()[0] == "% This document needs lualatex."
    result = compile_latex(source, tmp_path, engine=lualatex)
    assert (result.errors, result.overfull) == ([], [])
    assert r"{\textdir TRT قطة كبيرة}" in source


@each("names", [["猫", "犬"], ["кот", "пёс"], ["γάτα", "σκύλος"], ["חתול", "כלב"], ["🐈", "🐕"]])
def test_other_scripts_ask_for_lualatex(names: list[str]) -> None:
    source = em.ConfusionMatrix(ROWS, labels=names).report().to_latex(document=True)
    assert "lualatex" in source.splitlines()[0]


@each("names", [["naïve", "œuvre"], ["Łódź", "Ærø"], ["“a”", "b – c…"], ["5 €", "½"]])
def test_latin_letters_stay_with_pdflatex(names: list[str], tmp_path: Path, tex_engine: str) -> None:
    source = em.ConfusionMatrix(ROWS, labels=names).derive("accuracy").to_latex(document=True)
    assert source.startswith(r"\documentclass")
    assert compile_latex(source, tmp_path, engine=tex_engine).errors == []
