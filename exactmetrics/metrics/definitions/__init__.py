"""Every metric, once: pages of textbook lines. Importing this package fills the registry."""

from exactmetrics.metrics.definitions import agreement, counts, overall, rates, scores, similarity

__all__ = ["agreement", "counts", "overall", "rates", "scores", "similarity"]
