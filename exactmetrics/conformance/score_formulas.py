"""What libraries compute of scores in place of the exact value: each formula gives the numbers that come about.

An answer is explained only where it is one of these numbers, so that a row of `explained.toml` covers nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise, permutations
from math import exp, floor, isclose, log

from exactmetrics.conformance.judge import Judgement
from exactmetrics.conformance.peer import CannotTakeError
from exactmetrics.conformance.scored import Scored, scored
from exactmetrics.exact.values import Undefined
from exactmetrics.vectors.sample_vectors import ScoreInput
from exactmetrics.vectors.score_vectors import score_value

CLOSE = {"float64": 1e-12, "float32": 1e-5}
EPSILON = 2.0**-52


def gives(formula: Callable[[Judgement], Iterator[float]]) -> Callable[[Judgement], bool]:
    """Whether the answer is one of the numbers that a formula gives."""

    def check(judged: Judgement) -> bool:
        given, close = judged.answer.value, CLOSE[judged.precision]
        try:
            return given is not None and any(isclose(given, x, rel_tol=close, abs_tol=close) for x in formula(judged))
        except CannotTakeError:  # what cannot be given has no such answer
            return False

    return check


def _mean(given: Scored, values: Sequence[float]) -> float:
    weights = given.weights or [1.0] * len(values)
    return sum(w * x for w, x in zip(weights, values, strict=True)) / sum(weights)


def _in_one_order(judged: Judgement) -> Iterator[float]:
    """The means where the equal scores of each sample are put in some order, as a sort leaves them."""
    given, options = scored(judged.case.input), judged.case.options
    k = int(options["k"]) if "k" in options else None
    weights = given.weights or [1.0] * len(given.scores)
    sums = {0.0}
    for row, truth, weight in zip(given.scores, given.truth, weights, strict=True):
        own = {at for at, x in enumerate(truth) if x}
        orders = [order for order in permutations(range(given.k)) if _falls([row[at] for at in order])]
        values = {_lost(order, own) if k is None else float(not own.isdisjoint(order[:k])) for order in orders}
        sums = {one + weight * value for one in sums for value in values}
    yield from (one / sum(weights) for one in sums)


def _falls(scores: Sequence[float]) -> bool:
    return all(one >= other for one, other in pairwise(scores))


def _lost(order: Sequence[int], own: set[int]) -> float:
    """The share of the pairs of an own and another class whose other one comes first; 0 where there is no pair."""
    pairs = [order.index(j) < order.index(i) for i in own for j in order if j not in own]
    return sum(pairs) / len(pairs) if pairs else 0.0


def _clipped(judged: Judgement) -> Iterator[float]:
    """A log loss of probabilities that are at least an epsilon and at most 1 minus it, or its share of that of the
    shares of the classes."""
    given = scored(judged.case.input)
    loss = _log_loss(given, given.scores)
    yield loss
    shares = [_mean(given, [row[at] for row in given.truth]) for at in range(given.k)]
    yield 1 - loss / _log_loss(given, [shares] * len(given.scores))


def _log_loss(given: Scored, rows: Sequence[Sequence[float]]) -> float:
    own = [row[at] for row, at in zip(rows, given.own, strict=True)]
    return -_mean(given, [log(min(max(p, EPSILON), 1 - EPSILON)) for p in own])


def _all_negative(judged: Judgement) -> Iterator[float]:
    """A hinge loss where the samples are all of one class, which is taken for the negative one."""
    given = scored(judged.case.input)
    if given.positive is not None and len(set(given.own)) == 1:
        _, scores = given.column(given.positive)
        yield _mean(given, [max(0.0, 1 + x) for x in scores])


def _of_sigmoids(judged: Judgement) -> Iterator[float]:
    """A hinge loss of what the logistic function makes of scores that are no probabilities."""
    given = scored(judged.case.input)
    if given.positive is not None:
        truth, scores = given.column(given.positive)
        if not all(0 <= x <= 1 for x in scores):
            power = 2 if judged.case.convention == "squared" else 1
            margins = [(1 if own else -1) / (1 + exp(-x)) for own, x in zip(truth, scores, strict=True)]
            yield _mean(given, [max(0.0, 1 - margin) ** power for margin in margins])


def _with_lower_bounds(judged: Judgement) -> Iterator[float]:
    """A maximum calibration error whose bins hold their lower bounds and not their upper ones."""
    data = judged.case.input
    assert isinstance(data, ScoreInput)
    samples, bins = data.samples, int(judged.case.options["bins"])
    exact = list(zip(*map(samples.exact_of, range(samples.k)), strict=True))
    found: dict[int, list[Fraction]] = {}
    for row, truth in zip(exact, scored(data).truth, strict=True):
        at = row.index(max(row)) if samples.positive is None else samples.positive
        found.setdefault(min(floor(row[at] * bins), bins), []).append(truth[at] - row[at])
    yield float(max(abs(sum(gaps, Fraction(0))) / len(gaps) for gaps in found.values()))


def _pairs_with_samples(judged: Judgement) -> Iterator[float]:
    """The area averaged over those pairs of classes that both have samples."""
    data = judged.case.input
    assert isinstance(data, ScoreInput)
    own = data.data["y_true"]
    rest = judged.case.label is not None or (judged.case.average and "multi_class" not in judged.case.options)
    if rest or data.samples.k == 2 or data.samples.multilabel:
        return
    weighted, sums, total = judged.case.average == "weighted", Fraction(0), 0
    for pair in combinations([label for label in data.labels if label in own], 2):
        values = []
        for label in pair:
            at = data.labels.index(label)
            rows = [(y == label, row[at]) for y, row in zip(own, data.data["scores"], strict=True) if y in pair]
            truth, scores = ([row[side] for row in rows] for side in (0, 1))
            one = {"labels": [False, True], "positive": True, "y_true": truth, "scores": scores}
            values.append(score_value("roc_auc", ScoreInput("", "scores", "", one).samples, label=True))
        weight = sum(y in pair for y in own) if weighted else 1
        if any(isinstance(value, Undefined) for value in values):
            return
        sums, total = sums + weight * Fraction(sum(values)) / 2, total + weight  # type: ignore[arg-type]
    if total:
        yield float(sums / total)


def _without_positives(judged: Judgement) -> Iterator[float]:
    """The area under the line from precision 0 to precision 1 where the recall is set to 1, for want of a positive."""
    if judged.case.label is not None:
        truth, _ = scored(judged.case.input).column(judged.case.input.labels.index(judged.case.label))
        if not any(truth):
            yield 0.5


SCORE_FORMULAS: Mapping[str, Callable[[Judgement], bool]] = {
    "equal scores in one order": gives(_in_one_order),
    "clipped logarithms": gives(_clipped),
    "one class all negative": gives(_all_negative),
    "hinge of sigmoids": gives(_of_sigmoids),
    "bins with lower bounds": gives(_with_lower_bounds),
    "pairs with samples": gives(_pairs_with_samples),
    "recall of 1 without positives": gives(_without_positives),
}
