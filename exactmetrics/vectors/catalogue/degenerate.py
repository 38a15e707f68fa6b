"""Matrices on which something has no value, or hardly one: absent classes, one class, one sample, none."""

from __future__ import annotations

from collections.abc import Iterator

from exactmetrics.vectors.catalogue.entry import Entry, matrix
from exactmetrics.vectors.catalogue.ordinary import EXTREME_BETA

CORE = (
    ("one-sample", "one sample, predicted rightly", [[1, 0], [0, 0]]),
    ("one-sample-wrong", "one sample, predicted wrongly", [[0, 1], [0, 0]]),
    ("no-samples", "no samples at all", [[0, 0], [0, 0]]),
    ("only-class", "a matrix of one class", [[4]]),
    ("one-class-wrong", "all samples of one class, all predicted as the other", [[0, 3], [0, 0]]),
    ("one-class-mixed", "all samples of one class, some predicted as the other", [[3, 2], [0, 0]]),
    ("one-predicted", "everything predicted as one class", [[4, 0], [3, 0]]),
    ("perfect", "everything right", [[2, 0, 0], [0, 3, 0], [0, 0, 4]]),
    ("nothing-right", "nothing right", [[0, 2, 1], [1, 0, 0], [3, 1, 0]]),
    ("absent-class", "a class that is neither true nor predicted", [[5, 0, 1], [0, 0, 0], [2, 0, 3]]),
    ("absent-but-predicted", "a class without true samples that is predicted", [[5, 2, 1], [0, 0, 0], [2, 0, 3]]),
    ("never-predicted", "a class that is never predicted", [[5, 0, 1], [2, 0, 1], [2, 0, 3]]),
    ("chance", "every cell alike: no better than chance, and ties everywhere", [[2, 2, 2], [2, 2, 2], [2, 2, 2]]),
)
WIDE = (
    ("one-class-right", "all samples of one class, all right", [[4, 0], [0, 0]]),
    ("one-class-of-three", "all samples of one class of three", [[4, 1, 2], [0, 0, 0], [0, 0, 0]]),
    ("one-predicted-of-three", "everything predicted as one class of three", [[0, 4, 0], [0, 1, 0], [0, 2, 0]]),
    ("no-samples-three", "no samples of three classes", [[0, 0, 0], [0, 0, 0], [0, 0, 0]]),
    ("all-wrong", "everything wrong", [[0, 2], [3, 0]]),
    ("all-wrong-three", "everything wrong, in a circle", [[0, 4, 0], [0, 0, 3], [2, 0, 0]]),
    ("perfect-two", "everything right, two classes", [[9, 0], [0, 24]]),
    ("perfect-uneven", "everything right, one class a thousand times the other", [[1, 0], [0, 1000]]),
    ("last-class-absent", "the last class is neither true nor predicted", [[5, 1, 0], [2, 3, 0], [0, 0, 0]]),
    ("first-class-absent", "the first class is neither true nor predicted", [[0, 0, 0], [0, 5, 1], [0, 2, 3]]),
    ("two-absent", "two classes of four are neither true nor predicted",
     [[0, 0, 0, 0], [0, 6, 0, 3], [0, 0, 0, 0], [0, 1, 0, 2]]),
    ("crossed", "one class is never predicted, another has no true samples", [[4, 0, 2], [1, 0, 3], [0, 0, 0]]),
    ("no-true-negatives", "no true negatives of the first class", [[7, 2], [3, 0]]),
    ("no-true-positives", "no true positives of the first class, but both errors", [[0, 2], [3, 7]]),
    ("false-positives-only", "false positives are the only errors of the first class", [[7, 0], [3, 5]]),
    ("false-negatives-only", "false negatives are the only errors of the first class", [[7, 3], [0, 5]]),
    ("one-each", "one sample a class, all right", [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
    ("zero-diagonal-cell", "one class is always taken for another", [[8, 1, 0], [5, 0, 1], [0, 2, 6]]),
    ("equal-margins", "false positives equal false negatives in every class", [[5, 2, 1], [1, 6, 2], [2, 1, 7]]),
    ("equal-errors", "the same errors everywhere", [[9, 1, 1], [1, 9, 1], [1, 1, 9]]),
)  # fmt: skip


def degenerate() -> Iterator[Entry]:
    """Matrices with gaps and ties.

    >>> next(degenerate()).input.name
    'one-sample'
    """
    for name, comment, rows in CORE:
        extremes = EXTREME_BETA if name == "never-predicted" else ()
        yield matrix(name, comment, rows, reach="core", parameters=extremes)
    for name, comment, rows in WIDE:
        yield matrix(name, comment, rows)
