"""Exercises on metrics of scores: keys worked out again from the scores that a sheet shows, and what options say."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from click.testing import CliRunner
from sklearn import metrics

import exactmetrics as em
from exactmetrics.cli import main
from exactmetrics.exercises.question import Exercise
from tests.cases import each, size
from tests.exercises.quizzes import SCORED
from tests.exercises.test_sheet import validator_of_keys

SKLEARN = {
    "roc_auc": metrics.roc_auc_score, "average_precision": metrics.average_precision_score,
    "brier": metrics.brier_score_loss, "log_loss": metrics.log_loss,
}  # fmt: skip
KINDS = ["compute", "choice", "blanks", "error"]


def made(metric: Any, **options: Any) -> list[Exercise]:
    return list(em.exercises(metric, **{"number": size(24, 8), "seed": 5, **options}).items)


def rows(exercise: Exercise) -> list[tuple[int, Fraction]]:
    given = exercise.given
    return list(zip(given["y_true"], map(Fraction, given["scores"]), strict=True))


def value(metric: str, scored: list[tuple[int, Fraction]]) -> Any:
    """By the definition, sample by sample; a logarithm makes it a float."""
    up, down = ([score for label, score in scored if label == side] for side in (1, 0))
    match metric:
        case "roc_auc":
            halves = [2 * (one > other) + (one == other) for one in up for other in down]
            return Fraction(sum(halves), 2 * len(halves))
        case "average_precision":
            from_each = [[label for label, score in scored if score >= one] for one in up]
            return sum(Fraction(sum(labels), len(labels)) for labels in from_each) / len(up)
        case "brier":
            return sum((score - label) ** 2 for label, score in scored) / len(scored)
    return -math.fsum(math.log(score if label else 1 - score) for label, score in scored) / len(scored)


@each("metric", SCORED)
def test_every_key_is_right_and_every_criterion_holds(metric: str) -> None:
    items = made(metric)
    for exercise in items:
        scored = rows(exercise)
        labels, scores = zip(*scored, strict=True)
        expected = value(metric, scored)
        exact = metric != "log_loss"
        assert exercise.value == expected if exact else math.isclose(float(exercise.printed), expected, abs_tol=5e-5)
        assert math.isclose(SKLEARN[metric](labels, list(map(float, scores))), float(expected), rel_tol=1e-9)
        assert exercise.printed == (str(expected) if exact else f"{expected:.4f}")
        assert 5 <= len(scored) <= 7
        assert min(sum(labels), len(labels) - sum(labels)) >= 2
        assert list(labels) == sorted(labels, reverse=True)  # in the order in which the sheet shows them
        assert all(one >= other or a > b for (a, one), (b, other) in pairwise(scored))
        assert all(0 < score < 1 for score in scores)
        if metric in ("roc_auc", "average_precision"):
            twice = [score for score in scores if scores.count(score) > 1]
            assert len(twice) in (0, 2)
            assert len({label for label, score in scored if score in twice}) == len(twice)
        assert expected not in (0, 1)
        assert all(slip.value != exercise.value for slip in exercise.slips)
    for at, exercise in enumerate(items):
        assert exercise.value not in [other.value for other in items[max(0, at - 5) : at]]
    assert len({str(exercise.given) for exercise in items}) == len(items)


@each("metric", SCORED)
def test_the_options_of_a_choice_are_apart(metric: str) -> None:
    for exercise in made(metric, kind="choice"):
        texts = [option.text for option in exercise.options]
        assert len(set(texts)) == 4
        assert [option.text for option in exercise.options if option.right] == [
            f"{float(value(metric, rows(exercise))):.4f}"
        ]
        for at, text in enumerate(texts):
            assert all(Fraction(text) + Fraction(other) != 1 for other in texts[:at])
        wrong = [option for option in exercise.options if not option.right]
        assert all(option.slip is not None and option.feedback == option.slip.text for option in wrong)


WRONG: dict[str, dict[str, Any]] = {  # what a slip makes of the scores, worked out by itself
    "roc_auc": {
        "tie-as-whole": lambda up, down: mean(one >= other for one in up for other in down),
        "tie-as-nothing": lambda up, down: mean(one > other for one in up for other in down),
        "ties-left-out": lambda up, down: mean(one > other for one in up for other in down if one != other),
        "complement": lambda up, down: 1 - value("roc_auc", both(up, down)),
        "hard-predictions": lambda up, down: value("roc_auc", [(y, Fraction(2 * s >= 1)) for y, s in both(up, down)]),
    },
    "average_precision": {
        "all-thresholds": lambda up, down: mean(
            Fraction(sum(score >= least for score in up), sum(score >= least for score in (*up, *down)))
            for least in {*up, *down}
        ),
    },
    "brier": {
        "absolute-differences": lambda up, down: mean([*(1 - score for score in up), *down]),
        "not-divided": lambda up, down: sum((1 - score) ** 2 for score in up) + sum(score**2 for score in down),
        "positives-only": lambda up, down: mean((1 - score) ** 2 for score in up),
        "square-of-mean": lambda up, down: mean([*(score - 1 for score in up), *down]) ** 2,
        "other-convention": lambda up, down: 2 * value("brier", both(up, down)),
    },
    "log_loss": {
        "base-10": lambda up, down: value("log_loss", both(up, down)) / math.log(10),
        "other-convention": lambda up, down: value("log_loss", both(up, down)) / math.log(2),
        "all-as-positive": lambda up, down: -mean(math.log(score) for score in (*up, *down)),
        "positives-only": lambda up, down: -mean(math.log(score) for score in up),
        "log-of-mean": lambda up, down: -math.log(mean([*up, *(1 - score for score in down)])),
        "not-divided": lambda up, down: value("log_loss", both(up, down)) * len([*up, *down]),
    },
}  # fmt: skip


def mean(values: Any) -> Any:
    found = list(values)
    total: Any = sum(found)
    return Fraction(total, len(found)) if isinstance(total, (int, Fraction)) else total / len(found)


def both(up: list[Fraction], down: list[Fraction]) -> list[tuple[int, Fraction]]:
    return [*((1, score) for score in up), *((0, score) for score in down)]


@each("metric", SCORED)
def test_slips_lead_where_they_say(metric: str) -> None:
    met = set()
    for exercise in made(metric):
        up, down = ([score for label, score in rows(exercise) if label == side] for side in (1, 0))
        for slip in exercise.slips:
            if slip.kind in WRONG[metric]:
                met.add(slip.kind)
                expected = WRONG[metric][slip.kind](up, down)
                assert math.isclose(float(em.decimal(slip.value, places=12)), float(expected), abs_tol=1e-11), slip
    assert met == WRONG[metric].keys()


def test_one_seed_is_one_sheet() -> None:
    """The scores must be the same with every version of Python, on every platform."""
    first, second = (em.exercises(SCORED, number=8, seed=7, kind=KINDS) for _ in range(2))
    assert first.to("text") == second.to("text")
    assert first.to_zip("qti") == second.to_zip("qti")
    assert [(exercise.given["scores"], exercise.answer) for exercise in first.items[:2]] == RECORDED
    assert em.exercises(SCORED, number=8, seed=8, kind=KINDS).items[0].given != first.items[0].given


RECORDED = [(["0.9", "0.8", "0.9", "0.65", "0.1"], "3/4"), (["0.6", "0.4", "0.6", "0.35", "0.2"], "0.5833")]


def test_the_key_is_of_its_schema_and_grades() -> None:
    sheet = em.exercises(SCORED, number=16, seed=7, kind=KINDS)
    validator_of_keys().validate(sheet.data())
    for exercise in sheet.items:
        answers = {exercise.id + field.letter: field.answer for field in exercise.fields} or {
            exercise.id: exercise.answer
        }
        assert em.grade(sheet.data(), {"Ada": answers}).points == {"Ada": 1}
    [first] = [exercise for exercise in sheet.items if exercise.kind == "compute"][:1]
    said = {answer: em.grade(sheet.data(), {"Ada": {first.id: answer}}).answers[0].word
            for answer in (f"{float(Fraction(first.answer)):.3f}", "7/1000", "x", "")}  # fmt: skip
    assert list(said.values()) in (["rounded", "wrong", "unread", "blank"], ["right", "wrong", "unread", "blank"])


def test_a_sheet_may_ask_of_matrices_and_of_scores() -> None:
    sheet = em.exercises(["f1", "roc_auc"], average="macro", number=4, seed=7)
    assert sheet.notes == ("average macro is for f1 alone: roc_auc is asked without it",)
    page = sheet.to("text", key=False)
    assert page.count("This confusion matrix") == page.count("A model gave") == 1  # how they are read is said once
    assert page.count("predicted: A") == page.count("negative") - 1 == 2


@each("language", ["de", "es", "fr", "ar"])
def test_they_speak_every_language(language: str) -> None:
    english, other = (
        em.exercises(SCORED, number=16, seed=7, kind=KINDS, language=spoken) for spoken in ("en", language)
    )
    assert [one.given for one in english.items] == [one.given for one in other.items]
    page = other.to("text")
    words = (
        "Line",
        "samples",
        "classifier",
        "positive sample",
        "mistake",
        "probabilit" if language != "fr" else "scores are",
    )
    assert [word for word in words if word in page] == []
    if language != "ar":
        assert not re.search(r"\d\.\d", page)


@each(("options", "message"), [
    ({"classes": 3}, "classes= is for exercises on matrices, and roc_auc is a metric of scores"),
    ({"labels": ["a", "b"]}, "labels= is for exercises on matrices"),
    ({"average": "macro"}, "average= is for exercises on matrices"), ({"label": 1}, "label= is for exercises"),
    ({"undefined": 0}, "undefined= is for exercises"), ({"combine": "scores"}, "combine= is for exercises"),
    ({"kind": "counts"}, "are about a matrix, and roc_auc is a metric of scores: choose from compute, choice, blanks"),
    ({"kind": "convention"}, "are about a matrix"),
    ({"metric": "pr_auc", "kind": "blanks"}, "that of pr_auc has none: choose from compute, choice"),
    ({"metric": "ndcg"}, "ndcg needs a score of every class, and exercises have one score for each sample"),
    ({"n": (2, 5)}, "n= must be a whole number from 4 to 12, not 2"), ({"n": (5, 40)}, "from 4 to 12, not 40"),
    ({"k": 3}, "roc_auc has no parameter 'k'"), ({"convention": "old"}, "no convention 'old'"),
    ({"denominator": 2, "number": 3}, "no list of 5 to 7 scores meets the criteria"),
])  # fmt: skip
def test_what_cannot_be_asked_of_scores_is_said(options: dict[str, Any], message: str) -> None:
    with pytest.raises(em.ExactMetricsError) as error:
        em.exercises(**{"metric": "roc_auc", "number": 2, **options})
    assert message in str(error.value)


def test_the_command_needs_no_options_for_the_data() -> None:
    done = CliRunner().invoke(main, ["exercises", "-m", "roc_auc", "-n", "5", "--seed", "7"])
    assert (done.exit_code, done.output.count("Compute the ROC AUC")) == (0, 5)
    done = CliRunner().invoke(main, ["exercises", "-m", "brier", "--samples", "5"])
    assert "--samples takes the fewest and the most" in done.output
