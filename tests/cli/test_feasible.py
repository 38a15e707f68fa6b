"""`exactmetrics feasible`: scores and files in, sentences, Markdown or JSON out, and the exit status."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cases import each
from tests.cli.run import on_terminal, refused, run, write
from tests.feasibility.test_feasible_pages import schema

YES = ("--n", "100", "--positives", "40", "accuracy=0.91", "f1=0.87")
NO = ("--n", "100", "accuracy=0.915", "--rounding", "half-even")
OPEN = ("--labels", "a,b,c", "accuracy=0.333", "f1[macro]=0.334", "mcc=0.123", "--budget", "0.2")


@each(("arguments", "status", "word"), [
    (YES, 0, "Feasible"), (NO, 1, "Infeasible"), (OPEN, 3, "Not decided"),
])  # fmt: skip
def test_the_exit_status(arguments: tuple[str, ...], status: int, word: str) -> None:
    result = run("feasible", *arguments)
    assert (result.exit_code, result.stderr) == (status, "")
    assert result.stdout.startswith(word)


def test_the_answer_in_words() -> None:
    shown = run("feasible", *YES).stdout
    assert "31   9   0  60" in shown
    assert "recall = 0.775 (31/40)" in shown
    assert "accuracy can be 0.91 (91/100) or 0.92 (23/25)" in run("feasible", *NO).stdout


@each("arguments", [YES, NO, OPEN])
def test_json(arguments: tuple[str, ...]) -> None:
    data = json.loads(run("feasible", *arguments, "--json").stdout)
    schema("feasible").validate(data)
    assert data["rounding"] == ("half-even" if arguments is NO else "nearest")


@each("name", ["f1[macro]", "macro_f1", "f1_macro", "macro-F1", "macro avg f1-score", "F1[macro]"])
def test_ways_to_name_an_average(name: str) -> None:
    """All mean the same: the matrices are those of the first."""

    def solutions(name: str) -> object:
        return json.loads(run("feasible", "--supports", "A=3,B=4,C=2", f"{name}=0.61", "--json").stdout)["solutions"]

    assert solutions(name) == solutions("f1[macro]")


def test_a_class_by_its_name() -> None:
    known = ("--supports", "A=5,B=91,C=4", "accuracy=0.91")
    assert run("feasible", *known, "recall[A]=0.4").exit_code == 0
    assert run("feasible", *known, "recall[A]=0.5").exit_code == 1
    assert "no class 'D'" in refused("feasible", *known, "recall[D]=0.5")


def test_a_metric_of_one_class_needs_one_and_the_message_names_what_to_write() -> None:
    said = refused("feasible", "--supports", "A=5,B=4", "accuracy=0.5", "recall=0.5")
    assert "name it as recall[A] or recall[B], name an average, as recall[macro]" in said
    assert "--label" not in said
    assert "--average" not in said
    assert "--positive" in said
    for cure in (("recall[A]=0.6",), ("recall[macro]=0.55",), ("--positive", "B", "recall=0.5")):
        assert run("feasible", "--supports", "A=5,B=4", *cure).exit_code == 0


def test_supports_that_are_not_known() -> None:
    shown = run("feasible", "--n", "9", "--supports", "A=4,B=?", "accuracy=8/9", "--json").stdout
    assert json.loads(shown)["feasible"]


def test_means_over_parts() -> None:
    known = ("--parts", "52+94,74+37", "accuracy=0.573", "--tolerance", "0.001")
    assert run("feasible", *known, "recall=0.768").exit_code == 0
    assert run("feasible", *known, "recall=0.568", "balanced_accuracy=0.662").exit_code == 1


def test_a_file_and_options_that_go_before_it(tmp_path: Path) -> None:
    path = write(tmp_path, "scores.toml", '[data]\nn = 11\n[sets.A]\nrecall = "1/4"\n[sets.B]\nrecall = "2/3"\n')
    assert run("feasible", path).exit_code == 1
    result = run("feasible", path, "--n", "12", "--format", "markdown")
    assert result.exit_code == 0
    assert "| A | 3 | 9 | 0 | 0 |" in result.stdout


def test_several_problems_in_one_file(tmp_path: Path) -> None:
    text = "".join(f'[[problem]]\nname = "row {r}"\nscores = {{recall = "{r}"}}\n' for r in ("0.50", "1.2"))
    path = write(tmp_path, "rows.toml", "data = {n = 10}\n" + text)
    result = run("feasible", path)
    assert result.exit_code == 1
    assert result.stdout.index("row 0.50") < result.stdout.index("row 1.2")
    tables = json.loads(run("feasible", path, "--json").stdout)
    assert [(table["problem"], table["feasible"]) for table in tables] == [("row 0.50", True), ("row 1.2", False)]
    for table in tables:
        schema("feasible").validate(table)


def test_a_file_is_written_in_the_format_of_its_ending(tmp_path: Path) -> None:
    for name, beginning in (("a.md", "**Feasible"), ("a.json", "{"), ("a.txt", "Feasible")):
        assert run("feasible", *YES, "-o", str(tmp_path / name)).exit_code == 0
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(beginning)
    assert "no answer is written as html" in refused("feasible", *YES, "-o", str(tmp_path / "a.html"))


@each(("arguments", "words"), [
    (("accurcy=0.9",), "did you mean 'accuracy'"),
    (("accuracy",), "neither NAME=NUMBER"),
    (("accuracy=",), "NAME=NUMBER"),
    (("=0.5",), "NAME=NUMBER"),
    (("f1[macro=0.5",), "NAME=NUMBER"),
    (("accuracy=nine", "--n", "9"), "nine"),
    (("accuracy=0.9", "--supports", "A"), "CLASS=SAMPLES"),
    (("accuracy=0.9", "--supports", "A=1,A=2"), "twice"),
    (("accuracy=0.9", "--parts", "3"), "POSITIVES+NEGATIVES"),
    (("accuracy=0.9", "--n", "9", "--positives", "10"), "positives = 10 is more than n = 9"),
    (("accuracy=0.9", "--rounding", "up"), "half-up"),
    (("accuracy=0.9", "--budget", "0", "--n", "9"), "greater than 0"),
    (("missing.toml",), "cannot be read"),
    (("accuracy 0.912",), "did you mean accuracy=0.912?"),
    (("accuracy", "0.912"), "NAME=NUMBER"),
    (("accuracy: 0.912", "f1=0.8"), "did you mean accuracy=0.912?"),
    (("accuracy=0,912",), "decimal point: 0.912"),
    ((), "Missing argument"),
])  # fmt: skip
def test_what_cannot_be_used(arguments: tuple[str, ...], words: str) -> None:
    assert words in refused("feasible", *arguments)


def test_an_input_is_not_written_over(tmp_path: Path) -> None:
    path = write(tmp_path, "scores.json", '{"data": {"n": 12}, "scores": {"recall": "1/4"}}')
    assert "written over" in refused("feasible", path, "-o", path)


def test_a_strangers_name_cannot_steer_a_terminal(tmp_path: Path) -> None:
    path = write(tmp_path, "scores.json", '{"problem": [{"name": "a\\u001b[31m", "scores": {"recall": "1/4"}}]}')
    assert "\x1b" not in run("feasible", path).stdout


def test_progress_is_shown_on_a_terminal_and_nowhere_else() -> None:
    long = (*OPEN[:-1], "2")
    assert "steps" in on_terminal("feasible", *long, statuses=(3,)).split("Not decided")[0]
    assert run("feasible", *OPEN).stderr == ""


def test_the_language() -> None:
    assert run("feasible", *YES, "--language", "es").stdout.startswith("Factible")
    assert "no language 'xx'" in refused("feasible", *YES, "--language", "xx")
