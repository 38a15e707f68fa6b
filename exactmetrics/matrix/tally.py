"""From distinct pairs of labels to counts: the order of the classes, and the labels that `labels=` allows."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping

from ..exact.errors import InputError
from .counts import Counts
from .exact_count import Count, whole
from .labels import default_order, listed, python_label, refuse_mixed

Pair = tuple[Hashable, Hashable]


def counts_of_pairs(
    pairs: Mapping[Pair, Count], also_seen: Iterable[Hashable], named: tuple[Hashable, ...] | None
) -> Counts:
    """Make counts from the distinct pairs and their counts.

    Args:
        pairs: counts by (true label, predicted label).
        also_seen: further labels that occur, though with no weight.
        named: all labels in the wanted order, or None for the default order of those that occur.

    Raises:
        InputError: a label outside `named`.

    >>> counts_of_pairs({("b", "a"): 2}, (), None).labels
    ('a', 'b')
    """
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
    """Return the class names: those of `labels=` when given, else those seen, in the default order.

    Raises:
        InputError: a label was seen that `labels=` does not name.

    >>> agreed_names(["b", "a"], None), agreed_names(["b"], ("b", "c"))
    (('a', 'b'), ('b', 'c'))
    """
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
