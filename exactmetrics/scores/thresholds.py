"""Predictions from scores: the matrix of a threshold, and the threshold at which a metric of predictions is best."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.values import Undefined, Value
from exactmetrics.matrix.counts import Counts
from exactmetrics.matrix.exact_count import Count, whole
from exactmetrics.metrics.request import resolve
from exactmetrics.metrics.score_registry import found_score_metric
from exactmetrics.scores.column import exact_key, exact_score
from exactmetrics.scores.view import ClassValues
from exactmetrics.views.value import compute


class BestThreshold(NamedTuple):
    """Where a metric of predictions is best.

    `thresholds` are all scores at which it has its best `value`, the highest first, and `threshold` is the first of
    them; None stands for predicting nothing as the class.
    """

    threshold: Fraction | None
    value: Value
    thresholds: tuple[Fraction | None, ...]


def counts_at(scored: ClassValues, labels: tuple[Hashable, Hashable], threshold: Any, floats: str) -> Counts:
    """The matrix of the predictions from a threshold on; `labels` are those of the rest and of the class."""
    tp: Count = 0
    fp: Count = 0
    if threshold is not None:
        limit = exact_score(threshold, "the threshold", floats)
        for key, up, down in zip(*scored.ranking, strict=True):
            if exact_key(key, floats) < limit:
                break
            tp, fp = tp + up, fp + down
    return _counts(scored, labels, tp, fp)


def best(
    scored: ClassValues, labels: tuple[Hashable, Hashable], metric: str, floats: str, **options: Any
) -> BestThreshold:
    """Try every threshold; those at which the metric has no value do not count."""
    if of_scores := found_score_metric(metric):
        raise UsageError(
            f"a threshold makes predictions, and {of_scores.name} is a metric of all scores, without any threshold: "
            "give a metric of predictions, such as f1"
        )
    positive = labels[1]
    request = resolve(metric, positive=positive, labels=labels, **options)
    direction = request.metric.direction
    if direction == "none":
        raise UsageError(
            f"{request.metric.name} is neither better when it is high nor when it is low: no best threshold"
        )
    found: list[Any] = []
    top: Any = None
    for key, tp, fp in _cuts(scored):
        value = compute(request, _counts(scored, labels, tp, fp).blocks(), positive).value
        if isinstance(value, Undefined):
            continue
        if top is None or (value > top if direction == "up" else value < top):
            top, found = value, []
        if value == top:
            found.append(key)
    if not found:
        raise UsageError(f"{request.metric.name} has no value at any threshold")
    thresholds = tuple(None if key is None else exact_key(key, floats) for key in found)
    return BestThreshold(thresholds[0], top, thresholds)


def _cuts(scored: ClassValues) -> Iterator[tuple[Any, Count, Count]]:
    tp: Count = 0
    fp: Count = 0
    yield None, tp, fp
    for key, up, down in zip(*scored.ranking, strict=True):
        tp, fp = tp + up, fp + down
        yield key, tp, fp


def _counts(scored: ClassValues, labels: tuple[Hashable, Hashable], tp: Count, fp: Count) -> Counts:
    fn, tn = whole(scored.positives) - tp, whole(scored.negatives) - fp
    cells = {(0, 0): tn, (0, 1): fp, (1, 0): fn, (1, 1): tp}
    return Counts(labels, {at: whole(count) for at, count in cells.items()})
