"""The group: help, version, the worked example without arguments, and what starting up loads."""

from __future__ import annotations

import shlex
import subprocess
import sys

import exactmetrics
from exactmetrics.cli import COMMANDS, TRY
from tests.cases import each
from tests.cli.run import MATRIX, env, printed, refused
from tests.house.source import ROOT


def test_no_arguments_show_a_worked_example() -> None:
    shown = printed()
    assert all(name in shown for name in ("bird", "cat", "dog"))
    assert "P_weighted = 409/630 ≈ 0.6492\n" in shown
    lines = shown.splitlines()
    assert all(lines[:2])
    assert [line.strip() for line in lines[-3:]] == list(TRY)


def test_an_option_of_one_value_is_given_once() -> None:
    """The last one was taken without a word."""
    asked = ("value", MATRIX, "-m", "f1", "-a", "macro")
    assert "-a is given 2 times, and takes one value" in refused(*asked, "--average", "micro")
    assert printed("value", MATRIX, "-m", "accuracy", "-m", "kappa")


@each("line", TRY)
def test_what_is_proposed_works(line: str) -> None:
    assert printed(*shlex.split(line)[1:])


@each("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str) -> None:
    shown = printed(command, "--help")
    assert f"Examples:\n    exactmetrics {command}" in shown
    assert f"\n  {command} " in printed("--help")


def test_all_commands_on_data_say_the_same_of_it() -> None:
    said = set()
    for command in COMMANDS:
        _, taken, rest = " ".join(printed(command, "--help").split()).partition(" DATA is a file (CSV,")
        said |= {rest.partition("true class.")[0]} if taken else set()
    assert len(said) == 1


def test_the_version() -> None:
    assert printed("--version") == f"exactmetrics {exactmetrics.__version__}\n"


def loaded(*arguments: str) -> set[str]:
    """The packages that running a command loads."""
    program = (
        "import sys\nfrom exactmetrics.cli import main\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code\n"
        "print(*{name.partition('.')[0] for name in sys.modules}, file=sys.stderr)"
    )
    run = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(run, capture_output=True, text=True, cwd=ROOT, env=env({}), check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stderr.split())


HEAVY = {"rich", "sympy", "jinja2", "numpy", "pandas", "polars", "pyarrow", "narwhals"}


def test_a_value_loads_click_only() -> None:
    modules = loaded("value", "6 1 1; 1 5 2; 2 3 7", "-m", "precision", "-a", "weighted")
    assert "click" in modules
    assert not modules & HEAVY
    assert not modules & {"json", "tomllib"}


def test_help_loads_nothing_heavy() -> None:
    assert not loaded("--help") & HEAVY


def test_a_catalogue_in_a_pipe_needs_no_rich() -> None:
    assert "rich" not in loaded("metrics")
