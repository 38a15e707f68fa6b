"""Picture files of the matrix and of curves: all counts are there, points are at their rates, nothing is cut off."""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import exactmetrics as em
from exactmetrics.exact.errors import ExactMetricsError, InputError, UsageError
from tests.cases import each, size
from tests.cli.run import printed, refused, write
from tests.derivation.hostile import PRINTED
from tests.latex import compile_latex
from tests.strategies import square_rows
from tests.tools import module, needed

SVG = "{http://www.w3.org/2000/svg}"
BIRDS = em.ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=["bird", "cat", "dog"])
LONG = em.ConfusionMatrix(
    [[60123456, 1, 0], [12, 5, 0], [2, 3, 7]], labels=["a class of which the name goes on and on", "W" * 40, "<&>"]
)
SCORES = em.Scores([1, 1, 1, 0, 0, 0], ["0.9", "0.7", "0.5", "0.7", "0.4", "0.2"])
FILE = "y_true,y_score\nyes,0.9\nyes,0.7\nyes,0.5\nno,0.7\nno,0.4\nno,0.2\n"


def texts(svg: str) -> list[ET.Element]:
    return list(ET.fromstring(svg).iter(f"{SVG}text"))


@settings(max_examples=size(15, 100))
@given(
    rows=square_rows(least=1, most=6, highest=10**9),
    names=st.lists(st.text(st.characters(codec="ascii"), max_size=50), min_size=6, max_size=6, unique=True),
    shares=st.booleans(),
)
def test_every_count_is_written_and_nothing_is_cut_off(rows: list[list[int]], names: list[str], shares: bool) -> None:
    names = [f"{at}{name}" for at, name in enumerate(names)][: len(rows)]
    root = ET.fromstring(em.ConfusionMatrix(rows, labels=names).picture(shares=shares).to_svg())
    width, height = int(root.get("width", "")), int(root.get("height", ""))
    written = [text.text for text in root.iter(f"{SVG}text")]
    assert all(str(count) in written for row in rows for count in row)
    for text in root.iter(f"{SVG}text"):
        # A letter of a usual sans-serif font is about half as wide as it is high, a capital two thirds.
        wide = sum(0.67 if ch.isupper() or ch in "mw@%" else 0.5 for ch in text.text or "") * int(
            text.get("font-size", "")
        )
        place = re.findall(r"-?\d+", text.get("transform", ""))
        x, y = (int(place[0]), int(place[1])) if place else (int(text.get("x", "")), int(text.get("y", "")))
        begin = {"start": 0.0, "middle": wide / 2, "end": wide}[text.get("text-anchor", "")]
        if not place:
            assert x - begin >= 0, text.text
            assert x - begin + wide <= width, text.text
        elif place[2] == "-45":
            assert x + wide * 0.71 <= width, text.text
            assert y - wide * 0.71 >= 0, text.text
        assert 0 <= y <= height


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@each("theme", ["light", "dark"])
def test_counts_can_be_read_on_every_shade(theme: str) -> None:
    """The contrast that WCAG 2.2 asks of text, 4.5 to 1, between each count and its square."""
    rows = [[100 - part, part] for part in range(0, 101, 5)]
    for row in rows:
        root = ET.fromstring(em.ConfusionMatrix([row, [0, 1]]).picture(theme=theme).to_svg())
        squares = [(int(r.get("x", "0")), int(r.get("y", "0")), r) for r in root.iter(f"{SVG}rect") if r.get("x")]
        for text in root.iter(f"{SVG}text"):
            if text.get("class") in ("count", "strong"):
                at = [r for x, y, r in squares if 0 <= int(text.get("x", "")) - x < int(r.get("width", ""))
                      and 0 <= int(text.get("y", "")) - y < int(r.get("height", ""))]  # fmt: skip
                light = sorted(luminance(e.get("fill", "")) for e in (text, at[0]))
                assert (light[1] + 0.05) / (light[0] + 0.05) >= 4.5, (theme, row, text.text)


def test_shares_are_those_of_the_true_class() -> None:
    # By hand: 6/8, 5/8 and 7/12 on the diagonal.
    written = [text.text for text in texts(BIRDS.picture(shares=True).to_svg())]
    assert {"75.0 %", "62.5 %", "58.3 %"} <= set(written)
    assert not any("%" in (text.text or "") for text in texts(BIRDS.picture().to_svg()))


def test_the_reader_s_page_chooses_the_colours_unless_a_theme_is_named() -> None:
    auto, light, dark = (BIRDS.picture(theme=theme).to_svg() for theme in ("auto", "light", "dark"))
    assert "prefers-color-scheme: dark" in auto
    assert "prefers-color-scheme" not in light + dark
    used = {name for e in ET.fromstring(auto).iter() for name in (e.get("class") or "").split()}
    assert all(f".matrix-picture .{name} {{" in auto for name in used - {"matrix-picture"})
    colours = {name: re.findall(r'class="paper"[^>]*fill="(#\w+)"', page) for name, page in (("l", light), ("d", dark))}
    assert colours["l"] != colours["d"]


@each("name", [name for name in PRINTED if crc32(name.encode()) % 16 == 0])
def test_names_are_text(name: str) -> None:
    page = em.ConfusionMatrix([[1, 0], [0, 1]], labels=[name, "other!"]).picture().to_svg()
    assert "<script" not in page
    names_and_counts = [text for text in texts(page) if text.get("class") != "muted"]  # the key may take more lines
    assert len(names_and_counts) == 4 + 4


def test_a_long_name_stands_below_in_full() -> None:
    written = " ".join(text.text or "" for text in texts(LONG.picture().to_svg()))
    assert "a class of which the name goes on and on" in written
    assert "W" * 40 in written.replace(" ", "")


def test_tikz_compiles(tmp_path: Path) -> None:
    asked = ((BIRDS, True, "light"), (BIRDS, False, "dark"), (LONG, True, "auto"))
    pictures = [cm.picture(shares=shares, theme=theme).to_tikz() for cm, shares, theme in asked]
    body = "\n\n\\clearpage\n".join(f"\\noindent\\resizebox{{!}}{{8cm}}{{{page}}}" for page in pictures)
    body += SCORES.picture().to_tikz() + SCORES.picture("precision_recall", theme="dark").to_tikz()
    source = "\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage{lmodern,tikz}\\begin{document}\n"
    result = compile_latex(f"{source}{body}\n\\end{{document}}\n", tmp_path, engine=needed("tikz"))
    assert result.errors == []


@each(("format", "start"), [("pdf", b"%PDF-"), ("png", b"\x89PNG\r\n")])
def test_converted_pictures(tmp_path: Path, format: str, start: bytes) -> None:
    module("cairosvg")
    path = tmp_path / f"matrix.{format}"
    LONG.picture(shares=True).save(path)
    assert path.read_bytes().startswith(start)
    assert BIRDS.picture(theme="dark").to(format) != BIRDS.picture().to(format)


def test_without_cairosvg_the_error_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    with pytest.raises(UsageError, match=r"pip install 'exactmetrics\[picture\]', or write \.svg or \.tex"):
        BIRDS.picture().save(tmp_path / "m.png")
    assert not (tmp_path / "m.png").exists()


def test_what_cannot_be_drawn(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="at most 60 classes"):
        em.ConfusionMatrix([[1] * 61 for _ in range(61)]).picture()
    with pytest.raises(UsageError, match="no theme 'drak'; did you mean 'dark'"):
        BIRDS.picture(theme="drak")
    with pytest.raises(UsageError, match=r"\.gif: name a file that ends in \.svg"):
        BIRDS.picture().save(tmp_path / "m.gif")
    with pytest.raises(UsageError, match="to a name without ending: name a file that ends in"):
        BIRDS.picture().save(tmp_path / "m")
    with pytest.raises(InputError, match="no directory"):
        BIRDS.picture().save(tmp_path / "none" / "m.svg")


# Curves.


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


@each(
    ("curve", "wanted"),
    [
        # By hand: 0.9 takes one of three positives, 0.7 one more and one of three negatives, 0.5 the last positive.
        ("roc", [("0", "0"), ("0", "1/3"), ("1/3", "2/3"), ("1/3", "1"), ("1", "1")]),
        # Precision 1, then 2/3, then 3/4 at recall 1/3, 2/3 and 1; behind recall 1 it only falls.
        ("precision_recall",
         [("0", "1"), ("1/3", "1"), ("1/3", "2/3"), ("2/3", "2/3"), ("2/3", "3/4"), ("1", "3/4")]),
    ],
)  # fmt: skip
def test_the_corners_and_the_area_of_a_curve(curve: str, wanted: list[tuple[str, str]]) -> None:
    svg = SCORES.picture(curve).to_svg()
    curve_points = on_curve(svg)
    for point, known in zip(curve_points, wanted, strict=False):
        assert all(abs(a - Fraction(b)) < Fraction(1, 300) for a, b in zip(point, known, strict=True)), point
    assert len(curve_points) == len(wanted) or all(x == 1 for x, _ in curve_points[len(wanted) :])
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
