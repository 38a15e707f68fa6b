"""The values that a score can have while others are given: the next ones below and above a number.

A witness gives a value, and the next one is looked for between it and the number, until there is none left: what is
found is proved, for every search is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from exactmetrics.exact.values import Number, Undefined, enclosure
from exactmetrics.feasibility.budget import Budget
from exactmetrics.feasibility.given import Score
from exactmetrics.feasibility.problem import Problem
from exactmetrics.feasibility.search import Search
from exactmetrics.feasibility.target import Target
from exactmetrics.views.value import compute

FINE = 400  # bits by which a value that is no ratio is enclosed: far more than two values of one problem lie apart
BEYOND = Fraction(10) ** 30  # more than any score of any data


class Reach:
    """The values of a score on everything that gives some others.

    Args:
        score: the score, whose own number does not matter.
        others: the scores that are given.
        problem: what is known of the data, with a bound on n.
        budget: what may be done in all; `BudgetEnded` where that is not enough.

    >>> from exactmetrics.feasibility.given import Reader
    >>> [accuracy] = Reader(("a", "b")).read({"accuracy": "0"})
    >>> reach = Reach(accuracy, [], Problem(("a", "b"), (40, 60), 100, 100), Budget(1000))
    >>> reach.below(Fraction(183, 200)), reach.above(Fraction(183, 200)), reach.above(Fraction(1))
    (Fraction(91, 100), Fraction(23, 25), None)
    """

    def __init__(self, score: Score, others: Sequence[Score], problem: Problem, budget: Budget) -> None:
        self.score, self.others, self.problem, self.budget = score, list(others), problem, budget

    def below(self, top: Fraction) -> Number | None:
        """The greatest value less than a number; None where there is none."""
        return self._next(top, -1)

    def above(self, bottom: Fraction) -> Number | None:
        """The least value greater than a number; None where there is none."""
        return self._next(bottom, 1)

    def _next(self, start: Fraction, side: int) -> Number | None:
        """Halve the gap between the number and the nearest value known, until nothing is left between them."""
        found = self._witness(start, side * BEYOND)
        empty = start  # from the number up to here there is nothing
        while found is not None:
            end = _toward(found, -side)
            nearer = self._witness(empty, end)
            if nearer is None:
                return found
            found, middle = nearer, (empty + _toward(nearer, side)) / 2
            nearer = self._witness(empty, middle, closed=True)
            if nearer is None:
                empty = middle
            else:
                found = nearer
        return None

    def _witness(self, one: Fraction, other: Fraction, *, closed: bool = False) -> Number | None:
        """A value strictly between two numbers, or also the second of them; None where there is none."""
        low, high = min(one, other), max(one, other)
        if low == high:
            return None
        target = Target(low, high, not (closed and low == other), not (closed and high == other))
        request = self.score.request
        least, most = request.bound.convention.range
        kept = target.clipped(least, most)
        if kept is None:
            return None
        search = Search([*self.others, replace(self.score, target=kept)], self.problem)
        blocks = search.first(self.budget)
        value = None if blocks is None else compute(request, blocks, self.problem.positive).value
        return None if isinstance(value, Undefined) else value


def _toward(value: Number, side: int) -> Fraction:
    """A value as a ratio; one that is none is moved by a hair to the side given."""
    if isinstance(value, Fraction):
        return value
    return enclosure(value, FINE)[side > 0]
