"""Averages: each turns a metric of one class into a number of the whole matrix, and is itself one definition."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from exactmetrics.metrics.metric import Bound
from exactmetrics.metrics.request import Request


def averaged(bound: Bound, request: Request) -> Callable[[Any], Any]:
    """The average of a metric as a definition on the matrix.

    A metric of the whole matrix is averaged over the matrices of each class against the rest.
    """
    per_class = bound if bound.metric.scope == "class" else lambda c: bound(c.one_vs_rest())
    if request.average != "micro" and not request.is_weighted:
        return lambda m: m.mean(per_class)
    if request.average == "micro":
        return lambda m: per_class(m.pooled())
    weight = _weight_of(request)
    return lambda m: m.mean(per_class, weight)


def _weight_of(request: Request) -> Callable[[Any], Any]:
    """The weight of a class: its support, its predictions, or what was given."""
    if request.weights == "support":
        return lambda c: c.support
    if request.weights == "predicted":
        return lambda c: c.predicted
    return lambda c: c.weight


def definition(request: Request) -> Callable[[Any], Any]:
    """What is asked for, as one definition on the matrix view."""
    if request.combine == "averages":
        # It runs on a stand-in for a class, on which every metric is its average; counts it has none.
        return lambda m: request.bound.define(SimpleNamespace(apply=lambda bound: m.average(bound, request)))
    if request.average is not None:
        return averaged(request.bound, request)
    if request.label is None:
        return request.bound
    if request.metric.scope == "class":
        return lambda m: request.bound(m.of(request.label))
    return lambda m: request.bound(m.of(request.label).one_vs_rest())
