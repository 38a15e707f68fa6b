"""The place of a sample's own classes among all of its scores. Reference: Tsoumakas, Katakis and Vlahavas 2010."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from exactmetrics.metrics.quantity import Quantity
from exactmetrics.metrics.score_definitions.gains import FIRST
from exactmetrics.metrics.score_metric import AllScores, score_metric

K = replace(FIRST, examples=(Fraction(2), Fraction(1), Fraction(3)), optional=False)


@score_metric(
    "top_k_accuracy",
    of="samples",
    symbol=r"\mathrm{TopK}",
    aliases=("top_k_accuracy_score", "top_k", "top_k_categorical_accuracy"),
    parameters=(K,),
    per_class=True,
    implemented_by={"sklearn": "top_k_accuracy_score", "torchmetrics": "MulticlassAccuracy"},
)
def top_k_accuracy(s: AllScores, k: Quantity) -> Quantity:
    """>>> em.Scores(["a", "b", "c"], [[3, 2, 1], [3, 2, 1], [2, 1, 1]]).value("top_k_accuracy", k=2)
    Fraction(5, 6)
    """
    return s.mean(lambda sample: sample.in_top(k))


@score_metric(
    "coverage_error",
    symbol=r"\mathrm{COV}",
    of="samples",
    direction="down",
    optimum=None,
    range=(0, None),
    aliases=("coverage",),
    per_class=True,
    several=True,
    implemented_by={"sklearn": "coverage_error", "torchmetrics": "MultilabelCoverageError"},
)
def coverage_error(s: AllScores) -> Quantity:
    """Reference: Tsoumakas, Katakis and Vlahavas 2010; scikit-learn 1.9 `coverage_error`.

    >>> em.Scores([[1, 0, 0], [0, 0, 1]], [["0.75", "0.5", "1"], ["1", "0.2", "0.1"]]).value("coverage_error")
    Fraction(5, 2)
    """
    return s.mean(lambda sample: sample.depth)


@score_metric(
    "ranking_loss",
    of="samples",
    symbol=r"\mathrm{RL}",
    direction="down",
    optimum=0,
    aliases=("label_ranking_loss",),
    per_class=True,
    several=True,
    implemented_by={"sklearn": "label_ranking_loss", "torchmetrics": "MultilabelRankingLoss"},
)
def ranking_loss(s: AllScores) -> Quantity:
    """Reference: Tsoumakas, Katakis and Vlahavas 2010; scikit-learn 1.9 `label_ranking_loss`.

    >>> em.Scores([[1, 0, 0], [0, 0, 1]], [["0.75", "0.5", "1"], ["1", "0.2", "0.1"]]).value("ranking_loss")
    Fraction(3, 4)
    """
    return s.mean(lambda sample: sample.misplaced)


@score_metric(
    "lrap", of="samples", aliases=("label_ranking_average_precision", "label_ranking_average_precision_score"),
    per_class=True, several=True,
    implemented_by={"sklearn": "label_ranking_average_precision_score",
                    "torchmetrics": "MultilabelRankingAveragePrecision"},
)  # fmt: skip
def lrap(s: AllScores) -> Quantity:
    """Reference: Tsoumakas, Katakis and Vlahavas 2010; scikit-learn 1.9 `label_ranking_average_precision_score`.

    >>> em.Scores([[1, 0, 0], [0, 0, 1]], [["0.75", "0.5", "1"], ["1", "0.2", "0.1"]]).value("lrap")
    Fraction(5, 12)
    """
    return s.mean(lambda sample: sample.own_precision)
