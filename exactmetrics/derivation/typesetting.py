"""Which engine a LaTeX document needs, and which fonts are tried for letters that its main font does not have."""

from __future__ import annotations

import re
from typing import Any

from exactmetrics.derivation.messages import Messages, messages

# Outside these, pdflatex stops: ASCII, Latin-1 and Latin Extended-A, dashes, quotation marks, dots, euro, minus.
_BEYOND_PDFLATEX = re.compile("[^\t\n -~\u00a0-\u017f\u2013\u2014\u2018-\u201e\u2020-\u2022\u2026\u2030\u20ac\u2212]")

# As luaotfload takes them; what is not installed is passed over. Arabic and Indic letters need the shaping of HarfBuzz.
FALLBACK = (
    "Noto Serif:mode=node",
    "FreeSerif:mode=node",
    "Amiri:mode=harf;script=arab",
    "Noto Naskh Arabic:mode=harf;script=arab",
    "Noto Serif Hebrew:mode=harf;script=hebr",
    "Noto Serif CJK SC:mode=node",
    "Noto Sans CJK SC:mode=node",
    "FandolSong:mode=node",
    "Noto Serif Devanagari:mode=harf;script=dev2",
    "Noto Serif Thai:mode=harf;script=thai",
    "DejaVu Sans:mode=node",
    "Noto Sans Symbols2:mode=node",
    "Noto Color Emoji:mode=harf",
)

# Words of Hebrew, Arabic and the other scripts written from the right, with the spaces between them.
_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]+(?: [\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]+)*"
)


def tex_of(said: Messages, body: str) -> dict[str, Any]:
    """What the preamble is made from: the engine, the language and its fonts, and the fonts of other letters.

    Letters in the body that pdflatex has no font for make it a lualatex document, and so may the language.
    """
    tex = dict(said.find("latex"))
    if tex["engine"] == "pdflatex" and _BEYOND_PDFLATEX.search(body):
        tex["engine"] = "lualatex"
    return tex | {"fallback": FALLBACK}


def engine_of(document: str, language: str = "en") -> str:
    """The engine that a LaTeX document needs, from its text and its language."""
    engine: str = tex_of(messages(language), document)["engine"]
    return engine


def directed(tex: dict[str, Any], body: str) -> str:
    """The body with words written from the right turned around, where the language itself is written from the left."""
    if tex["engine"] != "lualatex" or tex["fonts"]:  # a language with fonts of its own has babel's bidi
        return body
    return _RIGHT_TO_LEFT.sub(r"{\\textdir TRT \g<0>}", body)
