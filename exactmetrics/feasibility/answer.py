"""One set of scores: can a matrix of the known sizes give all of them?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from exactmetrics.feasibility.conflict import alone_outside, named, why
from exactmetrics.feasibility.follow import follows
from exactmetrics.feasibility.given import Score
from exactmetrics.feasibility.later import Later
from exactmetrics.feasibility.problem import Problem
from exactmetrics.feasibility.result import Feasibility
from exactmetrics.feasibility.search import Found, Search
from exactmetrics.feasibility.terms import Terms


def one_set(scores: object, problem: Problem, terms: Terms) -> Feasibility:
    """The answer for one set of scores; see `feasible`.

    >>> one_set({"f1": "0.89"}, Problem(("a", "b"), (4, 5), 9, 9, "a"), Terms()).matrices
    [[[4, 0], [1, 4]]]
    """
    given = terms.reader(problem.labels, problem.positive).read(scores)
    result = partial(
        Feasibility, labels=problem.labels, rounding=terms.rounding, tolerance=terms.tolerance, _terms=terms,
        scores=tuple(map(str, given)), known=problem
    )  # fmt: skip
    if (alone := alone_outside(given)) is not None:
        return result("infeasible", outside=alone.outside, _later=Later(partial(named, alone)))
    budget = terms.budget()
    found = Search(given, problem).all(max(1, terms.limit), budget)
    cases = found.reached if problem.open_end or problem.least != problem.most else None
    result = partial(result, cases=cases, steps=budget.taken)
    if found.blocks:
        few = _few(found, terms)
        shown = found.shown if few else found.shown[:1]
        later = _later(given, problem, found, terms)
        return result(
            "feasible", blocks=found.blocks, solutions=found.matrices, matrices=shown, complete=found.complete,
            _later=later,
        )  # fmt: skip
    if not found.complete:
        return result("unknown", solutions=None, complete=False)

    def tries(part: Sequence[Score]) -> bool | None:
        return Search(part, problem).any(terms.budget(told=False))

    later = why(given, tries, problem)
    return result("infeasible", cases=None if problem.open_end else cases, _later=later)


def _few(found: Found, terms: Terms) -> bool:
    """Whether all solutions are listed."""
    return found.complete and found.matrices is not None and found.matrices <= terms.limit


def _later(given: Sequence[Score], problem: Problem, found: Found, terms: Terms) -> Later:
    """What follows from the scores; where n is open it is not asked, for a larger n would leave more."""
    every = found.shown if _few(found, terms) else None
    reader = terms.reader(problem.labels, problem.positive)
    return Later() if problem.open_end else Later(follows=lambda: follows(given, problem, every, reader))
