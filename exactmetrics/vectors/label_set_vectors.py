"""The questions of the vectors of label sets: each label, every average, and the whole sets, on rows of 0 and 1."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, cast

from exactmetrics.exact.digits import fraction_text
from exactmetrics.exact.values import Value
from exactmetrics.matrix.label_sets import LabelSets
from exactmetrics.metrics.multilabel import resolve_multilabel
from exactmetrics.metrics.multilabel_names import READINGS
from exactmetrics.metrics.registry import metric_named
from exactmetrics.metrics.request import AVERAGES, SAMPLES
from exactmetrics.vectors.reading import LABEL_SETS_FILE
from exactmetrics.vectors.sample_vectors import (
    Json,
    LabelSetInput,
    SampleFile,
    cases_of,
    catalogue,
)
from exactmetrics.views.value import compute

LABEL_SETS = SampleFile(LABEL_SETS_FILE, "exactmetrics/label-set-vectors/1", "1.0.0", "label_sets", LabelSetInput)
CATALOGUE = "label_set_inputs.toml"


@cache
def label_set_inputs() -> tuple[LabelSetInput, ...]:
    return cast("tuple[LabelSetInput, ...]", LABEL_SETS.inputs(catalogue(CATALOGUE)))


@cache
def label_set_metrics() -> dict[str, bool]:
    """The metrics that are asked, and whether it is of the inputs with `more` alone."""
    found = catalogue(CATALOGUE)
    return {**dict.fromkeys((*READINGS, *found["metrics"]), False), **dict.fromkeys(found["more_metrics"], True)}


@cache
def every_label_set_case() -> tuple[tuple[LabelSetInput, Json], ...]:
    return tuple(found for name in label_set_metrics() for found in label_set_cases(name))


def label_set_cases(name: str) -> Iterator[tuple[LabelSetInput, Json]]:
    """Every case of a metric, with its input."""
    for data in label_set_inputs():
        if data.more or not label_set_metrics()[name]:
            for asked in _questions(name, data):

                def value(data: LabelSetInput = data, **options: Any) -> Value:
                    return label_set_value(name, data.sets, **options)

                yield from ((data, case) for case in cases_of(name, "standard", asked, data, value, "sets"))


def label_set_value(name: str, sets: LabelSets, **asked: Any) -> Value:
    """The answer to a question about label sets."""
    return compute(*resolve_multilabel(name, sets, **asked)).value


def _questions(name: str, data: LabelSetInput) -> Iterator[dict[str, Any]]:
    if name in READINGS:
        yield {}
        return
    convention = metric_named(name).standard
    first = {key: fraction_text(p.examples[0]) for key, p in convention.parameters.items()}
    others = [{key: fraction_text(x)} for key, p in convention.parameters.items() for x in p.examples[1:] if data.more]
    for given in (first, *({**first, **other} for other in others)):
        yield from ({"label": label, **given} for label in _labels(data))
        for average in (*AVERAGES, SAMPLES):
            yield {"average": average, **given}
            if data.more and convention.composite:
                yield {"average": average, "combine": "averages", **given}


def _labels(data: LabelSetInput) -> list[Any]:
    """The first label, and the first that is never true or never predicted."""
    blocks = data.sets.blocks
    gaps = [at for at, counts in enumerate(zip(blocks.support, blocks.predicted, strict=True)) if 0 in counts]
    return [data.labels[at] for at in sorted({0, *gaps[:1]})]
