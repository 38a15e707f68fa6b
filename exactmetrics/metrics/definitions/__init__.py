"""Every metric, once: pages of textbook lines. Importing this package fills the registry, in this order."""

from exactmetrics.metrics.definitions import counts, rates, overall, scores, agreement, similarity, information  # isort: skip
from exactmetrics.metrics.definitions import discrimination, root_distances  # isort: skip

__all__ = [
    "agreement",
    "counts",
    "discrimination",
    "information",
    "overall",
    "rates",
    "root_distances",
    "scores",
    "similarity",
]
