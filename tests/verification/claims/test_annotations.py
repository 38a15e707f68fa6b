"""What an author says of his numbers in what his format hides, and the lines that are to be filled in."""

from __future__ import annotations

import json
from pathlib import Path

import exactmetrics as em
from exactmetrics.cli import main
from exactmetrics.verification.claims.annotations import annotated
from tests.cases import each
from tests.verification.claims.test_rules import SICK, notebook

LATEX = (
    "\\begin{tabular}{lcc} actual/predicted & sick & healthy \\\\ sick & 40 & 10 \\\\ healthy & 5 & 45 \\end{tabular}\n"
)
PRINTED = {"text": ["[[45  5]\n", " [10 40]]\n"]}


def cell(source: str, metadata: dict[str, str]) -> dict[str, object]:
    return {"cell_type": "code", "metadata": metadata, "outputs": [PRINTED], "source": [source]}


CALL = "print(confusion_matrix(y_test, y_pred))\n"


@each(
    ("text", "format"),
    [
        (SICK + "Poor lynxes: 0.9.\n\n<!-- exact: recall[sick] = 0.9; accuracy = 0.85 -->\n", "markdown"),
        (LATEX + "Poor lynxes: 0.9. % exact: recall[sick] = 0.9; accuracy = 0.85\n", "latex"),
        (notebook(cell(CALL + "# exact: recall[1] = 0.9; accuracy = 0.85", {})), "notebook"),
        (notebook(cell(CALL, {"exact": "recall[1] = 0.9; accuracy = 0.85"})), "notebook"),
        ("<p>Lynxes: 0.9</p><!-- exact: recall[0] = 0.9; accuracy = 0.85 data=40 10; 5 45 -->", "html"),
        (SICK + "## Elsewhere\n\n<!-- exact: recall[sick] = 0.9; accuracy = 0.85 data=1 -->\n", "markdown"),
    ],
)
def test_what_an_author_says_is_judged(text: str, format: str) -> None:
    found = em.verify_document(text, format=format)
    assert [(one.question.metric, one.printed, one.level) for one in found.claims] == [
        ("recall", "0.9", "error"), ("accuracy", "0.85", "ok"),
    ]  # fmt: skip
    for one in found.claims:
        assert one.span is not None
        assert text[one.span.start.offset : one.span.stop] == one.printed


def test_options_of_names_are_read_and_unbound_annotations_listed() -> None:
    said = "<!-- exact: f1[macro] = 0.85; F2[healthy] = 0.882; lynx = 0.3; recall[fox] = 0.5; ? = 0.7 -->\n"
    found = em.verify_document(SICK + said, format="markdown")
    assert [(one.printed, one.level) for one in found.claims] == [("0.85", "ok"), ("0.882", "ok")]
    assert [one.why for one in found.passed] == ["misnamed", "misnamed", "unfilled"]
    alone = em.verify_document("<!-- exact: accuracy = 0.5 -->\n", format="markdown")
    assert [one.verdict for one in alone.claims] == [None]


def test_a_misspelt_name_is_answered_with_the_one_that_is_meant() -> None:
    found = em.verify_document(SICK + "<!-- exact: recal[sick] = 0.8; recall[macr] = 0.8 -->\n", format="markdown")
    first, second = (one.reason() for one in found.passed)
    assert "no metric 'recal'; did you mean 'recall'?" in first
    assert "no class and no average 'macr'; did you mean 'macro'?" in second


@each(
    ("text", "format"),
    [
        (SICK + "Poor lynxes have a recall of 0.795 here,\nand more.\n\nThe end.\n", "markdown"),
        ("```\nlynx recall 0.795\n```\n\nThe end.\n", "markdown"),
        (LATEX + "Poor lynxes have a recall of 0.795.\n", "latex"),
        ("<p>Poor lynxes have a recall of 0.795.</p><p>The end</p>", "html"),
        (notebook(cell(CALL, {}), {"cell_type": "code", "metadata": {}, "outputs": [{"text": ["lynx recall 0.795"]}],
                                   "source": ["x"]}), "notebook"),
    ],
)  # fmt: skip
def test_lines_to_be_filled_in(text: str, format: str) -> None:
    found = em.verify_document(text, format=format)
    numbers = [(one.span.start.offset, one.span.stop) for one in found.passed]
    copy = annotated(text, format, numbers)
    if format == "notebook":
        assert json.loads(copy)["cells"][1]["metadata"] == {"exact": "? = 0.795"}
    else:
        assert "exact: ? = 0.795" in copy
    again = em.verify_document(copy, format=format)
    assert (again.claims, "unfilled" in {one.why for one in again.passed}) == (found.claims, True)


def test_the_command_writes_the_copy(tmp_path: Path, capsys: object) -> None:
    from click.testing import CliRunner

    page = tmp_path / "a.md"
    page.write_text(SICK + "The recall of lynxes is 0.795.\n", encoding="utf-8")
    shown = CliRunner().invoke(main, ["verify", str(page), "--annotate"])
    assert shown.exit_code == 0
    assert "<!-- exact: ? = 0.795 -->" in shown.output
    copy = tmp_path / "b.md"
    assert CliRunner().invoke(main, ["verify", str(page), "--annotate", "-o", str(copy)]).exit_code == 0
    assert copy.read_text(encoding="utf-8") == shown.output


def test_an_annotation_is_about_the_only_matrix_of_a_document() -> None:
    matrix = "The confusion matrix. Rows are the true classes.\n\n| | cat | dog |\n|---|---|---|\n"
    matrix += "| cat | 3 | 1 |\n| dog | 2 | 4 |\n\n## Discussion\n\n"
    said = "<!-- exact: recall[cat] = 0.75; recall[dog] = 0.8{} -->\n"
    found = em.verify_document(matrix + said.format(""), format="markdown")
    assert [claim.word for claim in found.claims] == ["exact", "wrong"]
    found = em.verify_document(matrix + said.format(" data=7"), format="markdown")
    assert found.claims == []
    both = em.verify_document(matrix + matrix + said.format(""), format="markdown")
    assert both.claims == []
