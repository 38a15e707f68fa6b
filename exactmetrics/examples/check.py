"""Checking a sheet: what is on record against what is computed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from exactmetrics.exact.errors import ExactMetricsError
from exactmetrics.exact.values import Root, Symbolic, Undefined, Value, value_text
from exactmetrics.expression.reading import read_value
from exactmetrics.sheets.question import answer, described
from exactmetrics.sheets.sheet import ExactValue, Sheet
from exactmetrics.sheets.verdicts import Judged, judge_claims

Kind = Literal["verdict", "expression_verdict", "value", "error", "golden"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One difference between a sheet (or its golden documents) and what is computed.

    Attributes:
        sheet: the name of the sheet, such as "002/figure_23".
        place: which claim or value: its place in the source and what it is about.
        kind: what differs; "error" where nothing could be computed, "golden" for a document.
        recorded, computed: the two sides.
    """

    sheet: str
    place: str
    kind: Kind
    recorded: str
    computed: str

    def __str__(self) -> str:
        where = f"{self.sheet}: {self.place}" if self.place else self.sheet
        if self.kind in ("error", "golden"):
            return f"{where}: {self.computed}"
        recorded = repr(self.recorded) if self.recorded else "nothing"
        return f"{where}: {self.kind} is {self.computed!r}, and {recorded} is on record"


def check_sheet(sheet: Sheet, judged: Sequence[Judged] | None = None, *, name: str = "") -> list[Finding]:
    """Compare the verdicts and exact values on record with the computed ones; a verdict not on record differs too.

    Args:
        sheet: the sheet.
        judged: its claims with their verdicts, where they are judged already.
        name: what to call it in findings; its title by default.

    >>> from exactmetrics.sheets.sheet import load_sheet
    >>> print(*check_sheet(load_sheet('''
    ... title = "Two classes"
    ... data.matrix = [[3, 1], [0, 2]]
    ... [[value]]
    ... metric = "accuracy"
    ... exact = "5/7"
    ... ''')))
    Two classes: value 1, accuracy: value is '5/6', and '5/7' is on record
    """
    found: list[Finding] = []
    for number, one in enumerate(judge_claims(sheet) if judged is None else judged, 1):
        found += _of_claim(one, name or sheet.title, number)
    for number, value in enumerate(sheet.values, 1):
        found += _of_value(sheet, value, name or sheet.title, number)
    return found


def exact_shown(value: Value) -> str:
    """An exact value in a table: its text, or one word where there is none."""
    return "undefined" if isinstance(value, Undefined) else value_text(value)


def _of_claim(one: Judged, name: str, number: int) -> list[Finding]:
    claim = one.claim
    where = f" ({claim.where})" if claim.where else ""
    place = f"claim {number}{where}, {described(claim.question)}"
    if one.verdict is None:
        return [Finding(name, place, "error", "", one.error)]
    found = []
    if claim.verdict != one.verdict.word:
        found.append(Finding(name, place, "verdict", claim.verdict or "", one.verdict.word))
    second = "" if one.expression_verdict is None else one.expression_verdict.word
    if (claim.expression_verdict or "") != second:
        found.append(Finding(name, place, "expression_verdict", claim.expression_verdict or "", second))
    return found


def _of_value(sheet: Sheet, value: ExactValue, name: str, number: int) -> list[Finding]:
    place = f"value {number}, {described(value.question)}"
    try:
        computed = answer(sheet, value.question)
        if value.exact == "undefined":
            same = isinstance(computed, Undefined)
        else:
            same = isinstance(computed, Fraction | Root | Symbolic) and computed == read_value(value.exact)
    except ExactMetricsError as error:
        return [Finding(name, place, "error", "", str(error))]
    return [] if same else [Finding(name, place, "value", value.exact, exact_shown(computed))]
