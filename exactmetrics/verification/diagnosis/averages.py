"""Slips about averages: another one, over other classes, of other things, with other weights."""

from __future__ import annotations

from dataclasses import replace

from exactmetrics.metrics.metric import Bound
from exactmetrics.metrics.registry import uses_mean
from exactmetrics.metrics.request import averages_of
from exactmetrics.verification.diagnosis.case import Case
from exactmetrics.verification.diagnosis.library import Candidates, explains


@explains("f-of-averages", plausibility=2.0, convention=True)
def _f_of_averages(case: Case) -> Candidates:
    bound = case.request.bound
    composite = bound.convention.composite
    if case.request.average in (None, "micro") or case.request.combine == "averages" or composite is None:
        return
    changed = Bound(bound.metric, bound.convention, composite, bound.parameters)
    yield from case.run(replace(case.request, bound=changed, combine="averages"))


@explains("average-of-f", plausibility=2.0, convention=True)
def _average_of_f(case: Case) -> Candidates:
    if case.request.combine == "averages":
        bound = case.request.bound
        changed = Bound(bound.metric, bound.convention, None, bound.parameters)
        yield from case.run(replace(case.request, bound=changed, combine="scores"))


@explains("other-average", plausibility=2.0)
def _other_average(case: Case) -> Candidates:
    if case.request.average is not None:
        for average in averages_of(case.request.metric):
            if average != case.request.average:
                changed = replace(case.request, average=average, weights="support")
                yield from case.run(changed, average=average, asked=case.request.average)


@explains("average-for-class")
def _average_for_class(case: Case) -> Candidates:
    if case.request.label is not None and case.request.metric.scope == "class":
        for average in averages_of(case.request.metric):
            changed = replace(case.request, average=average, label=None)
            yield from case.run(changed, average=average, label=case.request.label)


@explains("class-for-average")
def _class_for_average(case: Case) -> Candidates:
    if case.request.average is not None:
        for label in case.blocks.labels:
            changed = replace(case.request, average=None, label=label, combine="scores", over="all", weights="support")
            yield from case.run(changed, label=label)


@explains("other-class", plausibility=1.5)
def _other_class(case: Case) -> Candidates:
    for label in case.blocks.labels:
        if case.request.label is not None and label != case.request.label:
            yield from case.run(replace(case.request, label=label), label=label)


@explains("other-classes-averaged", plausibility=0.6, convention=True)
def _over(case: Case) -> Candidates:
    if case.request.average is not None or uses_mean(case.request.metric):
        for over in ("present", "true", "predicted", "all"):
            if over != case.request.over:
                yield from case.run(replace(case.request, over=over), over=over)


@explains("class-left-out", plausibility=0.7)
def _left_out(case: Case) -> Candidates:
    """An average that lacks one class."""
    labels = case.blocks.labels
    if len(labels) > 2 and (case.request.average is not None or uses_mean(case.request.metric)):
        for label in labels:
            rest = tuple(other for other in labels if other != label)
            yield from case.run(replace(case.request, over=rest), label=label)


@explains("weights-predicted", plausibility=1.5, convention=True)
def _predicted(case: Case) -> Candidates:
    if case.request.average == "weighted" and case.request.weights != "predicted":
        yield from case.run(replace(case.request, weights="predicted"))
