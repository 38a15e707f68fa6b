"""A report as a page of every format, in tables that fit it with what is to be said of their values below, and as JSON.

The format of the JSON is `report.schema.json`, published with the package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from exactmetrics.derivation.json_values import acted_data, label_data, value_data
from exactmetrics.derivation.messages import messages
from exactmetrics.derivation.notation.breaking import in_rows
from exactmetrics.derivation.notation.terminal import column as filled
from exactmetrics.derivation.notation.terminal import terminal_width
from exactmetrics.derivation.picture import picture
from exactmetrics.derivation.render import render
from exactmetrics.derivation.report import Report, ReportRow, class_metrics, derivation_of
from exactmetrics.derivation.writing.context import page_context
from exactmetrics.derivation.writing.data import SHOWN_CLASSES, data_section, left_out, numbering
from exactmetrics.derivation.writing.links import LATEX_FALLBACK, link, place
from exactmetrics.derivation.writing.names import quantity, reason, short_name
from exactmetrics.derivation.writing.surface import Surface, surface_for
from exactmetrics.exact.digits import int_text
from exactmetrics.exact.rounding import place_point, round_to
from exactmetrics.exact.values import Number, Root, Undefined, Value, value_text
from exactmetrics.metrics.identities import theorems
from exactmetrics.metrics.request import AVERAGES
from exactmetrics.views.value import Acted

SHOWN_ROWS = 50  # classes a table shows
SHOWN_NOTES = 20  # reasons and policies that are listed
LONGEST = 40  # characters of an exact value that a table shows; a longer one is described, and the JSON has it in full
EXACT_BITS = 132  # more than 40 digits for certain, so that no one writes them to see how many they are


def report_page(report: Report, name: str, *, data: bool) -> str:
    surface = surface_for(name, report.look, report.blocks.labels)
    context = report_context(report, surface)
    if not data:
        context["data"] = None
    return render(surface.format.template("report"), context, report.look.templates)


def report_title(report: Report) -> str:
    return messages(report.look.language).get("report", "title")


def report_context(report: Report, surface: Surface) -> dict[str, Any]:
    say, data = surface.messages, _data(report, surface)
    cells = CellWriter(surface, report.places)
    counts = data is None or data["kind"] == "matrix"
    samples = surface.say_made("words", "samples", n=str(report.blocks.n))
    return {
        "title": say.get("report", "title"),
        "intro": surface.say_made("report", "intro", k=str(report.blocks.k), samples=samples),
        "data": data,
        "picture": picture(surface, report.blocks, report.cells) if surface.format.picture else None,
        "sections": list(_sections(report, surface, cells, counts=counts)),
        "derivations_title": say.get("report", "derivations"),
        "fallback": LATEX_FALLBACK if report.derivations else "",
        "derivations": _derivations(report, surface),
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


def anchor(metric: str, *, average: str | None = None, position: int | None = None) -> str:
    """The name by which links reach a value: of the whole matrix, of an average, or of the class at a position.

    It holds only letters, digits and hyphens, so that it can stand in HTML, Markdown and LaTeX alike.
    """
    what = metric.replace("_", "-")
    if average is not None:
        return f"{average}-{what}"
    return f"overall-{what}" if position is None else f"class-{position + 1}-{what}"


# The derivations of averages and of metrics of the matrix, below the tables, which their values link to.


def _place(row: ReportRow) -> str:
    return f"derivation-{anchor(row.metric, average=row.average)}"


def _derivations(report: Report, surface: Surface) -> list[dict[str, Any]]:
    """Every derivation: its number, what it is of, its place and its text."""
    if report.derivations is None:
        return []
    out = []
    for number, row in enumerate(report.derived, 1):
        context = page_context(derivation_of(report, row).page, surface)
        text = render(surface.format.template("part"), context, report.look.templates)
        entry = {"number": number, "name": quantity(surface, row.metric, average=row.average), "text": text.strip("\n")}
        entry["place"] = place(surface.format, _place(row))
        out.append(entry)
    if out:
        out[0]["numbering"] = numbering(surface, report.blocks)  # last: it names what the formulas used
    return out


# One value: exactly and as a decimal, in the space of a table's cell.


@dataclass(frozen=True, slots=True)
class CellText:
    """A cell as written on a surface, and about how many characters wide it looks."""

    text: str
    width: int


class CellWriter:
    """Writes values for the tables of one surface."""

    def __init__(self, surface: Surface, places: int) -> None:
        self.surface, self.places, self._scale = surface, places, 10**places
        self._latex = surface.format.exact_formulas
        self._mark = surface.format.mark
        self._undefined = surface.messages.get("report", "undefined")

    def value(self, value: Value, *, marked: bool = False) -> CellText:
        """A value exactly and rounded; `marked` where it rests on a policy."""
        if isinstance(value, Undefined):
            return CellText(self._undefined, len(self._undefined))
        if isinstance(value, Fraction) and value.denominator == 1 and value.numerator.bit_length() < EXACT_BITS:
            exact, shown, sign = str(value.numerator), "", ""
        else:
            exact, shown = self.exact(value), place_point(round_to(value, self.places), self.places)
            whole = isinstance(value, Fraction) and self._scale % value.denominator == 0
            sign = "=" if whole else "≈"
        return self._joined(exact, sign, shown, value, marked)

    def _joined(self, exact: str, sign: str, shown: str, value: Number, marked: bool) -> CellText:
        mark = self._mark if marked else ""
        wide = len(exact) + marked + (len(shown) + 3 if sign else 0)
        formula = self._is_formula(value) and not self.description(value)
        relation = self.surface.format.approx if sign == "≈" and (formula or self._latex) else sign
        decimals = f" {relation} {shown}" if sign else ""
        if formula:
            within, after = (mark, "") if self._latex else ("", mark)  # the asterisk of Markdown is no formula
            text = f"{self.surface.inline(f'{self.surface.one_line(value)}{decimals}{within}')}{after}"
        elif self._latex:
            text = f"{exact} {self.surface.inline(f'{decimals.strip()}{mark}')}"
        else:
            text = f"{exact}{decimals}{mark}"
        return CellText(text, wide)

    def _is_formula(self, value: Number) -> bool:
        """Whether a value is set as a formula: in LaTeX every one, on other pages with formulas those with roots."""
        return self._latex or (self.surface.format.formulas and not isinstance(value, Fraction))

    def exact(self, value: Number) -> str:
        """The exact value as plain text, or what there is to say of it where it is too long for a table."""
        return self.description(value) or str(value)

    def description(self, value: Number) -> str:
        """What there is to say of an exact value that is too long for a table; nothing of one that is not."""
        if not isinstance(value, (Fraction, Root)):
            return "" if len(str(value)) <= LONGEST else self.surface.messages.get("report", "long_sum")
        number = value.square if isinstance(value, Root) else value
        top, bottom = number.numerator, number.denominator
        if top.bit_length() + bottom.bit_length() < EXACT_BITS and len(str(value)) <= LONGEST:
            return ""
        made = {"top": str(len(int_text(abs(top)))), "bottom": str(len(int_text(bottom)))}
        return self.surface.say_made("report", "long_root" if isinstance(value, Root) else "long", **made)

    def exact_inline(self, value: Number) -> str:
        said = self.description(value)
        return said or (self.surface.number(value) if self._is_formula(value) else str(value))


# Tables, cut into pieces that fit the page of a format.


def _sections(report: Report, surface: Surface, cells: CellWriter, *, counts: bool) -> Iterator[dict[str, Any]]:
    """The counts of the classes, where the data do not show them, their values, the averages and the whole matrix."""
    say, labels, k = surface.messages, report.blocks.labels, report.blocks.k
    shown = range(min(k, SHOWN_ROWS))
    note = left_out(surface, len(shown), k)
    classes = (say.get("words", "class"), [surface.name(labels[i]) for i in shown])

    def by_class(key: str, names: Sequence[str], columns: Sequence[Sequence[CellText]]) -> dict[str, Any]:
        heads = [short_name(name, say) for name in names]
        anchors = [[anchor(name, position=i) for name in names] for i in shown]
        return _section(key, classes, heads, columns, anchors, surface) | {"note": note}

    def by_metric(key: str, heads: Sequence[str], rows: Sequence[ReportRow]) -> dict[str, Any]:
        wide = len(heads)
        table = [rows[at : at + wide] for at in range(0, len(rows), wide)]
        names = [surface.format.escape(short_name(row[0].metric, say)) for row in table]
        columns = [[_linked(row, report, surface, cells) for row in column] for column in zip(*table, strict=True)]
        anchors = [[anchor(value.metric, average=value.average) for value in row] for row in table]
        return _section(key, (say.get("report", "metric"), names), heads, columns, anchors, surface)

    if counts:
        names = [m.name for m in class_metrics(counts=True)]
        texts = [[str(getattr(report.blocks, name)[i]) for i in shown] for name in names]
        yield by_class("counts", names, [[CellText(text, len(text)) for text in column] for column in texts])
    columns = []
    for column in report.columns:
        marked = {acted.label for acted in column.acted}
        columns.append([cells.value(column.values[i], marked=bool(marked) and labels[i] in marked) for i in shown])
    yield by_class("classes", [column.metric for column in report.columns], columns)
    yield by_metric("averages", [say.get("report", average) for average in AVERAGES], report.averages)
    yield by_metric("overall", [say.get("report", "value")], report.overall)


def _linked(row: ReportRow, report: Report, surface: Surface, cells: CellWriter) -> CellText:
    """A value that leads to its derivation, where the report shows it; in plain text by the derivation's number."""
    cell = cells.value(row.value, marked=bool(row.applied))
    if report.derivations is None:
        return cell
    if surface.format.formulas:
        return CellText(link(surface.format, _place(row), cell.text), cell.width)
    mark = f" ({report.derived.index(row) + 1})"
    return CellText(cell.text + mark, cell.width + len(mark))


def _section(
    key: str,
    first: tuple[str, Sequence[str]],
    heads: Sequence[str],
    columns: Sequence[Sequence[CellText]],
    anchors: Sequence[Sequence[str]],
    surface: Surface,
) -> dict[str, Any]:
    """A table cut into pieces: columns as many as the page is wide, rows as many as it is long."""
    tables: list[dict[str, Any]] = []
    look = surface.format
    corner, labels = first
    wide = max(map(terminal_width, [corner, *labels])) - len("".join(look.around))
    lined = [filled(label, wide) for label in labels] if not look.formulas else list(labels)
    widths = (2 + _width(head, column) for head, column in zip(heads, columns, strict=True))
    for group in in_rows(widths, look.room, wide):  # beside the first column
        over = [look.escape(heads[c]) for c in group]
        for top in range(0, len(labels), look.rows):
            rows = range(top, min(top + look.rows, len(labels)))
            if not look.formulas:
                cut = [[columns[c][i] for i in rows] for c in group]
                tables.append({"lines": _lines([filled(corner, wide), *(lined[i] for i in rows)], over, cut, surface)})
            else:
                table = [[lined[i], *(columns[c][i].text for c in group)] for i in rows]
                places = [[anchors[i][c] for c in group] for i in rows]
                tables.append({"corner": corner, "heads": over, "rows": table, "anchors": places})
    return {"title": surface.messages.get("report", key), "tables": tables, "note": ""}


def _width(head: str, column: Sequence[CellText]) -> int:
    return max(len(head), *(cell.width for cell in column))


def _lines(
    first: list[str], heads: Sequence[str], columns: Sequence[Sequence[CellText]], surface: Surface
) -> list[str]:
    written = [first]
    for head, cells in zip(heads, columns, strict=True):
        wide = _width(head, cells)
        written.append([head.rjust(wide), *(cell.text.rjust(wide) for cell in cells)])
    lines = [surface.line(line) for line in zip(*written, strict=True)]
    lines.insert(1, "-" * terminal_width(lines[0]))
    return lines


# What is said below the tables: why values are undefined, which policies acted, what is one number; names in full.


def _notes(report: Report, surface: Surface, cells: CellWriter) -> list[dict[str, Any]]:
    rows = report.derived
    values = [value for column in report.columns for value in column.values] + [row.value for row in rows]
    reasons = dict.fromkeys(value for value in values if isinstance(value, Undefined))
    acted = dict.fromkeys(a for column in report.columns for a in column.acted)
    acted |= dict.fromkeys(a for row in rows for a in row.applied)
    marked = any(a.value is not None for a in acted) or any(
        row.applied and not isinstance(row.value, Undefined) for row in rows
    )
    said = {
        "no_value": _first(reasons, lambda value: reason(surface, value, short=True), surface),
        "applied_title": _first(acted, lambda a: _acted(a, report, surface), surface),
        "identities": _identities(report, surface, cells),
        "in_full": surface.in_full(),  # last: the names that were too long above
    }
    say = surface.messages
    texts = {"applied_title": say.get("report", "marked") if marked else ""}
    return [
        {"title": say.get("report", key), "text": texts.get(key, ""), "lines": lines} for key, lines in said.items()
    ]


def _first(items: Mapping[Any, None], write: Callable[[Any], str], surface: Surface) -> list[str]:
    """The first items written, and how many more there are."""
    lines = [write(item) for item in list(items)[:SHOWN_NOTES]]
    if len(items) > SHOWN_NOTES:
        lines.append(surface.say_made("report", "more", left=str(len(items) - SHOWN_NOTES)))
    return lines


def _acted(acted: Acted, report: Report, surface: Surface) -> str:
    policy = surface.say("policy", report.cited.source, name=report.cited.given)
    made = {"ratio": surface.plain(acted.ratio), "policy": policy, "value": str(acted.value)}
    what = quantity(surface, acted.name, average=acted.average, label=acted.label, short=True)
    return surface.say_made("report", "omitted" if acted.value is None else "applied", what=what, **made)


def _identities(report: Report, surface: Surface, cells: CellWriter) -> list[str]:
    """Each group of names with the one value they have, and why, each reason once with the names it is about."""
    say, lines = surface.messages, []
    for group in report.identities:
        names = [quantity(surface, row.metric, average=row.average, short=True) for row in group]
        value = group[0].value
        assert not isinstance(value, Undefined)  # only equal numbers make a group
        lines.append(f"{' = '.join(names)} = {cells.exact_inline(value)}")
        head, *others = [(row.metric, row.average) for row in group]
        found: dict[str, list[str]] = {}
        for key, name in zip(others, names[1:], strict=True):
            for theorem in theorems(head, key):
                found.setdefault(theorem, []).append(name)
        for theorem, about in found.items():
            because = say.get("identity", theorem)
            lines.append(surface.say_made("report", "because", names=say.listing(about), reason=because))
    return lines


# As data for JSON.


def report_data(report: Report) -> dict[str, Any]:
    blocks, cells = report.blocks, report.cells
    return {
        "schema": "exactmetrics/report/1",
        "labels": [label_data(label) for label in blocks.labels],
        "n": _count(blocks.n),
        "partition": blocks.partition,
        "matrix": None if cells is None else [[_count(c) for c in row] for row in cells],
        "policy": report.policy,
        "preset": report.preset,
        "places": report.places,
        "notes": list(blocks.notes),
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
