"""Slips of name: another metric, its complement, another mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from exactmetrics.exact.values import Number, Undefined, root
from exactmetrics.metrics.metric import REGISTRY
from exactmetrics.metrics.registry import uses_mean
from exactmetrics.metrics.request import Request
from exactmetrics.verification.diagnosis.case import Case
from exactmetrics.verification.diagnosis.library import Candidate, Candidates, explains

COMPLEMENTS = {
    "recall": "fnr", "specificity": "fpr", "precision": "fdr", "npv": "for", "accuracy": "error_rate"
}  # fmt: skip
COMPLEMENT_OF = COMPLEMENTS | {other: name for name, other in COMPLEMENTS.items()}
RATES = ("precision", "recall", "specificity", "npv", "fpr", "fnr", "fdr", "for", "class_accuracy", "prevalence")
ACCURACIES = ("accuracy", "average_accuracy", "balanced_accuracy")
BESIDE = ("macro", "weighted")  # averages that are taken for a number of the whole matrix


@explains("precision-recall-swapped", plausibility=2.0)
def _swapped(case: Case) -> Candidates:
    other = {"precision": "recall", "recall": "precision"}.get(case.name)
    if other is not None:
        yield from case.run(case.asking(other), other=other)
    if case.name == "balanced_accuracy":
        yield from case.run(case.asking("precision", average="macro"), other="precision")


@explains("complement", plausibility=1.5)
def _complement(case: Case) -> Candidates:
    if not isinstance(case.value, Undefined):
        name = COMPLEMENT_OF.get(case.name)
        request = None if name is None else case.asking(name)
        yield Candidate(1 - case.value, {"expected": case.expected}, request)


@explains("other-rate", plausibility=1.5)
def _other_rate(case: Case) -> Candidates:
    left_out = {case.name, COMPLEMENT_OF.get(case.name), "prevalence"}
    if case.name in ("precision", "recall"):
        left_out |= {"precision", "recall"}
    if case.name in RATES:
        for name in RATES:
            if name not in left_out:
                yield from case.run(case.asking(name), other=name, weight=0.5 if name == "class_accuracy" else 1.0)


@explains("accuracy-confused", plausibility=2.0)
def _accuracy(case: Case) -> Candidates:
    if case.name in ACCURACIES:
        for name in ACCURACIES:
            if name != case.name:
                yield from case.run(case.asking(name), other=name)
    elif case.name == "class_accuracy":
        yield from case.run(case.asking("accuracy"), other="accuracy")
        yield from case.run(case.asking("recall"), other="recall")


@explains("other-metric", plausibility=0.7)
def _other_metric(case: Case) -> Candidates:
    own = REGISTRY[case.name]
    for metric in list(REGISTRY.values()):
        if metric is own or any(c.parameters for c in [metric.standard]):
            continue
        if metric.scope == own.scope and metric.scale_free == own.scale_free:
            if not (case.name in RATES and metric.name in RATES):
                yield from case.run(case.asking(metric.name), other=metric.name)
        elif own.scope == "matrix" and metric.name in ("precision", "recall", "f1"):
            for average in BESIDE:
                yield from case.run(case.asking(metric.name, average=average), other=metric.name, weight=0.5)
        elif case.request.average is not None and metric.scope == "matrix" and metric.scale_free:
            yield from case.run(case.asking(metric.name), other=metric.name, weight=0.5)


@explains("arithmetic-mean", plausibility=1.5)
def _arithmetic(case: Case) -> Candidates:
    """The plain mean of precision and recall in the place of their harmonic mean."""
    pair = _pair(case)
    if pair is not None:
        yield Candidate((pair[0] + pair[1]) * Fraction(1, 2))


@explains("geometric-mean", plausibility=1.5)
def _geometric(case: Case) -> Candidates:
    """The root of the product of precision and recall, or of the values of two classes."""
    pair = _pair(case)
    if pair is not None and isinstance(pair[0], Fraction) and isinstance(pair[1], Fraction):
        yield Candidate(root(pair[0] * pair[1]))
    by_class = _by_class(case, *(("precision", "recall") if pair is not None else ()))
    if pair is not None and by_class:
        roots = [root(Fraction(1) * p * r) for p, r in zip(by_class[0], by_class[1], strict=True)]
        yield Candidate(_mean(roots))
    elif by_class and len(by_class[0]) == 2:
        yield Candidate(root(by_class[0][0] * by_class[0][1]))


@explains("harmonic-mean")
def _harmonic(case: Case) -> Candidates:
    """The harmonic mean over the classes in the place of the plain one."""
    by_class = _by_class(case)
    if by_class and all(by_class[0]):
        total = sum((1 / value for value in by_class[0]), Fraction(0))
        yield Candidate(len(by_class[0]) / total)


def _pair(case: Case) -> tuple[Number, Number] | None:
    """Precision and recall, where F of both is asked."""
    if case.name not in ("f1", "fbeta"):
        return None
    values = [case.value_of(case.asking(name)) for name in ("precision", "recall")]
    p, r = values
    return None if p is None or r is None or isinstance(p, Undefined) or isinstance(r, Undefined) else (p, r)


def _by_class(case: Case, *names: str) -> list[list[Fraction]]:
    """The values of the classes that a plain mean runs over, of the metric or of several others."""
    request = case.request
    if uses_mean(request.metric) and request.metric.name == "balanced_accuracy":
        names = ("recall",)
    elif request.average != "macro" or request.metric.scope != "class":
        return []
    rows = []
    for name in names or (None,):
        row = [case.value_of(_single(case, name, label)) for label in case.blocks.labels]
        if not all(isinstance(value, Fraction) for value in row):
            return []
        rows.append([value for value in row if isinstance(value, Fraction)])
    return rows


def _single(case: Case, name: str | None, label: object) -> Request:
    changes: dict[str, Any] = {"label": label, "average": None, "combine": "scores", "over": "all"}
    return replace(case.request, **changes) if name is None else case.asking(name, **changes)


def _mean(values: Sequence[Number]) -> Number:
    total: Number = Fraction(0)
    for value in values:
        total = total + value
    return total * Fraction(1, len(values))
