"""The other numbers that go by the same name: of every convention, way of averaging and choice of classes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from exactmetrics.exact.values import Undefined, Value
from exactmetrics.metrics.registry import metric_named
from exactmetrics.vectors.ask import Ask
from exactmetrics.vectors.asks import OVERS, chooses_classes, is_composite
from exactmetrics.vectors.expected import undefined_kind, written
from exactmetrics.vectors.subject import Subject

RARER = {"over", "weights", "undefined"}


def variants_of(ask: Ask, value: Value, subject: Subject) -> list[dict[str, Any]]:
    """The values under the other conventions that differ from this one, as data; of plain questions only.

    >>> from exactmetrics.vectors.catalogue.entry import matrix
    >>> subject = Subject(matrix("birds", "three classes", [[6, 1, 1], [1, 5, 2], [2, 3, 7]]))
    >>> ask = Ask("f1", "macro", "standard")
    >>> variants_of(ask, subject.answer(ask), subject)
    [{'options': {'combine': 'averages'}, 'exact': '8131/12573', 'float64': '0.6467032530024656'}]
    """
    if RARER & dict(ask.options).keys():
        return []
    found, seen = [], [value]
    for options, other in _others(ask):
        answer = subject.answer(other)
        if not any(_alike(answer, one) for one in seen):
            seen.append(answer)
            record = written(answer)
            kept = ("exact", "root", "expression", "undefined", "float64")
            found.append({"options": options, **{key: record[key] for key in kept if key in record}})
    return found


def _others(ask: Ask) -> Iterator[tuple[dict[str, str], Ask]]:
    metric = metric_named(ask.metric)
    parameters = {name: value for name, value in ask.options if name != "combine"}
    for name, convention in metric.conventions.items():
        known = convention.parameters
        fits = known.keys() == parameters.keys() and all(known[n].check(Fraction(x)) for n, x in parameters.items())
        if name != ask.convention and fits:
            yield {"convention": name}, replace(ask, convention=name)
    if ask.average and is_composite(metric.conventions[ask.convention]):
        other = "scores" if "combine" in dict(ask.options) else "averages"
        yield {"combine": other}, ask.but(combine=other)
    if chooses_classes(ask):
        for over in OVERS:
            yield {"over": over}, ask.but(over=over)


def _alike(one: Value, other: Value) -> bool:
    """Whether two answers are the same number, or without a value for the same reason."""
    if isinstance(one, Undefined) and isinstance(other, Undefined):
        return undefined_kind(one) == undefined_kind(other)
    return one == other
