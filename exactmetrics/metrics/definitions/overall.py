"""Metrics of the whole matrix: accuracies, agreement and correlation.

Reference: Fahmy Amin 2023, eqs. (4), (23), (24); Cohen 1960; Gorodkin 2004.
"""

from __future__ import annotations

from typing import Any

from exactmetrics.metrics.cells import ratio
from exactmetrics.metrics.definitions.rates import class_accuracy, recall, specificity
from exactmetrics.metrics.metric import metric
from exactmetrics.metrics.quantity import MatrixView, Quantity, root


@metric(
    "accuracy",
    scope="matrix",
    symbol=r"\mathrm{Acc}_{<i>}",
    aliases=("acc", "overall_accuracy", "accuracy_score"),
    rows=lambda rows, n: ratio(sum(row[i] for i, row in enumerate(rows)), n),
    implemented_by={"sklearn": "accuracy_score", "pycm": "Overall_ACC", "torchmetrics": "Accuracy"},
    optimum_only=True,
    wrong="balanced_accuracy",
)
def accuracy(m: MatrixView) -> Quantity:
    """Reference: Fahmy Amin 2023, eq. (4).

    >>> cm.value("accuracy")
    Fraction(9, 14)
    """
    return m.sum(lambda c: c.tp) / m.n


@metric(
    "error_rate",
    scope="matrix",
    symbol=r"\mathrm{Err}_{<i>}",
    direction="down",
    optimum=0,
    aliases=("misclassification_rate", "zero_one_loss", "hamming_loss"),
    rows=lambda rows, n: ratio(sum(sum(row) - row[i] for i, row in enumerate(rows)), n),
    implemented_by={"sklearn": "zero_one_loss"},
    optimum_only=True,
)
def error_rate(m: MatrixView) -> Quantity:
    """Reference: Sokolova and Lapalme 2009, Table 3.

    >>> cm.value("error_rate")
    Fraction(5, 14)
    """
    return (m.n - m.sum(lambda c: c.tp)) / m.n


@metric(
    "average_accuracy",
    scope="matrix",
    symbol=r"\mathrm{AvgAcc}_{<i>}",
    partition=False,
    aliases=("macro_accuracy", "traditional_accuracy"),
    rows=lambda mean, class_accuracy: mean(class_accuracy),
    implemented_by={"pycm": "ACC_Macro"},
    optimum_only=True,
    wrong="accuracy",
)
def average_accuracy(m: MatrixView) -> Quantity:
    """Reference: Fahmy Amin 2023, eq. (23).

    >>> cm.value("average_accuracy")
    Fraction(16, 21)
    """
    return m.mean(class_accuracy)


@metric(
    "balanced_accuracy",
    scope="matrix",
    symbol=r"\mathrm{BA}_{<i>}",
    partition=False,
    aliases=("balanced_accuracy_score", "macro_recall"),
    rows=lambda mean, recall: mean(recall),
    implemented_by={"sklearn": "balanced_accuracy_score", "yardstick": "bal_accuracy"},
    optimum_only=True,
    wrong="accuracy",
)
def balanced_accuracy(m: MatrixView) -> Quantity:
    """Reference: Fahmy Amin 2023, eq. (24); Brodersen et al. 2010.

    >>> cm.value("balanced_accuracy")
    Fraction(47, 72)
    """
    return m.mean(recall)


@balanced_accuracy.convention(
    "recall-specificity",
    rows=lambda mean, recall, specificity: mean(lambda i: recall(i) / 2 + specificity(i) / 2),
)
def _(m: MatrixView) -> Quantity:
    """Reference: yardstick 1.4 `bal_accuracy`.

    >>> cm.value("balanced_accuracy", convention="recall-specificity")
    Fraction(1061, 1440)
    """
    return m.mean(lambda c: (recall(c) + specificity(c)) / 2)


@balanced_accuracy.convention(
    "weighted-text",
    optimum=None,
    rows=lambda mean, recall, row_sums, n: ratio(
        mean(lambda i: recall(i) * ratio(row_sums[i], n)), sum(ratio(t, n) for t in row_sums)
    ),
)
def _(m: MatrixView) -> Quantity:
    """Reference: source "Multi-class classification metrics", the text of "Balanced accuracy weighted".

    >>> cm.value("balanced_accuracy", convention="weighted-text")
    Fraction(3, 14)
    """
    return m.mean(lambda c: recall(c) * (c.support / m.n)) / m.sum(lambda c: c.support / m.n)


@balanced_accuracy.convention(
    "weighted-formula",
    range=(0, None),
    optimum=None,
    rows=lambda mean, recall, row_sums, n: ratio(
        mean(lambda i: ratio(recall(i), ratio(row_sums[i], n))), sum(ratio(t, n) for t in row_sums)
    ),
)
def _(m: MatrixView) -> Quantity:
    """Reference: source "Multi-class classification metrics", the formula of "Balanced accuracy weighted".

    >>> cm.value("balanced_accuracy", convention="weighted-formula")
    Fraction(889, 432)
    """
    return m.mean(lambda c: recall(c) / (c.support / m.n)) / m.sum(lambda c: c.support / m.n)


@metric(
    "multiclass_g_mean",
    scope="matrix",
    symbol=r"\mathrm{GM}_{<i>}",
    exactness="algebraic",
    partition=False,
    aliases=("geometric_mean_score", "geometric_mean_of_recalls"),
    rows=lambda geometric_mean, recall: geometric_mean(recall),
    implemented_by={"imblearn": "geometric_mean_score"},
    optimum_only=True,
    wrong="balanced_accuracy",
)
def multiclass_g_mean(m: MatrixView) -> Quantity:
    """Reference: Sun, Kamel and Wang 2006, "Boosting for learning multiple classes with imbalanced class distribution";
    imbalanced-learn 0.14 `geometric_mean_score`.

    >>> cm.value("multiclass_g_mean")
    Root(1, Fraction(35, 128), 3)
    """
    return m.geometric_mean(recall)


def observed_agreement(m: MatrixView) -> Quantity:
    """The part that the measures of agreement beyond chance begin with."""
    return m.let("p_o", m.sum(lambda c: c.tp) / m.n)


def agreement_in_random_order(m: MatrixView) -> Quantity:
    """What is correct on average if the same predictions are given to the samples in random order."""
    return m.sum(lambda c: (c.support / m.n) * (c.predicted / m.n))


def _cohen(rows: Any, row_sums: Any, column_sums: Any, n: Any) -> Any:
    """Cohen 1960: (p_o - p_c)/(1 - p_c), of the proportion observed and the sum of products of marginal proportions."""
    observed = sum(ratio(row[i], n) for i, row in enumerate(rows))
    chance = sum(ratio(r, n) * ratio(c, n) for r, c in zip(row_sums, column_sums, strict=True))
    return ratio(observed - chance, 1 - chance)


@metric(
    "kappa",
    scope="matrix",
    symbol=r"\kappa_{<i>}",
    range=(-1, 1),
    aliases=("cohen_kappa", "cohens_kappa", "cohen_kappa_score"),
    rows=_cohen,
    implemented_by={"sklearn": "cohen_kappa_score", "pycm": "Kappa", "torchmetrics": "CohenKappa", "yardstick": "kap"},
    zero_at_random=True,
    optimum_only=True,
    wrong="accuracy",
)
def kappa(m: MatrixView) -> Quantity:
    """Reference: Cohen 1960, Educational and Psychological Measurement 20(1).

    >>> cm.value("kappa")
    Fraction(6, 13)
    """
    observed = observed_agreement(m)
    chance = m.let("p_e", agreement_in_random_order(m))
    return (observed - chance) / (1 - chance)


def _linear_kappa(rows: Any, row_sums: Any, column_sums: Any, n: Any) -> Any:
    """Cohen 1968 with the weights |i - j|: one minus the weighted disagreement observed over that expected."""
    k = range(len(rows))
    observed = sum(ratio(abs(i - j) * rows[i][j], n) for i in k for j in k)
    expected = sum(abs(i - j) * ratio(row_sums[i], n) * ratio(column_sums[j], n) for i in k for j in k)
    return 1 - ratio(observed, expected)


@metric(
    "linearly_weighted_kappa",
    scope="matrix",
    symbol=r"\kappa_{w,<i>}",
    range=(-1, 1),
    ordinal=True,
    rows=_linear_kappa,
    aliases=("linear_weighted_kappa",),
    zero_at_random=True,
    optimum_only=True,
    wrong="kappa",
)
def linearly_weighted_kappa(m: MatrixView) -> Quantity:
    """Reference: Cohen 1968, Psychological Bulletin 70(4), with weights that grow with the distance of the classes.

    >>> cm.value("linearly_weighted_kappa")
    Fraction(86, 177)
    """
    observed = m.let("d_o", m.pairs(lambda x: x.gap * x.count) / m.n)
    chance = m.let(
        "d_e",
        m.pairs(lambda x: x.gap * (x.true.support / m.n) * (x.predicted.predicted / m.n)),
    )
    return 1 - observed / chance


def _gorodkin(rows: Any, row_sums: Any, column_sums: Any, n: Any, sqrt: Any) -> Any:
    """Gorodkin 2004, eq. (1): the covariances of the classes' indicators, summed, over the root of their variances."""
    covariance = sum(n * row[i] - r * c for i, (row, r, c) in enumerate(zip(rows, row_sums, column_sums, strict=True)))
    variances = sum(r * (n - r) for r in row_sums) * sum(c * (n - c) for c in column_sums)
    return ratio(covariance, sqrt(variances))


def _matthews(rows: Any, sqrt: Any) -> Any:
    """Matthews 1975, for two classes."""
    (tp, fn), (fp, tn) = rows
    return ratio(tp * tn - fp * fn, sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)))


@metric(
    "mcc",
    scope="matrix",
    range=(-1, 1),
    exactness="algebraic",
    aliases=("matthews_corrcoef", "phi", "r_k"),
    rows=_gorodkin,
    implemented_by={"sklearn": "matthews_corrcoef", "pycm": "Overall_MCC", "torchmetrics": "MatthewsCorrCoef"},
    zero_at_random=True,
    optimum_only=True,
    wrong="accuracy",
)
def mcc(m: MatrixView) -> Quantity:
    """Reference: Gorodkin 2004, Computational Biology and Chemistry 28; Matthews 1975 for two classes.

    >>> cm.value("mcc")
    Root(1, Fraction(25, 116))
    """
    covariance = m.n * m.sum(lambda c: c.tp) - m.sum(lambda c: c.support * c.predicted)
    spread_true = m.n**2 - m.sum(lambda c: c.support**2)
    spread_predicted = m.n**2 - m.sum(lambda c: c.predicted**2)
    return covariance / root(spread_true * spread_predicted)


@mcc.form("binary", classes=2, rows=_matthews)
def _(m: MatrixView) -> Quantity:
    c = m.first()
    return (c.tp * c.tn - c.fp * c.fn) / root((c.tp + c.fp) * (c.tp + c.fn) * (c.tn + c.fp) * (c.tn + c.fn))


@metric(
    "adjusted_balanced_accuracy",
    scope="matrix",
    symbol=r"\mathrm{ABA}_{<i>}",
    range=(-1, 1),
    partition=False,
    aliases=("balanced_accuracy_adjusted",),
    rows=lambda chosen, mean, recall: ratio(mean(recall) - ratio(1, chosen), 1 - ratio(1, chosen)),
    zero_at_random=True,
    optimum_only=True,
    wrong="balanced_accuracy",
)
def adjusted_balanced_accuracy(m: MatrixView) -> Quantity:
    """Reference: scikit-learn 1.9 `balanced_accuracy_score` with `adjusted=True`, over the classes that have samples.

    >>> cm.value("adjusted_balanced_accuracy")
    Fraction(23, 48)
    """
    return (balanced_accuracy(m) - 1 / m.chosen) / (1 - 1 / m.chosen)
