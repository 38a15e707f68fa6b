"""The question itself: can printed scores come from any data? For one set of scores, several sets, and means."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import Any

from exactmetrics.exact.digits import exact_number
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.rounding import RoundingRule, check_rule
from exactmetrics.feasibility.budget import Budget, BudgetEnded, Progress, Purse
from exactmetrics.feasibility.given import Reader, Score, tolerance_of
from exactmetrics.feasibility.matrices import Rows, matrices
from exactmetrics.feasibility.means import Means
from exactmetrics.feasibility.problem import BINARY, Problem, problem_of
from exactmetrics.feasibility.result import Clash, Feasibility, Kind, Near, Reading
from exactmetrics.feasibility.search import Search, cases
from exactmetrics.feasibility.why import Tries, follows, minimal_conflict, nearest

LIMIT = 20
STEPS = 2_000_000
BRANCHES = 100_000  # of means, where a step is a whole linear program
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
    sets = isinstance(asked, Mapping) and bool(asked) and all(map(_is_set, asked.values()))
    said: dict[str, tuple[object, ...]] = {
        "classes": (supports, labels, k, positives, parts), "positive": (positive, positives, parts),
        "rounding": (rounding, tolerance), "undefined": (undefined, preset), "combine": (combine, preset),
    }  # fmt: skip
    question = partial(
        _Question, tuple(key for key, values in said.items() if values.count(None) == len(values)),
        _has_own_rule(list(asked.values()) if sets and isinstance(asked, Mapping) else asked),
        check_rule("nearest" if rounding is None else rounding), None if tolerance is None else tolerance_of(tolerance),
        {key: value for key, value in (("undefined", undefined), ("preset", preset), ("combine", combine))
         if value is not None},
        _whole("limit", limit, 0), None if steps is None else _whole("steps", steps, 1), Purse(_seconds(seconds)),
        progress,
    )  # fmt: skip
    if parts is not None:
        sizes = {"n": n, "positives": positives, "supports": supports, "k": k, "labels": labels, "positive": positive,
                 "max_n": max_n}  # fmt: skip
        for name, value in sizes.items():
            if value is not None:
                raise UsageError(f"the sizes of means are those of parts=: leave {name}= out")
        return _means(asked, Means(parts, bounds), question(None, "means"))
    if bounds is not None:
        raise UsageError("bounds= are bounds of a score on single parts: give parts= too")
    problem = problem_of(
        n=n, supports=supports, positives=positives, k=k, labels=labels, positive=positive, max_n=max_n
    )  # fmt: skip
    if sets and isinstance(asked, Mapping):
        return _several_sets(asked, problem, question(problem, "sets"))
    return _one_set(asked, problem, question(problem, "scores"))


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
    return isinstance(scores, Sequence) and not isinstance(scores, str) and any(map(_has_own_rule, scores))


def _whole(name: str, value: object, least: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise UsageError(f"{name} must be a whole number that is at least {least}, not {str(value)[:80]}")
    return value


def _seconds(value: object) -> float | None:
    clock = None if value is None else exact_number(value)
    if value is not None and (clock is None or clock <= 0):
        raise UsageError(f"seconds must be a number greater than 0, not {str(value)[:80]!r}")
    return None if clock is None else float(clock)


@dataclass(frozen=True)
class _Question:
    """What every question shares, whatever its data are: how scores are read, and how much may be done."""

    open_: tuple[str, ...]
    mixed: bool
    rounding: RoundingRule
    tolerance: Any
    options: Mapping[str, Any]
    limit: int
    steps: int | None
    purse: Purse
    progress: Progress | None
    problem: Problem | None
    kind: Kind

    @cached_property
    def reader(self) -> Reader:
        labels, positive = (BINARY, BINARY[0]) if self.problem is None else (self.problem.labels, self.problem.positive)
        return Reader(labels, positive, self.rounding, self.tolerance, self.options)

    def budget(self, *, told: bool = True) -> Budget:
        """A new budget; without a number of steps the usual one, or the clock alone if that is set."""
        usual = BRANCHES if self.kind == "means" else STEPS
        if self.steps is not None or self.purse.seconds is not None:
            usual = ENDLESS if self.steps is None else self.steps
        return Budget(usual, self.purse, self.progress if told else None)

    def answer(self, verdict: Any, scores: Sequence[str], **found: Any) -> Feasibility:
        reading = Reading(self.problem, self.rounding, self.tolerance, self.options, self.mixed, self.open_)
        return Feasibility(verdict, reading.labels, kind=self.kind, scores=tuple(scores), reading=reading, **found)

    def refused(self, texts: Sequence[str], given: Sequence[Any], tries: Tries, **found: Any) -> Feasibility:
        """Infeasible, and why that is, when somebody asks."""

        @cache
        def conflict() -> tuple[list[Any], bool]:
            return minimal_conflict(given, tries)

        @cache
        def clash() -> Clash:
            kept, certain = conflict()
            return tuple(map(str, kept)), certain

        @cache
        def near() -> tuple[Near, ...]:
            return tuple(nearest(conflict()[0], tries, self.problem, self.purse))

        return self.answer("infeasible", texts, _clash=clash, _near=near, **found)


def _outside(given: Sequence[Score]) -> Score | None:
    """The first score whose number lies outside the range of its metric."""
    return next((score for score in given if score.target is None), None)


def _one_set(scores: object, problem: Problem, question: _Question) -> Feasibility:
    given = question.reader.read(scores)
    texts = [str(score) for score in given]
    if (alone := _outside(given)) is not None:
        return question.answer("infeasible", texts, outside=alone.outside, _clash=lambda: ((str(alone),), True))
    budget = question.budget()
    found = Search(given, problem).all(max(1, question.limit), budget)
    reached = found.reached if problem.open_end or problem.least != problem.most else None
    if found.blocks:
        few = found.complete and found.matrices is not None and found.matrices <= question.limit
        every = found.shown if few else None
        return question.answer(
            "feasible", texts, blocks=found.blocks, solutions=found.matrices, complete=found.complete, cases=reached,
            matrices=found.shown if few else found.shown[:1], steps=budget.taken,
            _following=cache(lambda: tuple(follows(given, problem, every, question.reader, question.purse))),
        )  # fmt: skip
    if not found.complete:
        return question.answer("unknown", texts, solutions=None, complete=False, cases=reached, steps=budget.taken)

    def tries(part: Sequence[Score]) -> bool | None:
        return Search(part, problem).any(question.budget(told=False))

    return question.refused(
        texts, given, tries, cases=None if problem.open_end else reached, steps=budget.taken
    )  # fmt: skip


def _several_sets(sets: Mapping[str, Any], problem: Problem, question: _Question) -> Feasibility:
    """Each set of scores has a matrix of its own, and all share n and the supports."""
    given = {str(name): question.reader.read(scores) for name, scores in sets.items()}
    for name, scores in given.items():
        if (alone := _outside(scores)) is not None:
            clash = ((f"{name}: {alone}",), True)
            return question.answer("infeasible", list(given), outside=alone.outside, _clash=lambda: clash)  # noqa: B023
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

    return _by_first(question, list(given), list(given), first, lambda: reached, names=tuple(given))


def _means(scores: object, means: Means, question: _Question) -> Feasibility:
    given = question.reader.read(scores)
    texts = [str(score) for score in given]
    if (alone := _outside(given)) is not None:
        return question.answer("infeasible", texts, outside=alone.outside, _clash=lambda: ((str(alone),), True))
    return _by_first(question, texts, given, means.first, lambda: None)


def _by_first(
    question: _Question, texts: Sequence[str], given: Sequence[Any],
    first: Callable[[Sequence[Any], Budget], list[Rows] | None], reached: Callable[[], int | None],
    names: tuple[str, ...] = (),
) -> Feasibility:  # fmt: skip
    """The answer where only one solution is looked for, of which more are not counted."""
    budget = question.budget()
    open_end = question.problem is not None and question.problem.open_end
    try:
        found = first(given, budget)
    except BudgetEnded:
        cases_ = reached() if open_end else None
        return question.answer("unknown", texts, solutions=None, complete=False, cases=cases_, steps=budget.taken)
    if found is not None:
        return question.answer(
            "feasible", texts, blocks=1, solutions=None, matrices=found, complete=False, names=names,
            cases=reached() if open_end else None, steps=budget.taken,
        )  # fmt: skip

    def tries(part: Sequence[Any]) -> bool | None:
        try:
            return first(part, question.budget(told=False)) is not None
        except BudgetEnded:
            return None

    return question.refused(texts, given, tries, steps=budget.taken)
