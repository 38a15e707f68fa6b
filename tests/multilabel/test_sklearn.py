"""scikit-learn as a peer of label sets: every average and every zero_division, within a few units in the last place."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import sklearn.metrics as sk

from exactmetrics import Multilabel
from exactmetrics.exact.values import Undefined
from tests.cases import size
from tests.multilabel.drawn import drawn

NUMBER = size(5, 60)
ULPS = 32
PEERS = {
    "precision": sk.precision_score, "recall": sk.recall_score, "f1": sk.f1_score, "jaccard": sk.jaccard_score,
}  # fmt: skip
ZERO_DIVISION = {0: 0, 1: 1, "omit": math.nan}


def close(exact: Any, peer: float) -> bool:
    if isinstance(exact, Undefined):
        return math.isnan(peer)
    return abs(float(exact) - peer) <= ULPS * max(math.ulp(float(exact)), math.ulp(1.0) / 4)


def given(function: Callable[..., Any], *columns: Any, **options: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return function(*columns, **options)


def test_averages() -> None:
    compared = 0
    for one in drawn(NUMBER, seed=3):
        true, pred = np.array(one.true), np.array(one.pred)
        if true.shape[1] < 2:
            continue  # one column is a binary problem there
        for weights in (None, one.weights):
            if weights is not None and not sum(weights):
                continue
            ours = Multilabel.from_indicators(true, pred, sample_weight=weights)
            for metric, peer in PEERS.items():
                for policy, zero in ZERO_DIVISION.items():
                    if metric == "jaccard" and policy == "omit":
                        continue  # it has no such zero_division
                    for average in ("macro", "micro", "weighted", "samples"):
                        theirs = given(peer, true, pred, average=average, zero_division=zero, sample_weight=weights)
                        found = ours.value(metric, average=average, undefined=policy)
                        if average == "weighted":
                            each = given(peer, true, pred, average=None, zero_division=zero, sample_weight=weights)
                            support = np.average(true, axis=0, weights=weights)
                            if not support[~np.isnan(each)].any():
                                # Every weight is 0: no mean exists, and scikit-learn has a number all the same.
                                assert isinstance(found, Undefined)
                                continue
                        assert close(found, float(theirs)), (one, metric, policy, average, found, theirs)
                        compared += 1
    assert compared > 20 * NUMBER


def test_the_metrics_of_their_own() -> None:
    for one in drawn(NUMBER, seed=4):
        true, pred = np.array(one.true), np.array(one.pred)
        for weights in (None, one.weights):
            if true.shape[1] < 2 or (weights is not None and not sum(weights)):
                continue
            ours = Multilabel.from_indicators(true, pred, sample_weight=weights)
            assert close(ours.value("subset_accuracy"), sk.accuracy_score(true, pred, sample_weight=weights))
            assert close(ours.value("hamming_loss"), sk.hamming_loss(true, pred, sample_weight=weights))
            matrices = sk.multilabel_confusion_matrix(true, pred, sample_weight=weights)
            for label, ((tn, fp), (fn, tp)) in zip(ours.labels, matrices.tolist(), strict=True):
                assert ours.counts(label) | {"tp": tp, "fp": fp, "fn": fn, "tn": tn} == ours.counts(label)
