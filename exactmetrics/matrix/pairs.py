"""Pairs of label columns, and lists of predictions, as counts.

Top-k predictions are several labels a sample. Every one is a positive prediction: a true positive of its class if it is
the true label, otherwise a false positive. A true label that is not among them is a false negative of its class; all
else is true negative. A sample is predicted several times, so the counts are no partition: ΣFP and ΣFN differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable

from ..exact.errors import InputError
from ..exact.many import many
from .blocks import Blocks
from .counts import Counts
from .labels import check_labels
from .lists import (
    agreed_names,
    count_lists,
    counts_of_pairs,
    listing,
    refuse_bad_labels,
    refuse_missing,
    refuse_unhashable_in,
    weighed,
)


def count_pairs(
    y_true: Iterable[Hashable],
    y_pred: Iterable[Hashable],
    *,
    labels: Iterable[Hashable] | None = None,
    sample_weight: Iterable[object] | None = None,
) -> Counts:
    """Count how often each true label met each predicted one; a weight a sample is exact and not negative.

    Columns are lists, one-dimensional numpy arrays or of data frames; `labels` may name classes that never occur.
    """
    named = None if labels is None else check_labels(labels)
    true, pred = _column(y_true, "y_true"), _column(y_pred, "y_pred")
    if len(true) != len(pred):
        raise InputError(f"y_true has {many(len(true), 'label')} and y_pred has {len(pred)}; they must be as many.")
    if not len(true):
        raise InputError("y_true and y_pred are empty: there are no samples to count.")
    if sample_weight is not None:
        return counts_of_pairs(*weighed(listing(true), listing(pred), sample_weight), named)
    if not isinstance(true, (list, tuple)) or not isinstance(pred, (list, tuple)):
        from .columns import counted_by_engine

        counted = counted_by_engine(true, pred, named)
        if counted is not None:
            return counted
    return count_lists(listing(true), listing(pred), named)


def _column(values: Iterable[Hashable], name: str) -> Collection[Hashable]:
    """Return a column as something that has a length, or say why it is no column of labels."""
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


def top_k_blocks(
    y_true: Iterable[Hashable],
    y_pred_lists: Iterable[Iterable[Hashable]],
    *,
    labels: Iterable[Hashable] | None = None,
) -> Blocks:
    """Count the building blocks of lists of predictions, which may differ in length and be empty."""
    named = None if labels is None else check_labels(labels)
    true = listing(_column(y_true, "y_true"))
    predictions = [_prediction(row, position) for position, row in enumerate(y_pred_lists)]
    if len(true) != len(predictions):
        raise InputError(
            f"y_true has {many(len(true), 'label')} and y_pred {many(len(predictions), 'list')} of predictions."
        )
    if not true:
        raise InputError("y_true is empty: there are no samples to count.")
    refuse_unhashable_in(true, "y_true")
    every = [label for row in predictions for label in row]
    refuse_missing(true, "y_true")
    refuse_bad_labels(true, every, [(label, label) for label in {*true, *every}])
    names = agreed_names(dict.fromkeys([*true, *every]), named)
    support, predicted = Counter(true), Counter(every)
    hits = Counter(label for label, row in zip(true, predictions, strict=True) if label in row)
    tp, true_sums, predicted_sums = ([counted[name] for name in names] for counted in (hits, support, predicted))
    return Blocks(names, n=len(true), tp=tp, support=true_sums, predicted=predicted_sums, partition=False)


def _prediction(row: Iterable[Hashable], position: int) -> list[Hashable]:
    where = f"the prediction of sample {position}"
    if isinstance(row, (str, bytes)) or not isinstance(row, Iterable):
        raise InputError(f"{where} is {row!r}; give a list of labels (for a single label use from_labels).")
    labels = list(listing(row))
    refuse_unhashable_in(labels, where)
    refuse_missing(labels, where)
    if len(set(labels)) != len(labels):
        twice = next(label for label, number in Counter(labels).items() if number > 1)
        raise InputError(f"{where} names {twice!r} twice: {labels!r}; name each label once.")
    return labels
