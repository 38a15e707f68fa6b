"""The font that HTML pages bring for their formulas, so that brackets, roots and sums stretch on every machine.

It is a part of STIX Two Math, made by scripts/maths_font.py, under the licence that lies beside it in fonts/.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

FAMILY = "STIX Two Math subset"  # as the style sheet calls it
FILE = "fonts/stix-two-math-subset.woff2"


@cache
def font_rule() -> str:
    """The rule of a style sheet that holds the font itself."""
    from base64 import b64encode

    data = b64encode(files("exactmetrics.derivation").joinpath(FILE).read_bytes()).decode("ascii")
    return f'@font-face {{ font-family: "{FAMILY}"; src: url(data:font/woff2;base64,{data}) format("woff2"); }}'
