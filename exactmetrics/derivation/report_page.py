"""What the templates of a report place: tables that fit the page, and below them what is to be said of their values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from exactmetrics.derivation.data import SHOWN_CLASSES, data_section
from exactmetrics.derivation.report_cells import CellText, CellWriter
from exactmetrics.derivation.report_rows import ReportRow, class_metrics
from exactmetrics.derivation.surface import Surface
from exactmetrics.derivation.tables import column as filled
from exactmetrics.derivation.tables import terminal_width
from exactmetrics.exact.values import Undefined
from exactmetrics.metrics.request import AVERAGES
from exactmetrics.views.no_value import Acted

if TYPE_CHECKING:
    from exactmetrics.derivation.report import Report

SHOWN_ROWS = 50  # classes a table shows
SHOWN_NOTES = 20  # reasons and policies that are listed


def report_context(report: Report, surface: Surface) -> dict[str, Any]:
    """What a template needs.

    >>> from exactmetrics.derivation.messages import messages
    >>> from exactmetrics.derivation.profiles import symbols
    >>> from exactmetrics.derivation.report import Report
    >>> from exactmetrics.derivation.surface import FORMATS
    >>> from exactmetrics.matrix.counts import Counts
    >>> counts = Counts.from_rows([[5, 1], [5, 7]])
    >>> surface = Surface(FORMATS["text"], symbols(None, [0, 1], latex=False), messages())
    >>> page = report_context(Report(counts.blocks(), counts.rows), surface)
    >>> page["title"], [section["title"] for section in page["sections"]]
    ('Report', ['Counts', 'Class by class', 'Averages', 'The whole matrix'])
    """
    say, data = surface.messages, _data(report, surface)
    cells = CellWriter(surface, report.places)
    sections = [_counts(report, surface)] if data is None or data["kind"] == "matrix" else []
    sections += [_classes(report, surface, cells), _averages(report, surface, cells), _overall(report, surface, cells)]
    key = "intro_one" if report.blocks.k == 1 else "intro"
    return {
        "title": say.get("report", "title"),
        "intro": surface.say_made("report", key, k=str(report.blocks.k), n=str(report.blocks.n)),
        "data": data,
        "sections": sections,
        "notes": [note for note in (*_said(report, surface), _identities(report, surface, cells)) if note["lines"]],
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
    labels = [surface.format.escape(label) for label in report.blocks.labels[:shown]]
    made = {"shown": str(shown), "k": str(k), "left": str(k - shown)}
    left_out = surface.say_made("report", "left_out", **made) if k > shown else ""
    word = surface.messages.get("words", "class")
    return {
        "title": surface.messages.get("report", key),
        "tables": list(_pieces(word, labels, names, columns, surface)),
        "note": left_out,
    }


def _pieces(
    corner: str, labels: Sequence[str], names: Sequence[str], columns: Sequence[Sequence[CellText]], surface: Surface
) -> Iterable[dict[str, Any]]:
    """One table as several: columns as many as the page is wide, rows as many as it is long."""
    look = surface.format
    first = max(map(terminal_width, [corner, *labels]))
    lined = [filled(label, first) for label in labels] if not look.formulas else list(labels)
    for group in _groups(first, names, columns, look.room):
        heads = [surface.format.escape(names[c]) for c in group]
        chosen = [columns[c] for c in group]
        for top in range(0, len(labels), look.rows):
            rows = range(top, min(top + look.rows, len(labels)))
            if not look.formulas:
                cut = [[column[i] for i in rows] for column in chosen]
                yield {"lines": _lines([filled(corner, first), *(lined[i] for i in rows)], heads, cut)}
            else:
                table = [[lined[i], *(column[i].text for column in chosen)] for i in rows]
                yield {"corner": corner, "heads": heads, "rows": table}


def _lines(first: list[str], heads: Sequence[str], columns: Sequence[Sequence[CellText]]) -> list[str]:
    """The lines of a table for a terminal; the first column is filled up already."""
    written = [first]
    for head, cells in zip(heads, columns, strict=True):
        wide = max(len(head), *(cell.width for cell in cells))
        written.append([head.rjust(wide), *(cell.text.rjust(wide) for cell in cells)])
    lines = ["  ".join(line).rstrip() for line in zip(*written, strict=True)]
    lines.insert(1, "-" * terminal_width(lines[0]))
    return lines


def _groups(first: int, names: Sequence[str], columns: Sequence[Sequence[CellText]], room: int) -> list[list[int]]:
    """The columns in groups whose widths fit beside the first column."""
    groups: list[list[int]] = []
    used = 0
    for at, (head, column) in enumerate(zip(names, columns, strict=True)):
        wide = 2 + max(len(head), *(cell.width for cell in column))
        if not groups or used + wide > room:
            groups.append([])
            used = first
        groups[-1].append(at)
        used += wide
    return groups


def _averages(report: Report, surface: Surface, cells: CellWriter) -> dict[str, Any]:
    words = [surface.messages.get("words", average).lower() for average in AVERAGES]
    metrics = list(dict.fromkeys(row.metric for row in report.averages))
    written = [cells.value(row.value, marked=bool(row.applied)) for row in report.averages]
    columns = [written[at :: len(AVERAGES)] for at in range(len(AVERAGES))]
    return _by_metric("averages", metrics, words, columns, surface)


def _overall(report: Report, surface: Surface, cells: CellWriter) -> dict[str, Any]:
    column = [cells.value(row.value, marked=bool(row.applied)) for row in report.overall]
    word = surface.messages.get("report", "value")
    return _by_metric("overall", [row.metric for row in report.overall], [word], [column], surface)


def _by_metric(
    key: str, metrics: list[str], words: list[str], columns: list[list[CellText]], surface: Surface
) -> dict[str, Any]:
    corner = surface.messages.get("report", "metric")
    labels = [surface.format.escape(name) for name in metrics]
    tables = list(_pieces(corner, labels, words, columns, surface))
    return {"title": surface.messages.get("report", key), "tables": tables, "note": ""}


def _said(report: Report, surface: Surface) -> list[dict[str, Any]]:
    """Why values are undefined, and which policies acted: each reason once."""
    values = [value for column in report.columns for value in column.values]
    values += [row.value for row in (*report.averages, *report.overall)]
    reasons = dict.fromkeys(value.reason for value in values if isinstance(value, Undefined))
    acted = dict.fromkeys(a for column in report.columns for a in column.acted)
    acted |= dict.fromkeys(a for row in (*report.averages, *report.overall) for a in row.applied)
    marked = any(a.value is not None for a in acted) or any(
        row.applied and not isinstance(row.value, Undefined) for row in (*report.averages, *report.overall)
    )
    return [
        _note("no_value", reasons, surface.format.escape, surface),
        _note("applied_title", acted, lambda a: _acted(a, surface), surface)
        | {"text": surface.messages.get("report", "marked") if marked else ""},
    ]


def _note(key: str, items: Iterable[Any], write: Any, surface: Surface) -> dict[str, Any]:
    everything = list(items)
    lines = [write(item) for item in everything[:SHOWN_NOTES]]
    if len(everything) > SHOWN_NOTES:
        lines.append(surface.say_made("report", "more", left=str(len(everything) - SHOWN_NOTES)))
    return {"title": surface.messages.get("report", key), "text": "", "lines": lines}


def _acted(acted: Acted, surface: Surface) -> str:
    made = {"ratio": acted.ratio, "policy": surface.format.escape(acted.policy), "value": str(acted.value)}
    what = surface.format.escape(acted.metric)
    if acted.label is not None:
        what = surface.say_made("report", "of_label", metric=what, label=surface.format.escape(acted.label))
    return surface.say_made("report", "omitted" if acted.value is None else "applied", what=what, **made)


def _identities(report: Report, surface: Surface, cells: CellWriter) -> dict[str, Any]:
    """Each group of names with the one value they have."""
    lines = []
    for group in report.identities:
        names = " = ".join(_name(row, surface) for row in group)
        lines.append(f"{names} = {cells.exact_inline(group[0].value)}")
    return {"title": surface.messages.get("report", "identities"), "text": "", "lines": lines}


def _name(row: ReportRow, surface: Surface) -> str:
    metric = surface.format.escape(row.metric)
    if row.average is None:
        return metric
    word = surface.messages.get("words", row.average).lower()
    return surface.say_made("report", "of_average", average=word, metric=metric)
