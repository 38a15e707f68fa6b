"""Scales: the word that a source or a program has for a value, decided on the exact value.

A scale is data, in `scales.toml`. A value on a cut belongs to the side that the scale says, and a root is compared
exactly: no rounding moves a value from one word to the next.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files

from exactmetrics.exact.errors import UndefinedValueError, UsageError
from exactmetrics.exact.values import Number, Undefined, Value, value_text
from exactmetrics.metrics.metric import Metric
from exactmetrics.metrics.suggest import choices

_SIGN = re.compile(r" (<=?) ")


@dataclass(frozen=True, slots=True)
class Band:
    """The values that have a word: between two cuts, None where there is no end, each closed if the cut is in it."""

    word: str
    low: Fraction | None
    low_closed: bool
    high: Fraction | None
    high_closed: bool

    def holds(self, value: Number) -> bool:
        above = self.low is None or (value >= self.low if self.low_closed else value > self.low)
        return above and (self.high is None or (value <= self.high if self.high_closed else value < self.high))


@dataclass(frozen=True, slots=True)
class Scale:
    """The bands of a scale from low to high, and where they are from; `printed` is how they are written down."""

    name: str
    title: str
    cited: str
    metrics: tuple[str, ...]
    printed: str

    @property
    def bands(self) -> tuple[Band, ...]:
        return tuple(_bands(self.printed))


@dataclass(frozen=True, slots=True)
class Interpretation:
    """What a scale calls a value: the `word`, the `value`, the `scale`, and the `band` of values with this word."""

    word: str
    value: Number
    scale: Scale
    band: Band

    @property
    def interval(self) -> str:
        """The value between the ends of its band."""
        text = value_text(self.value)
        if self.band.low is not None:
            text = f"{self.band.low} {'<=' if self.band.low_closed else '<'} {text}"
        if self.band.high is not None:
            text = f"{text} {'<=' if self.band.high_closed else '<'} {self.band.high}"
        return text

    def __str__(self) -> str:
        return f"{self.word}: {self.interval} ({self.scale.title})"


def _bands(printed: str) -> Iterator[Band]:
    """The bands of "poor < 0 <= slight": words and cuts take turns, and the sign on its side says whether it is in."""
    pieces = _SIGN.split(printed)
    words, cuts = pieces[::4], [Fraction(piece) for piece in pieces[2::4]]
    below, above = [sign == "<=" for sign in pieces[1::4]], [sign == "<=" for sign in pieces[3::4]]
    if cuts != sorted(set(cuts)) or any(a == b for a, b in zip(below, above, strict=True)):
        raise ValueError(f"no scale: {printed!r}")
    for i, word in enumerate(words):
        low, high = (cuts[i - 1] if i else None), (cuts[i] if i < len(cuts) else None)
        yield Band(word, low, bool(i) and above[i - 1], high, i < len(cuts) and below[i])


@cache
def scales() -> dict[str, Scale]:
    """Every scale by its name.

    >>> [(band.word, str(band.high), band.high_closed) for band in scales()["fleiss"].bands][:2]
    [('poor', '2/5', False), ('fair to good', '3/4', True)]
    """
    import tomllib  # most questions name no scale

    said = tomllib.loads(files(__package__).joinpath("scales.toml").read_text(encoding="utf-8"))
    return {
        name: Scale(name, table["title"], table["cited"], tuple(table["metrics"].split()), table["bands"])
        for name, table in said.items()
    }


def scales_of(metric: Metric) -> list[Scale]:
    """The scales that speak of a metric."""
    return [scale for scale in scales().values() if metric.name in scale.metrics]


def scale_named(name: str, metric: Metric) -> Scale:
    """The scale of a name, which must speak of the metric; case does not matter.

    >>> from exactmetrics.metrics.registry import metric_named
    >>> scale_named("Altman", metric_named("kappa")).bands[0].word
    'poor'
    """
    key, known = str(name).strip().lower().replace("_", "-"), [scale.name for scale in scales_of(metric)]
    if key in known:
        return scales()[key]
    if not known:
        measured = ", ".join(dict.fromkeys(other for scale in scales().values() for other in scale.metrics))
        raise UsageError(f"no scale speaks of {metric.name}; there are scales of {measured}")
    raise UsageError(f"no scale {name!r} of {metric.name}; {choices(key, known)}")


def interpretation(scale: Scale, value: Value) -> Interpretation:
    """What a scale calls a value; `UndefinedValueError` where there is none."""
    if isinstance(value, Undefined):
        raise UndefinedValueError(
            f"{value.reason}, which has no value, and so the scale {scale.name} has no word for it"
        )
    band = next(band for band in scale.bands if band.holds(value))
    return Interpretation(band.word, value, scale, band)
