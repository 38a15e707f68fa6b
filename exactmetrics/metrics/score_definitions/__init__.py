"""Every metric of scores, once. Importing this package fills the registry of scores."""

from exactmetrics.metrics.score_definitions import gains, labels, probabilities, ranking, rates

__all__ = ["gains", "labels", "probabilities", "ranking", "rates"]
