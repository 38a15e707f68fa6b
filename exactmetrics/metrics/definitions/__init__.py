"""Every metric, once: pages of textbook lines. Importing this package fills the registry, in this order."""

from exactmetrics.metrics.definitions import counts, rates, overall, scores, agreement, similarity, information  # isort: skip
from exactmetrics.metrics.definitions import association, distances, log_scores, pairs  # isort: skip

__all__ = [
    "agreement", "association", "counts", "distances", "information", "log_scores", "overall", "pairs", "rates",
    "scores", "similarity",
]  # fmt: skip
