"""Formulas as linear plain text, in the order in which they are worked out: 1/28 * (8*6/9 + 8*5/9 + 12*7/10)."""

from __future__ import annotations

from exactmetrics.derivation.notation.printer import PRODUCT, Notation
from exactmetrics.expression.nodes import Joined

_OVER: dict[Joined, str] = {"sum": "sum", "product": "prod", "largest": "max"}


class Text(Notation):
    """Formulas for a terminal."""

    def fraction(self, top: tuple[str, int], bottom: tuple[str, int]) -> tuple[str, int]:
        """A quotient on one line; a numerator may be a tight product, a denominator may not."""
        product = top[1] == PRODUCT and " " not in top[0] and "/" not in top[0]
        above = top[0] if top[1] > PRODUCT or product else f"({top[0]})"
        below = bottom[0] if bottom[1] > PRODUCT else f"({bottom[0]})"
        return f"{above}/{below}", PRODUCT

    def paren(self, inside: str) -> str:
        return f"({inside})"

    def power(self, base: str, exponent: int) -> str:
        return f"{base}^{exponent}"

    def radical(self, inside: str, degree: str = "") -> str:
        if not degree:
            return f"sqrt({inside})"
        return f"{inside if inside.isdigit() else f'({inside})'}^(1/{degree})"

    def total(self, body: str, whole: bool, pairs: str = "", joined: Joined = "sum") -> str:
        sign = _OVER[joined]
        if pairs:
            return f"sum_{pairs if len(pairs) == 1 else f'({pairs})'} {body}"
        if whole:
            return f"{sign}_{self.symbols.letter} {body}"
        return f"{sign}_({self.symbols.letter} in {self.symbols.set_letter}) {body}"

    def times(self, left: str, right: str, *, bracketed: bool) -> str:
        """A product, spaced out where a side is no single number."""
        wide = " " in left or (" " in right and not right.startswith("sum_"))
        return f"{left} * {right}" if wide or "/" in left or "/" in right or "sum_" in right else f"{left}*{right}"
