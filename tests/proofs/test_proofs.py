"""What is proved holds on every small matrix; what is refuted fails on the matrix shown, and on no smaller one."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

import exactmetrics as em
from exactmetrics.exact.errors import UsageError
from exactmetrics.proofs.inequality import Shown
from exactmetrics.proofs.proof import prove
from exactmetrics.proofs.statement import read_statement
from tests.cases import each, sample, size
from tests.proofs.mutants import check_altered, mutants
from tests.proofs.oracle import allowed, holds, matrices, small

TRUE = (
    "precision[micro] = accuracy",
    "recall[micro] = accuracy",
    "f1[micro] = accuracy",
    "recall[weighted] = accuracy",
    "fnr[weighted] = error_rate",
    "recall[macro] = balanced_accuracy",
    "jaccard = f1/(2 - f1)",
    "f1 = 2*jaccard/(1 + jaccard)",
    "specificity[micro] = (accuracy + k - 2)/(k - 1)",
    "class_accuracy[macro] = 1 - 2*(1 - accuracy)/k",
    "mcc^2 = informedness*markedness if k = 2",
    "f1 = 2*TP/(2*TP + FP + FN)",
    "f1 = 2*P*R/(P + R)",
    "f1 = 2/(1/P + 1/R)",
    "accuracy = T/N",
    "kappa = (accuracy - overall_random_accuracy)/(1 - overall_random_accuracy)",
    "kappa = 2*(TP*TN - FP*FN)/((TP + FP)*(FP + TN) + (TP + FN)*(FN + TN)) if k = 2",
    "linearly_weighted_kappa = kappa if k = 2",
    "informedness[macro] = recall[macro] + specificity[macro] - 1",
    "balanced_accuracy = (recall + specificity)/2 if k = 2",
    "pabak = 2*accuracy - 1",
    "pabak = bennett_s if k = 2",
    "fowlkes_mallows = sqrt(P*R)",
    "fowlkes_mallows^2 = P*R",
    "g_mean^2 = recall*specificity",
    "max(P, R) + min(P, R) = P + R",
    "overlap*braun_blanquet = P*R",
    "cramers_v = abs(mcc) if k = 2",
    "chi_squared = N*mcc^2 if k = 2",
    "phi_squared = mcc^2 if k = 2",
    "v_measure[beta=1] = nmi",
    "mutual_information = reference_entropy + response_entropy - joint_entropy",
    "dor = plr/nlr",
    "dor = TP*TN/(FP*FN)",
    "p4 = 4/(1/P + 1/R + 1/specificity + 1/npv)",
    "fbeta[beta=1] = f1",
    "fbeta[beta=2] = 5*P*R/(4*P + R)",
    "tversky[alpha=1/2, beta=1/2] = f1",
    "yule_q = (dor - 1)/(dor + 1)",
    "lift[weighted] = k*precision[macro]",
    "adjusted_balanced_accuracy = (k*balanced_accuracy - 1)/(k - 1)",
)  # fmt: skip
NEVER_LESS = (
    "jaccard <= f1",
    "f1 <= 2*jaccard",
    "f1 <= (P + R)/2",
    "f1^2 <= P*R",
    "f1 <= fowlkes_mallows",
    "f1 >= min(P, R)",
    "f1 <= max(P, R)",
    "f1 <= 2*min(P, R)",
    "jaccard <= min(P, R)",
    "overlap >= braun_blanquet",
    "abs(P - R) <= 1",
    "g_mean <= (recall + specificity)/2",
    "mcc^2 <= 1 if k = 2",
    "kappa^2 <= mcc^2 if k = 2",
    "abs(kappa) <= abs(mcc) if k = 2",
    "kappa <= 1",
    "kappa <= accuracy",
    "bennett_s <= accuracy",
    "accuracy <= class_accuracy[macro]",
    "f1[macro] <= 1",
    "f1[macro] <= 2*jaccard[macro]",
    "f1[macro] <= (precision[macro] + recall[macro])/2",
    "precision[weighted] <= 1",
    "T < N + 1",
    "P < R + 2",
    # by lemmas
    "mcc <= 1",
    "mcc >= -1",
    "abs(mcc) <= 1",
    "abs(kappa) <= abs(mcc)",
    "f1[macro] <= max(precision[macro], recall[macro])",
    "f1[macro] <= 2*min(precision[macro], recall[macro])",
    "f1[macro] <= 2*precision[macro]*recall[macro]/(precision[macro] + recall[macro])",
    "f1[weighted] <= 2*precision[weighted]*recall[weighted]/(precision[weighted] + recall[weighted])",
    "jaccard[macro] >= f1[macro]/(2 - f1[macro])",
    "multiclass_g_mean <= balanced_accuracy",
    "goodman_kruskal_lambda <= 1",
    "no_information_rate <= 1",
    "no_information_rate >= 1/k",
    "TP <= T",
    "T - TP <= TN",
)
FALSE = {
    "precision[weighted] = accuracy": ((0, 0), (1, 1)),
    "jaccard = f1": ((0, 0), (1, 1)),
    "f1 = (P + R)/2": ((0, 0), (1, 1)),
    "mcc = kappa if k = 2": ((0, 1), (2, 0)),
    "lift[weighted] = 1": ((0, 1), (1, 0)),
    "accuracy = TP + TN/TP + TN + FP + FN": None,
    "scott_pi = bennett_s if k = 2": None,
    "mcc^2 = informedness*markedness": None,
    "f1[macro] = 2*precision[macro]*recall[macro]/(precision[macro] + recall[macro])": None,
    "k = 2": None,
    "accuracy < 1": None,
    "f1 <= jaccard": None,
    "f1 <= P": None,
    "kappa <= mcc if k = 2": None,
    "specificity[macro] >= accuracy": None,
    "accuracy < class_accuracy[macro]": None,
    "mcc <= 1/2": None,
    "abs(mcc) <= abs(kappa)": None,
    "jaccard[macro] <= f1[macro]/(2 - f1[macro])": None,
    "multiclass_g_mean >= balanced_accuracy": None,
    "no_information_rate <= accuracy": None,
    "T <= TP": None,
    "f1[macro] <= f1[weighted]": None,
}


@each("text", sample(TRUE, 24))
def test_what_is_true_is_proved_and_holds_on_every_small_matrix(text: str) -> None:
    proof, statement = prove(text), read_statement(text)
    assert proof.verdict == "proved"
    said = [holds(statement, rows) for rows in sample(list(matrices()), 200) if allowed(statement, rows)]
    assert False not in said
    assert said.count(True) > 5
    assert proof.checked > 5


@each("text", NEVER_LESS)
def test_what_is_never_less_is_proved_with_a_certificate_that_checks(text: str) -> None:
    proof, statement = prove(text), read_statement(text)
    assert proof.verdict == "proved"
    assert proof.certificate is not None
    assert all(case.check() for case in certificates(proof.certificate))
    said = [holds(statement, rows) for rows in sample(list(matrices()), 200) if allowed(statement, rows)]
    assert False not in said
    assert True in said


def certificates(shown: Shown) -> Iterator[Any]:
    for case in shown.cases:
        yield from certificates(case) if isinstance(case, Shown) else [case]


@each("text", list(FALSE))
def test_what_is_false_is_refuted_by_the_smallest_matrix(text: str) -> None:
    proof, statement = prove(text), read_statement(text)
    assert proof.verdict == "refuted"
    assert proof.witness is not None
    assert holds(statement, proof.witness.rows) is False
    if FALSE[text]:
        assert proof.witness.rows == FALSE[text]
    smaller = [rows for rows in small(2, 2) if sum(map(sum, rows)) < proof.witness.samples and allowed(statement, rows)]
    assert False not in [holds(statement, rows) for rows in smaller]


def test_the_values_of_a_witness_are_those_of_the_matrix() -> None:
    proof = prove("precision[weighted] = accuracy")
    assert proof.witness is not None
    cm = em.ConfusionMatrix(proof.witness.rows)
    assert proof.values == (cm.value("precision", average="weighted"), cm.value("accuracy")) == (1, Fraction(1, 2))


# One sign, one count, one factor, one average, one exponent.
CHANGES = (
    (r"\+", "-"), (r"(?<![\[(*/^] )-", "+"), (r"\bFP\b", "FN"), (r"\bFN\b", "TP"), (r"\bTN\b", "FP"), (r"\bTP\b", "TN"),
    (r"\bP\b", "R"), (r"\bR\b", "P"), (r"\b2\b", "3"), (r"\b1\b", "2"), (r"\b4\b", "3"), (r"micro", "macro"),
    (r"macro", "weighted"), (r"weighted", "macro"), (r"\^2", ""), (r"\*", "/"), (r"/", "*"), (r"min", "max"),
    (r"recall", "precision"), (r"specificity", "npv"), (r"kappa", "mcc"), (r"\bk\b(?! =)", "N"),
    (r"<=", ">="), (r">=", "<="), (r" <= ", " < "),
)  # fmt: skip


ALTERED = mutants([*TRUE, *NEVER_LESS], CHANGES, [*TRUE, *NEVER_LESS], seed=7, number=size(60, 400))


@each("text", ALTERED)
def test_an_altered_statement_is_proved_only_where_it_holds_on_every_small_matrix(text: str) -> None:
    check_altered(text)


def test_a_weighted_mean_is_that_over_all_classes_only_where_an_absent_class_adds_nothing() -> None:
    # The classes without samples have no part in the weighted mean, and their predictions are missing in its sum.
    text = "balanced_accuracy[convention=weighted-formula] = balanced_accuracy[convention=weighted-formula]"
    assert prove(text).verdict == "proved"
    assert prove("recall[weighted] = accuracy").verdict == "proved"


@pytest.mark.parametrize("text", ["1/(T - T) = 1", "f1 = 1/(P - precision)"])
def test_a_side_without_any_value_is_an_error(text: str) -> None:
    with pytest.raises(UsageError, match="divides by 0"):
        prove(text)
