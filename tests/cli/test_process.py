"""The command as a process: streams, pipes, encodings, signals, terminals, files that are written whole or not at all,
and what starting up loads.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import stat
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.cases import each
from tests.cli.run import COMMAND, MATRIX, env, on_terminal, printed, process, refused, run, write
from tests.house.source import ROOT
from tests.house.test_import_cost import loaded

WEIGHTED = ["-m", "precision", "-a", "weighted"]
VALUE = ["value", MATRIX, *WEIGHTED]
DERIVE = ["derive", MATRIX, *WEIGHTED]
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


def shell(arguments: list[str], before: str = "", after: str = "") -> subprocess.CompletedProcess[bytes]:
    line = f"{before}{shlex.join([*COMMAND, *arguments])}{after}"
    return subprocess.run(["sh", "-c", line], capture_output=True, cwd=ROOT, env=env({}), check=False)


def test_a_value_is_one_line() -> None:
    done = process(*VALUE)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"409/630\n", b"")


@each("data", [
    b"6 1 1; 1 5 2; 2 3 7", b"6,1,1\n1,5,2\n2,3,7\n", b'{"matrix": [[6, 1, 1], [1, 5, 2], [2, 3, 7]]}',
    b"matrix = [[6, 1, 1], [1, 5, 2], [2, 3, 7]]\n",
])  # fmt: skip
def test_standard_input(data: bytes) -> None:
    assert printed("value", "-", *WEIGHTED, stdin=data) == "409/630\n"


def test_an_error_is_a_message_and_status_2(tmp_path: Path) -> None:
    done = process("value", write(tmp_path, "a.csv", b"\xff\xfe\x00"), *WEIGHTED, stdin=b"")
    assert (done.returncode, done.stdout) == (2, b"")
    assert "a.csv" in done.stderr.decode()
    assert "Traceback" not in done.stderr.decode()


def test_a_reader_that_goes_away_is_no_failure() -> None:
    run_it = [*COMMAND, "metrics", "--conventions"]
    child = subprocess.Popen(run_it, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, env=env({}))
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.close()
    assert child.stderr.read() == b""
    assert child.wait() == 128 + signal.SIGPIPE


def test_an_interruption_is_no_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("exactmetrics.cli.value.predictions_from", interrupted)
    assert run(*VALUE).exit_code == 128 + signal.SIGINT


def test_an_output_that_is_full_or_closed_is_told() -> None:
    full = shell(VALUE, after=" >/dev/full")
    assert (full.returncode, full.stderr.startswith(b"Error: cannot")) == (2, True)
    for command in (VALUE, ["report", MATRIX, "--format", "json"], ["metrics"]):
        done = shell(command, after=" >&-")
        assert (done.returncode, done.stderr) == (
            2, b"Error: cannot read or write the output: Bad file descriptor\n",
        )  # fmt: skip


def test_endless_input_is_refused_at_once(tmp_path: Path) -> None:
    for arguments in (("value", "/dev/zero", *WEIGHTED), ("verify", "/dev/zero"), ("document", "/dev/zero")):
        assert "/dev/zero is a binary file" in refused(*arguments)
    for ending in ("csv", "json", "xlsx", "parquet"):
        link = tmp_path / f"link.{ending}"
        link.symlink_to("/dev/zero")
        told = shell(["value", str(link), *WEIGHTED], before="ulimit -v 8000000; ")
        assert (told.returncode, told.stderr[:7]) == (2, b"Error: "), ending


def test_a_command_runs_beside_the_main_thread() -> None:
    """A server calls it in a thread of its own, where signals cannot be set."""
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(run, *VALUE).result().output == "409/630\n"


def test_a_terminal_that_lacks_a_character_shows_another() -> None:
    done = process(*DERIVE, PYTHONIOENCODING="latin-1")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"409/630 ? 0.6492" in done.stdout
    assert "409/630 ≈ 0.6492" in printed(*DERIVE)


@each("name", ["[red]x[/red]", "[/]", "[link=file:///]x", "%s{0}", "\\x", ":smile:"])
def test_labels_are_literal_text(name: str) -> None:
    arguments = ["6 0; 1 0", "--labels", f'a,"{name}"', "-m", "precision"]
    options = ["-a", "macro", "--undefined", "0"]
    assert f"precision of {name} is 0/0" in run("value", *arguments, *options).stderr
    assert name in run("derive", *arguments, *options).stdout
    assert name in refused("value", *arguments, "--label", "x").replace("\\\\", "\\")


@each("undefined", ["0", "omit", "propagate", "raise"])
@each("command", ["value", "derive", "report"])
def test_a_label_does_not_steer_the_terminal(command: str, undefined: str) -> None:
    metric = [] if command == "report" else ["-m", "precision", "-a", "macro"]
    done = run(command, "6 0; 1 0", "--labels", "a,b\x1b[31m\x07", *metric, "--undefined", undefined)
    assert done.exit_code == (2 if undefined == "raise" else 0)
    assert not {"\x1b", "\x07"} & set(done.stdout + done.stderr)
    if command == "value":
        assert r"b\x1b[31m" in done.stderr


def test_nor_does_the_name_of_a_problem(tmp_path: Path) -> None:
    path = write(tmp_path, "scores.json", '{"problem": [{"name": "a\\u001b[31m", "scores": {"recall": "1/4"}}]}')
    assert "\x1b" not in run("feasible", path).stdout


def test_a_label_of_broken_bytes() -> None:
    arguments: list[str | bytes] = [*COMMAND, "derive", "5 1; 3 7", "--labels", b"a\xff,b", "-m", "accuracy"]
    done = subprocess.run(arguments, capture_output=True, cwd=ROOT, env=env({}), check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"predicted: a" in done.stdout


@each(("arguments", "shown"), [
    (WEIGHTED, "409/630\n≈ 0.6492063492063492\n"),
    (["-m", "PPV", "-m", "recall", "-a", "macro"], "\nrecall     47/72 ≈ 0.65277"),
    (["-m", "mcc"], "5*sqrt(29)/58\n"),
    (["-m", "accuracy", "--places", "2"], "9/14\n≈ 0.64\n"),
])  # fmt: skip
def test_a_value_in_both_ways(arguments: list[str], shown: str) -> None:
    assert shown in on_terminal("value", MATRIX, *arguments)


def test_other_values_on_a_terminal() -> None:
    assert on_terminal("value", "1 7; 0 0", "-m", "accuracy") == "1/8\n= 0.125\n"
    assert on_terminal("value", "3 0; 0 4", "-m", "accuracy") == "1\n"
    shown = on_terminal("value", "6 0; 1 0", "-m", "precision", "-a", "macro", "--undefined", "0")
    assert "precision of 1 is 0/0, taken as 0" in shown
    assert "\n3/7\n" in shown
    assert on_terminal(*VALUE, "--json") == printed(*VALUE, "--json")
    assert "\x1b" not in on_terminal(*DERIVE)


def test_the_catalogue_fits_the_terminal() -> None:
    for columns in (60, 100):
        shown = on_terminal("metrics", columns=columns, NO_COLOR="1").splitlines()
        assert columns - 15 < max(map(len, shown)) <= columns
    listed = on_terminal("examples", columns=100, NO_COLOR="1")
    assert "│" in listed
    assert max(len(ESCAPE.sub("", line)) for line in listed.splitlines()) <= 100


def test_progress_is_shown_on_a_terminal_and_nowhere_else() -> None:
    assert b"\x1b" not in process("examples", "--check", "000/weighted_averages").stderr
    shown = on_terminal("examples", "--check", "000/weighted_averages", statuses=(0, 1))
    assert "000/weighted_averages \x1b" in shown
    undecided = ["feasible", "--labels", "a,b,c", "accuracy=0.333", "f1[macro]=0.334", "mcc=0.123", "--budget", "1"]
    assert "steps" in on_terminal(*undecided, statuses=(3,)).split("Not decided")[0]


def test_colours_are_for_terminals_only(tmp_path: Path) -> None:
    path = write(tmp_path, "notes.md", "so 60/(60 + 25) = 0.938\n")
    shown = on_terminal("verify", path, columns=60, statuses=(1,))
    assert "\x1b[31m\x1b[1merror\x1b[0m" in shown
    plain = re.sub(r"\x1b\[\d*m", "", shown)
    assert max(len(line) for line in plain.splitlines() if not line.startswith(path)) <= 60
    assert "\x1b" not in on_terminal("verify", path, statuses=(1,), NO_COLOR="1")
    piped = process("verify", path)
    assert (piped.returncode, b"\x1b" in piped.stdout, piped.stderr) == (1, False, b"")
    assert b"\x1b[31m" in process("verify", path, FORCE_COLOR="1").stdout


def test_a_file_is_replaced_with_its_mode_and_through_links(tmp_path: Path) -> None:
    target, link = tmp_path / "out.txt", tmp_path / "link.txt"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    printed(*DERIVE, "-o", str(link))
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == printed(*DERIVE)
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert sorted(os.listdir(tmp_path)) == ["link.txt", "out.txt"]
    (tmp_path / "other").touch()
    printed(*DERIVE, "-o", str(tmp_path / "new.txt"))
    assert (tmp_path / "new.txt").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_a_failed_rename_leaves_everything_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "out.txt").write_text("old")
    monkeypatch.setattr(os, "replace", no)
    assert "Permission denied" in refused(*DERIVE, "-o", str(tmp_path / "out.txt"))
    assert (tmp_path / "out.txt").read_text() == "old"
    assert os.listdir(tmp_path) == ["out.txt"]


def test_devices_and_pipes_are_written_to(tmp_path: Path) -> None:
    done = process(*DERIVE, "-o", "/dev/stdout")
    assert (done.returncode, done.stderr, b"409/630" in done.stdout) == (0, b"", True)
    assert process(*DERIVE, "-o", os.devnull).returncode == 0
    assert not os.path.isfile(os.devnull)
    pipe = tmp_path / "pipe.pdf"
    os.mkfifo(pipe)
    child = subprocess.Popen([*COMMAND, *DERIVE, "-o", str(pipe)], cwd=ROOT, env=env({}))
    assert "409/630" in pipe.read_text()
    assert child.wait() == 0


def test_nothing_that_is_read_is_written_over(tmp_path: Path) -> None:
    data = write(tmp_path, "m.txt", "6,1,1\n1,5,2\n2,3,7\n")
    with open(data, "rb") as stdin:
        asked = [*COMMAND, "derive", "-", "-m", "mcc", "-o", data]
        done = subprocess.run(asked, stdin=stdin, capture_output=True, cwd=ROOT, env=env({}), check=False)
    assert done.returncode == 2
    (tmp_path / "mine" / "text").mkdir(parents=True)
    own = write(tmp_path / "mine" / "text", "derivation.txt.jinja", "own")
    asked = ["derive", MATRIX, "-m", "mcc", "--templates", str(tmp_path / "mine"), "--format", "text", "-o", own]
    assert "written over" in refused(*asked)
    table = {"title": "T", "data": {"m": {"file": "m.txt"}}, "block": [{"data": "m"}]}
    spec = write(tmp_path, "spec.json", json.dumps(table))
    assert "written over" in refused("document", spec, "-o", data)
    assert Path(data).read_text() == "6,1,1\n1,5,2\n2,3,7\n"
    assert Path(own).read_text() == "own"


COMMAND_LINE = "from exactmetrics.cli import main\ntry: main({!r})\nexcept SystemExit as end: assert not end.code"
HEAVY = {"rich", "sympy", "jinja2", "numpy", "pandas", "polars", "pyarrow", "narwhals"}


@each(("arguments", "absent"), [
    (VALUE, HEAVY | {"json", "tomllib"}), (["--help"], HEAVY), (["metrics"], {"rich"}),
])  # fmt: skip
def test_what_starting_up_loads(arguments: list[str], absent: set[str]) -> None:
    modules = loaded(COMMAND_LINE.format(arguments))
    assert "click" in modules
    assert not {name.partition(".")[0] for name in modules} & absent
    if arguments == VALUE:
        assert not [name for name in modules if "score_" in name or (".scores" in name and "definitions" not in name)]


def test_a_standard_input_that_is_closed_is_told(tmp_path: Path) -> None:
    for arguments in (
        ["value", "-", *WEIGHTED],
        ["derive", "-", *WEIGHTED, "-o", write(tmp_path, "page.txt", b"")],
        ["verify", "-"],
        ["report", "-"],
    ):
        done = shell(arguments, after=" <&-")
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.startswith(b"Error: standard input is closed")
    assert shell(VALUE, after=" <&-").stdout == b"409/630\n"
