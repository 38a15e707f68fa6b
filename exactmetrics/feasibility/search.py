"""The search over everything that is open: n, the supports, and the counts of every class."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, islice

from exactmetrics.feasibility.budget import Budget, BudgetEnded
from exactmetrics.feasibility.directed import Look
from exactmetrics.feasibility.given import Score
from exactmetrics.feasibility.matrices import Rows, count_matrices, matrices
from exactmetrics.feasibility.partition import Conditions, Partition
from exactmetrics.feasibility.plane import Plane, PlaneScore
from exactmetrics.feasibility.problem import Case, Problem
from exactmetrics.feasibility.shares import never_met
from exactmetrics.matrix.blocks import Blocks

SLICE = 100_000  # steps of a first try of many classes, before a directed look is worth its while
LOOK = 400_000  # changes of that look, whatever steps are left
SMALL = 40  # of two classes all is tried up to this n, before it is asked whether any n will do
MANY = 10_000  # solutions whose matrices are still counted one by one


@dataclass(slots=True)
class Found:
    """What a search found: how many blocks and matrices, the first of them, and whether it was complete."""

    blocks: int = 0
    matrices: int | None = 0
    first: Blocks | None = None
    shown: list[Rows] = field(default_factory=list)
    complete: bool = True
    reached: int = 0

    def add(self, blocks: Blocks, limit: int) -> None:
        self.first = self.first or blocks
        self.blocks += 1
        self.shown += islice(matrices(blocks), max(0, limit - len(self.shown)))


class Search:
    """Scores against what is known of the data."""

    def __init__(self, scores: Sequence[Score], problem: Problem) -> None:
        self.scores, self.problem = _narrowed(scores), problem
        self.clash = any(score.target is None for score in self.scores)
        self.binary = len(problem.labels) == 2
        place = problem.labels.index(problem.positive) if problem.positive is not None else 0
        two = self.binary and not self.clash
        self.plane = [PlaneScore.of(score, problem.labels, place) for score in self.scores] if two else []

    def first(self, budget: Budget) -> Blocks | None:
        """The first solution, as building blocks; None where there is none. Raises `BudgetEnded`."""
        found = self.all(0, budget, once=True)
        if found.first is None and not found.complete:
            raise BudgetEnded
        return found.first

    def all(self, limit: int, budget: Budget, *, once: bool = False) -> Found:
        """Every solution, as far as the budget goes; without a bound on n those of the smallest n that has any.

        With `once` the first one is enough. Of many classes all is tried for a while, then one is looked for.
        """
        if self.binary:
            return self._all(limit, budget, once)
        part = budget.part(SLICE)
        found = self._all(limit, part, once)
        budget.taken += part.taken
        if once and budget.taken > budget.steps:
            return found  # there is no look where nothing is left for it
        if not found.complete and found.first is None:
            blocks = self._look(budget)
            if blocks is None:
                return self._all(limit, budget, once)
            found.add(blocks, 1)
        if not found.complete and not self.problem.open_end:
            found.matrices = None
        return found

    def _look(self, budget: Budget) -> Blocks | None:
        """A directed look for one solution; nothing found proves nothing."""
        problem = self.problem
        if problem.least != problem.most:
            return None
        try:
            look = Look(self.scores, problem.labels, problem.supports, problem.least)
            return look.found(Budget(LOOK, budget.purse, budget.progress))
        except BudgetEnded:
            return None

    def _all(self, limit: int, budget: Budget, once: bool) -> Found:
        found = Found()
        try:
            for n, supports in () if self.clash else cases([self], self.problem, budget):
                if found.first and (once or (self.problem.open_end and n > found.reached)):
                    found.complete = False
                    break
                found.reached = n
                if self.binary and not once:
                    self._count(n, supports, limit, found, budget)
                    continue
                for blocks in self.solutions(n, supports, budget):
                    found.add(blocks, limit)
                    if once:
                        break
                    many = found.matrices is None or found.blocks > MANY
                    found.matrices = None if many else (found.matrices or 0) + count_matrices(blocks, budget)
        except BudgetEnded:
            found.complete = False
        if not found.complete and found.matrices is not None and found.matrices < found.blocks:
            found.matrices = None
        return found

    def _count(self, n: int, supports: Sequence[int], limit: int, found: Found, budget: Budget) -> None:
        """Add the solutions of two classes, where blocks and matrices are the same and need not be listed."""
        p = supports[0]
        plane = Plane(self.plane, self.problem.labels, self.problem.positive, p, n, budget)
        more = plane.count() if plane.plain else None
        for tp, first, last in plane.pieces() if more != 0 else ():
            found.first = found.first or plane.blocks(tp, first)
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
        labels = self.problem.labels
        if not self.binary:
            yield from Partition(self.scores, labels, supports, budget).solutions()
            return
        plane = Plane(self.plane, labels, self.problem.positive, supports[0], n, budget)
        for tp, first, last in plane.pieces():
            for tn in range(first, last + 1):
                yield plane.blocks(tp, tn)

    def worth(self, n: int) -> bool:
        """Whether so many samples may have the scores at all: some whole number of right ones does."""
        if self.binary or self.clash:
            return not self.clash
        least, most = Conditions(self.scores, self.problem.labels, n).right_predictions(n)
        return least <= most


def cases(searches: Sequence[Search], problem: Problem, budget: Budget) -> Iterator[Case]:
    """The sizes to try; none are left where it turns out that no n has the scores."""
    asked = False
    for case in problem.cases(lambda n: all(search.worth(n) for search in searches)):
        budget.spend()
        if case is None:
            continue
        if problem.open_end and len(problem.labels) == 2 and case[0] > SMALL and not asked:
            asked = True
            if any(never_met(search.plane, budget) for search in searches):
                return
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
