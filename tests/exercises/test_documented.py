"""docs/exercises.md: its sessions and commands run as they stand, and it names every criterion, kind and option."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from exactmetrics.cli.exercises import command
from exactmetrics.exercises.formats import QUIZZES, format_of_sheet
from exactmetrics.exercises.search import CURES
from exactmetrics.exercises.sheet import KINDS
from tests.cli.run import printed
from tests.house.source import ROOT

PAGE = (ROOT / "docs" / "exercises.md").read_text(encoding="utf-8")


def test_the_sessions_run() -> None:
    sessions = re.findall(r"^```pycon\n(.*?)^```", PAGE, re.M | re.S)
    assert sessions
    for session in sessions:
        test = doctest.DocTestParser().get_doctest(session, {}, "docs/exercises.md", None, 0)
        assert doctest.DocTestRunner().run(test).failed == 0


def test_the_commands_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (answers,) = re.findall(r"^```csv\n(.*?)^```", PAGE, re.M | re.S)
    Path("answers.csv").write_text(answers, encoding="utf-8")
    (console,) = re.findall(r"^```console\n(.*?)^```", PAGE, re.M | re.S)
    shown = re.findall(r"^\$ exactmetrics ([^\n]*)\n(.*?)(?=^\$|\Z)", console, re.M | re.S)
    assert len(shown) == 4
    for line, output in shown:
        assert printed(*shlex.split(line)) == output
    assert Path("grades.csv").read_text(encoding="utf-8").count("\n") == 17


def test_the_other_commands_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    block = PAGE.split("```\n")[1]
    for line in block.splitlines():
        assert printed(*shlex.split(line)[1:]) == ""
    assert {path.name for path in tmp_path.iterdir()} == {
        "sheet.html", "sheet.tex", "key.md", "sheet.md", "other.html",
        "kappa.html", "kappa.xml", "kappa.qti.zip", "kappa.json",
    }  # fmt: skip


def test_every_criterion_kind_and_option_is_named() -> None:
    assert re.findall(r"^- `(\w+)`: ", PAGE.partition("## Kinds")[0], re.M) == list(CURES)
    assert set(re.findall(r"^- `(\w+)`: ", PAGE.partition("## Kinds")[2], re.M)) == set(KINDS)
    options = {name for option in command.params for name in option.opts}
    missing = {name for name in options if f"`{name}" not in PAGE} - {"--metric", "--average", "--number", "--param"}
    assert missing <= {"--output", "--language"}


def test_the_page_is_linked() -> None:
    assert "docs/exercises.md" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_file_for_a_learning_system_is_named() -> None:
    table = re.findall(r"^\| `(\S+)` \| `(\w+)` \|", PAGE, re.M)
    assert {format: format_of_sheet(file) for file, format in table} == {name: name for name in QUIZZES}
