"""A question as it is typed, in Python and on the command line, and its answer as a decimal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Undefined, Value
from exactmetrics.metrics.metric import Metric

SHORT = {"metric": "-m", "average": "-a"}


def arguments(options: Mapping[str, Any]) -> str:
    """Options as they are typed behind the name of a metric.

    >>> arguments({"label": "dog", "undefined": 0})
    ', label="dog", undefined=0'
    """
    return "".join(f", {name}={literal(value)}" for name, value in options.items())


def literal(value: object) -> str:
    """A value of Python as it is typed, texts in double quotes.

    >>> literal(["a", 1])
    '["a", 1]'
    """
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list):
        return f"[{', '.join(map(literal, value))}]"
    return repr(value)


def command_options(metric: Metric, options: Mapping[str, Any]) -> Iterator[str]:
    """Options as they are typed on the command line; parameters of the metric stand behind -p.

    >>> from exactmetrics.metrics.registry import metric_named
    >>> " ".join(command_options(metric_named("fbeta"), {"metric": "fbeta", "beta": 2, "average": "macro"}))
    '-m fbeta -p beta=2 -a macro'
    """
    for name, value in options.items():
        text = ",".join(map(str, value)) if isinstance(value, list) else str(value)
        yield f"-p {name}={text}" if name in metric.parameters else f"{SHORT.get(name, f'--{name}')} {text}"


def in_decimal(value: Value, places: int) -> str:
    """A value as a decimal behind its sign; empty for a whole number, and where there is no value.

    >>> in_decimal(Fraction(3, 4), 4), in_decimal(Fraction(2, 3), 4), in_decimal(Fraction(2), 4)
    ('= 0.75', '≈ 0.6667', '')
    """
    if isinstance(value, Undefined) or (isinstance(value, Fraction) and value.denominator == 1):
        return ""
    told = decimal(value, places=places)
    return f"= {told.rstrip('0')}" if Fraction(told) == value else f"≈ {told}"
