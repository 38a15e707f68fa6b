"""Metrics of the whole matrix: accuracies, agreement and correlation.

Reference: Fahmy Amin 2023, eqs. (4), (23), (24); Cohen 1960; Gorodkin 2004.
"""

from __future__ import annotations

from typing import Any

from exactmetrics.metrics.cells import ratio
from exactmetrics.metrics.definitions.rates import class_accuracy, recall, specificity
from exactmetrics.metrics.metric import Mistake, Part, Reading, metric
from exactmetrics.metrics.quantity import MatrixView, Quantity, root


@metric(
    "accuracy",
    scope="matrix",
    symbol=r"\mathrm{Acc}_{<i>}",
    aliases=("acc", "overall_accuracy", "accuracy_score"),
    rows=lambda rows, n: ratio(sum(row[i] for i, row in enumerate(rows)), n),
    implemented_by={"sklearn": "accuracy_score", "pycm": "Overall_ACC", "torchmetrics": "Accuracy"},
    meaning="{percent} of all {all} samples were predicted correctly",
    optimum_only=True,
    question="How often is a prediction correct",
    mistake=Mistake(
        "Do not take the mean of the recalls of the classes. That gives balanced accuracy, {value}.",
        "balanced_accuracy",
    ),
)
def accuracy(m: MatrixView) -> Quantity:
    """Accuracy is the number of correct predictions divided by the number of all samples.

    Reference: Fahmy Amin 2023, eq. (4).

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
    meaning="{percent} of all {all} samples were predicted wrongly",
    optimum_only=True,
    idea="It is 1 minus the accuracy.",
    question="How often is a prediction wrong",
)
def error_rate(m: MatrixView) -> Quantity:
    """The error rate is the number of wrong predictions divided by the number of all samples.

    Reference: Sokolova and Lapalme 2009, Table 3.

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
    meaning="on average over the classes, {percent} of all samples were correctly predicted to belong to a class or "
    "not",
    optimum_only=True,
    idea="A wrong prediction counts as wrong for two classes only: the actual class and the predicted class.",
    question="How often is it predicted correctly whether a sample belongs to a class, on average over the classes",
    mistake=Mistake("Do not divide the correct predictions by all samples. That gives accuracy, {value}.", "accuracy"),
)
def average_accuracy(m: MatrixView) -> Quantity:
    """Average accuracy is the mean of the class accuracies.

    For more than two classes it is not the accuracy. One tutorial calls it "traditional accuracy" and writes it as
    (TP + TN)/(TP + TN + FP + FN) with counts added over all classes, which is the same number. Reference: Fahmy Amin
    2023, eq. (23).

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
    meaning="on average over the classes, {percent} of the samples of a class were predicted correctly",
    optimum_only=True,
    idea="Every class counts the same, however many samples it has.",
    question="How often is a sample predicted correctly, if every class counts the same",
    mistake=Mistake("Do not divide all correct predictions by all samples. That gives accuracy, {value}.", "accuracy"),
)
def balanced_accuracy(m: MatrixView) -> Quantity:
    """Balanced accuracy is the mean of the recalls of the classes.

    `over` chooses the classes: all of them, those with samples (scikit-learn), or those that were predicted at least
    once (a "modified" variant). Reference: Fahmy Amin 2023, eq. (24); Brodersen et al. 2010.

    >>> cm.value("balanced_accuracy")
    Fraction(47, 72)
    """
    return m.mean(recall)


@balanced_accuracy.convention(
    "recall-specificity",
    meaning="",
    rows=lambda mean, recall, specificity: mean(lambda i: recall(i) / 2 + specificity(i) / 2),
)
def _(m: MatrixView) -> Quantity:
    """Balanced accuracy is the mean, over the classes, of half the sum of recall and specificity.

    For two classes it is equal to the standard convention. Reference: yardstick 1.4 `bal_accuracy`.

    >>> cm.value("balanced_accuracy", convention="recall-specificity")
    Fraction(1061, 1440)
    """
    return m.mean(lambda c: (recall(c) + specificity(c)) / 2)


@balanced_accuracy.convention(
    "weighted-text",
    meaning="",
    optimum=None,
    rows=lambda mean, recall, row_sums, n: ratio(
        mean(lambda i: recall(i) * ratio(row_sums[i], n)), sum(ratio(t, n) for t in row_sums)
    ),
)
def _(m: MatrixView) -> Quantity:
    """Balanced accuracy is the mean of the recalls, each multiplied by the fraction of samples in its class, divided by
    the sum of these fractions.

    It is the accuracy divided by the number of classes. Reference: source "Multi-class classification metrics", the
    text of "Balanced accuracy weighted".

    >>> cm.value("balanced_accuracy", convention="weighted-text")
    Fraction(3, 14)
    """
    return m.mean(lambda c: recall(c) * (c.support / m.n)) / m.sum(lambda c: c.support / m.n)


@balanced_accuracy.convention(
    "weighted-formula",
    meaning="",
    range=(0, None),
    optimum=None,
    rows=lambda mean, recall, row_sums, n: ratio(
        mean(lambda i: ratio(recall(i), ratio(row_sums[i], n))), sum(ratio(t, n) for t in row_sums)
    ),
)
def _(m: MatrixView) -> Quantity:
    """Balanced accuracy is the mean of the recalls, each divided by the fraction of samples in its class, divided by
    the sum of these fractions.

    It can be larger than 1: two classes of the same size without wrong predictions give 2. Reference: source
    "Multi-class classification metrics", the formula of "Balanced accuracy weighted".

    >>> cm.value("balanced_accuracy", convention="weighted-formula")
    Fraction(889, 432)
    """
    return m.mean(lambda c: recall(c) / (c.support / m.n)) / m.sum(lambda c: c.support / m.n)


@metric(
    "multiclass_g_mean",
    scope="matrix",
    title="multiclass G-mean",
    symbol=r"\mathrm{GM}_{<i>}",
    exactness="algebraic",
    partition=False,
    aliases=("geometric_mean_score", "geometric_mean_of_recalls"),
    rows=lambda geometric_mean, recall: geometric_mean(recall),
    implemented_by={"imblearn": "geometric_mean_score"},
    optimum_only=True,
    idea="It is 0 if the recall of one class is 0, however large the others are.",
    question="How well are the samples of every class found, if no class may be neglected",
    mistake=Mistake(
        "Do not take the arithmetic mean of the recalls. That gives balanced accuracy, {value}.", "balanced_accuracy"
    ),
)
def multiclass_g_mean(m: MatrixView) -> Quantity:
    """The multiclass G-mean is the geometric mean of the recalls of the classes.

    It is the root of the product of the recalls whose degree is the number of classes. Of two classes it is the G-mean
    of either.
    Reference: Sun, Kamel and Wang 2006, "Boosting for learning multiple classes with imbalanced class distribution";
    imbalanced-learn 0.14 `geometric_mean_score`.

    >>> cm.value("multiclass_g_mean")
    Root(1, Fraction(35, 128), 3)
    """
    return m.geometric_mean(recall)


# What the measures of agreement beyond chance have in common.
IMPROVEMENT = (
    Reading("The numerator is the improvement over chance."),
    Reading("The denominator is the largest possible improvement, because {p_o} is at most 1."),
)
DISAGREEMENT = (
    Reading("The quotient is 0 if every prediction is correct, and 1 if the disagreement is as large as by chance."),
)
OBSERVED = Part("the fraction of the samples that were predicted correctly")


def observed_agreement(m: MatrixView) -> Quantity:
    """The part that they begin with, told by `OBSERVED`."""
    return m.let("p_o", "observed agreement", m.sum(lambda c: c.tp) / m.n)


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
    title="Cohen's kappa",
    aliases=("cohen_kappa", "cohens_kappa", "cohen_kappa_score"),
    rows=_cohen,
    implemented_by={"sklearn": "cohen_kappa_score", "pycm": "Kappa", "torchmetrics": "CohenKappa", "yardstick": "kap"},
    meaning="the predictions reach {percent} of the possible improvement over chance",
    neutral="chance",
    optimum_only=True,
    reads=IMPROVEMENT,
    parts={
        "p_o": OBSERVED,
        "p_e": Part(
            "the fraction that would be correct on average if the same predictions were given to the samples in random "
            "order",
            "Take class {class}: {row} of the {n} samples belong to it (row total), and {column} of the {n} samples "
            "were predicted as it (column total). In random order, each sample of class {class} gets one of these "
            "{column} predictions with probability {column}/{n}. So on average, {row}/{n} · {column}/{n} of all "
            "samples belong to class {class} and are predicted as it. The other classes work in the same way.",
        ),
    },
    question="How much of the possible improvement over chance do the predictions reach",
    mistake=Mistake(
        "Do not report the observed agreement, {value}, as kappa. Some predictions are also correct by chance.",
        "accuracy",
    ),
)
def kappa(m: MatrixView) -> Quantity:
    """Cohen's kappa is the improvement of the predictions over chance divided by the largest possible improvement over
    chance.

    Reference: Cohen 1960, Educational and Psychological Measurement 20(1).

    >>> cm.value("kappa")
    Fraction(6, 13)
    """
    observed = observed_agreement(m)
    chance = m.let("p_e", "chance agreement", agreement_in_random_order(m))
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
    title="linearly weighted kappa",
    symbol=r"\kappa_{w,<i>}",
    range=(-1, 1),
    ordinal=True,
    rows=_linear_kappa,
    aliases=("linear_weighted_kappa",),
    meaning="the disagreement is {percent} smaller than by chance",
    neutral="chance",
    optimum_only=True,
    reads=DISAGREEMENT,
    parts={
        "d_o": Part("the mean distance between the actual class and the predicted class"),
        "d_e": Part(
            "the mean distance that there would be on average if the same predictions were given to the samples in "
            "random order",
            "Take class {class}: {row} of the {n} samples belong to it (row total). In random order, each of them is "
            "predicted as another class with a probability: the column total of that class divided by {n}. This "
            "probability times {row}/{n} times the distance between the two classes is one term of the sum. The other "
            "classes work in the same way.",
        ),
    },
    question="How much smaller than by chance is the disagreement, if a distant class is a larger error than a "
    "neighbour",
    mistake=Mistake("Do not count all errors alike. That gives Cohen's kappa, {value}.", "kappa"),
)
def linearly_weighted_kappa(m: MatrixView) -> Quantity:
    """Linearly weighted kappa is 1 minus the quotient of the observed disagreement and the chance disagreement. The
    distance between two classes is 1 for neighbours, 2 for the classes after them, and so on.

    Reference: Cohen 1968, Psychological Bulletin 70(4), with weights that grow with the distance of the classes.

    >>> cm.value("linearly_weighted_kappa")
    Fraction(86, 177)
    """
    observed = m.let("d_o", "observed disagreement", m.pairs(lambda x: x.gap * x.count) / m.n)
    chance = m.let(
        "d_e",
        "chance disagreement",
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
    title="Matthews correlation coefficient",
    exactness="algebraic",
    aliases=("matthews_corrcoef", "phi", "r_k"),
    rows=_gorodkin,
    implemented_by={"sklearn": "matthews_corrcoef", "pycm": "Overall_MCC", "torchmetrics": "MatthewsCorrCoef"},
    neutral="random guessing",
    optimum_only=True,
    reads=(
        Reading("The numerator is positive if the product of {tp} and {tn} is larger than that of {fp} and {fn}.", 2),
        Reading("The denominator keeps the value between −1 and 1."),
        Reading("The four sums under its root are the totals of the columns and rows: {totals}.", 2),
    ),
    idea="It tells how closely the predicted classes follow the actual classes.",
    question="How closely do the predicted classes follow the actual classes",
    mistake=Mistake(
        "Do not read it as the fraction of correct predictions. That is the accuracy, {value}.", "accuracy"
    ),
)
def mcc(m: MatrixView) -> Quantity:
    """The Matthews correlation coefficient is the correlation between the actual class and the predicted class.

    It is 1 only if both are the same for every sample. Reference: Gorodkin 2004, Computational Biology and Chemistry
    28; Matthews 1975 for two classes.

    >>> cm.value("mcc")
    Root(1, Fraction(25, 116))
    """
    covariance = m.n * m.sum(lambda c: c.tp) - m.sum(lambda c: c.support * c.predicted)
    spread_true = m.n**2 - m.sum(lambda c: c.support**2)
    spread_predicted = m.n**2 - m.sum(lambda c: c.predicted**2)
    return covariance / root(spread_true * spread_predicted)


@mcc.form("binary", classes=2, rows=_matthews)
def _(m: MatrixView) -> Quantity:
    """The Matthews correlation coefficient is the correlation between the actual class and the predicted class, with 1
    for positive and 0 for negative."""
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
    meaning="the predictions reach {percent} of the possible improvement over random guessing",
    neutral="random guessing",
    optimum_only=True,
    question="How much of the possible improvement over random guessing do the predictions reach, if every class "
    "counts the same",
    mistake=Mistake(
        "Do not forget to subtract what random guessing gives. Without that, it is the balanced accuracy, {value}.",
        "balanced_accuracy",
    ),
)
def adjusted_balanced_accuracy(m: MatrixView) -> Quantity:
    """Adjusted balanced accuracy is the balanced accuracy minus the reciprocal of the number of classes, divided by 1
    minus the reciprocal of the number of classes.

    For two classes it is the informedness. Of an average over some classes (`over`) these are the classes that count.
    Reference: scikit-learn 1.9 `balanced_accuracy_score` with `adjusted=True`, over the classes that have samples.

    >>> cm.value("adjusted_balanced_accuracy")
    Fraction(23, 48)
    """
    return (balanced_accuracy(m) - 1 / m.chosen) / (1 - 1 / m.chosen)
