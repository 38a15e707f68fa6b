"""scikit-learn on samples: its functions of scores, and those of classes on rows of 0 and 1.

A metric of one class gets whether each sample belongs to it, and its scores; an average gets the scores of all classes
and is taken by the function itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from inspect import signature
from typing import Any

from exactmetrics.conformance.peer import Call, CannotTakeError
from exactmetrics.conformance.scored import scored
from exactmetrics.metrics.registry import metric_named
from exactmetrics.metrics.score_request import score_metric_named
from exactmetrics.vectors.reading import Case

UNDEFINED = {"0": 0.0, "1": 1.0, "omit": float("nan")}
# Where in the 2x2 matrix of a class (rows: true, columns: predicted) a count is.
BLOCKS = {"tn": (0, 0), "fp": (0, 1), "fn": (1, 0), "tp": (1, 1)}
OF_SETS = {"subset_accuracy": "accuracy_score", "hamming_loss": "hamming_loss"}
NO_OMIT = "jaccard_score"  # whose zero_division is 0 or 1
HALVED = {"halved": True, "original": False, "standard": "auto"}  # scale_by_half
OTHERS = {("brier", convention) for convention in HALVED}  # conventions that a function has an argument for


def label_set_call(case: Case) -> Call | None:
    """A function of classes on rows of 0 and 1."""
    from sklearn import metrics

    data, options = case.input.data, {**case.options}
    name = OF_SETS.get(case.metric)
    if name is None and case.metric not in BLOCKS:
        name = metric_named(case.metric).implemented_by.get("sklearn")
        if name is None or metric_named(case.metric).scope == "matrix" or options.pop("combine", ""):
            return None
    if case.metric in BLOCKS and case.label is None:
        return None
    if len(case.input.labels) < 2:
        raise CannotTakeError("one label, a class to it")
    more: dict[str, Any] = {"sample_weight": _floats(case.input.sample_weight)}
    rows = data["y_true"], data["y_pred"]
    at = None if case.label is None else case.input.labels.index(case.label)
    if case.metric in BLOCKS:
        row, column = BLOCKS[case.metric]
        return lambda: metrics.multilabel_confusion_matrix(*map(_array, rows), **more)[at][row][column]
    function = getattr(metrics, str(name))
    if case.metric not in OF_SETS:
        policy = options.pop("undefined", "")
        if policy == "omit" and name == NO_OMIT:
            return None
        more |= {"average": case.average, **({"zero_division": UNDEFINED[policy]} if policy else {})}
        more |= {key: float(Fraction(x)) for key, x in options.items()}
    found: Call = lambda: function(*map(_array, rows), **more)  # noqa: E731
    return found if at is None else lambda: found()[at]


def score_call(case: Case) -> Call | None:
    """A function of scores."""
    from sklearn import metrics

    metric = score_metric_named(case.metric)
    name = metric.implemented_by.get("sklearn")
    if name is None or "undefined" in case.options:
        return None
    if case.convention != "standard" and (case.metric, case.convention) not in OTHERS:
        return None
    if not hasattr(metrics, name):  # the area under a curve that is computed first
        return _area(case)
    function = getattr(metrics, name)
    if metric.of == "class":
        return _of_classes(case, function)
    return _of_samples(case, function)


def _area(case: Case) -> Call | None:
    from sklearn.metrics import auc, precision_recall_curve

    if case.label is None:
        return None
    given = scored(case.input)
    truth, scores = given.column(case.input.labels.index(case.label))

    def call() -> Any:
        precision, recall, _ = precision_recall_curve(truth, scores, sample_weight=given.weights)
        return auc(recall, precision)

    return call


def _of_classes(case: Case, function: Callable[..., Any]) -> Call | None:
    given, accepted, options = scored(case.input), signature(function).parameters, dict(case.options)
    versus = options.pop("multi_class", "ovr")
    more: dict[str, Any] = {"sample_weight": given.weights, **_numbers(options, accepted)}
    if len(more) <= len(options):  # one of them is no argument
        return None
    if case.label is not None:
        column = given.column(case.input.labels.index(case.label))
        return lambda: function(*column, **more)
    more["average"] = case.average
    if given.sets:
        return lambda: function(_array(given.truth), _array(given.scores), **more)
    if "multi_class" not in accepted:
        return None if versus == "ovo" else lambda: function(_array(given.truth), _array(given.scores), **more)
    if options:  # a partial area is one of two classes
        return None
    if versus == "ovo" and given.weights is not None:
        raise CannotTakeError("weights, for pairs of classes")
    more |= {"multi_class": versus, "labels": list(range(given.k))}
    return lambda: function(given.own, given.scores, **more)


def _of_samples(case: Case, function: Callable[..., Any]) -> Call | None:
    given, accepted = scored(case.input), signature(function).parameters
    more = {"sample_weight": given.weights, **_numbers(case.options, accepted)}
    if len(more) <= len(case.options):
        return None
    if "multi_class" in accepted:  # the mean over pairs of classes
        if given.k == 2:  # two columns are no input of it
            return None
        if given.weights is not None:
            raise CannotTakeError("weights, for pairs of classes")
        more |= {"multi_class": "ovo", "labels": list(range(given.k))}
        return lambda: function(given.own, given.scores, **more)
    if "labels" not in accepted:  # rows of what each sample belongs to
        return lambda: function(_array(given.truth), _array(given.scores), **more)
    if "scale_by_half" in accepted:
        more["scale_by_half"] = HALVED[case.convention]
    if given.positive is not None:
        truth, scores = given.column(given.positive)
        return lambda: function(truth, scores, labels=[0, 1], **more)
    return lambda: function(given.own, given.scores, labels=list(range(given.k)), **more)


def _numbers(options: Mapping[str, str], accepted: Mapping[str, Any]) -> dict[str, Any]:
    """The options that are arguments, as numbers; a base of logarithms is called otherwise."""
    called = {"log_base" if name == "base" else name: Fraction(x) for name, x in options.items()}
    return {
        name: x.numerator if x.denominator == 1 and name == "k" else float(x)
        for name, x in called.items() if name in accepted
    }  # fmt: skip


def _array(rows: Any) -> Any:
    import numpy as np

    return np.array(rows)


def _floats(weights: Any) -> list[float] | None:
    return None if weights is None else [float(w) for w in weights]
