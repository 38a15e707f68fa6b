"""A million scores from one array: the ROC AUC against scikit-learn's, which is a float, and average precision.

Scores of two decimals have many ties, scores of sixteen hardly any; the average precision of very many distinct scores
is a fraction of very many digits, and is not asked for here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from measure import Contest, contest
from sklearn.metrics import average_precision_score, roc_auc_score

import exactmetrics as em

SAMPLES = 1_000_000


def value(metric: str, truth: Any, scores: Any) -> object:
    return em.Scores(truth, scores).value(metric)


def contests() -> Iterator[Contest]:
    """The same arrays, and for one group the same lists."""
    draw = np.random.default_rng(7)
    fine = draw.random(SAMPLES)
    truth = (draw.random(SAMPLES) < fine).astype(int)
    coarse = fine.round(2)
    cases: list[tuple[str, str, Any, Any]] = [
        ("ROC AUC", "numpy floats", truth, fine),
        ("ROC AUC", "numpy floats of two decimals", truth, coarse),
        ("ROC AUC", "lists of floats", truth.tolist(), fine.tolist()),
        ("average precision", "numpy floats of two decimals", truth, coarse),
    ]
    theirs: dict[str, tuple[str, Callable[..., Any]]] = {
        "ROC AUC": ("roc_auc", roc_auc_score),
        "average precision": ("average_precision", average_precision_score),
    }
    for title, kind, y, p in cases:
        metric, peer = theirs[title]
        ours = value(metric, y, p)
        assert abs(float(ours) - peer(y, p)) < 1e-12  # type: ignore[arg-type]
        runs: dict[str, Callable[[], object]] = {
            "exactmetrics": partial(value, metric, y, p),
            "scikit-learn": partial(peer, y, p),
        }
        yield contest(f"{title}, 10^6 scores, {kind}", runs, targets={"scikit-learn": 1.0}, rounds=5)
