"""The search over everything that is open: n, the supports, and the counts of every class."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations, islice
from math import ceil, floor

from exactmetrics.feasibility.budget import Budget, BudgetEnded
from exactmetrics.feasibility.climb import climbed
from exactmetrics.feasibility.evaluate import TwoClasses
from exactmetrics.feasibility.given import Score
from exactmetrics.feasibility.instance import Instance
from exactmetrics.feasibility.manyclasses import ManyClassSearch
from exactmetrics.feasibility.matrices import Rows, count_matrices, matrices
from exactmetrics.feasibility.plane_score import PlaneScore, plane_score
from exactmetrics.feasibility.problem import Problem
from exactmetrics.feasibility.sizes import sizes
from exactmetrics.feasibility.watched import share_right
from exactmetrics.matrix.blocks import Blocks

SLICE = 50_000  # steps of a first try, before a quick look is worth its while
LOOK = 10**6  # steps of a last look
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
    """Scores against what is known of the data.

    >>> from exactmetrics.feasibility.given import Reader
    >>> problem = Problem(("a", "b"), (4, 5), 9, 9, "a")
    >>> search = Search(Reader(("a", "b"), positive="a").read({"f1": "0.89"}), problem)
    >>> search.all(20, Budget(100)).shown, search.any(Budget(100))
    ([[[4, 0], [1, 4]]], True)
    """

    def __init__(self, scores: Sequence[Score], problem: Problem) -> None:
        self.scores, self.problem = _narrowed(scores), problem
        self.clash = any(score.target is None for score in self.scores)
        labels, positive = problem.labels, problem.positive
        self.binary = len(labels) == 2
        self.plane: list[PlaneScore] = []
        if self.binary:
            self.both = TwoClasses(labels, positive)
            place = labels.index(positive) if positive is not None else 0
            self.plane = [plane_score(score, labels, place) for score in self.scores if not self.clash]

    def any(self, budget: Budget) -> bool | None:
        """Whether there is a solution; None where the budget ended before that was known.

        >>> Search([], Problem(("a", "b"), (1, 1), 2, 2)).any(Budget(9))
        True
        """
        try:
            soon = None if self.binary else self._soon(budget)
            return self.first(budget) is not None if soon is None else soon
        except BudgetEnded:
            return None

    def _soon(self, budget: Budget) -> bool | None:
        """Of many classes: whether there is a solution, where that is soon found out."""
        part = Budget(min(SLICE, budget.left))
        try:
            return self.first(part) is not None
        except BudgetEnded:
            budget.spend(part.taken)
            return True if self._glance(budget) is not None else None

    def _glance(self, budget: Budget) -> Blocks | None:
        """A quick look for one solution of many classes of known supports; nothing found proves nothing."""
        supports = [s for s in self.problem.supports if s is not None]
        if self.binary or len(supports) < len(self.problem.supports):
            return None
        return climbed(self.scores, self.problem.labels, supports, budget, share_right(self.scores))

    def first(self, budget: Budget) -> Blocks | None:
        """The first solution, as building blocks; None where there is none. Raises `BudgetEnded`.

        >>> Search([], Problem(("a", "b"), (0, 1), 1, 1)).first(Budget(9)).tp
        [0, 0]
        """
        for n, supports in self._sizes(budget):
            budget.spend()
            found = next(self.solutions(n, supports, budget), None)
            if found is not None:
                return found
        return None

    def _sizes(self, budget: Budget) -> Iterator[tuple[int, tuple[int, ...]]]:
        if self.clash:
            return
        for n, supports in sizes(self.problem, [self.plane] if self.binary else [], budget):
            if self.binary or all(_has_share(score, n) for score in self.scores):
                yield n, supports
            else:
                budget.spend()

    def solutions(self, n: int, supports: Sequence[int], budget: Budget) -> Iterator[Blocks]:
        """Every solution for given supports, as building blocks.

        >>> search = Search([], Problem(("a", "b"), (0, 1), 1, 1))
        >>> [blocks.tp for blocks in search.solutions(1, (0, 1), Budget(9))]
        [[0, 0], [0, 1]]
        """
        if not self.binary:
            yield from ManyClassSearch(self.scores, self.problem.labels, supports, budget).solutions()
            return
        p = supports[0]
        for tp, first, last in Instance(self.plane, self.both, p, n, budget).pieces():
            for tn in range(first, last + 1):
                yield self.both.blocks(p, n, tp, tn)

    def all(self, limit: int, budget: Budget) -> Found:
        """Every solution, as far as the budget goes; without a bound on n those of the smallest n that has any.

        >>> Search([], Problem(("a", "b"), (1, 1), 2, 2)).all(20, Budget(9)).blocks
        4
        """
        found = Found()
        try:
            for n, supports in self._sizes(budget):
                if self.problem.open_end and found.blocks and n > found.reached:
                    found.complete = False
                    break
                found.reached = n
                budget.spend()
                self._case(n, supports, limit, found, budget)
        except BudgetEnded:
            found.complete = False
            self._last_look(found)
        if not found.complete and found.matrices is not None and found.matrices < found.blocks:
            found.matrices = None
        return found

    def _last_look(self, found: Found) -> None:
        """Where the budget ended before anything was found, a quick look is worth its while."""
        blocks = None if found.blocks else self._glance(Budget(LOOK))
        if blocks is not None:
            found.blocks, found.shown = 1, [next(matrices(blocks))]

    def _case(self, n: int, supports: Sequence[int], limit: int, found: Found, budget: Budget) -> None:
        """Add the solutions for given supports."""
        if self.binary:
            self._two(n, supports, limit, found, budget)
            return
        for blocks in self.solutions(n, supports, budget):
            found.blocks += 1
            if len(found.shown) < limit:
                found.shown += islice(matrices(blocks), limit - len(found.shown))
            if found.matrices is not None:
                found.matrices = None if found.blocks > MANY else found.matrices + count_matrices(blocks, budget)

    def _two(self, n: int, supports: Sequence[int], limit: int, found: Found, budget: Budget) -> None:
        """Add the solutions of two classes, where blocks and matrices are the same and need not be listed."""
        p = supports[0]
        instance = Instance(self.plane, self.both, p, n, budget)
        assert found.matrices is not None
        more = instance.count() if instance.plain else None
        if more != 0:
            for tp, first, last in instance.pieces():
                shown = range(first, min(last + 1, first + limit - len(found.shown)))
                found.shown += [[[tp, p - tp], [n - p - tn, tn]] for tn in shown]
                if more is None:
                    found.blocks += last - first + 1
                    found.matrices = found.blocks
                elif len(found.shown) >= limit:
                    break
        found.blocks += more or 0
        found.matrices = found.blocks


def _narrowed(scores: Sequence[Score]) -> list[Score]:
    """Scores that are one question, each with the values that all of them allow: None where that is none."""
    found = list(scores)
    for (i, one), (j, other) in combinations(enumerate(scores), 2):
        if one.request == other.request:
            first, second = found[i].target, found[j].target
            common = None if first is None or second is None else first.both(second)
            found[i], found[j] = (replace(score, target=common) for score in (found[i], found[j]))
    return found


def _has_share(score: Score, n: int) -> bool:
    """Whether some number of right predictions of n gives the accuracy; other scores are tried otherwise."""
    target, request = score.target, score.request
    whole = request.metric.name == "accuracy" and request.average is None and request.label is None
    if not whole or target is None or target.kind != "interval" or not n:
        return True
    return any(target.holds(Fraction(right, n)) for right in (ceil(target.low * n), floor(target.low * n) + 1))
