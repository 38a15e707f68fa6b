"""scikit-learn as an oracle of the values: within a few units in the last place, the curves point by point."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise, product
from random import Random
from typing import Any

import numpy as np
import pytest
import sklearn.metrics as sk

from exactmetrics import Scores
from exactmetrics.exact.values import Undefined
from tests.cases import size
from tests.scores.asking import binaries, floats, several

pytestmark = pytest.mark.filterwarnings("ignore")
NUMBER = size(25, 250)
ULPS = 32


def close(exact: Any, peer: Any) -> bool:
    """Within a few units in the last place of the value, or of the numbers near 1 it is the difference of."""
    return abs(float(exact) - float(peer)) <= ULPS * max(math.ulp(float(exact)), math.ulp(1.0) / 4)


def test_of_two_classes() -> None:
    for (truth, scores, weights), weighted in product(binaries(NUMBER), (False, True)):
        same = {"sample_weight": weights if weighted else None}
        ours, columns = Scores(truth, scores, **same), (truth, floats(scores))
        for name, peer in (
            ("roc_auc", sk.roc_auc_score), ("ap", sk.average_precision_score), ("brier", sk.brier_score_loss),
            ("d2_brier", sk.d2_brier_score), ("hinge_loss", sk.hinge_loss),
        ):  # fmt: skip
            assert close(ours.value(name), peer(*columns, **same)), (name, truth, scores, same)
        for x in ("1/8", "1/3", "1/2"):
            peer = sk.roc_auc_score(*columns, **same, max_fpr=float(Fraction(x)))
            assert close(ours.value("partial_roc_auc", max_fpr=x), peer), (truth, scores, same, x)
        precision, recall, _ = sk.precision_recall_curve(*columns, **same)
        assert close(ours.value("pr_auc"), sk.auc(recall, precision))


def test_the_curves() -> None:
    for (truth, scores, weights), weighted in product(binaries(NUMBER, seed=3), (False, True)):
        same = {"sample_weight": weights if weighted else None}
        ours, columns = Scores(truth, scores, **same), (truth, floats(scores))
        for drop in (False, True):
            peer = sk.precision_recall_curve(*columns, **same, drop_intermediate=drop)
            points = ours.precision_recall_curve(drop_intermediate=drop)[::-1]
            check_points(peer[:2], [(p.precision, p.recall) for p in points])
            assert peer[2].tolist() == [p.threshold for p in points[:-1]]
            fpr, fnr, thresholds = sk.det_curve(*columns, **same, drop_intermediate=drop)
            errors = ours.det_curve(drop_intermediate=drop)[::-1]
            check_points((fpr, fnr), [(p.fpr, p.fnr) for p in errors])
            assert thresholds.tolist() == [math.inf if p.threshold is None else p.threshold for p in errors]
        fpr, tpr, thresholds = sk.roc_curve(*columns, **same, drop_intermediate=False)
        every, kept = ours.roc_curve(drop_intermediate=False), ours.roc_curve()
        check_points((fpr, tpr), [(p.fpr, p.tpr) for p in every])
        assert thresholds.tolist()[1:] == [p.threshold for p in every[1:]]
        assert set(kept) <= set(every)
        for curve in (kept, every):
            area = sum((b.fpr - a.fpr) * (a.tpr + b.tpr) / 2 for a, b in pairwise(curve))
            assert area == ours.value("roc_auc")


def check_points(peer: Any, exact: list[Any]) -> None:
    assert len(peer[0]) == len(exact)
    assert all(close(ours, theirs) for point, pair in zip(exact, zip(*peer, strict=True), strict=True)
               for ours, theirs in zip(point, pair, strict=True))  # fmt: skip


def test_of_several_classes() -> None:
    for truth, _, rows, weights in several(NUMBER):
        matrix, k = np.array([floats(row) for row in rows]), len(rows[0])
        ours, heavy = Scores(truth, rows), Scores(truth, rows, sample_weight=weights)
        for average in ("macro", "weighted"):
            for multi_class in ("ovr", "ovo"):
                options = {"average": average, "multi_class": multi_class}
                assert close(ours.value("roc_auc", **options), sk.roc_auc_score(truth, matrix, **options))
            peer = sk.roc_auc_score(truth, matrix, average=average, multi_class="ovr", sample_weight=weights)
            assert close(heavy.value("roc_auc", average=average), peer)
            peer = sk.average_precision_score(np.eye(k, dtype=int)[truth], matrix, average=average)
            assert close(ours.value("average_precision", average=average), peer)
        assert ours.value("hand_till") == ours.value("roc_auc", average="macro", multi_class="ovo")
        peer = sk.roc_auc_score(truth, matrix, average="micro", multi_class="ovr")
        assert close(ours.value("roc_auc", average="micro"), peer)
        same = {"labels": range(k), "sample_weight": weights}
        for name, function in (
            ("brier", sk.brier_score_loss), ("d2_brier", sk.d2_brier_score), ("hinge_loss", sk.hinge_loss),
            ("log_loss", sk.log_loss), ("d2_log_loss", sk.d2_log_loss_score),
        ):  # fmt: skip
            value = heavy.value(name)
            assert isinstance(value, Undefined) or close(value, function(truth, matrix, **same)), (name, truth, rows)
            assert not isinstance(value, Undefined) or "log" in name
        peer = sk.brier_score_loss(truth, matrix, labels=range(k), scale_by_half=True)
        assert close(ours.value("brier", convention="halved"), peer)


def test_of_any_number_of_classes() -> None:
    for (_, truth, rows, weights), weighted in product(several(NUMBER, seed=5), (False, True)):
        same = {"sample_weight": weights if weighted else None}
        ours, matrix = Scores(truth, rows, **same), np.array([floats(row) for row in rows])
        for name in ("coverage_error", "label_ranking_loss", "label_ranking_average_precision_score"):
            assert close(ours.value(name), getattr(sk, name)(truth, matrix, **same)), (name, truth, rows)
        for average in ("macro", "weighted", "micro", "samples"):
            peer, value = (
                sk.roc_auc_score(truth, matrix, average=average, **same),
                ours.value("roc_auc", average=average),
            )
            assert isinstance(value, Undefined) or close(value, peer)
            assert isinstance(value, Undefined) or not math.isnan(peer)


def test_gains_of_rankings() -> None:
    draw = Random(9)
    for _ in range(size(150, 600)):
        samples, classes = draw.randint(1, 5), draw.randint(2, 8)
        grades = [[draw.choice((0, 0, 1, 2, 3)) for _ in range(classes)] for _ in range(samples)]
        rows = [[draw.randint(0, 4) for _ in range(classes)] for _ in range(samples)]
        weights = [draw.choice((1, 2, 3)) for _ in range(samples)]
        base, k = draw.choice((2, 10, 1.5)), draw.choice((None, 1, 2, 3, 9))
        ours, first = Scores(grades, rows, sample_weight=weights), {} if k is None else {"k": k}
        columns, same = (np.array(grades), np.array(rows, dtype=float)), {"k": k, "sample_weight": weights}
        assert close(ours.value("dcg", base=base, **first), sk.dcg_score(*columns, log_base=base, **same))
        if np.array(grades).any() or classes > 1:
            assert close(ours.value("ndcg", **first), sk.ndcg_score(*columns, **same))


def test_top_k_where_no_scores_are_equal() -> None:
    draw = np.random.default_rng(7)
    for _ in range(NUMBER):
        k = int(draw.integers(3, 6))
        truth = [*range(k), *draw.integers(0, k, 6).tolist()]
        rows = [draw.permutation(k).tolist() for _ in truth]
        for top in range(1, k):
            peer = sk.top_k_accuracy_score(truth, np.array(rows, dtype=float), k=top)
            assert close(Scores(truth, rows).value("top_k_accuracy", k=top), peer)
