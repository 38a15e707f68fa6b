"""Questions about samples with any number of labels: which counts each is about.

A metric of a class is one of a label, averaged over the labels, or over the samples: of a sample it is the same
formula, with its labels where a class has its samples.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from exactmetrics.exact.errors import UsageError
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.label_sets import LabelSets
from exactmetrics.matrix.labels import listed
from exactmetrics.metrics.metric import plain_key
from exactmetrics.metrics.multilabel_names import ALIASES, reading_of
from exactmetrics.metrics.registry import metric_named
from exactmetrics.metrics.request import AVERAGES, SAMPLES, Request, resolve
from exactmetrics.metrics.suggest import choices


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
