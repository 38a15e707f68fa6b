"""The questions of the vectors of scores: every metric of scores on every input that it can be asked of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, cast

from exactmetrics.exact.digits import fraction_text
from exactmetrics.exact.errors import InputError, UsageError
from exactmetrics.exact.values import Value
from exactmetrics.metrics.score_metric import ScoreMetric
from exactmetrics.metrics.score_registry import all_score_metrics
from exactmetrics.metrics.score_request import resolve_score
from exactmetrics.scores.compute import compute_score
from exactmetrics.scores.samples import Samples
from exactmetrics.vectors.reading import SCORES_FILE
from exactmetrics.vectors.sample_vectors import Json, SampleFile, ScoreInput, cases_of, catalogue

SCORES = SampleFile(SCORES_FILE, "exactmetrics/score-vectors/1", "1.0.0", "scores", ScoreInput)


@cache
def score_inputs() -> tuple[ScoreInput, ...]:
    return cast("tuple[ScoreInput, ...]", SCORES.inputs(catalogue("score_inputs.toml")))


@cache
def every_score_case() -> tuple[tuple[ScoreInput, Json], ...]:
    return tuple(found for metric in all_score_metrics() for found in score_cases(metric))


def score_cases(metric: ScoreMetric) -> Iterator[tuple[ScoreInput, Json]]:
    """Every case of a metric, with its input."""
    for data in score_inputs():
        for convention in metric.conventions:
            for given in _parameters(metric, convention, data):
                for asked in _questions(metric, data.samples):
                    yield from _cases(metric, convention, {**asked, **given}, data)


def score_value(metric: str, samples: Samples, **asked: Any) -> Value:
    """The answer to a question about scores."""
    positive = None if samples.positive is None else samples.labels[samples.positive]
    request = resolve_score(metric, labels=samples.labels, positive=positive, multilabel=samples.multilabel, **asked)
    return compute_score(request, samples).value


def _questions(metric: ScoreMetric, samples: Samples) -> Iterator[dict[str, Any]]:
    """Of one class, of every average, and of the classes in pairs; of all scores where it is a metric of these."""
    if metric.of == "samples":
        yield {}
        return
    if samples.binary:
        yield {"label": samples.labels[samples.positive or 0]}
        return
    yield {"label": samples.labels[0]}
    yield from ({"average": average} for average in ("macro", "weighted", "micro"))
    if samples.multilabel:
        yield {"average": "samples"}
    else:
        yield from ({"average": average, "multi_class": "ovo"} for average in ("macro", "weighted"))


def _parameters(metric: ScoreMetric, convention: str, data: ScoreInput) -> list[dict[str, str]]:
    known = metric.conventions[convention].parameters
    first = {name: fraction_text(p.examples[0]) for name, p in known.items() if not p.optional}
    found = [first]
    for name, parameter in known.items():
        others = parameter.examples if parameter.optional else parameter.examples[1:] if data.more else ()
        found += [{**first, name: fraction_text(x)} for x in others]
    return found


def _cases(
    metric: ScoreMetric, convention: str, asked: Mapping[str, Any], data: ScoreInput
) -> Iterator[tuple[ScoreInput, Json]]:
    def value(**options: Any) -> Value:
        return score_value(metric.name, data.samples, convention=convention, **options)

    try:
        for case in cases_of(metric.name, convention, asked, data, value, "scores"):
            yield data, case
    except (InputError, UsageError):  # a metric of probabilities, or of one class a sample, asked of others
        return
