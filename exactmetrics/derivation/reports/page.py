"""What the templates of a report place: tables that fit the page, and below them what is to be said of their values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from exactmetrics.derivation.identities import theorems
from exactmetrics.derivation.reports.anchors import anchor
from exactmetrics.derivation.reports.cells import CellText, CellWriter
from exactmetrics.derivation.reports.derivations import linked, written_derivations
from exactmetrics.derivation.reports.picture import picture
from exactmetrics.derivation.reports.rows import ReportRow, class_metrics
from exactmetrics.derivation.reports.tables import pieces
from exactmetrics.derivation.writing.data import SHOWN_CLASSES, data_section
from exactmetrics.derivation.writing.links import LATEX_FALLBACK
from exactmetrics.derivation.writing.names import quantity, reason, short_name
from exactmetrics.derivation.writing.surface import Surface
from exactmetrics.exact.values import Undefined
from exactmetrics.metrics.request import AVERAGES
from exactmetrics.views.value import Acted

if TYPE_CHECKING:
    from exactmetrics.derivation.reports.report import Report

SHOWN_ROWS = 50  # classes a table shows
SHOWN_NOTES = 20  # reasons and policies that are listed


def report_context(report: Report, surface: Surface) -> dict[str, Any]:
    """What a template needs.

    >>> from exactmetrics.derivation.messages import messages
    >>> from exactmetrics.derivation.profiles import symbols
    >>> from exactmetrics.derivation.reports.report import Report
    >>> from exactmetrics.derivation.writing.surface import FORMATS
    >>> from exactmetrics.matrix.counts import Counts
    >>> counts = Counts.from_rows([[5, 1], [5, 7]])
    >>> surface = Surface(FORMATS["text"], symbols(None, [0, 1], style="text"), messages())
    >>> page = report_context(Report(counts.blocks(), counts.rows), surface)
    >>> page["title"], [section["title"] for section in page["sections"]]
    ('Report', ['Counts', 'Class by class', 'Averages', 'The whole matrix'])
    """
    say, data = surface.messages, _data(report, surface)
    cells = CellWriter(surface, report.places)
    sections = [_counts(report, surface)] if data is None or data["kind"] == "matrix" else []
    sections += [_classes(report, surface, cells), _averages(report, surface, cells), _overall(report, surface, cells)]
    samples = surface.say_made("words", "samples", n=str(report.blocks.n))
    return {
        "title": say.get("report", "title"),
        "intro": surface.say_made("report", "intro", k=str(report.blocks.k), samples=samples),
        "data": data,
        "picture": picture(surface, report.blocks, report.cells) if surface.format.picture else None,
        "sections": sections,
        "derivations_title": say.get("report", "derivations"),
        "fallback": LATEX_FALLBACK if report.derivations else "",
        "derivations": written_derivations(report, surface),
        "notes": [note for note in _notes(report, surface, cells) if note["lines"]],
    }


def _data(report: Report, surface: Surface) -> dict[str, Any] | None:
    """The matrix, or the counts that were given and deduced; None where they are too many to show."""
    k = report.blocks.k
    if k > SHOWN_CLASSES or (report.cells is not None and k > surface.format.matrix):
        return None
    if report.cells is None and not report.blocks.deductions:
        return None
    return data_section(surface, report.blocks, report.cells)


def _counts(report: Report, surface: Surface) -> dict[str, Any]:
    names = [m.name for m in class_metrics(counts=True)]
    shown = range(min(report.blocks.k, SHOWN_ROWS))
    columns = [[_plain(getattr(report.blocks, name)[i]) for i in shown] for name in names]
    return _section("counts", names, columns, report, surface)


def _classes(report: Report, surface: Surface, cells: CellWriter) -> dict[str, Any]:
    shown = range(min(report.blocks.k, SHOWN_ROWS))
    columns = []
    for column in report.columns:
        marked = {a.label for a in column.acted}
        labels, values = report.blocks.labels, column.values
        columns.append([cells.value(values[i], marked=bool(marked) and labels[i] in marked) for i in shown])
    return _section("classes", [c.metric for c in report.columns], columns, report, surface)


def _plain(count: Any) -> CellText:
    text = str(count)
    return CellText(text, len(text))


def _section(
    key: str, names: Sequence[str], columns: Sequence[Sequence[CellText]], report: Report, surface: Surface
) -> dict[str, Any]:
    """A table of classes, cut into pieces that fit, and how many classes are not in it."""
    k, shown = report.blocks.k, min(report.blocks.k, SHOWN_ROWS)
    labels = [surface.name(label) for label in report.blocks.labels[:shown]]
    made = {"shown": str(shown), "k": str(k), "left": str(k - shown)}
    left_out = surface.say_made("report", "left_out", **made) if k > shown else ""
    word, heads = surface.messages.get("words", "class"), [short_name(name, surface.messages) for name in names]
    return {
        "title": surface.messages.get("report", key),
        "tables": list(pieces(word, labels, heads, columns, surface, lambda i, c: anchor(names[c], position=i))),
        "note": left_out,
    }


def _averages(report: Report, surface: Surface, cells: CellWriter) -> dict[str, Any]:
    words = [surface.messages.get("report", average) for average in AVERAGES]
    metrics = list(dict.fromkeys(row.metric for row in report.averages))
    written = [_linked(row, report, surface, cells) for row in report.averages]
    columns = [written[at :: len(AVERAGES)] for at in range(len(AVERAGES))]
    return _by_metric("averages", metrics, words, columns, surface, AVERAGES)


def _overall(report: Report, surface: Surface, cells: CellWriter) -> dict[str, Any]:
    column = [_linked(row, report, surface, cells) for row in report.overall]
    word = surface.messages.get("report", "value")
    return _by_metric("overall", [row.metric for row in report.overall], [word], [column], surface, (None,))


def _linked(row: ReportRow, report: Report, surface: Surface, cells: CellWriter) -> CellText:
    return linked(cells.value(row.value, marked=bool(row.applied)), row, report, surface)


def _by_metric(
    key: str,
    metrics: list[str],
    words: list[str],
    columns: list[list[CellText]],
    surface: Surface,
    averages: Sequence[str | None],
) -> dict[str, Any]:
    corner = surface.messages.get("report", "metric")
    labels = [surface.format.escape(short_name(name, surface.messages)) for name in metrics]

    def name(i: int, c: int) -> str:
        return anchor(metrics[i], average=averages[c])

    tables = list(pieces(corner, labels, words, columns, surface, name))
    return {"title": surface.messages.get("report", key), "tables": tables, "note": ""}


def _notes(report: Report, surface: Surface, cells: CellWriter) -> list[dict[str, Any]]:
    """What is said below the tables; last the names that were too long for them."""
    found = [*_said(report, surface), _identities(report, surface, cells)]
    names = {"title": surface.messages.get("report", "in_full"), "text": "", "lines": surface.in_full()}
    return [*found, names]


def _said(report: Report, surface: Surface) -> list[dict[str, Any]]:
    """Why values are undefined, and which policies acted: each reason once."""
    values = [value for column in report.columns for value in column.values]
    values += [row.value for row in (*report.averages, *report.overall)]
    reasons = dict.fromkeys(value for value in values if isinstance(value, Undefined))
    acted = dict.fromkeys(a for column in report.columns for a in column.acted)
    acted |= dict.fromkeys(a for row in (*report.averages, *report.overall) for a in row.applied)
    marked = any(a.value is not None for a in acted) or any(
        row.applied and not isinstance(row.value, Undefined) for row in (*report.averages, *report.overall)
    )
    return [
        _note("no_value", reasons, lambda value: reason(surface, value, short=True), surface),
        _note("applied_title", acted, lambda a: _acted(a, report, surface), surface)
        | {"text": surface.messages.get("report", "marked") if marked else ""},
    ]


def _note(key: str, items: Iterable[Any], write: Any, surface: Surface) -> dict[str, Any]:
    everything = list(items)
    lines = [write(item) for item in everything[:SHOWN_NOTES]]
    if len(everything) > SHOWN_NOTES:
        lines.append(surface.say_made("report", "more", left=str(len(everything) - SHOWN_NOTES)))
    return {"title": surface.messages.get("report", key), "text": "", "lines": lines}


def _acted(acted: Acted, report: Report, surface: Surface) -> str:
    policy = surface.say("policy", report.cited.source, name=report.cited.given)
    made = {"ratio": surface.plain(acted.ratio), "policy": policy, "value": str(acted.value)}
    what = quantity(surface, acted.name, average=acted.average, label=acted.label, short=True)
    return surface.say_made("report", "omitted" if acted.value is None else "applied", what=what, **made)


def _identities(report: Report, surface: Surface, cells: CellWriter) -> dict[str, Any]:
    """Each group of names with the one value they have."""
    lines = []
    for group in report.identities:
        names = " = ".join(quantity(surface, row.metric, average=row.average, short=True) for row in group)
        lines.append(f"{names} = {cells.exact_inline(group[0].value)}")
        lines += _reasons(group, surface)
    return {"title": surface.messages.get("report", "identities"), "text": "", "lines": lines}


def _reasons(group: Sequence[ReportRow], surface: Surface) -> list[str]:
    """Why the rows of a group are one number, each reason once with the rows it is about."""
    head, *others = [(row.metric, row.average) for row in group]
    found: dict[str, list[str]] = {}
    for key in others:
        for theorem in theorems(head, key):
            found.setdefault(theorem, []).append(quantity(surface, key[0], average=key[1], short=True))
    say = surface.messages
    return [
        surface.say_made("report", "because", names=say.listing(names), reason=say.get("identity", theorem))
        for theorem, names in found.items()
    ]
