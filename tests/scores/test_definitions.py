"""Each metric of scores against its definition in `tests/oracle/scores.py`, its sources and its peers."""

from __future__ import annotations

import doctest
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pandas
import polars
import pytest
from pycm import PRCurve

import exactmetrics as em
from exactmetrics import ConfusionMatrix, InputError, Scores
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.values import Undefined
from exactmetrics.metrics.metric import Convention
from exactmetrics.metrics.registry import all_metrics
from exactmetrics.metrics.score_metric import ScoreMetric
from exactmetrics.metrics.score_registry import all_score_metrics
from exactmetrics.metrics.score_request import score_metric_named
from tests.cases import each, size
from tests.conformance.installed import want
from tests.scores.asking import binaries, by_hash, floats, inputs, questions_of

METRICS = all_score_metrics()
CONVENTIONS = [(m, c) for m in METRICS for c in m.conventions.values()]
NUMBER = size(40, 400)
NO_LOSS = Scores([0, 1], ["0.2", "0.5"], sample_weight=[0, 0], positive=1)
ABSENT = Scores(["a", "b", "b"], [[3, 2, 1], [1, 2, 3], [2, 3, 1]], labels=["a", "b", "c"])


def test_values_are_those_of_the_oracle() -> None:
    """Of each definition in each average as many questions as of the others; each value lies in its range."""
    asked: dict[Any, int] = {}
    for question in by_hash(question for data in inputs(size(6, 40)) for question in questions_of(data)):
        if asked.get(question.kind, 0) >= size(3, 20):
            continue
        try:
            value = question.value()
        except (UsageError, InputError):  # it is no question about such samples
            continue
        question.check(value)
        asked[question.kind] = asked.get(question.kind, 0) + 1
        metric = score_metric_named(question.metric)
        low, high = metric.conventions[question.convention].range
        if isinstance(value, Undefined):
            assert value.kind == "indeterminate" or (low, high)[value.sign > 0] is None
            continue
        assert type(value) is Fraction or metric.exactness == "transcendental"
        assert low is None or value >= low
        assert high is None or value <= high
    assert {kind[:2] for kind in asked} == {(m.name, c.name) for m, c in CONVENTIONS}


def test_the_brier_score_of_two_columns_is_that_of_one() -> None:
    for two in binaries(NUMBER, seed=14):
        expected = sum((p - y) ** 2 for y, p in zip(two.truth, two.scores, strict=True)) / len(two.truth)
        for one in (Scores(two.truth, two.scores), Scores(two.truth, [[1 - p, p] for p in two.scores])):
            assert one.value("brier") == one.value("brier", convention="halved") == expected
            assert one.value("brier", convention="original") == 2 * expected


def test_ways_to_give_the_same_scores() -> None:
    for two in binaries(size(10, 100), seed=12):
        expected = {name: Scores(two.truth, two.scores).value(name) for name in ("auc", "ap", "pr_auc", "brier")}
        plain = floats(two.scores)
        ways = {
            "floats": (two.truth, plain),
            "texts": (two.truth, list(map(str, two.scores))),
            "arrays": (np.array(two.truth), np.array(plain)),
            "narrow arrays": (np.array(two.truth, dtype="i1"), np.array(plain, dtype="f4")),
            "bools": (np.array(two.truth, dtype=bool), np.array(plain)),
            "pandas": (pandas.Series(two.truth), pandas.Series(plain)),
            "polars": (polars.Series(two.truth), polars.Series(plain)),
            "names": (["n" + "y" * y for y in two.truth], {"ny": plain}),
        }
        for way, given in ways.items():
            found = Scores(*given)
            assert {name: found.value(name) for name in expected} == expected, way


def test_large_columns_are_as_small_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("exactmetrics.scores.column.LARGE", 300)
    draw = Random(21)
    truth = [draw.randint(0, 1) for _ in range(400)]
    scores = [draw.choice((draw.random(), round(draw.random(), 2))) for _ in truth]
    for name in ("roc_auc", "average_precision", "brier"):
        assert Scores(truth, scores).value(name) == Scores(truth, list(map(repr, scores))).value(name)


def test_the_binary_value_of_a_float_on_request() -> None:
    plain, narrow = [0.1, 0.2], np.array([0.1, 0.2], dtype="f4")
    for given in (plain, narrow):
        assert Scores([1, 0], given).value("brier") == (Fraction(9, 10) ** 2 + Fraction(2, 10) ** 2) / 2
        first, second = (Fraction(float(x)) for x in given)
        assert Scores([1, 0], given, floats="binary").value("brier") == ((1 - first) ** 2 + second**2) / 2


@each(("scores", "metric", "options", "kind"), [
    *((Scores([1, 0, 1], ["0", "0.5", "1"]), "log_loss", {"undefined": policy}, ("infinite", 1, "logarithm"))
      for policy in ("propagate", 0, 1, "omit")),
    *((Scores([1, 1], ["0.5", "0.25"]), name, {}, ("infinite", -1, "ratio")) for name in ("d2_brier", "d2_log_loss")),
    (Scores([1, 1], [1, 1]), "d2_brier", {}, ("indeterminate",)),
    (NO_LOSS, "log_loss", {}, ("indeterminate",)), (NO_LOSS, "brier", {}, ("indeterminate",)),
    *((Scores(truth, [1, 2, 2]), name, {}, ("indeterminate", name, 1))
      for truth in ([0, 0, 0], [1, 1, 1]) for name in ("roc_auc", "gini")),
    (Scores([0, 0], [1, 2]), "ap", {}, ("indeterminate", "average_precision", 1)),
    (ABSENT, "roc_auc", {"average": "macro"}, ("indeterminate", "roc_auc", "c")),
    (ABSENT, "roc_auc", {"average": "macro", "multi_class": "ovo"}, ("indeterminate",)),
])  # fmt: skip
def test_what_has_no_value(scores: Scores, metric: str, options: dict[str, Any], kind: tuple[Any, ...]) -> None:
    value = scores.value(metric, **options)
    assert isinstance(value, Undefined)
    told = (value.kind, value.sign, value.cause) if kind[0] == "infinite" else (value.kind, value.name, value.label)
    assert told[: len(kind)] == kind


@each(("scores", "metric", "options", "value"), [
    (Scores([1, 0], [0.1, "1/10"]), "auc", {}, "1/2"),  # equal numbers of several kinds are ties
    (Scores([1, 0], [0.1, "1/10"], floats="binary"), "auc", {}, 1),  # the double is a little above
    (Scores([1, 0], [0.1 + 2**-56, 0.1]), "auc", {}, 1),  # as near as doubles get
    (Scores([1, 0], [1, 0]), "log_loss", {}, 0),
    (Scores([1, 0, 1], ["0", "0.5", "1"], sample_weight=[0, 1, 1]), "log_loss", {"convention": "bits"}, "1/2"),
    (Scores([1, 0] * 30, [0, *["0.5"] * 59], sample_weight=[0, *[1] * 59]), "log_loss", {"convention": "bits"}, 1),
    (NO_LOSS, "log_loss", {"undefined": 0}, 0), (Scores([1, 1], [1, 2]), "ap", {}, 1),
    (Scores([0, 0], [1, 2]), "roc_auc", {"undefined": 0}, 0),
    (ABSENT, "roc_auc", {"average": "macro", "undefined": "omit"}, "7/8"),  # (1 + 3/4)/2
    (Scores([0, 0, 1, 1], ["0.1", "0.4", "0.35", "0.8"]), "pr_auc", {"convention": "thresholds"}, "7/24"),  # of PyCM
])  # fmt: skip
def test_a_value_by_hand(scores: Scores, metric: str, options: dict[str, Any], value: Any) -> None:
    assert scores.value(metric, **options) == Fraction(value)


def test_what_acted_on_a_class_without_samples_is_told() -> None:
    acted = ABSENT.outcome("roc_auc", average="macro", undefined="omit").acted
    assert [(act.label, act.value) for act in acted] == [("c", None)]
    assert not isinstance(ABSENT.value("roc_auc", average="weighted"), Undefined)  # it has no weight there


def test_the_log_loss_of_many_long_probabilities(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are not taken apart; whether two losses are equal, and whether one is rational, is decided all the same."""
    draw = Random(89)
    p = [draw.random() for _ in range(250)]
    truth = [draw.randint(0, 1) for _ in p]
    found = Scores(truth, p).value("log_loss")
    assert found == Scores(truth[::-1], p[::-1]).value("log_loss")
    assert found != Scores(truth, [p[1], p[0], *p[2:]]).value("log_loss")
    assert 0 < found < 100 * found
    powers = [Fraction(repr(x)) / 2 + Fraction(1, 2) for x in p]  # 1/2 and more, so that 1/(2 p) is a probability
    assert Scores([1] * 500, [*powers, *(1 / (2 * x) for x in powers)]).value(
        "log_loss", convention="bits"
    ) == Fraction(1, 2)
    monkeypatch.setattr("exactmetrics.exact.logs.MANY", 10**9)
    apart = Scores(truth, p).value("log_loss")
    assert isinstance(apart, em.Logarithmic)
    assert isinstance(found, em.Logarithmic)
    assert apart.terms != found.terms
    assert apart == found
    assert em.decimal(apart, places=100) == em.decimal(found, places=100)


def test_equal_error_rates_as_torchmetrics_prints_them() -> None:
    for truth, scores, printed in (
        ([0, 0, 1, 1, 1], ["0.13", "0.26", "0.08", "0.19", "0.34"], "0.5833"),
        ([0, 1, 1, 0], ["0", "0.5", "0.7", "0.8"], "0.5000"),
    ):
        assert em.decimal(Scores(truth, scores).value("eer", convention="nearest"), places=4) == printed


def test_random_guessing_has_the_log_auc_that_its_source_subtracts() -> None:
    """Between 1/1000 and 1 the wiki of its authors has 14.462 %."""
    assert em.decimal(Scores([1, 0, 1], [1, 1, 1]).value("log_auc", high=1), places=5) == "0.14462"


@pytest.mark.filterwarnings("ignore")
def test_the_log_auc_of_torchmetrics() -> None:
    """It computes in the default type of torch, and takes the trapezoids of all thresholds."""
    want("torchmetrics")
    import torch
    from torchmetrics.functional.classification import binary_logauc

    before = torch.get_default_dtype()
    try:
        for kind, close in ((torch.float32, 1e-6), (torch.float64, 1e-14)):
            torch.set_default_dtype(kind)
            for turn, two in enumerate(binaries(size(60, 600), seed=98)):
                low, high = [(Fraction(1, 1000), Fraction(1, 10)), (Fraction(1, 3), Fraction(1))][turn % 2]
                preds, target = torch.tensor(floats(two.scores)), torch.tensor(two.truth)
                theirs = float(binary_logauc(preds, target, fpr_range=(float(low), float(high))))
                ours = Scores(two.truth, two.scores).value("log_auc", convention="trapezoid", low=low, high=high)
                assert abs(theirs - float(ours)) < close, (kind, two, theirs, ours)  # type: ignore[arg-type]
    finally:
        torch.set_default_dtype(before)


def test_one_more_threshold_on_a_line_changes_trapezoids_alone() -> None:
    """Two samples of each class at one score, or one of each at two: the points of the second lie on the line."""
    curves = [Scores([1, 0, 1, 0], scores) for scores in ([1, 1, 1, 1], [2, 2, 1, 1])]
    assert len({scores.value("log_auc") for scores in curves}) == 1
    assert len({scores.value("log_auc", convention="trapezoid", high=1) for scores in curves}) == 2


@pytest.mark.filterwarnings("ignore")
def test_the_precision_recall_area_of_pycm() -> None:
    """Its curve has no point at a recall of 0."""
    for two in binaries(size(20, 100), seed=99):
        scores = floats(two.scores)
        theirs = PRCurve(two.truth, [[score, 1 - score] for score in scores], classes=[1, 0]).area()[1]
        ours = Scores(two.truth, two.scores).value("pr_auc", convention="thresholds")
        assert abs(theirs - float(ours)) < 1e-12, (two, theirs, ours)  # type: ignore[arg-type]


@each(("metric", "options"), [
    ("f1", {}), ("mcc", {}), ("accuracy", {}), ("balanced_accuracy", {}), ("fpr", {}), ("fbeta", {"beta": "1/2"}),
    ("precision", {"average": "macro"}),
])  # fmt: skip
def test_the_best_threshold_is_that_of_every_threshold(metric: str, options: dict[str, Any]) -> None:
    for two in binaries(size(15, 150), seed=17):
        ours = Scores(two.truth, two.scores, sample_weight=two.weights)
        found = {}
        for threshold in [None, *sorted(set(two.scores), reverse=True)]:
            predicted = [int(threshold is not None and p >= threshold) for p in two.scores]
            cm = ConfusionMatrix.from_labels(two.truth, predicted, labels=[0, 1], sample_weight=two.weights, positive=1)
            assert ours.at(threshold) == cm
            value = cm.value(metric, **options)
            if not isinstance(value, Undefined):
                found[threshold] = value
        if not found:
            with pytest.raises(UsageError, match="has no value at any threshold"):
                ours.best_threshold(metric, **options)
            continue
        best = (min if metric == "fpr" else max)(found.values())
        answer = ours.best_threshold(metric, **options)
        assert answer.value == best
        assert answer.thresholds == tuple(t for t, value in found.items() if value == best)
        assert answer.threshold == answer.thresholds[0]


@each(("metric", "convention"), CONVENTIONS, ids=lambda case: f"{case[0].name} {case[1].name}")
def test_perfect_scores_have_the_best_value(metric: ScoreMetric, convention: Convention) -> None:
    perfect = Scores([0, 1, 2] * 2, [[int(c == at % 3) for c in range(3)] for at in range(6)])
    options: dict[str, Any] = {name: p.examples[0] for name, p in convention.parameters.items()}
    options |= {} if metric.of == "samples" else {"average": "macro"}
    if convention.optimum is not None:
        assert perfect.value(metric.name, convention=convention.name, **options) == convention.optimum


def test_names_are_unique_and_told_from_those_of_a_matrix() -> None:
    names = [name for m in [*METRICS, *all_metrics()] for name in (m.name, *m.aliases)]
    assert len(names) == len(set(names))
    for metric in METRICS:
        for name in (metric.name, *metric.aliases):
            assert score_metric_named(name.upper().replace("_", " ")) is metric


@each("metric", METRICS, ids=lambda m: m.name)
def test_docstrings_have_a_reference_and_an_example_that_runs(metric: ScoreMetric) -> None:
    test = doctest.DocTestParser().get_doctest(metric.standard.doc, {"em": em}, metric.name, None, 0)
    assert any(metric.name in example.source or set(metric.aliases) & set(example.source.split('"'))
               for example in test.examples)  # fmt: skip
    report: list[str] = []
    assert doctest.DocTestRunner(verbose=False).run(test, out=report.append).failed == 0, "".join(report)
    assert "Reference:" in metric.standard.doc or metric.name == "top_k_accuracy"
