"""How far two clusterings agree, by pairs of samples: a pair is together in one cluster or it is not, in each of them.

The scores are metrics of the matrix that counts the samples of every two clusters: see `metrics/definitions/pairs.py`.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from exactmetrics.api import ConfusionMatrix
from exactmetrics.compat.sklearn.checks import checked
from exactmetrics.compat.sklearn.numbers import as_array, beside_floats
from exactmetrics.compat.sklearn.targets import listed, same_length
from exactmetrics.exact.errors import InputError


def _clusterings(labels_true: Any, labels_pred: Any) -> list[list[Any]]:
    """Both columns, of one length."""
    columns = [listed(labels_true, "labels_true"), listed(labels_pred, "labels_pred")]
    for name, column in zip(("labels_true", "labels_pred"), columns, strict=True):
        if any(isinstance(entry, list) for entry in column):
            raise InputError(f"{name} must be 1D: shape is ({len(column)}, {len(column[0])})")
    same_length(*columns)
    return columns


@checked()
def pair_confusion_matrix(labels_true: Any, labels_pred: Any) -> Any:
    """The ordered pairs of samples, [[apart in both, together in the prediction], [together in truth, in both]].

    >>> pair_confusion_matrix([0, 0, 1, 1], [0, 0, 1, 2]).tolist()
    [[8, 0], [2, 2]]
    """
    columns = _clusterings(labels_true, labels_pred)

    def together(samples: Any) -> int:
        return sum(size * (size - 1) for size in Counter(samples).values())

    size = len(columns[0])
    both, true, predicted = together(zip(*columns, strict=True)), *map(together, columns)
    apart = size * (size - 1) - true - predicted + both
    return as_array([apart, predicted - both, true - both, both], (2, 2))


def _agreement(labels_true: Any, labels_pred: Any, metric: str, undefined: int) -> Any:
    """A metric of the clusters, numbered in each clustering for itself, and what stands where it has no value."""
    columns = _clusterings(labels_true, labels_pred)
    if not columns[0]:
        return beside_floats(Fraction(undefined))
    clusters = [{name: number for number, name in enumerate(dict.fromkeys(column))} for column in columns]
    true, predicted = ([of[name] for name in column] for of, column in zip(clusters, columns, strict=True))
    return beside_floats(ConfusionMatrix.from_labels(true, predicted).value(metric, undefined=undefined))


@checked()
def rand_score(labels_true: Any, labels_pred: Any) -> Any:
    """The Rand index; 1 where there are no pairs.

    >>> rand_score([0, 0, 1, 1], [0, 0, 1, 2])
    Exact(5, 6)
    """
    return _agreement(labels_true, labels_pred, "rand_index", 1)


@checked()
def adjusted_rand_score(labels_true: Any, labels_pred: Any) -> Any:
    """The Rand index adjusted for chance; 1 where all samples, or none, are together in both.

    >>> adjusted_rand_score([0, 0, 1, 1], [0, 0, 1, 2])
    Exact(4, 7)
    """
    return _agreement(labels_true, labels_pred, "adjusted_rand_index", 1)


@checked()
def fowlkes_mallows_score(labels_true: Any, labels_pred: Any) -> Any:
    """The index of Fowlkes and Mallows: a root, or a fraction where it is one; 0 where no pair is together in both.

    >>> print(fowlkes_mallows_score([0, 0, 1, 1], [0, 0, 1, 2]))
    sqrt(2)/2
    """
    return _agreement(labels_true, labels_pred, "pair_fowlkes_mallows", 0)
