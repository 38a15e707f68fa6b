"""Identities between metrics, exactly: what holds for every matrix must hold here without a rounding error.

Numbers in parentheses are equations of Fahmy Amin 2023; the general k is by counting.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from exactmetrics.api import ConfusionMatrix
from exactmetrics.exact.values import Undefined
from tests.cases import each
from tests.contracts.matrices import matrices

FULL = matrices(least=1)  # every cell at least 1: everything has a value for k > 1
BETAS = st.fractions(0, 4, max_denominator=12)


def cm_of(rows: list[list[Any]]) -> ConfusionMatrix:
    assume(len(rows) > 1)
    return ConfusionMatrix(rows)


@given(FULL, BETAS)
def test_everything_micro_is_accuracy(rows: list[list[Any]], beta: Fraction) -> None:  # (17), (22), (30)
    cm = cm_of(rows)
    accuracy = cm.value("accuracy")
    assert cm.value("error_rate") == 1 - accuracy
    for metric in ("precision", "recall", "f1"):
        assert cm.value(metric, average="micro") == accuracy
    assert cm.value("fbeta", average="micro", beta=beta) == accuracy
    assert cm.value("fbeta", average="micro", beta=beta / 4, convention="convex") == accuracy
    assert cm.value("fbeta", average="micro", combine="averages", beta=beta) == accuracy


@given(matrices())
def test_weighted_recall_is_accuracy_also_with_absent_classes(rows: list[list[Any]]) -> None:  # (20)
    cm = ConfusionMatrix(rows)
    assume(sum(map(sum, rows)))
    assert cm.value("recall", average="weighted") == cm.value("accuracy")
    assert cm.value("precision", average="weighted", weights="predicted") == cm.value("accuracy")


@given(FULL)
def test_accuracy_of_the_classes(rows: list[list[Any]]) -> None:  # (18), (19), (23)
    cm, k, n = cm_of(rows), len(rows), sum(map(sum, rows))
    accuracy = cm.value("accuracy")
    trace = sum(rows[i][i] for i in range(k))
    assert cm.value("average_accuracy") == 1 - 2 * (1 - accuracy) / k
    assert cm.value("average_accuracy") == cm.value("class_accuracy", average="micro")
    assert cm.value("specificity", average="micro") == Fraction((k - 2) * n + trace) / ((k - 1) * n)
    assert cm.value("npv", average="micro") == cm.value("specificity", average="micro")
    assert cm.value("fpr", average="micro") == (1 - accuracy) / (k - 1)
    assert cm.value("balanced_accuracy", convention="weighted-text") == accuracy / k


@given(FULL)
def test_relations_between_averages(rows: list[list[Any]]) -> None:
    cm = cm_of(rows)
    recall, specificity = cm.value("recall", average="macro"), cm.value("specificity", average="macro")
    assert cm.value("balanced_accuracy") == recall
    assert cm.value("balanced_accuracy", convention="recall-specificity") == (recall + specificity) / 2
    assert len(rows) > 2 or recall == specificity
    for average in ("macro", "weighted"):
        of_scores = cm.value("f1", average=average)
        of_averages = cm.value("f1", average=average, combine="averages")
        assert of_averages >= of_scores  # the harmonic mean is concave


@given(FULL, BETAS)
def test_relations_in_one_class(rows: list[list[Any]], beta: Fraction) -> None:
    cm = cm_of(rows)
    f1, jaccard = cm.value("f1", label=1), cm.value("jaccard", label=1)
    assert jaccard == f1 / (2 - f1)
    assert cm.value("fbeta", label=1, beta=1) == f1 == cm.value("fbeta", label=1, beta="1/2", convention="convex")
    # the two betas: beta_convex = 1/(1 + beta^2)
    convex = cm.value("fbeta", label=1, beta=1 / (1 + beta**2), convention="convex")
    assert cm.value("fbeta", label=1, beta=beta) == convex
    assert cm.value("fbeta", label=1, beta=0) == cm.value("precision", label=1)
    assert cm.value("fbeta", label=1, beta=0, convention="convex") == cm.value("recall", label=1)
    pairs = (("precision", "fdr"), ("recall", "fnr"), ("specificity", "fpr"), ("npv", "for"))
    assert all(cm.value(a, label=1) + cm.value(b, label=1) == 1 for a, b in pairs)
    assert cm.value("informedness", label=1) == cm.value("recall", label=1) - cm.value("fpr", label=1)


@given(FULL)
def test_mcc_squared_is_informedness_times_markedness(rows: list[list[Any]]) -> None:
    cm = cm_of(rows)
    markedness = cm.value("precision", label=0) + cm.value("npv", label=0) - 1
    informedness = cm.value("informedness", label=0)
    mcc = cm.value("mcc", label=0)
    assert mcc * mcc == informedness * markedness
    assert (mcc > 0) == (informedness > 0)


@given(FULL)
def test_turning_the_matrix_exchanges_precision_and_recall(rows: list[list[Any]]) -> None:
    cm = cm_of(rows)
    turned = ConfusionMatrix([list(column) for column in zip(*rows, strict=True)])
    for average in ("macro", "micro"):
        assert turned.value("precision", average=average) == cm.value("recall", average=average)
        assert turned.value("npv", average=average) == cm.value("specificity", average=average)
    for metric in ("accuracy", "kappa", "mcc"):
        assert turned.value(metric) == cm.value(metric)
    assert turned.value("f1", average="macro") == cm.value("f1", average="macro")
    weighted = cm.value("recall", average="weighted", weights="predicted")
    assert turned.value("precision", average="weighted") == weighted


@given(FULL, st.sampled_from(["kappa", "mcc", "balanced_accuracy"]))
def test_a_label_sets_one_class_against_the_rest(rows: list[list[Any]], metric: str) -> None:
    cm = cm_of(rows)
    tp, fp, fn, tn = (cm.value(block, label=1) for block in ("tp", "fp", "fn", "tn"))
    two = ConfusionMatrix([[tp, fn], [fp, tn]])
    assert cm.value(metric, label=1) == two.value(metric)
    by_class = [cm.value(metric, label=i) for i in range(len(rows))]
    assert cm.value(metric, average="macro") == sum(by_class[1:], by_class[0]) / len(rows)


@each("metric", ["precision", "recall", "f1"])
def test_adding_a_class_nobody_has(metric: str) -> None:
    three = ConfusionMatrix([[6, 1, 0], [2, 5, 0], [0, 0, 0]])
    two = ConfusionMatrix([[6, 1], [2, 5]])
    assert isinstance(three.value(metric, average="macro"), Undefined)
    for average in ("macro", "weighted", "micro"):
        assert three.value(metric, average=average, undefined="omit") == two.value(metric, average=average)
        assert three.value(metric, average=average, over="present") == two.value(metric, average=average)
    assert three.value(metric, average="weighted") == two.value(metric, average="weighted")
