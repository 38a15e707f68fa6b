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
from tests.contracts.matrices import Rows, matrices

FULL = matrices(least=1).filter(lambda rows: len(rows) > 1)  # every cell at least 1: everything has a value
BETAS = st.fractions(0, 4, max_denominator=12)


@given(FULL, BETAS)
def test_averages(rows: Rows, beta: Fraction) -> None:
    cm, k, n = ConfusionMatrix(rows), len(rows), sum(map(sum, rows))
    accuracy, trace = cm.value("accuracy"), sum(rows[i][i] for i in range(k))
    assert cm.value("error_rate") == 1 - accuracy
    for metric in ("precision", "recall", "f1"):  # (17), (22), (30)
        assert cm.value(metric, average="micro") == accuracy
    assert cm.value("fbeta", average="micro", beta=beta) == accuracy
    assert cm.value("fbeta", average="micro", beta=beta / 4, convention="convex") == accuracy
    assert cm.value("fbeta", average="micro", combine="averages", beta=beta) == accuracy
    assert cm.value("average_accuracy") == 1 - 2 * (1 - accuracy) / k  # (18), (19), (23)
    assert cm.value("average_accuracy") == cm.value("class_accuracy", average="micro")
    assert cm.value("specificity", average="micro") == Fraction((k - 2) * n + trace) / ((k - 1) * n)
    assert cm.value("npv", average="micro") == cm.value("specificity", average="micro")
    assert cm.value("fpr", average="micro") == (1 - accuracy) / (k - 1)
    assert cm.value("balanced_accuracy", convention="weighted-text") == accuracy / k
    recall, specificity = cm.value("recall", average="macro"), cm.value("specificity", average="macro")
    assert cm.value("balanced_accuracy") == recall
    assert cm.value("balanced_accuracy", convention="recall-specificity") == (recall + specificity) / 2
    assert k > 2 or recall == specificity
    for average in ("macro", "weighted"):  # the harmonic mean is concave
        assert cm.value("f1", average=average, combine="averages") >= cm.value("f1", average=average)


@given(matrices())
def test_weighted_recall_is_accuracy_also_with_absent_classes(rows: Rows) -> None:  # (20)
    cm = ConfusionMatrix(rows)
    assume(sum(map(sum, rows)))
    assert cm.value("recall", average="weighted") == cm.value("accuracy")
    assert cm.value("precision", average="weighted", weights="predicted") == cm.value("accuracy")


@given(FULL, BETAS)
def test_relations_in_one_class(rows: Rows, beta: Fraction) -> None:
    cm = ConfusionMatrix(rows)

    def of(name: str, **options: Any) -> Any:
        return cm.value(name, label=1, **options)

    assert of("jaccard") == of("f1") / (2 - of("f1"))
    assert of("fbeta", beta=1) == of("f1") == of("fbeta", beta="1/2", convention="convex")
    # the two betas: beta_convex = 1/(1 + beta^2)
    assert of("fbeta", beta=beta) == of("fbeta", beta=1 / (1 + beta**2), convention="convex")
    assert of("fbeta", beta=0) == of("precision")
    assert of("fbeta", beta=0, convention="convex") == of("recall")
    pairs = (("precision", "fdr"), ("recall", "fnr"), ("specificity", "fpr"), ("npv", "for"))
    assert all(of(a) + of(b) == 1 for a, b in pairs)
    assert of("informedness") == of("recall") - of("fpr")
    assert of("mcc") ** 2 == of("informedness") * (of("precision") + of("npv") - 1)
    assert (of("mcc") > 0) == (of("informedness") > 0)
    two = ConfusionMatrix([[of("tp"), of("fn")], [of("fp"), of("tn")]])  # one class against the rest
    for metric in ("kappa", "mcc", "balanced_accuracy"):
        assert of(metric) == two.value(metric)
        by_class = [cm.value(metric, label=i) for i in range(len(rows))]
        assert cm.value(metric, average="macro") == sum(by_class[1:], by_class[0]) / len(rows)


@given(FULL)
def test_turning_the_matrix_exchanges_precision_and_recall(rows: Rows) -> None:
    cm, turned = ConfusionMatrix(rows), ConfusionMatrix([list(column) for column in zip(*rows, strict=True)])
    for average in ("macro", "micro"):
        assert turned.value("precision", average=average) == cm.value("recall", average=average)
        assert turned.value("npv", average=average) == cm.value("specificity", average=average)
    for metric in ("accuracy", "kappa", "mcc"):
        assert turned.value(metric) == cm.value(metric)
    assert turned.value("f1", average="macro") == cm.value("f1", average="macro")
    weighted = cm.value("recall", average="weighted", weights="predicted")
    assert turned.value("precision", average="weighted") == weighted


@each("metric", ["precision", "recall", "f1"])
def test_adding_a_class_nobody_has(metric: str) -> None:
    three, two = ConfusionMatrix([[6, 1, 0], [2, 5, 0], [0, 0, 0]]), ConfusionMatrix([[6, 1], [2, 5]])
    assert isinstance(three.value(metric, average="macro"), Undefined)
    for average in ("macro", "weighted", "micro"):
        assert three.value(metric, average=average, undefined="omit") == two.value(metric, average=average)
        assert three.value(metric, average=average, over="present") == two.value(metric, average=average)
    assert three.value(metric, average="weighted") == two.value(metric, average="weighted")
