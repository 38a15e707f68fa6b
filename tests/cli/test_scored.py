"""Files of scores on the command line."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cases import each
from tests.cli.run import MATRIX, printed, refused, run, schema, write

SCORES = "y_true,y_score\n1,0.9\n1,0.7\n1,0.5\n0,0.7\n0,0.4\n0,0.2\n"
WORDS = SCORES.replace("\n1,", "\nyes,").replace("\n0,", "\nno,")
THREE = "y_true,p_a,p_b,p_c\na,0.6,0.3,0.1\nb,0.2,0.5,0.3\nc,0.4,0.3,0.3\n"


@each(("text", "arguments", "shown"), [
    (SCORES, ["-m", "AUC"], "5/6\n"),
    (SCORES, ["-m", "roc_auc", "--places", "3"], "0.833\n"),
    (SCORES, ["-m", "auc", "-m", "ap"], "roc_auc            5/6\naverage_precision  29/36\n"),
    (SCORES, ["-m", "pauc", "-p", "max_fpr=1/3", "--convention", "area"], "1/6\n"),
    (WORDS, ["-m", "auc", "--positive", "yes"], "5/6\n"),
    (SCORES, ["-m", "auc", "--positive", "0"], "1/6\n"),
    (SCORES.replace("y_score", "s"), ["-m", "auc", "--scores", "s"], "5/6\n"),
    (SCORES.replace("y_true", "t"), ["-m", "auc", "--true", "t"], "5/6\n"),
    (SCORES, ["-m", "recall", "--threshold", "0.6"], "2/3\n"),
    (WORDS, ["-m", "precision", "--threshold", "0.6", "--positive", "yes"], "2/3\n"),
    (THREE, ["-m", "auc", "-a", "macro"], "11/12\n"),
    (THREE, ["-m", "auc", "--label", "c"], "3/4\n"),
    (THREE, ["-m", "auc", "-a", "macro", "--multi-class", "ovo"], "11/12\n"),
    (THREE, ["-m", "top_k_accuracy", "-p", "k=1", "--scores", "p_a,p_b,p_c", "--labels", "a,b,c"], "2/3\n"),
])  # fmt: skip
def test_values(tmp_path: Path, text: str, arguments: list[str], shown: str) -> None:
    assert printed("value", write(tmp_path, "scores.csv", text), *arguments) == shown
    assert printed("value", "-", *arguments, stdin=text) == shown


def test_the_best_threshold_is_told(tmp_path: Path) -> None:
    file = write(tmp_path, "scores.csv", SCORES)
    result = run("value", file, "-m", "f1", "--threshold", "best")
    assert result.stdout == "6/7\n"
    assert "at least 1/2" in result.stderr
    result = run("value", file, "-m", "fbeta", "-p", "beta=0", "--threshold", "best")
    assert result.stdout == "1\n"
    assert "at least 9/10" in result.stderr


def test_json(tmp_path: Path) -> None:
    file = write(tmp_path, "scores.csv", SCORES.replace("1,", "0,"))
    answer = json.loads(run("value", file, "-m", "auc", "--json").stdout)
    schema("value").validate(answer)
    assert (answer["metric"], answer["label"], answer["value"]) == ("roc_auc", "1", None)
    assert "0/0" in answer["reason"]
    answer = json.loads(run("value", file, "-m", "auc", "--undefined", "1", "--json").stdout)
    schema("value").validate(answer)
    assert [(a["metric"], a["value"]) for a in answer["applied"]] == [("roc_auc", "1")]


@each(("arguments", "shown"), [
    # scikit-learn: f1_score(y == "a", scores >= 0.5), and with average="macro"
    (["-m", "f1", "--label", "a", "--threshold", "0.5"], "2/3\n"),
    (["-m", "f1", "--label", "a", "-a", "macro", "--threshold", "0.5"], "11/15\n"),
])  # fmt: skip
def test_a_threshold_of_one_of_several_classes(tmp_path: Path, arguments: list[str], shown: str) -> None:
    """It asked for --label, though that was given."""
    text = "y_true,p_a,p_b,p_c\na,.6,.3,.1\na,.3,.3,.4\nb,.2,.6,.2\nb,.4,.3,.3\n"
    file = write(tmp_path, "scores.csv", text)
    assert printed("value", file, *arguments) == shown
    result = run("value", file, "-m", "f1", "--label", "a", "--threshold", "best")
    assert result.stdout == "4/5\n"  # two of two, and one sample of b, from 3/10 on
    assert "predicted as a: samples that score at least 3/10" in result.stderr
    without = [part for part in arguments if part not in ("--label", "a")]
    assert "say with --label which class, one of 'a', 'b', 'c'" in refused("value", file, *without)


@each(("arguments", "where"), [
    (["-m", "auc", "-m", "f1"], "one kind at a time"),
    (["-m", "auc", "--over", "true"], "--over does not go with auc"),
    (["-m", "auc", "--threshold", "0.5"], "--threshold does not go with auc"),
    (["-m", "auc", "-p", "beta=1"], "no parameter 'beta'"),
    (["-m", "top_k_accuracy", "-p", "k=two"], "top_k_accuracy: k must be a whole number from 1 on"),
    (["-m", "ndcg"], "a ranking (dcg, ndcg) is a row of relevances"),
    (["-m", "ndcg@3"], "-m ndcg -p k=3"),
    (["-m", "f1", "--scores", "y_score"], "--threshold"),
    (["-m", "f1"], "holds scores and no predictions: --threshold"),
    (["-m", "f1", "--threshold", "half"], "'half'"),
    (["-m", "f1", "-m", "mcc", "--threshold", "best"], "for one metric"),
    (["-m", "f1", "--multi-class", "ovo"], "--multi-class"),
    (["-m", "auc", "--scores", "p"], "no column 'p'"),
    (["-m", "auc", "--positive", "2"], "2"),
])  # fmt: skip
def test_what_is_refused(tmp_path: Path, arguments: list[str], where: str) -> None:
    assert where in refused("value", write(tmp_path, "scores.csv", SCORES), *arguments)


def test_commands_about_counts_say_that_a_file_holds_scores(tmp_path: Path) -> None:
    for text in (SCORES, THREE):
        file = write(tmp_path, "scores.csv", text)
        for command in (["report"], ["compare", "-m", "f1", "-a", "macro", "--versus", "average=micro"]):
            message = refused(command[0], file, *command[1:])
            assert "scores.csv holds scores and no predictions: value and derive read scores" in message
    assert "exercises are about counts" in refused("exercises", "-m", "roc_auc")


@each(("weight", "told"), [("-1", "sample_weight is -1: a count"), ("nan", "sample_weight is the text 'nan'")])
def test_a_wrong_weight_has_a_file_and_a_row(tmp_path: Path, weight: str, told: str) -> None:
    text = f"y_true,y_score,sample_weight\n1,0.9,1\n0,0.2,{weight}\n"
    assert f"scores.csv, row 3: {told}" in refused("value", write(tmp_path, "scores.csv", text), "-m", "auc")
    records = write(tmp_path, "a.json", '{"y_true": [1, 0], "y_score": [2, 1], "sample_weight": [1, -1]}')
    assert "a.json: sample_weight at position 1 is -1" in refused("value", records, "-m", "auc")


@each("data", [MATRIX, "[[50,3,7],[4,60,6],[10,2,58]]", '{"matrix": [[1, 2], [3, 4]]}'])
@each("command", ["value", "derive"])
def test_a_matrix_has_no_scores(command: str, data: str) -> None:
    message = refused(command, data, "-m", "auc")
    assert "auc needs the scores of single samples, and an inline matrix holds counts alone" in message
    assert "a file with a header" in message


def test_a_question_about_counts_loads_nothing_of_scores() -> None:
    from tests.house.test_import_cost import loaded

    modules = loaded(
        f"from exactmetrics.cli import main\ntry: main(['value', {MATRIX!r}, '-m', 'mcc'])\nexcept SystemExit: pass"
    )
    assert not [name for name in modules if "score_" in name or (".scores" in name and "definitions" not in name)]
