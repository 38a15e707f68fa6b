"""Counting pairs of labels: from two columns to a confusion matrix.

Lists are counted by `collections.Counter` over `zip`, which runs in C. Arrays of integers are counted by numpy's
`bincount`; columns of data frames in the frame's own engine. Only the distinct pairs meet the code that checks labels.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable

from ..exact.errors import InputError
from .counts import Counts
from .labels import check_labels
from .lists import count_lists, listing, weighed
from .tally import counts_of_pairs


def count_pairs(
    y_true: Iterable[Hashable],
    y_pred: Iterable[Hashable],
    *,
    labels: Iterable[Hashable] | None = None,
    sample_weight: Iterable[object] | None = None,
) -> Counts:
    """Count how often each true label met each predicted one.

    Args:
        y_true: the true labels: a list, a one-dimensional numpy array, or a column of a data frame.
        y_pred: the predicted labels, as many.
        labels: all class names in the wanted order; may name classes that never occur.
        sample_weight: one exact non-negative weight a sample (int, Fraction, Decimal, or a text such as "0.1").

    Raises:
        InputError: different lengths, no samples, missing or mixed labels, a label outside `labels`, a bad weight.

    >>> count_pairs(["cat", "dog", "dog"], ["cat", "cat", "dog"]).rows()
    [[1, 0], [1, 1]]
    """
    named = None if labels is None else check_labels(labels)
    true, pred = column(y_true, "y_true"), column(y_pred, "y_pred")
    refuse_lengths(true, pred)
    if sample_weight is not None:
        return counts_of_pairs(*weighed(listing(true), listing(pred), sample_weight), named)
    if not isinstance(true, (list, tuple)) or not isinstance(pred, (list, tuple)):
        from .columns import counted_by_engine

        counted = counted_by_engine(true, pred, named)
        if counted is not None:
            return counted
    return count_lists(listing(true), listing(pred), named)


def column(values: Iterable[Hashable], name: str) -> Collection[Hashable]:
    """Return a column as something that has a length, or say why it is no column of labels.

    >>> column(iter("ab"), "y_true")
    ['a', 'b']
    """
    if isinstance(values, (str, bytes)):
        raise InputError(f"{name} is one text, {values[:40]!r}; give a list of labels (to read a file use read).")
    if isinstance(values, (dict, set, frozenset)):
        raise InputError(f"{name} is a {type(values).__name__}, which has no order of samples; give a list.")
    shape = getattr(values, "shape", None)
    if isinstance(shape, tuple) and len(shape) != 1:
        raise InputError(
            f"{name} has the shape {shape}; labels are one-dimensional. Use .ravel() for a single column, and "
            ".argmax(axis=1) for one-hot rows or scores."
        )
    if not isinstance(values, Iterable):
        raise InputError(f"{name} is {values!r}, a {type(values).__name__}; give a list of labels.")
    return values if hasattr(values, "__len__") else list(values)  # type: ignore[return-value]


def refuse_lengths(true: Collection[Hashable], pred: Collection[Hashable]) -> None:
    """Refuse columns of different lengths, and columns without samples.

    >>> refuse_lengths([1], [2])
    """
    if len(true) != len(pred):
        raise InputError(f"y_true has {len(true)} labels and y_pred has {len(pred)}; they must be as many.")
    if not len(true):
        raise InputError("y_true and y_pred are empty: there are no samples to count.")
