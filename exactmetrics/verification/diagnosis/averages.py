"""Slips about averages: another one, over other classes, of other things, with other weights."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from typing import Any

from exactmetrics.exact.values import Undefined
from exactmetrics.metrics.metric import Bound
from exactmetrics.metrics.registry import uses_mean
from exactmetrics.metrics.request import AVERAGES
from exactmetrics.verification.diagnosis.case import Case
from exactmetrics.verification.diagnosis.library import Candidate, Candidates, explains

FEW, MANY = 4, 12  # classes: every order of few is tried; of more, two are exchanged; of many, nothing


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
        for average in AVERAGES:
            if average != case.request.average:
                yield from case.run(replace(case.request, average=average, weights="support"), average=average)


@explains("average-for-class")
def _average_for_class(case: Case) -> Candidates:
    if case.request.label is not None and case.request.metric.scope == "class":
        for average in AVERAGES:
            yield from case.run(
                replace(case.request, average=average, label=None), average=average, label=case.request.label
            )  # fmt: skip


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


@explains("weights-permuted")
def _permuted(case: Case) -> Candidates:
    given = _weights(case)
    if given is not None:
        for order in orders(case.blocks.k):
            weights = dict(zip(given, [list(given.values())[i] for i in order], strict=True))
            yield from case.run(replace(case.request, weights=weights))


@explains("weights-not-one")
def _not_one(case: Case) -> Candidates:
    """One weight stands in the place of another, or is missing, and the sum is not divided by their sum."""
    given = _weights(case)
    if given is None or len(given) > MANY:
        return
    whole = sum(given.values(), Fraction(0))
    for changed in _replaced(given):
        total = sum(changed.values(), Fraction(0))
        request = replace(case.request, weights=changed)
        value = case.value_of(request)
        if value is not None and not isinstance(value, Undefined) and total != whole:
            yield Candidate(value * (total / whole), {"sum": str(total / whole)}, request)


def _weights(case: Case) -> dict[Hashable, Fraction] | None:
    """The weights of the classes in a weighted average."""
    if case.request.average != "weighted":
        return None
    weights: Any = case.request.weights
    if isinstance(weights, Mapping):
        return {label: Fraction(weights.get(label, 0)) for label in case.blocks.labels}
    counts = case.blocks.support if weights == "support" else case.blocks.predicted
    return dict(zip(case.blocks.labels, map(Fraction, counts), strict=True))


def _replaced(given: dict[Hashable, Fraction]) -> Iterator[dict[Hashable, Fraction]]:
    for label, weight in given.items():
        for other in {*given.values(), Fraction(0)} - {weight}:
            yield {**given, label: other}


def orders(k: int) -> Iterator[tuple[int, ...]]:
    """Orders of k positions other than their own: all of few; of more those that exchange two, and the reverse.

    >>> list(orders(2))
    [(1, 0)]
    """
    own = tuple(range(k))
    if k <= FEW:
        yield from (order for order in permutations(own) if order != own)
        return
    yield tuple(reversed(own))
    for i in own if k <= MANY else ():
        for j in own[i + 1 :]:
            order = list(own)
            order[i], order[j] = j, i
            yield tuple(order)
