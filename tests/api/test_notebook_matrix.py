"""What a notebook shows of a matrix: read back by an HTML parser, and compiled."""

from __future__ import annotations

from pathlib import Path

import html5lib

import exactmetrics as em
from tests.cases import each
from tests.derivation.hostile import PRINTED
from tests.latex import compile_latex

ROWS = [[6, 1, 1], [1, 5, 2], [2, 3, 7]]


@each("name", PRINTED[:: max(1, len(PRINTED) // 20)])
def test_the_table_reads_back(name: str) -> None:
    cm = em.ConfusionMatrix(ROWS, labels=[name, "other!", "third!"])
    page = cm._repr_html_() or ""
    root = html5lib.parse(page, namespaceHTMLElements=False)
    rows = [[" ".join("".join(cell.itertext()).split()) for cell in row] for row in root.iter("tr")]
    assert [row[1:] for row in rows[1:]] == [
        ["6", "1", "1", "8"], ["1", "5", "2", "8"], ["2", "3", "7", "12"], ["9", "9", "10", "28"]
    ]  # fmt: skip
    assert rows[0][1] == rows[1][0]
    assert [cell.get("scope") for cell in root.iter("th")] == ["col"] * 5 + ["row"] * 4
    assert not list(root.iter("script"))


def test_large_matrices_show_their_size() -> None:
    large = em.ConfusionMatrix([[1] * 31 for _ in range(31)])
    assert large._repr_html_() is None
    assert large._repr_latex_() is None
    assert repr(large) == "<ConfusionMatrix of 31 classes, 961 samples>"


def test_the_array_compiles(tmp_path: Path, tex_engine: str) -> None:
    names = ["a_b%", "$x^2$ & co", "#1 {y} \\z"]
    arrays = "\n\n".join(em.ConfusionMatrix(ROWS, labels=labels)._repr_latex_() or "" for labels in (names, None))
    source = f"\\documentclass{{article}}\\usepackage{{amsmath}}\\begin{{document}}\n{arrays}\n\\end{{document}}\n"
    assert compile_latex(source, tmp_path, engine=tex_engine).errors == []
