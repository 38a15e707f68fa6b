"""scikit-learn as a witness of label sets, on what it computes by the same definition."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import sklearn.metrics as sk

AVERAGED: dict[str, Callable[..., Any]] = {
    "precision": sk.precision_score, "recall": sk.recall_score, "f1": sk.f1_score, "fbeta": sk.fbeta_score,
    "jaccard": sk.jaccard_score,
}  # fmt: skip
WHOLE: dict[str, Callable[..., Any]] = {"subset_accuracy": sk.accuracy_score, "hamming_loss": sk.hamming_loss}
COUNTS = {"tn": (0, 0), "fp": (0, 1), "fn": (1, 0), "tp": (1, 1)}
ZERO_DIVISION = {"0": 0.0, "1": 1.0, "omit": math.nan}


def of_sklearn(case: Mapping[str, Any], data: Mapping[str, Any]) -> float | None:
    """What scikit-learn answers; None where it has no such question, and of one label, which is a class to it."""
    name, options, labels = case["metric"], dict(case["options"]), data["labels"]
    policy = ZERO_DIVISION.get(options.pop("undefined", "0"))
    if len(labels) < 2 or "combine" in options or (name == "jaccard" and policy not in (0.0, 1.0)):
        return None
    true, pred = np.array(data["y_true"]), np.array(data["y_pred"])
    more: dict[str, Any] = {"sample_weight": [float(Fraction(w)) for w in data.get("sample_weight", [1] * len(true))]}
    at = None if case["label"] is None else labels.index(case["label"])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if name in WHOLE:
            return float(WHOLE[name](true, pred, **more))
        if name in COUNTS and at is not None:
            return float(sk.multilabel_confusion_matrix(true, pred, **more)[at][COUNTS[name]])
        if name in AVERAGED:
            parameters = {key: float(Fraction(x)) for key, x in options.items()}
            found = AVERAGED[name](
                true, pred, average=case["average"], zero_division=policy, **parameters, **more
            )  # fmt: skip
            return float(found if at is None else found[at])
    return None
