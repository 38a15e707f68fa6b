"""What the tests of exercises ask of every metric, and the oracle's answer to the question of an exercise."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from exactmetrics.exercises.question import Exercise
from exactmetrics.metrics.registry import all_metrics
from exactmetrics.metrics.request import averages_of
from tests.oracle import Oracle

LABELS = {2: ["yes", "no"], 3: ["cat", "big dog", "eel"], 4: ["A", "B", "C", "D"]}
# Averages that are one number whatever the counts: a sheet of them would have one answer.
CONSTANT = {
    *product(("prevalence", "detection_prevalence", "automatic_manual_difference"), ("macro", "micro")),
    *product(("racc", "raccu", "baulieu_8", "bray_curtis"), ("micro",)),  # the sums of FP and of FN are one number
}
# Metrics whose averages seldom have small denominators.
LARGE = {
    "p4", "baulieu_2", "hawkins_dotson", "raccu", "harris_lahey", "kuder_richardson", "kent_foster_2", "kuhns_3",
    "similarity_index", "index_of_balanced_accuracy",
}  # fmt: skip


def questions() -> Iterator[dict[str, Any]]:
    """Every metric by itself and in every average, with the first example of every parameter."""
    for metric in all_metrics():
        parameters = {name: p.examples[0] for name, p in metric.standard.parameters.items()}
        averages = [None] if metric.scope == "matrix" else [None, *averages_of(metric)]
        for average in averages:
            if (metric.name, average) not in CONSTANT:
                yield {"metric": metric.name, "average": average, **parameters}
        if metric.standard.composite and metric.scope == "class":
            yield {"metric": metric.name, "average": "macro", "combine": "averages", **parameters}


QUESTIONS = list(questions())


def name_of(question: dict[str, Any]) -> str:
    return " ".join(map(str, question.values()))


def limit_of(question: dict[str, Any]) -> int:
    """The largest denominator that is allowed."""
    return 100_000 if question["metric"] in LARGE else 1_000


def asked(exercise: Exercise, **changes: Any) -> Any:
    """The oracle's answer to a question, classes by position."""
    options: dict[str, Any] = dict(exercise.question) | changes
    parameters = {name: Fraction(value) for name, value in options.pop("parameters", {}).items()}
    options = {key: value for key, value in options.items() if value is not None}
    if "label" in options:
        options["label"] = exercise.counts.labels.index(options["label"])
    policy = options.pop("undefined", "propagate")
    oracle = Oracle(exercise.counts.rows(), policy if policy in ("propagate", "omit") else int(policy))
    found = oracle.value(options.pop("metric"), **options, **parameters)
    assert len(oracle.acted) == ("undefined" in exercise.question) or changes
    return found
