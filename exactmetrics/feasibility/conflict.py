"""Which scores clash, and why: a part of them that no data has, although it has every smaller part.

Of each score of such a conflict it is then said which values next to the printed one it can have, given the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from exactmetrics.feasibility.budget import Budget, BudgetEnded
from exactmetrics.feasibility.given import Score
from exactmetrics.feasibility.later import Clash, Later, Near
from exactmetrics.feasibility.problem import Problem
from exactmetrics.feasibility.reach import Reach
from exactmetrics.feasibility.search import Search

Conflict = Callable[[Sequence[Any]], "bool | None"]  # whether some scores are feasible; None: not known
STEPS = 200_000  # for the neighbours of all scores of a conflict
QUICK = 30_000  # for one question about any n
FEW = 4  # scores of a conflict whose neighbours are looked for
GRID = 10  # a bound for any n is told to a tenth of the last place printed


def minimal_conflict(scores: Sequence[Any], tries: Conflict) -> tuple[list[Any], bool]:
    """Leave out one score after the other as long as the rest stays infeasible.

    Args:
        scores: scores that are infeasible together.
        tries: whether some of them are feasible, None where that is not known.

    Returns:
        The scores that are left, and whether it is certain that none of them can be left out.

    >>> minimal_conflict([1, 2, 3, 4], lambda part: not {2, 4} <= set(part))
    ([2, 4], True)
    """
    kept, certain = list(scores), True
    for score in reversed(list(scores)):
        if len(kept) == 1:
            break
        rest = [other for other in kept if other is not score]
        answer = tries(rest)
        if answer is False:
            kept = rest
        elif answer is None:
            certain = False
    return kept, certain


def named(score: Score) -> Clash:
    """A score that clashes by itself.

    >>> named("f1 = 1.2")
    (('f1 = 1.2',), True)
    """
    return (str(score),), True


def alone_outside(scores: Sequence[Score]) -> Score | None:
    """The first score whose number lies outside the range of its metric.

    >>> alone_outside([]) is None
    True
    """
    return next((score for score in scores if score.target is None), None)


class _Conflict:
    """A minimal conflict, found once for everything that is said of it."""

    def __init__(self, scores: Sequence[Any], tries: Conflict) -> None:
        self.scores, self.tries = scores, tries
        self._found: tuple[list[Any], bool] | None = None

    def __call__(self) -> tuple[list[Any], bool]:
        if self._found is None:
            self._found = minimal_conflict(self.scores, self.tries)
        return self._found

    def names(self) -> Clash:
        kept, certain = self()
        return tuple(map(str, kept)), certain


def why(scores: Sequence[Any], tries: Conflict, problem: Problem | None) -> Later:
    """What is worked out of a conflict when somebody asks.

    Args:
        scores: scores (or names of sets, of which only the names are told) that are infeasible together.
        tries: whether some of them are feasible.
        problem: what is known of the data; None where a score's own values cannot be looked for.

    >>> why(["a", "b"], lambda part: "a" not in part, None).conflict
    (('a',), True)
    """
    found = _Conflict(scores, tries)
    return Later(found.names, partial(_nearest, found, tries, problem))


def _nearest(found: _Conflict, tries: Conflict, problem: Problem | None) -> Iterator[Near]:
    kept, _ = found()
    scores = [score for score in kept if isinstance(score, Score) and score.target and score.target.kind == "interval"]
    if len(scores) < len(kept) or len(kept) > FEW:
        return
    budget = Budget(STEPS)
    for score in scores:
        others = [other for other in kept if other is not score]
        if problem is not None and not problem.open_end:
            near = _exact(score, others, problem, budget)
        else:
            near = _bounded(score, others, tries if problem is None else _quickly(problem))
        if near is not None:
            yield near


def _quickly(problem: Problem) -> Conflict:
    return lambda part: Search(part, problem).any(Budget(QUICK))


def _exact(score: Score, others: Sequence[Score], problem: Problem, budget: Budget) -> Near | None:
    """The next values, exactly; None where the budget ends, or nothing is near: then the others have no value of it."""
    assert score.target is not None
    reach = Reach(score, others, problem, budget)
    middle = (score.target.low + score.target.high) / 2
    try:
        below, above = reach.below(middle), reach.above(middle)
    except BudgetEnded:
        return None
    if below is None and above is None:
        return None
    return Near(score.name, score.printed, tuple(map(str, others)), below, above)


def _bounded(score: Score, others: Sequence[Score], tries: Conflict) -> Near | None:
    """For any n: a number near what is printed from which on there is nothing, to a tenth of the last place printed."""
    target = score.target
    least, most = score.request.bound.convention.range
    if target is None or least is None or most is None:
        return None
    unit = (target.high - target.low) / GRID or Fraction(1, 10_000)
    names = tuple(map(str, others))
    for side, start, end in ((-1, target.low, Fraction(most)), (1, target.high, Fraction(least))):
        beyond = _last_empty(score, others, tries, start, end, side * unit)
        if beyond is not None:
            low, high = (beyond, None) if side < 0 else (None, beyond)
            return Near(score.name, score.printed, names, low, high, beyond=True)
    return None


def _last_empty(
    score: Score, others: Sequence[Score], tries: Conflict, start: Fraction, end: Fraction, step: Fraction
) -> Fraction | None:
    """How far from `start`, in whole steps, a score still has no value up to `end`; None: it has some."""

    def empty(steps: int) -> bool:
        low, high = sorted((start + steps * step, end))
        assert score.target is not None
        wide = replace(score.target, low=low, high=high, open_low=False, open_high=False)
        return tries([*others, replace(score, target=wide)]) is False

    if not empty(0):
        return None
    good, bad = 0, 1
    while empty(bad) and bad < GRID**6:
        good, bad = bad, 2 * bad
    while bad - good > 1:
        middle = (good + bad) // 2
        good, bad = (middle, bad) if empty(middle) else (good, middle)
    return start + good * step
