"""Scores on the command line: what is read of files and of standard input, and what is told of it."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

from tests.cases import each
from tests.cli.run import run

MODELS = "y_true,model_a,model_b,pred_a,pred_b\n1,0.9,0.8,1,1\n0,0.3,0.6,0,1\n1,0.4,0.7,0,1\n0,0.2,0.1,0,0\n"


def values(*arguments: str, stdin: str | None = None) -> tuple[str, str]:
    """The two values of a comparison."""
    found = run("compare", *arguments, "--format", "json", stdin=stdin)
    assert found.exit_code == 0, found.stderr
    comparison = json.loads(found.stdout)
    return comparison["first"]["value"], comparison["second"]["value"]


@each(("options", "found"), [
    ("--positive 1 --versus positive=0", ("5/6", "1/6")), ("--positive 0 --versus positive=", ("1/6", "5/6")),
    ("--versus positive=0 --versus metric=gini", ("5/6", "-2/3")),
])  # fmt: skip
def test_the_other_class_may_be_the_positive_one_of_the_second(
    folder: Path, options: str, found: tuple[str, str]
) -> None:
    assert values("scores.csv", "-m", "roc_auc", *shlex.split(options)) == found
