"""Formulas of an answer sheet, judged together: what one says of its symbols holds for the others."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from exactmetrics.sheets.sheet import PrintedFormula
from exactmetrics.verification.documents.source import source_of
from exactmetrics.verification.formulas.checked_formula import CheckedFormula, FormulaWord
from exactmetrics.verification.formulas.document_formulas import formulas_of

_WORST: tuple[FormulaWord, ...] = ("wrong", "not-judged", "right")


def formulas_of_sheet(printed: Sequence[PrintedFormula], symbols: str = "") -> list[list[CheckedFormula]]:
    """What is judged of each printed formula of a sheet: one verdict an equality."""
    text, starts = f"{symbols}\n\n", list[int]()
    for one in printed:
        starts.append(len(text))
        text += f"{one.printed}\n\n"
    found: list[list[CheckedFormula]] = [[] for _ in printed]
    for formula in formulas_of(source_of(text, "markdown")) if printed else ():
        at = bisect_right(starts, formula.span.start.offset) - 1
        if at >= 0 and formula.span.stop <= starts[at] + len(printed[at].printed):
            found[at].append(formula)
    return found


def worst_of(formulas: Sequence[CheckedFormula]) -> FormulaWord:
    """The worst verdict of some equalities; where none is read, they are not judged."""
    said = {one.verdict for one in formulas}
    return next((word for word in _WORST if word in said), "not-judged")
