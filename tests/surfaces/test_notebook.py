"""A notebook with a derivation and a report, executed and exported: the mathematics is in what comes out."""

from __future__ import annotations

from html import unescape

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


def test_a_notebook_shows_and_exports_every_formula() -> None:
    notebook = new_notebook(cells=[new_code_cell(source) for source in CELLS])
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(ROOT)}}).execute()
    for cell in notebook.cells[1:]:
        (output,) = cell.outputs
        assert sorted(output.data) == ["text/latex", "text/markdown", "text/plain"]
    cm = em.ConfusionMatrix(MATRIX)
    markdown, _ = MarkdownExporter().from_notebook_node(notebook)
    for page in (cm.derive("mcc"), cm.report()):
        assert page.to_markdown().strip() in markdown
    assert "<div" not in markdown
    html, _ = HTMLExporter().from_notebook_node(notebook)
    displays = [line for line in cm.derive("mcc").to_markdown().splitlines() if line.startswith("$$ ")]
    assert len(displays) > 8
    assert [line for line in displays if line not in unescape(html)] == []
    assert "mathjax" in html.lower()  # it loads what draws them
