"""Notebooks are reported as a person sees them: cells and lines of them, not the lines of the JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from exactmetrics.testing import assert_document
from exactmetrics.verification.report.fixing import fix_report, fixed
from exactmetrics.verification.verified import Verification
from exactmetrics.verification.verify import verify_document
from tests.derivation.html_reader import parsed
from tests.verification.report.written import marks

CELLS = [
    {"cell_type": "markdown", "metadata": {}, "source": ["# \"Title\" é\n", "\n", "so 4/6 = 0.66, \\o/\n"]},
    {"cell_type": "code", "metadata": {}, "source": ["print(text)"], "execution_count": 1, "outputs": [
        {"output_type": "stream", "name": "stdout", "text": ["first\n", "\t1/2 = 0.6\n"]}]},
    {"cell_type": "markdown", "metadata": {}, "source": []},
    {"cell_type": "markdown", "metadata": {}, "source": "a\n\nb\n\nc, 3/4 = 0.7, d"},
]  # fmt: skip


@pytest.fixture(params=[None, 1], ids=["one line", "many lines"])
def notebook(request: pytest.FixtureRequest, tmp_path: Path) -> Verification:
    path = tmp_path / "n.ipynb"
    path.write_text(json.dumps({"cells": CELLS, "nbformat": 4}, indent=request.param), encoding="utf-8")
    return verify_document(path)


PLACES = ["cell 1, line 3", "cell 2 [1], output line 2", "cell 4, line 5"]


def test_places_are_those_of_cells(notebook: Verification) -> None:
    text = notebook.to_text(width=400)
    assert [line.partition(": ")[2].partition(":")[0] for line in text.splitlines() if ".ipynb: cell" in line] == PLACES
    assert "3 | so 4/6 = 0.66, \\o/\n  |          ^^^^\n" in text
    assert "2 | 1/2 = 0.6\n" in text
    markdown, github = notebook.to_markdown(), notebook.to_github()
    for place in PLACES:
        assert place.replace("[1]", "\\[1\\]") in markdown
        assert place in github


def test_json_names_the_cell(notebook: Verification) -> None:
    links = [link for link in notebook.to_dict()["links"] if link["verdict"] in ("false", "truncated")]
    assert [link["notebook_cell"] for link in links] == [
        {"number": 1, "line": 3, "output": False}, {"number": 2, "line": 2, "output": True},
        {"number": 4, "line": 5, "output": False},
    ]  # fmt: skip
    assert verify_document("4/6 = 0.66").to_dict()["links"][0]["notebook_cell"] is None


def test_the_page_shows_the_cells(notebook: Verification) -> None:
    page = parsed(notebook.to_html())
    lines = [e for e in page.iter("span") if e.get("class") == "src"]
    assert ["".join(line.itertext()) for line in lines] == [
        "cell 1", '# "Title" é', "", "so 4/6 = 0.66, \\o/", "cell 2 [1]", "print(text)", "cell 2 [1], output", "first",
        " 1/2 = 0.6", "cell 4", "a", "", "b", "", "c, 3/4 = 0.7, d",
    ]  # fmt: skip
    assert [text for text, _ in marks(page)] == ["0.66", "0.6", "0.7"]


def test_the_corrected_copy_stays_a_notebook(notebook: Verification) -> None:
    cells = json.loads(fixed(notebook).text)["cells"]
    assert cells[0]["source"][2] == "so 4/6 = 0.67, \\o/\n"


def test_python_and_the_fix_name_cells(notebook: Verification) -> None:
    found = notebook.findings("error", "warn")
    assert [(one.cell, one.start and one.start.line) for one in found] == [
        ((1, 3, False, ""), 3), ((2, 2, True, "1"), 2), ((4, 5, False, ""), 5)
    ]  # fmt: skip
    said = fix_report(notebook)
    assert said[1] == "  cell 1, line 3: 0.66 becomes 0.67"
    assert "  cell 2 [1], output line 2: 0.6: its right digits are not sure" in said


def test_assertions_name_cells(notebook: Verification) -> None:
    with pytest.raises(AssertionError) as caught:
        assert_document(Path(notebook.path), strict=True)
    lines = str(caught.value).splitlines()
    assert [line for line in lines if line.startswith("cell ")] == [
        "cell 1, line 3: 4/6 = 0.66: truncated",
        "cell 2 [1], output line 2: 1/2 = 0.6: false",
        "cell 4, line 5: 3/4 = 0.7: truncated",
    ]
    with pytest.raises(AssertionError, match="celda 1, línea 3: "):
        assert_document(Path(notebook.path), strict=True, language="es")
    with pytest.raises(AssertionError, match="الخليّة 1، السطر 3: "):
        assert_document(Path(notebook.path), strict=True, language="ar")
