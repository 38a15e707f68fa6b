"""The metrics that a report opens with, as every library prints them: of each class, averaged, and the accuracy."""

from __future__ import annotations

from exactmetrics.metrics.metric import Metric
from exactmetrics.metrics.registry import metric_named

RATES = PRECISION, RECALL = ("precision", "recall")
SCORE = "f1"  # the harmonic mean of the two, and so at most twice each of them
OF_CLASSES = (*RATES, SCORE)
COUNTED = "support"
OVERALL = "accuracy"
ONE_OF_ALL = SCORE  # in whose column the value of the whole matrix stands
# What a report on scores opens with: of each class, and, where the scores are probabilities, of all scores.
OF_SCORES = ("roc_auc", "average_precision")
OF_PROBABILITIES = ("brier", "log_loss")
OF_RANKINGS = ("ndcg", "dcg")
AVERAGES = ("macro", "weighted")  # the micro average is the accuracy, where every sample has one class


def summary_metrics() -> list[Metric]:
    return list(map(metric_named, OF_CLASSES))


def is_summary(metric: str) -> bool:
    """Whether the opening table shows a metric, by its name.

    >>> [is_summary(name) for name in ("recall", "accuracy", "mcc")]
    [True, True, False]
    """
    return metric in (*OF_CLASSES, COUNTED, OVERALL)
