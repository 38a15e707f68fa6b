"""The presets of libraries against the libraries, on matrices with classes that have no samples or no predictions.

scikit-learn and PyCM are run here. What torchmetrics 1.9.0 on torch 2.13.0 gave is a table: it is no dependency.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import isfinite, ulp
from typing import Any

import pycm
import pytest
from sklearn import metrics as sk

import exactmetrics as em
from exactmetrics.exact.values import Undefined
from tests.cases import each

Rows = list[list[int]]
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
AVERAGES = ("macro", "micro", "weighted")
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


# scikit-learn


def label_lists(rows: Rows) -> tuple[list[int], list[int]]:
    cells = [(i, j) for i, line in enumerate(rows) for j, count in enumerate(line) for _ in range(count)]
    return [i for i, _ in cells], [j for _, j in cells]


SK_AVERAGED: dict[str, Callable[..., Any]] = {
    "precision": sk.precision_score,
    "recall": sk.recall_score,
    "f1": sk.f1_score,
    "fbeta": sk.fbeta_score,
    "jaccard": sk.jaccard_score,
}
SK_OVERALL: dict[str, Callable[..., Any]] = {
    "accuracy": sk.accuracy_score,
    "error_rate": sk.zero_one_loss,
    "balanced_accuracy": sk.balanced_accuracy_score,
    "adjusted_balanced_accuracy": partial(sk.balanced_accuracy_score, adjusted=True),
    "mcc": sk.matthews_corrcoef,
    "kappa": sk.cohen_kappa_score,
    "mutual_information": sk.mutual_info_score,
    "homogeneity": sk.homogeneity_score,
    "completeness": sk.completeness_score,
    "v_measure": partial(sk.v_measure_score, beta=2),
    "nmi": sk.normalized_mutual_info_score,
}


@each("name", [*MATRICES, "one label"])
@each("convention", ["max", "min"])
def test_the_other_means_of_entropies(name: str, convention: str) -> None:
    """Of a smaller entropy of 0 there is no value here, and 0 or 1 there."""
    rows = MATRICES.get(name, [[4]])
    theirs = sk.normalized_mutual_info_score(*label_lists(rows), average_method=convention)
    ours = value(rows, "nmi", "sklearn-1.9", convention=convention)
    assert theirs in (0, 1) if isinstance(ours, Undefined) and convention == "min" else same(ours, theirs)


@pytest.mark.filterwarnings("ignore")
@each("name", [*MATRICES, "one label"])
@each("metric", [*SK_AVERAGED, *SK_OVERALL])
def test_scikit_learn(name: str, metric: str) -> None:
    rows = MATRICES.get(name, [[4]])
    y_true, y_pred = label_lists(rows)
    if metric in SK_OVERALL:
        assert same(value(rows, metric, "sklearn-1.9"), SK_OVERALL[metric](y_true, y_pred))
        return
    options = {"labels": range(len(rows)), **BETA.get(metric, {})}
    by_class = SK_AVERAGED[metric](y_true, y_pred, average=None, **options)
    for label, theirs in enumerate(by_class):
        assert same(value(rows, metric, "sklearn-1.9", label=label), theirs), label
    for average in AVERAGES:
        theirs = SK_AVERAGED[metric](y_true, y_pred, average=average, **options)
        assert same(value(rows, metric, "sklearn-1.9", average=average), theirs), average


# PyCM

PYCM_CLASS = {
    "tp": "TP", "tn": "TN", "fp": "FP", "fn": "FN", "support": "P", "predicted": "TOP", "prevalence": "PRE",
    "class_accuracy": "ACC", "precision": "PPV", "recall": "TPR", "specificity": "TNR", "npv": "NPV", "fpr": "FPR",
    "fnr": "FNR", "fdr": "FDR", "for": "FOR", "f1": "F1", "jaccard": "J", "informedness": "BM", "mcc": "MCC",
    "information_score": "IS",
}  # fmt: skip
PYCM_OVERALL = {
    "accuracy": "Overall ACC", "average_accuracy": "ACC Macro", "mcc": "Overall MCC", "kappa": "Kappa",
    "reference_entropy": "Reference Entropy", "response_entropy": "Response Entropy", "joint_entropy": "Joint Entropy",
    "conditional_entropy": "Conditional Entropy", "mutual_information": "Mutual Information", "homogeneity": "RCI",
}  # fmt: skip
PYCM_MICRO = ("precision", "recall", "specificity", "npv", "fpr", "fnr", "f1")


@each("name", MATRICES)
@each("metric", [*PYCM_CLASS, "fbeta"])
def test_pycm_by_class_and_averaged(name: str, metric: str) -> None:
    rows = MATRICES[name]
    cm = pycm.ConfusionMatrix(matrix=rows)
    by_class = cm.F_beta(2) if metric == "fbeta" else cm.class_stat[PYCM_CLASS[metric]]
    for label, theirs in by_class.items():
        assert same(value(rows, metric, "pycm-4.6", label=label), theirs), label
    if metric == "fbeta":  # no averages of it are offered
        return
    assert same(value(rows, metric, "pycm-4.6", average="macro"), cm.average(PYCM_CLASS[metric]))
    # The known difference, in the docstring of the preset: there an undefined class counts even with no weight.
    if not any(by_class[i] == "None" and not sum(line) for i, line in enumerate(rows)):
        theirs = cm.weighted_average(PYCM_CLASS[metric])
        assert same(value(rows, metric, "pycm-4.6", average="weighted"), theirs)


@each("name", MATRICES)
def test_pycm_overall_and_micro(name: str) -> None:
    rows = MATRICES[name]
    overall = pycm.ConfusionMatrix(matrix=rows).overall_stat
    for metric, key in PYCM_OVERALL.items():
        assert same(value(rows, metric, "pycm-4.6"), overall[key]), key
    for metric in PYCM_MICRO:
        key = f"{PYCM_CLASS[metric]} Micro"
        assert same(value(rows, metric, "pycm-4.6", average="micro"), overall[key]), key


def test_pycm_weighted_average_of_a_class_without_weight_is_the_known_difference() -> None:
    rows = MATRICES["no true"]
    assert pycm.ConfusionMatrix(matrix=rows).weighted_average("TPR") == "None"
    assert value(rows, "recall", "pycm-4.6", average="weighted") == Fraction(7, 12)


def test_pycm_passes_over_classes_in_two_sums_which_are_known_differences() -> None:
    for rows in MATRICES.values():
        overall, predicted = (
            pycm.ConfusionMatrix(matrix=rows).overall_stat,
            [sum(column) for column in zip(*rows, strict=True)],
        )
        is_whole = all(map(any, rows))  # every class has samples
        is_infinite = any(any(row) and not column for row, column in zip(rows, predicted, strict=True))
        assert same(value(rows, "cross_entropy", "pycm-4.6"), overall["Cross Entropy"]) is not is_infinite
        divergence = value(rows, "kl_divergence", "pycm-4.6")
        assert same(divergence, overall["KL Divergence"]) is (is_whole or is_infinite)
        assert isinstance(divergence, Undefined) is is_infinite


# torchmetrics 1.9.0, run: multiclass_*(num_classes=k), beta=2.0; average "none", "macro", "micro", "weighted"
# fmt: off
TORCHMETRICS: list[tuple[str, str, list[float], float, float, float]] = [
    ("no true", "precision", [0.75, 0.0, 0.8], 0.51666665, 0.5833333, 0.7791667),
    ("no true", "recall", [0.6, 0.0, 0.5714286], 0.3904762, 0.5833333, 0.5833334),
    ("no true", "specificity", [0.85714287, 0.75, 0.8], 0.8023809, 0.7916667, 0.8238095),
    ("no true", "npv", [0.75, 1.0, 0.5714286], 0.77380955, 0.7916667, 0.6458334),
    ("no true", "f1", [0.6666667, 0.0, 0.6666667], 0.44444445, 0.5833333, 0.66666675),
    ("no true", "fbeta", [0.625, 0.0, 0.6060606], 0.41035354, 0.5833333, 0.61395204),
    ("no true", "jaccard", [0.5, 0.0, 0.5], 0.33333334, 0.4117647, 0.5),
    ("not predicted", "precision", [0.5, 0.0, 0.5], 0.33333334, 0.5, 0.3214286),
    ("not predicted", "recall", [0.75, 0.0, 0.8], 0.51666665, 0.5, 0.5),
    ("not predicted", "specificity", [0.7, 1.0, 0.5555556], 0.75185186, 0.75, 0.75555557),
    ("not predicted", "npv", [0.875, 0.64285713, 0.8333333], 0.78373015, 0.75, 0.7772109),
    ("not predicted", "f1", [0.6, 0.0, 0.61538464], 0.4051282, 0.5, 0.3912088),
    ("not predicted", "fbeta", [0.6818182, 0.0, 0.71428573], 0.46536797, 0.5, 0.44990724),
    ("not predicted", "jaccard", [0.42857143, 0.0, 0.44444445], 0.2910053, 0.33333334, 0.28117913),
    ("neither", "precision", [0.75, 0.0, 0.8], 0.775, 0.7777778, 0.7777778),
    ("neither", "recall", [0.75, 0.0, 0.8], 0.775, 0.7777778, 0.7777778),
    ("neither", "specificity", [0.8, 1.0, 0.75], 0.775, 0.8888889, 0.7722222),
    ("neither", "npv", [0.8, 1.0, 0.75], 0.775, 0.8888889, 0.7722222),
    ("neither", "f1", [0.75, 0.0, 0.8], 0.775, 0.7777778, 0.7777778),
    ("neither", "fbeta", [0.75, 0.0, 0.8], 0.775, 0.7777778, 0.7777778),
    ("neither", "jaccard", [0.6, 0.0, 0.6666667], 0.6333333, 0.6363636, 0.63703704),
    ("one true", "precision", [1.0, 0.0, 0.0], 0.33333334, 0.5, 1.0),
    ("one true", "recall", [0.5, 0.0, 0.0], 0.16666667, 0.5, 0.5),
    ("one true", "specificity", [0.0, 0.75, 0.75], 0.5, 0.75, 0.0),
    ("one true", "npv", [0.0, 1.0, 1.0], 0.6666667, 0.75, 0.0),
    ("one true", "f1", [0.6666667, 0.0, 0.0], 0.22222222, 0.5, 0.6666667),
    ("one true", "fbeta", [0.5555556, 0.0, 0.0], 0.1851852, 0.5, 0.5555556),
    ("one true", "jaccard", [0.5, 0.0, 0.0], 0.16666667, 0.33333334, 0.5),
    ("one predicted", "precision", [0.4, 0.0], 0.2, 0.4, 0.16),
    ("one predicted", "recall", [1.0, 0.0], 0.5, 0.4, 0.4),
    ("one predicted", "specificity", [0.0, 1.0], 0.5, 0.4, 0.6),
    ("one predicted", "npv", [0.0, 0.4], 0.2, 0.4, 0.24000001),
    ("one predicted", "f1", [0.5714286, 0.0], 0.2857143, 0.4, 0.22857144),
    ("one predicted", "fbeta", [0.7692308, 0.0], 0.3846154, 0.4, 0.30769232),
    ("one predicted", "jaccard", [0.4, 0.0], 0.2, 0.25, 0.16),
    ("one class", "precision", [1.0, 0.0], 1.0, 1.0, 1.0),
    ("one class", "recall", [1.0, 0.0], 1.0, 1.0, 1.0),
    ("one class", "specificity", [0.0, 1.0], 0.0, 1.0, 0.0),
    ("one class", "npv", [0.0, 1.0], 0.0, 1.0, 0.0),
    ("one class", "f1", [1.0, 0.0], 1.0, 1.0, 1.0),
    ("one class", "fbeta", [1.0, 0.0], 1.0, 1.0, 1.0),
    ("one class", "jaccard", [1.0, 0.0], 1.0, 1.0, 1.0),
    ("all one", "precision", [0.0, 0.5, 0.0], 0.16666667, 0.5, 0.25),
    ("all one", "recall", [0.0, 1.0, 0.0], 0.33333334, 0.5, 0.5),
    ("all one", "specificity", [1.0, 0.0, 1.0], 0.6666667, 0.75, 0.5),
    ("all one", "npv", [0.6666667, 0.0, 0.8333333], 0.5, 0.75, 0.3611111),
    ("all one", "f1", [0.0, 0.6666667, 0.0], 0.22222222, 0.5, 0.33333334),
    ("all one", "fbeta", [0.0, 0.8333333, 0.0], 0.27777776, 0.5, 0.41666666),
    ("all one", "jaccard", [0.0, 0.5, 0.0], 0.16666667, 0.33333334, 0.25),
]
# fmt: on
# multiclass_matthews_corrcoef, multiclass_cohen_kappa, multiclass_accuracy(average="micro")
TORCHMETRICS_OVERALL = [
    ("plain", 0.46423835, 0.4615385, 0.64285713),
    ("no true", 0.3575074, 0.32584268, 0.5833333),
    ("neither", 0.55, 0.55, 0.7777778),
    ("one true", 0.0, 0.0, 0.5),
    ("one class", 1.0, float("nan"), 1.0),
    ("one sample, wrong", -1.0, 0.0, 0.0),
    ("all wrong, three", -0.5, -0.43999994, 0.0),
    ("all wrong, one neither", -1.0, -0.923077, 0.0),
    ("all one", 0.0, 0.0, 0.5),
    ("one class of three", 0.0, float("nan"), 1.0),
]
SINGLE = 2.0**-22  # two ulps of 1 in the single precision torchmetrics computes in


@each(("name", "metric", "by_class", "macro", "micro", "weighted"), TORCHMETRICS)
def test_torchmetrics(
    name: str, metric: str, by_class: list[float], macro: float, micro: float, weighted: float
) -> None:
    rows = MATRICES[name]
    for label, theirs in enumerate(by_class):
        assert same(value(rows, metric, "torchmetrics-1.9", label=label), theirs, SINGLE), label
    for average, theirs in zip(AVERAGES, (macro, micro, weighted), strict=True):
        assert same(value(rows, metric, "torchmetrics-1.9", average=average), theirs, SINGLE), average


@each(("name", "mcc", "kappa", "accuracy"), TORCHMETRICS_OVERALL)
def test_torchmetrics_overall(name: str, mcc: float, kappa: float, accuracy: float) -> None:
    for metric, theirs in (("mcc", mcc), ("kappa", kappa), ("accuracy", accuracy)):
        assert same(value(MATRICES[name], metric, "torchmetrics-1.9"), theirs, SINGLE), metric
