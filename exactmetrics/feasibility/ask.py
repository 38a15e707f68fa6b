"""The question itself: can printed scores come from any data? For one set of scores, several sets, and means."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from exactmetrics.exact.digits import exact_number
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.rounding import RoundingRule, check_rule
from exactmetrics.feasibility.budget import Budget, BudgetEnded, Progress, Purse
from exactmetrics.feasibility.given import Reader, Score, tolerance_of
from exactmetrics.feasibility.matrices import Rows, matrices
from exactmetrics.feasibility.means import Means
from exactmetrics.feasibility.problem import Problem, problem_of
from exactmetrics.feasibility.result import Feasibility, Kind, Reading
from exactmetrics.feasibility.search import Found, Search, cases
from exactmetrics.feasibility.why import Why

Finds: TypeAlias = Callable[[Sequence[Any], Budget, bool], Found]  # of a part of the given; whether one is enough
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
        return question.answer("means", question.reader.read(asked), _first_of(means.first))
    assert problem is not None
    if isinstance(asked, Mapping) and asked and all(map(_is_set, asked.values())):
        sets = {str(name): question.reader.read(entry) for name, entry in asked.items()}
        return question.answer("sets", list(sets), partial(_one_each, sets, problem), sets)

    def search(part: Sequence[Score], budget: Budget, once: bool) -> Found:
        return Search(part, problem).all(0 if once else max(1, limit), budget, once=once)

    return question.answer("scores", question.reader.read(asked), search)


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

    def answer(
        self, kind: Kind, given: Sequence[Any], search: Finds, sets: Mapping[str, Sequence[Score]] | None = None
    ) -> Feasibility:
        """The answer to scores, or to names of sets of them."""
        problem, labels = self.reading.problem, self.reading.labels
        named = {f"{name}: {score}": score for name, scores in (sets or {}).items() for score in scores}
        about = partial(Feasibility, labels=labels, kind=kind, scores=tuple(map(str, given)), reading=self.reading)
        for text, score in named.items() if sets else [(str(score), score) for score in given]:
            if score.target is None:
                return about("infeasible", outside=score.outside, _why=Why([text]))
        budget = Budget(self.steps, self.purse, self.progress)
        found = search(given, budget, False)
        open_ = problem is not None and problem.least != problem.most
        about = partial(about, complete=found.complete, cases=found.reached if open_ else None, steps=budget.taken)
        if found.blocks:
            few = found.complete and found.matrices is not None and found.matrices <= self.limit
            shown = found.shown if few or kind != "scores" else found.shown[:1]
            why = Why(given, problem=problem, purse=self.purse, reader=self.reader, matrices=shown if few else None)
            return about(
                "feasible", blocks=found.blocks, solutions=found.matrices, matrices=shown, names=tuple(sets or ()),
                _why=why if kind == "scores" else Why(),
            )  # fmt: skip
        if not found.complete:
            return about("unknown", solutions=None)

        def tries(part: Sequence[Any], steps: int) -> bool | None:
            found = search(part, Budget(min(steps, self.steps), self.purse), True)
            return True if found.blocks else False if found.complete else None

        cases_ = None if problem is None or problem.open_end else found.reached
        return about("infeasible", cases=cases_ if open_ else None, _why=Why(given, tries, problem, self.purse))


def _first_of(first: Callable[[Sequence[Any], Budget], list[Rows] | None]) -> Finds:
    """What looks for one solution only, as a search."""

    def search(part: Sequence[Any], budget: Budget, once: bool) -> Found:
        try:
            shown = first(part, budget)
        except BudgetEnded:
            return Found(complete=False)
        return Found() if shown is None else Found(1, None, shown=shown, complete=False)

    return search


def _one_each(
    sets: Mapping[str, Sequence[Score]], problem: Problem, names: Sequence[str], budget: Budget, once: bool
) -> Found:
    """One matrix for each set of scores in the first case that all can have: they share n and the supports."""
    searches = [Search(sets[name], problem) for name in names]
    found = Found(reached=problem.least)
    try:
        for n, supports in cases(searches, problem, budget):
            found.reached, shown = n, list[Rows]()
            for search in searches:
                blocks = next(search.solutions(n, supports, budget), None)
                if blocks is None:
                    break
                shown.append(next(matrices(blocks)))
            else:
                return Found(1, None, shown=shown, complete=False, reached=n)
    except BudgetEnded:
        found.complete = False
    return found
