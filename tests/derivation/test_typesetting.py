"""LaTeX documents with names in scripts that pdflatex has no letters for: the engine they name draws every letter."""

from __future__ import annotations

from pathlib import Path

import pytest

import exactmetrics as em
from tests.cases import each
from tests.latex import compile_latex, joined

ROWS = [[6, 1], [2, 5]]


@pytest.mark.xdist_group("lualatex")  # one worker looks whether it works
@each("language", ["en", "es"], quick=1)
def test_every_letter_of_an_arabic_name_is_drawn(language: str, tmp_path: Path, lualatex: str) -> None:
    cm = em.ConfusionMatrix(ROWS, labels=["قطة كبيرة", "dog"])
    source = cm.derive("precision", average="macro", language=language).to_latex(document=True)
    assert source.splitlines()[0] == "% This document needs lualatex."
    result = compile_latex(source, tmp_path, engine=lualatex)
    assert (result.errors, result.overfull) == ([], [])
    assert r"{\textdir TRT قطة كبيرة}" in source


@each("names", [["猫", "犬"], ["кот", "пёс"], ["γάτα", "σκύλος"], ["חתול", "כלב"], ["🐈", "🐕"]])
def test_other_scripts_ask_for_lualatex(names: list[str]) -> None:
    source = em.ConfusionMatrix(ROWS, labels=names).report(metrics="all").to_latex(document=True)
    assert "lualatex" in source.splitlines()[0]


def test_latin_letters_stay_with_pdflatex(tmp_path: Path, tex_engine: str) -> None:
    together = [["naïve", "œuvre"], ["Łódź", "Ærø"], ["“a”", "b – c…"], ["5 €", "½"]]
    counts = [em.ConfusionMatrix(ROWS, labels=names) for names in together]
    sources = [cm.derive("accuracy").to_latex(document=True) for cm in counts]
    assert all(source.startswith(r"\documentclass") for source in sources)
    assert compile_latex(joined(sources), tmp_path, engine=tex_engine).errors == []
