"""Several sets of scores for one data set: each has a matrix of its own, and all share n and the supports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.rounding import RoundingRule, check_rule
from exactmetrics.verification.feasibility.budget import Budget, BudgetEnded, Progress
from exactmetrics.verification.feasibility.conflict import clash_of, named
from exactmetrics.verification.feasibility.given import Reader, Score
from exactmetrics.verification.feasibility.matrices import Rows, matrices
from exactmetrics.verification.feasibility.problem import Problem, problem_of
from exactmetrics.verification.feasibility.result import Feasibility
from exactmetrics.verification.feasibility.search import Search

STEPS = 2_000_000


def feasible_sets(
    sets: Mapping[str, Any],
    *,
    n: int | None = None,
    supports: Any = None,
    positives: int | None = None,
    k: int | None = None,
    labels: Any = None,
    positive: Any = None,
    max_n: int | None = None,
    rounding: RoundingRule = "nearest",
    undefined: str | int | None = None,
    steps: int = STEPS,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Feasibility:
    """Whether one data set can have given all sets of scores, each by its own predictions.

    Args:
        sets: by name (a row of a table, a model) the scores, as `feasible` takes them.
        n, supports, positives, k, labels, positive, max_n, rounding, undefined, steps, seconds, progress: as there.

    Returns:
        A `Feasibility`: its `matrices` are one for each set, in order, for the first n and supports that all sets can
        have; its `conflict` names sets that cannot all be of one data set.

    >>> found = feasible_sets({"A": {"recall": "0.75"}, "B": {"specificity": "0.2"}}, n=9, rounding="half-even")
    >>> found.verdict, found.matrices
    ('feasible', [[[3, 1], [5, 0]], [[0, 4], [4, 1]]])
    >>> feasible_sets({"A": {"recall": "1/4"}, "B": {"recall": "1/3"}, "C": {"recall": "1/2"}}, n=11).conflict
    ('A', 'B')
    """
    problem = problem_of(
        n=n, supports=supports, positives=positives, k=k, labels=labels, positive=positive, max_n=max_n
    )
    if not sets:
        raise UsageError("no sets of scores were given")
    options = {} if undefined is None else {"undefined": undefined}
    reader = Reader(problem.labels, problem.positive, check_rule(rounding), None, options)
    given = {name: reader.read(scores) for name, scores in sets.items()}
    for scores in given.values():
        for score in scores:
            if score.target is None:
                return Feasibility(
                    "infeasible", problem.labels, reason=score.reason, rounding=rounding, clash=partial(named, score)
                )
    budget = Budget(steps, seconds, progress)
    found = _together(given, problem, budget)
    if found is None:
        return Feasibility("unknown", problem.labels, 0, None, [], False, steps=budget.taken, rounding=rounding)
    if found:
        return Feasibility("feasible", problem.labels, 1, None, found, False, steps=budget.taken, rounding=rounding)

    def tries(names: Sequence[Any]) -> bool | None:
        answer = _together({name: given[name] for name in names}, problem, Budget(steps, seconds))
        return None if answer is None else bool(answer)

    clash = partial(clash_of, list(given), tries)
    return Feasibility("infeasible", problem.labels, steps=budget.taken, rounding=rounding, clash=clash)


def _together(given: Mapping[str, Sequence[Score]], problem: Problem, budget: Budget) -> list[Rows] | None:
    """One matrix for each set in the first case that all can have; empty if there is none, None if that is open."""
    searches = [Search(scores, problem) for scores in given.values()]
    try:
        for n, supports in problem.cases():
            budget.spend()
            found: list[Rows] = []
            for search in searches:
                blocks = next(search.solutions(n, supports, budget), None)
                if blocks is None:
                    break
                found.append(next(matrices(blocks)))
            else:
                return found
    except BudgetEnded:
        return None
    return []
