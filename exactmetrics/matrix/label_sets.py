"""Samples with any number of labels each (multilabel): the true and the predicted labels, counted in two directions.

For one sample a label is one of four: true and predicted (TP), predicted alone (FP), true alone (FN), or neither (TN).
Counted over the samples these are the building blocks of a label; counted over the labels, those of a sample. Neither
is a partition: a sample has several labels, or none.

Reference: Tsoumakas, Katakis and Vlahavas 2010, "Mining Multi-label Data", section 7.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from ..exact.errors import InputError
from ..exact.many import many
from .blocks import Blocks
from .counts import Counts
from .exact_count import Count, whole
from .labels import check_labels, did_you_mean, listed, python_label, refuse_mixed
from .lists import agreed_names, exact_weights, listing, refuse_missing, refuse_unhashable_in

LISTED = 30  # samples that stand one by one; of more those with the same labels stand together


class LabelSet(frozenset[Hashable]):
    """The labels of a sample as one class, which pages call by the names in braces.

    >>> str(LabelSet(["a", "b"])), str(LabelSet([])), LabelSet(["a", "b"]) == {"b", "a"}
    ('{a, b}', '{}', True)
    """

    names: tuple[Hashable, ...]

    def __new__(cls, names: Iterable[Hashable]) -> LabelSet:
        known = tuple(names)
        made = super().__new__(cls, known)
        made.names = known
        return made

    def __str__(self) -> str:
        return f"{{{', '.join(map(str, self.names))}}}"


class SampleBlocks(Blocks):
    """The building blocks of samples: a sample stands where a class does, and the labels where its samples do.

    A sample is called by its number, from 1 on. Where there are many, those that are alike stand together, under the
    number of the first: with the same labels, or, if these are still many, with the same counts.
    """

    of = "samples"
    alike = ""  # in what they are alike that stand together: "labels" or "counts"; empty where each stands by itself
    sets: list[tuple[LabelSet, LabelSet]]  # the true and the predicted labels, unless it is counts
    size: int  # the number of samples
    times: list[Count]  # how many samples a row stands for, or their weight

    @property
    def weighted(self) -> bool:
        """Whether some samples count more than others."""
        return any(times != 1 for times in self.times)


class LabelSets:
    """Samples with their true and their predicted labels, each a number whose binary digits are the labels' places."""

    def __init__(
        self, labels: Sequence[Hashable], true: list[int], pred: list[int], weights: list[Count] | None = None
    ) -> None:
        self.labels, self.true, self.pred, self.weights = tuple(labels), true, pred, weights
        self.notes: tuple[str, ...] = ()  # remarks made while reading

    @property
    def n(self) -> Count:
        """The number of samples, or their total weight."""
        return len(self.true) if self.weights is None else whole(sum(self.weights))

    @cached_property
    def _rows(self) -> dict[tuple[int, int], Count]:
        """The pairs of true and predicted labels that occur, and how many samples have them, or their weight."""
        rows = zip(self.true, self.pred, strict=True)
        if self.weights is None:
            return dict(Counter(rows))
        found: dict[tuple[int, int], Count] = {}
        for row, weight in zip(rows, self.weights, strict=True):
            found[row] = found.get(row, 0) + weight
        return found

    @cached_property
    def blocks(self) -> Blocks:
        """The building blocks of the labels."""
        tp, support, predicted = ([0] * len(self.labels) for _ in range(3))
        counts: tuple[list[Count], ...] = tp, support, predicted  # type: ignore[assignment]
        for (true, pred), times in self._rows.items():
            for counted, labels in zip(counts, (true & pred, true, pred), strict=True):
                for place in _places(labels):
                    counted[place] += times
        sums = [list(map(whole, counted)) for counted in counts]
        made = Blocks(
            self.labels, n=self.n, tp=sums[0], support=sums[1], predicted=sums[2], notes=self.notes, partition=False
        )
        made.of = "labels"
        return made

    @cached_property
    def alike(self) -> tuple[str, list[int]]:
        """In what samples are alike that stand together, and for each the position of the first that it is like."""
        rows = list(zip(self.true, self.pred, strict=True))
        if len(rows) <= LISTED:
            return "", list(range(len(rows)))
        if len(self._rows) <= LISTED:
            return "labels", _firsts(rows)
        return "counts", _firsts(map(_counts_of, rows))

    @cached_property
    def samples(self) -> SampleBlocks:
        """The building blocks of the samples; where there are more than a page lists, those that are alike together."""
        alike, firsts = self.alike
        times: dict[int, Count] = dict.fromkeys(firsts, 0)
        for first, weight in zip(firsts, self.weights or [1] * len(firsts), strict=True):
            times[first] += weight
        rows = [(self.true[first], self.pred[first]) for first in times]
        tp, support, predicted = (list(side) for side in zip(*map(_counts_of, rows), strict=True))
        numbers = [first + 1 for first in times]
        made = SampleBlocks(numbers, n=len(self.labels), tp=tp, support=support, predicted=predicted, partition=False)
        made.size, made.alike, made.times = len(firsts), alike, list(map(whole, times.values()))
        made.sets = [] if alike == "counts" else [(self.named(true), self.named(pred)) for true, pred in rows]
        return made

    def as_classes(self) -> Counts:
        """The confusion matrix whose classes are the sets of labels that occur."""
        sets = sorted({labels for row in self._rows for labels in row}, key=lambda labels: list(_places(labels)))
        at = {labels: place for place, labels in enumerate(sets)}
        cells = {(at[true], at[pred]): whole(times) for (true, pred), times in self._rows.items()}
        return Counts(tuple(map(self.named, sets)), cells)

    @cached_property
    def powerset(self) -> Blocks:
        """The building blocks of the sets of labels that occur, each as one class.

        Of more than a page lists those stay that are right for some sample: the others add nothing to what is right.
        """
        counts = self.as_classes()
        kept = [at for at in range(counts.k) if counts.k <= LISTED or counts.tp[at]] or [0]
        tp, support, predicted = ([side[at] for at in kept] for side in (counts.tp, counts.support, counts.predicted))
        names = [counts.labels[at] for at in kept]
        made = Blocks(names, n=counts.n, tp=tp, support=support, predicted=predicted, matrix=counts)
        made.of = "sets"
        return made

    def named(self, labels: int) -> LabelSet:
        """A set of labels by their names."""
        return LabelSet(self.labels[place] for place in _places(labels))


def _firsts(keys: Iterable[Hashable]) -> list[int]:
    """For each key the position of the first that is equal to it."""
    first: dict[Hashable, int] = {}
    return [first.setdefault(key, at) for at, key in enumerate(keys)]


def _counts_of(row: tuple[int, int]) -> tuple[int, int, int]:
    """How many labels of a sample are true and predicted, true, and predicted."""
    true, pred = row
    return (true & pred).bit_count(), true.bit_count(), pred.bit_count()


def _places(labels: int) -> Iterator[int]:
    """The places of the labels of a set, the first one first."""
    while labels:
        lowest = labels & -labels
        yield lowest.bit_length() - 1
        labels ^= lowest


def of_label_sets(
    y_true: Any, y_pred: Any, *, labels: Iterable[Hashable] | None = None, sample_weight: Any = None
) -> LabelSets:
    """Samples whose labels are given as sets or lists of names."""
    sides = {name: _sets(side, name) for name, side in (("y_true", y_true), ("y_pred", y_pred))}
    weights = _as_many(sides["y_true"], sides["y_pred"], sample_weight)
    seen = dict.fromkeys(label for side in sides.values() for row in side for label in row)
    refuse_mixed({(type(label), label): label for side in sides.values() for row in side for label in row}.values())
    names = agreed_names(seen, None) if labels is None else check_labels(labels)
    if not names:
        raise InputError("no sample has a label, true or predicted: name the labels there are with labels=.")
    refuse_mixed([*names, *seen], "the labels of the samples and labels=")
    bit = {label: 1 << place for place, label in enumerate(names)}
    for name, side in sides.items():
        for at, row in enumerate(side):
            if unknown := [label for label in row if label not in bit]:
                raise InputError(
                    f"{name} at position {at} has the label {unknown[0]!r}, which is none of labels=: {listed(names)}."
                    f"{did_you_mean(unknown[0], names)} labels= names every label that occurs."
                )
    true, pred = ([sum(bit[label] for label in row) for row in side] for side in sides.values())
    return LabelSets(names, true, pred, weights)


def of_indicators(
    y_true: Any, y_pred: Any, *, labels: Iterable[Hashable] | None = None, sample_weight: Any = None
) -> LabelSets:
    """Samples whose labels are given as rows of 0 and 1; `labels` names the columns, by default 0, 1, ..."""
    named = None if labels is None else check_labels(labels)
    sides = {name: _indicators(side, name, named) for name, side in (("y_true", y_true), ("y_pred", y_pred))}
    (own, width, true), (other, wide, pred) = sides.values()
    weights = _as_many(true, pred, sample_weight)
    if own is not None and other is not None and own != other:
        raise InputError(
            f"the columns of y_true are {listed(own)}, and those of y_pred {listed(other)}; they must be the same "
            "labels in the same order."
        )
    names = named or own or other or tuple(range(width))
    for name, columns in (("y_true", width), ("y_pred", wide)):
        if columns != len(names):
            what = "labels= names" if named else "y_true has"
            raise InputError(
                f"{name} has {many(columns, 'column')}, and {what} {len(names)}; there is one for each label."
            )
    return LabelSets(names, true, pred, weights)


def _as_many(true: Sequence[Any], pred: Sequence[Any], sample_weight: Any) -> list[Count] | None:
    """The weights, where there are as many of them, and of true and predicted rows, as there are samples."""
    if len(true) != len(pred):
        raise InputError(f"y_true has {many(len(true), 'row')} and y_pred has {len(pred)}; they must be as many.")
    if not true:
        raise InputError("y_true and y_pred are empty: there are no samples.")
    if sample_weight is None:
        return None
    weights = exact_weights(sample_weight)
    if len(weights) != len(true):
        raise InputError(
            f"sample_weight has {many(len(weights), 'weight')} for {many(len(true), 'sample')}; give one a sample."
        )
    return weights


def _rows_of(values: Any, name: str, what: str) -> Sequence[Any]:
    """The rows of one side, or why it has none."""
    if isinstance(values, (str, bytes, Mapping, set, frozenset)) or not isinstance(values, Iterable):
        raise InputError(f"{name} is {str(values)[:40]!r}, a {type(values).__name__}; give a list with {what}.")
    return listing(values)


def _sets(values: Any, name: str) -> list[list[Hashable]]:
    """The labels of every sample."""
    found = []
    for at, row in enumerate(_rows_of(values, name, "a set of labels for each sample")):
        where = f"{name} at position {at}"
        if isinstance(row, (str, bytes)) or not isinstance(row, Iterable):
            raise InputError(
                f"{where} is {row!r}, a {type(row).__name__}: give the labels of a sample as a set or a list, such as "
                f"[{row!r}], and [] where it has none. (For one label a sample use ConfusionMatrix.from_labels.)"
            )
        labels = list(listing(row))
        refuse_unhashable_in(labels, where)
        refuse_missing(labels, where)
        labels = list(map(python_label, labels))
        if len(set(labels)) < len(labels):
            twice = next(label for label, times in Counter(labels).items() if times > 1)
            raise InputError(f"{where} names {twice!r} twice: {labels!r}; name each label once.")
        found.append(labels)
    return found


def _indicators(
    values: Any, name: str, named: tuple[Hashable, ...] | None
) -> tuple[tuple[Hashable, ...] | None, int, list[int]]:
    """The names of the columns if they have some, how many there are, and the labels of every sample."""
    own = None
    if hasattr(values, "toarray"):  # a sparse matrix
        values = values.toarray()
    elif not hasattr(values, "dtype") and isinstance(columns := getattr(values, "columns", None), Iterable):
        own = check_labels(columns, f"the columns of {name}")
        values = list(zip(*(listing(values[column]) for column in columns), strict=True))
    if len(getattr(values, "shape", ())) == 2 and hasattr(values, "dtype"):
        return own, values.shape[1], _of_array(values, name, named)
    rows = _rows_of(values, name, "a row of 0 and 1 for each sample")
    width, found = 0, []
    for at, row in enumerate(rows):
        if isinstance(row, (str, bytes, Mapping, set, frozenset)) or not isinstance(row, Iterable):
            raise InputError(
                f"{name} at position {at} is {row!r}: give a row of 0 and 1, one for each label. (Sets of labels are "
                "read by from_label_sets, one label a sample by ConfusionMatrix.from_labels.)"
            )
        entries = list(row)
        width = width if at else len(entries)
        if len(entries) != width:
            raise InputError(
                f"{name} at position {at} has {many(len(entries), 'entry', 'entries')}, and the first row {width}."
            )
        for place, entry in enumerate(entries):
            if not _is_indicator(entry):
                raise _no_indicator(entry, name, at, place, named or own)
        found.append(sum(1 << place for place, entry in enumerate(entries) if entry))
    if rows and not width:
        raise InputError(f"the rows of {name} are empty: there are no labels.")
    return own, width, found


def _is_indicator(entry: Any) -> bool:
    return not isinstance(entry, str) and entry in (0, 1)


def _no_indicator(entry: object, name: str, row: int, place: int, labels: Sequence[Hashable] | None) -> InputError:
    of = f" (label {labels[place]!r})" if labels is not None and place < len(labels) else ""
    hint = ""
    if isinstance(entry, float) and 0 < entry < 1:
        hint = " Scores are compared with a threshold first, or given to Scores as they are."
    return InputError(f"{name} at position {row}, column {place}{of}, holds {entry!r}; indicators are 0 and 1.{hint}")


def _of_array(array: Any, name: str, named: tuple[Hashable, ...] | None) -> list[int]:
    """The rows of an array, whose digits are packed into bytes at once."""
    import numpy as np

    bad = np.argwhere((array != 0) & (array != 1))
    if len(bad):
        row, place = bad[0].tolist()
        raise _no_indicator(python_label(array[row, place]), name, row, place, named)
    if not array.shape[1]:
        raise InputError(f"the rows of {name} are empty: there are no labels.")
    packed = np.packbits(array.astype(bool), axis=1, bitorder="little")
    return [int.from_bytes(row.tobytes(), "little") for row in packed]
