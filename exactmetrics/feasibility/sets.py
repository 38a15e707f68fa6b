"""Several sets of scores for one data set: each has a matrix of its own, and all share n and the supports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from exactmetrics.feasibility.budget import Budget, BudgetEnded
from exactmetrics.feasibility.conflict import alone_outside, named, why
from exactmetrics.feasibility.given import Score
from exactmetrics.feasibility.later import Clash, Later
from exactmetrics.feasibility.matrices import Rows, matrices
from exactmetrics.feasibility.problem import Problem
from exactmetrics.feasibility.result import Feasibility
from exactmetrics.feasibility.search import Search
from exactmetrics.feasibility.sizes import sizes
from exactmetrics.feasibility.terms import Terms


def several_sets(sets: Mapping[str, Any], problem: Problem, terms: Terms) -> Feasibility:
    """The answer for several sets of scores; see `feasible`.

    >>> both = {"A": {"recall": "1/4"}, "B": {"recall": "2/3"}}
    >>> several_sets(both, Problem(("a", "b"), (None, None), 11, 11, "a"), Terms()).conflict
    ('A', 'B')
    """
    reader = terms.reader(problem.labels, problem.positive)
    given = {str(name): reader.read(scores) for name, scores in sets.items()}
    names = tuple(given)
    result = partial(
        Feasibility, labels=problem.labels, rounding=terms.rounding, tolerance=terms.tolerance, _terms=terms,
        kind="sets", scores=names, known=problem
    )  # fmt: skip
    for name, scores in given.items():
        if (alone := alone_outside(scores)) is not None:
            later = Later(partial(_in_set, name, alone))
            return result("infeasible", outside=alone.outside, _later=later)
    budget = terms.budget()
    found, reached = _together(given, problem, budget)
    result = partial(result, steps=budget.taken, cases=reached if found != [] and problem.open_end else None)
    if found is None:
        return result("unknown", solutions=None, complete=False)
    if found:
        return result("feasible", blocks=1, solutions=None, matrices=found, complete=False, names=names)

    def tries(part: Sequence[Any]) -> bool | None:
        answer, _ = _together({name: given[name] for name in part}, problem, terms.budget(told=False))
        return None if answer is None else bool(answer)

    later = why(list(given), tries, problem)
    return result("infeasible", _later=later)


def _in_set(name: str, score: Score) -> Clash:
    (text,), certain = named(score)
    return (f"{name}: {text}",), certain


def _together(
    given: Mapping[str, Sequence[Score]], problem: Problem, budget: Budget
) -> tuple[list[Rows] | None, int]:  # fmt: skip
    """One matrix for each set in the first case that all can have, and up to which n was looked.

    No matrices if there is none, None if the budget ended.
    """
    searches = [Search(scores, problem) for scores in given.values()]
    reached = problem.least
    try:
        for n, supports in sizes(problem, [search.plane for search in searches if search.binary], budget):
            reached = n
            budget.spend()
            found: list[Rows] = []
            for search in searches:
                blocks = next(search.solutions(n, supports, budget), None)
                if blocks is None:
                    break
                found.append(next(matrices(blocks)))
            else:
                return found, reached
    except BudgetEnded:
        return None, reached
    return [], reached
