"""Every exercise meets the criteria, and every key is right: all is worked out again by the oracle."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any
from zlib import crc32

import pytest

import exactmetrics as em
from exactmetrics.exact.errors import UsageError
from exactmetrics.exercises.question import Exercise
from exactmetrics.exercises.slips import Slip
from exactmetrics.metrics.registry import metric_named
from tests.cases import EXHAUSTIVE, each
from tests.exercises.asking import LABELS, QUESTIONS, asked, limit_of, name_of
from tests.house.source import ROOT
from tests.oracle import Missing, same

EACH = 2  # one to compute, one of a choice
ASKED = [question for question in QUESTIONS if EXHAUSTIVE or crc32(name_of(question).encode()) % 24 == 0]


def given(exercise: Exercise, slip: Slip) -> Any:
    """What the oracle says a slip gives, where it is a question of its own; None for the others."""
    facts = dict(text.partition("=")[::2] for text in slip.same[1:-1])
    match slip.kind:
        case "other-average":
            return asked(exercise, average=facts["average"])
        case "class-for-average":
            return asked(exercise, average=None, combine=None, label=facts["label"])
        case "other-class":
            return asked(exercise, label=facts["label"])
        case "other-rate":
            return asked(exercise, metric=facts["other"])
    if slip.kind == "precision-recall-swapped" and exercise.request.metric.name in ("precision", "recall"):
        return asked(exercise, metric=facts["other"])
    if slip.kind == "transposed" and exercise.request.metric.scope == "class":
        turned = [list(column) for column in zip(*exercise.counts.rows(), strict=True)]
        matrix = em.ConfusionMatrix(turned, labels=list(exercise.counts.labels))
        question = dict(exercise.question)
        return matrix.value(question.pop("metric"), **question.pop("parameters", {}), **question)
    return None


def check(exercise: Exercise, sheet: dict[str, Any]) -> None:
    """Every criterion, of one exercise."""
    rows, value = exercise.counts.rows(), exercise.value
    assert same(value, asked(exercise)), rows
    (low, high), largest = sheet.get("n", (20, 60)), sheet.get("denominator", 1_000)
    assert low <= sum(map(sum, rows)) <= high
    undefined = "undefined" in exercise.question
    columns = [sum(column) for column in zip(*rows, strict=True)]
    assert sum(not sum(row) for row in rows) + columns.count(0) == undefined
    assert all(sum(row) != column for row, column in zip(rows, columns, strict=True)), "FP = FN"
    assert undefined or all(rows[i][i] for i in range(len(rows)))
    assert value not in (0, *metric_named(exercise.question["metric"]).pick(None).range)
    if exercise.question.get("average") and exercise.request.metric.scope == "class":
        classes = [asked(exercise, average=None, combine=None, label=label) for label in exercise.counts.labels]
        known = [one for one in classes if not isinstance(one, Missing)]
        assert len({str(one) for one in known}) == len(known)
        if exercise.question["average"] != "micro":  # whose working has no values of the classes
            assert all(one.denominator <= largest for one in known if isinstance(one, Fraction))
    if isinstance(value, Fraction):
        assert value.denominator <= largest
    check_slips(exercise)


def check_slips(exercise: Exercise) -> None:
    """No wrong option is right, no two are equal, each has its sentence, and is what the oracle says it is."""
    texts = {em.decimal(slip.value, places=12) for slip in exercise.slips}
    assert em.decimal(exercise.value, places=12) not in texts
    for slip in exercise.slips:
        expected = given(exercise, slip)
        assert expected is None or isinstance(expected, Missing) or slip.value == expected or same(slip.value, expected)
    if exercise.kind == "choice":
        right = [option for option in exercise.options if option.right]
        assert len(exercise.options) == 4
        assert [option.text for option in right] == [exercise.answer]
        assert len({option.text for option in exercise.options}) == 4
        values = [exercise.value if option.slip is None else option.slip.value for option in exercise.options]
        decimals = sorted(Fraction(em.decimal(value, places=12)) for value in values)
        gaps = [b - a for a, b in pairwise(decimals)]
        assert min(gaps) >= abs(Fraction(em.decimal(exercise.value, places=12))) / 50 - Fraction(1, 10**11)
        assert [option.letter for option in exercise.options] == list("abcd")
        assert all(Fraction(a.text) + Fraction(b.text) != 1 for a, b in combinations(exercise.options, 2))
        for option in exercise.options:
            assert option.right == (option.slip is None)
            assert option.feedback.endswith(".")
            assert "{" not in option.feedback
            assert option.slip is None or option.feedback == option.slip.text


@each("question", ASKED, ids=name_of, quick=14)
def test_every_key_is_right_and_every_criterion_holds(question: dict[str, Any]) -> None:
    # The accuracy of a class, its informedness and others are the same for both of two classes.
    k = 3 + len(str(question)) % 2 if question["average"] else 2 + len(str(question)) % 3
    limit = {"denominator": limit_of(question)}
    sheet = em.exercises(**question, **limit, number=EACH, seed=EACH, labels=LABELS[k], kind=["compute", "choice"])
    assert [exercise.id for exercise in sheet.items] == [str(at + 1) for at in range(EACH)]
    assert len({str(exercise.counts.rows()) for exercise in sheet.items}) == EACH
    for before, exercise in zip([None, *sheet.items], sheet.items, strict=False):
        assert before is None or before.value != exercise.value
        check(exercise, limit)


def test_a_kind_that_a_metric_has_not_is_left_to_the_others() -> None:
    """Of several metrics and kinds; where a metric has none of them, the error says why."""
    kinds = ["compute", "convention", "counts"]
    sheet = em.exercises(["f1", "mcc"], average="macro", number=6, kind=kinds)
    asked = [(exercise.request.metric.name, exercise.kind) for exercise in sheet.items]
    assert asked[1::2] == [("mcc", "compute")] * 3
    assert {kind for _, kind in asked[::2]} == set(kinds)
    assert sheet.notes[-1] == "mcc has no exercises of the kinds convention and counts"
    with pytest.raises(UsageError, match="of mcc as it is asked here there is one convention"):
        em.exercises(["f1", "mcc"], average="macro", kind=["convention", "counts"])


@each("undefined", ["0", 1, "omit"])
def test_one_value_is_undefined_where_that_is_asked(undefined: Any) -> None:
    for metric in ("precision", "recall", "f1"):
        if metric == "f1":  # 2 TP/(TP + FP + TP + FN) has a value where a class occurs or is predicted
            with pytest.raises(UsageError, match="at 'undefined'"):
                em.exercises(metric, average="macro", undefined=undefined, number=1)
            continue
        for exercise in em.exercises(metric, average="macro", undefined=undefined, number=5, kind="choice").items:
            check(exercise, {})
            applied = exercise.matrix.derive(metric, average="macro", undefined=undefined).outcome.acted
            assert len(applied) == 1


def test_one_seed_is_one_sheet_on_every_run() -> None:
    code = (
        "import exactmetrics as em\n"
        "sheet = em.exercises('f1', average='macro', number=3, seed=7, kind=['compute', 'choice', 'blanks'])\n"
        "print(*(sheet.to(format) for format in ('text', 'json', 'moodle')))"
    )
    command = [sys.executable, "-c", code]
    first, second = (
        subprocess.run(command, cwd=ROOT, capture_output=True, check=True, env={"PYTHONHASHSEED": seed}).stdout
        for seed in ("1", "2")
    )
    assert first == second
    assert b"Exercise 3" in first


def test_the_matrices_of_a_seed_are_on_record() -> None:
    """They must be the same with every version of Python, on every platform."""
    sheet = em.exercises("f1", average="macro", number=2, seed=7)
    assert [(exercise.counts.rows(), exercise.answer) for exercise in sheet.items] == RECORDED
    other = em.exercises("f1", average="macro", number=2, seed=8)
    assert other.items[0].counts.rows() != RECORDED[0][0]


RECORDED = [([[8, 3, 1], [0, 4, 3], [1, 1, 4]], "28/45"), ([[9, 1, 1], [2, 7, 2], [2, 5, 5]], "11/18")]


def test_denominators_are_small_where_they_can_be() -> None:
    for exercise in em.exercises("f1", average="macro", number=10, denominator=100).items:
        assert exercise.value.denominator <= 100
        assert all(value.denominator <= 100 for value in exercise.matrix.values("f1").values())


def test_an_identity_is_no_coincidence() -> None:
    """For all counts weighted recall is accuracy, as the micro average is, and the overlap is precision or recall,
    whichever is larger: neither is a wrong option."""
    for average in ("weighted", "micro"):
        for exercise in em.exercises("recall", average=average, number=5, kind="choice").items:
            assert exercise.value == exercise.matrix.value("accuracy")
    for exercise in em.exercises("overlap", label="A", number=4, kind="choice").items:
        assert exercise.value == max(exercise.matrix.value(name, label="A") for name in ("precision", "recall"))


@each(("changes", "message"), [
    ({"metric": "f2"}, "beta=2"),
    ({"kind": "essay"}, "no kind 'essay' of exercise; choose from: compute, choice, blanks, error"),
    ({"kind": []}, "no kind"),
    ({"kind": 5}, "kind must be a name or a list of names, not 5"),
    ({"kind": ["choice", 5]}, "kind must be a name or a list of names"),
    ({"labels": 5}, "labels must be a list of names, not 5"),
    ({"labels": "AB"}, "labels must be a list of names, not 'AB'"),
    ({"language": 5}, "no language 5"),
    ({"metric": 5}, "metric must be a name or a list of names, not 5"),
    ({"metric": "kappa", "average": None, "kind": "convention"},
     "of kappa as it is asked here there is one convention, and the kind 'convention' needs 3: ask"),
    ({"metric": "kappa", "average": None, "kind": "counts"}, "give two classes"),
    ({"number": 0}, "number must be a whole number from 1 to 1000, not 0"),
    ({"number": True}, "not True"), ({"seed": "x"}, "seed must be a whole number, not 'x'"),
    ({"classes": 1}, "classes must be a whole number from 2 to 8"),
    ({"labels": ["a", "a"]}, "2 to 8 different names, not a, a"),
    ({"labels": ["a", "<b>"]}, "the name '<b>' of a class is no plain word"),
    ({"labels": ["a", "{ref:m1}"]}, "no plain word"), ({"n": (60, 20)}, "in this order"),
    ({"n": 40}, "as in n=(20, 60)"), ({"n": (1, 20)}, "n= must be a whole number from 6"),
    ({"denominator": 3}, "at 'denominators'. Give a smaller n=, or a larger denominator="),
    ({"metric": "accuracy", "average": None, "n": (6, 6), "number": 30}, "no matrix of 3 classes and 6 to 6 samples"),
    ({"average": "mean"}, "no average 'mean'"), ({"average": None, "label": "Z"}, "Z"),
    ({"average": None, "undefined": 0}, "give average= too"),
    ({"average": None, "positive": "A"}, "an exercise cannot say positive=; it says label, average"),
    ({"weights": "predicted"}, "cannot say weights="), ({"bets": 2}, "f1 has no option or parameter 'bets'"),
    ({"metric": "prevalence"}, "at 'repeated'"), ({"places": -1}, "places"), ({"metric": "fbeta"}, "fbeta needs beta"),
    ({"metric": []}, "of the kind 'compute' are about a metric: name one"),
    ({"metric": ["f1", 5]}, "metric must be a name or a list of names"),
    ({"metric": ["f1", "f1_score"]}, "f1 is there twice among the metrics"),
    ({"metric": ["accuracy", "kappa"]}, "none of accuracy, kappa takes average='macro'"),
    ({"metric": ["f1", "accuracy"], "average": None, "beta": 2}, "none of f1, accuracy takes beta=2"),
    ({"metric": ["f1", "fbeta"]}, "fbeta needs"), ({"metric": ["f1", "recal"]}, "did you mean 'recall'"),
    ({"metric": "f1", "kind": ["convention", "counts"], "undefined": 0}, "at 'undefined'"),
])  # fmt: skip
def test_what_cannot_be_made_is_said(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(em.ExactMetricsError) as error:
        em.exercises(**{"metric": "f1", "average": "macro", "number": 2, **changes})
    assert message in str(error.value)


@each("metric", ["accuracy", "kappa", "mcc", "g_mean", "precision", "f1", "dor", "balanced_accuracy"])
def test_places_are_kept(metric: str) -> None:
    for exercise in em.exercises(metric, number=1, places=2, kind="choice").items:
        assert exercise.answer in (em.decimal(exercise.value, places=2), str(exercise.value))
        assert all(len(option.text.partition(".")[2]) in (0, 2) for option in exercise.options)
