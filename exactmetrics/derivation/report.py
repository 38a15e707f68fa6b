"""A report: every metric that applies to the counts, exactly, each value with what was done to get it.

Metrics come from the registry: those of a class, class by class and averaged three ways, and those of the whole matrix.
A metric that takes a parameter is left out, and so is one that needs a partition where the counts are none.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from exactmetrics.derivation.derivation import Derivation
from exactmetrics.derivation.look import DEFAULT, Look
from exactmetrics.derivation.planning.page import Cells
from exactmetrics.derivation.shown import Shown
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Undefined, Value
from exactmetrics.matrix.blocks import BLOCKS, Blocks
from exactmetrics.metrics.identities import equal_averages, usual_key
from exactmetrics.metrics.metric import Metric
from exactmetrics.metrics.policy import PROPAGATE, policy_named
from exactmetrics.metrics.presets import preset_named
from exactmetrics.metrics.registry import all_metrics, needs_cells
from exactmetrics.metrics.request import AVERAGES, resolve
from exactmetrics.views.carrier import has_cells
from exactmetrics.views.value import Acted, class_values, compute


@dataclass(frozen=True, slots=True)
class ReportRow:
    """One value: of a class (`label`), of an average (`average`), or, with neither, of the whole matrix.

    `decimal` is the value correctly rounded, None where there is no value; `applied` are the policies that acted.
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


class Report(Shown):
    """Every metric that applies, exactly and as a decimal; made by `ConfusionMatrix.report`.

    >>> import exactmetrics as em
    >>> report = em.ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=["bird", "cat", "dog"]).report(places=3)
    >>> [(row.metric, str(row.value), row.decimal) for row in report.overall][:2]
    [('accuracy', '9/14', '0.643'), ('error_rate', '5/14', '0.357')]
    >>> [column.values for column in report.columns if column.metric == "recall"]
    [[Fraction(3, 4), Fraction(5, 8), Fraction(7, 12)]]
    >>> [str(row.value) for row in report.classes if row.label == "dog"][:6]
    ['7', '13', '3', '5', '12', '10']
    >>> [(row.average, str(row.value)) for row in report.averages if row.metric == "recall"]
    [('macro', '47/72'), ('micro', '9/14'), ('weighted', '9/14')]
    >>> [(row.metric, row.average) for row in report.identities[-1]], report.cells[0]
    ([('balanced_accuracy', None), ('recall', 'macro')], [6, 1, 1])
    >>> str(report.rows[0].value), report.derivations, report.options, report.positive
    ('6', None, {'undefined': None, 'preset': None}, None)
    >>> report.derived == [*report.averages, *report.overall]
    True
    """

    _kind = "report"

    def __init__(
        self,
        blocks: Blocks,
        cells: Callable[[], Cells | None],
        *,
        undefined: str | int | None = None,
        preset: str | None = None,
        places: int = 4,
        positive: Hashable | None = None,
        derivations: str | None = None,
        look: Look = DEFAULT,
    ) -> None:
        if isinstance(places, bool) or not isinstance(places, int) or places < 0:
            raise UsageError(f"places must be a whole number from 0 on, not {places!r}")
        self.policy = None if undefined is None else str(undefined)
        self.preset = None if preset is None else preset_named(preset).name
        rules = PROPAGATE if preset is None else preset_named(preset).policy
        self.cited = rules if undefined is None else policy_named(undefined)
        self.options: dict[str, Any] = {"undefined": undefined, "preset": preset}
        self.blocks, self.places = blocks, places
        self._cells, self.positive, self.derivations, self.look = cells, positive, derivations, look
        if derivations is not None:
            replace(look, detail=derivations)  # an error comes now, not when the page is written

    @cached_property
    def cells(self) -> Cells | None:
        """The counts row by row; None where there is no matrix, or a very large one."""
        return self._cells()

    @cached_property
    def columns(self) -> list[ClassColumn]:
        """The rates and scores of every class, one column a metric."""
        first, columns = self.blocks.labels[0], []
        for metric in class_metrics(counts=False):
            request = resolve(metric.name, label=first, labels=self.blocks.labels, **self.options)
            columns.append(ClassColumn(metric.name, *class_values(request, self.blocks)))
        return columns

    @cached_property
    def classes(self) -> list[ReportRow]:
        """The counts, rates and scores of the classes, class by class."""
        rows, blocks, places = [], self.blocks, self.places
        counts = [m.name for m in class_metrics(counts=True)]
        applied = [_by_label(column.acted) for column in self.columns]
        for i, label in enumerate(blocks.labels):
            rows += [ReportRow(name, label, None, Fraction(getattr(blocks, name)[i]), places) for name in counts]
            for column, acted in zip(self.columns, applied, strict=True):
                rows.append(ReportRow(column.metric, label, None, column.values[i], places, acted.get(label, ())))
        return rows

    @cached_property
    def averages(self) -> list[ReportRow]:
        """Each metric of a class averaged: macro, micro and weighted."""
        return [self._row(metric.name, average) for metric in class_metrics(counts=False) for average in AVERAGES]

    @cached_property
    def overall(self) -> list[ReportRow]:
        """The metrics of the whole matrix."""
        fit = [m for m in all_metrics() if m.scope == "matrix" and not m.parameters]
        return [self._row(m.name, None) for m in fit if self._answers(m)]

    def _answers(self, metric: Metric) -> bool:
        """Whether these counts are enough for a metric of the matrix."""
        partition = self.blocks.partition or not metric.partition
        return partition and (has_cells(self.blocks) or not needs_cells(metric))

    def _row(self, name: str, average: str | None) -> ReportRow:
        request = resolve(name, average=average, labels=self.blocks.labels, **self.options)
        outcome = compute(request, self.blocks, None if average else self.positive)
        return ReportRow(name, None, average, outcome.value, self.places, outcome.acted)

    @property
    def derived(self) -> list[ReportRow]:
        """The rows whose derivations the page can show: the averages and the metrics of the whole matrix."""
        return [*self.averages, *self.overall]

    @property
    def rows(self) -> list[ReportRow]:
        """All rows: classes, averages, the whole matrix."""
        return [*self.classes, *self.averages, *self.overall]

    @cached_property
    def identities(self) -> list[list[ReportRow]]:
        """Groups of rows that are one number by an identity, such as weighted recall and accuracy."""
        labels = self.blocks.labels
        questions = (resolve(row.metric, average=row.average, labels=labels, **self.options) for row in self.derived)
        usual = [row for row, asked in zip(self.derived, questions, strict=True) if usual_key(asked)]
        return identities(usual)

    def __repr__(self) -> str:
        return f"<Report of {self.blocks.k} classes, {self.blocks.n} samples>"


def class_metrics(*, counts: bool) -> list[Metric]:
    """The metrics of one class that take no parameter: the counts themselves, or the rates and scores."""
    return [m for m in all_metrics() if m.scope == "class" and (m.name in BLOCKS) is counts and not m.parameters]


def _by_label(acted: tuple[Acted, ...]) -> dict[Hashable | None, tuple[Acted, ...]]:
    found: dict[Hashable | None, tuple[Acted, ...]] = {}
    for one in acted:
        found[one.label] = (*found.get(one.label, ()), one)
    return found


def identities(rows: Sequence[ReportRow]) -> list[list[ReportRow]]:
    """The groups of rows that are one number by a theorem: of each those members that hold here.

    A policy that acts on one row and not on another breaks a theorem, even where the numbers happen to be equal.
    """
    by_key = {(row.metric, row.average): row for row in rows}
    groups = []
    for head, others in equal_averages().items():
        first = by_key.get(head)
        if first is None or isinstance(first.value, Undefined):
            continue
        members = [by_key[key] for key in (head, *others) if key in by_key]
        same = [row for row in members if row.value == first.value and row.applied == first.applied]
        if len(same) > 1:
            groups.append(same)
    return groups


def derivation_of(report: Report, row: ReportRow) -> Derivation:
    """The derivation of one row of a report: an average, or a metric of the matrix."""
    request = resolve(row.metric, average=row.average, labels=report.blocks.labels, **report.options)
    look = replace(report.look, detail=report.derivations or "full")
    return Derivation(request, report.blocks, lambda: report.cells, positive=report.positive, look=look)
