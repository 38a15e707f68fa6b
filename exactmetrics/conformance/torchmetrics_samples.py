"""torchmetrics on samples: its metrics of scores, and those of labels on rows of 0 and 1; it takes no weights.

A metric of one class is asked of the binary task, an average of the multiclass or the multilabel one. Scores go in
single precision, as they come.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from exactmetrics.conformance.peer import Call, CannotTakeError
from exactmetrics.conformance.scored import Scored, scored
from exactmetrics.metrics.registry import metric_named
from exactmetrics.metrics.request import SAMPLES
from exactmetrics.metrics.score_request import score_metric_named
from exactmetrics.vectors.reading import Case

COUNTS = ("tp", "fp", "tn", "fn")  # the first columns of stat scores
# What it calls metrics of labels, where the registry does not say it.
OF_LABELS = {"class_accuracy": "Accuracy", "class_error_rate": "HammingDistance"}
OF_SETS = {"subset_accuracy": ("ExactMatch", {}), "hamming_loss": ("HammingDistance", {"average": "micro"})}
POOLED = ("MatthewsCorrCoef",)  # of the counts of all labels together, and of nothing else
WITH_ZERO_DIVISION = ("precision", "recall", "f1", "fbeta", "npv")
# Conventions that it has in place of the standard one, or beside it.
INSTEAD = {"expected_calibration_error": "lower_bound", "equal_error_rate": "nearest", "log_auc": "trapezoid"}
BESIDE = {("hinge_loss", "squared"): {"squared": True}}
# How a parameter of a metric is called, and a metric of a curve, which gives a threshold too.
LEAST = {"precision_at_recall": "min_recall", "recall_at_precision": "min_precision",
         "sensitivity_at_specificity": "min_specificity", "specificity_at_sensitivity": "min_sensitivity"}  # fmt: skip
NORMS = {"expected_calibration_error": "l1", "maximum_calibration_error": "max"}
NAMES = {"equal_error_rate": "EER", "log_auc": "LogAUC"}
RANGE = {"low": "1/1000", "high": "1/10"}  # of false positive rates, with its defaults
RETRIEVAL = "Retrieval"


def label_set_call(case: Case) -> Call | None:
    """A metric of `torchmetrics.classification` for any number of labels."""
    name, options = _of_labels(case)
    if name is None or case.average == SAMPLES:
        return None
    if len(case.input.labels) < 2:
        raise CannotTakeError("fewer than two classes")
    if case.input.sample_weight is not None:
        raise CannotTakeError("weights")
    rows, k = case.input.data, len(case.input.labels)

    def call() -> Any:
        import torch
        from torchmetrics import classification

        metric = getattr(classification, f"Multilabel{name}")(num_labels=k, **options)
        metric.update(torch.tensor(rows["y_pred"]), torch.tensor(rows["y_true"]))
        found = metric.compute()
        if case.label is not None:
            found = found[case.input.labels.index(case.label)]
        return (found[COUNTS.index(case.metric)] if case.metric in COUNTS else found).item()

    return call


def _of_labels(case: Case) -> tuple[str | None, dict[str, Any]]:
    """What a metric is called without its task, and its arguments."""
    if case.metric in OF_SETS:
        return OF_SETS[case.metric]
    if case.metric in COUNTS:
        return (None if case.average else "StatScores"), {"average": "none"}
    name = OF_LABELS.get(case.metric) or metric_named(case.metric).implemented_by.get("torchmetrics")
    options: dict[str, Any] = {}
    for option, chosen in case.options.items():
        if option == "beta":
            options["beta"] = float(Fraction(chosen))
        elif option == "undefined" and chosen in ("0", "1") and case.metric in WITH_ZERO_DIVISION:
            options["zero_division"] = float(chosen)
        else:
            return None, {}
    if name in POOLED:
        return (name if case.average == "micro" else None), options
    return name, {**options, "average": case.average or "none"}


def score_call(case: Case) -> Call | None:
    """A metric of `torchmetrics.classification` on scores, or of `torchmetrics.retrieval`."""
    metric = score_metric_named(case.metric)
    name = NAMES.get(case.metric) or metric.implemented_by.get("torchmetrics")
    options = _options(case)
    if name is None or options is None:
        return None
    if metric.of == "class":
        return _of_classes(case, name.removeprefix("Binary"), options)
    return _of_samples(case, name, options)


def _options(case: Case) -> dict[str, Any] | None:
    """The convention and the options as arguments; None where it has none for them."""
    options: dict[str, Any] = {**BESIDE.get((case.metric, case.convention), {})}
    if not options and case.convention != INSTEAD.get(case.metric, "standard"):
        return None
    if case.metric in NORMS:
        options["norm"] = NORMS[case.metric]
    for option, chosen in case.options.items():
        if option == "bins":
            options["n_bins"] = int(chosen)
        elif option == "k":
            options["top_k"] = int(chosen)
        elif option == "max_fpr":
            options["max_fpr"] = float(Fraction(chosen))
        elif option in RANGE:
            options["fpr_range"] = tuple(float(Fraction(case.options.get(end, usual))) for end, usual in RANGE.items())
        elif option == "least":
            options[LEAST[case.metric]] = float(Fraction(chosen))
        else:
            return None
    return options


def _given(case: Case) -> Scored:
    if case.input.sample_weight is not None:
        raise CannotTakeError("weights")
    return scored(case.input, "float32")


def _of_classes(case: Case, name: str, options: dict[str, Any]) -> Call | None:
    if case.label is not None:
        given = _given(case)
        truth, scores = given.column(case.input.labels.index(case.label))
        return _computed("classification", f"Binary{name}", options, scores, truth)
    sets = isinstance(case.input.data["y_true"][0], list)
    averages = ("macro", "weighted", "micro") if sets else ("macro", "weighted")
    if options or case.average not in averages or name in NAMES.values():  # of these it has the classes one by one
        return None
    given = _given(case)
    task, count = ("Multilabel", "num_labels") if sets else ("Multiclass", "num_classes")
    more = {"average": case.average, count: given.k}
    return _computed("classification", f"{task}{name}", more, given.scores, given.truth if sets else given.own)


def _of_samples(case: Case, name: str, options: dict[str, Any]) -> Call | None:
    given = _given(case)
    if name.startswith(RETRIEVAL):
        at = [i for i, row in enumerate(given.scores) for _ in row]
        flat = [[x for row in rows for x in row] for rows in (given.scores, given.truth)]
        return _computed("retrieval", name, options, *flat, indexes=at)
    if name.startswith("Multilabel"):
        return _computed("classification", name, {"num_labels": given.k}, given.scores, given.truth)
    if name.startswith("Multiclass"):
        more = {**options, "num_classes": given.k, "average": "micro"}
        return _computed("classification", name, more, given.scores, given.own)
    if given.positive is not None:
        truth, scores = given.column(given.positive)
        return _computed("classification", f"Binary{name}", options, scores, truth)
    return _computed("classification", f"Multiclass{name}", {**options, "num_classes": given.k}, given.scores,
                     given.own)  # fmt: skip


def _computed(
    module: str, name: str, options: dict[str, Any], scores: Any, truth: Any, **more: Any
) -> Callable[[], Any]:
    def call() -> Any:
        from importlib import import_module

        import torch

        metric = getattr(import_module(f"torchmetrics.{module}"), name)(**options)
        places = {key: torch.tensor(value) for key, value in more.items()}
        metric.update(torch.tensor(scores, dtype=torch.float32), torch.tensor(truth), **places)
        found = metric.compute()
        return (found[0] if isinstance(found, tuple) else found).item()  # the second is a threshold

    return call
