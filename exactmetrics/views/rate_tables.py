"""The one table that rates leave: solved by linear equations, and where one count stays open by its whole values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from exactmetrics.exact.errors import ContradictionError, MissingCountsError
from exactmetrics.matrix.lattice import whole_points
from exactmetrics.matrix.linear import Equation, echelon
from exactmetrics.views.linear import COUNTS, FormRatio, LinearClass

ENOUGH = "recall, specificity and prevalence (or positives)"


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate under the name it was given, its exact value, and what it is a ratio of."""

    name: str
    value: Fraction
    ratio: FormRatio

    def __str__(self) -> str:
        """Print the rate, such as `recall = 9/10`."""
        return f"{self.name} = {self.value}"


def only_table(n: int, positives: int | None, rates: Sequence[Rate]) -> list[int]:
    """The counts, in the order of `COUNTS`, of the only table with these rates.

    Raises:
        MissingCountsError: several tables have the rates, or the equations leave more than one count open.
        ContradictionError: none has them.

    >>> c = LinearClass()
    >>> only_table(6, 4, [Rate("accuracy", Fraction(1), (c.tp + c.tn) / c.n)])
    [4, 0, 0, 2]
    """
    rows, clash = echelon(equations(n, positives, rates))
    if clash is not None:
        raise ContradictionError(f"no table has these rates: {clash} contradicts the others together.")
    free = [column for column in range(len(COUNTS)) if column not in rows]
    told = ", ".join([*(["positives"] if positives is not None else []), *(rate.name for rate in rates), "n"])
    if len(free) > 1:
        raise MissingCountsError(f"the equations of {told} alone do not determine the table; {ENOUGH} do.")
    if free:
        return _on_line(Line(rows, free[0]), n, rates, told)
    table = [rows[column][-1] for column in range(len(COUNTS))]
    check_table(table, rates)
    return [int(count) for count in table]


def equations(n: int, positives: int | None, rates: Sequence[Rate]) -> list[Equation]:
    """Write n, positives and every rate as a linear equation in TP, FN, FP, TN.

    >>> c = LinearClass()
    >>> equations(9, None, [Rate("recall", Fraction(1, 2), c.tp / c.support)])[1].factors
    (Fraction(1, 2), Fraction(-1, 2), Fraction(0, 1), Fraction(0, 1))
    """
    c = LinearClass()
    found = [Equation(f"n = {n}", c.n.factors, Fraction(n))]
    if positives is not None:
        found.append(Equation(f"positives = {positives}", c.support.factors, Fraction(positives)))
    for rate in rates:
        sides = zip(rate.ratio.top.factors, rate.ratio.bottom.factors, strict=True)
        found.append(Equation(str(rate), tuple(top - rate.value * bottom for top, bottom in sides), Fraction(0)))
    return found


def check_table(table: Sequence[Fraction], rates: Sequence[Rate]) -> None:
    """Refuse a solution with a negative or fractional count, or with a given rate that is 0/0.

    >>> check_table([Fraction(90), Fraction(10), Fraction(45), Fraction(855)], [])
    """
    for count, value in zip(COUNTS, table, strict=True):
        if value < 0:
            raise ContradictionError(f"no table has these rates: they force {count} = {value}, which is negative.")
        if value.denominator != 1:
            raise ContradictionError(
                f"no table has these rates: they force {count} = {value}, which is not a whole number of samples."
            )
    for rate in rates:
        if not rate.ratio.bottom.at(table):
            raise ContradictionError(f"{rate} is given, but the other rates make it 0/0.")


class Line:
    """All solutions of equations that leave one count open, which is the parameter.

    Args:
        rows: the reduced equations by the count each is solved for.
        free: the place of the open count.
    """

    def __init__(self, rows: Mapping[int, Sequence[Fraction]], free: int) -> None:
        self.free = free
        self.others = {column: (row[-1], row[free]) for column, row in rows.items()}

    def at(self, x: int) -> list[Fraction]:
        """The four counts where the open one is x."""
        pairs = [self.others.get(column, (Fraction(0), Fraction(-1))) for column in range(len(COUNTS))]
        return [right - slope * x for right, slope in pairs]

    def zero(self, rate: Rate) -> int | None:
        """The whole x at which a rate is 0/0, None if there is none."""
        start, after = (rate.ratio.bottom.at(self.at(x)) for x in (0, 1))
        if start == after:
            if not start:
                raise ContradictionError(f"{rate} is given, but the other rates make it 0/0.")
            return None
        zero = Fraction(start) / (start - after)
        return zero.numerator if zero.denominator == 1 else None

    def __str__(self) -> str:
        """Print the counts as functions of the open one."""
        open_count = COUNTS[self.free]
        return ", ".join(
            f"{COUNTS[column]} = {right} {'−' if slope > 0 else '+'} {abs(slope)}·{open_count}"
            if slope
            else f"{COUNTS[column]} = {right}"
            for column, (right, slope) in sorted(self.others.items())
        )


def _on_line(line: Line, n: int, rates: Sequence[Rate], told: str) -> list[int]:
    """The only whole, non-negative point of a line at which every given rate has a value."""
    points = whole_points(line.others.values(), n)
    zeros = {zero: rate for rate in rates if (zero := line.zero(rate)) is not None and zero in points}
    left = [[int(count) for count in line.at(x)] for x in islice((x for x in points if x not in zeros), 2)]
    if len(left) == 1:
        return left[0]
    if not left:
        but = "".join(f", but for {x}, where {rate.name} is 0/0" for x, rate in zeros.items())
        raise ContradictionError(
            f"no table has these rates: they force {line}, and for no {COUNTS[line.free]} from 0 to {n} are all four "
            f"counts whole and not negative{but}."
        )
    count = (points[-1] - points[0]) // points.step + 1 - len(zeros)
    examples = " and ".join(f"[[{tp}, {fn}], [{fp}, {tn}]]" for tp, fn, fp, tn in left)
    raise MissingCountsError(
        f"{told} do not determine the table: {count} tables have them, such as {examples}; {ENOUGH} determine one."
    )
