"""Every metric, once: pages of textbook lines. Importing this package fills the registry, in this order."""

from exactmetrics.metrics.definitions import counts, rates, overall, scores, agreement, similarity, information, overlap  # isort: skip

__all__ = ["agreement", "counts", "information", "overall", "overlap", "rates", "scores", "similarity"]
