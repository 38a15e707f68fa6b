"""Where Python strips docstrings (-OO), what is printed of them is there: definitions, and the help of commands."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

from tests.cases import each
from tests.cli.run import MATRIX, env, printed
from tests.house.source import ROOT

EVERY = """
import click
from inspect import cleandoc
from exactmetrics.cli import main
from exactmetrics.metrics.registry import all_metrics
from exactmetrics.metrics.score_registry import all_score_metrics

def helped(command):
    print(command.name, cleandoc(command.help))
    if isinstance(command, click.Group):
        for name in command.list_commands(None):
            helped(command.get_command(None, name))

helped(main)
for metric in [*all_metrics(), *all_score_metrics()]:
    for name, convention in metric.conventions.items():
        print(metric.name, name, convention.doc)
"""


def out(*arguments: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], capture_output=True, check=False, cwd=ROOT, env=env(environment), text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_every_docstring_that_is_printed() -> None:
    assert out("-OO", "-c", EVERY) == out("-c", EVERY)


@each(
    "arguments",
    [
        ["derive", MATRIX, "-m", "mcc"],
        ["derive", "5 1; 5 7", "-m", "mcc", "--detail", "full", "--language", "fr"],
        ["report", MATRIX, "--derivations"],
        ["reference", "roc_auc"],
        ["metrics", "fbeta"],
    ],
)
def test_pages(arguments: list[str]) -> None:
    assert out("-OO", "-m", "exactmetrics", *arguments) == printed(*arguments)


def test_an_archive(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "package.zip", "w") as archive:
        for path in ROOT.joinpath("exactmetrics").rglob("*.py"):
            archive.write(path, path.relative_to(ROOT))
    assert out("-OO", "-c", EVERY, PYTHONPATH=str(tmp_path / "package.zip")) == out("-c", EVERY)


def test_a_definition_without_a_docstring_has_a_page() -> None:
    made = """
import exactmetrics as em
from exactmetrics.metrics.metric import metric
metric("lost", scope="class", range=(0, None), optimum=0)(lambda c: c.fn)
print(em.ConfusionMatrix([[5, 1], [5, 7]]).derive("lost", label=0))
"""
    for options in ((), ("-OO",)):
        assert "= 1" in out(*options, "-c", made)
