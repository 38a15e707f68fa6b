"""The building blocks as metrics: how many samples of each kind a class has.

Reference: Fahmy Amin 2023, section 2 and eqs. (2), (3); Sokolova and Lapalme 2009, Table 1.
"""

from __future__ import annotations

from exactmetrics.metrics.cells import ratio
from exactmetrics.metrics.metric import metric
from exactmetrics.metrics.quantity import ClassView, MatrixView, Quantity


@metric(
    "tp", scope="class", range=(0, None), scale_free=False, optimum=None, aliases=("true_positives", "hits"),
    cells=lambda tp: tp,
)  # fmt: skip
def tp(c: ClassView) -> Quantity:
    """Reference: Fahmy Amin 2023, section 2.

    >>> cm.value("tp", label="dog")
    Fraction(7, 1)
    """
    return c.tp


@metric(
    "tn", scope="class", range=(0, None), scale_free=False, optimum=None,
    aliases=("true_negatives", "correct_rejections"), cells=lambda tn: tn,
)  # fmt: skip
def tn(c: ClassView) -> Quantity:
    """Reference: Fahmy Amin 2023, section 2.

    >>> cm.value("tn", label="dog")
    Fraction(13, 1)
    """
    return c.tn


@metric(
    "fp", scope="class", range=(0, None), direction="down", scale_free=False, optimum=0,
    aliases=("false_positives", "false_alarms"), cells=lambda fp: fp,
)  # fmt: skip
def fp(c: ClassView) -> Quantity:
    """Reference: Fahmy Amin 2023, section 2.

    >>> cm.value("fp", label="dog")
    Fraction(3, 1)
    """
    return c.fp


@metric(
    "fn", scope="class", range=(0, None), direction="down", scale_free=False, optimum=0,
    aliases=("false_negatives", "misses"), cells=lambda fn: fn,
)  # fmt: skip
def fn(c: ClassView) -> Quantity:
    """Reference: Fahmy Amin 2023, section 2.

    >>> cm.value("fn", label="dog")
    Fraction(5, 1)
    """
    return c.fn


@metric(
    "support", scope="class", range=(0, None), direction="none", scale_free=False, optimum=None,
    aliases=("condition_positive", "actual"), symbol="s_{<i>}", cells=lambda tp, fn: tp + fn,
    macro_is="global_performance_index",
)  # fmt: skip
def support(c: ClassView) -> Quantity:
    """Reference: Fahmy Amin 2023, eq. (2).

    >>> cm.value("support", label="dog")
    Fraction(12, 1)
    """
    return c.support


@metric(
    "predicted", scope="class", range=(0, None), direction="none", scale_free=False, optimum=None,
    aliases=("test_outcome_positive",), symbol="c_{<i>}", cells=lambda tp, fp: tp + fp,
    macro_is="global_performance_index",
)  # fmt: skip
def predicted(c: ClassView) -> Quantity:
    """Reference: Fahmy Amin 2023, eq. (3).

    >>> cm.value("predicted", label="dog")
    Fraction(10, 1)
    """
    return c.predicted


@metric(
    "global_performance_index", scope="matrix", range=(0, None), direction="none", scale_free=False, optimum=None,
    symbol=r"\mathrm{RR}_{<i>}", rows=lambda rows, n: n / len(rows), implemented_by={"pycm": "RR"},
)  # fmt: skip
def global_performance_index(m: MatrixView) -> Quantity:
    """Reference: PyCM 4.6 `RR`, whose document cites Freitas et al. 2007, "Confusion matrix disagreement for multiple
    classifiers", and has the sum of all cells, correct and wrong, divided by the number of classes.

    >>> cm.value("global_performance_index")
    Fraction(28, 3)
    """
    return m.sum(lambda c: c.support) / m.k


@metric(
    "prevalence", scope="class", direction="none", optimum=None, aliases=("base_rate",), symbol=r"\pi_{<i>}",
    cells=lambda tp, fn, fp, tn: ratio(tp + fn, tp + fn + fp + tn),
)  # fmt: skip
def prevalence(c: ClassView) -> Quantity:
    """Reference: Altman and Bland 1994, BMJ 309:102.

    >>> cm.value("prevalence", label="dog")
    Fraction(3, 7)
    """
    return c.support / c.n


@metric(
    "detection_prevalence", scope="class", direction="none", optimum=None, aliases=("predicted_prevalence",),
    symbol=r"\mathrm{DetPrev}_{<i>}", cells=lambda tp, fp, fn, tn: ratio(tp + fp, tp + fp + fn + tn),
    weighted_is="overall_random_accuracy", implemented_by={"pycm": "TOPR", "yardstick": "detection_prevalence"},
    wrong="prevalence",
)  # fmt: skip
def detection_prevalence(c: ClassView) -> Quantity:
    """Reference: yardstick 1.4 `detection_prevalence`.

    >>> cm.value("detection_prevalence", label="dog")
    Fraction(5, 14)
    """
    return c.predicted / c.n
