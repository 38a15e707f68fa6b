"""A report from a million labels: ours in text against scikit-learn's `classification_report` and PyCM's `str`.

Ours holds every metric that applies, class by class and averaged three ways, exactly; scikit-learn's holds precision,
recall, F1 and support.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator

import numpy as np
import pycm
from measure import Contest, contest
from sklearn.metrics import classification_report

import exactmetrics as em

SAMPLES = 10**6
RIGHT = 0.8  # share of the predictions that are right for certain


def labels(k: int) -> tuple[list[int], list[int]]:
    """True and predicted classes, the same in every run."""
    draw = random.Random(k)
    true = [draw.randrange(k) for _ in range(SAMPLES)]
    return true, [t if draw.random() < RIGHT else draw.randrange(k) for t in true]


def contests() -> Iterator[Contest]:
    """Lists of texts, then arrays of integers, of 3 and of 100 classes."""
    for k in (3, 100):
        true, pred = labels(k)
        texts = [f"class {t}" for t in true], [f"class {p}" for p in pred]
        yield reports(f"report, 10^6 labels, lists of str, {k} classes", *texts, targets=(1 / 20, 1))
        yield reports(
            f"report, 10^6 labels, numpy int, {k} classes", np.array(true), np.array(pred), targets=(1 / 50, 1)
        )


def reports(title: str, true: object, pred: object, *, targets: tuple[float, float]) -> Contest:
    """One pair of columns, reported by each."""
    runs = {
        "exactmetrics": lambda: em.ConfusionMatrix.from_labels(true, pred).report().to_text(),
        "scikit-learn": lambda: classification_report(true, pred),
        "PyCM": lambda: str(pycm.ConfusionMatrix(true, pred)),
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return contest(title, runs, targets=dict(zip(("scikit-learn", "PyCM"), targets, strict=True)), rounds=5)
