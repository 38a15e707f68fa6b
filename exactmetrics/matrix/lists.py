"""Counting lists of labels, and the checks that only a look at the samples themselves can make.

Equal keys of different types (True, 1, 1.0) are merged by every dictionary, and missing labels have places: both are
looked for in the lists, but only when the distinct labels give reason to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence

from ..exact.errors import InputError
from .counts import Counts
from .exact_count import Count
from .labels import is_missing, refuse_mixed, refuse_unhashable
from .tally import Pair, counts_of_pairs


def count_lists(first: Sequence[Hashable], second: Sequence[Hashable], named: tuple[Hashable, ...] | None) -> Counts:
    """Count the pairs of two lists of the same length.

    Args:
        first, second: true and predicted labels.
        named: all class names in the wanted order, or None.

    Raises:
        InputError: no samples, or missing, mixed or unhashable labels.

    >>> count_lists(["a", "b"], ["a", "a"], None).rows()
    [[1, 0], [1, 0]]
    """
    if not first:
        raise InputError("the columns of labels are empty: there are no samples to count.")
    try:
        pairs: Mapping[Pair, Count] = Counter(zip(first, second, strict=True))
    except TypeError:
        refuse_unhashable_in(first, "y_true")
        refuse_unhashable_in(second, "y_pred")
        raise
    refuse_bad_labels(first, second, pairs)
    return counts_of_pairs(pairs, (), named)


def listing(values: Collection[Hashable]) -> Sequence[Hashable]:
    """Return a column as a list of Python values (arrays and frame columns turn themselves into one fastest).

    >>> listing(("a", "b")), listing(dict.fromkeys("ab"))
    (('a', 'b'), ['a', 'b'])
    """
    if isinstance(values, (list, tuple)):
        return values
    for method in ("tolist", "to_list", "to_pylist"):
        convert = getattr(values, method, None)
        if convert is not None:
            converted: Sequence[Hashable] = convert()
            return converted
    return list(values)


def weighed(
    true: Sequence[Hashable], pred: Sequence[Hashable], sample_weight: Iterable[object]
) -> tuple[dict[Pair, Count], Iterable[Hashable]]:
    """Add up the weights of every pair exactly; returns the sums and all labels seen (also with weight 0).

    >>> weighed(["a", "a"], ["a", "a"], [1, "0.5"])[0]
    {('a', 'a'): Fraction(3, 2)}
    """
    from .weights import exact_weights

    weights = exact_weights(sample_weight)
    if len(weights) != len(true):
        raise InputError(f"there are {len(weights)} sample weights for {len(true)} samples; give one a sample.")
    refuse_unhashable_in(true, "y_true")
    refuse_unhashable_in(pred, "y_pred")
    totals: dict[Pair, Count] = {}
    for pair, weight in zip(zip(true, pred, strict=True), weights, strict=True):
        totals[pair] = totals.get(pair, 0) + weight
    refuse_bad_labels(true, pred, totals)
    return totals, dict.fromkeys([*true, *pred])


def refuse_unhashable_in(labels: Sequence[Hashable], name: str) -> None:
    """Refuse a column that holds an unhashable value, naming the first place.

    >>> refuse_unhashable_in(["a"], "y_true")
    """
    for position, label in enumerate(labels):
        refuse_unhashable(label, f"{name} at position {position}")


def refuse_bad_labels(true: Sequence[Hashable], pred: Sequence[Hashable], pairs: Iterable[Pair]) -> None:
    """Refuse missing labels and labels that mix True, 1 and 1.0, looking at all samples only if need be.

    >>> refuse_bad_labels(["a"], ["b"], [("a", "b")])
    """
    distinct = {label for pair in pairs for label in pair}
    if all(type(label) is str for label in distinct):
        return
    if any(map(is_missing, distinct)):
        refuse_missing(true, "y_true")
        refuse_missing(pred, "y_pred")
    # The counter has merged equal keys, so the types must be looked for in the columns themselves.
    kinds = set(map(type, true)) | set(map(type, pred))
    if len(kinds) > 1:
        refuse_mixed({(type(label), label): label for side in (true, pred) for label in side}.values(), "the labels")


def refuse_missing(labels: Iterable[Hashable], name: str) -> None:
    """Refuse a column with a missing label, naming the first place.

    >>> refuse_missing(["a"], "y_true")
    """
    for position, label in enumerate(labels):
        if is_missing(label):
            raise InputError(
                f"{name} has a missing label ({label!r}) at position {position}; drop that sample or name the class."
            )
