"""The registry of scores: every metric of scores by name or alias, and what to say of other names."""

from __future__ import annotations

from functools import cache

from exactmetrics.exact.errors import UsageError
from exactmetrics.metrics import score_definitions as _definitions  # noqa: F401  (importing it fills the registry)
from exactmetrics.metrics.metric import plain_key, with_aliases
from exactmetrics.metrics.score_metric import SCORE_REGISTRY, ScoreMetric

# What is asked of scores and is no rational number: the names of each, and what its values are.
TRANSCENDENTAL = {
    "discounted cumulative gain": ("dcg", "ndcg", "dcg_score", "ndcg_score"),
}


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
    return score_names().get(key) or plain.get(key.replace("_", ""))


def all_score_metrics() -> list[ScoreMetric]:
    """Every metric of scores, in the order of the definitions."""
    return list(SCORE_REGISTRY.values())


def transcendental(name: str) -> UsageError | None:
    """The error for a metric of scores whose values are logarithms, if a name is that of one."""
    for title, names in TRANSCENDENTAL.items():
        if plain_key(name) in names:
            return UsageError(
                f"no metric {name!r}: {title} is made of the scores or probabilities of single samples, and is a sum "
                "of logarithms, which is no rational number and is not computed yet. The Brier score judges "
                "probabilities with a rational number, and average precision and lrap judge rankings"
            )
    return None
