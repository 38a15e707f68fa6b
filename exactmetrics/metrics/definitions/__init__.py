"""Every metric, once: pages of textbook lines. Importing this package fills the registry."""

from exactmetrics.metrics.definitions import counts, overall, rates, scores

__all__ = ["counts", "overall", "rates", "scores"]
