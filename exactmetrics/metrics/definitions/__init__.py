"""Every metric, once: pages of textbook lines. Importing this package fills the registry."""

from exactmetrics.metrics.definitions import agreement, counts, information, overall, rates, scores, similarity

__all__ = ["agreement", "counts", "information", "overall", "rates", "scores", "similarity"]
