"""Every option reaches the computation: all questions of the registry asked on the command line, against the oracle."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tests.cases import each
from tests.cli.run import printed, refused, run, schema, write
from tests.contracts.questions import QUESTIONS, Question, restricted
from tests.oracle import Missing, Oracle, same

ROWS = [[6, 1, 2], [0, 5, 4], [3, 2, 9]]  # FP and FN differ in every class
TWO = [[6, 1], [4, 9]]
LABELS = "abc"
RESTRICTED = [r for q in QUESTIONS for r in restricted(q)]


def arguments(question: Question) -> Iterator[str]:
    """The question as somebody would type it."""
    for key, option in question.named().items():
        match key, option:
            case "over", list():
                option = ",".join(option)
            case "weights", dict():
                option = ",".join(f"{name}={weight}" for name, weight in option.items())
        if key in question.parameters:
            yield from ("-p", f"{key}={option}")
        else:
            yield from (f"--{key}", str(option))


def inline(rows: list[list[int]]) -> str:
    return "; ".join(" ".join(map(str, row)) for row in rows)


def read_exact(answer: dict[str, Any]) -> Any:
    """A rational, or the sign and the square of a root; None where only display is given."""
    from exactmetrics.exact.values import Root

    if answer["sign"] is not None:
        return Root(answer["sign"], Fraction(answer["square"] or answer["radicand"]), answer.get("degree", 2))
    return Fraction(answer["value"]) if answer["exactness"] == "rational" else None


@each("question", [*QUESTIONS, *RESTRICTED], ids=str, quick=120)
def test_every_question(question: Question) -> None:
    form = question.convention.forms[question.options["form"]]
    rows = TWO if form.classes == 2 and question.asks_whole else ROWS
    names = ",".join(LABELS[: len(rows)])
    result = run("value", inline(rows), "--labels", names, "-m", question.metric, *arguments(question), "--json")
    assert result.exit_code == 0, result.stderr
    answer = json.loads(result.stdout)
    schema("value").validate(answer)
    assert (answer["metric"], answer["convention"], answer["form"]) == question.key
    label = question.options.get("label")
    assert answer["label"] == (None if label is None else LABELS[label])
    assert answer["average"] == question.options.get("average")
    want = Oracle(rows).value(question.metric, **question.options)
    assert isinstance(want, Missing) == (answer["exactness"] == "undefined")
    found = read_exact(answer)
    assert found is None or same(found, want)


def test_positive() -> None:
    whole = ["value", "5 1; 3 7", "--labels", "no,yes", "-m", "recall"]
    assert printed(*whole, "--positive", "yes") == printed(*whole, "--label", "yes") == "7/10\n"
    assert json.loads(printed(*whole, "--positive", "yes", "--json"))["label"] == "yes"


def test_a_label_is_found_by_its_text() -> None:
    # Without names the classes are the whole numbers from 0 on.
    assert printed("value", "5 1; 3 7", "-m", "recall", "--label", "1") == "7/10\n"
    assert printed("value", "5 1; 3 7", "-m", "recall", "-a", "macro", "--over", "1") == "7/10\n"
    assert printed("value", "5 1; 3 7", "-m", "recall", "-a", "weighted", "--weights", "0=0,1=1/3") == "7/10\n"


def test_an_ambiguous_label_is_an_error(tmp_path: Any) -> None:
    data = write(tmp_path, "mixed.json", '{"labels": [1, "1"], "matrix": [[5, 1], [3, 7]]}')
    assert "'1'" in refused("value", data, "-m", "recall", "--label", "1")


def test_labels_with_commas_and_equals_signs() -> None:
    odd = ["value", "5 1; 3 7", "--labels", '"a, b",c=d', "-m", "recall"]
    assert printed(*odd, "--label", "a, b") == "5/6\n"
    assert printed(*odd, "-a", "macro", "--over", '"a, b"') == "5/6\n"
    assert printed(*odd, "-a", "weighted", "--weights", '"a, b=0",c=d=1') == "7/10\n"


def test_labels_that_look_like_numbers_are_numbers() -> None:
    assert (
        json.loads(printed("value", "5 1; 3 7", "--labels", "7,8", "-m", "recall", "--label", "8", "--json"))["value"]
        == "7/10"
    )


def test_a_list_may_hold_one_word_of_the_interface() -> None:
    # "true" chooses the classes that are true somewhere; "true," is the class of that name.
    words = ["value", "5 1; 3 7", "--labels", "true,other", "-m", "recall", "-a", "macro", "--over"]
    assert printed(*words, "true,") == "5/6\n"
    assert printed(*words, "true") == "23/30\n"


@each(
    "given",
    [
        "beta",
        "beta=",
        "=2",
        "beta=x",
        "beta=0/0",
        "gamma=2",
        "label=1",
        "metric=f1",
        "self=1",
        "positive=1",
        "form=count",
    ],
)
def test_parameters_that_are_none(given: str) -> None:
    message = refused("value", "5 1; 3 7", "-m", "fbeta", "--label", "1", "-p", given)
    assert "beta" in message


def test_a_parameter_given_twice() -> None:
    assert "twice" in refused("value", "5 1; 3 7", "-m", "fbeta", "--label", "1", "-p", "beta=1", "-p", "beta=2")


@each("given", ["0=1,0=2", "0=1,1", "0=1,2=1", "0=x,1=1", "0=-1,1=1", "0=1", "neither"])
def test_weights_that_are_none(given: str) -> None:
    refused("value", "5 1; 3 7", "-m", "recall", "-a", "weighted", "--weights", given)
