r"""LaTeX formulas for paper: a sum or product that is wider than the page is stacked in rows inside its brackets."""

from __future__ import annotations

import re
from fractions import Fraction

from exactmetrics.derivation.notation.base import Notation
from exactmetrics.derivation.notation.latex import Latex
from exactmetrics.derivation.notation.width import width
from exactmetrics.exact.values import Symbolic
from exactmetrics.expression.nodes import Add, Expr, Num

ROOM = 56.0  # digits: a line less the name on its left and a factor before the bracket


class PageLatex(Latex):
    """LaTeX whose lines end at the margin."""

    def paren(self, inside: str) -> str:
        """Brackets, as high as the rows in them."""
        return rf"\left( {inside} \right)" if r"\begin" in inside else super().paren(inside)

    def _row(self, terms: tuple[Expr, ...]) -> str:
        rows = _filled(terms, 3.2)
        shown = [Notation._row(self, rows[0])]
        shown += [self._continued(row) for row in rows[1:]]
        return _stacked(shown)

    def _continued(self, row: tuple[Expr, ...]) -> str:
        """A row that begins with its sign, set off as between two terms."""
        after_nothing = Notation._row(self, (Num(Fraction(0)), *row))  # 0 + a - b, to leave signs and brackets to it
        return rf"{after_nothing[2]}\: {after_nothing[4:]}"

    def _product(self, factors: tuple[Expr, ...]) -> str:
        rows = _filled(factors, 1.7) if sum(isinstance(f, Add) for f in factors) > 1 else [factors]
        shown = [Notation._product(self, row) for row in rows]
        return _stacked([shown[0], *(rf"\cdot\: {row}" for row in shown[1:])])

    def _root_sum(self, value: Symbolic) -> str:
        text = super()._root_sum(value)
        if width(Num(value)) <= ROOM:
            return text
        first, *rest = re.split(r" (?=[+-] )", text)
        return _stacked([first, *(rf"{term[0]}\: {term[2:]}" for term in rest)])


def _stacked(rows: list[str]) -> str:
    joined = r" \\[4pt] ".join(rows)
    return rows[0] if len(rows) == 1 else rf"\begin{{gathered}} {joined} \end{{gathered}}"


def _filled(parts: tuple[Expr, ...], between: float) -> list[tuple[Expr, ...]]:
    """The parts in rows, each as full as it may be."""
    rows: list[list[Expr]] = [[]]
    used = 0.0
    for part in parts:
        wide = width(part) + between
        if rows[-1] and used + wide > ROOM:
            rows.append([])
            used = 0.0
        rows[-1].append(part)
        used += wide
    return [tuple(row) for row in rows]
