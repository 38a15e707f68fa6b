"""Golden documents: the data of a sheet, its derivations, its exact values, and the check against the print."""

from __future__ import annotations

from collections.abc import Sequence

from exactmetrics.derivation.derivation import Derivation
from exactmetrics.derivation.look import DEFAULT, Look, profile_names
from exactmetrics.derivation.notation import escape
from exactmetrics.derivation.render import render
from exactmetrics.derivation.shown import in_document
from exactmetrics.derivation.writing.data import data_section
from exactmetrics.derivation.writing.surface import surface_for
from exactmetrics.examples.print_table import (
    Row,
    latex_tables,
    markdown_table,
    markdown_text,
    rows_of_claims,
    rows_of_values,
)
from exactmetrics.metrics.request import resolve
from exactmetrics.sheets.question import metric_options
from exactmetrics.sheets.sheet import Question, Sheet
from exactmetrics.sheets.verdicts import Judged

VALUES, CLAIMS = "Exact values", "Check against the print"


def golden_documents(sheet: Sheet, judged: Sequence[Judged], *, source: str | None = None) -> dict[str, str]:
    r"""The golden documents of a sheet, by the ending of their file name.

    Args:
        sheet: the sheet.
        judged: its claims with their verdicts.
        source: the name of the folder; its profile gives the symbols, where there is one.

    Raises:
        UsageError: a derivation of a metric, class or option that does not exist or does not apply.

    >>> from exactmetrics.sheets.sheet import load_sheet
    >>> sheet = load_sheet("title = 'Two classes'\ndata.matrix = [[3, 1], [0, 2]]\n[[derive]]\nmetric = 'accuracy'")
    >>> golden_documents(sheet, [])[".md"].splitlines()[0]
    '# Two classes'
    """
    profile = source if source in profile_names() else None
    derivations = [_derivation(sheet, question, profile) for question in sheet.derive]
    values, claims = rows_of_values(sheet), rows_of_claims(judged, sheet.rules)
    return {
        ".md": _markdown(sheet, derivations, _data(sheet, "markdown", profile), values, claims),
        ".tex": _latex(sheet, derivations, _data(sheet, "latex", profile), values, claims),
    }


def _derivation(sheet: Sheet, question: Question, profile: str | None) -> Derivation:
    data = sheet.data
    options = metric_options(sheet.rules, data, question)
    request = resolve(question.metric or "", labels=data.blocks.labels, positive=data.positive, **options)
    cells = None if data.counts is None else data.counts.rows()
    return Derivation(request, data.blocks, lambda: cells, positive=data.positive, look=Look(profile=profile))


def _data(sheet: Sheet, format: str, profile: str | None) -> str:
    """The data once, above all derivations."""
    blocks, counts = sheet.data.blocks, sheet.data.counts
    surface = surface_for(format, Look(profile=profile), blocks.labels)
    section = data_section(surface, blocks, None if counts is None else counts.rows())
    return render(surface.format.template("data"), {"data": section}).strip()


def _markdown(
    sheet: Sheet, derivations: Sequence[Derivation], data: str, values: Sequence[Row], claims: Sequence[Row]
) -> str:
    parts = [f"# {markdown_text(sheet.title)}"]
    if sheet.source:
        parts.append(f"Source: {markdown_text(sheet.source)}")
    parts.append(data)
    parts += [_below(derivation.to_markdown(data=False)) for derivation in derivations]
    for title, rows in ((VALUES, values), (CLAIMS, claims)):
        if rows:
            parts += [f"## {title}", markdown_table(rows)]
    return "\n\n".join(parts) + "\n"


def _below(page: str) -> str:
    """A page one heading lower, without blank lines at its ends."""
    return "\n".join(f"#{line}" if line.startswith("#") else line for line in page.strip().splitlines())


def _latex(
    sheet: Sheet, derivations: Sequence[Derivation], data: str, values: Sequence[Row], claims: Sequence[Row]
) -> str:
    parts = [r"\emergencystretch=3em \setlength{\tabcolsep}{4pt}", rf"\section*{{\LARGE {escape.latex(sheet.title)}}}"]
    if sheet.source:
        parts.append(rf"Source: {escape.latex(sheet.source)}" + "\n")
    parts.append(data)
    parts += [derivation.to_latex(data=False).strip() for derivation in derivations]
    for title, rows in ((VALUES, values), (CLAIMS, claims)):
        if rows:
            parts += [rf"\section*{{{title}}}", latex_tables(rows)]
    return in_document("latex", "\n".join(parts), sheet.title, DEFAULT)
