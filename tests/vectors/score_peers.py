"""scikit-learn as a witness of scores, on what it computes by the same definition and floating point can hold."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import sklearn.metrics as sk

from tests.oracle.scores import grades_of, read

OF_CLASS: dict[str, Callable[..., Any]] = {
    "roc_auc": sk.roc_auc_score, "partial_roc_auc": sk.roc_auc_score, "average_precision": sk.average_precision_score,
}  # fmt: skip
OF_SETS: dict[str, Callable[..., Any]] = {
    "coverage_error": sk.coverage_error, "ranking_loss": sk.label_ranking_loss,
    "lrap": sk.label_ranking_average_precision_score,
}  # fmt: skip
RANKED: dict[str, Callable[..., Any]] = {"dcg": sk.dcg_score, "ndcg": sk.ndcg_score}
HARD = ("long", "sure-and-wrong")  # what a double cannot tell apart, and what scikit-learn clips


def of_sklearn(case: Mapping[str, Any], data: Mapping[str, Any]) -> float | None:
    """What scikit-learn answers; None where it has no such question."""
    name, plain = case["metric"], case["convention"] == "standard" and "undefined" not in case["options"]
    if not plain or case["input"] in HARD or "multi_class" in case["options"]:
        return None
    every, positive = read(data)
    k, weights = len(data["labels"]), [float(w) for _, _, w in every]
    rows = [[float(x) for x in row] for _, row, _ in every]
    truth = [[int(at in own) for at in range(k)] for own, _, _ in every]
    sets = isinstance(data["y_true"][0], list)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if name in OF_SETS and sets:
            return float(OF_SETS[name](truth, rows, sample_weight=weights))
        if name in OF_CLASS and case["label"] is not None:
            at = data["labels"].index(case["label"])
            more = {key: float(Fraction(x)) for key, x in case["options"].items()}
            if "max_fpr" in more and more["max_fpr"] == 1:
                return None
            column = [row[at] for row in truth]
            return float(OF_CLASS[name](column, [row[at] for row in rows], sample_weight=weights, **more))
        if name in RANKED and (name == "ndcg" or not case["options"].get("base")):
            grades, given = [[float(x) for x in row] for row in grades_of(data)], case["options"].get("k")
            return float(RANKED[name](grades, rows, sample_weight=weights, k=None if given is None else int(given)))
        own = [one.index(1) for one in truth] if not sets else []
        if name == "log_loss":
            return float(sk.log_loss(own, rows, sample_weight=weights, labels=list(range(k))))
        if name == "brier" and positive is not None:
            column = [row[positive] for row in truth]
            return float(sk.brier_score_loss(column, [row[positive] for row in rows], sample_weight=weights))
    return None
