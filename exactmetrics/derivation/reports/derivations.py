"""Below a report the derivation of every average and of every metric of the matrix, which their values link to."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from exactmetrics.derivation.document import Derivation
from exactmetrics.derivation.render import render
from exactmetrics.derivation.reports.anchors import anchor
from exactmetrics.derivation.reports.cells import CellText
from exactmetrics.derivation.reports.rows import ReportRow
from exactmetrics.derivation.writing.context import page_context
from exactmetrics.derivation.writing.data import numbering
from exactmetrics.derivation.writing.links import link, place
from exactmetrics.derivation.writing.names import quantity
from exactmetrics.derivation.writing.surface import Surface
from exactmetrics.metrics.request import resolve

if TYPE_CHECKING:
    from exactmetrics.derivation.reports.report import Report


def derivation_of(report: Report, row: ReportRow) -> Derivation:
    """The derivation of one row of a report: an average, or a metric of the matrix.

    >>> import exactmetrics as em
    >>> report = em.ConfusionMatrix([[5, 1], [5, 7]]).report(derivations="full")
    >>> derivation_of(report, report.overall[0]).value == report.overall[0].value
    True
    """
    labels = report.blocks.labels
    request = resolve(row.metric, average=row.average, labels=labels, **report.options)
    look = replace(report.look, detail=report.derivations or "full")
    return Derivation(request, report.blocks, lambda: report.cells, positive=report.positive, look=look)


def place_of(row: ReportRow) -> str:
    """The id of the derivation of a row.

    >>> from fractions import Fraction
    >>> place_of(ReportRow("recall", None, "macro", Fraction(1, 2), 4))
    'derivation-macro-recall'
    """
    return f"derivation-{anchor(row.metric, average=row.average)}"


def linked(cell: CellText, row: ReportRow, report: Report, surface: Surface) -> CellText:
    """A cell that leads to its derivation, where the report shows it; in plain text by the derivation's number.

    >>> import exactmetrics as em
    >>> from exactmetrics.derivation.look import Look
    >>> from exactmetrics.derivation.writing.surface import surface_for
    >>> report = em.ConfusionMatrix([[5, 1], [5, 7]]).report(derivations="brief")
    >>> linked(CellText("2/3", 3), report.overall[0], report, surface_for("markdown", Look(), ())).text
    '[2/3](#derivation-overall-accuracy)'
    """
    if report.derivations is None:
        return cell
    if surface.format.formulas:
        return CellText(link(surface.format, place_of(row), cell.text), cell.width)
    mark = f" ({report.derived.index(row) + 1})"
    return CellText(cell.text + mark, cell.width + len(mark))


def written_derivations(report: Report, surface: Surface) -> list[dict[str, Any]]:
    """Every derivation: its number, what it is of, its place and its text.

    >>> import exactmetrics as em
    >>> from exactmetrics.derivation.look import Look
    >>> from exactmetrics.derivation.writing.surface import surface_for
    >>> report = em.ConfusionMatrix([[5, 1], [5, 7]]).report(derivations="brief")
    >>> written_derivations(report, surface_for("text", Look(), (0, 1)))[0]["name"]
    'macro prevalence'
    """
    if report.derivations is None:
        return []
    out = []
    for number, row in enumerate(report.derived, 1):
        context = page_context(derivation_of(report, row).page, surface)
        text = render(surface.format.template("part"), context, report.look.templates)
        entry = {"number": number, "name": quantity(surface, row.metric, average=row.average), "text": text.strip("\n")}
        entry["place"] = place(surface.format, place_of(row))
        out.append(entry)
    if out:
        out[0]["numbering"] = numbering(surface, report.blocks)  # last: it names what the formulas used
    return out
