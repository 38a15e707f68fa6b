"""What is asked: seeded matrices of 1 to 12 classes with zeros, and every question about the metrics of that day."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import exactmetrics as em

# fmt: off
METRICS = [
    "accuracy", "average_accuracy", "balanced_accuracy", "class_accuracy", "error_rate", "f1", "fbeta", "fdr", "fn",
    "fnr", "for", "fp", "fpr", "informedness", "jaccard", "kappa", "mcc", "npv", "precision", "predicted",
    "prevalence", "recall", "specificity", "support", "tn", "tp",
]
# fmt: on
LABELS = "abcdefghijkl"
POLICIES = ("propagate", 0, 1, "omit")
MATRICES = 60

Rows = list[list[int]]


def matrices() -> list[Rows]:
    """Five of each size from 1 to 12, small or large, dense or sparse, often with a whole row or column of zeros."""
    random = Random(11)
    found = []
    for at in range(MATRICES):
        k = 1 + at % 12
        most, empty = random.choice([2, 9, 50, 300, 10**6]), random.choice([0, 0.2, 0.5, 0.8])
        rows = [[0 if random.random() < empty else random.randint(0, most) for _ in range(k)] for _ in range(k)]
        turn, zero = random.random(), random.randrange(k)
        if turn < 0.2:
            rows[zero] = [0] * k
        elif turn < 0.4:
            for row in rows:
                row[zero] = 0
        found.append(rows)
    return found


def questions(metric: Any, k: int) -> Iterator[dict[str, Any]]:
    """Every convention, form, parameter, class and average of a metric, each alone."""
    for convention in metric.conventions.values():
        for form in convention.forms.values():
            base: dict[str, Any] = {"convention": convention.name, "form": form.name}
            examples = [(name, x) for name, p in convention.parameters.items() for x in p.examples]
            for given in [{name: x} for name, x in examples] or [{}]:
                asked = base | given
                yield asked | {"label": "a"}
                yield asked | {"label": LABELS[k - 1]}
                yield asked
                for average in ("macro", "micro", "weighted"):
                    yield asked | {"average": average}
                    yield asked | {"average": average, "over": "present"}
                    if form.composite:
                        yield asked | {"average": average, "combine": "averages"}
                yield asked | {"average": "weighted", "weights": "predicted"}
                yield asked | {
                    "average": "weighted",
                    "weights": {c: Fraction(i + 1, 2) for i, c in enumerate(LABELS[:k])},
                }


def matrix(rows: Rows) -> Any:
    return em.ConfusionMatrix(rows, labels=list(LABELS[: len(rows)]), positive="a")
