"""Turns of phrase that a name, a number or a language bends: articles, one sample, means that stand alone."""

from __future__ import annotations

import re
from typing import Any

import exactmetrics as em
from exactmetrics.metrics.metric import Metric
from exactmetrics.metrics.registry import all_metrics
from exactmetrics.verification.diagnosis.wording import sentence
from tests.cases import each
from tests.derivation.questions import BIRDS, matrix

ANIMALS = matrix(BIRDS, ["bird", "cat", "dog"])
ONE = em.ConfusionMatrix([[1, 0, 0], [0, 0, 0], [0, 0, 0]], labels=["a", "b", "c"])
NEVER = em.ConfusionMatrix([[0, 3], [0, 2]], labels=["a", "b"])


def owned(metric: Metric) -> bool:
    """Whether it is called after somebody, or its average is."""
    return any("'s " in title for title in (metric.title, *metric.averages.values())) or bool(metric.averages)


@each("metric", [metric for metric in all_metrics() if owned(metric)], quick=20)
def test_no_article_stands_before_an_owner(metric: Metric) -> None:
    for counts in (ANIMALS, NEVER):
        asked: list[dict[str, Any]] = [{"average": "macro"}, {"label": counts.labels[0]}]
        for options in asked:
            if options.get("average") and metric.parameters:
                continue
            try:
                page = counts.derive(metric.name, **options).to_markdown()
            except em.ExactMetricsError:
                continue
            assert not re.search(r"\b[Tt]he (?:[A-Z]\w+ and )?[A-Z]\w+\\?'s ", page), (options, page)


@each("language", ["en", "de", "es", "fr"])
def test_one_sample_is_no_plural(language: str) -> None:
    asked: list[tuple[str, dict[str, Any]]] = [
        ("accuracy", {}),
        ("recall", {"label": "a"}),
        ("precision", {"average": "macro", "undefined": 0}),
        ("recall", {"average": "weighted"}),
        ("specificity", {"average": "micro"}),
        ("class_accuracy", {"average": "micro"}),
    ]
    for metric, options in asked:
        page = ONE.derive(metric, language=language, **options).to_markdown()
        assert not re.search(r"\b1\$? (?:samples|Fälle|muestras|observations|Fällen)\b", page), page


@each(
    "language, said",
    [
        ("en", "This is the weighted average, not the macro one."),
        ("de", "Das ist ein anderer Mittelwert: gewichteter statt Makro."),
        ("es", "Es otro promedio: ponderado en lugar de macro."),
        ("fr", "C’est une autre moyenne\u00a0: pondérée au lieu de macro."),
    ],
)
def test_the_word_for_a_mean_agrees_where_it_stands_alone(language: str, said: str) -> None:
    assert sentence("other-average", {"average": "weighted", "asked": "macro"}, language) == said
