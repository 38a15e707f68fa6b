"""Linear inequalities for the counts of several parts, from the formulas of scores that are linear for known sizes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import TypeAlias

from exactmetrics.feasibility.formula import Ratio
from exactmetrics.feasibility.given import Score
from exactmetrics.feasibility.integer_program import Solver
from exactmetrics.feasibility.nearby import Row

Line: TypeAlias = tuple[Fraction, Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class Part:
    """A test set or fold: positives, negatives, and its share in the mean."""

    p: int
    n: int
    share: Fraction


@dataclass(frozen=True, slots=True)
class Bounds:
    """The least and greatest value of a score on every single part."""

    formula: Ratio
    low: Fraction
    high: Fraction


@lru_cache(maxsize=10_000)
def line_of(formula: Ratio, p: int, n: int) -> Line | None:
    """The factors of tp and tn and the constant of a linear score on p positives and n negatives; None for no value.

    >>> from exactmetrics.feasibility.plane import SUPPORT, TP
    >>> line_of(TP / SUPPORT, 4, 6)[0], line_of(TP / SUPPORT, 0, 6)
    (Fraction(1, 4), None)
    """
    below = formula.bottom.at(p, p + n)
    if not below:
        return None
    top, scale = formula.top.at(p, p + n), below[0][0]
    first = [*(top[0] if top else []), 0, 0]
    tn = top[1][0] if len(top) > 1 else 0
    return Fraction(first[1]) / scale, Fraction(tn) / scale, Fraction(first[0]) / scale


class System:
    """The means of scores over parts as linear inequalities.

    >>> from exactmetrics.feasibility.budget import Budget
    >>> System([], [Part(1, 2, Fraction(1))], []).solution(Solver(Budget(9)))
    [[[0, 1], [2, 0]]]
    """

    def __init__(self, scores: Sequence[tuple[Score, Ratio]], parts: Sequence[Part], limits: Sequence[Bounds]) -> None:
        grouped = [(part, 1) for part in parts] if limits else list(Counter(parts).items())
        self.groups, self.impossible = grouped, False
        self.rows: list[Row] = []
        for score, formula in scores:
            self._mean(score, formula)
        for at, (part, _) in enumerate(grouped):
            for limit in limits:
                line = self._line(limit.formula, part)
                if line is not None:
                    spread = [Fraction(0)] * (2 * len(grouped))
                    spread[2 * at : 2 * at + 2] = line[:2]
                    self._between(spread, line[2], limit.low, limit.high, (False, False))

    def _line(self, formula: Ratio, part: Part) -> Line | None:
        """The factors of tp and tn and the constant of a score on a part; None where it has no value there."""
        line = line_of(formula, part.p, part.n)
        self.impossible |= line is None
        return line

    def _mean(self, score: Score, formula: Ratio) -> None:
        factors: list[Fraction] = []
        constant = Fraction(0)
        for part, count in self.groups:
            line = self._line(formula, part)
            if line is None:
                return
            factors += [line[0] * part.share, line[1] * part.share]
            constant += line[2] * part.share * count
        target = score.target
        assert target is not None
        self._between(factors, constant, target.low, target.high, (target.open_low, target.open_high))

    def _between(
        self, factors: Sequence[Fraction], constant: Fraction, low: Fraction, high: Fraction, opened: tuple[bool, bool]
    ) -> None:
        """A sum lies between two ends; in whole numbers, less than a bound is at most one less."""
        ends = (constant - low, high - constant)
        whole = lcm(*(x.denominator for x in (*factors, *ends)))
        numbers = [int(x * whole) for x in factors]
        self.rows.append((tuple(-x for x in numbers), int(ends[0] * whole) - opened[0]))
        self.rows.append((tuple(numbers), int(ends[1] * whole) - opened[1]))

    def solution(self, solver: Solver) -> list[list[list[int]]] | None:
        """The tables of one solution, for parts of equal size their sum; None where there is none.

        >>> from exactmetrics.feasibility.budget import Budget
        >>> System([], [], []).solution(Solver(Budget(9)))
        []
        """
        if self.impossible:
            return None
        most = [bound * count for part, count in self.groups for bound in (part.p, part.n)]
        found = solver.solution(self.rows, most)
        if found is None:
            return None
        tables = []
        for at, (part, count) in enumerate(self.groups):
            tp, tn = found[2 * at : 2 * at + 2]
            tables.append([[tp, part.p * count - tp], [part.n * count - tn, tn]])
        return tables
