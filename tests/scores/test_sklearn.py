"""scikit-learn as an oracle of the values: within a few units in the last place, the curves point by point."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import sklearn.metrics as sk

from exactmetrics import Scores
from exactmetrics.exact.values import Undefined
from tests.cases import size
from tests.scores.drawn import binaries, floats, several

NUMBER = size(25, 250)
ULPS = 32


def close(exact: Any, peer: Any) -> bool:
    """Within a few units in the last place of the value, or of the numbers near 1 it is the difference of."""
    return abs(float(exact) - float(peer)) <= ULPS * max(math.ulp(float(exact)), math.ulp(1.0) / 4)


def given(function: Callable[..., Any], *columns: Any, **options: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return function(*columns, **options)


def test_of_two_classes() -> None:
    for truth, scores, weights in binaries(NUMBER):
        columns = truth, floats(scores)
        for weight in (None, weights):
            ours = Scores(truth, scores, sample_weight=weight)
            assert close(ours.value("roc_auc"), given(sk.roc_auc_score, *columns, sample_weight=weight))
            for x in ("1/8", "1/3", "1/2"):
                peer = given(sk.roc_auc_score, *columns, sample_weight=weight, max_fpr=float(Fraction(x)))
                assert close(ours.value("partial_roc_auc", max_fpr=x), peer), (truth, scores, weight, x)
            assert close(ours.value("ap"), given(sk.average_precision_score, *columns, sample_weight=weight))
            precision, recall, _ = given(sk.precision_recall_curve, *columns, sample_weight=weight)
            assert close(ours.value("pr_auc"), sk.auc(recall, precision))
            assert close(ours.value("brier"), given(sk.brier_score_loss, *columns, sample_weight=weight))
            assert close(ours.value("d2_brier"), given(sk.d2_brier_score, *columns, sample_weight=weight))
            assert close(ours.value("hinge_loss"), given(sk.hinge_loss, *columns, sample_weight=weight))


def test_the_curves() -> None:
    for truth, scores, weights in binaries(NUMBER, seed=3):
        columns = truth, floats(scores)
        for weight in (None, weights):
            ours = Scores(truth, scores, sample_weight=weight)
            for drop in (False, True):
                peer = given(sk.precision_recall_curve, *columns, sample_weight=weight, drop_intermediate=drop)
                points = ours.precision_recall_curve(drop_intermediate=drop)[::-1]
                same(peer[:2], [(p.precision, p.recall) for p in points])
                assert peer[2].tolist() == [p.threshold for p in points[:-1]]
            for drop in (False, True):
                fpr, fnr, thresholds = given(sk.det_curve, *columns, sample_weight=weight, drop_intermediate=drop)
                found = ours.det_curve(drop_intermediate=drop)[::-1]
                same((fpr, fnr), [(p.fpr, p.fnr) for p in found])
                assert thresholds.tolist() == [math.inf if p.threshold is None else p.threshold for p in found]
            fpr, tpr, thresholds = given(sk.roc_curve, *columns, sample_weight=weight, drop_intermediate=False)
            points_of_roc = ours.roc_curve(drop_intermediate=False)
            same((fpr, tpr), [(p.fpr, p.tpr) for p in points_of_roc])
            assert thresholds.tolist()[1:] == [p.threshold for p in points_of_roc[1:]]
            kept_points = ours.roc_curve()
            assert set(kept_points) <= set(points_of_roc)
            assert trapezoid(kept_points) == trapezoid(points_of_roc) == ours.value("roc_auc")


def same(peer: Any, exact: list[Any]) -> None:
    assert len(peer[0]) == len(exact)
    assert all(close(ours, theirs) for point, pair in zip(exact, zip(*peer, strict=True), strict=True)
               for ours, theirs in zip(point, pair, strict=True))  # fmt: skip


def trapezoid(points: list[Any]) -> Fraction:
    return sum(((b.fpr - a.fpr) * (a.tpr + b.tpr) / 2 for a, b in pairwise(points)), Fraction(0))


def test_of_several_classes() -> None:
    for truth, _, rows, weights in several(NUMBER):
        matrix, k = np.array([floats(row) for row in rows]), len(rows[0])
        one_hot = np.eye(k, dtype=int)[truth]
        ours = Scores(truth, rows)
        heavy = Scores(truth, rows, sample_weight=weights)
        for average in ("macro", "weighted"):
            for multi_class in ("ovr", "ovo"):
                peer = given(sk.roc_auc_score, truth, matrix, average=average, multi_class=multi_class)
                assert close(ours.value("roc_auc", average=average, multi_class=multi_class), peer)
            peer = given(sk.roc_auc_score, truth, matrix, average=average, multi_class="ovr", sample_weight=weights)
            assert close(heavy.value("roc_auc", average=average), peer)
            peer = given(sk.average_precision_score, one_hot, matrix, average=average)
            assert close(ours.value("average_precision", average=average), peer)
        assert ours.value("hand_till") == ours.value("roc_auc", average="macro", multi_class="ovo")
        peer = given(sk.roc_auc_score, truth, matrix, average="micro", multi_class="ovr")
        assert close(ours.value("roc_auc", average="micro"), peer)
        peer = given(sk.brier_score_loss, truth, matrix, labels=range(k), sample_weight=weights)
        assert close(heavy.value("brier"), peer)
        if not isinstance(loss := heavy.value("log_loss"), Undefined):
            assert close(loss, given(sk.log_loss, truth, matrix, labels=range(k), sample_weight=weights))
            peer = given(sk.d2_log_loss_score, truth, matrix, labels=range(k), sample_weight=weights)
            assert close(heavy.value("d2_log_loss"), peer)
        peer = given(sk.d2_brier_score, truth, matrix, labels=range(k), sample_weight=weights)
        assert close(heavy.value("d2_brier"), peer)
        peer = given(sk.hinge_loss, truth, matrix, labels=range(k), sample_weight=weights)
        assert close(heavy.value("hinge_loss"), peer)
        peer = given(sk.brier_score_loss, truth, matrix, labels=range(k), scale_by_half=True)
        assert close(ours.value("brier", convention="halved"), peer)


def test_of_any_number_of_classes() -> None:
    for _, truth, rows, weights in several(NUMBER, seed=5):
        matrix = np.array([floats(row) for row in rows])
        for weight in (None, weights):
            ours = Scores(truth, rows, sample_weight=weight)
            for name in ("coverage_error", "label_ranking_loss", "label_ranking_average_precision_score"):
                peer = given(getattr(sk, name), truth, matrix, sample_weight=weight)
                assert close(ours.value(name), peer), (name, truth, rows)
            for average in ("macro", "weighted", "micro", "samples"):
                peer = given(sk.roc_auc_score, truth, matrix, average=average, sample_weight=weight)
                value = ours.value("roc_auc", average=average)
                if math.isnan(peer):
                    assert isinstance(value, Undefined)
                elif not isinstance(value, Undefined):
                    assert close(value, peer)


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
            peer = given(sk.top_k_accuracy_score, truth, np.array(rows, dtype=float), k=top)
            assert close(Scores(truth, rows).value("top_k_accuracy", k=top), peer)
