"""A report from a million labels: ours in text against scikit-learn's `classification_report` and PyCM's `str`.

All three are asked for what they print by themselves: ours opens as scikit-learn's does, with precision, recall, F1 and
support, each exactly and as a decimal; PyCM's holds everything. The exact values of that are measured alone, too.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable, Iterator

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
        arrays = np.array(true), np.array(pred)
        yield against_peers(report, f"report, 10^6 labels, lists of str, {k} classes", *texts, targets=(1 / 20, 1))
        yield against_peers(report, f"report, 10^6 labels, numpy int, {k} classes", *arrays, targets=(1 / 20, 1))
        yield against_peers(values, f"values, 10^6 labels, numpy int, {k} classes", *arrays, targets=(1 / 20, 1))


def report(cm: em.ConfusionMatrix) -> object:
    """What `classification_report` shows, as a page."""
    return cm.report().to_text()


def values(cm: em.ConfusionMatrix) -> object:
    """The exact values of what `classification_report` shows."""
    names = ("precision", "recall", "f1")
    averages = [cm.value(name, average=average) for name in names for average in ("macro", "weighted")]
    return [cm.values(name) for name in names], averages, cm.value("accuracy")


def against_peers(
    ours: Callable[[em.ConfusionMatrix], object],
    title: str,
    true: object,
    pred: object,
    *,
    targets: tuple[float, float],
) -> Contest:
    """One pair of columns, counted and reported by each."""
    runs = {
        "exactmetrics": lambda: ours(em.ConfusionMatrix.from_labels(true, pred)),
        "scikit-learn": lambda: classification_report(true, pred),
        "PyCM": lambda: str(pycm.ConfusionMatrix(true, pred)),
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return contest(title, runs, targets=dict(zip(("scikit-learn", "PyCM"), targets, strict=True)), rounds=5)
