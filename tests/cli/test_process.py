"""The command as a process: exit statuses, streams, pipes, encodings, files that cannot be read or written."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.cases import each
from tests.cli.run import COMMAND, MATRIX, env, process, refused, run, write
from tests.house.source import ROOT
from tests.tools import module

WEIGHTED = ["-m", "precision", "-a", "weighted"]


def test_a_value_is_one_line() -> None:
    done = process("value", MATRIX, *WEIGHTED)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"409/630\n", b"")


@each(
    "data",
    [
        b"6 1 1; 1 5 2; 2 3 7",
        b"6,1,1\n1,5,2\n2,3,7\n",
        b'{"matrix": [[6, 1, 1], [1, 5, 2], [2, 3, 7]]}',
        b"matrix = [[6, 1, 1], [1, 5, 2], [2, 3, 7]]\n",
    ],
)
def test_standard_input(data: bytes) -> None:
    done = process("value", "-", *WEIGHTED, stdin=data)
    assert (done.returncode, done.stdout) == (0, b"409/630\n")


def test_data_options(tmp_path: Path) -> None:
    pairs = write(tmp_path, "pairs.csv", "y,p\na,a\na,b\nb,b\n")
    assert process("value", pairs, "--true", "y", "--pred", "p", "-m", "recall", "--label", "a").stdout == b"1/2\n"
    assert process("value", pairs, "--true", "p", "--pred", "y", "-m", "recall", "--label", "a").stdout == b"1\n"
    turned = process("value", "5 1; 3 7", "--orientation", "predicted", "-m", "recall", "--label", "0")
    assert turned.stdout == b"5/8\n"


def test_a_remark_about_the_data_goes_to_standard_error(tmp_path: Path) -> None:
    data = write(tmp_path, "turned.csv", ",cat,dog\ndog,1,7\ncat,5,2\n")
    done = process("value", data, "-m", "recall", "--label", "cat")
    assert (done.returncode, done.stdout) == (0, b"5/7\n")
    assert done.stderr.startswith(b"Note: ")


@each(
    ("arguments", "told"),
    [
        (["value", "no_such_file.csv", *WEIGHTED], "no_such_file.csv"),
        (["value", "templates", *WEIGHTED], "the folder templates holds no .parquet, .csv or .tsv file"),
        (["value", "", *WEIGHTED], "empty"),
        (["value", "6 1; 1", *WEIGHTED], "row"),
        (["value", "6 x; 1 2", *WEIGHTED], "'x'"),
        (["value", MATRIX, "--orientation", "sideways", *WEIGHTED], "sideways"),
        (["value", *WEIGHTED], "DATA"),
        (["value", MATRIX, *WEIGHTED, "--places", "x"], "--places"),
        (["value", MATRIX, *WEIGHTED, "--unknown"], "--unknown"),
        (["unknown"], "unknown"),
        (["derive", MATRIX, *WEIGHTED, "--format", "word"], "word"),
        (["derive", MATRIX, *WEIGHTED, "--language", "xx"], "xx"),
        (["derive", MATRIX, *WEIGHTED, "--profile", "xx"], "xx"),
        (["examples", "--check", "--write"], "--write"),
        (["examples", "no-such"], "no-such"),
        (["metrics", "no-such"], "no-such"),
    ],
)
def test_what_cannot_be_used_is_status_2_and_a_message(arguments: list[str], told: str) -> None:
    assert told in refused(*arguments)


@each("command", ["prove"])
def test_what_does_not_work_yet_is_absent(command: str) -> None:
    done = process(command)
    assert (done.returncode, done.stdout) == (2, b"")
    assert command not in process("--help").stdout.decode().split("Commands:")[1].split("Examples:")[0]


def test_a_broken_file_is_an_error(tmp_path: Path) -> None:
    for name, text in [("a.csv", b"\xff\xfe\x00"), ("b.json", b"{"), ("c.toml", b"= 3"), ("d.csv", b"")]:
        done = process("value", write(tmp_path, name, text), *WEIGHTED)
        assert done.returncode == 2, name
        assert name in done.stderr.decode()
        assert "Traceback" not in done.stderr.decode()


def test_an_unreadable_file_is_an_error(tmp_path: Path) -> None:
    # A directory in place of a file cannot be read by anybody, root included.
    (tmp_path / "folder.csv").mkdir()
    done = process("value", str(tmp_path / "folder.csv"), *WEIGHTED)
    assert done.returncode == 2
    assert "folder.csv" in done.stderr.decode()


def test_a_reader_that_goes_away_is_no_failure() -> None:
    child = subprocess.Popen(
        [*COMMAND, "metrics", "--conventions"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, env=env({})
    )
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.close()
    assert child.stderr.read() == b""
    assert child.wait() == 128 + signal.SIGPIPE


def test_an_interruption_is_no_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("exactmetrics.cli.value.predictions_from", interrupted)
    assert run("value", MATRIX, *WEIGHTED).exit_code == 128 + signal.SIGINT


def test_a_full_disk_is_told() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*COMMAND, "value", MATRIX, *WEIGHTED],
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            env=env({}),
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.decode().startswith("Error: cannot")


def test_a_closed_output_is_told() -> None:
    for command in (("value", MATRIX, *WEIGHTED), ("report", MATRIX, "--format", "json"), ("metrics",)):
        closed = " ".join(map(shlex.quote, [*COMMAND, *command])) + " >&-"
        done = subprocess.run(["sh", "-c", closed], stderr=subprocess.PIPE, cwd=ROOT, env=env({}), check=False)
        assert done.returncode == 2, command
        assert done.stderr == b"Error: cannot read or write the output: Bad file descriptor\n"


def test_endless_input_is_refused_at_once(tmp_path: Path) -> None:
    for arguments in (("value", "/dev/zero", *WEIGHTED), ("verify", "/dev/zero"), ("document", "/dev/zero")):
        done = process(*arguments)
        assert done.returncode == 2, arguments
        assert "/dev/zero is a binary file" in done.stderr.decode()
    for ending in ("csv", "json", "xlsx", "parquet"):
        link = tmp_path / f"link.{ending}"
        link.symlink_to("/dev/zero")
        bounded = "ulimit -v 8000000; " + " ".join(map(shlex.quote, [*COMMAND, "value", str(link), *WEIGHTED]))
        told = subprocess.run(["sh", "-c", bounded], stderr=subprocess.PIPE, cwd=ROOT, env=env({}), check=False)
        assert told.returncode == 2, ending
        assert told.stderr.startswith(b"Error: "), ending


def test_a_command_runs_beside_the_main_thread() -> None:
    """A server calls it in a thread of its own, where signals cannot be set."""
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(run, "value", MATRIX, *WEIGHTED).result().output == "409/630\n"


def test_a_broken_parquet_file_is_an_error(tmp_path: Path) -> None:
    module("polars")
    message = refused("value", write(tmp_path, "b.parquet", b"x"), *WEIGHTED)
    assert "b.parquet cannot be read as parquet" in message


def test_more_digits_than_anybody_reads_are_refused() -> None:
    for option in ("--places", "--significant"):
        assert "at most 10000 digits" in refused("value", MATRIX, *WEIGHTED, option, "100000000")


def test_a_terminal_that_lacks_a_character_shows_another() -> None:
    done = process("derive", MATRIX, *WEIGHTED, PYTHONIOENCODING="latin-1")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"409/630 ? 0.6492" in done.stdout
    assert "409/630 ≈ 0.6492".encode() in process("derive", MATRIX, *WEIGHTED, PYTHONIOENCODING="utf-8").stdout


def test_json_is_the_same_on_every_terminal() -> None:
    arguments = ["value", "5 1; 3 7", "--labels", "鳥,Vögel", "-m", "recall", "--label", "Vögel", "--json"]
    plain, wide = (process(*arguments, PYTHONIOENCODING=name).stdout for name in ("latin-1", "utf-8"))
    assert plain == wide
    assert json.loads(plain)["label"] == "Vögel"


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


def test_a_label_of_broken_bytes() -> None:
    arguments: list[str | bytes] = [*COMMAND, "derive", "5 1; 3 7", "--labels", b"a\xff,b", "-m", "accuracy"]
    done = subprocess.run(arguments, capture_output=True, cwd=ROOT, env=env({}), check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"predicted: a" in done.stdout
