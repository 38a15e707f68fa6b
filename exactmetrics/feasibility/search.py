"""The search over everything that is open: n, the supports, and the counts of every class."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations, islice

from exactmetrics.feasibility.boxes import prevalences
from exactmetrics.feasibility.budget import Budget, BudgetEnded
from exactmetrics.feasibility.classes import Partition, right_predictions
from exactmetrics.feasibility.condition import plane_score
from exactmetrics.feasibility.directed import Look
from exactmetrics.feasibility.given import Score
from exactmetrics.feasibility.matrices import Rows, count_matrices, matrices
from exactmetrics.feasibility.plane import Plane, TwoClasses
from exactmetrics.feasibility.problem import Problem
from exactmetrics.matrix.blocks import Blocks

SLICE = 100_000  # steps of a first try of many classes, before a directed look is worth its while
LOOK = 400_000  # changes of that look, whatever steps are left
SMALL = 40  # of two classes all is tried up to this n, before the shares are looked at
MANY = 10_000  # solutions whose matrices are still counted one by one


@dataclass(slots=True)
class Found:
    """What a search found: how many blocks and matrices, the first of them, and whether it was complete."""

    blocks: int = 0
    matrices: int | None = 0
    shown: list[Rows] = field(default_factory=list)
    complete: bool = True
    reached: int = 0


class Search:
    """Scores against what is known of the data."""

    def __init__(self, scores: Sequence[Score], problem: Problem) -> None:
        self.scores, self.problem = _narrowed(scores), problem
        self.clash = any(score.target is None for score in self.scores)
        self.binary = len(problem.labels) == 2
        self.both = TwoClasses(problem.labels, problem.positive)
        place = problem.labels.index(problem.positive) if problem.positive is not None else 0
        two = self.binary and not self.clash
        self.plane = [plane_score(score, problem.labels, place) for score in self.scores] if two else []

    def any(self, budget: Budget) -> bool | None:
        """Whether there is a solution; None where the budget ended before that was known."""
        try:
            return self.first(budget) is not None
        except BudgetEnded:
            return None

    def first(self, budget: Budget) -> Blocks | None:
        """The first solution, as building blocks; None where there is none. Raises `BudgetEnded`."""
        if self.binary:
            return self._first(budget)
        part = budget.part(SLICE)
        try:
            return self._first(part)
        except BudgetEnded:
            budget.spend(part.taken)
            return self._look(budget) or self._first(budget)

    def _first(self, budget: Budget) -> Blocks | None:
        for n, supports in self._cases(budget):
            found = next(self.solutions(n, supports, budget), None)
            if found is not None:
                return found
        return None

    def _look(self, budget: Budget) -> Blocks | None:
        """A directed look for one solution of many classes; nothing found proves nothing."""
        problem = self.problem
        if self.binary or self.clash or problem.least != problem.most:
            return None
        try:
            look = Look(self.scores, problem.labels, problem.supports, problem.least)
            return look.found(Budget(LOOK, budget.purse, budget.progress))
        except BudgetEnded:
            return None

    def all(self, limit: int, budget: Budget) -> Found:
        """Every solution, as far as the budget goes; without a bound on n those of the smallest n that has any."""
        if self.binary:
            return self._all(limit, budget)
        part = budget.part(SLICE)
        found = self._all(limit, part)
        budget.taken += part.taken
        if found.complete or self.problem.open_end:
            return found if found.complete or found.blocks else self._all(limit, budget)
        if not found.blocks:
            blocks = self._look(budget)
            if blocks is None:
                return self._all(limit, budget)
            found.blocks, found.shown = 1, [next(matrices(blocks))]
        found.matrices = None
        return found

    def _all(self, limit: int, budget: Budget) -> Found:
        found = Found()
        try:
            for n, supports in self._cases(budget):
                if self.problem.open_end and found.blocks and n > found.reached:
                    found.complete = False
                    break
                found.reached = n
                (self._two if self.binary else self._many)(n, supports, limit, found, budget)
        except BudgetEnded:
            found.complete = False
        if not found.complete and found.matrices is not None and found.matrices < found.blocks:
            found.matrices = None
        return found

    def _many(self, n: int, supports: Sequence[int], limit: int, found: Found, budget: Budget) -> None:
        for blocks in self.solutions(n, supports, budget):
            found.blocks += 1
            if len(found.shown) < limit:
                found.shown += islice(matrices(blocks), limit - len(found.shown))
            if found.matrices is not None:
                found.matrices = None if found.blocks > MANY else found.matrices + count_matrices(blocks, budget)

    def _two(self, n: int, supports: Sequence[int], limit: int, found: Found, budget: Budget) -> None:
        """Add the solutions of two classes, where blocks and matrices are the same and need not be listed."""
        p = supports[0]
        plane = Plane(self.plane, self.both, p, n, budget)
        more = plane.count() if plane.plain else None
        for tp, first, last in plane.pieces() if more != 0 else ():
            shown = range(first, min(last + 1, first + limit - len(found.shown)))
            found.shown += [[[tp, p - tp], [n - p - tn, tn]] for tn in shown]
            if more is None:
                found.blocks += last - first + 1
            elif len(found.shown) >= limit:
                break
        found.blocks += more or 0
        found.matrices = found.blocks

    def solutions(self, n: int, supports: Sequence[int], budget: Budget) -> Iterator[Blocks]:
        """Every solution for given supports, as building blocks."""
        if not self.binary:
            yield from Partition(self.scores, self.problem.labels, supports, budget).solutions()
            return
        for tp, first, last in Plane(self.plane, self.both, supports[0], n, budget).pieces():
            for tn in range(first, last + 1):
                yield self.both.blocks(supports[0], n, tp, tn)

    def _cases(self, budget: Budget) -> Iterator[tuple[int, tuple[int, ...]]]:
        return iter(()) if self.clash else cases([self], self.problem, budget)

    def worth(self, n: int) -> bool:
        """Whether so many samples may have the scores at all: some whole number of right ones does."""
        if self.binary or self.clash:
            return not self.clash
        least, most = right_predictions(self.scores, self.problem.labels, n)
        return least <= most


def cases(searches: Sequence[Search], problem: Problem, budget: Budget) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The sizes to try; for two classes and any n only those that the shares leave, and none if they leave none."""
    shares: list[list[tuple[Fraction, Fraction]]] | None = None
    for case in problem.cases(lambda n: all(search.worth(n) for search in searches)):
        budget.spend()
        if case is None:
            continue
        n, supports = case
        if problem.open_end and len(supports) == 2 and n > SMALL and shares is None:
            shares = []
            for search in searches:
                shares.append(prevalences(search.plane, budget))
                if not shares[-1]:
                    return
        share = Fraction(supports[0], max(n, 1))
        if shares is None or all(any(low <= share <= high for low, high in ranges) for ranges in shares):
            yield case


def _narrowed(scores: Sequence[Score]) -> list[Score]:
    """Scores that are one question, each with the values that all of them allow: None where that is none."""
    found = list(scores)
    for (i, one), (j, other) in combinations(enumerate(scores), 2):
        if one.request == other.request:
            first, second = found[i].target, found[j].target
            common = None if first is None or second is None else first.both(second)
            found[i], found[j] = (replace(score, target=common) for score in (found[i], found[j]))
    return found
