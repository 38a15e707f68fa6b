"""Running the command: inside this process, as a process of its own, and on a terminal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from exactmetrics.cli import main
from tests.house.source import ROOT

MATRIX = "6 1 1; 1 5 2; 2 3 7"
FIGURE_23 = "4 0 1; 10 65 16; 1 1 9"
COMMAND = [sys.executable, "-m", "exactmetrics"]


def run(*arguments: str, stdin: str | bytes | None = None) -> Result:
    """Run inside this process; what is raised beyond exits is a failure of the test."""
    return CliRunner().invoke(main, list(arguments), input=stdin, catch_exceptions=False, prog_name="exactmetrics")


def printed(*arguments: str, stdin: str | bytes | None = None) -> str:
    """The standard output of a command that succeeds without a word on standard error."""
    result = run(*arguments, stdin=stdin)
    assert result.exit_code == 0, result.stderr
    assert result.stderr == ""
    return result.stdout


def refused(*arguments: str, stdin: str | bytes | None = None) -> str:
    """The message of a command that cannot use its input."""
    result = run(*arguments, stdin=stdin)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "Error: " in result.stderr
    return result.stderr


@cache
def schema(name: str, room: str = "cli") -> Draft202012Validator:
    """A published schema, itself checked."""
    document = json.loads(files(f"exactmetrics.{room}").joinpath(f"{name}.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(document)
    return Draft202012Validator(document)


def process(*arguments: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run as a process of its own, its output in pipes."""
    return subprocess.run(
        [*COMMAND, *arguments], input=stdin, capture_output=True, check=False, cwd=ROOT, env=env(environment)
    )


def env(more: Mapping[str, str]) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


def on_terminal(*arguments: str, columns: int = 120, statuses: tuple[int, ...] = (0,), **environment: str) -> str:
    """What a terminal shows, standard error included."""
    import pty

    ours, theirs = pty.openpty()
    settings = env({"COLUMNS": str(columns), "TERM": "xterm-256color", **environment})
    child: subprocess.Popen[Any] = subprocess.Popen(
        [*COMMAND, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, cwd=ROOT, env=settings
    )
    os.close(theirs)
    shown = b""
    try:
        while chunk := os.read(ours, 65536):
            shown += chunk
    except OSError:  # how Linux says that the other side has closed
        pass
    os.close(ours)
    assert child.wait() in statuses, shown
    return shown.decode("utf-8").replace("\r\n", "\n")


def write(folder: Path, name: str, text: str | bytes) -> str:
    """Make a file and return its name."""
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return str(path)
