"""The other numbers that go by the name of a case: other conventions, classes, weights, and answers to 0/0."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from exactmetrics.exact.errors import ExactMetricsError
from exactmetrics.exact.values import Number, Undefined
from exactmetrics.matrix.counts import Counts
from exactmetrics.metrics.registry import metric_named
from exactmetrics.vectors.ask import answer_if
from exactmetrics.vectors.reading import Case

CLASSES = 60  # beyond that the choices are not tried out
# What may be chosen otherwise: the fewer choices differ, the earlier it is tried.
CHOICES: Mapping[str, tuple[str, ...]] = {
    "undefined": ("0", "1", "omit"),
    "over": ("present", "true", "predicted"),
    "combine": ("averages",),
    "weights": ("predicted",),
}


def other_values(case: Case) -> Iterator[tuple[str, Number]]:
    """Every other value with what is chosen otherwise, from one choice on to all of them.

    Of a matrix with very many classes only those are given that the vectors hold.

    >>> from exactmetrics.vectors.reading import load_vectors
    >>> case = next(case for case in load_vectors("f1") if case.id == "f1.macro.birds")
    >>> dict(other_values(case))["combine=averages"] == case.expected.exact
    False
    """
    if len(case.input.labels) > CLASSES:
        for variant in case.variants:
            if not isinstance(variant.value, Undefined):
                yield _told(variant.options), variant.value
        return
    counts = case.input.counts()
    for change in _changes(case):
        value = _value(case, counts, change)
        if value is not None:
            yield _told(change), value


def transposed_value(case: Case) -> Number | None:
    """The value with true and predicted classes exchanged, which no convention allows; None where there is none.

    >>> from exactmetrics.vectors.reading import load_vectors
    >>> transposed_value(next(case for case in load_vectors("recall") if case.id == "recall.class=2.birds"))
    Fraction(7, 10)
    """
    return _value(case, case.input.counts().transpose(), {}) if len(case.input.labels) <= CLASSES else None


def _told(options: Mapping[str, str]) -> str:
    return ", ".join(f"{option}={chosen}" for option, chosen in options.items())


def _changes(case: Case) -> Iterator[dict[str, str]]:
    """The choices that are not those of the case, the ones with the fewest changes first."""
    conventions = [name for name in metric_named(case.metric).conventions if name != case.convention]
    choices = {**CHOICES, "convention": tuple(conventions)}
    options: list[list[tuple[str, str] | None]] = [
        [None, *((name, other) for other in others if _is_open(case, name) and case.options.get(name) != other)]
        for name, others in choices.items()
    ]
    every = [dict(change for change in changes if change) for changes in product(*options)]
    first = list(choices)
    yield from sorted(
        (changes for changes in every if changes), key=lambda changes: (len(changes), *map(first.index, changes))
    )


def _is_open(case: Case, name: str) -> bool:
    """Whether a choice was left to the implementation; what stands for 0/0 is one that many cannot be told."""
    return name == "undefined" or name not in case.options


def _value(case: Case, counts: Counts, change: Mapping[str, str]) -> Number | None:
    """The value under other choices; None where they do not apply to the metric, or leave it undefined."""
    try:
        value = answer_if(case, change, counts.blocks())
    except ExactMetricsError:  # the choice does not apply here
        return None
    return None if isinstance(value, Undefined) else value
