"""`value`: the exact number, its JSON, and what is said besides."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.cases import each
from tests.cli.run import FIGURE_23, MATRIX, on_terminal, printed, refused, run, schema


def as_json(*arguments: str) -> dict[str, Any]:
    result = run("value", *arguments, "--json")
    assert result.exit_code == 0, result.stderr
    answer = json.loads(result.stdout)
    schema("value").validate(answer)
    assert list(answer) == list(schema("value").schema["required"])
    assert isinstance(answer, dict)
    return answer


# Worked by hand in the sources: articles on weighted averages (409/630, 841/1309) and Fahmy Amin 2023, Fig. 23.
@each(
    ("arguments", "exact"),
    [
        ([MATRIX, "-m", "precision", "-a", "weighted"], "409/630"),
        ([MATRIX, "-m", "f1", "-a", "weighted"], "841/1309"),
        ([FIGURE_23, "-m", "f1", "-a", "macro"], "49798/87135"),
        ([FIGURE_23, "-m", "f1", "-a", "macro", "--combine", "averages"], "6154892/9736815"),
        (
            [
                *(FIGURE_23, "-m", "fbeta", "-a", "macro", "--combine", "averages"),
                *("--convention", "convex", "-p", "beta=4/5"),
            ],
            "3077446/5414541",
        ),
    ],
)
def test_figures_of_the_sources(arguments: list[str], exact: str) -> None:
    assert printed("value", *arguments) == f"{exact}\n"
    answer = as_json(*arguments)
    assert answer["value"] == exact
    assert answer["exactness"] == "rational"
    # Fraction to double is correctly rounded by the language.
    assert answer["float"] == float(Fraction(exact))
    assert abs(Fraction(answer["decimal"]) - Fraction(exact)) <= Fraction(1, 2 * 10**16)
    assert answer["sign"] is answer["square"] is answer["reason"] is None
    assert answer["applied"] == []


def test_the_whole_answer() -> None:
    assert as_json(MATRIX, "-m", "PPV", "-a", "weighted", "--preset", "scikit-learn") == {
        "metric": "precision",
        "average": "weighted",
        "label": None,
        "form": "standard",
        "convention": "standard",
        "combine": "scores",
        "preset": "sklearn-1.9",
        "value": "409/630",
        "decimal": "0.6492063492063492",
        "float": 0.6492063492063492,
        "exactness": "rational",
        "sign": None,
        "square": None,
        "applied": [],
        "reason": None,
    }


def test_a_root_is_normative_in_sign_and_square() -> None:
    answer = as_json(MATRIX, "-m", "mcc")
    assert (answer["sign"], answer["square"]) == (1, "25/116")
    assert answer["value"] == "5*sqrt(29)/58"
    assert answer["exactness"] == "algebraic"
    # Two adjacent doubles enclose the root: the square of the nearest is nearest to 25/116.
    assert abs(Fraction(answer["float"]) ** 2 - Fraction(25, 116)) < Fraction(1, 10**16)
    assert answer["average"] is answer["label"] is answer["combine"] is None


def test_a_negative_root() -> None:
    # TP TN - FP FN = -5, rows sum to 5 and 5, columns to 3 and 7: 25/(5*5*3*7) is no square.
    answer = as_json("1 4; 2 3", "-m", "mcc")
    assert (answer["sign"], answer["square"]) == (-1, "1/21")


def test_a_sum_of_roots_has_no_square() -> None:
    answer = as_json("2 3 1; 0 4 1; 2 2 5", "-m", "mcc", "-a", "macro")
    assert answer["exactness"] == "algebraic"
    assert answer["value"].count("sqrt") > 1
    assert answer["sign"] is answer["square"] is None


def test_an_undefined_value() -> None:
    answer = as_json("6 0; 1 0", "--labels", "a,b", "-m", "precision", "--label", "b")
    assert answer["value"] is answer["decimal"] is answer["float"] is None
    assert answer["exactness"] == "undefined"
    assert "0/0" in answer["reason"]
    result = run("value", "6 0; 1 0", "--labels", "a,b", "-m", "precision", "--label", "b")
    assert (result.exit_code, result.stdout) == (0, "undefined\n")
    assert "precision of b is 0/0" in result.stderr


@each(
    ("options", "exact", "stands"),
    [
        (["--undefined", "0"], "3/7", "0"),
        (["--undefined", "1"], "13/14", "1"),
        (["--undefined", "omit"], "6/7", None),
        (["--preset", "sklearn"], "3/7", "0"),
    ],
)
def test_a_policy_that_acts_is_told(options: list[str], exact: str, stands: str | None) -> None:
    arguments = ["6 0; 1 0", "--labels", "a,b", "-m", "precision", "-a", "macro", *options]
    answer = as_json(*arguments)
    assert answer["value"] == exact
    (applied,) = answer["applied"]
    assert (applied["metric"], applied["label"], applied["value"], applied["ratio"]) == (
        "precision",
        "b",
        stands,
        "0/0",
    )
    result = run("value", *arguments)
    assert result.stdout == f"{exact}\n"
    assert "Note: precision of b is 0/0" in result.stderr


def test_a_policy_that_raises() -> None:
    assert "precision" in refused("value", "6 0; 1 0", "-m", "precision", "-a", "macro", "--undefined", "raise")


@each(
    ("options", "text"),
    [
        (["--places", "20"], "0.64920634920634920635"),
        (["--significant", "3"], "0.649"),
        (["--places", "3", "--rounding", "truncate"], "0.649"),
        (["--places", "0"], "1"),
    ],
)
def test_digits(options: list[str], text: str) -> None:
    arguments = ["value", MATRIX, "-m", "precision", "-a", "weighted", *options]
    assert printed(*arguments) == f"{text}\n"
    assert json.loads(printed(*arguments, "--json"))["decimal"] == text


def test_ties_follow_the_rule() -> None:
    # Accuracy 1/8 lies half way between 0.12 and 0.13.
    arguments = ["value", "1 7; 0 0", "-m", "accuracy", "--places", "2", "--rounding"]
    found = {rule: printed(*arguments, rule).strip() for rule in ("half-even", "half-up", "truncate", "nearest", "any")}
    assert found == {"half-even": "0.12", "half-up": "0.13", "truncate": "0.12", "nearest": "0.12", "any": "0.12"}


def test_rounding_alone_leaves_the_exact_value() -> None:
    assert printed("value", "1 7; 0 0", "-m", "accuracy", "--rounding", "half-up") == "1/8\n"


@each(
    "options",
    [["--places", "3", "--significant", "3"], ["--places", "-1"], ["--significant", "0"], ["--rounding", "up"]],
)
@each("matrix", ["1 7; 0 0", "0 0; 0 0"])
def test_wrong_digits_are_an_error_for_every_value(options: list[str], matrix: str) -> None:
    refused("value", matrix, "-m", "accuracy", *options)


def test_numbers_of_any_length() -> None:
    big = 10**299
    answer = as_json(f"{big} 1; 0 {big}e999", "-m", "tp", "-a", "micro")
    assert answer["value"] == str(big * 10**999 + big)
    assert answer["float"] is None  # larger than every double
    assert answer["exactness"] == "rational"


def test_without_a_metric_the_list_is_named() -> None:
    message = refused("value", MATRIX)
    assert "-m f1" in message
    assert "`exactmetrics metrics` lists all" in message


def test_several_metrics_are_told_apart_by_name() -> None:
    # 173/270 and 47/72 are the means of 6/9, 5/9, 7/10 and of 6/8, 5/8, 7/12.
    arguments = ["value", MATRIX, "-m", "PPV", "-m", "recall", "-a", "macro"]
    assert printed(*arguments) == "precision  173/270\nrecall     47/72\n"
    assert printed(*arguments, "--places", "3") == "precision  0.641\nrecall     0.653\n"
    assert on_terminal(*arguments).splitlines()[1].startswith("recall     47/72 ≈ 0.65277")
    answers = json.loads(printed(*arguments, "--json"))
    assert [(found["metric"], found["value"]) for found in answers] == [("precision", "173/270"), ("recall", "47/72")]
    for found in answers:
        schema("value").validate(found)


def test_a_parameter_goes_to_the_metric_that_takes_it() -> None:
    # F2 is 5 TP / (4 support + predicted) = 35/58 for dog.
    text = printed("value", MATRIX, "-m", "fbeta", "-m", "recall", "-p", "beta=2", "--label", "2")
    assert text == "fbeta   35/58\nrecall  7/12\n"
    assert "precision, recall have no parameter 'beta'" in refused(
        *("value", MATRIX, "-m", "precision", "-m", "recall", "-p", "beta=2", "-a", "macro")
    )


def test_several_metrics_with_one_that_has_no_value() -> None:
    result = run("value", "6 0; 1 0", "--labels", "a,b", "-m", "precision", "-m", "recall", "--label", "b")
    assert (result.exit_code, result.stdout) == (0, "precision  undefined\nrecall     0\n")


def test_of_several_metrics_those_of_the_matrix_are_asked_for_the_whole_matrix() -> None:
    """They were, in silence, those of the class against the rest, or the mean of these over the classes."""
    data = "50 3 7; 4 60 6; 10 2 58"
    # (200 * 168 - 13360) / (200^2 - 13360) with 60 * 64 + 70 * 65 + 70 * 71 = 13360; F1: 100/124, 120/135 and 116/141.
    result = run("value", data, "-m", "kappa", "-m", "f1", "-a", "macro")
    assert result.stdout == "kappa  253/333\nf1     33019/39339\n"
    assert result.stderr == "Note: average macro is for f1 alone: kappa is asked for the whole matrix\n"
    arguments = ["value", data, "--labels", "a,b,c", "-m", "acc", "-m", "recall", "--label", "b"]
    result = run(*arguments, "-m", "kappa")
    assert result.stdout == "accuracy  21/25\nrecall    6/7\nkappa     253/333\n"
    assert result.stderr == "Note: label b is for recall alone: accuracy and kappa are asked for the whole matrix\n"
    found = json.loads(run(*arguments, "--json").stdout)
    assert [(one["label"], one["value"]) for one in found] == [(None, "21/25"), ("b", "6/7")]


def test_options_of_an_average_go_with_it() -> None:
    # Balanced accuracy over a and b alone is the mean of 50/60 and 60/70.
    result = run(
        *("value", "50 3 7; 4 60 6; 10 2 58", "--labels", "a,b,c", "-m", "kappa", "-m", "recall"),
        *("-m", "balanced_accuracy", "-a", "macro", "--over", "a,b"),
    )
    assert result.stdout == "kappa              253/333\nrecall             71/84\nbalanced_accuracy  71/84\n"


def test_a_class_that_none_of_several_metrics_has_is_refused() -> None:
    message = refused("value", MATRIX, "-m", "kappa", "-m", "mcc", "-a", "macro")
    assert "kappa, mcc are metrics of the whole matrix" in message
    assert "--average 'macro'" in message
    # One alone is that of each class against the rest.
    assert printed("value", MATRIX, "-m", "accuracy", "-a", "macro") != printed("value", MATRIX, "-m", "accuracy")


@each(
    "arguments",
    [
        ["derive", MATRIX, "-m", "mcc"], ["compare", MATRIX, "-m", "mcc", "--versus", "metric=kappa"],
        ["report", MATRIX], ["picture", MATRIX], ["reference", "mcc"], ["feasible", "accuracy=0.9"],
    ],
)  # fmt: skip
def test_of_two_files_none_is_left_out_without_a_word(arguments: list[str], tmp_path: Path) -> None:
    files = [str(tmp_path / "x.html"), str(tmp_path / "x.tex")]
    message = refused(*arguments, "-o", files[0], "-o", files[1])
    assert "-o is given 2 times, and this writes one file" in message
    assert not list(tmp_path.iterdir())


def test_labels_named_twice_are_counted_from_one() -> None:
    message = refused("value", MATRIX, "--labels", "a,b,a", "-m", "mcc")
    assert "labels names 'a' twice, as number 1 and as number 3" in message


@each("command", [["derive"], ["compare", "--versus", "average=micro"]])
def test_where_one_metric_is_taken_a_second_is_no_silent_choice(command: list[str]) -> None:
    message = refused(*command, MATRIX, "-m", "precision", "-m", "recall", "-a", "macro")
    assert "-m is given 2 times" in message


def test_wrong_names_are_corrected() -> None:
    assert "'recall'" in refused("value", MATRIX, "-m", "recal", "-a", "macro")
    assert "macro" in refused("value", MATRIX, "-m", "recall", "-a", "makro")
    assert "bird" in refused("value", MATRIX, "--labels", "bird,cat,dog", "-m", "recall", "--label", "brid")
    assert "sklearn" in refused("value", MATRIX, "-m", "recall", "-a", "macro", "--preset", "sklaern")


def test_what_does_not_apply_is_an_error() -> None:
    refused("value", MATRIX, "-m", "recall")
    refused("value", MATRIX, "-m", "recall", "--label", "1", "-a", "macro")
    refused("value", MATRIX, "-m", "recall", "-a", "macro", "--combine", "averages")
    refused("value", MATRIX, "-m", "recall", "-a", "macro", "--form", "harmonic")
    refused("value", MATRIX, "-m", "recall", "-a", "macro", "--weights", "support")


def test_a_label_set_that_is_read_as_one_class_is_told() -> None:
    told = run("value", "docs/multilabel.csv", "-m", "accuracy").stderr
    assert "'sand|sea' is counted as one class: --multilabel reads it as the set of its labels" in told
    assert "--multilabel" not in run("value", "docs/multilabel.csv", "-m", "subset_accuracy", "--multilabel").stderr
