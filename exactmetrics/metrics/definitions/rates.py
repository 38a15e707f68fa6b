"""Rates of one class: each a share of a row, of a column, or of the whole matrix.

Reference: Fahmy Amin 2023, eqs. (5)-(7) and Table 2; Sokolova and Lapalme 2009, Table 2.
"""

from __future__ import annotations

from exactmetrics.metrics.cells import ratio
from exactmetrics.metrics.metric import metric
from exactmetrics.metrics.quantity import ClassView, Quantity


@metric(
    "precision",
    scope="class",
    symbol="P_{<i>}",
    aliases=("ppv", "positive_predictive_value", "confidence"),
    cells=lambda tp, fp: ratio(tp, tp + fp),
    micro_is="accuracy",
    implemented_by={"sklearn": "precision_score", "pycm": "PPV", "torchmetrics": "Precision", "yardstick": "precision"},
    wrong="recall",
)
def precision(c: ClassView) -> Quantity:
    """Reference: Fahmy Amin 2023, eq. (5).

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
    wrong="precision",
)
def recall(c: ClassView) -> Quantity:
    """Reference: Fahmy Amin 2023, eq. (6).

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
    wrong="npv",
)
def specificity(c: ClassView) -> Quantity:
    """Reference: Fahmy Amin 2023, eq. (7).

    >>> cm.value("specificity", label="dog")
    Fraction(13, 16)
    """
    return c.tn / (c.tn + c.fp)


@metric(
    "npv",
    scope="class",
    aliases=("negative_predictive_value",),
    cells=lambda fn, tn: ratio(tn, fn + tn),
    implemented_by={"pycm": "NPV", "torchmetrics": "NegativePredictiveValue", "yardstick": "npv"},
    wrong="specificity",
)
def npv(c: ClassView) -> Quantity:
    """Reference: Altman and Bland 1994, BMJ 309:102.

    >>> cm.value("npv", label="dog")
    Fraction(13, 18)
    """
    return c.tn / (c.tn + c.fn)


@metric(
    "fpr",
    scope="class",
    direction="down",
    optimum=0,
    aliases=("false_positive_rate", "fall_out", "false_alarm_rate"),
    cells=lambda fp, tn: ratio(fp, fp + tn),
    implemented_by={"pycm": "FPR"},
    wrong="fdr",
)
def fpr(c: ClassView) -> Quantity:
    """Reference: Fahmy Amin 2023, end of section 5.1.

    >>> cm.value("fpr", label="dog")
    Fraction(3, 16)
    """
    return c.fp / (c.fp + c.tn)


@metric(
    "fnr",
    scope="class",
    direction="down",
    optimum=0,
    aliases=("false_negative_rate", "miss_rate"),
    cells=lambda tp, fn: ratio(fn, tp + fn),
    micro_is="error_rate",
    weighted_is="error_rate",
    implemented_by={"pycm": "FNR", "yardstick": "miss_rate"},
    wrong="for",
)
def fnr(c: ClassView) -> Quantity:
    """Reference: Fahmy Amin 2023, end of section 5.1.

    >>> cm.value("fnr", label="dog")
    Fraction(5, 12)
    """
    return c.fn / c.support


@metric(
    "fdr",
    scope="class",
    direction="down",
    optimum=0,
    aliases=("false_discovery_rate",),
    cells=lambda tp, fp: ratio(fp, tp + fp),
    micro_is="error_rate",
    implemented_by={"pycm": "FDR"},
    wrong="fpr",
)
def fdr(c: ClassView) -> Quantity:
    """Reference: Sokolova and Lapalme 2009, section 2 (complement of precision).

    >>> cm.value("fdr", label="dog")
    Fraction(3, 10)
    """
    return c.fp / c.predicted


@metric(
    "for",
    scope="class",
    direction="down",
    optimum=0,
    aliases=("false_omission_rate",),
    cells=lambda fn, tn: ratio(fn, fn + tn),
    implemented_by={"pycm": "FOR"},
    wrong="fnr",
)
def for_(c: ClassView) -> Quantity:
    """Reference: Altman and Bland 1994, BMJ 309:102 (complement of the negative predictive value).

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
)
def class_accuracy(c: ClassView) -> Quantity:
    """Reference: Fahmy Amin 2023, Table 2 row 1.

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
    wrong=lambda c: (c.fp + c.fn) / c.support,
)
def class_error_rate(c: ClassView) -> Quantity:
    """Reference: Fahmy Amin 2023, Table 2 row 1 (complement of the class accuracy).

    >>> cm.value("class_error_rate", label="dog")
    Fraction(2, 7)
    """
    return (c.fp + c.fn) / c.n
