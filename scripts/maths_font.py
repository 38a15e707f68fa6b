"""Makes the maths font of HTML pages: STIX Two Math, cut down to what formulas of this package are written with.

    npm pack @fontsource/stix-two-math@5.3.0 && tar xzf fontsource-stix-two-math-5.3.0.tgz
    pip install fonttools brotli
    python scripts/maths_font.py package/files/stix-two-math-latin-400-normal.woff2

The table MATH comes along, with the glyphs from which brackets, roots and sums are stretched; without a font that has
one a browser draws them in the height of a line. The licence of the font, the SIL Open Font License 1.1, lies beside it
in exactmetrics/derivation/fonts/; it reserves no name.
"""

from __future__ import annotations

import sys
from pathlib import Path

TARGET = Path(__file__).resolve().parent.parent / "exactmetrics/derivation/fonts/stix-two-math-subset.woff2"

LETTERS = [*range(ord("0"), ord("9") + 1), *range(ord("A"), ord("Z") + 1), *range(ord("a"), ord("z") + 1)]
# What a browser makes of a single letter of a formula: italics of the Latin and the Greek alphabet.
ITALIC = [*range(0x1D434, 0x1D454 + 1), *range(0x1D456, 0x1D467 + 1), 0x210E, *range(0x1D6E2, 0x1D71B + 1)]
GREEK = [code for code in [*range(0x391, 0x3A9 + 1), *range(0x3B1, 0x3C9 + 1), 0x3D1, 0x3D5, 0x3F5] if code != 0x3A2]
# Of this package's formulas, and of the LaTeX that a document's author may write (docs/documents.md).
SIGNS = (
    " !%&'()*+,-./:;<=>?[]_{|}~\u00a0\u00ac\u00b1\u00b7\u00d7\u00f7\u02c6\u02dc\u0302\u0303\u0304\u0305\u2016\u2026"
    "\u2032\u2062\u2061\u2102\u2113\u2115\u211d\u2124\u2190\u2192\u2194\u21d0\u21d2\u21d4\u21a6\u2200\u2202\u2203\u2205"
    "\u2208\u2209\u220f\u2211\u2212\u2213\u2217\u2218\u221a\u221d\u221e\u2223\u2225\u2227\u2228\u2229\u222a\u222b\u223c"
    "\u2243\u2245\u2248\u2260\u2261\u2264\u2265\u226a\u226b\u2282\u2283\u2286\u2287\u2308\u2309\u230a\u230b\u22c0\u22c1"
    "\u22c2\u22c3\u22c5\u22ee\u22ef\u22f1\u25a1\u27e8\u27e9\u00af\u203e\u2013\u2014"
)
CHARACTERS = {chr(code) for code in (*LETTERS, *ITALIC, *GREEK)} | set(SIGNS)


def main(source: str) -> None:
    from fontTools.subset import Options, Subsetter, load_font, save_font

    options = Options(flavor="woff2", layout_features=["ssty"], hinting=False, name_IDs=[0, 1, 2, 5, 13, 14])
    options.drop_tables += ["GPOS", "DSIG"]
    font = load_font(source, options)
    subsetter = Subsetter(options)
    subsetter.populate(text="".join(sorted(CHARACTERS)))
    subsetter.subset(font)
    save_font(font, str(TARGET), options)
    print(f"{TARGET.name}: {TARGET.stat().st_size:,} bytes, {len(font.getGlyphOrder())} glyphs")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
