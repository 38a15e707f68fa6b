"""Every metric, once: pages of textbook lines. Importing this package fills the registry, in this order."""

from exactmetrics.metrics.definitions import counts, rates, overall, scores, agreement, similarity, information  # isort: skip
from exactmetrics.metrics.definitions import association, discrimination, distances, log_scores, pairs, root_distances  # isort: skip
from exactmetrics.metrics.definitions import overlap  # isort: skip

__all__ = [
    "agreement", "association", "counts", "discrimination", "distances", "information", "log_scores", "overall",
    "overlap", "pairs", "rates", "root_distances", "scores", "similarity",
]  # fmt: skip
