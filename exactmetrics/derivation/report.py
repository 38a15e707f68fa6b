"""A report: metrics of the counts, exactly, each value with what was done to get it.

It opens with the metrics that every library prints (`metrics.summary`); others are asked for by name, or all of them:
those of a class, class by class and averaged three ways, and those of the whole matrix. Of all metrics those that take
a parameter are left out, and those that need a partition where the counts are none.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

from exactmetrics.derivation.derivation import Derivation, Derived
from exactmetrics.derivation.look import DEFAULT, Look
from exactmetrics.derivation.planning.page import Cells
from exactmetrics.derivation.shown import Shown
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Undefined, Value
from exactmetrics.matrix.blocks import BLOCKS, Blocks
from exactmetrics.metrics.identities import equal_averages, usual_key
from exactmetrics.metrics.metric import Metric
from exactmetrics.metrics.multilabel_names import READINGS
from exactmetrics.metrics.policy import PROPAGATE, Policy, policy_named
from exactmetrics.metrics.presets import preset_named
from exactmetrics.metrics.registry import all_metrics, metric_named, needs_cells
from exactmetrics.metrics.request import AVERAGES, SAMPLES, Request, averages_of, resolve
from exactmetrics.metrics.summary import AVERAGES as SUMMARY_AVERAGES
from exactmetrics.metrics.summary import COUNTED, OF_CLASSES, OVERALL, is_summary, summary_metrics
from exactmetrics.views.carrier import has_cells, has_single_samples
from exactmetrics.views.value import Acted, Known, class_values, compute

Ask = Callable[[str, Hashable | None, dict[str, Any]], tuple[Request, Blocks]]  # a question by name and options


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


class Reported(Shown):
    """What reports on counts and on scores share: values of classes, averages of them, and values of all classes.

    >>> import exactmetrics as em
    >>> isinstance(em.read("5 1; 5 7").report(), Reported)
    True
    """

    _kind = "report"
    _wide = 80

    labels: tuple[Hashable, ...]
    asked: Sequence[Metric]  # beside those of the opening table
    opening: Sequence[str]  # the metrics of the classes that the first table shows, by name
    kinds: Sequence[str]  # the averages there are
    places: int
    policy: str | None
    preset: str | None
    cited: Policy
    derivations: str | None

    @property
    def columns(self) -> list[ClassColumn]:
        """The rates and scores of every class, one column a metric."""
        raise NotImplementedError

    @property
    def averages(self) -> list[ReportRow]:
        """The metrics of the classes, averaged."""
        raise NotImplementedError

    @property
    def overall(self) -> list[ReportRow]:
        """The values of all classes."""
        raise NotImplementedError

    @property
    def n(self) -> Any:
        """The number of samples, or their total weight."""
        raise NotImplementedError

    @property
    def partition(self) -> bool:
        """Whether every sample has one class."""
        raise NotImplementedError

    @property
    def notes(self) -> Sequence[str]:
        """Remarks made while the data were read."""
        return ()

    @property
    def counts(self) -> Sequence[Metric]:
        """The counts of the classes that are shown."""
        raise NotImplementedError

    def counted(self, name: str) -> Sequence[Any]:
        """A count of every class."""
        raise NotImplementedError

    def derivation(self, row: ReportRow) -> Derived:
        """The derivation of one row: an average, or a value of all classes."""
        raise NotImplementedError

    @property
    def identities(self) -> list[list[ReportRow]]:
        """Groups of rows that are one number by an identity."""
        return []

    def opens_with(self, metric: str) -> bool:
        """Whether the first table shows a metric, by its name."""
        return metric in self.opening or metric == COUNTED

    @cached_property
    def classes(self) -> list[ReportRow]:
        """The counts, rates and scores of the classes, class by class."""
        rows, places = [], self.places
        counts = [(m.name, self.counted(m.name)) for m in self.counts]
        applied = [_by_label(column.acted) for column in self.columns]
        for i, label in enumerate(self.labels if self.columns else ()):
            rows += [ReportRow(name, label, None, Fraction(every[i]), places) for name, every in counts]
            for column, acted in zip(self.columns, applied, strict=True):
                rows.append(ReportRow(column.metric, label, None, column.values[i], places, acted.get(label, ())))
        return rows

    @property
    def derived(self) -> list[ReportRow]:
        """The rows whose derivations the page can show: the averages and the metrics of the whole matrix."""
        return [*self.averages, *self.overall]

    @property
    def rows(self) -> list[ReportRow]:
        """All rows: classes, averages, the whole matrix."""
        return [*self.classes, *self.averages, *self.overall]


class Report(Reported):
    """Metrics of the counts, exactly and as decimals; made by `ConfusionMatrix.report`.

    >>> import exactmetrics as em
    >>> cm = em.ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=["bird", "cat", "dog"])
    >>> report = cm.report(metrics=["balanced_accuracy"], places=3)
    >>> [(row.metric, str(row.value), row.decimal) for row in report.overall]
    [('accuracy', '9/14', '0.643'), ('balanced_accuracy', '47/72', '0.653')]
    >>> [column.values for column in report.columns if column.metric == "recall"]
    [[Fraction(3, 4), Fraction(5, 8), Fraction(7, 12)]]
    >>> [str(row.value) for row in report.classes if row.label == "dog"]
    ['12', '7/10', '7/12', '7/11']
    >>> [(row.average, str(row.value)) for row in report.averages if row.metric == "recall"]
    [('macro', '47/72'), ('weighted', '9/14')]
    >>> [(row.metric, row.average) for row in report.identities[-1]], report.cells[0]
    ([('balanced_accuracy', None), ('recall', 'macro')], [6, 1, 1])
    >>> str(report.rows[0].value), report.derivations, report.options, report.positive
    ('8', None, {'undefined': None, 'preset': None}, None)
    >>> report.derived == [*report.averages, *report.overall]
    True
    >>> [metric.name for metric in report.asked], [metric.name for metric in report.counts]
    (['balanced_accuracy'], ['support'])
    >>> [metric.name for metric in cm.report(metrics=["npv"]).rates], report.kinds
    (['precision', 'recall', 'f1', 'npv'], ('macro', 'micro', 'weighted'))
    """

    def __init__(
        self,
        blocks: Blocks,
        cells: Callable[[], Cells | None],
        *,
        metrics: str | Sequence[str] | None = None,
        undefined: str | int | None = None,
        preset: str | None = None,
        positive: Hashable | None = None,
        derivations: str | None = None,
        look: Look = DEFAULT,
        ask: Ask | None = None,
    ) -> None:
        self._ask = ask
        self.policy = None if undefined is None else str(undefined)
        self.preset = None if preset is None else preset_named(preset).name
        rules = PROPAGATE if preset is None else preset_named(preset).policy
        self.cited = rules if undefined is None else policy_named(undefined)
        self.options: dict[str, Any] = {"undefined": undefined, "preset": preset}
        self.blocks, self.places = blocks, look.places
        self._known = Known()
        self._questions: dict[tuple[str, str | None], tuple[Request, Blocks]] = {}
        self.labels, self.opening = blocks.labels, OF_CLASSES
        self._cells, self.positive, self.derivations, self.look = cells, positive, derivations, look.about(blocks.of)
        self.asked = asked_metrics(metrics, metric_named, self._every, lambda metric: metric.parameters)
        if derivations is not None:
            replace(look, detail=derivations)  # an error comes now, not when the page is written

    def _every(self) -> list[Metric]:
        return [metric for metric in all_metrics() if not metric.parameters and self._answers(metric)]

    @property
    def kinds(self) -> tuple[str, ...]:  # type: ignore[override]
        """The averages there are: over the samples too, of samples with any number of labels."""
        return (*AVERAGES, SAMPLES) if self.blocks.of == "labels" else AVERAGES

    @property
    def n(self) -> Any:
        """The number of samples, or their total weight.

        >>> import exactmetrics as em
        >>> em.read("5 1; 5 7").report().n
        18
        """
        return self.blocks.n

    @property
    def partition(self) -> bool:
        """Whether every sample has one true and one predicted class.

        >>> import exactmetrics as em
        >>> em.read("5 1; 5 7").report().partition
        True
        """
        return self.blocks.partition

    @property
    def notes(self) -> Sequence[str]:
        """Remarks made while the counts were read.

        >>> import exactmetrics as em
        >>> em.read("5 1; 5 7").report().notes
        ()
        """
        return self.blocks.notes

    def counted(self, name: str) -> Sequence[Any]:
        """A count of every class.

        >>> import exactmetrics as em
        >>> em.read("5 1; 5 7").report().counted("support")
        [6, 12]
        """
        return list(getattr(self.blocks, name))

    def opens_with(self, metric: str) -> bool:
        """Whether the first table shows a metric, by its name.

        >>> import exactmetrics as em
        >>> [em.read("5 1; 5 7").report().opens_with(name) for name in ("recall", "accuracy", "mcc")]
        [True, True, False]
        """
        return is_summary(metric)

    def derivation(self, row: ReportRow) -> Derivation:
        """The derivation of one row: an average, or a metric of the whole matrix.

        >>> import exactmetrics as em
        >>> report = em.read("5 1; 5 7").report()
        >>> report.derivation(report.overall[0])
        <Derivation of accuracy: 2/3>
        """
        request, blocks = self.question(row.metric, row.average)
        look = replace(self.look, detail=self.derivations or "standard")
        return Derivation(request, blocks, partial(getattr, self, "cells"), positive=self.positive, look=look)

    @property
    def counts(self) -> list[Metric]:
        """The counts of the classes that are shown."""
        return [m for m in class_metrics(counts=True) if is_summary(m.name) or m in self.asked]

    @property
    def rates(self) -> list[Metric]:
        """The rates and scores of the classes that are shown, those of the summary first."""
        return list(dict.fromkeys([*summary_metrics(), *(m for m in self.asked if m.scope == "class" and _is_rate(m))]))

    @cached_property
    def cells(self) -> Cells | None:
        """The counts row by row; None where there is no matrix, or a very large one."""
        return self._cells()

    @cached_property
    def columns(self) -> list[ClassColumn]:
        """The rates and scores of every class, one column a metric."""
        first, columns = self.blocks.labels[0], []
        for metric in self.rates:
            request = resolve(metric.name, label=first, labels=self.blocks.labels, **self.options)
            columns.append(ClassColumn(metric.name, *class_values(request, self.blocks, known=self._known)))
        return columns

    @cached_property
    def averages(self) -> list[ReportRow]:
        """Each metric of a class averaged: macro, micro and weighted; where it was not asked for, as the summary is."""
        every = [m for m in self.rates if m in self.asked or not self.blocks.partition]
        if any(is_summary(m.name) for m in every):  # a row of the summary is full, or it is not there
            every += summary_metrics()
        kinds = {m: self.kinds if m in every else SUMMARY_AVERAGES for m in self.rates}
        return [self._row(m.name, a) for m in self.rates for a in kinds[m] if a == SAMPLES or a in averages_of(m)]

    @cached_property
    def overall(self) -> list[ReportRow]:
        """The metrics of the whole matrix: that of the summary, where the counts have it, and those asked for."""
        first = metric_named(OVERALL)
        shown = [first] if self._answers(first) else []
        names = [m.name for m in dict.fromkeys([*shown, *self.asked]) if m.scope == "matrix"]
        return [self._row(name, None) for name in (*(READINGS if self.blocks.of == "labels" else ()), *names)]

    def _answers(self, metric: Metric) -> bool:
        """Whether these counts are enough for a metric: of the matrix, or of its classes."""
        if metric.single_samples and not has_single_samples(self.blocks):
            return False
        return (self.blocks.partition or not metric.partition) and (has_cells(self.blocks) or not needs_cells(metric))

    def question(self, name: str, average: str | None) -> tuple[Request, Blocks]:
        """The question of a row, and the counts that it is about.

        >>> import exactmetrics as em
        >>> report = em.Multilabel.from_indicators([[1, 0]], [[1, 1]]).report()
        >>> request, blocks = report.question("f1", "samples")
        >>> request.average, blocks.of
        ('samples', 'samples')
        """
        asked = self._questions.get((name, average))
        if asked is None:
            asked = self._questions[name, average] = self._question(name, average)
        return asked

    def _question(self, name: str, average: str | None) -> tuple[Request, Blocks]:
        if self._ask is not None:
            return self._ask(name, None, {"average": average, **self.options})
        return resolve(name, average=average, labels=self.blocks.labels, **self.options), self.blocks

    def _row(self, name: str, average: str | None) -> ReportRow:
        request, blocks = self.question(name, average)
        known = self._known if blocks is self.blocks else None
        outcome = compute(request, blocks, None if average else self.positive, known=known)
        return ReportRow(name, None, average, outcome.value, self.places, outcome.acted)

    @cached_property
    def identities(self) -> list[list[ReportRow]]:
        """Groups of rows that are one number by an identity, such as weighted recall and accuracy."""
        questions = (self.question(row.metric, row.average)[0] for row in self.derived)
        usual = [row for row, asked in zip(self.derived, questions, strict=True) if usual_key(asked)]
        return identities(usual)

    def __repr__(self) -> str:
        return f"<Report of {self.blocks.k} classes, {self.blocks.n} samples>"


def asked_metrics(
    metrics: str | Sequence[str] | None, named: Callable[[str], Metric], every: Callable[[], list[Metric]],
    needed: Callable[[Metric], Sequence[str]],
) -> list[Metric]:  # fmt: skip
    """The metrics beside those that every report has: none, all that apply, or those of a list of names."""
    if metrics is None:
        return []
    if metrics == "all":
        return every()
    names: list[Any] = [None] if isinstance(metrics, str) or not isinstance(metrics, Iterable) else list(metrics)
    if not all(isinstance(name, str) for name in names):
        raise UsageError(f'metrics is "all" or a list of names, as in ["mcc", "npv"], not {metrics!r}')
    found = list(dict.fromkeys(map(named, names)))
    for metric in found:
        if needed(metric):
            raise UsageError(
                f"{metric.name} takes {', '.join(needed(metric))}, and a report shows metrics without parameters; "
                "ask for its value by itself"
            )
    return found


def class_metrics(*, counts: bool) -> list[Metric]:
    """The metrics of one class that take no parameter: the counts themselves, or the rates and scores."""
    return [m for m in all_metrics() if m.scope == "class" and _is_rate(m) is not counts and not m.parameters]


def _is_rate(metric: Metric) -> bool:
    return metric.name not in BLOCKS


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
