"""Every metric, once: pages of textbook lines. Importing this package fills the registry, in this order."""

from exactmetrics.metrics.definitions import counts, rates, overall, scores, agreement, similarity, information  # isort: skip
from exactmetrics.metrics.definitions import distances  # isort: skip

__all__ = ["agreement", "counts", "distances", "information", "overall", "rates", "scores", "similarity"]
