"""Values of label sets, every average under every policy: against plain sets, and against scikit-learn."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any
from zlib import crc32

import numpy as np
import pytest
import sklearn.metrics as sk

from exactmetrics import ConfusionMatrix, Multilabel, OneVsRest, Scores
from exactmetrics.exact.errors import UndefinedValueError, UsageError
from exactmetrics.exact.values import Undefined
from exactmetrics.metrics.registry import all_metrics
from tests.cases import EXHAUSTIVE, each, size
from tests.multilabel.drawn import Drawn, drawn
from tests.oracle.label_sets import Rows, label_set_answer, read

NUMBER = size(30, 300)
POLICIES = (0, 1, "omit")
METRICS = ("precision", "recall", "f1", "jaccard")
OF_PEER = size(5, 60)
ULPS = 32
PEERS = {
    "precision": sk.precision_score, "recall": sk.recall_score, "f1": sk.f1_score, "jaccard": sk.jaccard_score,
}  # fmt: skip
ZERO_DIVISION = {0: 0, 1: 1, "omit": math.nan}


def expected(one: Drawn, metric: str, average: str, policy: int | str, *, weighted: bool) -> Any:
    """What the second implementation says, None where there is no value."""
    case = {"metric": metric, "average": average, "label": None, "options": {"undefined": str(policy)}}
    data = {"labels": list(range(len(one.true[0]))), "y_true": one.true, "y_pred": one.pred}
    found = label_set_answer(case, {**data, "sample_weight": one.weights} if weighted else data)
    return None if isinstance(found, str) else found


def test_every_average_under_every_policy() -> None:
    undefined = 0
    for one in drawn(NUMBER):
        for weighted in (False, True):
            ours = Multilabel.from_indicators(one.true, one.pred, sample_weight=one.weights if weighted else None)
            for metric in METRICS:
                for average in ("macro", "micro", "weighted", "samples"):
                    for policy in POLICIES:
                        found = ours.value(metric, average=average, undefined=policy)
                        right = expected(one, metric, average, policy, weighted=weighted)
                        assert (None if isinstance(found, Undefined) else found) == right, (one, metric, policy)
                undefined += isinstance(ours.value(metric, average="samples"), Undefined)
    assert undefined > NUMBER


def test_the_metrics_of_their_own() -> None:
    for one in drawn(NUMBER, seed=5):
        rows: Rows = read({"labels": one.true[0], "y_true": one.true, "y_pred": one.pred})
        ours = Multilabel.from_indicators(one.true, one.pred)
        assert ours.value("subset_accuracy") == rows.subset_accuracy()
        assert ours.value("exact match ratio") == ours.label_powerset().value("accuracy")
        loss = rows.hamming_loss()
        assert ours.value("hamming_loss") == ours.value("hamming_loss", average="samples") == loss
        assert sum(ours.values("hamming_loss").values()) == loss * len(one.true[0])
        repeated = [
            [row for row, times in zip(side, one.weights, strict=True) for _ in range(times)] for side in one[:2]
        ]
        if repeated[0]:
            weighted = Multilabel.from_indicators(one.true, one.pred, sample_weight=one.weights)
            again = Multilabel.from_indicators(*repeated)
            for metric in ("subset_accuracy", "hamming_loss"):
                assert weighted.value(metric) == again.value(metric)
            assert weighted.building_blocks() == again.building_blocks()


def test_every_metric_of_a_class_is_one_of_a_sample() -> None:
    """The mean over samples is the macro average of counts that are given as those of the samples."""
    metrics = [metric for metric in all_metrics() if metric.scope == "class" and not metric.partition]
    for one in drawn(size(6, 30), seed=9, most=12):
        ours = Multilabel.from_indicators(one.true, one.pred)
        pairs = [list(zip(*row, strict=True)) for row in zip(one.true, one.pred, strict=True)]
        kinds = {"tp": (1, 1), "fp": (0, 1), "fn": (1, 0), "tn": (0, 0)}
        counts = {at: {name: row.count(kind) for name, kind in kinds.items()} for at, row in enumerate(pairs)}
        samples = OneVsRest.from_counts(counts, partition=False)
        for metric in metrics:
            options = {name: p.examples[0] for name, p in metric.standard.parameters.items()}
            turn = crc32(metric.name.encode()) % 4
            for policy in (*POLICIES, "propagate") if EXHAUSTIVE else [(*POLICIES, "propagate")[turn]]:
                found = ours.value(metric.name, average="samples", undefined=policy, **options)
                expected = samples.value(metric.name, average="macro", undefined=policy, **options)
                if isinstance(found, Undefined) or isinstance(expected, Undefined):
                    assert type(found) is type(expected)
                else:
                    assert found == expected


def test_samples_that_stand_together_change_nothing() -> None:
    for one in drawn(size(12, 100), seed=21, most=25):
        few = Multilabel.from_indicators(one.true, one.pred)
        many = Multilabel.from_indicators(one.true * 7, one.pred * 7)
        for metric in (*METRICS, "mcc"):
            for policy in (0, "omit"):
                asked = {"average": "samples", "undefined": policy}
                first, second = few.value(metric, **asked), many.value(metric, **asked)
                assert first == second or (isinstance(first, Undefined) and isinstance(second, Undefined))
            assert few.sample_values(metric, undefined=1) * 7 == many.sample_values(metric, undefined=1)
        combined = {"average": "samples", "combine": "averages", "undefined": 0}
        assert few.value("f1", **combined) == many.value("f1", **combined)


def test_very_many_sets() -> None:
    draw = Random(6)
    true = [[draw.randint(0, 1) for _ in range(9)] for _ in range(400)]
    pred = [[entry ^ (draw.random() < 0.1) for entry in row] for row in true]
    ours = Multilabel.from_indicators(true, pred)
    expected = Fraction(sum(t == p for t, p in zip(true, pred, strict=True)), 400)
    assert ours.value("subset_accuracy") == ours.label_powerset().value("accuracy") == expected
    assert f"Acc = {expected}" in ours.derive("subset_accuracy").to_text()
    assert ours.derive("subset_accuracy", undefined=0).value == expected


def test_what_has_no_value_is_said() -> None:
    ours = Multilabel.from_label_sets([["a"], []], [["a"], []])
    value = ours.value("recall", average="samples")
    assert isinstance(value, Undefined)
    assert value.label == 2
    with pytest.raises(UndefinedValueError):
        ours.value("recall", average="samples", undefined="raise")
    [acted] = ours.outcome("recall", average="samples", undefined=1).acted
    assert (acted.label, acted.value, acted.ratio) == (2, 1, "0/0")


@each(
    ("metric", "options", "told"),
    [
        ("accuracy", {}, "subset_accuracy"), ("kappa", {}, "label_powerset"),
        ("subset_accuracy", {"average": "macro"}, "neither label= nor average="),
        ("f1", {"average": "sample"}, "samples"),
        ("f1", {"average": "samples", "weights": "support"}, "sample_weight"), ("f1", {}, "samples"),
        ("f1", {"label": "c"}, "no class is called 'c'"), ("f1_samples", {}, 'average="samples"'),
    ],
)  # fmt: skip
def test_a_question_that_does_not_apply(metric: str, options: dict[str, str], told: str) -> None:
    ours = Multilabel.from_label_sets([["a"], ["b"]], [["a"], []])
    with pytest.raises(UsageError, match=told):
        ours.value(metric, **options)


def test_the_average_over_samples_is_offered_where_there_is_one() -> None:
    matrix, scores = ConfusionMatrix([[1, 2], [3, 4]]), Scores(["a", "b", "c"], [[3, 2, 1], [3, 2, 1], [2, 1, 1]])
    with pytest.raises(UsageError, match=r"Multilabel\.from_label_sets"):
        matrix.value("f1", average="samples")
    with pytest.raises(UsageError, match="choose from macro, weighted, micro"):
        scores.value("roc_auc", average="samples")
    with pytest.raises(UsageError) as raised:
        scores.value("roc_auc")
    assert "samples" not in str(raised.value)


def close(exact: Any, peer: float) -> bool:
    if isinstance(exact, Undefined):
        return math.isnan(peer)
    return abs(float(exact) - peer) <= ULPS * max(math.ulp(float(exact)), math.ulp(1.0) / 4)


def given(function: Callable[..., Any], *columns: Any, **options: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return function(*columns, **options)


def test_averages_are_those_of_scikit_learn() -> None:
    compared = 0
    for one in drawn(OF_PEER, seed=3):
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
    assert compared > 20 * OF_PEER


def test_the_metrics_of_their_own_are_those_of_scikit_learn() -> None:
    for one in drawn(OF_PEER, seed=4):
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
