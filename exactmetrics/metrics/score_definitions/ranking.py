"""What the order of the scores says of one class: pairs, areas and precision along the ranking.

Only which score is higher counts, so the values do not change where all scores are moved or stretched. Reference:
Hanley and McNeil 1982; Fawcett 2006.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics.metrics.metric import Parameter
from exactmetrics.metrics.quantity import Quantity, log
from exactmetrics.metrics.score_metric import AllScores, ScoredClass, score_metric

HALF = Fraction(1, 2)  # of a tie
MAX_FPR = Parameter(
    "max_fpr",
    lambda x: 0 < x <= 1,
    (Fraction(1, 10), Fraction(1, 2), Fraction(1)),
    "x",
)

THOUSANDTH: Any = Fraction(1, 1000)  # the usual limits of a logarithmic axis
TENTH: Any = Fraction(1, 10)
LOW = Parameter(
    "low",
    lambda x: 0 < x < 1,
    (Fraction(1, 100), Fraction(1, 20)),
    "a",
    optional=True,
)
HIGH = Parameter(
    "high",
    lambda x: 0 < x <= 1,
    (Fraction(1), Fraction(1, 2)),
    "b",
    optional=True,
)


@score_metric(
    "roc_auc",
    of="class",
    symbol=r"\mathrm{AUC}_{<i>}",
    aliases=("auc", "auroc", "roc_auc_score", "auc_roc", "area_under_roc", "c_statistic", "concordance"),
    implemented_by={"sklearn": "roc_auc_score", "torchmetrics": "AUROC", "yardstick": "roc_auc"},
)
def roc_auc(s: ScoredClass) -> Quantity:
    """Reference: Hanley and McNeil 1982, Radiology 143; Mann and Whitney 1947.

    >>> em.Scores([1, 1, 1, 0, 0, 0], ["0.9", "0.7", "0.5", "0.7", "0.4", "0.2"]).value("roc_auc")
    Fraction(5, 6)
    """
    return (s.wins + HALF * s.ties) / (s.positives * s.negatives)


@score_metric(
    "gini",
    of="class",
    range=(-1, 1),
    aliases=("gini_coefficient", "accuracy_ratio", "somers_d", "gain_capture"),
    implemented_by={"yardstick": "gain_capture"},
)
def gini(s: ScoredClass) -> Quantity:
    """Reference: Somers 1962; Engelmann, Hayden and Tasche 2003.

    >>> em.Scores([1, 1, 0, 0], [4, 2, 3, 1]).value("gini")
    Fraction(1, 2)
    """
    return 2 * roc_auc(s) - 1


@score_metric(
    "partial_roc_auc",
    of="class",
    symbol=r"\mathrm{pAUC}_{<i>}",
    aliases=("partial_auc", "pauc"),
    parameters=(MAX_FPR,),
    implemented_by={"sklearn": "roc_auc_score", "torchmetrics": "BinaryAUROC"},
)
def partial_roc_auc(s: ScoredClass, max_fpr: Quantity) -> Quantity:
    """Reference: McClish 1989, Medical Decision Making 9; scikit-learn 1.9 `roc_auc_score` with `max_fpr`.

    >>> em.Scores([1, 1, 0, 0], [4, 2, 3, 1]).value("partial_roc_auc", max_fpr="1/2")
    Fraction(2, 3)
    """
    least = max_fpr**2 / 2
    return (1 + (s.area(max_fpr) - least) / (max_fpr - least)) / 2


@partial_roc_auc.convention("area", parameters=(MAX_FPR,), optimum=None)
def _(s: ScoredClass, max_fpr: Quantity) -> Quantity:
    """Reference: McClish 1989, Medical Decision Making 9."""
    return s.area(max_fpr)


@score_metric(
    "log_auc",
    of="class",
    symbol=r"\mathrm{LogAUC}_{<i>}",
    exactness="transcendental",
    aliases=("roc_log_auc", "log_roc_auc"),
    parameters=(LOW, HIGH),
)
def log_auc(s: ScoredClass, low: Quantity = THOUSANDTH, high: Quantity = TENTH) -> Quantity:
    """Reference: Mysinger and Shoichet 2010, J. Chem. Inf. Model. 50, whose program `enrich.py` integrates the straight
    lines of the curve, as here.

    >>> print(em.Scores([1, 0], [1, 1]).value("log_auc", high=1))
    333/(1000*ln(10))
    """
    return s.strips(low, high, lambda strip: strip.rise + strip.intercept * strip.width) / log(high / low)


@log_auc.convention("trapezoid", parameters=(LOW, HIGH))
def _(s: ScoredClass, low: Quantity = THOUSANDTH, high: Quantity = TENTH) -> Quantity:
    """Reference: torchmetrics 1.9 `BinaryLogAUC`; wiki.docking.org, "LogAUC", by Mysinger in January 2010."""
    return s.strips(low, high, lambda strip: strip.height * strip.width) / log(high / low)


@score_metric(
    "average_precision",
    of="class",
    symbol=r"\mathrm{AP}_{<i>}",
    aliases=("ap", "average_precision_score", "map"),
    implemented_by={"sklearn": "average_precision_score", "torchmetrics": "AveragePrecision",
                    "yardstick": "average_precision"},
)  # fmt: skip
def average_precision(s: ScoredClass) -> Quantity:
    """Reference: Zhu 2004; scikit-learn 1.9 `average_precision_score`, which adds up the steps of the precision-recall
    curve: the same number.

    >>> em.Scores([0, 0, 1, 1], ["0.1", "0.4", "0.35", "0.8"]).value("average_precision")
    Fraction(5, 6)
    """
    return s.cuts(lambda cut: cut.gained * cut.precision) / s.positives


@score_metric(
    "pr_auc",
    of="class",
    symbol=r"\mathrm{PRAUC}_{<i>}",
    aliases=("prauc", "auprc", "aucpr", "auc_pr", "pr_auc_trapezoid", "area_under_pr"),
    implemented_by={"sklearn": "auc(recall, precision)", "yardstick": "pr_auc"},
)
def pr_auc(s: ScoredClass) -> Quantity:
    """Reference: scikit-learn 1.9 `auc` of `precision_recall_curve`.

    >>> em.Scores([0, 0, 1, 1], ["0.1", "0.4", "0.35", "0.8"]).value("pr_auc")
    Fraction(19, 24)
    """
    return s.cuts(lambda cut: cut.gained * (cut.precision + cut.before) / 2) / s.positives


@pr_auc.convention("thresholds", optimum=None)
def _(s: ScoredClass) -> Quantity:
    """Reference: PyCM 4.6 `PRCurve.area`."""
    return s.cuts(lambda cut: cut.joined * (cut.precision + cut.before) / 2) / s.positives


@score_metric(
    "hand_till",
    of="samples",
    symbol="M",
    aliases=("hand_till_auc", "roc_auc_ovo", "mauc"),
    implemented_by={"sklearn": "roc_auc_score", "yardstick": "roc_auc"},
)
def hand_till(s: AllScores) -> Quantity:
    """Reference: Hand and Till 2001, Machine Learning 45, eq. (7).

    >>> rows = [["0.6", "0.3", "0.1"], ["0.2", "0.5", "0.3"], ["0.4", "0.4", "0.2"], ["0.1", "0.2", "0.7"]]
    >>> em.Scores(["a", "b", "b", "c"], rows, labels=["a", "b", "c"]).value("hand_till")
    Fraction(1, 1)
    """
    return s.pairs(roc_auc)
