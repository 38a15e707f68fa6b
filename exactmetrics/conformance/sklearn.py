"""scikit-learn: the functions that the registry names, given pairs of labels.

A matrix goes in sample by sample where there are few; else one pair of labels for each cell, with the count as its
`sample_weight`, so that no count is too large. The classes of a matrix go by their positions; lists of labels go in as
they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from inspect import signature
from typing import Any

from exactmetrics.conformance.peer import Call, CannotTakeError, Pairs, Peer, class_names, pairs
from exactmetrics.conformance.sklearn_samples import BLOCKS, UNDEFINED, label_set_call, score_call
from exactmetrics.metrics.registry import metric_named
from exactmetrics.vectors.reading import Case
from exactmetrics.views.carrier import chosen_classes

BY_DEFAULT = {("balanced_accuracy", "true")}  # classes that a function without an argument for them takes
CONVENTIONS = {"mutual_information": "natural"}  # what a function computes, where it is not the standard
REFUSED = {("jaccard", "omit")}  # what a function takes no argument for, though others do


class ScikitLearn(Peer):
    """scikit-learn."""

    name = distribution = "scikit-learn"
    aliases = ("sklearn",)
    home = "sklearn"  # where the registry says what its functions are called

    def call(self, case: Case) -> Call | None:
        """A function of `sklearn.metrics` with its arguments, or none."""
        if case.convention != CONVENTIONS.get(case.metric, "standard"):
            return None
        if case.options.get("combine") == "averages" or "weights" in case.options:
            return None
        if case.metric in BLOCKS:
            return self._count(case)
        function = self.function(case.metric)
        if function is None:
            return None
        accepted = signature(function).parameters
        # What a metric of the whole matrix is for one class, a function with averages means otherwise.
        whole = metric_named(case.metric).scope == "matrix"
        if (case.average or case.label is not None) and ("average" not in accepted or whole):
            return None
        return self._asked(case, function, accepted)

    def call_samples(self, case: Case) -> Call | None:
        """A function of scores, or one of classes on rows of 0 and 1."""
        return score_call(case) if case.input.kind == "scores" else label_set_call(case)

    def function(self, metric: str) -> Callable[..., Any] | None:
        from sklearn import metrics

        found = metric_named(metric).implemented_by.get(self.home)
        return None if found is None else getattr(metrics, found)

    def _asked(self, case: Case, function: Callable[..., Any], accepted: Mapping[str, Any]) -> Call | None:
        options = _options(case, accepted)
        if options is None:
            return None
        true, predicted, weights = _given(case)
        if "sample_weight" in accepted:
            options["sample_weight"] = weights
        elif weights is not None:
            raise CannotTakeError("weights")
        if "average" in accepted:
            options["labels"] = _classes(case)
            if metric_named(case.metric).scope == "class":  # else the function means it unasked
                options["average"] = case.average
        if case.label is None:
            return lambda: function(true, predicted, **options)
        return lambda: function(true, predicted, **options)[0]

    def _count(self, case: Case) -> Call | None:
        if case.average:
            return None
        from sklearn.metrics import multilabel_confusion_matrix

        true, predicted, weights = _given(case)
        label, (row, column) = _classes(case), BLOCKS[case.metric]
        return lambda: multilabel_confusion_matrix(true, predicted, sample_weight=weights, labels=label)[0][row][column]


def _given(case: Case) -> Pairs:
    """The pairs of a case; an input without any is an error by design in all of these functions."""
    given = pairs(case.input)
    if not given[0]:
        raise CannotTakeError("no samples")
    if case.input.kind == "labels" and len({type(label) for label in case.input.labels}) > 1:
        raise CannotTakeError("labels of two types")
    return given


def _classes(case: Case) -> list[Any]:
    called = class_names(case.input)
    if case.label is not None:
        return [called[case.input.labels.index(case.label)]]
    return [called[i] for i in chosen_classes(case.options.get("over", "all"), case.input.counts().blocks())]


def _options(case: Case, accepted: Mapping[str, Any]) -> dict[str, Any] | None:
    """The options of a case as arguments; None where there is no argument for one."""
    arguments: dict[str, Any] = {}
    for option, chosen in case.options.items():
        if option == "undefined" and chosen == "propagate":
            continue
        rule = next((name for name in ("zero_division", "replace_undefined_by") if name in accepted), None)
        if option == "undefined" and rule and chosen in UNDEFINED and (case.metric, chosen) not in REFUSED:
            arguments[rule] = UNDEFINED[chosen]
        elif option == "over":
            if "average" not in accepted and (case.metric, chosen) not in BY_DEFAULT:
                return None
        elif option in accepted and option != "undefined":
            arguments[option] = float(Fraction(chosen))
        elif (option, chosen) != ("combine", "scores"):
            return None
    return arguments
