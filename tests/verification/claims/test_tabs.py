"""A tab is a space in a sentence, and the lines of a table may be set in: a number is judged, or listed."""

from __future__ import annotations

import json

import exactmetrics as em
from tests.cases import each

DATA = "9 1; 3 7"  # accuracy 16/20, kappa 3/5
LINES = (
    "The accuracy\tis 0.90.", "The accuracy is 0.90.\t", "\tThe accuracy is 0.90", "Accuracy = 0.90\t(test set)",
    "The accuracy is 0.90.\tThat is all.", "The\taccuracy\tis\t0.90\t.", "1.\tThe accuracy is 0.90.",
    "(a)\tThe accuracy is 0.90.", "accuracy\t= 0.90", "accuracy is\t0.90",
    "accuracy\t0.90", "The accuracy\tis 0.90.\nAnd so\ton.", "a\tb\n1\t2\n\nThe accuracy\tis 0.90.",
)  # fmt: skip


def notebook(text: str, *, printed: bool) -> str:
    output = {"output_type": "stream", "name": "stdout", "text": text}
    code = {"cell_type": "code", "metadata": {}, "source": "show()", "execution_count": 1, "outputs": [output]}
    cell = code if printed else {"cell_type": "markdown", "metadata": {}, "source": text}
    return json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


@each("line", LINES)
def test_a_sentence_with_a_tab_is_judged_in_every_format(line: str) -> None:
    for text, form in (
        (line, "text"), (line, "markdown"), (f"-\t{line}", "markdown"), (line, "latex"), (f"<p>{line}</p>", "html"),
        (f"\\begin{{itemize}}\n\\item\t{line}\n\\end{{itemize}}", "latex"), (f"```\n{line}\n```", "markdown"),
        (notebook(line, printed=False), "notebook"), (notebook(line, printed=True), "notebook"),
    ):  # fmt: skip
        found = em.verify_document(text, format=form, data=DATA)
        assert [(one.printed, one.word) for one in found.claims] == [("0.90", "wrong")], (form, text)


@each(("text", "printed", "passed"), [
    ("We got\tan accuracy of 0.90 and\ta kappa of 0.40.", ["0.90", "0.40"], []),
    ("metric\tvalue\naccuracy\t0.90\nThe kappa\tis 0.40.", ["0.90", "0.40"], []),
    ("accuracy\tkappa\n0.90\t0.40\n", ["0.90", "0.40"], []),
    ("Foo\tThe accuracy of the model is 0.90\tbar", [], ["word"]),
    ("Table 1\tThe accuracy is 0.90", [], ["wording"]), ("3\taccuracy\n5\tkappa", [], []),
    ("3\tThe accuracy is 0.90\n5\tThe kappa is 0.40", ["0.90", "0.40"], []),
])  # fmt: skip
def test_what_the_table_has_not_read_is_read_as_a_sentence(text: str, printed: list[str], passed: list[str]) -> None:
    found = em.verify_document(text, format="text", data=DATA)
    assert [one.printed for one in found.claims] == printed
    assert [one.why for one in found.passed] == passed


BODY = "cat & 0.81 & 0.71 \\\\\ndog & 0.79 & 0.72 \\\\\n\\end{tabular}\n"
TABLES = (
    "\\begin{tabular}{lrr}\nclass & recall & F1 \\\\ \\hline\n" + BODY,
    "\\begin{tabular}{lrr}\n & recall & F1 \\\\ \\hline\n" + BODY,
    "\\begin{tabular}{rrr}\n  \\hline\n & recall & F1 \\\\ \n  \\hline\ncat & 0.81 & 0.71 \\\\ \n"
    "  dog & 0.79 & 0.72 \\\\ \n   \\hline\n\\end{tabular}\n",
)
PETS = em.ConfusionMatrix([[40, 10], [5, 45]], labels=["cat", "dog"])
WRONG = [(number, "wrong") for number in ("0.81", "0.71", "0.79", "0.72")]


@each("table", TABLES)
def test_a_table_of_latex_is_read_however_its_lines_are_set_in(table: str) -> None:
    lines = table.splitlines(keepends=True)
    inner = lines[0] + "".join(f"  {line}" for line in lines[1:-1]) + lines[-1]
    right = table.replace("0.81", "0.80").replace("0.71", "0.84").replace("0.79", "0.90").replace("0.72", "0.86")
    for text in (table, inner, "".join(f"    {line}" for line in lines)):
        for form, written in (("latex", text), ("text", text), ("markdown", f"```latex\n{text}```\n")):
            found = em.verify_document(written, format=form, data=PETS)
            assert [(one.printed, one.word) for one in found.claims] == WRONG, (form, text)
    found = em.verify_document(right, format="latex", data=PETS)
    assert [one.word for one in found.claims] == ["exact", "rounded", "exact", "rounded"]


def test_rows_of_a_table_of_latex_that_are_not_read_are_listed() -> None:
    text = "\\begin{tabular}{lrr}\nwhat & old & new \\\\\naccuracy & 0.81 & 0.71 \\\\\n\\end{tabular}\n"
    for written in (text, text.replace("\naccuracy", "\n  accuracy")):
        found = em.verify_document(written, format="latex", data=DATA)
        assert not found.claims
        assert found.passed


def test_rows_of_a_web_page_may_have_their_cells_on_lines_of_their_own() -> None:
    rows = [["", "recall", "F1"], ["cat", "0.81", "0.71"], ["dog", "0.79", "0.72"]]
    cells = [[f"<td>{cell}</td>" for cell in row] for row in rows]
    close = "<table>" + "\n".join(f"<tr>{''.join(row)}</tr>" for row in cells) + "</table>"
    apart = close.replace("<t", "\n  <t").replace("</tr>", "\n</tr>")
    loose = apart.replace("<td>0", "<td>\n      0").replace("</td>", "\n    </td>")
    for page in (close, apart, apart.replace("\n", "\r\n"), loose):
        found = em.verify_document(page, format="html", data=PETS)
        assert [(one.printed, one.word) for one in found.claims] == WRONG, page
        assert all(page[one.span.start.offset :].startswith(one.printed) for one in found.claims)
        places = [(one.span.start.line, one.span.start.column) for one in found.claims]
        starts = [one.span.start.offset for one in found.claims]
        assert places == [(page.count("\n", 0, at) + 1, at - page.rfind("\n", 0, at)) for at in starts]
    sentence = "<table><tr><td>\nThe recall of cat is 0.81.\n</td></tr></table>"
    assert [one.word for one in em.verify_document(sentence, format="html", data=PETS).claims] == ["wrong"]
