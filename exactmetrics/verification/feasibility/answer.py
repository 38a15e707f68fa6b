"""The question itself: can printed scores come from any data?"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import partial
from typing import Any

from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.rounding import RoundingRule, check_rule
from exactmetrics.verification.feasibility.budget import Budget, Progress
from exactmetrics.verification.feasibility.conflict import Conflict, clash_of, named
from exactmetrics.verification.feasibility.given import Reader, Score, tolerance_of
from exactmetrics.verification.feasibility.problem import Problem, problem_of
from exactmetrics.verification.feasibility.result import Feasibility
from exactmetrics.verification.feasibility.search import Search

STEPS = 2_000_000
LIMIT = 20


def feasible(
    scores: Mapping[Any, Any] | Sequence[Any],
    *,
    n: int | None = None,
    supports: Mapping[Hashable, int | None] | Sequence[int | None] | None = None,
    positives: int | None = None,
    k: int | None = None,
    labels: Sequence[Hashable] | None = None,
    positive: Hashable | None = None,
    max_n: int | None = None,
    rounding: RoundingRule = "nearest",
    tolerance: object = None,
    undefined: str | int | None = None,
    preset: str | None = None,
    limit: int = LIMIT,
    steps: int = STEPS,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Feasibility:
    """Whether some confusion matrix of whole numbers gives all printed scores: exactly, and with a proof if none does.

    Args:
        scores: names with printed numbers, `{"macro f1": "0.87"}`, or a list of mappings with "metric", "printed" and
            any option of a question (average, label, beta, combine, ...) or "rounding". Digits matter: give text.
        n: number of samples, if known.
        supports: number of samples of every class (None: not known), as a mapping or a list.
        positives: number of samples of the positive class, for two classes.
        k, labels: how many classes, and their names; without supports they are two, "positive" and "negative".
        positive: which class a metric of one class means.
        max_n: the most samples there may be, where n is not known; without it the smallest n that fits is looked for.
        rounding: how the scores were rounded: nearest, half-even, half-up, truncate, or any.
        tolerance: read every score as anything within this of what is printed, instead of by rounding.
        undefined: what stands for 0/0, as in every question (propagate, 0, 1, omit); under "propagate" no printed
            number is an undefined score, and nan is one.
        preset: conventions of a library or a source.
        limit: how many matrices are listed.
        steps, seconds: how much may be done; when it ends, the answer says what is known so far.
        progress: called now and then with the steps taken and allowed.

    Raises:
        UsageError: an unknown score, option or class.
        InputError: a number that cannot be read, or a size that is not a whole number.

    >>> found = feasible({"accuracy": "0.91", "f1": "0.87"}, n=100, positives=40)
    >>> found.verdict, found.blocks, found.witness
    ('feasible', 1, [[31, 9], [0, 60]])
    >>> feasible({"accuracy": "0.92", "recall": "0.22", "specificity": "0.86"}, n=1432, positives=530).conflict
    ('accuracy = 0.92', 'recall = 0.22')
    """
    problem = problem_of(
        n=n, supports=supports, positives=positives, k=k, labels=labels, positive=positive, max_n=max_n
    )
    options = {key: value for key, value in (("undefined", undefined), ("preset", preset)) if value is not None}
    within = None if tolerance is None else tolerance_of(tolerance)
    reader = Reader(problem.labels, problem.positive, check_rule(rounding), within, options)
    given = reader.read(scores)
    _check_bounds(limit, steps)

    def budget() -> Budget:
        return Budget(steps, seconds, progress)

    return answered(given, problem, limit, budget(), lambda part: Search(part, problem).any(budget()), rounding)


def answered(
    scores: Sequence[Score], problem: Problem, limit: int, budget: Budget, tries: Conflict, rounding: str = "nearest"
) -> Feasibility:
    """The answer for scores already read; `tries` says of some of them whether they are feasible.

    >>> problem = Problem(("a", "b"), (1, 1), 2, 2)
    >>> answered([], problem, 3, Budget(9), lambda part: True).blocks
    4
    """
    for score in scores:
        if score.target is None:
            return Feasibility(
                "infeasible", problem.labels, reason=score.reason, rounding=rounding, clash=partial(named, score)
            )
    found = Search(scores, problem).all(max(1, limit), budget)
    cases = found.reached if problem.open_end or problem.least != problem.most else None
    if found.blocks:
        few = found.matrices is not None and found.matrices <= limit and found.complete
        shown = found.shown if few else found.shown[:1]
        return Feasibility(
            "feasible", problem.labels, found.blocks, found.matrices, shown, found.complete,
            cases=cases, steps=budget.taken, rounding=rounding,
        )  # fmt: skip
    if not found.complete:
        return Feasibility(
            "unknown", problem.labels, 0, None, [], False, cases=cases, steps=budget.taken, rounding=rounding
        )
    return Feasibility(
        "infeasible", problem.labels, cases=None if problem.open_end else cases, steps=budget.taken, rounding=rounding,
        clash=partial(clash_of, scores, tries),
    )  # fmt: skip


def _check_bounds(limit: object, steps: object) -> None:
    for name, value in (("limit", limit), ("steps", steps)):
        if not isinstance(value, int) or isinstance(value, bool) or value < (name == "steps"):
            raise UsageError(f"{name} must be a whole number that is not negative, not {value!r}")
