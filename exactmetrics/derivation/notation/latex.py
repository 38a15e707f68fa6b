"""LaTeX formulas, in the subset that Markdown dialects leave alone too (a space before a subscript in braces)."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy

from exactmetrics.derivation.notation.breaking import Broken, on_one_line
from exactmetrics.derivation.notation.printer import ATOM, ON_ONE_LINE, PRODUCT, Notation, fraction_of, has_fractions
from exactmetrics.derivation.planning.page import letter_of
from exactmetrics.exact.digits import int_text
from exactmetrics.expression.nodes import Expr, FunctionName, Joined, Log

ROW = r" \\[4pt]"  # what parts two rows
PART = rf"{ROW} &\quad "  # the same between rows of a block
_OVER: dict[Joined, str] = {"sum": r"\sum", "product": r"\prod", "largest": r"\max"}
TALL = 8  # rows that stay together on a page; what has more ends with one page and goes on with the next
FACTORS = 12.0  # digits of a row that are kept for what stands before brackets inside brackets


class Latex(Notation):
    """Formulas for LaTeX and for Markdown with dollar signs."""

    def fraction(self, top: tuple[str, int], bottom: tuple[str, int]) -> tuple[str, int]:
        return rf"\frac{{{top[0]}}}{{{bottom[0]}}}", ATOM

    def side(self, e: Expr) -> tuple[str, int]:
        """A fraction inside a fraction is written on one line."""
        found = fraction_of(e)
        if found is None:
            return self.in_line()._piece(e) if has_fractions(e) else super().side(e)
        line = f"{int_text(found[0])}/{int_text(found[1])}"
        return (line, PRODUCT) if len(line) <= ON_ONE_LINE else super().side(e)

    def in_line(self) -> Latex:
        """The notation of a side of a fraction in which there are fractions."""
        return InlineLatex(self.symbols)

    def paren(self, inside: str) -> str:
        tall = any(sign in inside for sign in (r"\frac", r"\sum", r"\prod"))
        return rf"\left( {inside} \right)" if tall else f"({inside})"

    def power(self, base: str, exponent: int) -> str:
        return f"{base}^{exponent}" if 0 <= exponent < 10 else f"{base}^{{{exponent}}}"

    def radical(self, inside: str, degree: str = "") -> str:
        return rf"\sqrt{f'[{degree}]' if degree else ''}{{{inside}}}"

    def blank(self, number: int, room: int) -> str:
        return rf"{{}}^{{({letter_of(number)})}}\underline{{\phantom{{{'0' * (room + 1)}}}}}"

    def gap(self, count: int) -> str:
        return rf"\overset{{{count}}}{{\cdots}}"

    def cut(self, first: str, count: int, last: str) -> str:
        return rf"{first}\overset{{{count}}}{{\cdots}}{last}"

    pi = r"\pi"

    def log_sign(self, base: int | None) -> str:
        return r"\ln " if base is None else rf"\log_{base} " if base < 10 else rf"\log _{{{base}}} "

    def logarithm(self, e: Log) -> str:
        inside, binds = self._piece(e.arg)
        return self.log_sign(e.base) + (inside if binds == ATOM else self.paren(inside))

    def picked(self, name: str, inside: str) -> str:
        return rf"\{name}{self.paren(inside)}"

    def function(self, name: FunctionName, inside: str) -> str:
        named = rf"\{name}" if name == "arcsin" else rf"\operatorname{{{name}}}"
        return named + self.paren(inside)

    def absolute(self, inside: str) -> str:
        tall = any(sign in inside for sign in (r"\frac", r"\sum", r"\prod", r"\begin"))
        return rf"\left\lvert {inside} \right\rvert" if tall else rf"\lvert {inside} \rvert"

    unequal = r" \ne "

    def total(self, body: str, whole: bool, pairs: str = "", joined: Joined = "sum") -> str:
        letter, sign = self.symbols.letter, _OVER[joined]
        if pairs:
            return rf"\sum _{{{pairs}}} {body}"
        return (f"{sign}_{letter}" if whole else rf"{sign} _{{{letter} \in {self.symbols.set_letter}}}") + f" {body}"

    def times(self, left: str, right: str, *, bracketed: bool) -> str:
        if not bracketed:
            return rf"{left} \cdot {right}"
        return f"{left} {right}" if right.startswith((r"\left", r"\sum", r"\l")) else f"{left}{right}"


class InlineLatex(Latex):
    """Formulas for a table or a sentence: fractions on one line, with a slash."""

    def fraction(self, top: tuple[str, int], bottom: tuple[str, int]) -> tuple[str, int]:
        above = top[0] if top[1] >= PRODUCT and "/" not in top[0] else f"({top[0]})"
        below = bottom[0] if bottom[1] > PRODUCT else f"({bottom[0]})"
        return f"{above}/{below}", PRODUCT


class PageLatex(Broken, Latex):
    """LaTeX whose lines end at the margin."""

    dot = r"\cdot"
    smaller: Mapping[str, float] = {"footnotesize": 0.83, "scriptsize": 0.75, "tiny": 0.68}

    def paren(self, inside: str) -> str:
        return rf"\left( {inside} \right)" if r"\begin" in inside else super().paren(inside)

    def stacked(self, rows: list[str]) -> str:
        joined = f"{ROW} ".join(rows)
        return rf"\begin{{gathered}} {joined} \end{{gathered}}"

    def continued(self, sign: str, rest: str) -> str:
        return rf"{sign}\: {rest}"

    def in_line(self) -> Latex:
        return PageInlineLatex(self)

    def alone(self, e: Expr) -> str:
        text = self.show(e)
        return PartedLatex(self).show(e) if text.count(ROW) >= TALL else text


class PageInlineLatex(PageLatex, InlineLatex):
    """Fractions on one line, in rows that end at the margin."""

    measure = staticmethod(on_one_line)

    def __init__(self, page: PageLatex) -> None:
        super().__init__(page.symbols)
        self.room, self.line = page.room, page.line

    def _beside(self, terms: tuple[Expr, ...]) -> float:
        return 0.0  # no fraction has sides that are broken


class PartedLatex(PageLatex):
    """LaTeX of what may be taller than a page: its rows are rows of the block it stands in, where a page may end.

    Brackets stay open across these rows, so of a fraction a quotient of two brackets is left, and of a root a power.
    """

    def __init__(self, page: PageLatex) -> None:
        super().__init__(page.symbols)
        self.page, self.room = copy(page), page.room
        self.page.room -= FACTORS

    def narrowed(self, by: float) -> PartedLatex:
        made = copy(self)
        made.room, made.page = self.room - by, copy(self.page)
        made.page.room -= by
        return made

    def _piece(self, e: Expr) -> tuple[str, int]:
        text, binds = self.page._piece(e)
        return (text, binds) if text.count(ROW) < TALL else super()._piece(e)

    def paren(self, inside: str) -> str:
        return rf"\Bigl( {inside} \Bigr)" if PART in inside else super().paren(inside)

    def fraction(self, top: tuple[str, int], bottom: tuple[str, int]) -> tuple[str, int]:
        if PART not in top[0] + bottom[0]:
            return super().fraction(top, bottom)
        above, below = (text if binds == ATOM else self.paren(text) for text, binds in (top, bottom))
        return rf"{above}{PART}\Big/ {below}", PRODUCT

    def radical(self, inside: str, degree: str = "") -> str:
        if PART not in inside:
            return super().radical(inside, degree)
        return rf"{self.paren(inside)}^{{1/{degree or 2}}}"

    def stacked(self, rows: list[str]) -> str:
        return PART.join(rows)


class FrameLatex(PageLatex):
    """LaTeX whose lines end at the margin of a frame, in its smaller type."""

    room, line = 48.0, 55.0
    smaller: Mapping[str, float] = {}  # formulas are shrunk

    def show(self, e: Expr) -> str:
        text = super().show(e)
        return rf"\exactfit{{{text}}}" if r"\begin{gathered}" in text else text  # rows do not part between frames

    def alone(self, e: Expr) -> str:
        return self.show(e)
