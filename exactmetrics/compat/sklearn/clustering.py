"""How far two clusterings agree, by pairs of samples: a pair is together in one cluster or it is not, in each of them.

The pairs make a confusion matrix of two classes, and the scores are metrics of it: the Rand index is its accuracy, the
adjusted one its kappa, and the index of Fowlkes and Mallows that of its class of pairs that are together.

Reference: Warrens 2008, Journal of Classification 25, on the equality of the adjusted Rand index and Cohen's kappa.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from exactmetrics.api import ConfusionMatrix
from exactmetrics.compat.sklearn.checks import checked, is_nan
from exactmetrics.compat.sklearn.numbers import as_array, beside_floats
from exactmetrics.compat.sklearn.targets import listed, same_length
from exactmetrics.exact.errors import InputError
from exactmetrics.exact.values import Undefined


def clusterings(labels_true: Any, labels_pred: Any) -> tuple[list[Any], list[Any]]:
    """Two labels for every sample, checked."""
    columns = listed(labels_true, "labels_true"), listed(labels_pred, "labels_pred")
    for name, column in zip(("labels_true", "labels_pred"), columns, strict=True):
        if any(isinstance(entry, list) for entry in column):
            raise InputError(f"{name} must be 1D: shape is ({len(column)}, {len(column[0])})")
        if any(map(is_nan, column)):
            raise InputError(f"{name} contains NaN, which is no label")
    same_length(*columns)
    return columns


def _pairs(labels_true: Any, labels_pred: Any) -> ConfusionMatrix:
    """The ordered pairs of two samples: apart or together in truth, apart or together in the prediction."""
    columns = clusterings(labels_true, labels_pred)

    def together(samples: Any) -> int:
        return sum(size * (size - 1) for size in Counter(samples).values())

    size = len(columns[0])
    both, true, predicted = together(zip(*columns, strict=True)), *map(together, columns)
    apart = size * (size - 1) - true - predicted + both
    return ConfusionMatrix([[apart, predicted - both], [true - both, both]], labels=["apart", "together"])


@checked()
def pair_confusion_matrix(labels_true: Any, labels_pred: Any) -> Any:
    """The ordered pairs of samples, [[apart in both, together in the prediction], [together in truth, in both]].

    >>> pair_confusion_matrix([0, 0, 1, 1], [0, 0, 1, 2]).tolist()
    [[8, 0], [2, 2]]
    """
    return as_array([count for row in _pairs(labels_true, labels_pred).rows for count in row], (2, 2))


def _agreement(labels_true: Any, labels_pred: Any, metric: str) -> Any:
    """A metric of the pairs; 1 where the clusterings are the same, also where there are no pairs."""
    pairs = _pairs(labels_true, labels_pred)
    (_, predicted_only), (true_only, _) = pairs.rows
    if not predicted_only and not true_only:
        return beside_floats(Fraction(1))
    return beside_floats(pairs.value(metric))


@checked()
def rand_score(labels_true: Any, labels_pred: Any) -> Any:
    """The Rand index.

    >>> rand_score([0, 0, 1, 1], [0, 0, 1, 2])
    Exact(5, 6)
    """
    return _agreement(labels_true, labels_pred, "accuracy")


@checked()
def adjusted_rand_score(labels_true: Any, labels_pred: Any) -> Any:
    """The Rand index adjusted for chance.

    >>> adjusted_rand_score([0, 0, 1, 1], [0, 0, 1, 2])
    Exact(4, 7)
    """
    return _agreement(labels_true, labels_pred, "kappa")


@checked()
def fowlkes_mallows_score(labels_true: Any, labels_pred: Any) -> Any:
    """The index of Fowlkes and Mallows: a root, or a fraction where it is one; 0 where no pair is together in both.

    >>> print(fowlkes_mallows_score([0, 0, 1, 1], [0, 0, 1, 2]))
    sqrt(2)/2
    """
    value = _pairs(labels_true, labels_pred).value("fowlkes_mallows", label="together")
    return beside_floats(Fraction(0) if isinstance(value, Undefined) else value)
