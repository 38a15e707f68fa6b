"""Lists of labels, counted pair by pair: the order of the classes, and the checks that need the samples themselves.

Equal keys of different types (True, 1, 1.0) are merged by every dictionary, and missing labels have places: both are
looked for in the lists, but only when the distinct labels give reason to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any

from ..exact.digits import from_text
from ..exact.errors import InputError
from ..exact.many import many
from .counts import Counts
from .exact_count import Count, as_count, non_negative, simplest, whole
from .labels import default_order, is_missing, listed, python_label, refuse_mixed, refuse_unhashable

Pair = tuple[Hashable, Hashable]


def counts_of_pairs(
    pairs: Mapping[Pair, Count], also_seen: Iterable[Hashable], named: tuple[Hashable, ...] | None
) -> Counts:
    """Make counts from the distinct pairs and their counts; `also_seen` are labels that have no weight."""
    seen = dict.fromkeys(python_label(label) for pair in pairs for label in pair)
    seen.update(dict.fromkeys(map(python_label, also_seen)))
    names = agreed_names(seen, named)
    where = {name: position for position, name in enumerate(names)}
    cells: dict[tuple[int, int], Count] = {}
    for (true, pred), count in pairs.items():
        cell = where[python_label(true)], where[python_label(pred)]
        cells[cell] = cells.get(cell, 0) + count
    return Counts(names, {cell: whole(count) for cell, count in cells.items()})


def agreed_names(seen: Iterable[Hashable], named: tuple[Hashable, ...] | None) -> tuple[Hashable, ...]:
    """Return the class names: those of `labels=` when given, else those seen, in the default order."""
    if named is None:
        return default_order(seen)
    occurring = list(seen)
    refuse_mixed([*named, *occurring], "the labels of the samples and labels=")
    allowed = set(named)
    outside = [label for label in occurring if label not in allowed]
    if outside:
        raise InputError(
            f"the samples have labels outside labels=: {listed(outside)}. labels= orders and adds classes; to "
            'average over some of them only, count all and use over=["...", ...].'
        )
    return named


def count_lists(first: Sequence[Hashable], second: Sequence[Hashable], named: tuple[Hashable, ...] | None) -> Counts:
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


def listing(values: Iterable[Any]) -> Sequence[Any]:
    """Return a column as a list of Python values (arrays and frame columns turn themselves into one fastest)."""
    if isinstance(values, (list, tuple)):
        return values
    for method in ("tolist", "to_list", "to_pylist"):
        if hasattr(values, method):
            return getattr(values, method)()  # type: ignore[no-any-return]
    return list(values)


def exact_weights(weights: Iterable[object], where: Callable[[int], str] | None = None) -> list[Count]:
    """The weights as exact numbers; `where` tells the place of one for a message."""
    if isinstance(weights, (str, bytes)):
        raise InputError(f"sample_weight is one text, {weights[:40]!r}; give one weight a sample.")
    shape = getattr(weights, "shape", None)
    if isinstance(shape, tuple) and len(shape) != 1:
        raise InputError(f"sample_weight has the shape {shape}; give one weight a sample.")
    return [
        weight
        if type(weight) is int and weight >= 0
        else _exact_weight(weight, where(position) if where else f"sample_weight at position {position}")
        for position, weight in enumerate(listing(weights))
    ]


def _exact_weight(weight: object, where: str) -> Count:
    if not isinstance(weight, str):
        return as_count(weight, where)
    exact = from_text(weight)
    if exact is None:
        raise InputError(f'{where} is the text {weight[:80]!r}; give a number such as "0.1" or "1/3".')
    return non_negative(simplest(exact), where)


def weighed(
    true: Sequence[Hashable], pred: Sequence[Hashable], sample_weight: Iterable[object]
) -> tuple[dict[Pair, Count], Iterable[Hashable]]:
    """Add up the weights of every pair exactly; returns the sums and all labels seen (also with weight 0)."""
    weights = exact_weights(sample_weight)
    if len(weights) != len(true):
        raise InputError(
            f"sample_weight has {many(len(weights), 'weight')} for {many(len(true), 'sample')}; give one a sample."
        )
    refuse_unhashable_in(true, "y_true")
    refuse_unhashable_in(pred, "y_pred")
    totals: dict[Pair, Count] = {}
    for pair, weight in zip(zip(true, pred, strict=True), weights, strict=True):
        totals[pair] = totals.get(pair, 0) + weight
    refuse_bad_labels(true, pred, totals)
    return totals, dict.fromkeys([*true, *pred])


def refuse_unhashable_in(labels: Sequence[Hashable], name: str) -> None:
    for position, label in enumerate(labels):
        refuse_unhashable(label, f"{name} at position {position}")


def refuse_bad_labels(true: Sequence[Hashable], pred: Sequence[Hashable], pairs: Iterable[Pair]) -> None:
    """Refuse missing labels and labels that mix True, 1 and 1.0, looking at all samples only if need be."""
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
    for position, label in enumerate(labels):
        if is_missing(label):
            raise InputError(
                f"{name} has a missing label ({label!r}) at position {position}; drop that sample or name the class."
            )
