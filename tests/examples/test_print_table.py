"""The table "check against the print": its texts, and names that would break a table."""

from __future__ import annotations

import re
from pathlib import Path

from exactmetrics.examples.golden import golden_documents, latex_tables, markdown_table, rows_of_claims
from exactmetrics.sheets.verdicts import judge_claims
from tests.latex import compile_latex
from tests.sheets.loading import load_sheet

HOSTILE = r"a|b *c* _d_ `e` <i>f</i> $g$ 100% #h & ~i^ {j} \k [l](m) www.n.org"

SHEET = f"""
title = '{HOSTILE}'
source = '{HOSTILE}'
[data]
labels = ['{HOSTILE}', "other"]
matrix = [[2, 1], [0, 3]]
[rules]
digits = 3
[[derive]]
metric = "recall"
label = '{HOSTILE}'
[[claim]]
where = '{HOSTILE}'
metric = "recall"
label = '{HOSTILE}'
printed = "0.67"
expression = "2/3"
note = '{HOSTILE}'
[[claim]]
metric = "recall"
label = "other"
expression = "3/4"
[[claim]]
count = "n"
printed = "6"
[[claim]]
metric = "precision"
label = "other"
printed = "many"
[[claim]]
metric = "nothing"
printed = "1"
[[value]]
metric = "recall"
average = "macro"
exact = "5/6"
note = '{HOSTILE}'
"""


def test_the_tables() -> None:
    """A decimal has the digits printed, or those of the rules; a table of Markdown keeps its shape; a place of a LaTeX
    page has one table, with its notes below."""
    sheet = load_sheet(SHEET)
    rows = rows_of_claims(judge_claims(sheet), sheet.rules)
    assert [row.exact for row in rows] == ["2/3", "1", "6", "3/4", ""]
    assert [row.decimal for row in rows] == ["0.67", "1.000", "", "", ""]
    assert [row.verdict for row in rows] == ["rounded", "wrong", "exact", "unread", ""]
    assert [row.against for row in rows] == ["rounded", "", "", "", ""]
    table = markdown_table(rows).splitlines()
    assert {line.replace("\\\\", "").replace("\\|", "").count("|") for line in table} == {9}
    assert "\\|b" in table[2]
    assert not re.search("<i>|www.n", table[2])
    tables = latex_tables(rows)
    assert [tables.count(word) for word in (r"\begin{tabular}", r"\paragraph", r"\emph")] == [2, 1, 1]


def test_hostile_names_compile(tmp_path: Path, tex_engine: str) -> None:
    sheet = load_sheet(SHEET)
    text = golden_documents(sheet, judge_claims(sheet))[".tex"]
    assert compile_latex(text, tmp_path, engine=tex_engine).errors == []
