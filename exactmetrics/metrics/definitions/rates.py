"""Rates of one class: each a share of a row, of a column, or of the whole matrix.

Reference: Fahmy Amin 2023, eqs. (5)-(7) and Table 2; Sokolova and Lapalme 2009, Table 2.
"""

from __future__ import annotations

from exactmetrics.metrics.cells import ratio
from exactmetrics.metrics.metric import Mistake, metric
from exactmetrics.metrics.quantity import ClassView, Quantity


@metric(
    "precision",
    scope="class",
    symbol="P_{<i>}",
    aliases=("ppv", "positive_predictive_value", "confidence"),
    cells=lambda tp, fp: ratio(tp, tp + fp),
    micro_is="accuracy",
    implemented_by={"sklearn": "precision_score", "pycm": "PPV", "torchmetrics": "Precision", "yardstick": "precision"},
    meaning="{percent} of the {all} samples predicted as {class} really belong to it",
    question="How often is a prediction of {class} correct",
    mistake=Mistake(
        "Do not divide by the number of samples that belong to {class}. That gives its recall, {value}.",
        "recall",
    ),
)
def precision(c: ClassView) -> Quantity:
    """The precision of a class is the number of its correct predictions divided by the number of all samples predicted
    as this class.

    Reference: Fahmy Amin 2023, eq. (5).

    >>> cm.value("precision", label="dog")
    Fraction(7, 10)
    """
    return c.tp / c.predicted


@metric(
    "recall",
    scope="class",
    symbol="R_{<i>}",
    aliases=("sensitivity", "tpr", "true_positive_rate", "hit_rate"),
    cells=lambda tp, fn: ratio(tp, tp + fn),
    macro_is="balanced_accuracy",
    micro_is="accuracy",
    weighted_is="accuracy",
    implemented_by={"sklearn": "recall_score", "pycm": "TPR", "torchmetrics": "Recall", "yardstick": "recall"},
    meaning="{percent} of the {all} samples of {class} were predicted correctly",
    question="How often is a sample of {class} predicted correctly",
    mistake=Mistake(
        "Do not divide by the number of predictions of {class}. That gives its precision, {value}.", "precision"
    ),
)
def recall(c: ClassView) -> Quantity:
    """The recall of a class is the number of its correct predictions divided by the number of all samples that belong
    to this class.

    Reference: Fahmy Amin 2023, eq. (6).

    >>> cm.value("recall", label="dog")
    Fraction(7, 12)
    """
    return c.tp / c.support


@metric(
    "specificity",
    scope="class",
    symbol="S_{<i>}",
    aliases=("tnr", "true_negative_rate", "selectivity"),
    cells=lambda fp, tn: ratio(tn, fp + tn),
    implemented_by={"pycm": "TNR", "torchmetrics": "Specificity", "yardstick": "spec"},
    meaning="{percent} of the {all} samples that do not belong to {class} were not predicted as it",
    question="How often is a sample of another class not predicted as {class}",
    mistake=Mistake(
        "Do not divide by the number of samples that were not predicted as {class}. That gives the negative "
        "predictive value, {value}.",
        "npv",
    ),
)
def specificity(c: ClassView) -> Quantity:
    """The specificity of a class is the fraction of the samples of other classes that were not predicted as this class.

    Reference: Fahmy Amin 2023, eq. (7).

    >>> cm.value("specificity", label="dog")
    Fraction(13, 16)
    """
    return c.tn / (c.tn + c.fp)


@metric(
    "npv",
    scope="class",
    title="negative predictive value",
    aliases=("negative_predictive_value",),
    cells=lambda fn, tn: ratio(tn, fn + tn),
    implemented_by={"pycm": "NPV", "torchmetrics": "NegativePredictiveValue", "yardstick": "npv"},
    meaning="{percent} of the {all} samples that were not predicted as {class} do not belong to it",
    question="Some samples are not predicted as {class}. How often is that correct",
    mistake=Mistake(
        "Do not divide by the number of samples that do not belong to {class}. That gives its specificity, {value}.",
        "specificity",
    ),
)
def npv(c: ClassView) -> Quantity:
    """The negative predictive value of a class is the fraction of the samples not predicted as this class that belong
    to other classes.

    Reference: Altman and Bland 1994, BMJ 309:102.

    >>> cm.value("npv", label="dog")
    Fraction(13, 18)
    """
    return c.tn / (c.tn + c.fn)


@metric(
    "fpr",
    scope="class",
    title="false positive rate",
    direction="down",
    optimum=0,
    aliases=("false_positive_rate", "fall_out", "false_alarm_rate"),
    cells=lambda fp, tn: ratio(fp, fp + tn),
    implemented_by={"pycm": "FPR"},
    meaning="{percent} of the {all} samples that do not belong to {class} were predicted as it",
    idea="It is 1 minus the specificity.",
    question="How often is a sample of another class predicted as {class}",
    mistake=Mistake(
        "Do not divide by the number of predictions of {class}. That gives its false discovery rate, {value}.",
        "fdr",
    ),
)
def fpr(c: ClassView) -> Quantity:
    """The false positive rate of a class is the fraction of the samples of other classes that were predicted as this
    class.

    Reference: Fahmy Amin 2023, end of section 5.1.

    >>> cm.value("fpr", label="dog")
    Fraction(3, 16)
    """
    return c.fp / (c.fp + c.tn)


@metric(
    "fnr",
    scope="class",
    title="false negative rate",
    direction="down",
    optimum=0,
    aliases=("false_negative_rate", "miss_rate"),
    cells=lambda tp, fn: ratio(fn, tp + fn),
    micro_is="error_rate",
    weighted_is="error_rate",
    implemented_by={"pycm": "FNR", "yardstick": "miss_rate"},
    meaning="{percent} of the {all} samples of {class} were predicted as another class",
    idea="It is 1 minus the recall.",
    question="How often is a sample of {class} predicted as another class",
    mistake=Mistake(
        "Do not divide by the number of samples that were not predicted as {class}. That gives its false omission "
        "rate, {value}.",
        "for",
    ),
)
def fnr(c: ClassView) -> Quantity:
    """The false negative rate of a class is the fraction of its samples that were predicted as another class.

    Reference: Fahmy Amin 2023, end of section 5.1.

    >>> cm.value("fnr", label="dog")
    Fraction(5, 12)
    """
    return c.fn / c.support


@metric(
    "fdr",
    scope="class",
    title="false discovery rate",
    direction="down",
    optimum=0,
    aliases=("false_discovery_rate",),
    cells=lambda tp, fp: ratio(fp, tp + fp),
    micro_is="error_rate",
    implemented_by={"pycm": "FDR"},
    meaning="{percent} of the {all} samples predicted as {class} belong to another class",
    idea="It is 1 minus the precision.",
    question="How often is a prediction of {class} wrong",
    mistake=Mistake(
        "Do not divide by the number of samples that do not belong to {class}. That gives its false positive rate, "
        "{value}.",
        "fpr",
    ),
)
def fdr(c: ClassView) -> Quantity:
    """The false discovery rate of a class is the fraction of the samples predicted as this class that belong to other
    classes.

    Reference: Sokolova and Lapalme 2009, section 2 (complement of precision).

    >>> cm.value("fdr", label="dog")
    Fraction(3, 10)
    """
    return c.fp / c.predicted


@metric(
    "for",
    scope="class",
    title="false omission rate",
    direction="down",
    optimum=0,
    aliases=("false_omission_rate",),
    cells=lambda fn, tn: ratio(fn, fn + tn),
    implemented_by={"pycm": "FOR"},
    meaning="{percent} of the {all} samples that were not predicted as {class} do belong to it",
    idea="It is 1 minus the negative predictive value.",
    question="Some samples are not predicted as {class}. How often is that wrong",
    mistake=Mistake(
        "Do not divide by the number of samples that belong to {class}. That gives its false negative rate, {value}.",
        "fnr",
    ),
)
def for_(c: ClassView) -> Quantity:
    """The false omission rate of a class is the fraction of the samples not predicted as this class that do belong to
    it.

    Reference: Altman and Bland 1994, BMJ 309:102 (complement of the negative predictive value).

    >>> cm.value("for", label="dog")
    Fraction(5, 18)
    """
    return c.fn / (c.fn + c.tn)


@metric(
    "class_accuracy",
    scope="class",
    symbol=r"\mathrm{Acc}_{<i>}",
    aliases=("one_vs_rest_accuracy", "simple_matching"),
    cells=lambda tp, fn, fp, tn: ratio(tp + tn, tp + fn + fp + tn),
    macro_is="average_accuracy",
    micro_is="average_accuracy",
    implemented_by={"pycm": "ACC"},
    meaning="{percent} of all {all} samples were correctly predicted to belong to {class} or not",
    question="How often is it predicted correctly whether a sample belongs to {class}",
)
def class_accuracy(c: ClassView) -> Quantity:
    """The class accuracy of a class is the fraction of all samples that were correctly predicted to belong to this
    class or not to belong to it.

    Reference: Fahmy Amin 2023, Table 2 row 1.

    >>> cm.value("class_accuracy", label="dog")
    Fraction(5, 7)
    """
    return (c.tp + c.tn) / c.n


@metric(
    "class_error_rate",
    scope="class",
    symbol=r"\mathrm{Err}_{<i>}",
    direction="down",
    optimum=0,
    aliases=("one_vs_rest_error",),
    cells=lambda tp, fn, fp, tn: ratio(fp + fn, tp + fn + fp + tn),
    implemented_by={"pycm": "ERR"},
    meaning="{percent} of all {all} samples were wrongly predicted to belong to {class} or not",
    idea="It is 1 minus the class accuracy.",
    question="How often is it predicted wrongly whether a sample belongs to {class}",
    mistake=Mistake(
        "Do not divide by the number of samples of {class}. That gives {value}.",
        lambda c: (c.fp + c.fn) / c.support,
    ),
)
def class_error_rate(c: ClassView) -> Quantity:
    """The class error rate of a class is the fraction of all samples that were wrongly predicted to belong to this
    class or not to belong to it.

    Reference: Fahmy Amin 2023, Table 2 row 1 (complement of the class accuracy).

    >>> cm.value("class_error_rate", label="dog")
    Fraction(2, 7)
    """
    return (c.fp + c.fn) / c.n
