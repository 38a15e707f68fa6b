"""Classes, predictions and weights as scikit-learn's users give them: what kind of target they are, and their counts.

A target is "binary" or "multiclass", a label for each sample, or "multilabel-indicator", a row of zeros and ones for
each sample, which may have any number of classes. Weights are exact: a float is read as its shortest decimal.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from math import isinf
from numbers import Real
from typing import Any, NamedTuple

from exactmetrics.api import ConfusionMatrix, OneVsRest
from exactmetrics.compat.sklearn.checks import InvalidParameterError
from exactmetrics.exact.digits import exact_number
from exactmetrics.exact.errors import InputError
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.exact_count import Count, simplest
from exactmetrics.matrix.labels import is_missing, python_label

INDICATORS = "multilabel-indicator"


class Target(NamedTuple):
    """One column of labels, or the rows of indicators, and what kind it is."""

    kind: str
    values: list[Any]

    @property
    def width(self) -> int:
        """How many entries a sample has."""
        return len(self.values[0]) if self.kind == INDICATORS else 1


class Targets(NamedTuple):
    """Classes and predictions, of one kind; `present` are the labels of both, or the places of the columns."""

    kind: str
    true: list[Any]
    predicted: list[Any]
    present: list[Any]
    weights: list[Count] | None

    def named(self, labels: Any) -> list[Any]:
        """The labels of an argument, as they are called here; all where there is none."""
        if labels is None:
            return list(self.present)
        same = {label: label for label in self.present}
        return [same.get(label, label) for label in map(python_label, named_labels(labels))]

    def counts(self, labels: Sequence[Any] = (), *, samplewise: bool = False) -> Any:
        """The counts of every class that is present or named; with `samplewise` those of every sample."""
        if self.kind == INDICATORS:
            return self._indicated(list(labels), samplewise)
        if samplewise:
            raise InputError("Samplewise metrics are not available outside of multilabel classification.")
        extra = [label for label in dict.fromkeys(labels) if label not in self.present]
        names = [*self.present, *extra]
        return ConfusionMatrix.from_labels(self.true, self.predicted, labels=names, sample_weight=self.weights)

    def _indicated(self, labels: list[Any], samplewise: bool) -> OneVsRest:
        if labels and labels != self.present:
            for bound, wrong in ((max(labels), max(labels) > max(self.present)), (min(labels), min(labels) < 0)):
                if wrong:
                    limit = f"> {max(self.present)}" if bound > 0 else "< 0"
                    raise InputError(f"All labels must be in [0, n labels) for multilabel targets. Got {bound} {limit}")
        columns = labels or self.present
        rows = [
            [(true[at], predicted[at]) for at in columns]
            for true, predicted in zip(self.true, self.predicted, strict=True)
        ]
        weights: Sequence[Count] = [1] * len(rows) if self.weights is None or samplewise else self.weights
        if samplewise:
            return _blocks(range(len(rows)), rows, [1] * len(columns))
        return _blocks(columns, list(zip(*rows, strict=True)), weights)


def _blocks(
    names: Iterable[Hashable], outcomes: Sequence[Sequence[tuple[bool, bool]]], weights: Sequence[Count]
) -> OneVsRest:
    """The counts of what is true and predicted, a list for each name."""

    def sums(chosen: Any) -> list[Count]:
        return [sum(w for outcome, w in zip(line, weights, strict=True) if chosen(*outcome)) for line in outcomes]

    return OneVsRest(
        Blocks(
            list(names), n=sum(weights), tp=sums(lambda true, predicted: true and predicted),
            support=sums(lambda true, _: true), predicted=sums(lambda _, predicted: predicted), partition=False,
        )
    )  # fmt: skip


def listed(values: Any, name: str = "y") -> list[Any]:
    """The entries of a list, an array or a column, rows as lists."""
    if hasattr(values, "toarray"):  # a sparse matrix
        values = values.toarray()
    if hasattr(values, "__array__"):
        import numpy

        values = numpy.asarray(values).tolist()
    if isinstance(values, (str, bytes)) or not isinstance(values, Sequence):
        raise InvalidParameterError(
            f"{name}: Expected array-like (array or non-string sequence), got {str(values)[:80]!r}"
        )
    return [listed(entry, name) if _is_row(entry) else _entry(entry, name) for entry in values]


def named_labels(labels: Any) -> list[Any]:
    """The labels of an argument."""
    given = listed(labels, "labels")
    if any(isinstance(label, list) for label in given):
        raise InputError("labels: a list of labels is expected, not one of lists")
    return given


def _entry(entry: Any, name: str) -> Any:
    """An entry that is a label or a number: a dict is none, nor is a Decimal that signals."""
    try:
        hash(entry)
    except TypeError:
        raise InputError(f"{name}: {str(entry)[:80]!r} is neither a label nor a number") from None
    return entry


def _is_row(entry: Any) -> bool:
    return isinstance(entry, (list, tuple)) or getattr(entry, "shape", ()) != ()


def target(values: Any, name: str) -> Target:
    """One target and its kind."""
    items = listed(values, name)
    rows = [entry for entry in items if isinstance(entry, list)]
    if not rows:
        return Target(_kind(items, name), list(map(python_label, items)))
    widths = set(map(len, rows))
    if len(widths) > 1 or len(rows) < len(items):
        raise InputError(
            "You appear to be using a legacy multi-label data representation. Sequence of sequences are no longer "
            "supported; use a binary array or sparse matrix instead."
        )
    [width] = widths
    if width == 1:
        if hasattr(values, "toarray"):
            raise TypeError("Sparse input is only supported when targets are of multilabel type")
        return target([entry for [entry] in items], name)
    entries = [entry for row in rows for entry in row]
    if any(isinstance(entry, list) for entry in entries) or not width:
        return Target("unknown", items)
    kind = _kind(entries, name)
    if kind == "binary" and not any(isinstance(entry, str) for entry in entries):
        return Target(INDICATORS, [list(map(bool, row)) for row in items])
    return Target(f"{kind}-multioutput".replace("binary", "multiclass"), items)


def _kind(entries: list[Any], name: str) -> str:
    """What kind of labels these are."""
    if not all(isinstance(entry, Hashable) for entry in entries):
        return "unknown"
    distinct = dict.fromkeys(map(python_label, entries))
    if any(isinstance(label, bytes) for label in distinct):
        raise TypeError(
            "Support for labels represented as bytes is not supported. Convert the labels to a string or integer "
            "format."
        )
    finite([label for label in distinct if isinstance(label, float)], name)
    if not all(isinstance(label, (str, Real)) for label in distinct):
        return "unknown"
    if any(isinstance(label, Real) and label % 1 for label in distinct):
        return "continuous"
    return "binary" if len(distinct) <= 2 else "multiclass"


def shown(labels: Iterable[Any]) -> str:
    """Labels as numpy prints them."""
    return f"[{' '.join(map(repr, labels))}]"


def same_length(*columns: Sequence[Any] | None) -> None:
    """Refuse columns of different lengths."""
    lengths = [len(column) for column in columns if column is not None]
    if len(set(lengths)) > 1:
        raise InputError(f"Found input variables with inconsistent numbers of samples: {lengths}")


def weights_of(sample_weight: Any, size: int) -> list[Count] | None:
    """The weights of the samples, exact."""
    if sample_weight is None:
        return None
    given = [sample_weight] * size if isinstance(sample_weight, Real) else listed(sample_weight, "sample_weight")
    if any(isinstance(weight, list) for weight in given):
        raise InputError("Sample weights must be 1D array or scalar")
    finite(given, "sample_weight")
    found = [exact_number(int(w) if isinstance(w, bool) else w) for w in given]
    if None in found:
        raise InputError(f"sample_weight at position {found.index(None)} is {given[found.index(None)]!r}: no number")
    if not any(found):
        raise InputError("Sample weights must contain at least one non-zero number.")
    return [simplest(weight) for weight in found if weight is not None]


def finite(values: Iterable[Any], name: str) -> None:
    """Refuse what is no finite number, of floats and of things that stand for a missing one."""
    for value in values:
        if isinstance(value, complex):
            raise InputError("Complex data not supported")
        if is_missing(value):
            raise InputError(f"Input {name} contains NaN.")
        if isinstance(value, float) and isinf(value):
            raise InputError(f"Input {name} contains infinity or a value too large for dtype('float64').")


def refuse_none(values: Sequence[Any]) -> None:
    """Refuse an input without samples."""
    if not values:
        raise InputError(
            "Found empty input array (e.g., `y_true` or `y_pred`) while a minimum of 1 sample is required."
        )


def targets(y_true: Any, y_pred: Any, sample_weight: Any = None) -> Targets:
    """Classes and predictions, checked as scikit-learn checks them."""
    true, predicted = target(y_true, "y_true"), target(y_pred, "y_pred")
    weights = weights_of(sample_weight, len(true.values))
    same_length(true.values, predicted.values, weights)
    refuse_none(true.values)
    kinds = {true.kind, predicted.kind}
    if kinds == {"binary", "multiclass"}:
        kinds = {"multiclass"}
    if len(kinds) > 1:
        raise InputError(f"Classification metrics can't handle a mix of {true.kind} and {predicted.kind} targets")
    [kind] = kinds
    if kind not in ("binary", "multiclass", INDICATORS):
        raise InputError(f"{kind} is not supported")
    if kind == INDICATORS:
        if true.width != predicted.width:
            raise InputError("Multi-label binary indicator input with different numbers of labels")
        return Targets(kind, true.values, predicted.values, list(range(true.width)), weights)
    present = ordered([*true.values, *predicted.values])
    same = {label: label for label in present}  # 1, 1.0 and True are one label
    return Targets(
        "multiclass" if len(present) > 2 else kind,
        [same[label] for label in true.values], [same[label] for label in predicted.values], present, weights,
    )  # fmt: skip


def ordered(labels: Iterable[Any]) -> list[Any]:
    """The labels that occur, sorted; texts and numbers do not mix."""
    given = list(labels)
    if any(isinstance(label, list) for label in given):
        raise InputError("a list of labels is expected, not one of lists")
    distinct = list(dict.fromkeys(given))
    if len({isinstance(label, str) for label in distinct}) > 1:
        raise InputError(f"Mix of label input types (string and number); Got {shown(distinct[:12])}.")
    return sorted(distinct)
