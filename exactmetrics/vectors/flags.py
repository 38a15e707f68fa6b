"""Which flags an input and a case bear: found from the counts and the value, never set by hand where they can be.

A flag points to a note in notes.toml: what fault a case finds, in the words of somebody who has it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from importlib.resources import files

from exactmetrics.exact.values import Number, Undefined, Value
from exactmetrics.matrix.counts import Counts
from exactmetrics.metrics.registry import metric_named
from exactmetrics.vectors.expected import undefined_kind
from exactmetrics.vectors.floats import DOUBLE, SINGLE, is_halfway, is_subnormal, nearest
from exactmetrics.vectors.questions import Ask, Subject

MANY_CLASSES = 100
INFINITE = float("inf")
HARDLY = 2**-10  # a difference of near numbers that is smaller has lost ten binary digits
UNDEFINED = {"0/0": "Undefined", "+/0": "Infinite", "-/0": "Infinite", "no class": "NoClass"}


@cache
def notes() -> Mapping[str, str]:
    return tomllib.loads(files(__package__).joinpath("notes.toml").read_text(encoding="utf-8"))


def flags_of_input(subject: Subject) -> list[str]:
    """The flags of an input, which hold for all its cases."""
    return [*_of_margins(subject.counts), *_of_counts(subject), *subject.entry.flags]


def _of_margins(counts: Counts) -> Iterator[str]:
    if not counts.n:
        yield "NoSamples"
        return
    if 0 in counts.support:
        yield "AbsentClass"
    if 0 in counts.predicted:
        yield "NeverPredicted"
    if counts.n in (*counts.support, *counts.predicted):
        yield "OneClass"
    if counts.n == 1 and len(counts.cells) == 1:
        yield "OneSample"


def _of_counts(subject: Subject) -> Iterator[str]:
    counts = subject.counts
    greatest = max(counts.cells.values(), default=0)
    for flag, limit in (("Overflow32", 2**31), ("Overflow53", 2**53 + 1), ("Overflow63", 2**63)):
        if greatest >= limit:
            yield flag
    if counts.n**2 >= 2**63:
        yield "ProductOverflow"
    if counts.k >= MANY_CLASSES:
        yield "ManyClasses"
    if subject.entry.input.sample_weight is not None:
        yield "SampleWeights"
    if any(count % 1 for count in counts.cells.values()):
        yield "FractionalCounts"


def flags_of_case(ask: Ask, value: Value, subject: Subject) -> list[str]:
    of_value = (UNDEFINED[undefined_kind(value)],) if isinstance(value, Undefined) else _of_floats(value)
    return [*_of_question(ask, value, subject), *of_value]


def _of_question(ask: Ask, value: Value, subject: Subject) -> Iterator[str]:
    counts = subject.counts
    if "undefined" in dict(ask.options):
        yield "Policy"
    elif counts.support != counts.predicted and subject.answer(ask, transposed=True) != value:
        yield "Transposition"
    if any(set(given) <= set(ask.options) for given in subject.entry.parameters):
        yield "ExtremeParameter"
    if isinstance(value, Undefined):
        return
    if _lost_by_parts(ask, subject):
        yield "DefinedByCounts"
    if "Cancellation" not in subject.entry.flags and _is_small_difference(ask, value):
        yield "Cancellation"


def _is_small_difference(ask: Ask, value: Number) -> bool:
    """Whether a metric that can be negative, which is a difference, is hardly not 0."""
    lowest, _ = metric_named(ask.metric).conventions[ask.convention].range
    return bool(value) and (lowest is None or lowest < 0) and abs(nearest(value, DOUBLE)) < HARDLY


def _lost_by_parts(ask: Ask, subject: Subject) -> bool:
    """Whether the form made of other metrics has no value where the counts give one."""
    options = dict(ask.options)
    composite = metric_named(ask.metric).conventions[ask.convention].composite
    if composite is None or "combine" in options or "undefined" in options:
        return False
    return isinstance(subject.answer(ask.but(form=composite.name)), Undefined)


@lru_cache(4096)
def _of_floats(value: Number) -> tuple[str, ...]:
    double, single = nearest(value, DOUBLE), nearest(value, SINGLE)
    endless = abs(double) == INFINITE
    twice = double if endless else nearest(Fraction(double), SINGLE)
    found = {
        "HalfwayDouble": is_halfway(value, DOUBLE),
        "HalfwaySingle": is_halfway(value, SINGLE),
        "DoubleRounding": twice != single,
        "Subnormal": is_subnormal(value, DOUBLE),
        "Underflow": bool(value) and not double,
        "SingleRange": double and (is_subnormal(value, SINGLE) or not single or abs(single) == INFINITE),
    }
    return tuple(flag for flag, holds in found.items() if holds)
