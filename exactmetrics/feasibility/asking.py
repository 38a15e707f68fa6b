"""The question itself: can printed scores come from any data? For one set of scores, several sets, and means."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.rounding import RoundingRule
from exactmetrics.feasibility.answer import one_set
from exactmetrics.feasibility.budget import Progress
from exactmetrics.feasibility.means import means
from exactmetrics.feasibility.problem import problem_of
from exactmetrics.feasibility.reading import ASSUMED
from exactmetrics.feasibility.result import Feasibility
from exactmetrics.feasibility.sets import several_sets
from exactmetrics.feasibility.terms import LIMIT, terms_of


def feasible(
    scores: Mapping[Any, Any] | Sequence[Any],
    *,
    n: int | None = None, positives: int | None = None,
    supports: Mapping[Hashable, int | None] | Sequence[int | None] | None = None,
    k: int | None = None, labels: Sequence[Hashable] | None = None, positive: Hashable | None = None,
    max_n: int | None = None,
    parts: Sequence[Any] | None = None, bounds: Mapping[str, tuple[object, object]] | None = None,
    rounding: RoundingRule | None = None, tolerance: object = None,
    undefined: str | int | None = None, preset: str | None = None, combine: str | None = None,
    limit: int = LIMIT, steps: int | None = None, seconds: float | None = None, progress: Progress | None = None,
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
        steps, seconds: how much may be done; when it ends, the answer says what is known so far.
        progress: called now and then with the steps taken and allowed.

    Raises:
        UsageError: an unknown score, option or class, or options that do not go together.
        InputError: a number that cannot be read, or a size that is not a whole number.

    >>> found = feasible({"accuracy": "0.91", "f1": "0.87"}, n=100, positives=40)
    >>> found.verdict, found.blocks, found.witness
    ('feasible', 1, [[31, 9], [0, 60]])
    >>> feasible({"accuracy": "0.92", "recall": "0.22", "specificity": "0.86"}, n=1432, positives=530).conflict
    ('accuracy = 0.92', 'recall = 0.22')
    >>> feasible({"A": {"recall": "1/4"}, "B": {"recall": "1/3"}, "C": {"recall": "1/2"}}, n=11).conflict
    ('A', 'B')
    >>> feasible({"recall": "0.768", "accuracy": "0.573"}, parts=[[(52, 94), (74, 37)]]).verdict
    'feasible'
    """
    sets = isinstance(scores, Mapping) and bool(scores) and all(map(_is_set, scores.values()))
    said: dict[str, tuple[object, ...]] = {
        "classes": (supports, labels, k, positives, parts), "positive": (positive, positives, parts),
        "rounding": (rounding, tolerance), "undefined": (undefined, preset), "combine": (combine, preset),
    }  # fmt: skip
    terms = terms_of(
        rounding="nearest" if rounding is None else rounding, tolerance=tolerance, limit=limit, steps=steps,
        seconds=seconds, progress=progress, open_=tuple(key for key in ASSUMED if not _any(said[key])),
        mixed=_has_own_rule(list(scores.values()) if isinstance(scores, Mapping) and sets else scores),
        undefined=undefined, preset=preset, combine=combine,
    )  # fmt: skip
    if parts is not None:
        _refuse(n=n, positives=positives, supports=supports, k=k, labels=labels, positive=positive, max_n=max_n)
        return means(scores, parts, bounds, terms)
    if bounds is not None:
        raise UsageError("bounds= are bounds of a score on single parts: give parts= too")
    problem = problem_of(
        n=n, supports=supports, positives=positives, k=k, labels=labels, positive=positive, max_n=max_n
    )  # fmt: skip
    if isinstance(scores, Mapping) and sets:
        return several_sets(scores, problem, terms)
    return one_set(scores, problem, terms)


def _any(given: Sequence[object]) -> bool:
    """Whether one of several options is given."""
    return given.count(None) < len(given)


def _has_own_rule(scores: object) -> bool:
    if isinstance(scores, str):
        return False
    if isinstance(scores, Mapping):
        return "rounding" in scores or "tolerance" in scores or any(map(_has_own_rule, scores.values()))
    return isinstance(scores, Sequence) and any(map(_has_own_rule, scores))


def _is_set(value: object) -> bool:
    """Whether what a name stands for is a set of scores, and no number."""
    return isinstance(value, (Mapping, Sequence)) and not isinstance(value, str)


def _refuse(**given: object) -> None:
    """With parts the sizes are those of the parts."""
    for name, value in given.items():
        if value is not None:
            raise UsageError(f"the sizes of means are those of parts=: leave {name}= out")
