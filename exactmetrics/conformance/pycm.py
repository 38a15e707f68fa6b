"""PyCM: the attributes that the registry names, of a matrix of whole counts or of lists of labels."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics.conformance.peer import USUAL, Call, CannotTakeError, Peer, are_whole
from exactmetrics.metrics.registry import metric_named
from exactmetrics.vectors.inputs import Input
from exactmetrics.vectors.reading import Case

# What the registry does not name, because PyCM has it under another meaning of the name or as a plain count.
ATTRIBUTES = {
    "tp": "TP", "tn": "TN", "fp": "FP", "fn": "FN", "support": "P", "predicted": "TOP", "prevalence": "PRE",
    "error_rate": "HammingLoss", "fbeta": "F_beta", "balanced_accuracy": "TPR_Macro",
}  # fmt: skip
# Metrics of the whole matrix that PyCM also has class by class, under another name.
BY_CLASS = {"mcc": "MCC", "accuracy": "ACC"}
WITH_MICRO = ("precision", "recall", "f1", "specificity", "npv", "fpr", "fnr")
ARGUMENTS = {"tversky": ("beta", "alpha")}  # in the order of PyCM's TI, whose alpha weighs the false negatives
CLASSES = 300  # a matrix of more goes in as a table of tables of a million texts


class PyCM(Peer):
    """PyCM."""

    name = "PyCM"
    distribution = "pycm"
    aliases = ("pycm",)

    def __init__(self) -> None:
        self._last: tuple[Input, Any] | None = None

    def call(self, case: Case) -> Call | None:
        """An attribute or an average of PyCM's matrix, or none."""
        attribute = _attribute(case)
        if attribute is None or case.convention != "standard" or not _known(case):
            return None
        if case.average is None and case.options.get("undefined", "propagate") != "propagate":
            return None
        if case.average == "micro" and case.metric not in WITH_MICRO:
            return None
        return lambda: self._value(case, attribute)

    def _value(self, case: Case, attribute: str) -> Any:
        matrix = self._matrix(case.input)
        omit = case.options.get("undefined") == "omit"
        if case.label is not None:
            found = getattr(matrix, attribute)
            if known := metric_named(case.metric).standard.parameters:  # a function of them, and no table
                names = ARGUMENTS.get(case.metric, tuple(known))
                found = found(*(float(Fraction(case.options[name])) for name in names))
            return found[case.label if case.label in found else str(case.label)]
        if case.average is None:
            found = getattr(matrix, attribute)
            return found(weight=_squares(_names(case.input))) if callable(found) else found
        if case.average == "micro":
            return getattr(matrix, f"{attribute}_Micro")
        average = matrix.average if case.average == "macro" else matrix.weighted_average
        return average(attribute, none_omit=omit)

    def _matrix(self, data: Input) -> Any:
        """PyCM's matrix of an input; the last one is kept, for cases of one input come together."""
        if self._last is None or self._last[0] is not data:
            self._last = data, _made(data)
        return self._last[1]


def _names(data: Input) -> list[Any]:
    """What PyCM calls the classes, in their order; it sorts those of a matrix itself, "10" before "2"."""
    return list(data.labels) if data.kind == "labels" else [str(name) for name in data.labels]


def _squares(classes: list[Any]) -> dict[Any, dict[Any, int]]:
    """The weights of classes with an order."""
    places = list(enumerate(classes))
    return {one: {other: (i - j) ** 2 for j, other in places} for i, one in places}


def _attribute(case: Case) -> str | None:
    metric = metric_named(case.metric)
    if metric.scope == "matrix" and (case.average or case.label is not None):
        return None if case.average == "micro" else BY_CLASS.get(case.metric)
    return ATTRIBUTES.get(case.metric) or metric.implemented_by.get("pycm")


def _known(case: Case) -> bool:
    """Whether PyCM has arguments for what is asked, and can be given the input."""
    parameters = metric_named(case.metric).standard.parameters
    for option, chosen in case.options.items():
        usual = USUAL.get(option)
        omitted = (option, chosen) == ("undefined", "omit") and case.average in ("macro", "weighted")
        if chosen != usual and not omitted and not (option in parameters and case.average is None):
            return False
    if len(case.input.labels) > CLASSES:
        raise CannotTakeError(f"more than {CLASSES} classes in reasonable time")
    if len(case.input.labels) < 2:
        raise CannotTakeError("fewer than two classes")
    if case.input.kind == "labels" and len({type(label) for label in case.input.labels}) > 1:
        raise CannotTakeError("labels of two types")  # it turns all of them into texts
    if case.input.kind != "labels" and not are_whole(case.input):
        raise CannotTakeError("a matrix of counts that are no whole numbers")
    return True


def _made(data: Input) -> Any:
    import numpy
    from pycm import ConfusionMatrix

    if data.kind != "labels":
        names = _names(data)
        rows = [dict(zip(names, row, strict=True)) for row in data.rows()]
        return ConfusionMatrix(matrix=dict(zip(names, rows, strict=True)))
    weights = data.sample_weight
    given = None if weights is None else numpy.array([float(weight) for weight in weights])
    return ConfusionMatrix(data.y_true, data.y_pred, sample_weight=given, classes=list(data.labels))
