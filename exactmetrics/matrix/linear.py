"""Small systems of linear equations, solved exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Equation:
    """A linear equation: the sum of factor · unknown equals `right`; `text` says it in a message."""

    text: str
    factors: Sequence[Fraction | int]
    right: Fraction


def echelon(system: Sequence[Equation]) -> tuple[dict[int, list[Fraction]], str | None]:
    """Reduce a system: the rows by pivot column, and the text of the first equation that contradicts, if any.

    >>> echelon([Equation("x + y = 3", (1, 1), Fraction(3)), Equation("2x + 2y = 1", (2, 2), Fraction(1))])
    ({0: [Fraction(1, 1), Fraction(1, 1), Fraction(3, 1)]}, '2x + 2y = 1')
    """
    rows: dict[int, list[Fraction]] = {}
    for equation in system:
        row = [*map(Fraction, equation.factors), equation.right]
        for pivot, other in rows.items():
            row = [entry - row[pivot] * taken for entry, taken in zip(row, other, strict=True)]
        pivot_column = next((column for column, entry in enumerate(row[:-1]) if entry), None)
        if pivot_column is None:
            if row[-1]:
                return rows, equation.text
            continue
        row = [entry / row[pivot_column] for entry in row]
        for column, other in rows.items():
            rows[column] = [entry - other[pivot_column] * taken for entry, taken in zip(other, row, strict=True)]
        rows[pivot_column] = row
    return rows, None
