"""What two rates of the predictions are at the threshold that one of them asks for. Reference: Fawcett 2006."""

from __future__ import annotations

from fractions import Fraction

from exactmetrics.metrics.metric import Parameter
from exactmetrics.metrics.quantity import Quantity
from exactmetrics.metrics.score_metric import ScoredClass, score_metric


def _least(rate: str) -> Parameter:
    return Parameter(
        "least",
        lambda x: 0 < x <= 1,
        (Fraction(1, 2), Fraction(9, 10), Fraction(1)),
        "x",
    )


@score_metric(
    "equal_error_rate",
    of="class",
    symbol=r"\mathrm{EER}_{<i>}",
    direction="down",
    optimum=0,
    aliases=("eer",),
)
def equal_error_rate(s: ScoredClass) -> Quantity:
    """Reference: Fawcett 2006, "An introduction to ROC analysis", for the curve and its lines.

    >>> em.Scores([1, 1, 0, 0, 0], [5, 2, 4, 3, 1]).value("equal_error_rate")
    Fraction(1, 2)
    """
    return s.crossing


@equal_error_rate.convention("nearest", optimum=0)
def _(s: ScoredClass) -> Quantity:
    """Reference: torchmetrics 1.9 `EER`."""
    return s.nearest(lambda point: (point.fpr + point.fnr) / 2)


@score_metric(
    "precision_at_recall",
    of="class",
    symbol=r"\mathrm{PAR}_{<i>}",
    aliases=("precision_at_fixed_recall",),
    parameters=(_least("recall"),),
    implemented_by={"torchmetrics": "PrecisionAtFixedRecall"},
)
def precision_at_recall(s: ScoredClass, least: Quantity) -> Quantity:
    """Reference: torchmetrics 1.9 `PrecisionAtFixedRecall`.

    >>> em.Scores([1, 1, 0, 0, 1], [5, 4, 3, 2, 1]).value("precision_at_recall", least="0.7")
    Fraction(3, 5)
    """
    return s.highest(lambda p: p.precision, where=lambda p: p.recall, least=least, none=False)


@score_metric(
    "recall_at_precision",
    of="class",
    symbol=r"\mathrm{RAP}_{<i>}",
    aliases=("recall_at_fixed_precision",),
    parameters=(_least("precision"),),
    implemented_by={"torchmetrics": "RecallAtFixedPrecision"},
)
def recall_at_precision(s: ScoredClass, least: Quantity) -> Quantity:
    """Reference: torchmetrics 1.9 `RecallAtFixedPrecision`.

    >>> em.Scores([1, 1, 0, 0, 1], [5, 4, 3, 2, 1]).value("recall_at_precision", least="0.7")
    Fraction(2, 3)
    """
    return s.highest(lambda p: p.recall, where=lambda p: p.precision, least=least, none=True)


@score_metric(
    "sensitivity_at_specificity",
    of="class",
    symbol=r"\mathrm{SAS}_{<i>}",
    aliases=("recall_at_specificity", "tpr_at_specificity"),
    parameters=(_least("specificity"),),
    implemented_by={"torchmetrics": "SensitivityAtSpecificity"},
)
def sensitivity_at_specificity(s: ScoredClass, least: Quantity) -> Quantity:
    """Reference: torchmetrics 1.9 `SensitivityAtSpecificity`.

    >>> em.Scores([1, 1, 0, 0, 1], [5, 3, 4, 2, 1]).value("sensitivity_at_specificity", least="1/2")
    Fraction(2, 3)
    """
    return s.highest(lambda p: p.recall, where=lambda p: p.specificity, least=least, none=True)


@score_metric(
    "specificity_at_sensitivity",
    of="class",
    symbol=r"\mathrm{SpAS}_{<i>}",
    aliases=("specificity_at_recall", "specificity_at_tpr"),
    parameters=(_least("recall"),),
    implemented_by={"torchmetrics": "SpecificityAtSensitivity"},
)
def specificity_at_sensitivity(s: ScoredClass, least: Quantity) -> Quantity:
    """Reference: torchmetrics 1.9 `SpecificityAtSensitivity`.

    >>> em.Scores([1, 1, 0, 0, 1], [5, 3, 4, 2, 1]).value("specificity_at_sensitivity", least="1/2")
    Fraction(1, 2)
    """
    return s.highest(lambda p: p.specificity, where=lambda p: p.recall, least=least, none=True)
