"""The steps of a derivation as JSON: kinds, sentences, facts, formulas as texts and as trees, tables."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics.derivation.planning.blank import Blank
from exactmetrics.derivation.planning.kinds import kind_of
from exactmetrics.derivation.planning.page import Cell, CountTable, Formula, Step
from exactmetrics.derivation.structured.trees import head_data, tree_data
from exactmetrics.derivation.structured.values import label_data
from exactmetrics.derivation.writing.surface import Surface
from exactmetrics.exact.values import Root, Symbolic, value_text
from exactmetrics.expression.evaluate import evaluate, walk
from exactmetrics.expression.nodes import Expr, Named

SMALL = ("places", "significant", "length", "sign")  # facts of a decimal that stay numbers


class StepWriter:
    """Writes steps with formulas as plain text and as LaTeX; sentences come written.

    >>> from exactmetrics.derivation.look import Look
    >>> from exactmetrics.derivation.writing.surface import surface_for
    >>> from exactmetrics.expression.nodes import Num
    >>> writer = StepWriter(surface_for("text", Look(), ()), surface_for("markdown", Look(), ()))
    >>> writer.formula(Formula(None, [Num(Fraction(7)) / 12]))["members"][0]["latex"]
    '\\\\frac{7}{12}'
    """

    def __init__(self, text: Surface, latex: Surface) -> None:
        self._text, self._latex = text, latex

    def step(self, step: Step, said: dict[str, Any]) -> dict[str, Any]:
        """A step with its number, title and sentence as `said`."""
        return {
            "number": said["number"],
            "kind": kind_of(step.kind),
            "sentence": step.kind,
            "title": said["title"],
            "text": said["text"],
            "facts": self.facts(step.facts),
            "told": None if step.told is None else self.facts(step.told),
            "formulas": [self.formula(formula) for formula in step.formulas],
            "table": None if step.table is None else self._table(step.table),
        }

    def note(self, key: str, facts: dict[str, Any], text: str) -> dict[str, Any]:
        """A note with its key and its sentence."""
        return {"kind": key, "text": text, "facts": self.facts(facts)}

    def formula(self, formula: Formula) -> dict[str, Any]:
        """A chain: what is on its left, and its members, each with its exact value where it is arithmetic."""
        values = _values(formula)
        members = zip(formula.members, values or [None] * len(formula.members), strict=True)
        return {
            "left": None if formula.left is None else self.head(formula.left),
            "relation": formula.relation,
            "numeric": values is not None,
            "members": [self.tree(e) | {"value": value} for e, value in members],
            "shown": None if formula.shown is None else list(map(self._shortened, formula.members, formula.shown)),
        }

    def tree(self, e: Expr) -> dict[str, Any]:
        """A formula as texts and as a tree."""
        return self._shown(e) | {"tree": tree_data(e)}

    def _shortened(self, e: Expr, shown: Expr) -> dict[str, Any] | None:
        """What a page shows of a member; None where it shows the whole."""
        return None if shown is e else self.tree(shown)

    def head(self, e: Expr) -> dict[str, Any]:
        """The name on the left of a chain: a metric is not written out again."""
        return self._shown(e) | {"tree": head_data(e) if isinstance(e, Named) else tree_data(e)}

    def facts(self, facts: dict[str, Any]) -> dict[str, Any]:
        """What a sentence names; a docstring is no fact of a derivation."""
        return {name: self._fact(value) for name, value in facts.items() if name != "doc"}

    def _fact(self, value: Any) -> Any:
        if isinstance(value, Expr):
            return self.head(value)
        if isinstance(value, (list, tuple)):
            return [self._fact(v) for v in value]
        if isinstance(value, (int, Fraction, Root, Symbolic)) and not isinstance(value, bool):
            return value_text(value)
        return label_data(value)

    def _shown(self, e: Expr) -> dict[str, Any]:
        return {"text": self._text.notation.show(e), "latex": self._latex.notation.show(e)}

    def _table(self, table: CountTable) -> dict[str, Any]:
        """The counts class by class: what each adds up, and its value; in the end the class's own value."""
        rows: list[dict[str, Any]] = []
        for at, (label, position, cells) in enumerate(table.rows):
            counts = [_cell(cell) for cell in cells]
            score = self.formula(table.scores[at]) if table.scores else None
            row = {"label": label_data(label), "position": position, "cells": counts, "score": score}
            term = self.tree(table.terms[at]) if table.terms else None
            numerator = value_text(table.numerators[at]) if table.numerators else None
            rows.append(row | {"term": term, "numerator": numerator})
        return {
            "columns": [self.head(column) for column in table.columns],
            "score": None if table.score is None else self.head(table.score),
            "rows": rows,
            "left_out": table.left_out,
        }


def _values(formula: Formula) -> list[str | None] | None:
    """The exact value of each member of a chain of numbers; None where they are names, or 0/0.

    The members of a chain are equal, so that in one with a blank no value is told.
    """
    if not formula.numeric:
        return None
    try:
        values: list[str | None] = [value_text(evaluate(e)) for e in formula.members]
    except ZeroDivisionError:
        return None  # the score of a class that a policy speaks for
    blank = any(isinstance(part, Blank) for e in formula.members for part in walk(e))
    return [None] * len(values) if blank else values


def _cell(cell: Cell) -> dict[str, Any]:
    """A count: the cells it adds up, where they are few, and its value, or the letter of its blank."""
    blank = cell.value.letter if isinstance(cell.value, Blank) else None
    value = None if isinstance(cell.value, Blank) else value_text(cell.value)
    return {"parts": [value_text(part) for part in cell.parts], "value": value, "blank": blank}


def decimal_data(facts: dict[str, Any]) -> dict[str, Any]:
    """What there is to say of the decimal: its kind, its digits, the period of a fraction, the proof of a root.

    >>> from exactmetrics.derivation.planning.decimals import decimal_facts
    >>> decimal_data(decimal_facts(Fraction(2, 3)))
    {'digits': '0.6666666666666667', 'significant': 16, 'kind': 'repeating', 'before': '0.', 'period': '6'}
    """
    kept = (str, type(None))
    return {k: v if k in SMALL or isinstance(v, kept) else value_text(v) for k, v in facts.items()}
