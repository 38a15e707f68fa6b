"""The registry of scores: every metric of scores by name or alias, and what to say of other names."""

from __future__ import annotations

from functools import cache

from exactmetrics.metrics import score_definitions as _definitions  # noqa: F401  (importing it fills the registry)
from exactmetrics.metrics.metric import by_title, plain_key, with_aliases
from exactmetrics.metrics.score_metric import SCORE_REGISTRY, ScoreMetric


@cache
def score_names() -> dict[str, ScoreMetric]:
    """The metrics by every name and alias."""
    return with_aliases(SCORE_REGISTRY)


def found_score_metric(name: str) -> ScoreMetric | None:
    """The metric of scores of a name or alias, if it is one.

    >>> found_score_metric("AUC").name, found_score_metric("recall")
    ('roc_auc', None)
    """
    key = plain_key(name)
    plain = {known.replace("_", ""): metric for known, metric in score_names().items()}
    return score_names().get(key) or plain.get(key.replace("_", "")) or by_title(SCORE_REGISTRY).get(key)


def all_score_metrics() -> list[ScoreMetric]:
    """Every metric of scores, in the order of the definitions."""
    return list(SCORE_REGISTRY.values())
