"""What an author says of his numbers in what his format hides, and the lines that are to be filled in."""

from __future__ import annotations

import json
import re
from itertools import cycle, product
from pathlib import Path
from typing import Any

from click.testing import CliRunner

import exactmetrics as em
from exactmetrics.cli import main
from exactmetrics.verification.claims.annotations import annotated
from tests.cases import each

SICK = "| actual \\ predicted | sick | healthy |\n|---|---|---|\n| sick | 40 | 10 |\n| healthy | 5 | 45 |\n\n"
LATEX = (
    "\\begin{tabular}{lcc} actual/predicted & sick & healthy \\\\ sick & 40 & 10 \\\\ healthy & 5 & 45 \\end{tabular}\n"
)
CALL = "print(confusion_matrix(y_test, y_pred))\n"
SAID = "exact: recall[{}] = 0.9; accuracy = 0.85"


def cell(source: str, *output: str, **metadata: str) -> dict[str, object]:
    return {"cell_type": "code", "metadata": metadata, "source": [source], "outputs": [{"text": list(output)}]}


def notebook(*cells: dict[str, object]) -> str:
    return json.dumps({"cells": cells, "nbformat": 4})


PRINTED = ("[[45  5]\n", " [10 40]]\n")


@each(("text", "format"), [
    (SICK + f"Poor lynxes: 0.9.\n\n<!-- {SAID.format('sick')} -->\n", "markdown"),
    (LATEX + f"Poor lynxes: 0.9. % {SAID.format('sick')}\n", "latex"),
    (notebook(cell(CALL + f"# {SAID.format(1)}", *PRINTED)), "notebook"),
    (notebook(cell(CALL, *PRINTED, exact=SAID.format(1).removeprefix("exact: "))), "notebook"),
    (f"<p>Lynxes: 0.9</p><!-- {SAID.format(0)} data=40 10; 5 45 -->", "html"),
    (SICK + f"## Elsewhere\n\n<!-- {SAID.format('sick')} data=1 -->\n", "markdown"),
])  # fmt: skip
def test_what_an_author_says_is_judged(text: str, format: str) -> None:
    found = em.verify_document(text, format=format)
    assert [(one.question.metric, one.printed, one.level) for one in found.claims] == [
        ("recall", "0.9", "error"), ("accuracy", "0.85", "ok"),
    ]  # fmt: skip
    for one in found.claims:
        assert one.span is not None
        assert text[one.span.start.offset : one.span.stop] == one.printed


def test_options_of_names_are_read_and_unbound_annotations_listed_with_the_name_that_is_meant() -> None:
    said = "<!-- exact: f1[macro] = 0.85; F2[healthy] = 0.882; recal[sick] = 0.8; recall[macr] = 0.8; ? = 0.7 -->\n"
    found = em.verify_document(SICK + said, format="markdown")
    assert [(one.printed, one.level) for one in found.claims] == [("0.85", "ok"), ("0.882", "ok")]
    assert [one.why for one in found.passed] == ["misnamed", "misnamed", "unfilled"]
    first, second, _ = (one.reason() for one in found.passed)
    assert "no metric 'recal'; did you mean 'recall'?" in first
    assert "no class and no average 'macr'; did you mean 'macro'?" in second
    alone = em.verify_document("<!-- exact: accuracy = 0.5 -->\n", format="markdown")
    assert [one.verdict for one in alone.claims] == [None]


@each(("text", "format"), [
    (SICK + "Poor lynxes have a recall of 0.795 here,\nand more.\n\nThe end.\n", "markdown"),
    ("```\nlynx recall 0.795\n```\n\nThe end.\n", "markdown"),
    (LATEX + "Poor lynxes have a recall of 0.795.\n", "latex"),
    ("<p>Poor lynxes have a recall of 0.795.</p><p>The end</p>", "html"),
    (notebook(cell(CALL, *PRINTED), cell("x", "lynx recall 0.795")), "notebook"),
])  # fmt: skip
def test_lines_to_be_filled_in(text: str, format: str) -> None:
    found = em.verify_document(text, format=format)
    copy = annotated(text, format, [(one.span.start.offset, one.span.stop) for one in found.passed])
    if format == "notebook":
        assert json.loads(copy)["cells"][1]["metadata"] == {"exact": "? = 0.795"}
    else:
        assert "exact: ? = 0.795" in copy
    again = em.verify_document(copy, format=format)
    assert (again.claims, "unfilled" in {one.why for one in again.passed}) == (found.claims, True)


def test_the_command_writes_the_copy(tmp_path: Path) -> None:
    page, copy = tmp_path / "a.md", tmp_path / "b.md"
    page.write_text(SICK + "The recall of lynxes is 0.795.\n", encoding="utf-8")
    shown = CliRunner().invoke(main, ["verify", str(page), "--annotate"])
    assert shown.exit_code == 0
    assert "<!-- exact: ? = 0.795 -->" in shown.output
    assert CliRunner().invoke(main, ["verify", str(page), "--annotate", "-o", str(copy)]).exit_code == 0
    assert copy.read_text(encoding="utf-8") == shown.output


ADDED = re.compile(r"(?:\r\n?|\n)(?:<!-- exact: [^>]* -->|% exact: [^\r\n]*)|\"exact\": \"\? = 0\.795\"(?:, )?")
ENCODINGS = [("", "utf-8"), ("\ufeff", "utf-8"), ("\ufeff", "utf-16-le"), ("\ufeff", "utf-16-be"), ("", "latin-1")]
PAGES = {
    "a.md": SICK
    + "Für arme Luchse: recall 0.795 here,\nand more.\n\n```\nlynx recall 0.795\n```\n\nThe end: recall 0.795.",
    "a.tex": LATEX + "F\u00fcr arme Luchse: recall 0.795 here,\nand more.\n\nThe end: recall 0.795.",
    "a.txt": SICK + "Für arme Luchse: recall 0.795 here.\n",
    "a.html": "<p>Für arme Luchse: recall 0.795.</p>\n<p>The end</p>\n",
    "a.ipynb": json.dumps(
        {"cells": [cell(CALL, *PRINTED), cell("x", "für lynx recall 0.795")], "nbformat": 4},
        indent=1,
        ensure_ascii=False,
    ),
}


@each(
    ("name", "mark", "encoding", "end", "last"),
    [
        (name, *coding, end, last)
        for name, coding, end, last in product(PAGES, ENCODINGS, ["\n", "\r\n", "\r", "mixed"], [False, True])
    ],
    quick=50,
)
def test_a_copy_keeps_every_byte_that_it_does_not_add(
    name: str, mark: str, encoding: str, end: str, last: bool, tmp_path: Path
) -> None:
    ends = cycle(["\n", "\r\n"] if end == "mixed" else [end])
    text = mark + "".join(line + next(ends) for line in PAGES[name].split("\n"))
    data = (text if last else text.rstrip()).encode(encoding)
    page, copy = tmp_path / name, tmp_path / f"b{Path(name).suffix}"
    page.write_bytes(data)
    done = CliRunner().invoke(main, ["verify", str(page), "--annotate", "-o", str(copy)])
    assert (done.exit_code, done.output) == (0, "")
    made = copy.read_bytes().decode(encoding)
    assert len(ADDED.findall(made)) == PAGES[name].count("0.795")
    assert ADDED.sub("", made).encode(encoding) == data
    assert CliRunner().invoke(main, ["verify", str(page), "--annotate"]).stdout_bytes == copy.read_bytes()
    again = em.verify_document(copy)
    assert [one.why for one in again.passed].count("unfilled") == PAGES[name].count("0.795")
    if name == "a.md":
        copy.write_bytes(made.replace("?", "recall[sick]").encode(encoding))
        filled = em.verify_document(copy).claims
        assert [(one.question.metric, one.level) for one in filled] == [("recall", "error")] * 3


RST = "Poor lynxes: recall 0.795,\nand more.\n\nCode::\n\n    recall 0.795\n\n    recall 0.795\n\nRecall: 0.795.\n"


@each("name", [*PAGES, "a.Rmd", "a.qmd", "a.rst"])
@each("end", ["\n", "\r\n"])
def test_a_copy_is_its_own_copy(name: str, end: str, tmp_path: Path) -> None:
    page = tmp_path / name
    page.write_bytes((RST if name == "a.rst" else PAGES.get(name, PAGES["a.md"])).replace("\n", end).encode())
    first = CliRunner().invoke(main, ["verify", str(page), "--annotate"]).stdout_bytes
    assert first.count(b"? = 0.795") == first.replace(b"? = 0.795", b"").count(b"0.795")
    page.write_bytes(first)
    assert CliRunner().invoke(main, ["verify", str(page), "--annotate"]).stdout_bytes == first
    page.write_bytes(first.replace(b"?", b"recall[sick]", 1))
    filled = CliRunner().invoke(main, ["verify", str(page), "--annotate"]).stdout_bytes
    assert filled == page.read_bytes()


@each(("text", "added"), [
    ("Lynxes: recall 0.9.\n\n<!-- exact: recall[sick] = 0.9 -->\n", 0),
    ("<!-- exact: recall[sick] = 0.9 --> Lynxes: recall 0.9.\n", 0),
    ("Lynxes: recall 0.9 %.\n<!-- exact: ? = 0.9% -->\n", 0),
    ("Lynxes: recall 0.9, and lynxes: recall 0.9.\n<!-- exact: recall[sick] = 0.9 -->\n", 1),
    ("Lynxes: recall 0.9.\n<!-- exact: recall[sick] = 0.95 -->\n", 1),
    ("Lynxes: recall 0.9.\n\nMore.\n<!-- exact: recall[sick] = 0.9 -->\n", 1),
])  # fmt: skip
def test_a_number_that_an_annotation_gives_needs_none(text: str, added: int, tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    page.write_text(SICK + text, encoding="utf-8")
    copy = CliRunner().invoke(main, ["verify", str(page), "--annotate"]).output
    assert copy.count("exact:") - text.count("exact:") == added
    assert copy.count("<!-- exact: ? = 0.9 -->") == added


def test_a_number_without_data_has_a_line_and_none_where_it_stands_in_one(tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    page.write_text("The accuracy is 0.9.\n\n<!-- exact: mcc = 0.5 -->\n", encoding="utf-8")
    copy = CliRunner().invoke(main, ["verify", str(page), "--annotate"]).output
    assert copy == "The accuracy is 0.9.\n<!-- exact: ? = 0.9 -->\n\n<!-- exact: mcc = 0.5 -->\n"


def test_comments_of_restructuredtext_are_read_and_hidden() -> None:
    said = "Poor lynxes: 0.9.\n\n.. exact: recall[sick] = 0.9; accuracy = 0.85\n\nThe accuracy is 0.85.\n"
    found = em.verify_document(SICK + said, format="text")
    assert [(one.printed, one.level) for one in found.claims] == [("0.9", "error"), ("0.85", "ok"), ("0.85", "ok")]
    assert [(one.why, one.word) for one in found.passed] == [("word", "Poor")]


@each("option", [["--fix"], ["--format", "html"], ["--all"], ["--strict"], ["--require-checked"]])
def test_an_option_of_reports_beside_annotate_is_refused(option: list[str], tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    page.write_text("The recall is 0.795.\n", encoding="utf-8")
    done = CliRunner().invoke(main, ["verify", str(page), "--annotate", *option])
    assert (done.exit_code, f"leave out {option[0]}" in done.output) == (2, True)
    assert [one.name for one in tmp_path.iterdir()] == ["a.md"]


def test_a_file_that_is_no_text_through_and_through_has_no_copy(tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    page.write_bytes(b"\xff\xfe" + "recall 0.795".encode("utf-16-le") + b"\x00\xd8")
    done = CliRunner().invoke(main, ["verify", str(page), "--annotate"])
    assert (done.exit_code, "no text" in done.output) == (2, True)


@each(("matrices", "data", "words"), [(1, "", ["exact", "wrong"]), (1, " data=7", []), (2, "", [])])
def test_an_annotation_is_about_the_only_matrix_of_a_document(matrices: int, data: str, words: list[str]) -> None:
    said = f"<!-- exact: recall[sick] = 0.8; recall[healthy] = 0.8{data} -->\n"
    found = em.verify_document((SICK + "## Related work\n\n") * matrices + said, format="markdown")
    assert [claim.word for claim in found.claims] == words


def test_a_notebook_binds_by_its_cells() -> None:
    def judged(*cells: dict[str, object]) -> list[tuple[str | None, str | None]]:
        found = em.verify_document(notebook(*cells), format="notebook")
        return [(c.question.metric, c.printed) for c in found.claims if c.level == "error"]

    matrix = "".join(PRINTED)
    assert judged(cell(CALL, matrix + "accuracy 0.91\n")) == [("accuracy", "0.91")]
    printed = cell("print(confusion_matrix(y, p), scores)", matrix + "{'accuracy': 0.85, 'kappa': 0.71}\n")
    assert judged(printed) == [("kappa", "0.71")]  # it is 0.70
    later = notebook(cell(CALL, matrix), cell("print(accuracy_score(y_test, other))", "accuracy 0.91\n"))
    found = em.verify_document(later, format="notebook")
    assert (found.claims, {(one.why, one.word) for one in found.passed}) == ([], {("unbound", "")})


@each("keys", ["cell_type metadata source", "cell_type source metadata", "metadata cell_type outputs source"])
def test_a_number_is_named_in_the_metadata_of_its_own_cell(keys: str, tmp_path: Path) -> None:
    """Colab writes them behind the source, Kaggle before the type, and outputs have metadata of their own."""
    parts: dict[str, Any] = {
        "cell_type": "markdown", "metadata": {"id": "x"}, "source": ['A brace { and "metadata": {, accuracy 0.795.\n'],
        "outputs": [{"output_type": "display_data", "metadata": {}, "data": {"text/plain": ["0.61\n"]}}],
    }  # fmt: skip
    cells = [{key: parts[key] for key in keys.split()}, {**parts, "source": ["Nothing.\n"], "outputs": []}]
    file = tmp_path / "notebook.ipynb"
    file.write_text(json.dumps({"nbformat": 4, "metadata": {}, "cells": cells}, indent=1), encoding="utf-8")
    copy = json.loads(CliRunner().invoke(main, ["verify", str(file), "--annotate"]).stdout)
    first, second = copy["cells"]
    assert "? = 0.795" in first["metadata"]["exact"]
    assert second == cells[1]
    assert all(output["metadata"] == {} for output in first.get("outputs", []))
