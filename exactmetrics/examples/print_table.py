"""The table "check against the print": every claim with its exact value and both verdicts, in Markdown and LaTeX.

Whatever comes from a sheet is a stranger's text, and is escaped for its surface.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from exactmetrics.derivation.notation import escape
from exactmetrics.exact.errors import ReadingError
from exactmetrics.exact.printed import Printed, Verdict, read_printed
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Undefined
from exactmetrics.examples.check import exact_shown
from exactmetrics.sheets.question import answer, described
from exactmetrics.sheets.sheet import Rules, Sheet
from exactmetrics.sheets.verdicts import Judged

HEADINGS = ("where", "what", "printed", "exact", "decimal", "verdict", "against its arithmetic", "note")
_HARMLESS = frozenset(" ,.'\"()/=+-:;")  # in the middle of a line that holds no address


@dataclass(frozen=True, slots=True)
class Row:
    """One claim as texts; `decimal` is the exact value at the digits printed, empty where there are none."""

    where: str
    what: str
    printed: str
    exact: str
    decimal: str
    verdict: str
    against: str
    note: str

    def cells(self) -> tuple[str, ...]:
        """The texts in the order of `HEADINGS`."""
        return (
            self.where, self.what, self.printed, self.exact, self.decimal, self.verdict, self.against, self.note,
        )  # fmt: skip


def rows_of_claims(judged: Sequence[Judged], rules: Rules) -> list[Row]:
    """One row a claim.

    >>> rows_of_claims([], Rules())
    []
    """
    return [_row(one, rules) for one in judged]


def rows_of_values(sheet: Sheet) -> list[Row]:
    """One row a value that the data must give, as it is computed.

    Raises:
        UsageError: a metric, class or option that does not exist or does not apply.

    >>> from exactmetrics.sheets.sheet import load_sheet
    >>> [row] = rows_of_values(load_sheet('''
    ... title = "Two classes"
    ... data.matrix = [[3, 1], [0, 2]]
    ... [[value]]
    ... metric = "accuracy"
    ... exact = "5/6"
    ... '''))
    >>> row.what, row.exact, row.decimal
    ('accuracy', '5/6', '0.8333333333333333')
    """
    rows = []
    for value in sheet.values:
        exact = answer(sheet, value.question)
        shown = "" if isinstance(exact, Undefined) else decimal(exact)
        text = exact_shown(exact)
        shown = "" if shown == text else shown
        rows.append(Row(value.where, described(value.question), "", text, shown, "", "", value.note))
    return rows


def markdown_table(rows: Sequence[Row]) -> str:
    """The table in Markdown; columns that are empty in every row are left out.

    >>> print(markdown_table([Row("5(b)", "recall", "0.9", "9/10", "0.9", "exact", "", "")]))
    | where | what | printed | exact | decimal | verdict |
    |:--|:--|--:|--:|--:|:--|
    | 5(b) | recall | 0.9 | 9/10 | 0.9 | exact |
    """
    table = [row.cells() for row in rows]
    kept = [i for i in range(len(HEADINGS)) if any(cells[i] for cells in table)]
    rule = "|".join("--:" if 2 <= i <= 4 else ":--" for i in kept)
    lines = [_line(HEADINGS[i] for i in kept), f"|{rule}|"]
    lines += [_line(markdown_text(cells[i]) for i in kept) for cells in table]
    return "\n".join(lines)


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
    """The tables in LaTeX, one for each place in the source, with its notes below; needs the package booktabs.

    >>> "tabular" in latex_tables([Row("5(b)", "recall", "0.9", "9/10", "0.9", "exact", "", "")])
    True
    """
    lines: list[str] = []
    for where, group in groupby(rows, key=lambda row: row.where):
        lines += _latex_group(where, list(group))
    return "\n".join(lines)


def _latex_group(where: str, rows: Sequence[Row]) -> list[str]:
    table = [row.cells()[1:7] for row in rows]
    kept = [i for i in range(6) if any(cells[i] for cells in table)]
    columns = "".join("r" if 1 <= i <= 3 else "l" for i in kept)
    lines = [rf"\paragraph{{{escape.latex(where)}.}}"] if where else []
    lines += [
        r"\begin{center}\footnotesize",
        rf"\begin{{tabular}}{{{columns}}}",
        r"\toprule",
    ]
    lines.append(" & ".join(HEADINGS[1 + i].removeprefix("against its ") for i in kept) + r" \\ \midrule")
    lines += [" & ".join(escape.latex(cells[i]) for i in kept) + r" \\" for cells in table]
    lines += [r"\bottomrule", r"\end{tabular}", r"\end{center}"]
    for note, group in groupby((row for row in rows if row.note), key=lambda row: row.note):
        names = "; ".join(row.what for row in group)
        lines.append(rf"{{\footnotesize\emph{{{escape.latex(names)}}}: {escape.latex(note)}.\par}}")
    return lines


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _row(one: Judged, rules: Rules) -> Row:
    claim, word = one.claim, ""
    if one.verdict is not None:
        word = one.verdict.word
    printed = claim.printed if claim.printed is not None else ""
    exact = "" if one.exact is None else exact_shown(one.exact)
    return Row(
        claim.where, described(claim.question), printed, exact, _decimal(one, rules), word,
        _word(one.expression_verdict), claim.note,
    )  # fmt: skip


def _word(verdict: Verdict | None) -> str:
    return "" if verdict is None else verdict.word


def _decimal(one: Judged, rules: Rules) -> str:
    """The exact value at the digits printed; without printed digits, at those the source prints as a rule."""
    if one.exact is None or isinstance(one.exact, Undefined):
        return ""
    if one.claim.printed is None:
        return decimal(one.exact, places=rules.digits) if rules.digits is not None else decimal(one.exact)
    number = _read(one.claim.printed)
    if number is None or number.kind != "decimal" or number.places < 0:
        return ""
    return decimal(one.exact, places=number.places)


def _read(text: str) -> Printed | None:
    try:
        return read_printed(text)
    except ReadingError:
        return None
