"""A resolved question on counts: its value."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.values import Value
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.averaging import definition
from exactmetrics.metrics.request import Request, exact_parameter
from exactmetrics.views.no_value import Acted, NoValue
from exactmetrics.views.value import ValueMatrix


@dataclass(frozen=True, slots=True)
class Outcome:
    """A value, and every policy that acted on the way."""

    value: Value
    acted: tuple[Acted, ...]


def compute(request: Request, blocks: Blocks, positive: Hashable | None = None) -> Outcome:
    """The exact value of a question on the counts of a matrix.

    >>> from exactmetrics.matrix.counts import Counts
    >>> from exactmetrics.metrics.request import resolve
    >>> blocks = Counts.from_rows([[6, 0], [1, 0]], labels=["a", "b"]).blocks()
    >>> compute(resolve("recall", average="macro"), blocks).value
    Fraction(1, 2)
    >>> outcome = compute(resolve("precision", label="b", undefined=0), blocks)
    >>> outcome.value, outcome.acted[0].ratio
    (Fraction(0, 1), '0/0')
    """
    m = ValueMatrix(*arguments(request, blocks, positive))
    value: Value
    try:
        try:
            value = definition(request)(m)
        except ZeroDivisionError:  # a ratio of averages, or an average over no class
            from exactmetrics.views.record import record

            value = m.settle(record(request, blocks, positive))
    except NoValue as none:
        value = none.undefined
    return Outcome(value, tuple(dict.fromkeys(m.acted)))  # forms may ask for one metric more than once


def arguments(request: Request, blocks: Blocks, positive: Hashable | None) -> tuple[Any, ...]:
    """What a matrix view is made from: counts, policy, the classes of averages, weights, the positive class.

    >>> from exactmetrics.matrix.counts import Counts
    >>> from exactmetrics.metrics.request import resolve
    >>> blocks = Counts.from_rows([[6, 0], [1, 0]], labels=["a", "b"]).blocks()
    >>> request = resolve("recall", average="weighted", over="predicted", weights={"a": "1/3"})
    >>> _, _, over, weights, place = arguments(request, blocks, "b")
    >>> over, weights, place
    ([0], [Fraction(1, 3), Fraction(0, 1)], 1)
    """
    _check_partition(request, blocks)
    over = chosen_classes(request.over, blocks)
    weights = _given_weights(request.weights, blocks, over)
    place = blocks.position(positive) if positive is not None else None
    form = request.bound.form
    on_all = request.label is None and request.average is None
    if on_all and form is not None and form.classes not in (None, blocks.k):
        raise UsageError(
            f"the {form.name} form of {request.metric.name} is for {form.classes} classes, and there are "
            f"{blocks.k}; give label= to set one class against the rest"
        )
    return blocks, request.policy, over, weights, place


def _check_partition(request: Request, blocks: Blocks) -> None:
    metric = request.metric
    if not blocks.partition and metric.partition and request.label is None and request.average is None:
        raise UsageError(
            f"{metric.name} needs one true and one predicted class for every sample, and these counts are no "
            f"partition (top-k or multilabel); average it over the classes, or give label=. (The share of samples "
            f"whose true class is among the predicted ones is the micro recall.)"
        )


def chosen_classes(over: str | Sequence[Hashable], blocks: Blocks) -> Sequence[int]:
    """The positions of the classes that an average runs over.

    Args:
        over: "all", "true", "predicted" or "present"; or the labels of the classes.
        blocks: the counts.

    Raises:
        UsageError: labels of which one is there twice, or none is given.

    >>> from exactmetrics.matrix.counts import Counts
    >>> blocks = Counts.from_rows([[6, 0], [1, 0]], labels=["a", "b"]).blocks()
    >>> chosen_classes("predicted", blocks), chosen_classes(["b"], blocks)
    ([0], [1])
    """
    everything = range(blocks.k)
    if over == "all":
        return everything
    if over == "true":
        return [i for i in everything if blocks.support[i]]
    if over == "predicted":
        return [i for i in everything if blocks.predicted[i]]
    if over == "present":
        return [i for i in everything if blocks.support[i] or blocks.predicted[i]]
    positions = [blocks.position(label) for label in over]
    if len(set(positions)) < len(positions) or not positions:
        raise UsageError(f"over= names each class once, and at least one; got {list(over)!r}")
    return positions


def _given_weights(weights: str | Mapping[Hashable, Any], blocks: Blocks, over: Sequence[int]) -> Sequence[Fraction]:
    """Weights given by label, by position; classes the average does not run over may be absent."""
    if isinstance(weights, str):
        return ()
    by_position = {blocks.position(label): exact_parameter("a weight", w) for label, w in weights.items()}
    missing = [blocks.labels[i] for i in over if i not in by_position]
    if missing:
        raise UsageError(
            f"weights= has no weight for class {missing[0]!r}; give one for every class, 0 if it is not to count"
        )
    if any(w < 0 for w in by_position.values()):
        raise UsageError("weights= must not be negative")
    return [by_position.get(i, Fraction(0)) for i in range(blocks.k)]
