"""Questions about samples with any number of labels: which counts each is about.

A metric of a class is one of a label, averaged over the labels, or over the samples. Two metrics have names of their
own and no formula of their own. Subset accuracy is the accuracy where every set of labels is a class by itself; Hamming
loss is the error rate of the labels, the micro average.

Reference: Tsoumakas, Katakis and Vlahavas 2010, "Mining Multi-label Data", section 7; Schapire and Singer 2000.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from exactmetrics.exact.errors import UsageError
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.label_sets import LabelSets
from exactmetrics.matrix.labels import listed
from exactmetrics.metrics.metric import plain_key
from exactmetrics.metrics.registry import metric_named
from exactmetrics.metrics.request import AVERAGES, SAMPLES, Request, resolve
from exactmetrics.metrics.suggest import choices


class Reading(NamedTuple):
    """What a name means where samples have any number of labels: a metric, averaged, or of the sets as classes."""

    metric: str
    average: str | None = None


READINGS = {
    "subset_accuracy": Reading("accuracy"),
    "hamming_loss": Reading("error_rate", "micro"),
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


def resolve_multilabel(
    name: str, sets: LabelSets, besides: Sequence[str] = (), /, **options: Any
) -> tuple[Request, Blocks]:
    """A question, and the counts that it is about: of the labels, of the samples, or of the sets as classes.

    >>> from exactmetrics.matrix.label_sets import of_indicators
    >>> request, blocks = resolve_multilabel("f1", of_indicators([[1, 0]], [[1, 1]]), average="samples")
    >>> request.average, blocks.labels, blocks.n, blocks.tp
    ('samples', (1,), 2, [1])
    """
    reading, average, label = reading_of(name), options.get("average"), options.get("label")
    if reading is not None and label is None and average is None:
        blocks = sets.blocks if reading.average else sets.powerset
        request = resolve(reading.metric, besides, **options | {"average": reading.average}, labels=blocks.labels)
        return replace(request, called=ALIASES.get(plain_key(name), plain_key(name))), blocks
    if reading is not None and reading.average is None:
        raise UsageError(f"{plain_key(name)} is a number of all samples, and has neither label= nor average=")
    metric = metric_named(name if reading is None else reading.metric)
    if average == SAMPLES:
        if options.get("weights") is not None:
            raise UsageError("weights= goes with average='weighted'; samples have the weights of sample_weight=")
        samples = sets.samples
        request = resolve(metric.name, besides, **options | {"average": "macro"}, labels=samples.labels)
        weights = dict(zip(samples.labels, samples.times, strict=True)) if samples.weighted else None
        return request.over_samples(weights), samples
    if metric.scope == "matrix" and metric.partition and average is None and label is None:
        raise UsageError(
            f"{metric.name} is for samples of one class each, and these have any number of labels: subset_accuracy is "
            "the fraction of the samples whose labels are all right, hamming_loss the fraction of the labels that are "
            f"wrong; average= averages {metric.name} over the labels ({', '.join(AVERAGES)}) or over the samples "
            "(samples), and label_powerset() takes every set of labels as one class"
        )
    if average is not None and average not in AVERAGES:
        raise UsageError(f"no average {average!r}; {choices(average, (*AVERAGES, SAMPLES))}")
    blocks = sets.blocks
    if metric.scope == "class" and label is None and average is None and options.get("positive") is None:
        raise UsageError(
            f"{metric.name} is a metric of one label: give label= (one of {listed(blocks.labels)}) or average= "
            f"({', '.join(AVERAGES)} over the labels, {SAMPLES} over the samples)"
        )
    return resolve(metric.name, besides, **options, labels=blocks.labels), blocks
