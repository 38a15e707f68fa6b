"""The question itself: can printed scores come from any data? For one set of scores, several sets, and means."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from exactmetrics.exact.digits import exact_number
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.rounding import RoundingRule, check_rule
from exactmetrics.feasibility.budget import Budget, BudgetEnded, Progress, Purse
from exactmetrics.feasibility.given import Reader, Score, tolerance_of
from exactmetrics.feasibility.matrices import Rows, matrices
from exactmetrics.feasibility.means import Means
from exactmetrics.feasibility.problem import Problem, problem_of
from exactmetrics.feasibility.result import Feasibility, Kind, Reading
from exactmetrics.feasibility.search import Search, cases
from exactmetrics.feasibility.why import Why

LIMIT = 20
STEPS = 2_000_000
BRANCHES = 400_000  # of means
ENDLESS = 10**15  # steps, where the clock alone decides


def feasible(
    scores: Mapping[Any, Any] | Sequence[Any] | None = None,
    *,
    n: int | None = None, positives: int | None = None,
    supports: Mapping[Hashable, int | None] | Sequence[int | None] | None = None,
    k: int | None = None, labels: Sequence[Hashable] | None = None, positive: Hashable | None = None,
    max_n: int | None = None,
    parts: Sequence[Any] | None = None, bounds: Mapping[str, tuple[object, object]] | None = None,
    rounding: RoundingRule | None = None, tolerance: object = None,
    undefined: str | int | None = None, preset: str | None = None, combine: str | None = None,
    limit: int = LIMIT, steps: int | None = None, seconds: float | None = None, progress: Progress | None = None,
    **named: object,
) -> Feasibility:  # fmt: skip
    """Whether some confusion matrix of whole numbers gives all printed scores: exactly, and with a proof if none does.

    Args:
        scores: names with printed numbers, `{"f1[macro]": "0.87"}`; or a list of mappings with "metric", "printed" and
            any option of a question (average, label, beta, combine, ...) or "rounding". Digits matter: give text. Names
            whose numbers are again such mappings or lists are several sets of scores for one data set: each by
            predictions of its own, all with the same samples.
        n: number of samples, if known.
        positives: number of samples of the positive class, for two classes.
        supports: number of samples of every class (None: not known), as a mapping or a list.
        k, labels: how many classes, and their names; without supports they are two, "positive" and "negative".
        positive: which class a metric of one class means.
        max_n: the most samples there may be, where n is not known; without it the smallest n that fits is looked for.
        parts: the scores are means over these test sets or folds: each a pair (positives, negatives), a list of such
            pairs for the folds of one data set (whose mean is taken first), or
            `{"positives": 13, "negatives": 73, "folds": 4}` where the folds are not known. The scores must be linear in
            TP and TN, as accuracy, recall, specificity and balanced_accuracy are.
        bounds: with parts: for a score the least and greatest value it has on any single part.
        rounding: how the scores were rounded: nearest (where nothing is said; a tie may go up or down), half-even,
            half-up, truncate, or any.
        tolerance: read every score as anything within this of what is printed, instead of by rounding.
        undefined: what stands for 0/0, as in every question (propagate, 0, 1, omit); under "propagate" no printed
            number is an undefined score, and nan is one.
        preset: conventions of a library or a source.
        combine: "scores" or "averages": how averages of F are meant that do not say so themselves.
        limit: how many matrices are listed.
        steps, seconds: how much may be done, seconds being those of a clock on the wall; when it ends, the answer says
            what is known so far. What is worked out later (a conflict, what follows) has what was left of the seconds.
        progress: called now and then with the steps taken and allowed.
        named: scores by name, `accuracy="0.91"`.

    Raises:
        UsageError: an unknown score, option or class, or options that do not go together.
        InputError: a number that cannot be read, or a size that is not a whole number.

    >>> found = feasible({"accuracy": "0.91", "f1": "0.87"}, n=100, positives=40)
    >>> found.verdict, found.blocks, found.witness
    ('feasible', 1, [[31, 9], [0, 60]])
    >>> feasible(accuracy="0.92", recall="0.22", specificity="0.86", n=1432, positives=530).conflict
    ('accuracy = 0.92', 'recall = 0.22')
    >>> feasible({"A": {"recall": "1/4"}, "B": {"recall": "1/3"}, "C": {"recall": "1/2"}}, n=11).conflict
    ('A', 'B')
    >>> feasible({"recall": "0.768", "accuracy": "0.573"}, parts=[[(52, 94), (74, 37)]]).verdict
    'feasible'
    """
    if not (progress is None or callable(progress)):
        raise UsageError(f"progress= is called with the steps taken and allowed; {str(progress)[:80]!r} cannot be")
    asked = _together(scores, named)
    sizes = {"n": n, "positives": positives, "supports": supports, "k": k, "labels": labels, "positive": positive,
             "max_n": max_n}  # fmt: skip
    means = None if parts is None else Means(parts, bounds)
    for name, value in sizes.items():
        if means and value is not None:
            raise UsageError(f"the sizes of means are those of parts=: leave {name}= out")
    if bounds is not None and means is None:
        raise UsageError("bounds= are bounds of a score on single parts: give parts= too")
    said: dict[str, tuple[object, ...]] = {
        "classes": (supports, labels, k, positives, parts), "positive": (positive, positives, parts),
        "rounding": (rounding, tolerance), "undefined": (undefined, preset), "combine": (combine, preset),
    }  # fmt: skip
    options = {"undefined": undefined, "preset": preset, "combine": combine}
    problem = None if means else problem_of(**sizes)
    reading = Reading(
        problem, check_rule("nearest" if rounding is None else rounding),
        None if tolerance is None else tolerance_of(tolerance),
        {key: value for key, value in options.items() if value is not None}, _has_own_rule(asked),
        tuple(key for key, values in said.items() if values.count(None) == len(values)),
    )  # fmt: skip
    limit = _whole("limit", limit, 0)
    steps = None if steps is None else _whole("steps", steps, 1)
    purse = Purse(_seconds(seconds))
    if steps is None:  # the usual ones, or as many as the clock allows
        steps = ENDLESS if purse.seconds is not None else BRANCHES if means else STEPS
    question = _Question(reading, limit, steps, purse, progress)
    if means:
        return question.first("means", question.reader.read(asked), means.first)
    assert problem is not None
    if isinstance(asked, Mapping) and asked and all(map(_is_set, asked.values())):
        return _several_sets(asked, problem, question)
    return question.all(question.reader.read(asked), problem)


def _together(scores: object, named: Mapping[str, object]) -> object:
    """The scores of a mapping, and those given by name."""
    if not named:
        return {} if scores is None else scores
    if scores is not None and not isinstance(scores, Mapping):
        raise UsageError(f"give {', '.join(named)} with the other scores, or all of them by name")
    return {**(scores or {}), **named}


def _is_set(value: object) -> bool:
    """Whether what a name stands for is a set of scores, and no number."""
    return isinstance(value, (Mapping, Sequence)) and not isinstance(value, str)


def _has_own_rule(scores: object) -> bool:
    if isinstance(scores, Mapping):
        return "rounding" in scores or "tolerance" in scores or any(map(_has_own_rule, scores.values()))
    return _is_set(scores) and any(map(_has_own_rule, scores))  # type: ignore[call-overload]


def _whole(name: str, value: object, least: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise UsageError(f"{name} must be a whole number that is at least {least}, not {str(value)[:80]}")
    return value


def _seconds(value: object) -> float | None:
    clock = None if value is None else exact_number(value)
    if value is not None and (clock is None or clock <= 0):
        raise UsageError(f"seconds must be a number greater than 0, not {str(value)[:80]!r}")
    return None if clock is None else float(clock)


@dataclass(frozen=True, slots=True)
class _Question:
    """How scores are read, and how much may be done for an answer."""

    reading: Reading
    limit: int
    steps: int
    purse: Purse
    progress: Progress | None

    @property
    def reader(self) -> Reader:
        reading = self.reading
        return Reader(reading.labels, reading.positive, reading.rounding, reading.tolerance, reading.options)

    def budget(self, *, told: bool = False) -> Budget:
        return Budget(self.steps, self.purse, self.progress if told else None)

    def answer(self, verdict: Any, given: Sequence[Any], **found: Any) -> Feasibility:
        return Feasibility(verdict, self.reading.labels, scores=tuple(map(str, given)), reading=self.reading, **found)

    def outside(self, given: Sequence[Any], scores: Mapping[str, Score], **found: Any) -> Feasibility | None:
        """The answer where a number lies outside the range of its metric; `scores` are by what names them."""
        for text, score in scores.items():
            if score.target is None:
                return self.answer("infeasible", given, outside=score.outside, _why=Why([text]), **found)
        return None

    def all(self, given: Sequence[Score], problem: Problem) -> Feasibility:
        """The answer for one set of scores, of which all solutions are counted."""
        alone = self.outside(given, {str(score): score for score in given})
        if alone is not None:
            return alone
        budget = self.budget(told=True)
        found = Search(given, problem).all(max(1, self.limit), budget)
        reached = found.reached if problem.open_end or problem.least != problem.most else None
        common = {"steps": budget.taken, "complete": found.complete, "cases": reached}
        if found.blocks:
            few = found.complete and found.matrices is not None and found.matrices <= self.limit
            every = found.shown if few else None
            return self.answer(
                "feasible", given, blocks=found.blocks, solutions=found.matrices, matrices=every or found.shown[:1],
                _why=Why(given, problem=problem, purse=self.purse, reader=self.reader, matrices=every), **common,
            )  # fmt: skip
        if not found.complete:
            return self.answer("unknown", given, solutions=None, **common)

        def tries(part: Sequence[Score]) -> bool | None:
            return Search(part, problem).any(self.budget())

        common["cases"] = None if problem.open_end else reached
        return self.answer("infeasible", given, _why=Why(given, tries, problem, self.purse), **common)

    def first(
        self, kind: Kind, given: Sequence[Any], first: Callable[[Sequence[Any], Budget], list[Rows] | None],
        reached: Callable[[], int | None] = lambda: None, names: tuple[str, ...] = (),
    ) -> Feasibility:  # fmt: skip
        """The answer where only one solution is looked for, of which more are not counted."""
        alone = self.outside(given, {str(one): one for one in given if isinstance(one, Score)}, kind=kind)
        if alone is not None:
            return alone
        budget = self.budget(told=True)
        try:
            found = first(given, budget)
        except BudgetEnded:
            return self.answer(
                "unknown", given, kind=kind, solutions=None, complete=False, cases=reached(), steps=budget.taken
            )
        if found is not None:
            return self.answer(
                "feasible", given, kind=kind, blocks=1, solutions=None, matrices=found, complete=False, names=names,
                cases=reached(), steps=budget.taken,
            )  # fmt: skip

        def tries(part: Sequence[Any]) -> bool | None:
            try:
                return first(part, self.budget()) is not None
            except BudgetEnded:
                return None

        why = Why(given, tries, self.reading.problem, self.purse)
        return self.answer("infeasible", given, kind=kind, steps=budget.taken, _why=why)


def _several_sets(sets: Mapping[str, Any], problem: Problem, question: _Question) -> Feasibility:
    """Each set of scores has a matrix of its own, and all share n and the supports."""
    given = {str(name): question.reader.read(scores) for name, scores in sets.items()}
    every = {f"{name}: {score}": score for name, scores in given.items() for score in scores}
    alone = question.outside(list(given), every, kind="sets")
    if alone is not None:
        return alone
    reached = problem.least

    def first(names: Sequence[str], budget: Budget) -> list[Rows] | None:
        """One matrix for each set in the first case that all can have; None if there is none."""
        nonlocal reached
        searches = [Search(given[name], problem) for name in names]
        for n, supports in cases(searches, problem, budget):
            reached = n
            found: list[Rows] = []
            for search in searches:
                blocks = next(search.solutions(n, supports, budget), None)
                if blocks is None:
                    break
                found.append(next(matrices(blocks)))
            else:
                return found
        return None

    return question.first(
        "sets", list(given), first, lambda: reached if problem.open_end else None, names=tuple(given)
    )  # fmt: skip
