"""The font of HTML pages: it holds every character of their formulas, stretches, is small, and has its licence."""

from __future__ import annotations

import base64
import io
import re
from importlib.resources import files
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any
from zlib import crc32

import exactmetrics as em
from exactmetrics.derivation.maths_font import FAMILY, FILE, font_rule
from exactmetrics.derivation.stylesheet import stylesheet
from tests.cases import each, size
from tests.contracts.questions import questions
from tests.derivation.html_reader import parsed
from tests.derivation.questions import BIRDS, matrix
from tests.house.source import ROOT
from tests.tools import module

MARGINAL = {"\u2063", "\u2062", "\u2061"}  # signs that are not drawn


def script() -> Any:
    spec = spec_from_file_location("maths_font_script", ROOT / "scripts/maths_font.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def characters(page: str) -> set[str]:
    """The characters of a page's formulas, as they are drawn: a single letter in italics; class names are not meant."""
    found: set[str] = set()
    for math in parsed(page).iter("math"):
        for element in math.iter():
            text = (element.text or "").strip()
            if element.tag == "mtext":
                continue
            letter = element.tag == "mi" and len(text) == 1 and element.get("mathvariant") != "normal"
            if letter and text.isascii() and text.isalpha():
                start = 0x1D434 if text.isupper() else 0x1D44E
                base = ord("A") if text.isupper() else ord("a")
                text = "\u210e" if text == "h" else chr(start + ord(text) - base)
            found |= set(text)
    return found - MARGINAL


def test_the_formulas_of_all_metrics_are_drawn_in_the_font() -> None:
    cm, known = matrix(BIRDS), script().CHARACTERS
    pages = [
        cm.derive(q.metric, **q.named()).to_html() for q in questions(3) if crc32(str(q).encode()) % size(12, 3) == 0
    ]
    seen = {ch for page in pages for ch in characters(page)}
    assert {"\u2211", "=", "\U0001d440"} & seen, "the test sees formulas"
    assert seen <= known, sorted(map(ascii, seen - known))


def test_the_font_is_the_one_that_the_script_makes() -> None:
    """It has the characters of the script, and the table by which browsers stretch signs."""
    ttlib = module("fontTools.ttLib")
    module("brotli")
    font = ttlib.TTFont(io.BytesIO(files("exactmetrics.derivation").joinpath(FILE).read_bytes()))
    cmap = font.getBestCmap()
    assert {ch for ch in script().CHARACTERS if ord(ch) not in cmap} <= {"\u02dc", "\u02c6"}
    variants = font["MATH"].table.MathVariants
    stretched = set(variants.VertGlyphCoverage.glyphs)
    assert {cmap[ord(ch)] for ch in "()[]{}|\u221a"} <= stretched


def test_it_is_small_and_its_licence_is_there() -> None:
    folder = files("exactmetrics.derivation").joinpath("fonts")
    assert len(files("exactmetrics.derivation").joinpath(FILE).read_bytes()) < 50_000
    assert "SIL OPEN FONT LICENSE Version 1.1" in folder.joinpath("OFL.txt").read_text(encoding="utf-8")


def test_a_page_brings_it_once_and_only_where_there_are_formulas() -> None:
    cm = em.ConfusionMatrix(BIRDS)
    page = cm.derive("mcc").to_html()
    [data] = re.findall(r'font-family: "([^"]+)"; src: url\(data:font/woff2;base64,([A-Za-z0-9+/=]+)\)', page)
    assert data[0] == FAMILY
    assert base64.b64decode(data[1]).startswith(b"wOF2")
    assert f'math {{ font-family: "{FAMILY}"' in page
    assert "@font-face" not in cm.derive("mcc").to_html(document=False)
    assert font_rule() in stylesheet()


@each("text", ["No formula here.", "A formula: $x$"])
def test_a_document_brings_it_where_it_has_formulas(text: str) -> None:
    page = em.document({"title": "Words", "block": [{"text": text}]}).to("html")
    assert ("@font-face" in page) is ("$" in text)
