"""What is marked on the matrix: the cells of a region add up to the count it is named after, on every surface."""

from __future__ import annotations

import re
from fractions import Fraction

import exactmetrics as em
from tests.cases import each
from tests.derivation.html_reader import parsed
from tests.derivation.questions import BIRDS, FIG_23, matrix

SURFACES = ("text", "markdown", "latex", "html")
ROW = re.compile(r"\| true |true .*&|   true [^/]")
SET_OFF = {
    "markdown": r"\*\*(\d+)\*\* ",
    "latex": r"\\cellcolor\{black!20\}\\textbf\{(\d+)\}",
    "text": r"\[(\d+)\]",
}
COUNTS = {  # of the class, by the metric: what its formula speaks of
    "precision": ("tp", "fp"),
    "recall": ("tp", "fn"),
    "specificity": ("fp", "tn"),
    "npv": ("tn", "fn"),
    "jaccard": ("tp", "fp", "fn"),
    "f1": ("tp", "fp", "fn"),
    "class_accuracy": ("tp", "tn"),
}


def marked(page: str, surface: str, k: int) -> list[list[tuple[str, str]]]:
    """The cells of the matrix, each with its count and the letters beside it ("diagonal" where it is set off)."""
    if surface == "html":
        table = next(e for e in parsed(page).iter("figure")).find(".//tbody")
        assert table is not None
        rows = [list(row)[1:-1] for row in table]
        return [[((c.text or "").strip(), "".join(s.text or "" for s in c.iter("small"))) for c in row] for row in rows]
    lines = [line for line in page.splitlines() if ROW.match(line)][:k]
    cut = {"markdown": r" ?\| ?", "latex": r"&|\\\\", "text": r"\s{2,}"}[surface]
    found = [
        [part.strip() for part in re.split(cut, line.strip().strip("|")) if part.strip()][1 : k + 1] for line in lines
    ]
    return [[_cell(cell) for cell in row] for row in found]


def _cell(cell: str) -> tuple[str, str]:
    bare = re.sub(r"\\cellcolor\{[^}]*\}|\\textbf|\\scriptsize|\\,|[*{}\[\]]", " ", cell)
    count, _, letters = " ".join(bare.split()).partition(" ")
    return count, letters


@each("surface", SURFACES)
@each("metric", COUNTS)
@each("rows", [BIRDS, FIG_23], ids=["birds", "figure 23"])
def test_regions_add_up_to_the_counts(rows: list[list[int]], metric: str, surface: str) -> None:
    cm = matrix(rows)
    for label in cm.labels:
        found = marked(cm.derive(metric, label=label).to(surface), surface, 3)
        assert [[int(count) for count, _ in row] for row in found] == rows
        for count in ("tp", "fp", "fn", "tn"):
            cells = [Fraction(n) for row in found for n, letters in row if letters == count.upper()]
            if count in COUNTS[metric]:
                assert cells
                assert sum(cells) == cm.value(count, label=label)
            else:
                assert not cells


@each("surface", SURFACES)
@each("average", ["macro", "weighted"])
def test_an_average_marks_the_diagonal_and_no_region(average: str, surface: str) -> None:
    cm = matrix(BIRDS)
    page = cm.derive("f1", average=average).to(surface)
    found = marked(page, surface, 3)
    assert not any(letters for row in found for _, letters in row)
    if surface == "html":
        cells = [(c.text or "") for c in parsed(page).iter("td") if c.get("class") == "diagonal"]
    else:
        lines = [line for line in page.splitlines() if ROW.match(line)][:3]
        cells = [re.findall(SET_OFF[surface], line)[0] for line in lines]
    assert cells == ["6", "5", "7"]


@each("surface", SURFACES)
def test_the_legend_says_what_the_letters_are(surface: str) -> None:
    page = matrix(BIRDS).derive("precision", label="b").to(surface)
    for words in ("true positives", "false positives"):
        assert words in page
    assert "false negatives" not in page


def test_large_matrices_keep_the_largest_region_unmarked() -> None:
    rows = [[(i * j) % 5 for j in range(13)] for i in range(13)]
    labels = [f"c{i}" for i in range(13)]
    small = matrix([row[:12] for row in rows[:12]], labels[:12]).derive("specificity", label="c0").to_html()
    large = matrix(rows, labels).derive("specificity", label="c0").to_html()
    assert sum(c.get("class") == "tn" for c in parsed(small).iter("td")) == 121
    assert not any(c.get("class") == "tn" for c in parsed(large).iter("td"))


def test_a_printed_matrix_has_its_margins() -> None:
    lines = str(em.ConfusionMatrix([[2, 1], [0, 40]], labels=["a", "b"])).splitlines()
    assert lines == [
        "true / predicted  a   b  total",
        "------------------------------",
        "a                 2   1      3",
        "b                 0  40     40",
        "------------------------------",
        "total             2  41     43",
    ]
