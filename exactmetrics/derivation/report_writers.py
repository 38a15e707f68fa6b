"""A report as a page of every format, in tables that fit it with what is to be said of their values below, and as JSON.

The format of the JSON is `report.schema.json`, published with the package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from exactmetrics._writers import writer
from exactmetrics.derivation.drawing import Picture
from exactmetrics.derivation.drawing_writers import in_page
from exactmetrics.derivation.json_values import acted_data, label_data, value_data
from exactmetrics.derivation.notation.terminal import HANG, fitted, packed, terminal_width
from exactmetrics.derivation.report import ClassColumn, Report, Reported, ReportRow
from exactmetrics.derivation.report_cells import Cell, CellWriter, anchor
from exactmetrics.derivation.report_tables import Grid, fits, tables_of, turned
from exactmetrics.derivation.telling import derivation_blocks, question_block, report_blocks, title_block, written
from exactmetrics.derivation.writing.context import page_context
from exactmetrics.derivation.writing.data import SHOWN_CLASSES, data_section, left_out, numbering
from exactmetrics.derivation.writing.links import place
from exactmetrics.derivation.writing.names import quantity, reason, short_name
from exactmetrics.derivation.writing.surface import Surface, capital, surface_for
from exactmetrics.exact.values import Undefined, value_text
from exactmetrics.metrics.identities import theorems
from exactmetrics.metrics.summary import COUNTED, ONE_OF_ALL, OVERALL
from exactmetrics.views.value import Acted

SHOWN_ROWS = 50  # classes a table shows
DRAWN = 30  # classes of the largest matrix that is drawn
SHOWN_NOTES = 20  # reasons and policies that are listed


def report_page(report: Reported, name: str, *, data: bool) -> str:
    surface = surface_for(name, report.look, report.labels)
    blocks = report_blocks(report_context(report, surface, data=data), surface)
    title = report_title(report)
    return written("report", [*title_block(title), *blocks], surface, report.look, title=title)


def report_title(report: Reported) -> str:
    return report.look.messages.get("report", "title")


def report_context(report: Reported, surface: Surface, *, data: bool, level: int = 2) -> dict[str, Any]:
    say = surface.messages
    section = _data(report, surface) if isinstance(report, Report) else None
    cells = CellWriter(surface, report.places)
    counts = section is None or section["kind"] == "matrix"
    return {
        "intro": _intro(report, surface),
        "data": section if data else None,
        "picture": _picture(report, surface) if isinstance(report, Report) else "",
        "sections": list(_sections(report, surface, cells, counts=counts)),
        "derivations_title": say.get("report", "derivations"),
        "derivations": _derivations(report, surface, level + 2),
        "notes": [note for note in _notes(report, surface, cells) if note["lines"]],
    }


def _intro(report: Reported, surface: Surface) -> str:
    """What the values are of."""
    if not isinstance(report, Report):
        told: str = writer("score_report", "intro")(report, surface)
        return told
    samples = surface.say_made("words", "samples", n=str(report.n))
    return surface.say_made("report", "intro", k=str(len(report.labels)), samples=samples)


def _picture(report: Report, surface: Surface) -> str:
    """The matrix drawn, on pages that hold drawings; nothing of one too large to be looked at."""
    look = report.look
    if not surface.format.picture or report.cells is None or not 0 < report.blocks.k <= DRAWN:
        return ""
    drawn = Picture(report.blocks, report.cells, shares=False, theme="auto", language=look.language, words=look.words)
    return in_page(drawn, surface.format.folder)


def _data(report: Report, surface: Surface) -> dict[str, Any] | None:
    """The matrix, or the counts that were given and deduced; None where they are too many to show."""
    k = report.blocks.k
    if k > SHOWN_CLASSES or (report.cells is not None and k > surface.format.matrix):
        return None
    if report.cells is None and not report.blocks.deductions:
        return None
    found = data_section(surface, report.blocks, report.cells, most=surface.format.matrix)
    lines = found.get("lines") or () if report.cells is not None else ()
    return None if any(terminal_width(line) > surface.format.room for line in lines) else found


# The derivations of averages and of metrics of the matrix, below the tables, which their values link to.


def _place(row: ReportRow) -> str:
    return f"derivation-{anchor(row.metric, average=row.average)}"


def _derivations(report: Reported, surface: Surface, level: int) -> list[dict[str, Any]]:
    """Every derivation: its number, what it is of, its place and its blocks, with headings of a level."""
    if report.derivations is None:
        return []
    out = []
    for number, row in enumerate(report.derived, 1):
        derivation = report.derivation(row)
        own: Surface = (
            _surface_of(row, report, surface)
            if isinstance(report, Report)
            else writer(derivation._kind, "surface")(derivation, surface.format.name, report.look)
        )
        context = page_context(derivation.page, own)
        blocks = [*question_block(context), *derivation_blocks(context, level=level)]
        entry = {"number": number, "name": quantity(surface, row.metric, average=row.average), "blocks": blocks}
        entry["place"] = place(surface.format, _place(row))
        out.append(entry)
    if out:  # last: it names what the formulas used
        out[0]["numbering"] = numbering(surface, report.blocks) if isinstance(report, Report) else ""
    return out


def _surface_of(row: ReportRow, report: Report, surface: Surface) -> Surface:
    """The surface of a row: of one about samples or sets of labels it is one with the names of these."""
    _, blocks = report.question(row.metric, row.average)
    if blocks.of == report.blocks.of:
        return surface
    if blocks.of not in surface.others:
        look = report.look if report.look.speaks_of(blocks.of) else replace(report.look, language="en")
        surface.others[blocks.of] = surface_for(surface.format.name, look.about(blocks.of), blocks.labels)
    return surface.others[blocks.of]


# The tables: first the one that everybody knows, then what was asked for.


def _sections(report: Reported, surface: Surface, cells: CellWriter, *, counts: bool) -> Iterator[dict[str, Any]]:
    """The summary, then, as far as they were asked for, counts of the classes, their values, averages, the matrix."""
    say, k = surface.messages, len(report.labels)
    if report.opening:
        yield _section("summary", _summary(report, cells), cells) | {"note": left_out(surface, min(k, SHOWN_ROWS), k)}
    asked = [metric for metric in report.counts if not report.opens_with(metric.name)]
    if counts and asked:
        yield _section("counts", _by_class(report, cells, [_counted(report, cells, m.name) for m in asked]), cells)
    rates = [column for column in report.columns if not report.opens_with(column.metric)]
    if rates:
        yield _section("classes", _by_class(report, cells, [_rated(report, cells, c) for c in rates]), cells)
        averages = [row for row in report.averages if not report.opens_with(row.metric)]
        heads = {average: say.get("report", average) for average in report.kinds}
        yield _section("averages", _by_metric(report, cells, heads, averages), cells)
    overall = [row for row in report.overall if not report.opens_with(row.metric)]
    if overall:
        yield _section(
            "overall" if report.opening else "summary",
            _by_metric(report, cells, {None: say.get("report", "value")}, overall),
            cells,
        )


def _section(key: str, grid: Grid, cells: CellWriter) -> dict[str, Any]:
    say = cells.surface.messages
    title, exact = say.get("report", key), say.get("report", "too_long")
    tables, listed = tables_of(grid, cells, title)
    return {"title": title, "tables": tables, "note": "", "exact_title": exact, "exact": listed}


def _summary(report: Reported, cells: CellWriter) -> Grid:
    """Precision, recall, F1 and support of every class; below, the accuracy and the averages."""
    surface, labels = cells.surface, report.labels[:SHOWN_ROWS]
    say = surface.messages
    rates = [_rated(report, cells, column) for column in report.columns if report.opens_with(column.metric)]
    support = _counted(report, cells, COUNTED)
    columns = [*rates, support]
    names = [surface.name(label) for label in labels]
    rows = [[column[1][i] for column in columns] for i in range(len(labels))]
    n, blank = cells.count(report.n), Cell()
    for row in report.overall:
        if row.metric == OVERALL:
            names.append(surface.format.escape(short_name(OVERALL, say)))
            value = _linked(row, report, cells)
            rows.append([value if name == ONE_OF_ALL else blank for name, _ in rates] + [n])
    averaged = {(row.metric, row.average): row for row in report.averages}
    for average in report.kinds:
        found = [averaged.get((name, average)) for name, _ in rates]
        if any(found):
            names.append(surface.format.escape(say.get("report", f"{average}_row")))
            rows.append([blank if row is None else _linked(row, report, cells) for row in found] + [n])
    heads = [short_name(name, say) for name, _ in columns]
    return Grid(say.get("words", "class"), names, list(map(surface.format.escape, heads)), rows, rule=len(labels))


Column = tuple[str, list[Cell]]  # a metric, and its cells class by class


def _rated(report: Reported, cells: CellWriter, column: ClassColumn) -> Column:
    marked = {acted.label for acted in column.acted}
    name, labels = column.metric, report.labels
    return name, [
        cells.cell(
            column.values[i],
            marked=bool(marked) and labels[i] in marked,
            anchor=anchor(name, position=i),
            called=quantity(cells.surface, name, label=labels[i], short=True) if i < SHOWN_ROWS else "",
        )
        for i in range(min(len(labels), SHOWN_ROWS))
    ]


def _counted(report: Reported, cells: CellWriter, name: str) -> Column:
    shown = enumerate(report.counted(name)[:SHOWN_ROWS])
    return name, [cells.count(count, anchor=anchor(name, position=i)) for i, count in shown]


def _by_class(report: Reported, cells: CellWriter, columns: Sequence[Column]) -> Grid:
    """Metrics of the classes: metrics as rows, unless there are more classes and one table holds all metrics."""
    surface = cells.surface
    names = [surface.name(label) for label in report.labels[:SHOWN_ROWS]]
    heads = [surface.format.escape(short_name(name, surface.messages)) for name, _ in columns]
    say = surface.messages
    grid = Grid(say.get("report", "metric"), heads, names, [column for _, column in columns])
    other = turned(grid, say.get("words", "class"))
    return other if len(names) >= len(columns) and fits(other, surface) else grid


def _by_metric(report: Reported, cells: CellWriter, heads: Mapping[Any, str], rows: Sequence[ReportRow]) -> Grid:
    """One row a metric, one column an average: a blank where the metric has no such average."""
    say, escape = cells.surface.messages, cells.surface.format.escape
    table: dict[str, dict[str | None, Cell]] = {}
    for row in rows:
        table.setdefault(row.metric, {})[row.average] = _linked(row, report, cells)
    names = [escape(short_name(metric, say)) for metric in table]
    cut = [[found.get(average, Cell()) for average in heads] for found in table.values()]
    return Grid(say.get("report", "metric"), names, list(map(escape, heads.values())), cut)


def _linked(row: ReportRow, report: Reported, cells: CellWriter) -> Cell:
    """A value that leads to its derivation, where the report shows it; in plain text by the derivation's number."""
    surface, known = cells.surface, {"anchor": anchor(row.metric, average=row.average)}
    known["called"] = quantity(surface, row.metric, average=row.average, short=True)
    number = 0
    if report.derivations is not None:
        if surface.format.formulas:
            known["place"] = _place(row)
        else:
            number = report.derived.index(row) + 1
    return cells.cell(row.value, marked=bool(row.applied), number=number, **known)


# What is said below the tables: why values are undefined, which policies acted, what is one number; names in full.


def _notes(report: Reported, surface: Surface, cells: CellWriter) -> list[dict[str, Any]]:
    rows = report.derived
    values = [value for column in report.columns for value in column.values]
    reasons = dict.fromkeys((value, surface) for value in values if isinstance(value, Undefined))
    acted = dict.fromkeys((a, surface) for column in report.columns for a in column.acted)
    for row in (row for row in rows if row.applied or isinstance(row.value, Undefined)):
        own = _surface_of(row, report, surface) if isinstance(report, Report) else surface
        reasons |= dict.fromkeys([(row.value, own)] if isinstance(row.value, Undefined) else [])
        acted |= dict.fromkeys((a, own) for a in row.applied)
    marked = any(a.value is not None for a, _ in acted) or any(
        row.applied and not isinstance(row.value, Undefined) for row in rows
    )
    said = {
        "no_value": _first(reasons, lambda one: f"{capital(reason(one[1], one[0], short=True))}.", surface),
        "applied_title": _first(acted, lambda one: _acted(one[0], one[1], report), surface),
        "identities": _identities(report, surface, cells),
        "in_full": [
            line for name in surface.in_full() for line in _noted(name, surface)
        ],  # last: the names that were too long above
    }
    say = surface.messages
    texts = {"applied_title": say.get("report", "marked") if marked else ""}
    return [
        {"title": say.get("report", key), "text": texts.get(key, ""), "lines": lines} for key, lines in said.items()
    ]


def _first(items: Mapping[Any, None], write: Callable[[Any], str], surface: Surface) -> list[str]:
    """The first items written, and how many more there are."""
    lines = [line for item in list(items)[:SHOWN_NOTES] for line in _noted(write(item), surface)]
    if len(items) > SHOWN_NOTES:
        lines.append(surface.say_made("report", "more", left=str(len(items) - SHOWN_NOTES)))
    return lines


def _noted(text: str, surface: Surface) -> list[str]:
    """The lines of a note: in plain text as wide as a table may be, else one."""
    if surface.format.formulas:
        return [text]
    room = surface.format.room
    return fitted(text, room)


def _acted(acted: Acted, surface: Surface, report: Reported) -> str:
    policy = surface.say("policy", report.cited.source, name=report.cited.given)
    made = {"ratio": surface.plain(acted.ratio), "policy": policy, "value": str(acted.value)}
    what = quantity(surface, acted.name, average=acted.average, label=acted.label, short=True)
    return capital(surface.say_made("report", "omitted" if acted.value is None else "applied", what=what, **made))


def _identities(report: Reported, surface: Surface, cells: CellWriter) -> list[str]:
    """Each group of names with the one value they have, and why, each reason once with the names it is about."""
    say, lines = surface.messages, []
    for group in report.identities:
        names = [quantity(surface, row.metric, average=row.average, short=True) for row in group]
        value = group[0].value
        assert not isinstance(value, Undefined)  # only equal numbers make a group
        members = [*names, cells.exact_inline(value)]
        chain = [members[0], *(f"= {member}" for member in members[1:])]
        lines += [" ".join(chain)] if surface.format.formulas else packed(chain, surface.format.room, HANG)
        head, *others = [(row.metric, row.average) for row in group]
        found: dict[str, list[str]] = {}
        for key, name in zip(others, names[1:], strict=True):
            for theorem in theorems(head, key):
                found.setdefault(theorem, []).append(name)
        for theorem, about in found.items():
            because = say.get("identity", theorem)
            text = surface.say_made("report", "because", names=say.listing([names[0], *about]), reason=because)
            lines += _noted(text, surface)
    return lines


# As data for JSON.


def report_data(report: Reported) -> dict[str, Any]:
    cells = report.cells if isinstance(report, Report) else None
    return {
        "schema": "exactmetrics/report/1",
        "labels": [label_data(label) for label in report.labels],
        "n": _count(report.n),
        "partition": report.partition,
        "matrix": None if cells is None else [[_count(c) for c in row] for row in cells],
        "policy": report.policy,
        "preset": report.preset,
        "places": report.places,
        "notes": list(report.notes),
        "rows": [_row(row) for row in report.rows],
        "identities": [[_key(row) for row in group] for group in report.identities],
    }


def _row(row: ReportRow) -> dict[str, Any]:
    return {
        **_key(row),
        "label": label_data(row.label),
        "decimal": row.decimal,
        **value_data(row.value),
        "applied": [acted_data(acted) for acted in row.applied],
    }


def _key(row: ReportRow) -> dict[str, Any]:
    return {"metric": row.metric, "average": row.average}


def _count(count: Any) -> int | str:
    return count if isinstance(count, int) else value_text(Fraction(count))
