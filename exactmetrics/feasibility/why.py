"""Why scores clash, and what follows from them.

A conflict is a part of the scores that no data has, although it has every smaller part; of each score of it is said
which values next to the printed one it can have, given the others. Of scores that were not given the least and the
greatest value are told. A value is found by a witness, and the next one is looked for between it and the number until
there is none left: what is found is proved, for every search is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from exactmetrics.exact.values import Number, Undefined, enclosure
from exactmetrics.feasibility.budget import Budget, BudgetEnded, Purse
from exactmetrics.feasibility.given import Reader, Score, reach
from exactmetrics.feasibility.matrices import Rows
from exactmetrics.feasibility.polynomial import Ratio
from exactmetrics.feasibility.problem import Problem
from exactmetrics.feasibility.search import Search
from exactmetrics.feasibility.target import Target
from exactmetrics.feasibility.unknown import plane_formula
from exactmetrics.matrix.counts import Counts
from exactmetrics.views.value import compute

Tries = Callable[[Sequence[Any], int], "bool | None"]  # whether scores are feasible, by so many steps; None: not known
STEPS = 200_000  # for the neighbours of all scores of a conflict
FOLLOWING = (15_000, 60_000)  # for all scores that were not given, of two classes and of more
QUICK = 15_000  # for one of the questions that tell a bound
ALL = 10**15  # as many as there are
FEW = 4  # scores of a conflict whose neighbours are looked for
GRID = 10  # a bound for any n is told to a tenth of the last place printed
FINE = 400  # bits by which a value that is no ratio is enclosed: far more than two values of one problem lie apart
BEYOND = Fraction(10) ** 30  # more than any score of any data
TWO = ("prevalence", "accuracy", "precision", "recall", "specificity", "f1")  # of the positive class
MANY = ("accuracy", "precision[macro]", "recall[macro]", "f1[macro]")


@dataclass(frozen=True, slots=True)
class Near:
    """The values of a score next to what is printed, given others of a conflict: why they clash.

    `below` and `above` are the nearest values it can have; with `beyond` they are bounds that it does not reach,
    whatever the number of samples. None: there is none on that side.
    """

    name: str
    printed: str
    others: tuple[str, ...]
    below: Number | None = None
    above: Number | None = None
    beyond: bool = False


@dataclass(frozen=True, slots=True)
class Follows:
    """A score that was not given: the least and the greatest value it has on all solutions on which it has one."""

    name: str
    least: Number
    greatest: Number


@dataclass(frozen=True)
class Why:
    """What is worked out of an answer only when somebody asks.

    `given` are the scores, or names of sets of them, and `tries` says of a part of them whether it is feasible.
    `matrices` are all solutions, where they are listed.
    """

    given: Sequence[Any] = ()
    tries: Tries = lambda part, steps: None
    problem: Problem | None = None
    purse: Purse = field(default_factory=Purse)
    reader: Reader | None = None
    matrices: Sequence[Rows] | None = None

    @cached_property
    def conflict(self) -> tuple[list[Any], bool]:
        return minimal_conflict(self.given, lambda part: self.tries(part, ALL))

    @cached_property
    def nearest(self) -> tuple[Near, ...]:
        """The values next to those of a conflict; without a problem, or for any n, bounds by what `tries` says."""
        kept, problem, budget = self.conflict[0], self.problem, Budget(STEPS, self.purse)
        scores = [one for one in kept if isinstance(one, Score) and one.target and one.target.kind == "interval"]
        found = []
        for score in scores if len(kept) == len(scores) <= FEW else ():
            others = [other for other in kept if other is not score]
            if problem is None or problem.open_end:
                found.append(_bounded(score, others, self.tries))
            else:
                found.append(_exact(score, Values(score, others, problem, budget)))
        return tuple(near for near in found if near is not None)

    @cached_property
    def follows(self) -> tuple[Follows, ...]:
        """The ranges of the usual scores that were not given; of any n none, for a larger one would leave more."""
        problem = self.problem
        if problem is None or problem.open_end or self.reader is None:
            return ()
        budget = Budget(FOLLOWING[len(problem.labels) > 2], self.purse)
        asked, found = [score.request for score in self.given], []
        for name in TWO if len(problem.labels) == 2 and problem.positive is not None else MANY:
            [score] = self.reader.read({name: "0"})
            if score.request not in asked and not _fixed(score, problem):
                values = Values(score, self.given, problem, budget)
                ends = values.ends() if self.matrices is None else _ends_of_all(score, problem, self.matrices)
                found += [Follows(name, *ends)] if ends else []
        return tuple(found)


def minimal_conflict(scores: Sequence[Any], tries: Callable[[Sequence[Any]], bool | None]) -> tuple[list[Any], bool]:
    """What is left of scores that are infeasible together when as many as possible are left out, and whether surely.

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
        certain = certain and answer is not None
    return kept, certain


class Values:
    """The values of a score on everything that gives some others; `BudgetEnded` where the budget is not enough.

    >>> [accuracy] = Reader(("a", "b")).read({"accuracy": "0"})
    >>> values = Values(accuracy, [], Problem(("a", "b"), (40, 60), 100, 100), Budget(1000))
    >>> values.next(Fraction(183, 200), -1), values.next(Fraction(183, 200), 1), values.next(Fraction(1), 1)
    (Fraction(91, 100), Fraction(23, 25), None)
    """

    def __init__(self, score: Score, others: Sequence[Score], problem: Problem, budget: Budget) -> None:
        self.score, self.others, self.problem, self.budget = score, list(others), problem, budget

    def next(self, start: Fraction, side: int) -> Number | None:
        """The nearest value on a side of a number: the gap is halved until nothing is left between them."""
        found = self._witness(start, side * BEYOND)
        empty = start  # from the number up to here there is nothing
        while found is not None:
            nearer = self._witness(empty, _toward(found, -side))
            if nearer is None:
                return found
            found, middle = nearer, (empty + _toward(nearer, side)) / 2
            nearer = self._witness(empty, middle, closed=True)
            if nearer is None:
                empty = middle
            else:
                found = nearer
        return None

    def ends(self) -> tuple[Number, Number] | None:
        """The least and the greatest value; None where the budget ends, or where there is none."""
        least, most = reach(self.score.request)
        try:
            low = self.next((-BEYOND if least is None else least) - 1, 1)
            high = self.next((BEYOND if most is None else most) + 1, -1)
        except BudgetEnded:
            return None
        return None if low is None or high is None else (low, high)

    def _witness(self, one: Fraction, other: Fraction, *, closed: bool = False) -> Number | None:
        """A value strictly between two numbers, or also the second of them; None where there is none."""
        low, high = min(one, other), max(one, other)
        if low == high:
            return None
        score = self.score.within(Target(low, high, not (closed and low == other), not (closed and high == other)))
        if score is None:
            return None
        blocks = Search([*self.others, score], self.problem).first(self.budget)
        value = None if blocks is None else compute(score.request, blocks, self.problem.positive).value
        return None if isinstance(value, Undefined) else value


def _toward(value: Number, side: int) -> Fraction:
    """A value as a ratio; one that is none is moved by a hair to the side given."""
    return value if isinstance(value, Fraction) else enclosure(value, FINE)[side > 0]


def _exact(score: Score, values: Values) -> Near | None:
    """The next values, exactly; None where the budget ends, or where the others leave no value at all."""
    assert score.target is not None
    middle = (score.target.low + score.target.high) / 2
    try:
        below, above = values.next(middle, -1), values.next(middle, 1)
    except BudgetEnded:
        return None
    if below is None and above is None:
        return None
    return Near(score.name, score.printed, tuple(map(str, values.others)), below, above)


def _bounded(score: Score, others: Sequence[Score], tries: Tries) -> Near | None:
    """A number near what is printed from which on there is nothing, to a tenth of the last place printed."""
    target = score.target
    least, most = reach(score.request)
    if target is None or least is None or most is None:
        return None
    unit = (target.high - target.low) / GRID or Fraction(1, 10_000)
    for side, start, end in ((-1, target.low, most), (1, target.high, least)):

        def empty(steps: int, start: Fraction = start, end: Fraction = end, step: Fraction = side * unit) -> bool:
            low, high = sorted((start + steps * step, end))
            return tries([*others, replace(score, target=Target(low, high))], QUICK) is False

        if not empty(0):
            continue
        good, bad = 0, 1
        while empty(bad) and bad < GRID**6:
            good, bad = bad, 2 * bad
        while bad - good > 1:
            middle = (good + bad) // 2
            good, bad = (middle, bad) if empty(middle) else (good, middle)
        beyond = start + good * side * unit
        low, high = (beyond, None) if side < 0 else (None, beyond)
        return Near(score.name, score.printed, tuple(map(str, others)), low, high, beyond=True)
    return None


def _fixed(score: Score, problem: Problem) -> bool:
    """Whether the supports alone tell a score."""
    found = plane_formula(score.request, problem.labels) if len(problem.labels) == 2 else None
    if None in problem.supports or not isinstance(found, Ratio):
        return False
    return all({0, 1}.isdisjoint(places) for poly in found.powers for places in poly.terms)


def _ends_of_all(score: Score, problem: Problem, matrices: Sequence[Rows]) -> tuple[Number, Number] | None:
    """The ends over matrices that are all there are; None where it has a value on none."""
    values = []
    for rows in matrices:
        blocks = Counts.from_rows(rows, labels=list(problem.labels)).blocks()
        value = compute(score.request, blocks, problem.positive).value
        if not isinstance(value, Undefined):
            values.append(value)
    return (min(values), max(values)) if values else None
