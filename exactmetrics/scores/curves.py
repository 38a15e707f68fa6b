"""The curves of one class as exact points: ROC, precision and recall, and detection error tradeoff.

A point belongs to a threshold: the samples that score at least as high are predicted as the class. The points go from
the highest threshold to the lowest one; before them stands one at which nothing is predicted.

Reference: Fawcett 2006; Martin et al. 1997.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from exactmetrics.exact.errors import UndefinedValueError
from exactmetrics.scores.column import exact_key
from exactmetrics.scores.view import ClassValues


class RocPoint(NamedTuple):
    """A point of the ROC curve: the false and the true positive rate at a threshold (None: nothing is predicted)."""

    fpr: Fraction
    tpr: Fraction
    threshold: Fraction | None


class PrecisionRecallPoint(NamedTuple):
    """A point of the precision-recall curve: both at a threshold (None: nothing is predicted)."""

    precision: Fraction
    recall: Fraction
    threshold: Fraction | None


class DetPoint(NamedTuple):
    """A point of the detection error tradeoff: the two error rates at a threshold (None: nothing is predicted)."""

    fpr: Fraction
    fnr: Fraction
    threshold: Fraction | None


Step = tuple[Fraction, Fraction, Fraction | None]  # true and false positives, threshold


def roc_points(scored: ClassValues, floats: str, *, drop_intermediate: bool = True) -> list[RocPoint]:
    """The ROC curve; `drop_intermediate` leaves out points on a straight line between their neighbours."""
    steps = _steps(scored, floats)
    n_pos, n_neg = _both(scored, "the ROC curve")
    if drop_intermediate:
        steps = _corners(steps)
    return [RocPoint(fp / n_neg, tp / n_pos, threshold) for tp, fp, threshold in steps]


def precision_recall_points(
    scored: ClassValues, floats: str, *, drop_intermediate: bool = False
) -> list[PrecisionRecallPoint]:
    """Precision and recall; `drop_intermediate` leaves out points of the same recall as both of their neighbours."""
    steps = _steps(scored, floats)[1:]
    n_pos = scored.positives
    if not n_pos:
        raise UndefinedValueError("the precision-recall curve has no value: there is no positive sample, so no recall.")
    if drop_intermediate:
        steps = _distinct(steps)
    points = [PrecisionRecallPoint(tp / (tp + fp), tp / n_pos, threshold) for tp, fp, threshold in steps]
    return [PrecisionRecallPoint(Fraction(1), Fraction(0), None), *points]


def det_points(scored: ClassValues, floats: str, *, drop_intermediate: bool = False) -> list[DetPoint]:
    """False positive and false negative rates; `drop_intermediate` as for precision and recall.

    The curve begins at the last threshold without a false positive and ends at the first without a false negative.
    """
    n_pos, n_neg = _both(scored, "the detection error tradeoff")
    steps = _steps(scored, floats)
    if drop_intermediate:
        steps = _distinct(steps)
    first = max(at for at, (_, fp, _) in enumerate(steps) if not fp)
    last = next(at for at, (tp, _, _) in enumerate(steps) if tp == n_pos)
    return [DetPoint(fp / n_neg, (n_pos - tp) / n_pos, threshold) for tp, fp, threshold in steps[first : last + 1]]


def area(points: Sequence[Sequence[Fraction]]) -> Fraction:
    """The area under points joined by straight lines, from left to right.

    >>> area([(Fraction(0), Fraction(0)), (Fraction(1, 2), Fraction(1)), (Fraction(1), Fraction(1))])
    Fraction(3, 4)
    """
    return sum(((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in pairwise(points)), Fraction(0))


def _both(scored: ClassValues, curve: str) -> tuple[Fraction, Fraction]:
    n_pos, n_neg = scored.positives, scored.negatives
    if not n_pos or not n_neg:
        lacking = "positive" if not n_pos else "negative"
        raise UndefinedValueError(f"{curve} has no value: there is no {lacking} sample, so one of its rates is 0/0.")
    return n_pos, n_neg


def _steps(scored: ClassValues, floats: str) -> list[Step]:
    """What is predicted from each threshold on, nothing at first."""
    found = scored.ranking
    tp, fp = found.reached()
    thresholds = [exact_key(key, floats) for key in found.keys]
    rows = zip(map(Fraction, tp), map(Fraction, fp), thresholds, strict=True)
    return [(Fraction(0), Fraction(0), None), *rows]


def _corners(steps: Sequence[Step]) -> list[Step]:
    """The steps without those on the line between the kept one before and the next one."""
    kept = [steps[0]]
    for here, after in pairwise(steps[1:]):
        before = kept[-1]
        if (here[0] - before[0]) * (after[1] - here[1]) != (after[0] - here[0]) * (here[1] - before[1]):
            kept.append(here)
    return [*kept, *steps[1:][-1:]]


def _distinct(steps: Sequence[Step]) -> list[Step]:
    """The steps without those that have as many true positives as the step before and the step after."""
    return [
        step
        for at, step in enumerate(steps)
        if at in (0, len(steps) - 1) or not steps[at - 1][0] == step[0] == steps[at + 1][0]
    ]
