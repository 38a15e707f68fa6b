"""Where results go: the format a file's ending names, inputs that are never written over, and what is told besides."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from exactmetrics import ConfusionMatrix, UsageError
from tests.cases import each
from tests.cli.run import COMMAND, MATRIX, env, printed, refused, run, write
from tests.house.source import ROOT

MCC = ["-m", "mcc"]
CSV = "6,1,1\n1,5,2\n2,3,7\n"


@each("ending", [".pdf", ".docx", ".ipynb", ".rst", ".PDF", ".csv", ".mdx", ".v2"])
def test_an_ending_without_a_format_is_refused_and_nothing_written(tmp_path: Path, ending: str) -> None:
    target = tmp_path / f"x{ending}"
    message = refused("derive", MATRIX, *MCC, "-o", str(target))
    assert f"no format is written to {ending.lower()}: " in message
    assert "give --format" in message
    assert not target.exists()
    with pytest.raises(UsageError, match="no format is written"):
        ConfusionMatrix([[5, 1], [5, 7]]).derive("mcc").save(target)
    assert not target.exists()
    assert printed("derive", MATRIX, *MCC, "-o", str(target), "--format", "json") == ""
    assert json.loads(target.read_text())["value"] == "5*sqrt(29)/58"


@each(
    ("name", "begins"),
    [
        ("x", "Matthews"), ("x.txt", "Matthews"), ("x.md", "# Matthews"), ("x.markdown", "# Matthews"),
        ("x.tex", "\\documentclass"), ("x.html", "<!DOCTYPE html>"), ("x.htm", "<!DOCTYPE html>"), ("x.JSON", "{"),
    ],
)  # fmt: skip
def test_an_ending_names_the_format_here_and_in_the_library(tmp_path: Path, name: str, begins: str) -> None:
    here, there = tmp_path / name, tmp_path / f"other-{name}"
    assert printed("derive", MATRIX, *MCC, "-o", str(here)) == ""
    assert here.read_text(encoding="utf-8").startswith(begins)
    ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]]).derive("mcc").save(there)
    assert there.read_bytes() == here.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([here.name, there.name])


@each("alias", ["md:markdown", "txt:text", "htm:html", "tex:latex-document"])
def test_formats_by_their_endings(alias: str) -> None:
    short, long = alias.split(":")
    assert printed("derive", MATRIX, *MCC, "--format", short) == printed("derive", MATRIX, *MCC, "--format", long)


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.pdf"
    os.mkfifo(pipe)
    child = subprocess.Popen([*COMMAND, "derive", MATRIX, *MCC, "-o", str(pipe)], cwd=ROOT, env=env({}))
    assert pipe.read_text().startswith("Matthews")
    assert child.wait() == 0


@each("command", [["derive", *MCC], ["report"], ["compare", *MCC, "--versus", "metric=accuracy"]])
def test_the_input_is_not_written_over(tmp_path: Path, command: list[str]) -> None:
    data = write(tmp_path, "self.txt", CSV)
    (tmp_path / "link.txt").symlink_to(data)
    os.link(data, tmp_path / "hard.txt")
    for output in (data, str(tmp_path / "link.txt"), str(tmp_path / "hard.txt"), f"{tmp_path}/./self.txt"):
        message = refused(command[0], data, *command[1:], "-o", output)
        assert "would be written over: name another file" in message
    assert Path(data).read_text() == CSV
    assert printed(command[0], data, *command[1:], "-o", str(tmp_path / "new.txt")) == ""


def test_nor_what_is_compared_with_nor_standard_input_nor_a_template(tmp_path: Path) -> None:
    other = write(tmp_path, "other.txt", CSV)
    assert "written over" in refused("compare", MATRIX, *MCC, "--versus", f"data={other}", "-o", other)
    with open(other, "rb") as stdin:
        arguments = [*COMMAND, "derive", "-", *MCC, "-o", other]
        done = subprocess.run(arguments, stdin=stdin, capture_output=True, cwd=ROOT, env=env({}), check=False)
    assert done.returncode == 2
    assert Path(other).read_text() == CSV
    (tmp_path / "mine" / "text").mkdir(parents=True)
    own = write(tmp_path / "mine" / "text", "derivation.txt.jinja", "own")
    arguments = ["derive", MATRIX, *MCC, "--templates", str(tmp_path / "mine"), "--format", "text", "-o", own]
    assert "written over" in refused(*arguments)
    assert Path(own).read_text() == "own"


def test_nor_a_specification_nor_its_data(tmp_path: Path) -> None:
    data = write(tmp_path, "m.txt", CSV)
    table = {"title": "T", "data": {"m": {"file": "m.txt"}}, "block": [{"data": "m"}]}
    spec = write(tmp_path, "spec.json", json.dumps(table))
    assert "written over" in refused("document", spec, "-o", spec)
    assert "written over" in refused("document", spec, "-o", data)
    assert (Path(spec).read_text(), Path(data).read_text()) == (json.dumps(table), CSV)


@each(
    ("options", "told"),
    [(["--labels", "猫,b,c"], True), (["--language", "ar"], True), (["--labels", "café,b,c"], False), ([], False)],
)
def test_a_document_for_lualatex_says_so(tmp_path: Path, options: list[str], told: bool) -> None:
    target = tmp_path / "x.tex"
    result = run("derive", MATRIX, *MCC, *options, "-o", str(target))
    assert result.exit_code == 0
    assert ("this document needs lualatex" in result.stderr) is told
    assert ("needs lualatex" in target.read_text(encoding="utf-8")) is told
    assert run("derive", MATRIX, *MCC, *options, "--format", "markdown").stderr == ""


@each(
    ("arguments", "told"),
    [
        (["metrics", "sensitvity"], "did you mean 'sensitivity' (recall)"),
        (["deriv", MATRIX], "no command 'deriv'; did you mean 'derive'?"),
        (["compare", MATRIX, *MCC, "--versus", "data=6 1; 2"], "--versus data=6 1; 2: the matrix is ragged"),
        (["compare", MATRIX, *MCC, "--labels", "a,b,c", "--versus", "data=6 1; 2 3"], "--versus data=6 1; 2 3: "),
        (["value", "3 1 4; 0 2 2; 3 3 6", *MCC], "name every class with --labels"),
    ],
)
def test_messages_name_the_cure(arguments: list[str], told: str) -> None:
    assert told in refused(*arguments)


def test_a_specification_is_told_of_keys_and_not_of_options(tmp_path: Path) -> None:
    table = {"title": "T", "data": {"m": {"matrix": [[5, 1], [5, 7]]}}, "block": [{"derivation": {"metric": "recall"}}]}
    message = refused("document", write(tmp_path, "spec.json", json.dumps(table)), "--format", "text")
    assert "label=" in message
    assert "--" not in message.partition("Error: ")[2]
