"""The stated range holds for all data a metric takes: counts with fractions, probabilities that add up to anything."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import exactmetrics as em
from exactmetrics.exact.values import Undefined
from exactmetrics.metrics.metric import Metric
from exactmetrics.metrics.registry import all_metrics
from exactmetrics.metrics.score_metric import ScoreMetric
from exactmetrics.metrics.score_registry import all_score_metrics
from tests.cases import each, size


def inside(value: object, low: object, high: object) -> bool:
    return isinstance(value, Undefined) or ((low is None or low <= value) and (high is None or value <= high))  # type: ignore[operator]


@each("metric", lambda: [one for one in all_metrics() if not one.single_samples])
def test_counts_with_fractions(metric: Metric) -> None:
    draw = Random(metric.name)
    drawn = [[[draw.choice([0, 1, 2, 5, 5, 11, 30]) for _ in range(2)] for _ in range(2)] for _ in range(size(15, 150))]
    for tenths in ([[5, 6], [0, 30]], [[2, 1], [0, 1]], *drawn):
        cm = em.ConfusionMatrix([[Fraction(cell, 10) for cell in row] for row in tenths], labels=["a", "b"])
        for convention in metric.conventions.values():
            asked = {name: p.examples[0] for name, p in convention.parameters.items()}
            label = None if metric.scope == "matrix" else "a"
            value = cm.value(metric.name, label=label, convention=convention.name, **asked)
            assert inside(value, *convention.range), (tenths, convention.name, value)


@each("metric", lambda: [one for one in all_score_metrics() if one.probabilities])
def test_probabilities_that_add_up_to_anything(metric: ScoreMetric) -> None:
    draw = Random(metric.name)
    for _ in range(size(15, 150)):
        rows = [[Fraction(draw.choice([0, 1, 5, 10, 10]), 10) for _ in range(3)] for _ in range(3)]
        for convention in metric.conventions.values():
            asked = {name: p.examples[0] for name, p in convention.parameters.items()}
            value = em.Scores([0, 1, 2], rows).value(metric.name, convention=convention.name, **asked)
            assert inside(value, *convention.range), (rows, convention.name, value)


def test_values_out_of_the_ranges_that_were_stated() -> None:
    cm = em.ConfusionMatrix([[Fraction(11, 20), Fraction(11, 20)], [0, 3]], labels=["a", "b"])
    assert cm.value("baulieu_12", label="a") == Fraction(11, 2)
    certain = em.Scores([0, 1, 2], [[0, 1, 1], [1, 0, 1], [1, 1, 0]])
    assert certain.value("brier") == 3
    assert certain.value("ranked_probability_score", convention="normalized") == Fraction(7, 6)
