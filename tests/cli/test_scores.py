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


def test_standard_input_is_read_for_scores_too_and_for_both_sides() -> None:
    text = "y_true,y_score,w\n1,0.9,2\n0,0.3,1\n1,0.2,1\n0,0.1,3\n"
    assert "roc_auc" in run("report", "-", stdin=text).stdout
    again = run("report", "-", "--format", "json", "--sample-weight", "w", stdin=text).stdout
    assert json.loads(again)["n"] == 7
    models = ("-", "-m", "roc_auc", "--scores", "model_a", "--versus", "scores=model_b")
    assert values(*models, stdin=MODELS) == ("1", "1")
    assert values("-", "-m", "accuracy", "--pred", "pred_a", "--versus", "pred=pred_b", stdin=MODELS) == ("3/4", "3/4")
    refusal = run("value", "-", "-m", "f1", stdin=text).stderr
    assert "standard input holds scores and no predictions: --threshold" in refusal
    assert "standard input is empty" in run("report", "-", stdin="").stderr


def test_a_column_of_weights_reaches_the_scores(tmp_path: Path) -> None:
    (tmp_path / "w.csv").write_text("y_true,y_score,w\n1,0.9,2\n0,0.3,1\n1,0.2,1\n0,0.1,3\n")
    found = run("report", str(tmp_path / "w.csv"), "--sample-weight", "w", "--format", "json")
    rows = {row["metric"]: row["value"] for row in json.loads(found.stdout)["rows"]}
    assert (rows["roc_auc"], found.stderr) == ("11/12", "")  # of 3 times 4 pairs the one of 0.2 and 0.3 is wrong


def test_columns_of_two_models_are_told_as_such() -> None:
    found = run("report", "-", "--scores", "model_a,model_b", stdin=MODELS)
    assert '"compare --scores model_a --versus scores=model_b" compares two models' in found.stderr


def test_scores_that_are_no_probabilities_are_noted() -> None:
    percent = "y_true,y_score\n1,90\n0,30\n"
    told, cure = "standard input, row 2: the score of 1 is 90", "if these are percent, divide them by 100"
    found = run("report", "-", "--format", "json", stdin=percent)
    [note] = json.loads(found.stdout)["notes"]
    assert found.stderr == f"Note: {note}\n"
    assert note == f"without brier, log_loss: {told}, and probabilities are from 0 to 1; {cure}"
    assert f"{told}: brier is made of probabilities" in run("value", "-", "-m", "brier", stdin=percent).stderr


@each(("arguments", "told"), [
    ("value - -m brier", 1), ("value - -m roc_auc -a macro", 0), ("derive - -m log_loss", 1), ("report -", 1),
    ("value - -m brier -m log_loss", 1), ("compare - -m brier --versus metric=log_loss", 1),
    ("compare - -m hand_till --versus metric=log_loss", 1), ("compare - -m brier --versus convention=halved", 1),
])  # fmt: skip
def test_probabilities_that_do_not_add_up_to_1_are_noted_once(arguments: str, told: int) -> None:
    text = "y_true,p_a,p_b,p_c\na,0.5,0.3,0.2\nb,0.3,0.6,0.2\nc,0.1,0.1,0.8\n"
    found = run(*shlex.split(arguments), stdin=text)
    note = "standard input, row 3: the probabilities add up to 1.1 and not to 1; they count as they are, in 1 of 3 "
    assert (found.exit_code, found.stderr) == (0, f"Note: {note}samples\n" * told)
