"""Small systems of linear equations, solved exactly, and their whole, non-negative solutions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, gcd, lcm


@dataclass(frozen=True, slots=True)
class Equation:
    """A linear equation: the sum of factor · unknown equals `right`; `text` says it in a message."""

    text: str
    factors: Sequence[Fraction | int]
    right: Fraction


def echelon(system: Sequence[Equation]) -> tuple[dict[int, list[Fraction]], str | None]:
    """Reduce a system: the rows by pivot column, and the text of the first equation that contradicts, if any."""
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


def whole_points(lines: Iterable[tuple[Fraction, Fraction]], highest: int) -> range:
    """Return the x from 0 to `highest` at which right − slope · x is whole and not negative on every line."""
    low, high, start, step = 0, highest, 0, 1
    for right, slope in lines:
        if slope > 0:
            high = min(high, floor(right / slope))
        elif slope < 0:
            low = max(low, ceil(right / slope))
        elif right < 0:
            return range(0)
        # Of x = start + step · t the next line keeps the t with factor · t ≡ rest (mod whole).
        whole = lcm(right.denominator, slope.denominator)
        factor, rest = int(slope * step * whole), int((right - slope * start) * whole)
        common = gcd(factor, whole)
        if rest % common:
            return range(0)
        period = whole // common
        start += step * (rest // common * pow(factor // common, -1, period) % period)
        step *= period
    return range(low + (start - low) % step, high + 1, step)
