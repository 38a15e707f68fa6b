"""Presets as data, every entry cited and meaningful, and against the libraries, on matrices with classes that have no
samples or no predictions.

scikit-learn and PyCM are run here. What torchmetrics gave is a table: it is no dependency. Presets that cannot be run
have their values in values.toml.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from math import isfinite, ulp
from pathlib import Path
from typing import Any

import pycm
import pytest
from sklearn import metrics as sk

import exactmetrics as em
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.values import Undefined
from exactmetrics.metrics import presets as room
from exactmetrics.metrics.policy import ByOutcome
from exactmetrics.metrics.presets import LIBRARIES, PRESETS, Preset, preset, preset_named
from exactmetrics.metrics.registry import metric_named
from exactmetrics.metrics.request import AVERAGES, OVERS
from tests.cases import each, sample
from tests.contracts.matrices import Rows
from tests.metrics.test_peers import MATRICES as DRAWN
from tests.metrics.test_peers import PYCM_CLASS, labels_of

OPTIONS = {"combine": ("scores", "averages"), "over": OVERS, "weights": ("support", "predicted")}
VERSIONED = {
    "sklearn-1.9": "scikit-learn 1.9.1 ", "pycm-4.6": "PyCM 4.6 ", "torchmetrics-1.9": "torchmetrics 1.9.0 ",
    "yardstick-1.4": "yardstick R/",
}  # fmt: skip


def row(metrics: str, cited: str, **more: str) -> dict[str, str]:
    return {"metrics": metrics, "cited": cited, **more}


@each("p", PRESETS.values(), ids=lambda p: p.name)
def test_every_rule_and_every_default_is_cited_and_can_be_asked_for(p: Preset) -> None:
    assert p.rules
    assert set(p.citations) == {
        *p.rules,
        *(f"{key}.{option}" for key, chosen in p.defaults.items() for option in chosen),
    }
    for key, citation in p.citations.items():
        assert len(citation.split()) >= 8, key
        assert citation.startswith(VERSIONED.get(p.name, "")), key
    for key in (*p.rules, *p.defaults):
        context, _, name = key.rpartition(".")
        metric = metric_named(name)
        assert metric.name == name
        assert context in ("", *AVERAGES, "binary", *metric.conventions) or metric_named(context).name == context
        options = p.defaults.get(key, {})
        known = {**OPTIONS, "convention": metric.conventions, "form": metric.pick(options.get("convention")).forms}
        assert all(chosen in known[option] for option, chosen in options.items())
    for rule in p.rules.values():
        assert rule in ("propagate", "omit", "raise") or isinstance(rule, Fraction | ByOutcome)


def test_an_entry_that_is_stated_twice_is_refused() -> None:
    with pytest.raises(ValueError, match=r"f1\.form is stated twice"):
        preset("example-1.0", [row("f1", "one", form="count"), row("f1 fbeta", "two", form="harmonic")])


def test_what_is_said_of_a_context_holds_only_there() -> None:
    p = preset("example-1.0", [row("recall", "x", rule="omit"), row("recall", "y", rule="1", within="informedness")])
    assert p.policy.decide("recall", 1, 2) == "omit"
    assert p.policy_for("f1").decide("recall", 1, 2) == "omit"
    assert p.policy_for("informedness").decide("recall", 1, 2) == Fraction(1)
    assert p.policy_for("informedness").decide("precision", 1, 2) == "propagate"
    p = preset("example-1.0", [row("npv", "x", over="all", form="f"), row("npv", "y", within="macro", over="true")])
    assert p.usual("npv") == p.usual("npv", "micro") == {"over": "all", "form": "f"}
    assert p.usual("npv", "macro") == {"over": "true", "form": "f"}
    assert p.usual("recall", "macro") == {}


def test_the_mcc_of_torchmetrics_without_a_value_asks_for_the_number_of_classes_and_the_outcome() -> None:
    p = preset_named("torchmetrics")
    two, more = p.policy_for("mcc", classes=2), p.policy_for("mcc", classes=3)
    assert [two.decide("mcc", right, 4) for right in (4, 0, 1)] == [Fraction(1), Fraction(-1), "propagate"]
    # multiclass_matthews_corrcoef(num_classes=3), run: 0.0 for four of class 0, all right, and for all wrong
    assert [more.decide("mcc", right, 4) for right in (4, 0, 1)] == [Fraction(0), Fraction(0), Fraction(0)]


NAMES = {
    "sklearn-1.9": "sklearn-1.9 sklearn Scikit-Learn scikit-learn-1.9", "pycm-4.6": "PyCM", "source-002": "Fahmy-2023",
    "yardstick-1.4": "yardstick", "torchmetrics-1.9": "TorchMetrics", "source-000": "source-000", "source-004": "004",
}  # fmt: skip


def test_a_preset_is_found_by_its_names(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, asked in NAMES.items():
        assert {preset_named(one).name for one in asked.split()} == {name}
    for wrong in ("sklearn-0.1", "source", "", "-", "005", "sk"):
        with pytest.raises(UsageError, match=r"no preset .*sklearn-1\.9.*source-004"):
            preset_named(wrong)
    newer = {name: preset(name, [row("f1", "x", rule="0")]) for name in ("pycm-4.10", "pycm-4.9")}
    monkeypatch.setattr(room, "LIBRARIES", (*LIBRARIES, *newer))
    monkeypatch.setattr(room, "PRESETS", {**PRESETS, **newer})
    assert preset_named("pycm").name == "pycm-4.10"  # without a version the newest is meant


# Against the libraries

MATRICES: dict[str, Rows] = {
    "plain": [[6, 1, 1], [1, 5, 2], [2, 3, 7]],
    "no true": [[3, 1, 1], [0, 0, 0], [1, 2, 4]],
    "not predicted": [[3, 0, 1], [2, 0, 3], [1, 0, 4]],
    "neither": [[3, 0, 1], [0, 0, 0], [1, 0, 4]],
    "one true": [[2, 1, 1], [0, 0, 0], [0, 0, 0]],
    "one predicted": [[2, 0], [3, 0]],
    "all one": [[0, 2, 0], [0, 3, 0], [0, 1, 0]],
    "one class": [[4, 0], [0, 0]],
    "one class of three": [[4, 0, 0], [0, 0, 0], [0, 0, 0]],
    "one sample, right": [[1, 0], [0, 0]],
    "one sample, wrong": [[0, 1], [0, 0]],
    "all wrong, two": [[0, 2], [3, 0]],
    "all wrong, three": [[0, 2, 0], [0, 0, 3], [1, 0, 0]],
    "all wrong, one neither": [[0, 2, 0], [3, 0, 0], [0, 0, 0]],
    "perfect": [[2, 0, 0], [0, 3, 0], [0, 0, 1]],
}
BETA = {"fbeta": {"beta": 2}, "v_measure": {"beta": 2}}


def same(ours: Any, theirs: Any, bound: float = 2 * ulp(1.0)) -> bool:
    """Whether a library's float is our value; nan, "None" and what floats make of a division by zero are the undefined.

    Libraries take differences from 1 (1 - specificity, 1 - expected agreement), so ulps of 1 are what they can lose.
    """
    if theirs == "None" or not isfinite(theirs):
        return isinstance(ours, Undefined)
    return not isinstance(ours, Undefined) and abs(float(ours) - theirs) <= bound * max(1.0, abs(theirs))


def value(rows: Rows, metric: str, preset: str, **options: Any) -> Any:
    return em.ConfusionMatrix(rows).value(metric, preset=preset, **BETA.get(metric, {}), **options)


SK_AVERAGED: dict[str, Callable[..., Any]] = {
    "precision": sk.precision_score, "recall": sk.recall_score, "f1": sk.f1_score, "fbeta": sk.fbeta_score,
    "jaccard": sk.jaccard_score,
}  # fmt: skip
SK_OVERALL: dict[str, Callable[..., Any]] = {
    "accuracy": sk.accuracy_score, "error_rate": sk.zero_one_loss, "balanced_accuracy": sk.balanced_accuracy_score,
    "adjusted_balanced_accuracy": partial(sk.balanced_accuracy_score, adjusted=True), "mcc": sk.matthews_corrcoef,
    "kappa": sk.cohen_kappa_score, "mutual_information": sk.mutual_info_score, "homogeneity": sk.homogeneity_score,
    "completeness": sk.completeness_score, "v_measure": partial(sk.v_measure_score, beta=2),
    "nmi": sk.normalized_mutual_info_score,
}  # fmt: skip


ENTROPIES = 64 * ulp(1.0)  # differences of sums of logarithms, each of which is rounded by itself


@pytest.mark.filterwarnings("ignore")
@each("rows", [*MATRICES.values(), [[4]], *sample(DRAWN, 6, kind=len)], ids=str)
def test_scikit_learn(rows: Rows) -> None:
    y_true, y_pred = labels_of(rows)
    for metric, function in SK_OVERALL.items():
        bound = ENTROPIES if metric_named(metric).exactness == "transcendental" else 2 * ulp(1.0)
        assert same(value(rows, metric, "sklearn-1.9"), function(y_true, y_pred), bound), metric
    for (metric, function), standing in product(SK_AVERAGED.items(), ({}, {"undefined": 1})):
        options = {"labels": range(len(rows)), "zero_division": len(standing), **BETA.get(metric, {})}
        for label, theirs in enumerate(function(y_true, y_pred, average=None, **options)):
            assert same(value(rows, metric, "sklearn-1.9", label=label, **standing), theirs), (metric, label)
        for average in AVERAGES:
            theirs = function(y_true, y_pred, average=average, **options)
            assert same(value(rows, metric, "sklearn-1.9", average=average, **standing), theirs), (metric, average)
    for convention in ("max", "min"):  # of a smaller entropy of 0 there is no value here, and 0 or 1 there
        theirs = sk.normalized_mutual_info_score(y_true, y_pred, average_method=convention)
        ours = value(rows, "nmi", "sklearn-1.9", convention=convention)
        if convention == "min" and isinstance(ours, Undefined):
            assert theirs in (0, 1)
        else:
            assert same(ours, theirs, ENTROPIES)


PYCM_OVERALL = {
    "accuracy": "Overall ACC", "average_accuracy": "ACC Macro", "mcc": "Overall MCC", "kappa": "Kappa",
    "reference_entropy": "Reference Entropy", "response_entropy": "Response Entropy", "joint_entropy": "Joint Entropy",
    "conditional_entropy": "Conditional Entropy", "mutual_information": "Mutual Information", "homogeneity": "RCI",
}  # fmt: skip
PYCM_MICRO = ("precision", "recall", "specificity", "npv", "fpr", "fnr", "f1")


@each("name", MATRICES)
def test_pycm(name: str) -> None:
    rows = MATRICES[name]
    cm = pycm.ConfusionMatrix(matrix=rows)
    for label, theirs in cm.F_beta(2).items():
        assert same(value(rows, "fbeta", "pycm-4.6", label=label), theirs), label
    for metric, key in {**PYCM_CLASS, "information_score": "IS"}.items():
        by_class = cm.class_stat[key]
        for label, theirs in by_class.items():
            assert same(value(rows, metric, "pycm-4.6", label=label), theirs), (metric, label)
        assert same(value(rows, metric, "pycm-4.6", average="macro"), cm.average(key)), metric
        # The known difference, in the docstring of the preset: there an undefined class counts even with no weight.
        if not any(by_class[i] == "None" and not sum(line) for i, line in enumerate(rows)):
            assert same(value(rows, metric, "pycm-4.6", average="weighted"), cm.weighted_average(key)), metric
    for metric, key in PYCM_OVERALL.items():
        assert same(value(rows, metric, "pycm-4.6"), cm.overall_stat[key]), key
    for metric in PYCM_MICRO:
        theirs = cm.overall_stat[f"{PYCM_CLASS[metric]} Micro"]
        assert same(value(rows, metric, "pycm-4.6", average="micro"), theirs), metric


def test_pycm_weighted_average_of_a_class_without_weight_is_the_known_difference() -> None:
    rows = MATRICES["no true"]
    assert pycm.ConfusionMatrix(matrix=rows).weighted_average("TPR") == "None"
    assert value(rows, "recall", "pycm-4.6", average="weighted") == Fraction(7, 12)


def test_pycm_passes_over_classes_in_two_sums_which_are_known_differences() -> None:
    for rows in MATRICES.values():
        overall = pycm.ConfusionMatrix(matrix=rows).overall_stat
        is_whole = all(map(any, rows))  # every class has samples
        is_infinite = any(
            any(row) and not any(column) for row, column in zip(rows, zip(*rows, strict=True), strict=True)
        )
        assert same(value(rows, "cross_entropy", "pycm-4.6"), overall["Cross Entropy"]) is not is_infinite
        divergence = value(rows, "kl_divergence", "pycm-4.6")
        assert same(divergence, overall["KL Divergence"]) is (is_whole or is_infinite)
        assert isinstance(divergence, Undefined) is is_infinite


TORCHMETRICS = tomllib.loads(Path(__file__).with_name("torchmetrics.toml").read_text(encoding="utf-8"))
SINGLE = 2.0**-22  # two ulps of 1 in the single precision torchmetrics computes in


@each(("name", "metric", "by_class", "averages"), [(*row[:3], row[3:]) for row in TORCHMETRICS["averages"]])
def test_torchmetrics(name: str, metric: str, by_class: list[float], averages: list[float]) -> None:
    for label, theirs in enumerate(by_class):
        assert same(value(MATRICES[name], metric, "torchmetrics-1.9", label=label), theirs, SINGLE), label
    for average, theirs in zip(("macro", "micro", "weighted"), averages, strict=True):
        assert same(value(MATRICES[name], metric, "torchmetrics-1.9", average=average), theirs, SINGLE), average


@each(("name", "values"), [(name, values) for name, *values in TORCHMETRICS["overall"]])
def test_torchmetrics_overall(name: str, values: list[float]) -> None:
    for metric, theirs in zip(("mcc", "kappa", "accuracy"), values, strict=True):
        assert same(value(MATRICES[name], metric, "torchmetrics-1.9"), theirs, SINGLE), metric
