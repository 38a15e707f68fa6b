"""Values that are one number whatever the counts: which they are, and the theorem that says so.

A theorem is a key of the message catalogue, `[identity]`. It speaks of the definitions alone: where a policy put a
number in the place of 0/0, two values are one by the theorem only if it did the same to both.
"""

from __future__ import annotations

from collections.abc import Mapping

from exactmetrics.metrics.request import Request

Key = tuple[str, str | None]  # a metric, and how it is averaged; None: of the whole matrix

# Of each group the first is what the others are equal to, each by a theorem.
THEOREMS: tuple[tuple[Key, Mapping[Key, str]], ...] = (
    (
        ("accuracy", None),
        {
            ("precision", "micro"): "micro",
            ("recall", "micro"): "micro",
            ("f1", "micro"): "micro",
            ("recall", "weighted"): "weighted",
        },
    ),
    (
        ("error_rate", None),
        {("fnr", "micro"): "micro_errors", ("fnr", "weighted"): "weighted", ("fdr", "micro"): "micro_errors"},
    ),
    (
        ("average_accuracy", None),
        {("class_accuracy", "macro"): "definition", ("class_accuracy", "micro"): "one_denominator"},
    ),
    (("balanced_accuracy", None), {("recall", "macro"): "definition"}),
)


def theorems(first: Key, second: Key) -> list[str]:
    """The theorems by which two values are one number; none where nothing but the counts could make them so.

    >>> theorems(("recall", "weighted"), ("accuracy", None)), theorems(("f1", "micro"), ("recall", "weighted"))
    (['weighted'], ['micro', 'weighted'])
    >>> theorems(("recall", "macro"), ("accuracy", None))
    []
    """
    for head, others in THEOREMS:
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
