"""The picture of the matrix on a page: every square is shaded by its exact share and says what it is."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import exactmetrics as em
from tests.cases import each
from tests.derivation.html_reader import Element, parsed
from tests.derivation.questions import BIRDS, FIG_23, example_5, matrix


def picture(rows: list[list[int]], labels: list[str]) -> Element:
    [svg] = parsed(matrix(rows, labels).report().to_html()).iter("svg")
    return svg


@each("rows", [BIRDS, FIG_23, [[0, 0], [3, 1]]], ids=["birds", "figure 23", "an empty row"])
def test_squares_are_shaded_by_the_share_of_the_row(rows: list[list[int]]) -> None:
    labels = [f"c{i}" for i in range(len(rows))]
    squares = {
        square.findtext("title"): (square.get("class") or "").split() for square in picture(rows, labels).iter("rect")
    }
    for i, row in enumerate(rows):
        for j, count in enumerate(row):
            share = Fraction(count, sum(row)) if sum(row) else Fraction(0)
            classes = [f"step-{ceil(6 * share)}", "right" if i == j else "plain"]
            assert squares[f"actual: c{i}, predicted: c{j}, {count}"] == classes


def test_a_picture_is_described() -> None:
    svg = picture(BIRDS, ["bird", "cat", "dog"])
    assert svg.get("role") == "img"
    assert (svg[0].tag, svg[1].tag) == ("title", "desc")
    assert "fraction of the samples of the actual class" in (svg[1].text or "")


def test_there_is_no_picture_of_what_cannot_be_looked_at() -> None:
    k = 31
    large = matrix([[int(i == j) for j in range(k)] for i in range(k)], [str(i) for i in range(k)])
    assert not list(parsed(large.report().to_html()).iter("svg"))
    assert not list(parsed(example_5().report().to_html()).iter("svg"))


def test_classes_without_names_are_called_as_on_the_page() -> None:
    page = em.ConfusionMatrix(BIRDS).report().to_html()
    [svg] = parsed(page).iter("svg")
    assert {"A", "B", "C"} <= {text.text for text in svg.iter("text")}
