"""That a count of 0 adds nothing is said in each sum of logarithms that has one, and in no other."""

from __future__ import annotations

import exactmetrics as em
from exactmetrics.metrics.registry import metric_named
from tests.cases import each

SAID = "A count of 0 adds nothing to the sum."
SUMS = {  # what each metric adds up: cells, classes by their samples, classes by their predictions
    "mutual_information": ["cells"],
    "joint_entropy": ["cells"],
    "conditional_entropy": ["cells"],
    "reference_entropy": ["actual"],
    "response_entropy": ["predicted"],
    "cross_entropy": ["actual"],
    "kl_divergence": ["actual"],
    "homogeneity": ["cells", "actual"],
    "completeness": ["cells", "predicted"],
    "v_measure": ["cells", "actual", "predicted"],
    "nmi": ["cells", "actual", "predicted"],
}
ROWS = {
    "no zeros": [[6, 1, 1], [1, 5, 2], [2, 3, 7]],
    "a cell": [[6, 0, 1], [1, 5, 2], [2, 3, 7]],
    "no samples": [[6, 1, 1], [0, 0, 0], [2, 3, 7]],
    "neither": [[6, 0, 1], [0, 0, 0], [2, 0, 7]],
}


@each("rows", list(ROWS.values()))
@each("metric", list(SUMS))
def test_zeros_are_spoken_of_where_they_are(metric: str, rows: list[list[int]]) -> None:
    cm = em.ConfusionMatrix(rows, labels=["bird", "cat", "dog"])
    counts = {
        "cells": [n for row in rows for n in row],
        "actual": list(map(sum, rows)),
        "predicted": list(map(sum, zip(*rows, strict=True))),
    }
    said = sum(0 in counts[over] for over in SUMS[metric])
    beta = {"beta": 2} if metric == "v_measure" else {}
    for convention in metric_named(metric).conventions:
        page = cm.derive(metric, convention=convention, **beta).to("text")
        assert " ".join(page.split()).count(SAID) == said
