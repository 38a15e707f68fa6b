"""What a report holds: every metric that applies to the counts, each value with what was done to get it.

Metrics come from the registry: those of a class, class by class and averaged three ways, and those of the whole matrix.
A metric that takes a parameter is left out, and so is one that needs a partition where the counts are none.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from exactmetrics.derivation.identities import THEOREMS
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Undefined, Value
from exactmetrics.matrix.blocks import BLOCKS, Blocks
from exactmetrics.metrics.metric import Metric
from exactmetrics.metrics.registry import all_metrics
from exactmetrics.metrics.request import AVERAGES, resolve
from exactmetrics.views.value import Acted, class_values, compute


@dataclass(frozen=True, slots=True)
class ReportRow:
    """One value: of a class (`label`), of an average (`average`), or, with neither, of the whole matrix.

    `decimal` is the value correctly rounded, None where there is no value; `applied` are the policies that acted.

    >>> ReportRow("recall", "dog", None, Fraction(7, 12), 3).decimal
    '0.583'
    """

    metric: str
    label: Hashable | None
    average: str | None
    value: Value
    places: int
    applied: tuple[Acted, ...] = ()

    @property
    def decimal(self) -> str | None:
        """The value with `places` digits after the point."""
        return None if isinstance(self.value, Undefined) else decimal(self.value, places=self.places)


@dataclass(frozen=True, slots=True)
class ClassColumn:
    """A metric of every class, in the order of the labels, and every policy that acted on it."""

    metric: str
    values: Sequence[Value]
    acted: tuple[Acted, ...]


def class_metrics(*, counts: bool) -> list[Metric]:
    """The metrics of one class that take no parameter: the counts themselves, or the rates and scores.

    >>> [m.name for m in class_metrics(counts=True)]
    ['tp', 'tn', 'fp', 'fn', 'support', 'predicted']
    """
    return [m for m in all_metrics() if m.scope == "class" and (m.name in BLOCKS) is counts and not _parameters(m)]


def _overall_metrics(blocks: Blocks) -> list[Metric]:
    """The metrics of the whole matrix that apply to these counts."""
    fit = [m for m in all_metrics() if m.scope == "matrix" and not _parameters(m)]
    return [m for m in fit if blocks.partition or not m.partition]


def _parameters(metric: Metric) -> bool:
    return any(convention.parameters for convention in metric.conventions.values())


def class_columns(blocks: Blocks, options: dict[str, Any]) -> list[ClassColumn]:
    """The rates and scores of every class, one column a metric.

    >>> from exactmetrics.matrix.counts import Counts
    >>> columns = class_columns(Counts.from_rows([[5, 1], [5, 7]]).blocks(), {})
    >>> next(column.values for column in columns if column.metric == "recall")
    [Fraction(5, 6), Fraction(7, 12)]
    """
    first, columns = blocks.labels[0], []
    for metric in class_metrics(counts=False):
        request = resolve(metric.name, label=first, labels=blocks.labels, **options)
        columns.append(ClassColumn(metric.name, *class_values(request, blocks)))
    return columns


def class_rows(columns: Sequence[ClassColumn], blocks: Blocks, places: int) -> list[ReportRow]:
    """The rows of the classes: class by class, first its counts and then its rates and scores.

    >>> from exactmetrics.matrix.counts import Counts
    >>> blocks = Counts.from_rows([[5, 1], [5, 7]]).blocks()
    >>> rows = class_rows([ClassColumn("recall", [Fraction(5, 6), Fraction(7, 12)], ())], blocks, 2)
    >>> [(row.metric, str(row.value)) for row in rows if row.label == 1][-3:]
    [('support', '12'), ('predicted', '8'), ('recall', '7/12')]
    """
    rows = []
    counts = [m.name for m in class_metrics(counts=True)]
    applied = [_by_label(column.acted) for column in columns]
    for i, label in enumerate(blocks.labels):
        rows += [ReportRow(name, label, None, Fraction(getattr(blocks, name)[i]), places) for name in counts]
        for column, acted in zip(columns, applied, strict=True):
            rows.append(ReportRow(column.metric, label, None, column.values[i], places, acted.get(label, ())))
    return rows


def _by_label(acted: tuple[Acted, ...]) -> dict[Hashable | None, tuple[Acted, ...]]:
    found: dict[Hashable | None, tuple[Acted, ...]] = {}
    for one in acted:
        found[one.label] = (*found.get(one.label, ()), one)
    return found


def average_rows(blocks: Blocks, options: dict[str, Any], places: int) -> list[ReportRow]:
    """The rates and scores averaged: of each metric the macro, the micro and the weighted average.

    >>> from exactmetrics.matrix.counts import Counts
    >>> rows = average_rows(Counts.from_rows([[5, 1], [5, 7]]).blocks(), {}, 3)
    >>> [(row.average, str(row.value), row.decimal) for row in rows if row.metric == "recall"]
    [('macro', '17/24', '0.708'), ('micro', '2/3', '0.667'), ('weighted', '2/3', '0.667')]
    """
    return [
        _row(metric.name, average, blocks, options, places)
        for metric in class_metrics(counts=False)
        for average in AVERAGES
    ]


def overall_rows(blocks: Blocks, options: dict[str, Any], places: int, positive: Hashable | None) -> list[ReportRow]:
    """The metrics of the whole matrix.

    >>> from exactmetrics.matrix.counts import Counts
    >>> rows = overall_rows(Counts.from_rows([[5, 1], [5, 7]]).blocks(), {}, 3, None)
    >>> [(row.metric, str(row.value)) for row in rows][:2]
    [('accuracy', '2/3'), ('error_rate', '1/3')]
    """
    return [_row(m.name, None, blocks, options, places, positive) for m in _overall_metrics(blocks)]


def _row(
    name: str,
    average: str | None,
    blocks: Blocks,
    options: dict[str, Any],
    places: int,
    positive: Hashable | None = None,
) -> ReportRow:
    outcome = compute(resolve(name, average=average, labels=blocks.labels, **options), blocks, positive)
    return ReportRow(name, None, average, outcome.value, places, outcome.acted)


def identities(rows: Sequence[ReportRow]) -> list[list[ReportRow]]:
    """The groups of rows that are one number by a theorem: of each those members that hold here.

    A policy that acts on one row and not on another breaks a theorem, even where the numbers happen to be equal.

    Args:
        rows: averages and metrics of the whole matrix.

    >>> rows = [
    ...     ReportRow("accuracy", None, None, Fraction(2, 3), 4),
    ...     ReportRow("recall", None, "weighted", Fraction(2, 3), 4),
    ...     ReportRow("recall", None, "macro", Fraction(17, 24), 4),
    ... ]
    >>> [[(row.metric, row.average) for row in group] for group in identities(rows)]
    [[('accuracy', None), ('recall', 'weighted')]]
    """
    by_key = {(row.metric, row.average): row for row in rows}
    groups = []
    for head, others in THEOREMS:
        keys = (head, *others)
        members = [by_key[key] for key in keys if key in by_key]
        if not members or (members[0].metric, members[0].average) != head or isinstance(members[0].value, Undefined):
            continue
        same = [row for row in members if row.value == members[0].value and row.applied == members[0].applied]
        if len(same) > 1:
            groups.append(same)
    return groups
