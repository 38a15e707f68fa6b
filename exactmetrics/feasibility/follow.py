"""What follows from scores: the least and the greatest value that others have on all solutions.

Where all solutions are listed they are gone through; else the ends are looked for like the neighbours of a number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from exactmetrics.exact.values import Number, Undefined
from exactmetrics.feasibility.budget import Budget, BudgetEnded
from exactmetrics.feasibility.given import Reader, Score
from exactmetrics.feasibility.later import Follows
from exactmetrics.feasibility.matrices import Rows
from exactmetrics.feasibility.problem import Problem
from exactmetrics.feasibility.reach import BEYOND, Reach
from exactmetrics.matrix.counts import Counts
from exactmetrics.views.value import compute

STEPS = 15_000  # for all of them together
BINARY = ("prevalence", "accuracy", "precision", "recall", "specificity", "f1")  # of the positive class
MANY = ("accuracy", "precision[macro]", "recall[macro]", "f1[macro]")


def follows(
    scores: Sequence[Score], problem: Problem, matrices: Sequence[Rows] | None, reader: Reader
) -> Iterator[Follows]:
    """The ranges of the usual scores that were not given.

    Args:
        scores: the scores that were given.
        problem: what is known of the data.
        matrices: all solutions, if all are listed.
        reader: how scores are read.

    >>> problem = Problem(("a", "b"), (4, 5), 9, 9, "a")
    >>> [one.name for one in follows([], problem, [[[4, 0], [1, 4]]], Reader(("a", "b"), "a"))]
    ['accuracy', 'precision', 'recall', 'specificity', 'f1']
    """
    binary = len(problem.labels) == 2 and problem.positive is not None
    asked = [score.request for score in scores]
    budget = Budget(STEPS)
    for name in BINARY if binary else MANY:
        [score] = reader.read({name: "0"})
        if score.request in asked or (name == "prevalence" and None not in problem.supports):
            continue
        found = None
        if matrices is not None:
            found = _of_all(score, problem, matrices)
        elif not problem.open_end:
            found = _ends(score, scores, problem, budget)
        if found is not None:
            yield Follows(name, *found)


def _of_all(score: Score, problem: Problem, matrices: Sequence[Rows]) -> tuple[Number, Number] | None:
    """The ends over matrices that are all there are; None where it has a value on none."""
    values = []
    for rows in matrices:
        blocks = Counts.from_rows(rows, labels=list(problem.labels)).blocks()
        value = compute(score.request, blocks, problem.positive).value
        if not isinstance(value, Undefined):
            values.append(value)
    return (min(values), max(values)) if values else None


def _ends(
    score: Score, given: Sequence[Score], problem: Problem, budget: Budget
) -> tuple[Number, Number] | None:  # fmt: skip
    """The ends by search; None where it has no value, or the budget ends."""
    reach = Reach(score, given, problem, budget)
    least, most = score.request.bound.convention.range
    try:
        low = reach.above((BEYOND * -1 if least is None else Fraction(least)) - 1)
        high = reach.below((BEYOND if most is None else Fraction(most)) + 1)
    except BudgetEnded:
        return None
    return None if low is None or high is None else (low, high)
