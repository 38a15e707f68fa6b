"""The ranking of one class against the rest: the scores that occur, the highest first, with the samples that have each.

Reference: Fawcett 2006, algorithm 2: equal scores are one step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, compress
from typing import Any, NamedTuple

from exactmetrics.matrix.exact_count import Count
from exactmetrics.scores.column import Keys


class Ranking(NamedTuple):
    """The distinct scores, the highest first, and the weight of the positive and negative samples with each."""

    keys: Sequence[Any]
    positives: Sequence[Count]
    negatives: Sequence[Count]

    def reached(self) -> tuple[list[Count], list[Count]]:
        """The positive and the negative samples with each score or a higher one."""
        return list(accumulate(self.positives)), list(accumulate(self.negatives))


def ranking(keys: Keys, truth: Sequence[Any], weights: Sequence[Count] | None) -> Ranking:
    """Put the samples in order; a score that no weight has is left out.

    >>> ranking([3, 1, 2, 2], [1, 0, 1, 0], None)
    Ranking(keys=[3, 2, 1], positives=[1, 1, 0], negatives=[0, 1, 1])
    """
    if not isinstance(keys, list) and weights is None:
        found = _steps(keys, truth)
        return Ranking(found.keys, found.positives.tolist(), found.negatives.tolist())
    plain = keys if isinstance(keys, list) else list(keys)
    up, down = (_counted(plain, side, weights) for side in (truth, [not true for true in truth]))
    order = [key for key in sorted(up.keys() | down.keys(), reverse=True) if up.get(key) or down.get(key)]
    return Ranking(order, [up.get(key, 0) for key in order], [down.get(key, 0) for key in order])


def _counted(keys: Sequence[Any], chosen: Sequence[Any], weights: Sequence[Count] | None) -> dict[Any, Count]:
    """The weight of the chosen samples with each score."""
    if weights is None:
        return dict(Counter(compress(keys, chosen)))
    sums: dict[Any, Count] = {}
    for key, weight in compress(zip(keys, weights, strict=True), chosen):
        sums[key] = sums.get(key, 0) + weight
    return sums


def _steps(keys: Any, truth: Any) -> Any:
    """The ranking of an array, as arrays."""
    import numpy as np

    order = np.argsort(keys)[::-1]
    in_order = keys[order]
    last = np.append(np.flatnonzero(in_order[1:] != in_order[:-1]), len(keys) - 1)  # the last sample of each score
    positives = np.diff(np.cumsum(np.asarray(truth)[order], dtype=np.int64)[last], prepend=0)
    return Ranking(in_order[last], positives, np.diff(last, prepend=-1) - positives)


class Pairs(NamedTuple):
    """The pairs of a positive and a negative sample: where the positive one is higher, ties, and the samples."""

    wins: Count
    ties: Count
    positives: Count
    negatives: Count


def pairs(keys: Keys, truth: Sequence[Any], weights: Sequence[Count] | None) -> Pairs:
    """Count the pairs; weights count as products.

    >>> pairs([3, 1, 2, 2], [1, 0, 1, 0], None)
    Pairs(wins=3, ties=1, positives=2, negatives=2)
    """
    if not isinstance(keys, list) and weights is None:
        _, up, down = _steps(keys, truth)
        below = down.sum() - down.cumsum()
        return Pairs(int(up @ below), int(up @ down), int(up.sum()), int(down.sum()))
    found = ranking(keys, truth, weights)
    negatives = sum(found.negatives)
    wins: Count = 0
    ties: Count = 0
    left = negatives
    for up, down in zip(found.positives, found.negatives, strict=True):
        left -= down
        wins += up * left
        ties += up * down
    return Pairs(wins, ties, sum(found.positives), negatives)


class CurvePoint(NamedTuple):
    """A point of the ROC curve as counts: how many scores are at or above its threshold, and the positive and negative
    samples that have them; `scores` is None on a line between two thresholds.
    """

    scores: int | None
    tp: Count
    fp: Count


def between(found: Ranking, low: Fraction, high: Fraction) -> list[CurvePoint]:
    """The points of the ROC curve with a false positive rate from a lower limit to a higher one.

    At a limit that no threshold has as its rate stands the point of the line between two of them.

    >>> between(ranking([4, 2, 3, 1], [1, 1, 0, 0], None), Fraction(1, 2), Fraction(3, 4))[1:]
    [CurvePoint(scores=3, tp=2, fp=1), CurvePoint(scores=None, tp=Fraction(2, 1), fp=Fraction(3, 2))]
    """
    negatives = sum(found.negatives)
    ends = [low * negatives, high * negatives]
    before = CurvePoint(0, 0, 0)
    points = [] if ends[0] else [before]
    for scores, (tp, fp) in enumerate(zip(*found.reached(), strict=True), 1):
        points += [_on_line(before, tp, fp, end) for end in ends if before.fp < end < fp]
        before = CurvePoint(scores, tp, fp)
        if fp > ends[1]:
            break
        if fp >= ends[0]:
            points.append(before)
    return points


def _on_line(before: CurvePoint, tp: Count, fp: Count, end: Fraction) -> CurvePoint:
    return CurvePoint(None, before.tp + (tp - before.tp) * Fraction(end - before.fp) / (fp - before.fp), end)
