"""A question about scores, resolved: which metric, of which class or averaged how, under which convention."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from exactmetrics.exact.errors import UsageError
from exactmetrics.metrics.metric import Bound, plain_key
from exactmetrics.metrics.policy import PROPAGATE, policy_named
from exactmetrics.metrics.registry import metric_named
from exactmetrics.metrics.request import Request, exact_parameters
from exactmetrics.metrics.score_metric import ScoreMetric
from exactmetrics.metrics.score_registry import (
    all_score_metrics,
    found_score_metric,
    score_names,
)
from exactmetrics.metrics.suggest import choices

AVERAGES = ("macro", "weighted", "micro", "samples")
VERSUS = ("ovr", "ovo")
OF_ALL_SCORES = ("convention", "undefined")  # options of every metric
OPTIONS = ("label", "average", "multi_class", *OF_ALL_SCORES)


@dataclass(slots=True, kw_only=True)
class ScoreRequest(Request):
    """A resolved question; `multi_class` is "ovr", each class against the rest, or "ovo", against each other one."""

    multi_class: str = "ovr"

    @property
    def metric(self) -> ScoreMetric:
        assert isinstance(self.bound.metric, ScoreMetric)
        return self.bound.metric


def resolve_score(
    name: str,
    *,
    label: Hashable | None = None,
    average: str | None = None,
    multi_class: str | None = None,
    convention: str | None = None,
    undefined: str | int | None = None,
    labels: Sequence[Hashable] = (),
    positive: Hashable | None = None,
    multilabel: bool = False,
    **parameters: Any,
) -> ScoreRequest:
    """Check a question against the registry of scores.

    `labels` are the classes, `positive` the one of two whose scores are meant when nothing is said; with `multilabel` a
    sample may have any number of classes.

    >>> resolve_score("auc", average="macro", labels=("a", "b", "c")).metric.name
    'roc_auc'
    """
    metric = score_metric_named(name)
    for given in parameters:
        if given not in metric.parameters:
            raise _unknown_option(metric, given)
    chosen = metric.pick(convention)
    exact, read = exact_parameters(metric, chosen, parameters)
    if metric.of == "samples":
        for option, value in (("label", label), ("average", average), ("multi_class", multi_class)):
            if value is not None:
                raise UsageError(f"{metric.name} is a metric of all scores, and has no {option}")
    else:
        averages = AVERAGES if multilabel else AVERAGES[:-1]
        label = _which(metric, label, average, labels, positive, averages)
        _check_average(metric, average, multi_class, multilabel)
    policy = PROPAGATE if undefined is None else policy_named(undefined)
    return ScoreRequest(
        Bound(metric, chosen, None, exact),
        exact,
        label,
        average,
        policy=policy,
        read=read,
        multi_class=multi_class or "ovr",
    )


def score_metric_named(name: str) -> ScoreMetric:
    """The metric of scores of a name or alias; case, spaces, hyphens and underscores do not matter."""
    return found_score_metric(name) or _refuse(name)


def _refuse(name: str) -> NoReturn:
    """Say that a metric needs predictions, or what it may be called."""
    from exactmetrics.metrics.unknown_names import unknown_metric  # only met on the way to an error

    try:
        metric = metric_named(name)
    except UsageError:
        raise unknown_metric(name, plain_key(name), score_names(), of_scores=True) from None
    raise UsageError(
        f"{metric.name} is a metric of predictions: at(threshold) of the scores is the confusion matrix that it is a "
        f"metric of, and best_threshold({metric.name!r}) finds the threshold that it is best at"
    )


def _unknown_option(metric: ScoreMetric, given: str) -> UsageError:
    """The error for a keyword; where another metric of scores takes it, that one is named."""
    others = [other.name for other in all_score_metrics() if given in other.parameters]
    if others:
        return UsageError(
            f"{metric.name} has no parameter {given!r}; {', '.join(others)} {'have' if others[1:] else 'has'} it"
        )
    known = [*(OPTIONS if metric.of == "class" else OF_ALL_SCORES), *metric.parameters]
    return UsageError(f"{metric.name} has no option or parameter {given!r}; {choices(given, known)}")


def _which(
    metric: ScoreMetric, label: Hashable | None, average: str | None, labels: Sequence[Hashable],
    positive: Hashable | None, averages: Sequence[str],
) -> Hashable | None:  # fmt: skip
    """The class that is meant, if no average is."""
    if label is not None and average is not None:
        raise UsageError(f"{metric.name}: give label={label!r} or average={average!r}, not both")
    if label is not None or average is not None:
        return label
    if positive is not None:
        return positive
    names = ", ".join(repr(x) for x in labels[:8]) + (", ..." if len(labels) > 8 else "")
    raise UsageError(
        f"{metric.name} is a metric of one class: give label= (one of {names}) or average= ({', '.join(averages)})"
    )


def _check_average(metric: ScoreMetric, average: str | None, multi_class: str | None, multilabel: bool) -> None:
    if average is not None and average not in AVERAGES:
        raise UsageError(f"no average {average!r}; {choices(average, AVERAGES)}")
    if average == "samples" and not multilabel:
        raise UsageError(
            "average='samples' is for samples that may have any number of classes, y_true being rows of 0 and 1; here "
            f"each has one: choose from {', '.join(AVERAGES[:-1])}"
        )
    if multi_class is None:
        return
    if multi_class not in VERSUS:
        raise UsageError(f"no multi_class {multi_class!r}; {choices(multi_class, VERSUS)}")
    if multi_class == "ovo" and (average not in ("macro", "weighted") or multilabel):
        where = "samples of one class each" if multilabel else "average='macro' or 'weighted'"
        raise UsageError(f"multi_class='ovo' compares {metric.name} of pairs of classes: it goes with {where}")
