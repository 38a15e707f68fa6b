"""The picture of a matrix: every count in its square, shaded by its exact share, and the names in full."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from tests.cases import each
from tests.derivation.html_reader import Element, parsed
from tests.derivation.questions import BIRDS, FIG_23, example_5, matrix


def picture(rows: list[list[int]], labels: list[str]) -> Element:
    [svg] = parsed(matrix(rows, labels).report().to_html()).iter("svg")
    return svg


@each("rows", [BIRDS, FIG_23, [[0, 0], [3, 1]]], ids=["birds", "figure 23", "an empty row"])
def test_squares_are_shaded_by_the_share_of_the_row(rows: list[list[int]]) -> None:
    labels = [f"c{i}" for i in range(len(rows))]
    squares = {}
    for group in picture(rows, labels).iter("g"):
        square = group.find("rect")
        if square is None or group.find("g") is not None:
            continue
        x, y = int(square.get("x") or ""), int(square.get("y") or "")
        text = group.find("text")
        assert text is not None
        squares[y, x] = (text.text, (square.get("class") or "").split()[0], group.findtext("title"))
    side = max(x for _, x in squares) // (len(rows) - 1)
    assert len(squares) == len(rows) ** 2
    for i, row in enumerate(rows):
        for j, count in enumerate(row):
            share = Fraction(count, sum(row)) if sum(row) else Fraction(0)
            expected = (str(count), f"shade-{ceil(6 * share)}", f"actual: c{i}, predicted: c{j}, {count}")
            assert squares[i * side, j * side] == expected


def test_a_picture_is_described() -> None:
    svg = picture(BIRDS, ["bird", "cat", "dog"])
    assert svg.get("role") == "img"
    known = {e.get("id") for e in svg.iter()}
    assert set((svg.get("aria-labelledby") or "").split()) <= known


def test_long_names_are_cut_beside_the_picture_and_whole_in_their_titles() -> None:
    long = "a name that goes on for a while"
    names = [e for e in picture(BIRDS, [long, "b", "c"]).iter("text") if e.findtext("title") == long]
    assert len(names) == 2
    for name in names:
        written = "".join(name.itertext()).removeprefix(long)
        assert written.endswith("…")
        assert len(written) <= 14


def test_there_is_no_picture_of_what_cannot_be_looked_at() -> None:
    k = 31
    large = matrix([[int(i == j) for j in range(k)] for i in range(k)], [str(i) for i in range(k)])
    assert not list(parsed(large.report().to_html()).iter("svg"))
    assert not list(parsed(example_5().report().to_html()).iter("svg"))


def test_counts_that_do_not_fit_are_left_to_the_titles() -> None:
    k = 30
    rows = [[10**6 + i + j for j in range(k)] for i in range(k)]
    svg = picture(rows, [f"c{i}" for i in range(k)])
    assert not [e for e in svg.iter("text") if (e.text or "").isdigit()]
    assert "actual: c0, predicted: c1, 1000001" in [e.text for e in svg.iter("title")]
