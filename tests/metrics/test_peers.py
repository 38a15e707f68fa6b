"""What peers are said to have is there, and pairs of samples and the net benefit are as they count them."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pycm
import sklearn.metrics

from exactmetrics.api import ConfusionMatrix
from exactmetrics.compat import sklearn as compat
from exactmetrics.exact.values import Undefined
from exactmetrics.metrics.registry import all_metrics
from tests.cases import each
from tests.contracts.matrices import Rows

ULPS = 64  # PyCM's kappa is the worst: what it subtracts is nearly equal
random = Random(20)
MATRICES: list[Rows] = [
    [[random.choice([0, 1, 2, 5, 30]) for _ in range(k)] for _ in range(k)] for k in (2, 3, 4, 6) for _ in range(8)
]
PYCM_CLASS = {
    "precision": "PPV", "recall": "TPR", "specificity": "TNR", "npv": "NPV", "fpr": "FPR", "fnr": "FNR", "fdr": "FDR",
    "for": "FOR", "class_accuracy": "ACC", "f1": "F1", "jaccard": "J", "informedness": "BM", "mcc": "MCC",
    "prevalence": "PRE", "tp": "TP", "tn": "TN", "fp": "FP", "fn": "FN", "support": "P", "predicted": "TOP",
}  # fmt: skip


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


PAIRS = {
    "rand_index": ("rand_score", 1), "adjusted_rand_index": ("adjusted_rand_score", 1),
    "pair_fowlkes_mallows": ("fowlkes_mallows_score", 0),
}  # fmt: skip


@each("rows", MATRICES, ids=str)
def test_pairs_of_samples_as_scikit_learn_counts_them(rows: Rows) -> None:
    """Whatever the clusters are called."""
    turned = ConfusionMatrix([row[1:] + row[:1] for row in rows])
    for name, (theirs, undefined) in PAIRS.items():
        ours = ConfusionMatrix(rows).value(name, undefined=undefined)
        assert ours == turned.value(name, undefined=undefined)
        assert close(ours, given_by_sklearn(getattr(sklearn.metrics, theirs), rows)), name
        assert getattr(compat, theirs)(*labels_of(rows)) == ours, name


def test_the_lowest_adjusted_rand_index() -> None:
    """By search: no small matrix has less than -1/2, and of two classes only some of three or four samples have it."""
    squares = [[list(cells[:2]), list(cells[2:])] for cells in product(range(4), repeat=4)]
    cubes = [[list(cells[i : i + 3]) for i in (0, 3, 6)] for cells in product(range(2), repeat=9)]
    values = [(ConfusionMatrix(rows).value("adjusted_rand_index"), rows) for rows in [*squares, *cubes]]
    known = [(value, rows) for value, rows in values if not isinstance(value, Undefined)]
    assert min(value for value, _ in known) == Fraction(-1, 2)
    lowest = [rows for value, rows in known if value == Fraction(-1, 2) and len(rows) == 2]
    assert [[1, 1], [1, 1]] in lowest
    assert all(max(map(max, rows)) == 1 and sum(map(sum, rows)) >= 3 for rows in lowest)


@each("rows", [rows for rows in MATRICES if sum(map(sum, rows)) > 1], ids=str)
def test_net_benefit_as_pycm_counts_it(rows: Rows) -> None:
    cm, peer = ConfusionMatrix(rows), pycm_of(rows)
    for chosen in (0.0, 0.25, 1.0):
        for label, their in enumerate(peer.NB(chosen).values()):
            assert close(cm.value("net_benefit", label=label, w=chosen), their)


def test_what_is_said_to_be_implemented_by_a_peer_is_there() -> None:
    peer = pycm_of([[6, 1, 1], [1, 5, 2], [2, 3, 7]])
    for m in all_metrics():
        if "sklearn" in m.implemented_by:
            assert callable(getattr(sklearn.metrics, m.implemented_by["sklearn"]))
        if "pycm" in m.implemented_by:
            assert hasattr(peer, m.implemented_by["pycm"])
        if m.name in PYCM_CLASS and PYCM_CLASS[m.name] != m.implemented_by.get("pycm"):
            assert m.name in ("prevalence", "tp", "tn", "fp", "fn", "support", "predicted", "mcc"), m
