"""The catalogue in groups, for a reader who looks for a metric: the most taught first, then by what they say.

A group holds the metrics of one file of definitions, in their order.
"""

from __future__ import annotations

from collections.abc import Sequence

from exactmetrics.metrics.metric import Metric

# What courses and the reports of libraries begin with.
MOST_TAUGHT = (
    "accuracy", "precision", "recall", "specificity", "f1", "fbeta", "balanced_accuracy", "mcc", "kappa", "jaccard",
    "npv", "fpr", "fnr", "prevalence", "support", "roc_auc", "average_precision", "log_loss", "brier",
)  # fmt: skip
FIRST = "most taught"
TITLES = {
    "rates": "rates of a class",
    "scores": "scores of a class",
    "overall": "of the whole matrix",
    "counts": "counts of a class",
    "agreement": "agreement beyond chance",
    "information": "information and entropy",
    "association": "association of actual and predicted class",
    "pairs": "agreement of clusterings",
    "discrimination": "relatives of the G-mean",
    "overlap": "overlap of a class and its predictions",
    "similarity": "similarities of two sets",
    "distances": "more similarities and distances",
    "root_distances": "similarities with roots",
    "log_scores": "similarities with logarithms",
    "ranking": "order of scores",
    "rates_of_scores": "rates at a threshold of scores",
    "probabilities": "scores as probabilities",
    "gains": "gains of a ranking",
    "labels": "scores of samples with several classes",
}


def grouped(metrics: Sequence[Metric]) -> dict[str, list[Metric]]:
    """The metrics by the titles of their groups; those that are most taught stand in the first one alone.

    >>> from exactmetrics import metrics
    >>> list(grouped(metrics(scope="matrix")))[:3]
    ['most taught', 'of the whole matrix', 'counts of a class']
    """
    named = {metric.name: metric for metric in metrics}
    found = {FIRST: [named[name] for name in MOST_TAUGHT if name in named], **{title: [] for title in TITLES.values()}}
    for metric in metrics:
        if metric.name not in MOST_TAUGHT:
            file = group_of(metric)
            found.setdefault(TITLES.get(file, file.replace("_", " ")), []).append(metric)
    return {title: group for title, group in found.items() if group}


def group_of(metric: Metric) -> str:
    """The file of definitions that a metric stands in; one of scores may be called as one of counts is."""
    file = metric.module.rpartition(".")[2]
    return f"{file}_of_scores" if file == "rates" and metric.scope == "scores" else file
