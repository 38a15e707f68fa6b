"""Values that are one number whatever the counts: which they are, and the theorem that says so.

A metric of a class says with `macro_is`, `micro_is` and `weighted_is` which metric of the matrix an average of it is. A
theorem is a key of the message catalogue, `[identity]`. It speaks of the definitions alone: where a policy put a number
in the place of 0/0, two values are one by the theorem only if it did the same to both.
"""

from __future__ import annotations

from functools import cache

from exactmetrics.metrics.metric import Metric
from exactmetrics.metrics.registry import all_metrics, metric_named
from exactmetrics.metrics.request import Request

Key = tuple[str, str | None]  # a metric, and how it is averaged; None: of the whole matrix


def theorem_of(metric: Metric, average: str | None) -> str:
    """Why an average of a metric is a metric of the matrix; "" where it is none.

    >>> from exactmetrics.metrics.registry import metric_named
    >>> [theorem_of(metric_named("recall"), average) for average in ("macro", "micro", "weighted")]
    ['definition', 'micro', 'weighted']
    """
    other = metric.averages.get(average or "")
    if other is None or average == "weighted":
        return "weighted" if other else ""
    if average == "macro":  # a sum over all classes is equal to a mean of theirs because every sample has one class
        return "micro_sums" if metric_named(other).partition else "definition"
    if other == metric.averages.get("macro"):
        return "one_denominator"
    return {"accuracy": "micro", "error_rate": "micro_errors"}.get(other, "micro_sums")


@cache
def equal_averages() -> dict[Key, dict[Key, str]]:
    """For each metric of the matrix the averages that are equal to it, and why."""
    known = [m for m in all_metrics() if not m.standard.parameters]  # a key names none
    equal = [(m, average) for m in known for average in m.averages]
    # The weighted recall has always been named after every micro average, and the weighted fnr beside its own.
    equal.sort(key=lambda one: one[1] == "weighted" and one[0].direction == "up")
    found: dict[Key, dict[Key, str]] = {(m.name, None): {} for m in known}
    for m, average in equal:
        found[m.averages[average], None][m.name, average] = theorem_of(m, average)
    return {head: others for head, others in found.items() if others}


def equal_to(key: Key) -> list[Key]:
    """The other values that are one number with a value, whatever the counts.

    >>> equal_to(("recall", "macro")), equal_to(("f1", "macro"))
    ([('balanced_accuracy', None)], [])
    """
    groups = ([head, *others] for head, others in equal_averages().items())
    return next(([one for one in group if one != key] for group in groups if key in group), [])


def theorems(first: Key, second: Key) -> list[str]:
    """The theorems by which two values are one number; none where nothing but the counts could make them so.

    >>> theorems(("recall", "weighted"), ("accuracy", None)), theorems(("f1", "micro"), ("recall", "weighted"))
    (['weighted'], ['micro', 'weighted'])
    >>> theorems(("recall", "macro"), ("accuracy", None))
    []
    """
    for head, others in equal_averages().items():
        reasons = {head: "", **others}
        if first in reasons and second in reasons:
            return list(dict.fromkeys(filter(None, (reasons[first], reasons[second]))))
    return []


def usual_key(request: Request) -> Key | None:
    """Which value of a matrix a question asks for in its usual reading; None under any other: no theorem speaks of it.

    >>> from exactmetrics.metrics.request import resolve
    >>> usual_key(resolve("recall", average="macro")), usual_key(resolve("recall", average="macro", over="true"))
    (('recall', 'macro'), None)
    """
    usual = request.bound.convention is request.metric.standard and request.combine == "scores"
    whole = request.label is None and request.over == "all" and request.weights == "support"
    return (request.metric.name, request.average) if usual and whole else None
