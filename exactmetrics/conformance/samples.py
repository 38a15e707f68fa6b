"""The input of a case in the forms that implementations take: weighted pairs of labels, or samples one by one."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from exactmetrics.vectors.inputs import Input

Pairs = tuple[list[Any], list[Any], list[Any] | None]
INT64 = 2**63
SINGLY = 5000  # samples that go in one by one; beyond that each cell goes in once, with its count


def name_of(data: Input, label: Hashable) -> Hashable:
    """What a class is called in `pairs`: labels keep their names, the classes of a matrix go by their position.

    >>> name_of(Input("m", "matrix", "", {"labels": ["a", "b"], "rows": [[1, 0], [0, 1]]}), "b")
    1
    """
    return label if data.kind == "labels" else data.labels.index(label)


def names(data: Input) -> list[Hashable]:
    """The classes in order, as they are called in `pairs`.

    >>> names(Input("m", "matrix", "", {"labels": ["a", "b"], "rows": [[1, 0], [0, 1]]}))
    [0, 1]
    """
    return list(data.labels) if data.kind == "labels" else list(range(len(data.labels)))


def pairs(data: Input) -> Pairs:
    """True and predicted labels, and the weight of each pair where a matrix has too many samples to list them all.

    >>> pairs(Input("m", "matrix", "", {"labels": ["a", "b"], "rows": [[2, 0], [1, 1]]}))
    ([0, 0, 1, 1], [0, 0, 0, 1], None)
    >>> pairs(Input("m", "matrix", "", {"labels": ["a", "b"], "rows": [[5000, 0], [2, 1]]}))
    ([0, 1, 1], [0, 0, 1], [5000, 2, 1])
    """
    if data.kind == "labels":
        assert data.y_true is not None
        assert data.y_pred is not None
        weights = data.sample_weight
        return data.y_true, data.y_pred, None if weights is None else _numbers(weights)
    cells = list(data.cells())
    if are_whole(data) and sum(count for _, _, count in cells) <= SINGLY:
        return (*samples(data), None)
    return [i for i, _, _ in cells], [j for _, j, _ in cells], _numbers([count for _, _, count in cells])


def are_whole(data: Input) -> bool:
    """Whether all counts are whole numbers.

    >>> are_whole(Input("m", "matrix", "", {"labels": ["a"], "rows": [["1/2"]]}))
    False
    """
    return all(isinstance(count, int) for _, _, count in data.cells())


def _numbers(counts: list[Any]) -> list[Any]:
    """Counts as numbers of a computer: whole ones where all of them fit into 64 bits, else floats."""
    whole = all(isinstance(count, int) and count < INT64 for count in counts)
    return counts if whole else [float(count) for count in counts]


def samples(data: Input) -> tuple[list[int], list[int]]:
    """The positions of the true and the predicted class of every single sample; counts are whole.

    >>> samples(Input("m", "matrix", "", {"labels": ["a", "b"], "rows": [[2, 0], [1, 0]]}))
    ([0, 0, 1], [0, 0, 0])
    """
    cells = list(data.cells())
    true = [i for i, _, count in cells for _ in range(int(count))]
    return true, [j for _, j, count in cells for _ in range(int(count))]
