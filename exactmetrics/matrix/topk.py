"""Top-k predictions: several predicted labels a sample.

Every predicted label of a sample is a positive prediction: a true positive of its class if it is the true label,
otherwise a false positive. A true label that is not among them is a false negative of its class; all else is true
negative. A sample is predicted several times, so the counts are no partition: ΣFP and ΣFN differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable

from ..exact.errors import InputError
from .blocks import Blocks
from .labels import check_labels
from .lists import listing, refuse_bad_labels, refuse_missing, refuse_unhashable_in
from .pairs import column
from .tally import agreed_names


def top_k_blocks(
    y_true: Iterable[Hashable],
    y_pred_lists: Iterable[Iterable[Hashable]],
    *,
    labels: Iterable[Hashable] | None = None,
) -> Blocks:
    """Count the building blocks of top-k predictions.

    Args:
        y_true: the true label of every sample.
        y_pred_lists: for every sample the labels predicted; the lists may differ in length, and be empty.
        labels: all class names in the wanted order.

    Raises:
        InputError: different lengths, no samples, a label predicted twice for a sample, bad labels.

    >>> blocks = top_k_blocks(["a", "b"], [["a", "b"], ["c", "a"]])
    >>> blocks.labels, blocks.tp, blocks.fp, blocks.fn, blocks.tn
    (('a', 'b', 'c'), [1, 0, 0], [1, 1, 1], [0, 1, 0], [0, 0, 1])
    """
    named = None if labels is None else check_labels(labels)
    true = list(listing(column(y_true, "y_true")))
    predictions = [prediction(row, position) for position, row in enumerate(y_pred_lists)]
    if len(true) != len(predictions):
        raise InputError(f"y_true has {len(true)} labels and there are {len(predictions)} lists of predictions.")
    if not true:
        raise InputError("y_true is empty: there are no samples to count.")
    refuse_unhashable_in(true, "y_true")
    every = [label for row in predictions for label in row]
    refuse_missing(true, "y_true")
    refuse_bad_labels(true, every, [(label, label) for label in {*true, *every}])
    names = agreed_names(dict.fromkeys([*true, *every]), named)
    support, predicted = Counter(true), Counter(every)
    hits = Counter(label for label, row in zip(true, predictions, strict=True) if label in row)
    return Blocks(
        names,
        n=len(true),
        tp=[hits[name] for name in names],
        support=[support[name] for name in names],
        predicted=[predicted[name] for name in names],
        partition=False,
    )


def prediction(row: Iterable[Hashable], position: int) -> list[Hashable]:
    """Return the labels predicted for one sample, each once.

    >>> prediction(("a", "b"), 0)
    ['a', 'b']
    """
    where = f"the prediction of sample {position}"
    if isinstance(row, (str, bytes)) or not isinstance(row, Iterable):
        raise InputError(f"{where} is {row!r}; give a list of labels (for a single label use from_labels).")
    labels = list(listing(row))  # type: ignore[arg-type]
    refuse_unhashable_in(labels, where)
    refuse_missing(labels, where)
    if len(set(labels)) != len(labels):
        twice = next(label for label, number in Counter(labels).items() if number > 1)
        raise InputError(f"{where} names {twice!r} twice: {labels!r}; name each label once.")
    return labels
