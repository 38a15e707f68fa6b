r"""Formulas for a page: a sum or product that is wider than the page is stacked in rows inside its brackets."""

from __future__ import annotations

import re
from fractions import Fraction

from exactmetrics.derivation.notation.base import Notation
from exactmetrics.derivation.notation.latex import Latex
from exactmetrics.derivation.notation.width import width
from exactmetrics.exact.values import Symbolic
from exactmetrics.expression.nodes import Add, Expr, Num

ROOM = 56.0  # digits: a line less the name on its left and a factor before the bracket


class Broken(Notation):
    """A notation whose lines end at the margin; subclasses say how rows are stacked."""

    room = ROOM
    dot = "*"

    def stacked(self, rows: list[str]) -> str:
        """Several rows, one below the other."""
        raise NotImplementedError

    def continued(self, sign: str, rest: str) -> str:
        """A row that begins with its sign, set off as between two terms."""
        raise NotImplementedError

    def _row(self, terms: tuple[Expr, ...]) -> str:
        rows = self._filled(terms, 3.2)
        shown = [Notation._row(self, rows[0])]
        shown += [self._next_row(row) for row in rows[1:]]
        return self._in_rows(shown)

    def _next_row(self, row: tuple[Expr, ...]) -> str:
        after_nothing = Notation._row(self, (Num(Fraction(0)), *row))  # 0 + a - b, to leave signs and brackets to it
        return self.continued(after_nothing[2], after_nothing[4:])

    def _product(self, factors: tuple[Expr, ...]) -> str:
        rows = self._filled(factors, 1.7) if sum(isinstance(f, Add) for f in factors) > 1 else [factors]
        shown = [Notation._product(self, row) for row in rows]
        return self._in_rows([shown[0], *(self.continued(self.dot, row) for row in shown[1:])])

    def _root_sum(self, value: Symbolic) -> str:
        text = super()._root_sum(value)
        if width(Num(value)) <= self.room:
            return text
        first, *rest = re.split(r" (?=[+-] )", text)
        return self._in_rows([first, *(self.continued(term[0], term[2:]) for term in rest)])

    def _in_rows(self, rows: list[str]) -> str:
        return rows[0] if len(rows) == 1 else self.stacked(rows)

    def _filled(self, parts: tuple[Expr, ...], between: float) -> list[tuple[Expr, ...]]:
        """The parts in rows, each as full as it may be."""
        rows: list[list[Expr]] = [[]]
        used = 0.0
        for part in parts:
            wide = width(part) + between
            if rows[-1] and used + wide > self.room:
                rows.append([])
                used = 0.0
            rows[-1].append(part)
            used += wide
        return [tuple(row) for row in rows]


class PageLatex(Broken, Latex):
    """LaTeX whose lines end at the margin."""

    dot = r"\cdot"

    def paren(self, inside: str) -> str:
        """Brackets, as high as the rows in them."""
        return rf"\left( {inside} \right)" if r"\begin" in inside else super().paren(inside)

    def stacked(self, rows: list[str]) -> str:
        """Rows gathered, one below the other."""
        joined = r" \\[4pt] ".join(rows)
        return rf"\begin{{gathered}} {joined} \end{{gathered}}"

    def continued(self, sign: str, rest: str) -> str:
        """A row that begins with its sign, set off as between two terms."""
        return rf"{sign}\: {rest}"
