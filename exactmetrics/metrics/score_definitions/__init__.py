"""Every metric of scores, once. Importing this package fills the registry of scores."""

from exactmetrics.metrics.score_definitions import labels, probabilities, ranking

__all__ = ["labels", "probabilities", "ranking"]
