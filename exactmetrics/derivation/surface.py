"""A surface: how one format writes formulas, names and sentences. The templates put them in their places."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from exactmetrics.derivation.formats import FORMATS, Format
from exactmetrics.derivation.look import Look
from exactmetrics.derivation.messages import Messages, messages
from exactmetrics.derivation.notation.symbols import Symbols
from exactmetrics.derivation.notation.width import width
from exactmetrics.derivation.page import Formula
from exactmetrics.derivation.profiles import symbols
from exactmetrics.derivation.tables import text_table
from exactmetrics.exact.digits import fraction_text
from exactmetrics.exact.values import Number
from exactmetrics.expression.nodes import Expr, Num


class Surface:
    """One format with the symbols and the language of one document."""

    def __init__(self, format: Format, symbols: Symbols, messages: Messages) -> None:
        self.format, self.messages = format, messages
        self.notation, self.inline_notation = format.notation(symbols), format.inline_notation(symbols)

    def math(self, e: Expr) -> str:
        """A formula inside a sentence or a table."""
        return self.inline(self.notation.show(e))

    def chain(self, members: list[Expr]) -> str:
        """What is equal to what, inside a table: fractions on one line."""
        return self.inline(" = ".join(map(self.inline_notation.show, members)))

    def inline(self, formula: str) -> str:
        """A written formula between the format's signs."""
        return f"{self.format.open_math}{formula}{self.format.close_math}"

    def number(self, value: Number) -> str:
        """A value inside a sentence: a fraction on one line."""
        return self.inline(self.one_line(value))

    def one_line(self, value: Number) -> str:
        """A value written on one line."""
        return fraction_text(value) if isinstance(value, Fraction) else self.inline_notation.show(Num(value))

    def rows(self, formula: Formula) -> list[str]:
        """The members of a chain in rows that are not too wide: what is equal to what, row by row."""
        room = self.format.width - (8 if formula.left is not None else 0)
        rows: list[str] = []
        used, before = 0.0, self.left(formula)
        for member in formula.members:
            wide = width(member) + 3
            shown = self.notation.show(member)
            if shown == before:  # a count is its own definition
                continue
            before = shown
            if rows and used + wide <= room:
                rows[-1] += f" {formula.relation} {shown}"
                used += wide
            else:
                rows.append(shown)
                used = wide
        return rows

    def lines(self, head: Sequence[str], rows: Sequence[Sequence[str]], *, rule_before: int | None = None) -> list[str]:
        """The lines of a table where the format is plain text; the others have tables of their own."""
        return [] if self.format.formulas else text_table(head, rows, rule_before=rule_before)

    def left(self, formula: Formula) -> str:
        """The left side of a chain."""
        return "" if formula.left is None else self.notation.show(formula.left)

    def fact(self, value: Any) -> str:
        """What a sentence names: a formula, a number, several of them, or a name."""
        if isinstance(value, Expr):
            return self.math(value)
        if isinstance(value, Fraction):
            return self.number(value)
        if isinstance(value, list):
            return self.messages.listing([self.fact(v) for v in value])
        return self.format.escape(value)

    def say(self, *path: str, **facts: Any) -> str:
        """A sentence of the catalogue with its facts."""
        return self.messages.say(path, lambda name: facts[name] if name.startswith("_") else self.fact(facts[name]))

    def say_made(self, *path: str, **made: str) -> str:
        """A sentence whose facts are written for this surface already."""
        return self.messages.say(path, lambda name: made[name])


def surface_for(name: str, look: Look, labels: Sequence[object]) -> Surface:
    """The surface of a format, with the symbols and the language of a look, for the classes of a matrix.

    >>> surface_for("text", Look(), ["a", "b"]).format.name
    'text'
    """
    format = FORMATS[name]
    return Surface(format, symbols(look.profile, labels, latex=format.formulas), messages(look.language))
