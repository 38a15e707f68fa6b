"""An input of the catalogue: its data, what is peculiar about it, the flags it raises, and which metrics see it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from exactmetrics.exact.digits import exact_number, fraction_text
from exactmetrics.vectors.inputs import SAFE, Input, Kind

Reach = Literal["core", "wide"]


@dataclass(frozen=True)
class Entry:
    """An input with what the catalogue knows of it.

    Attributes:
        input: the input as the files hold it.
        flags: names of notes.
        reach: "core" inputs are for every metric, "wide" ones for those that several libraries compute.
        more: whether the rarer questions are asked of it too: other weights, averages of matrix metrics.
        parameters: extreme values of parameters, asked of this input besides the usual ones.
    """

    input: Input
    flags: tuple[str, ...] = ()
    reach: Reach = "wide"
    more: bool = False
    parameters: tuple[tuple[tuple[str, str], ...], ...] = ()


def matrix(name: str, comment: str, rows: Sequence[Sequence[Any]], labels: Iterable[Any] = (), **more: Any) -> Entry:
    """An input that is a matrix; rows are true classes, the labels a, b, c, ... by default.

    >>> matrix("one", "one sample", [["1/2"]]).input.data
    {'kind': 'matrix', 'comment': 'one sample', 'labels': ['a'], 'rows': [['1/2']]}
    """
    names = list(labels) or [chr(ord("a") + i) for i in range(len(rows))]
    k = len(rows)
    flat = _counts([x for row in rows for x in row])
    table = [flat[i * k : i * k + k] for i in range(k)]
    return _entry(name, "matrix", comment, {"labels": names, "rows": table}, more)


def sparse(name: str, comment: str, classes: int, cells: Iterable[tuple[int, int, int]], **more: Any) -> Entry:
    """An input of nonzero cells: true position, predicted position, count.

    >>> sparse("one", "one sample", 9, [(8, 0, 1)]).input.data["true"]
    [8]
    """
    true, predicted, count = (list(column) for column in zip(*cells, strict=True))
    columns = {"classes": classes, "true": true, "predicted": predicted, "count": _counts(count)}
    return _entry(name, "sparse", comment, columns, more)


def labelled(
    name: str, comment: str, y_true: Sequence[Any], y_pred: Sequence[Any], *, labels: Sequence[Any],
    sample_weight: Sequence[Any] | None = None, **more: Any,
) -> Entry:  # fmt: skip
    """An input of two lists of labels, perhaps with weights.

    >>> labelled("one", "one sample", ["a"], ["b"], labels=["a", "b"]).input.rows()
    [[0, 1], [0, 0]]
    """
    data: dict[str, Any] = {"labels": list(labels), "y_true": list(y_true), "y_pred": list(y_pred)}
    if sample_weight is not None:
        data["sample_weight"] = _counts(sample_weight)
    return _entry(name, "labels", comment, data, more)


def _counts(given: Sequence[Any]) -> list[int | str]:
    """Counts as files write them: whole numbers, or all of them texts."""
    if all(isinstance(x, int) and x <= SAFE for x in given):
        return list(given)
    exact = [exact_number(x) for x in given]
    assert None not in exact, given
    return [fraction_text(x) for x in exact if x is not None]


def _entry(name: str, kind: Kind, comment: str, data: dict[str, Any], more: dict[str, Any]) -> Entry:
    return Entry(Input(name, kind, comment, {"kind": kind, "comment": comment, **data}), **more)
