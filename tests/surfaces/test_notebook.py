"""A notebook with a derivation and a report, executed and exported: the mathematics is in what comes out."""

from __future__ import annotations

from html import unescape

import nbformat
import pytest
from nbclient import NotebookClient
from nbconvert import HTMLExporter, MarkdownExporter
from nbformat.v4 import new_code_cell, new_notebook

import exactmetrics as em
from tests.house.source import ROOT

MATRIX = [[6, 1, 1], [1, 5, 2], [2, 3, 7]]
CELLS = [
    f"import exactmetrics as em\ncm = em.ConfusionMatrix({MATRIX})",
    "cm.derive('mcc')",
    "cm.report()",
]


@pytest.fixture(scope="module")
def notebook() -> nbformat.NotebookNode:
    made = new_notebook(cells=[new_code_cell(source) for source in CELLS])
    NotebookClient(made, timeout=120, resources={"metadata": {"path": str(ROOT)}}).execute()
    return made


def test_a_cell_shows_text_markdown_and_latex(notebook: nbformat.NotebookNode) -> None:
    for cell in notebook.cells[1:]:
        (output,) = cell.outputs
        assert sorted(output.data) == ["text/latex", "text/markdown", "text/plain"]


def test_the_export_to_markdown_is_the_markdown_of_the_page(notebook: nbformat.NotebookNode) -> None:
    text, _ = MarkdownExporter().from_notebook_node(notebook)
    cm = em.ConfusionMatrix(MATRIX)
    for page in (cm.derive("mcc"), cm.report()):
        assert page.to_markdown().strip() in text
    assert "<div" not in text


def test_the_export_to_html_keeps_every_formula_and_loads_what_draws_it(notebook: nbformat.NotebookNode) -> None:
    html, _ = HTMLExporter().from_notebook_node(notebook)
    text = unescape(html)
    page = em.ConfusionMatrix(MATRIX).derive("mcc").to_markdown()
    displays = [line for line in page.splitlines() if line.startswith("$$ ")]
    assert len(displays) > 8
    assert [line for line in displays if line not in text] == []
    assert "mathjax" in html.lower()
