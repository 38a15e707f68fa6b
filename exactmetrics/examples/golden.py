"""Golden documents: formulas for every matrix; the data of a sheet, its derivations and values; the check of the print.

Whatever comes from a sheet is a stranger's text, and is escaped for its surface.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from exactmetrics.derivation.derivation import Derivation
from exactmetrics.derivation.look import DEFAULT, Look, profile_names
from exactmetrics.derivation.notation import escape
from exactmetrics.derivation.shown import in_document
from exactmetrics.derivation.telling import data_blocks, written
from exactmetrics.derivation.writing.data import data_section
from exactmetrics.derivation.writing.surface import surface_for
from exactmetrics.exact.errors import ReadingError
from exactmetrics.exact.printed import read_printed
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Undefined, Value, value_text
from exactmetrics.metrics.request import resolve
from exactmetrics.proofs.formula import MetricFormula, formula
from exactmetrics.sheets.sheet import Question, Rules, Sheet, answer, described, metric_options
from exactmetrics.sheets.verdicts import Judged
from exactmetrics.verification.formulas.checked_formula import CheckedFormula
from exactmetrics.verification.formulas.sheet_formulas import formulas_of_sheet, worst_of

VALUES, CLAIMS, FORMULAS = "Exact values", "Check against the print", "Formulas as printed"
HEADINGS = ("where", "what", "printed", "exact", "decimal", "verdict", "against its arithmetic", "note")
NUMBERS = range(2, 5)  # columns that are aligned to the right
_BREAKS = re.compile(r"(\\[}_]|\\textasciicircum\{\})")  # where a line of LaTeX code may be broken
_HARMLESS = frozenset(" ,.'\"()/=+-:;")  # in the middle of a line that holds no address


class Content(NamedTuple):
    """What a golden document holds below its data: its pages, its tables, and what is judged of each formula."""

    pages: Sequence[Derivation | MetricFormula]
    tables: Mapping[str, list[Row]]
    formulas: Sequence[Sequence[CheckedFormula]]


class Row(NamedTuple):
    """One claim as texts, in the order of `HEADINGS`."""

    where: str
    what: str
    printed: str
    exact: str
    decimal: str  # the exact value at the digits printed, empty where there are none
    verdict: str
    against: str
    note: str


def exact_shown(value: Value) -> str:
    """An exact value in a table: its text, or one word where there is none."""
    return "undefined" if isinstance(value, Undefined) else value_text(value)


def golden_documents(
    sheet: Sheet,
    judged: Sequence[Judged],
    formulas: Sequence[Sequence[CheckedFormula]] | None = None,
    *,
    source: str | None = None,
) -> dict[str, str]:
    """The golden documents of a sheet by the ending of their file name, in the symbols of the profile of `source`.

    `judged` are its claims, `formulas` what is judged of each formula of it, where that is known already.
    """
    if formulas is None:
        formulas = formulas_of_sheet(sheet.formulas, sheet.symbols)
    look = Look(profile=source if source in profile_names() else None)
    pages: list[Derivation | MetricFormula] = [
        *(formula(one.metric or "", profile=look.profile, **one.options, **one.parameters) for one in sheet.general),
        *(_derivation(sheet, question, look) for question in sheet.derive),
    ]
    tables = {VALUES: rows_of_values(sheet), CLAIMS: rows_of_claims(judged, sheet.rules)}
    content = Content(pages, {title: rows for title, rows in tables.items() if rows}, formulas)
    return {
        ".md": _markdown(sheet, content, _data(sheet, "markdown", look)),
        ".tex": _latex(sheet, content, _data(sheet, "latex", look)),
    }


def _derivation(sheet: Sheet, question: Question, look: Look) -> Derivation:
    data = sheet.data
    options = metric_options(sheet.rules, data, question)
    request = resolve(question.metric or "", labels=data.blocks.labels, positive=data.positive, **options)
    cells = None if data.counts is None else data.counts.rows()
    return Derivation(request, data.blocks, lambda: cells, positive=data.positive, look=look)


def _data(sheet: Sheet, format: str, look: Look) -> str:
    """The data once, above all derivations; "" where a sheet has none."""
    if sheet.given is None:
        return ""
    blocks, counts = sheet.data.blocks, sheet.data.counts
    surface = surface_for(format, look, blocks.labels)
    section = data_section(surface, blocks, None if counts is None else counts.rows())
    return written("data", data_blocks(section, surface), surface, look).strip()


def _markdown(sheet: Sheet, content: Content, data: str) -> str:
    parts = [f"# {markdown_text(sheet.title)}"]
    parts += [f"Source: {markdown_text(sheet.source)}"] if sheet.source else []
    parts += [data] if data else []
    for page in content.pages:  # one heading lower
        shown = page.to_markdown() if isinstance(page, MetricFormula) else page.to_markdown(data=False)
        lines = shown.strip().splitlines()
        parts.append("\n".join(f"#{line}" if line.startswith("#") else line for line in lines))
    for title, rows in content.tables.items():
        parts += [f"## {title}", markdown_table(rows)]
    if sheet.formulas:
        parts.append(f"## {FORMULAS}")
        for printed, found in zip(sheet.formulas, content.formulas, strict=True):
            said = " ".join(markdown_text(text) for text in _said(found, printed.note))
            where = f"**{markdown_text(printed.where)}.** " if printed.where else ""
            parts += [f"{where}*{_verdict(found)}.* {said}".strip(), f"```latex\n{_unfenced(printed.printed)}\n```"]
    return "\n\n".join(parts) + "\n"


def _verdict(found: Sequence[CheckedFormula]) -> str:
    return worst_of(found).capitalize().replace("-", " ")


def _said(found: Sequence[CheckedFormula], note: str) -> list[str]:
    """What is to be said of a printed formula: what is wrong, and by which convention it is right."""
    wrong = list[str]()
    for one in found:
        which = f"{one.left} = {one.printed}: " if one.hints and len(found) > 1 else ""
        wrong += [f"{which}{' '.join(hint.text('en') for hint in one.hints)}"] if one.hints else []
    by = [f"By the convention {one.convention}." for one in found if one.convention]
    return [*wrong, *dict.fromkeys(by), *([note] if note else [])]


def _unfenced(text: str) -> str:
    return "\n".join(map(escape.visible, text.strip().splitlines())).replace("```", "` ` `")


def _latex(sheet: Sheet, content: Content, data: str) -> str:
    parts = [r"\emergencystretch=3em \setlength{\tabcolsep}{4pt}", rf"\section*{{\LARGE {escape.latex(sheet.title)}}}"]
    parts += [f"Source: {escape.latex(sheet.source)}\n"] if sheet.source else []
    parts += [data] if data else []
    for page in content.pages:
        shown = page.to_latex() if isinstance(page, MetricFormula) else page.to_latex(data=False)
        parts.append(shown.strip())
    for title, rows in content.tables.items():
        parts += [rf"\section*{{{title}}}", latex_tables(rows)]
    if sheet.formulas:
        parts.append(rf"\section*{{{FORMULAS}}}")
        for printed, found in zip(sheet.formulas, content.formulas, strict=True):
            said = " ".join(escape.latex(text) for text in _said(found, printed.note))
            where = rf"\textbf{{{escape.latex(printed.where)}.}} " if printed.where else ""
            code = _BREAKS.sub(r"\1\\allowbreak{}", escape.latex(printed.printed.strip()))
            parts.append(rf"\noindent {where}\emph{{{_verdict(found)}.}} {said}\par")
            parts.append(rf"{{\raggedright\footnotesize\ttfamily {code}\par}}\medskip")
    return in_document("latex", "\n".join(parts), sheet.title, DEFAULT)


def rows_of_claims(judged: Sequence[Judged], rules: Rules) -> list[Row]:
    rows = []
    for one in judged:
        claim, exact = one.claim, "" if one.exact is None else exact_shown(one.exact)
        verdict, against = ("" if v is None else v.word for v in (one.verdict, one.expression_verdict))
        what, printed = described(claim.question), claim.printed or ""
        rows.append(Row(claim.where, what, printed, exact, _decimal(one, rules), verdict, against, claim.note))
    return rows


def rows_of_values(sheet: Sheet) -> list[Row]:
    """One row a value that the data must give, as it is computed."""
    rows = []
    for value in sheet.values:
        exact = answer(sheet, value.question)
        text, shown = exact_shown(exact), "" if isinstance(exact, Undefined) else decimal(exact)
        shown = "" if shown == text else shown
        rows.append(Row(value.where, described(value.question), "", text, shown, "", "", value.note))
    return rows


def _decimal(one: Judged, rules: Rules) -> str:
    """The exact value at the digits printed; without printed digits, at those the source prints as a rule."""
    if one.exact is None or isinstance(one.exact, Undefined):
        return ""
    if one.claim.printed is None:
        return decimal(one.exact, places=rules.digits) if rules.digits is not None else decimal(one.exact)
    try:
        number = read_printed(one.claim.printed)
    except ReadingError:
        return ""
    return decimal(one.exact, places=number.places) if number.kind == "decimal" and number.places >= 0 else ""


def _kept(rows: Sequence[Row]) -> list[int]:
    """The columns that are not empty in every row."""
    return [i for i in range(len(HEADINGS)) if any(row[i] for row in rows)]


def markdown_table(rows: Sequence[Row]) -> str:
    """The table in Markdown; columns that are empty in every row are left out."""
    kept = _kept(rows)
    rule = "|".join("--:" if i in NUMBERS else ":--" for i in kept)
    table = [[HEADINGS[i] for i in kept], *([markdown_text(row[i]) for i in kept] for row in rows)]
    head, *lines = (f"| {' | '.join(cells)} |" for cells in table)
    return "\n".join([head, f"|{rule}|", *lines])


def markdown_text(text: str) -> str:
    r"""A text in the middle of a line, or in a table, of Markdown; marks that are harmless there stay as they are.

    >>> markdown_text("0.938"), markdown_text("a|b"), markdown_text("www.example.org")
    ('0.938', 'a\\|b', 'www\\.example\\.org')
    """
    folded = escape.plain(text)
    if any(sign in folded.lower() for sign in ("www.", "://", "@")):
        return escape.markdown(folded)
    return "".join(mark if mark in _HARMLESS else escape.markdown(mark) for mark in folded)


def latex_tables(rows: Sequence[Row]) -> str:
    """The tables in LaTeX, one for each place in the source, with its notes below; needs the package booktabs."""
    groups = groupby(rows, key=lambda row: row.where)
    return "\n".join(line for where, group in groups for line in _latex_group(where, list(group)))


def _latex_group(where: str, rows: Sequence[Row]) -> list[str]:
    kept = [i for i in _kept(rows) if HEADINGS[i] not in ("where", "note")]
    columns = "".join("r" if i in NUMBERS else "l" for i in kept)
    lines = [rf"\paragraph{{{escape.latex(where)}.}}"] if where else []
    lines += [r"\begin{center}\footnotesize", rf"\begin{{tabular}}{{{columns}}}", r"\toprule"]
    lines.append(" & ".join(HEADINGS[i].removeprefix("against its ") for i in kept) + r" \\ \midrule")
    lines += [" & ".join(escape.latex(row[i]) for i in kept) + r" \\" for row in rows]
    lines += [r"\bottomrule", r"\end{tabular}", r"\end{center}"]
    for note, group in groupby((row for row in rows if row.note), key=lambda row: row.note):
        names = "; ".join(row.what for row in group)
        lines.append(rf"{{\footnotesize\emph{{{escape.latex(names)}}}: {escape.latex(note)}.\par}}")
    return lines
