"""Names that metrics have only where samples have any number of labels: which metric each is, of what.

They have no formula of their own. Subset accuracy is the accuracy where every set of labels is a class by itself;
Hamming loss is the error rate of the labels, the micro average.

Reference: Tsoumakas, Katakis and Vlahavas 2010, "Mining Multi-label Data", section 7; Schapire and Singer 2000.
"""

from __future__ import annotations

from typing import NamedTuple

from exactmetrics.metrics.metric import plain_key


class Reading(NamedTuple):
    """What a name means where samples have any number of labels: a metric, averaged, or of the sets as classes."""

    metric: str
    average: str | None = None


READINGS = {
    "subset_accuracy": Reading("accuracy"),
    "hamming_loss": Reading("class_error_rate", "micro"),
}
ALIASES = {
    "exact_match": "subset_accuracy", "exact_match_ratio": "subset_accuracy", "exact_match_accuracy": "subset_accuracy",
    "hamming": "hamming_loss", "hamming_distance": "hamming_loss",
}  # fmt: skip


def reading_of(name: str) -> Reading | None:
    """What a name means that is only a name where samples have any number of labels.

    >>> reading_of("Exact match ratio"), reading_of("f1")
    (Reading(metric='accuracy', average=None), None)
    """
    key = plain_key(name)
    return READINGS.get(ALIASES.get(key, key))
