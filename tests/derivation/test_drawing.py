"""The matrix as a picture file: every count is on it, nothing is cut off, and a count can be read on its colour."""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import exactmetrics as em
from exactmetrics.exact.errors import InputError, UsageError
from tests.cases import each, size
from tests.derivation.hostile import PRINTED
from tests.latex import compile_latex
from tests.strategies import square_rows
from tests.tools import module, needed

SVG = "{http://www.w3.org/2000/svg}"
BIRDS = em.ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=["bird", "cat", "dog"])
LONG = em.ConfusionMatrix(
    [[60123456, 1, 0], [12, 5, 0], [2, 3, 7]], labels=["a class of which the name goes on and on", "W" * 40, "<&>"]
)


def texts(svg: str) -> list[ET.Element]:
    return list(ET.fromstring(svg).iter(f"{SVG}text"))


@settings(max_examples=size(30, 100))
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


@each("name", PRINTED[:: max(1, len(PRINTED) // 12)])
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
    engine = needed("tikz")
    pictures = [cm.picture(shares=shares, theme=theme).to_tikz() for cm, shares, theme in (
        (BIRDS, True, "light"), (BIRDS, False, "dark"), (LONG, True, "auto"))]  # fmt: skip
    body = "\n\n\\clearpage\n".join(f"\\noindent\\resizebox{{!}}{{8cm}}{{{page}}}" for page in pictures)
    source = "\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage{lmodern,tikz}\\begin{document}\n"
    result = compile_latex(f"{source}{body}\n\\end{{document}}\n", tmp_path, engine=engine)
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
