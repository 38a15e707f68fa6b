"""Curves as pictures: the points are where the exact rates are, the area is told, and nothing is cut off."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path

import pytest

import exactmetrics as em
from exactmetrics.exact.errors import ExactMetricsError
from tests.cases import each
from tests.cli.run import printed, refused, write
from tests.latex import compile_latex
from tests.tools import needed

SVG = "{http://www.w3.org/2000/svg}"
SCORES = em.Scores([1, 1, 1, 0, 0, 0], ["0.9", "0.7", "0.5", "0.7", "0.4", "0.2"])
FILE = "y_true,y_score\nyes,0.9\nyes,0.7\nyes,0.5\nno,0.7\nno,0.4\nno,0.2\n"


def corners(svg: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """Where 0 and 1 of both axes are: the ends of the grid lines."""
    ends = [
        tuple(map(int, point.split(",")))
        for line in ET.fromstring(svg).iter(f"{SVG}polyline")
        if line.get("class") == "plain"
        for point in line.get("points", "").split()
    ]
    xs, ys = [x for x, _ in ends], [y for _, y in ends]
    return (min(xs), max(ys)), (max(xs), min(ys))


def on_curve(svg: str) -> list[tuple[Fraction, Fraction]]:
    """The corners of the curve, read back as coordinates from 0 to 1."""
    (left, bottom), (right, top) = corners(svg)
    (curve,) = [line for line in ET.fromstring(svg).iter(f"{SVG}polyline") if line.get("class") == "curve"]
    points = [tuple(map(int, point.split(","))) for point in curve.get("points", "").split()]
    return [(Fraction(x - left, right - left), Fraction(bottom - y, bottom - top)) for x, y in points]


def near(found: tuple[Fraction, Fraction], wanted: tuple[str, str]) -> bool:
    return all(abs(a - Fraction(b)) < Fraction(1, 300) for a, b in zip(found, wanted, strict=True))


def test_the_corners_of_the_roc_curve() -> None:
    # By hand: 0.9 takes one of three positives, 0.7 one more and one of three negatives, 0.5 the last positive.
    wanted = [("0", "0"), ("0", "1/3"), ("1/3", "2/3"), ("1/3", "1"), ("1", "1")]
    found = on_curve(SCORES.picture().to_svg())
    assert len(found) == len(wanted)
    assert all(map(near, found, wanted))


def test_precision_stands_for_the_recall_before_it() -> None:
    # By hand: precision 1, then 2/3, then 3/4 at recall 1/3, 2/3 and 1; behind recall 1 it only falls.
    found = on_curve(SCORES.picture("precision_recall").to_svg())
    wanted = [("0", "1"), ("1/3", "1"), ("1/3", "2/3"), ("2/3", "2/3"), ("2/3", "3/4"), ("1", "3/4")]
    assert all(map(near, found[:6], wanted))
    assert all(x == 1 for x, _ in found[6:])


@each("curve", ["roc", "precision_recall"])
def test_the_area_of_the_shape_is_the_number_below_it(curve: str) -> None:
    svg = SCORES.picture(curve).to_svg()
    (left, bottom), (right, top) = corners(svg)
    (shape,) = ET.fromstring(svg).iter(f"{SVG}polygon")
    points = [tuple(map(int, point.split(","))) for point in shape.get("points", "").split()]
    twice = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1], strict=True))
    area = Fraction(abs(twice), 2 * (right - left) * (bottom - top))
    (told,) = re.findall(r"= (\d+/\d+)", svg)
    assert abs(area - Fraction(told)) < Fraction(1, 100)


@each(("curve", "language"), [("roc", "en"), ("precision_recall", "de"), ("roc", "ar"), ("precision_recall", "fr")])
def test_nothing_is_cut_off(curve: str, language: str) -> None:
    root = ET.fromstring(SCORES.picture(curve, language=language).to_svg())
    width = int(root.get("width", ""))
    for text in root.iter(f"{SVG}text"):
        if text.get("text-anchor") == "start":
            assert int(text.get("x", "")) + len(text.text or "") * int(text.get("font-size", "")) // 2 <= width
    said = [title.text for title in root.iter(f"{SVG}title")][1:]
    assert len(said) == len(set(said)) >= 3


def test_a_long_curve_is_drawn_without_marks() -> None:
    scores = em.Scores([at * at % 3 == 1 for at in range(300)], [at * 7 % 300 for at in range(300)])
    svg = scores.picture().to_svg()
    assert "<circle" not in svg
    assert on_curve(svg)[-1] == (1, 1)


def test_tikz_compiles(tmp_path: Path) -> None:
    engine = needed("tikz")
    body = SCORES.picture().to_tikz() + SCORES.picture("precision_recall", theme="dark").to_tikz()
    source = "\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage{lmodern,tikz}\\begin{document}\n"
    assert compile_latex(f"{source}{body}\n\\end{{document}}\n", tmp_path, engine=engine).errors == []


def test_the_command(tmp_path: Path) -> None:
    data = write(tmp_path, "scores.csv", FILE)
    asked = ["picture", data, "--positive", "yes", "--curve", "roc"]
    assert printed(*asked) == SCORES.picture().to_svg()
    assert "no curve 'rok'" in refused(*asked[:-1], "rok")
    assert "--curve" in refused("picture", data, "--positive", "yes")
    assert "--shares" in refused(*asked, "--shares")
    assert "'no' or 'yes'" in refused("picture", data, "--curve", "roc")


def test_what_has_no_curve() -> None:
    with pytest.raises(ExactMetricsError, match="no negative sample"):
        em.Scores([1, 1], ["0.4", "0.3"], labels=[0, 1]).picture()
    with pytest.raises(ExactMetricsError, match="no theme"):
        SCORES.picture(theme="blue")
    rows = [["0.6", "0.3", "0.1"], ["0.2", "0.5", "0.3"], ["0.1", "0.3", "0.6"]]
    with pytest.raises(ExactMetricsError, match="which class"):
        em.Scores(["a", "b", "c"], rows).picture()
