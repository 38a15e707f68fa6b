"""`exactmetrics conformance`: formats, exit statuses, errors, names from strangers, and the two example clients."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import html5lib
import pytest

from exactmetrics.conformance.answers import Answer, Answers, answers_of
from exactmetrics.conformance.page import column_of
from exactmetrics.vectors.reading import Case, load_vectors
from tests.cases import each
from tests.cli.run import refused, run, schema, write
from tests.conformance.given import answers_text
from tests.conformance.installed import want
from tests.house.source import PACKAGE
from tests.tools import needed

HOSTILE = "<script>alert(1)</script> | `x` [a](javascript:b) \x1b[31m\u202e"


def ordinary() -> list[Case]:
    found = load_vectors("accuracy", smoke=True)
    return [case for case in found if case.expected.float64 not in (None, 0.0, 1.0)][:3]


@pytest.fixture
def answers(tmp_path: Path) -> str:
    right, wrong, hostile = ordinary()
    given = {right.id: Answer(right.expected.float64), wrong.id: Answer(0.123), hostile.id: Answer(error=HOSTILE)}
    return write(tmp_path, "answers.json", answers_text(Answers(HOSTILE, "<b>1</b>", answers=given)))


def page(answers: str, style: str) -> str:
    result = run("conformance", "--answers", answers, "--smoke", "--format", style)
    assert result.exit_code == 1
    return result.stdout


def test_json_keeps_its_schema(answers: str) -> None:
    document = json.loads(page(answers, "json"))
    schema("conformance", "conformance").validate(document)
    (found,) = document["implementations"]
    (metric,) = found["metrics"]
    assert (metric["correct"], metric["wrong"], metric["error"], metric["unexplained"]) == (1, 1, 1, 2)
    assert {item["answer"] for item in found["wrong"]} >= {"0.123"}


def test_a_peer_in_json() -> None:
    want("PyCM")
    result = run("conformance", "pycm", "--smoke", "--format", "json")
    assert result.exit_code == 0
    document = json.loads(result.stdout)
    schema("conformance", "conformance").validate(document)
    assert document["vectors"]["smoke"] is True
    kappa = next(m for m in document["implementations"][0]["metrics"] if m["metric"] == "kappa")
    assert kappa["cases"] == sum(kappa[v] for v in ("correct", "near", "rough", "wrong", "convention", "undefined",
                                                    "error", "crashed"))  # fmt: skip


def tags(tree: Any) -> set[str]:
    return {element.tag for element in tree.iter() if isinstance(element.tag, str)}


def test_html_is_whole_and_its_own(answers: str) -> None:
    text = page(answers, "html")
    tree = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(text)
    assert {"script", "link", "img", "iframe", "b", "a"}.isdisjoint(tags(tree))
    assert "alert(1)" in "".join(tree.itertext())
    assert "http" not in text


def test_markdown_shows_names_as_they_are(answers: str) -> None:
    from markdown_it import MarkdownIt

    html = MarkdownIt("commonmark").enable("table").render(page(answers, "markdown"))
    tree = html5lib.parse(html, namespaceHTMLElements=False)
    assert {"script", "b", "a"}.isdisjoint(tags(tree))
    for row in tree.iter("tr"):
        assert len(row) in (6, 7, 8, 11, 13)


@each("style", ["text", "markdown", "html", "json"])
def test_no_page_holds_control_characters(answers: str, style: str) -> None:
    assert all(ch.isprintable() or ch == "\n" for ch in page(answers, style))


def test_the_format_follows_the_ending(answers: str, tmp_path: Path) -> None:
    for ending, start in ((".md", "# "), (".html", "<!DOCTYPE"), (".json", "{"), (".txt", "500 cases")):
        target = tmp_path / f"table{ending}"
        assert run("conformance", "--answers", answers, "--smoke", "-o", str(target)).exit_code == 1
        assert target.read_text(encoding="utf-8").startswith(start)


def test_right_answers_are_status_0_and_those_to_no_case_are_counted(tmp_path: Path) -> None:
    given = {case.id: Answer(case.expected.float64) for case in ordinary()}
    name = write(tmp_path, "answers.json", answers_text(Answers("mine", answers=given)))
    assert run("conformance", "--answers", name, "--smoke").exit_code == 0
    given |= {"no.such": Answer(1.0), "nor.this": Answer(1.0)}
    name = write(tmp_path, "answers.json", answers_text(Answers("mine", answers=given)))
    result = run("conformance", "--answers", name, "--smoke")
    assert "2 answers are to cases there are not, the first to no.such" in result.stdout
    document = json.loads(run("conformance", "--answers", name, "--smoke", "--format", "json").stdout)
    assert document["implementations"][0]["unknown_cases"] == 2


def test_a_name_explains_nothing(tmp_path: Path) -> None:
    """A file may call itself scikit-learn: what is known of scikit-learn explains only what was run here."""
    given = {"kappa.matrix.near-zero-1e8": Answer(0.0), "mcc.matrix.rare-class-1e15": Answer(0.6948083337796511)}
    name = write(tmp_path, "answers.json", answers_text(Answers("scikit-learn", answers=given)))
    result = run("conformance", "--answers", name, "--format", "json")
    assert result.exit_code == 1
    assert [m["unexplained"] for m in json.loads(result.stdout)["implementations"][0]["metrics"]] == [1, 1]


def test_more_wrong_answers_than_are_listed_are_counted(tmp_path: Path) -> None:
    given = {case.id: Answer(0.123) for case in load_vectors("accuracy") if case.expected.float64}
    name = write(tmp_path, "answers.json", answers_text(Answers("mine", answers=given)))
    text = run("conformance", "--answers", name).stdout
    (more, all_) = re.findall(r"^(\d+) more of (\d+) are in the table as JSON", text, re.M)[0]
    assert int(more) == int(all_) - 50 > 0
    assert "flags: " in text


def test_what_cannot_be_done_is_said(tmp_path: Path) -> None:
    assert "name a PEER" in refused("conformance")
    assert "no peer 'sklern'; did you mean" in refused("conformance", "sklern")
    assert "there is no file" in refused("conformance", "--answers", str(tmp_path / "none.json"))
    empty = write(tmp_path, "a.json", answers_text(Answers("mine", answers={"no.such.case": Answer(1.0)})))
    assert "'no.such.case' is no id of these vectors" in refused("conformance", "--answers", empty)
    none = write(tmp_path, "none.json", answers_text(Answers("mine")))
    assert "'mine' has no answers" in refused("conformance", "--answers", none)
    assert "not as latex-document" in refused("conformance", "pycm", "-o", str(tmp_path / "a.tex"))


@each("client", ["client.py", "client.mjs"])
def test_a_client_is_short_and_judged_right(client: str) -> None:
    """In Python and in JavaScript."""
    data = PACKAGE / "vectors" / "data"
    path = data / "clients" / client
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 30
    assert max(map(len, lines)) <= 120
    command = [sys.executable, "-I"] if client == "client.py" else [needed("node")]
    asked = [*command, str(path), str(data / "smoke.jsonl")]
    done = subprocess.run(asked, capture_output=True, text=True, check=True, encoding="utf-8")
    column = column_of(answers_of(done.stdout), list(load_vectors(smoke=True)))
    verdicts = [verdict for cell in column.cells.values() for verdict in cell.verdicts.elements()]
    assert column.name == client
    assert set(column.cells) == {"precision", "recall", "f1"}
    assert set(verdicts) <= {"correct", "near", "undefined"}
    assert verdicts.count("correct") >= 8
