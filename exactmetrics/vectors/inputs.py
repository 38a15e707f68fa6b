"""An input of a case: a matrix of counts, the nonzero cells of a large one, or two lists of labels.

Counts are whole numbers; where one is beyond 2^53 - 1, the greatest that every JSON reader keeps, or is a fraction, all
counts of the input are written as texts.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from exactmetrics.exact.digits import exact_number, fraction_text
from exactmetrics.matrix.counts import Counts
from exactmetrics.matrix.exact_count import Count, simplest
from exactmetrics.matrix.pairs import count_pairs

Kind = Literal["matrix", "sparse", "labels", "scores", "label_sets"]  # the last two: sample_vectors.py
SAFE = 2**53 - 1


@dataclass(frozen=True)
class Input:
    """An input by its name, as it is in a file: `data` is its table there, with the fields of its kind."""

    name: str
    kind: Kind
    comment: str
    data: Mapping[str, Any]

    @property
    def labels(self) -> tuple[Hashable, ...]:
        """The names of the classes, in the order of rows and columns."""
        return tuple(self.data["labels"]) if self.kind != "sparse" else tuple(range(self.data["classes"]))

    @property
    def y_true(self) -> list[Hashable] | None:
        """The true labels, sample by sample; None where the input is a matrix."""
        return self.data.get("y_true")

    @property
    def y_pred(self) -> list[Hashable] | None:
        """The predicted labels, sample by sample; None where the input is a matrix."""
        return self.data.get("y_pred")

    @property
    def sample_weight(self) -> list[Count] | None:
        """The weight of each sample, exactly; None where every sample counts once."""
        weights = self.data.get("sample_weight")
        return None if weights is None else [_read_count(w) for w in weights]

    def cells(self) -> Iterator[tuple[int, int, Count]]:
        """The nonzero cells: position of the true class, of the predicted one, and the count."""
        if self.kind == "sparse":
            columns = self.data["true"], self.data["predicted"], map(_read_count, self.data["count"])
            yield from zip(*columns, strict=True)
        else:
            for (true, predicted), count in sorted(self.counts().cells.items()):
                yield true, predicted, count

    def rows(self) -> list[list[Count]]:
        """The whole matrix, rows being true classes, zeros included."""
        if self.kind == "matrix":
            return [[_read_count(x) for x in row] for row in self.data["rows"]]
        return self.counts().rows()

    def counts(self) -> Counts:
        if self.kind == "labels":
            return count_pairs(self.y_true, self.y_pred, labels=self.labels, sample_weight=self.sample_weight)  # type: ignore[arg-type]
        if self.kind == "sparse":
            return Counts(self.labels, {(i, j): count for i, j, count in self.cells()})
        return Counts.from_rows(self.rows(), labels=self.labels)


def read_input(name: str, record: Mapping[str, Any]) -> Input:
    return Input(name, record["kind"], record["comment"], record)


def _read_count(written: int | str) -> Count:
    return written if isinstance(written, int) else simplest(Fraction(written))


@dataclass(frozen=True)
class Entry:
    """An input with what the catalogue knows of it."""

    input: Input
    flags: tuple[str, ...] = ()  # names of notes
    reach: Literal["core", "wide"] = "wide"  # for every metric, or for those that several libraries compute
    more: bool = False  # whether the rarer questions are asked too: other weights, averages of matrix metrics
    parameters: tuple[tuple[tuple[str, str], ...], ...] = ()  # extreme values, asked besides the usual ones


def matrix(name: str, comment: str, rows: Sequence[Sequence[Any]], labels: Iterable[Any] = (), **more: Any) -> Entry:
    """An input that is a matrix; rows are true classes, the labels a, b, c, ... by default.

    >>> matrix("one", "one sample", [["1/2"]]).input.data
    {'kind': 'matrix', 'comment': 'one sample', 'labels': ['a'], 'rows': [['1/2']]}
    """
    k = len(rows)
    names = list(labels) or [chr(ord("a") + i) for i in range(k)]
    flat = _written([x for row in rows for x in row])
    table = [flat[i * k : i * k + k] for i in range(k)]
    return _entry(name, "matrix", comment, {"labels": names, "rows": table}, more)


def sparse(name: str, comment: str, classes: int, cells: Iterable[tuple[int, int, int]], **more: Any) -> Entry:
    """An input of nonzero cells: true position, predicted position, count."""
    true, predicted, count = (list(column) for column in zip(*cells, strict=True))
    columns = {"classes": classes, "true": true, "predicted": predicted, "count": _written(count)}
    return _entry(name, "sparse", comment, columns, more)


def labelled(
    name: str, comment: str, y_true: Sequence[Any], y_pred: Sequence[Any], *, labels: Sequence[Any],
    sample_weight: Sequence[Any] | None = None, **more: Any,
) -> Entry:  # fmt: skip
    """An input of two lists of labels, perhaps with weights."""
    data: dict[str, Any] = {"labels": list(labels), "y_true": list(y_true), "y_pred": list(y_pred)}
    if sample_weight is not None:
        data["sample_weight"] = _written(sample_weight)
    return _entry(name, "labels", comment, data, more)


def _written(counts: Sequence[Any]) -> list[int | str]:
    """Counts as files write them: whole numbers, or all of them texts."""
    if all(isinstance(x, int) and x <= SAFE for x in counts):
        return list(counts)
    exact = [exact_number(x) for x in counts]
    assert None not in exact, counts
    return [fraction_text(x) for x in exact if x is not None]


def _entry(name: str, kind: Kind, comment: str, data: dict[str, Any], more: dict[str, Any]) -> Entry:
    return Entry(Input(name, kind, comment, {"kind": kind, "comment": comment, **data}), **more)
