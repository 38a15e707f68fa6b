"""A report: every metric that applies to the counts, exactly, as rows and as a page in every format."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import cached_property
from typing import Any

from exactmetrics.derivation.identities import usual_key
from exactmetrics.derivation.look import DEFAULT, Look
from exactmetrics.derivation.messages import messages
from exactmetrics.derivation.planning.counts import Cells
from exactmetrics.derivation.render import render
from exactmetrics.derivation.reports.page import report_context
from exactmetrics.derivation.reports.rows import (
    ClassColumn,
    ReportRow,
    average_rows,
    class_columns,
    class_rows,
    identities,
    overall_rows,
)
from exactmetrics.derivation.shown import Shown
from exactmetrics.derivation.writing.surface import surface_for
from exactmetrics.exact.errors import UsageError
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.policy import PROPAGATE, policy_named
from exactmetrics.metrics.presets import preset_named
from exactmetrics.metrics.request import resolve


class Report(Shown):
    """Every metric that applies, exactly and as a decimal; made by `ConfusionMatrix.report`.

    >>> import exactmetrics as em
    >>> report = em.ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=["bird", "cat", "dog"]).report(places=3)
    >>> [(row.metric, str(row.value), row.decimal) for row in report.overall][:2]
    [('accuracy', '9/14', '0.643'), ('error_rate', '5/14', '0.357')]
    >>> len(report.rows)
    102
    >>> [column.values for column in report.columns if column.metric == "recall"]
    [[Fraction(3, 4), Fraction(5, 8), Fraction(7, 12)]]
    >>> [str(row.value) for row in report.classes if row.label == "dog"][:6]
    ['7', '13', '3', '5', '12', '10']
    >>> [(row.average, str(row.value)) for row in report.averages if row.metric == "recall"]
    [('macro', '47/72'), ('micro', '9/14'), ('weighted', '9/14')]
    >>> [(row.metric, row.average) for row in report.identities[-1]], report.cells[0]
    ([('balanced_accuracy', None), ('recall', 'macro')], [6, 1, 1])
    >>> len(report.derived), report.derivations, report.options, report.positive
    (45, None, {'undefined': None, 'preset': None}, None)
    """

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
        return class_columns(self.blocks, self.options)

    @cached_property
    def classes(self) -> list[ReportRow]:
        """The counts, rates and scores of the classes, class by class."""
        return class_rows(self.columns, self.blocks, self.places)

    @cached_property
    def averages(self) -> list[ReportRow]:
        """Each metric of a class averaged: macro, micro and weighted."""
        return average_rows(self.blocks, self.options, self.places)

    @cached_property
    def overall(self) -> list[ReportRow]:
        """The metrics of the whole matrix."""
        return overall_rows(self.blocks, self.options, self.places, self.positive)

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
        options, labels = self.options, self.blocks.labels
        questions = (resolve(row.metric, average=row.average, labels=labels, **options) for row in self.derived)
        usual = [row for row, asked in zip(self.derived, questions, strict=True) if usual_key(asked)]
        return identities(usual)

    def data(self) -> dict[str, Any]:
        """What `to_json` writes, as dictionaries and lists.

        >>> import exactmetrics as em
        >>> em.ConfusionMatrix([[5, 1], [5, 7]]).report().data()["schema"]
        'exactmetrics/report/1'
        """
        from exactmetrics.derivation.reports.data import report_data

        return report_data(self)

    def _body(self, name: str, *, data: bool) -> str:
        surface = surface_for(name, self.look, self.blocks.labels)
        context = report_context(self, surface)
        if not data:
            context["data"] = None
        return render(surface.format.template("report"), context, self.look.templates)

    def _title(self) -> str:
        return messages(self.look.language).get("report", "title")

    def __repr__(self) -> str:
        return f"<Report of {self.blocks.k} classes, {self.blocks.n} samples>"
