"""Every metric, once: pages of textbook lines. Importing this package fills the registry, in this order."""

from exactmetrics.metrics.definitions import counts, rates, overall, scores, agreement, similarity, information  # isort: skip
from exactmetrics.metrics.definitions import log_scores  # isort: skip

__all__ = ["agreement", "counts", "information", "log_scores", "overall", "rates", "scores", "similarity"]
