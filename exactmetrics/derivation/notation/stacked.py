"""Formulas for a terminal in two dimensions: fractions one over the other, roots and sums drawn.

The notation writes a line in which control characters, which no name can hold, mark what is to be drawn; `laid_out`
draws it, in as many rows as the room asks for.
"""

from __future__ import annotations

from exactmetrics.derivation.notation.base import ATOM, Notation

FRACTION, ROOT, BRACKET, TOTAL, NEXT, END = "\x01", "\x02", "\x03", "\x04", "\x05", "\x06"
GROUPS = FRACTION + ROOT + BRACKET + TOTAL
SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


class Stacked(Notation):
    """Formulas with marks, which a page draws; `show` gives the marked line."""

    def fraction(self, top: tuple[str, int], bottom: tuple[str, int]) -> tuple[str, int]:
        """A fraction, one over the other."""
        return f"{FRACTION}{top[0]}{NEXT}{bottom[0]}{END}", ATOM

    def paren(self, inside: str) -> str:
        """Brackets, as high as what is in them."""
        return f"{BRACKET}{inside}{END}"

    def power(self, base: str, exponent: int) -> str:
        """A power, its exponent raised."""
        return base + str(exponent).translate(SUPERSCRIPTS)

    def radical(self, inside: str) -> str:
        """A square root."""
        return f"{ROOT}{inside}{END}"

    def total(self, body: str, whole: bool) -> str:
        """A sum over all classes, or over the chosen ones."""
        letter = self.symbols.letter
        return f"{TOTAL}{letter if whole else f'{letter}∈C'}{END} {body}"

    def times(self, left: str, right: str, *, bracketed: bool) -> str:
        """A product, spaced out where a side is no single number or symbol."""
        wide = any(" " in side or any(mark in side for mark in GROUPS) for side in (left, right))
        return f"{left} · {right}" if wide else f"{left}·{right}"
