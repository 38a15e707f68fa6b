"""scikit-learn and PyCM as oracles: their values within a few units in the last place, PyCM's exact ones exactly."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pycm
import sklearn.metrics

from exactmetrics.api import ConfusionMatrix
from exactmetrics.exact.values import Undefined
from exactmetrics.metrics.registry import all_metrics
from tests.cases import each, sample
from tests.contracts.matrices import Rows

ULPS = 64  # PyCM's kappa is the worst: what it subtracts is nearly equal
random = Random(20)
MATRICES: list[Rows] = [
    [[random.choice([0, 1, 2, 5, 30]) for _ in range(k)] for _ in range(k)] for k in (2, 3, 4, 6) for _ in range(8)
]
BEFORE = {"precision": "precision_score", "recall": "recall_score", "f1": "f1_score", "jaccard": "jaccard_score"}
PYCM_CLASS = {
    "precision": "PPV", "recall": "TPR", "specificity": "TNR", "npv": "NPV", "fpr": "FPR", "fnr": "FNR", "fdr": "FDR",
    "for": "FOR", "class_accuracy": "ACC", "f1": "F1", "jaccard": "J", "informedness": "BM", "mcc": "MCC",
    "prevalence": "PRE", "tp": "TP", "tn": "TN", "fp": "FP", "fn": "FN", "support": "P", "predicted": "TOP",
}  # fmt: skip
PYCM_WHOLE = {"accuracy": "Overall_ACC", "average_accuracy": "ACC_Macro", "kappa": "Kappa", "mcc": "Overall_MCC"}


def labels_of(rows: Rows) -> tuple[list[int], list[int]]:
    k = range(len(rows))
    pairs = [(i, j) for i in k for j in k for _ in range(rows[i][j])]
    return [i for i, _ in pairs], [j for _, j in pairs]


def close(exact: Any, peer: float) -> bool:
    """Within a few units in the last place, of the value or of the numbers near 1 it is the difference of."""
    nearest = float(exact)
    return abs(nearest - float(peer)) <= ULPS * max(math.ulp(nearest), math.ulp(1.0) / 4)


def given_by_sklearn(function: Callable[..., Any], rows: Rows, **options: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return function(*labels_of(rows), **options)


def pycm_of(rows: Rows, **options: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        true, predicted = labels_of(rows)
        return pycm.ConfusionMatrix(true, predicted, classes=list(range(len(rows))), **options)


@each("rows", sample(MATRICES, 8, kind=len), ids=str)
def test_sklearn_scores_of_classes(rows: Rows) -> None:
    cm, classes = ConfusionMatrix(rows), list(range(len(rows)))
    cases = [(name, getattr(sklearn.metrics, f), {}) for name, f in BEFORE.items()]
    cases += [("fbeta", sklearn.metrics.fbeta_score, {"beta": b}) for b in (0.5, 2, 3)]
    for name, function, parameters in cases:
        for standing in (0, 1):
            options = {"labels": classes, "zero_division": standing, **parameters}
            by_class = given_by_sklearn(function, rows, average=None, **options)
            for i in classes:
                value = cm.value(name, label=i, undefined=standing, **parameters)
                assert close(value, by_class[i]), (name, i)
            for average in ("macro", "micro", "weighted"):
                value = cm.value(name, average=average, undefined=standing, **parameters)
                assert close(value, given_by_sklearn(function, rows, average=average, **options)), (name, average)


@each("rows", MATRICES, ids=str)
def test_sklearn_scores_of_the_matrix(rows: Rows) -> None:
    cm, sk = ConfusionMatrix(rows), sklearn.metrics
    assert close(cm.value("accuracy"), given_by_sklearn(sk.accuracy_score, rows))
    assert close(cm.value("error_rate"), given_by_sklearn(sk.zero_one_loss, rows))
    assert close(cm.value("error_rate"), given_by_sklearn(sk.hamming_loss, rows))
    recall = given_by_sklearn(sk.balanced_accuracy_score, rows)
    assert close(cm.value("balanced_accuracy", over="true"), recall)
    assert close(cm.value("kappa", undefined=0), np.nan_to_num(given_by_sklearn(sk.cohen_kappa_score, rows)))
    assert close(cm.value("mcc", undefined=0), given_by_sklearn(sk.matthews_corrcoef, rows))


@each("rows", [m for m in MATRICES if sum(map(sum, m)) > 1], ids=str)
def test_pycm(rows: Rows) -> None:
    cm, peer = ConfusionMatrix(rows), pycm_of(rows)
    for name, key in PYCM_CLASS.items():
        theirs = getattr(peer, key)
        for i in range(len(rows)):
            value = cm.value(name, label=i)
            assert (theirs[i] == "None") is isinstance(value, Undefined), (name, i)
            assert isinstance(value, Undefined) or close(value, theirs[i]), (name, i)
    for name, key in PYCM_WHOLE.items():
        value = cm.value(name)
        assert (getattr(peer, key) == "None") is isinstance(value, Undefined), name
        assert isinstance(value, Undefined) or close(value, getattr(peer, key)), name
    for beta in (0.5, 2):
        theirs = peer.F_beta(beta)
        assert all(
            close(cm.value("fbeta", label=i, beta=beta, undefined=0), theirs[i]) for i in theirs if theirs[i] != "None"
        )


# PyCM has no value of these where the closed form has one, and where its detours divide by 0 or ask a logarithm of 0.
DETOURS = {"yule_q", "dor", "kl_divergence"}
PASSED_OVER = {"cross_entropy"}  # PyCM leaves out a class with samples that is never predicted


@each("rows", [m for m in MATRICES if sum(map(sum, m)) > 1], ids=str)
def test_every_metric_that_pycm_has(rows: Rows) -> None:
    cm, peer = ConfusionMatrix(rows), pycm_of(rows)
    for m in all_metrics():
        theirs: Any = getattr(peer, m.implemented_by.get("pycm", ""), None)
        if theirs is None or callable(theirs) or m.parameters:  # a function of weights is compared by `conformance`
            continue
        pairs = [(cm.value(m.name, label=i), theirs[i]) for i in theirs] if m.scope == "class" else []
        for value, their in pairs or [(cm.value(m.name), theirs)]:
            if their == "None":
                assert isinstance(value, Undefined) or m.name in DETOURS, m
            elif not (isinstance(value, Undefined) and m.name in PASSED_OVER):
                assert close(value, their), m


EXACT = {"TPR": "recall", "TNR": "specificity", "PPV": "precision", "NPV": "npv", "FNR": "fnr", "FPR": "fpr",
         "FDR": "fdr", "FOR": "for", "J": "jaccard", "BM": "informedness", "PRE": "prevalence"}  # fmt: skip


@each("rows", [m for m in MATRICES if sum(map(sum, m)) > 1], ids=str)
def test_pycm_with_fractions_is_exact_and_equal(rows: Rows) -> None:
    cm, n = ConfusionMatrix(rows), sum(map(sum, rows))
    peer = pycm_of(rows, sample_weight=[Fraction(1)] * n)
    compared = 0
    for key, name in EXACT.items():
        for i in range(len(rows)):
            theirs, value = getattr(peer, key)[i], cm.value(name, label=i)
            if theirs == "None":
                assert isinstance(value, Undefined), (name, i)
            else:
                assert type(theirs) in (Fraction, int), (key, theirs)
                assert value == theirs, (name, i)
                compared += 1
    assert compared
    for key, name in (("PPV", "precision"), ("TPR", "recall")):
        if "None" not in getattr(peer, key).values():
            assert cm.value(name, average="weighted") == peer.weighted_average(key)
            assert cm.value(name, average="macro") == peer.average(key)


def test_pycm_gives_the_golden_exactly() -> None:
    peer = pycm_of([[6, 1, 1], [1, 5, 2], [2, 3, 7]], sample_weight=[Fraction(1)] * 28)
    assert peer.weighted_average("PPV") == Fraction(409, 630)


def test_what_is_said_to_be_implemented_by_a_peer_is_there() -> None:
    peer = pycm_of([[6, 1, 1], [1, 5, 2], [2, 3, 7]])
    for m in all_metrics():
        if "sklearn" in m.implemented_by:
            assert callable(getattr(sklearn.metrics, m.implemented_by["sklearn"]))
        if "pycm" in m.implemented_by:
            assert hasattr(peer, m.implemented_by["pycm"])
        key = {**PYCM_CLASS, **PYCM_WHOLE}.get(m.name)
        if key and key != m.implemented_by.get("pycm"):
            assert m.name in ("prevalence", "tp", "tn", "fp", "fn", "support", "predicted")


def test_binary_matrices_of_sklearn() -> None:
    rows = [[7, 2], [3, 11]]
    counts = sklearn.metrics.multilabel_confusion_matrix(*labels_of(rows))
    cm = ConfusionMatrix(rows)
    for i in range(2):
        assert [
            [cm.value("tn", label=i), cm.value("fp", label=i)],
            [cm.value("fn", label=i), cm.value("tp", label=i)],
        ] == counts[i].tolist()
