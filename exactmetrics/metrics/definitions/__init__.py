"""Every metric, once: pages of textbook lines. Importing this package fills the registry."""

from exactmetrics.metrics.definitions import counts, information, overall, rates, scores

__all__ = ["counts", "information", "overall", "rates", "scores"]
