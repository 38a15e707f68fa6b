"""Every metric, once: pages of textbook lines. Importing this package fills the registry."""

from exactmetrics.metrics.definitions import counts, overall, overall_agreement, rates, scores, similarity

__all__ = ["counts", "overall", "overall_agreement", "rates", "scores", "similarity"]
