"""A value as JSON: the keys of `value.schema.json`, in this order, whatever the value."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Root, Symbolic, Undefined, Value, value_text
from exactmetrics.metrics.request import resolve
from exactmetrics.views.value import Acted, Outcome


def answer_json(
    metric: str, question: Mapping[str, Any], labels: Sequence[Hashable], outcome: Outcome, digits: Mapping[str, Any]
) -> str:
    r"""The JSON text of an answer, in ASCII so that every terminal and pipe passes it on unchanged.

    Args:
        metric, question: what was asked, as `Measured.value` takes it.
        labels: the classes of the data.
        outcome: what it gave.
        digits: the options of `decimal`.

    >>> print(answer_json("recall", {"label": "nö"}, ["ja", "nö"], Outcome(Fraction(7, 12), ()), {}).splitlines()[3])
      "label": "n\u00f6",
    """
    import json

    return json.dumps(answer(metric, question, labels, outcome, digits), indent=2)


def answer(
    metric: str, question: Mapping[str, Any], labels: Sequence[Hashable], outcome: Outcome, digits: Mapping[str, Any]
) -> dict[str, Any]:
    """The answer as a table; names are those the question resolves to, classes are given by their text.

    >>> found = answer("ppv", {"label": 1}, [0, 1], Outcome(Fraction(7, 8), ()), {})
    >>> found["metric"], found["label"], found["value"], found["decimal"], found["exactness"]
    ('precision', '1', '7/8', '0.875', 'rational')
    """
    request, value = resolve(metric, labels=labels, **question), outcome.value
    undefined = isinstance(value, Undefined)
    return {
        "metric": request.metric.name,
        "average": request.average,
        "label": _text(request.label),
        "form": request.bound.chosen.name,
        "convention": request.bound.convention.name,
        "combine": request.combine if request.average else None,
        "preset": request.preset.name if request.preset else None,
        "value": None if undefined else value_text(value),
        "decimal": None if undefined else decimal(value, **digits),
        "float": _double(value),
        "exactness": _exactness(value),
        "sign": value.sign if isinstance(value, Root) else None,
        "square": value_text(value.square) if isinstance(value, Root) else None,
        "applied": [_applied(acted) for acted in outcome.acted],
        "reason": value.reason if isinstance(value, Undefined) else None,
    }


def _exactness(value: Value) -> str:
    if isinstance(value, Fraction):
        return "rational"
    return "algebraic" if isinstance(value, (Root, Symbolic)) else "undefined"


def _double(value: Value) -> float | None:
    """The nearest double; None for an undefined value, and for one that is larger than every double."""
    if isinstance(value, Undefined):
        return None
    try:
        return float(value)
    except OverflowError:
        return None


def _applied(acted: Acted) -> dict[str, str | None]:
    value = None if acted.value is None else value_text(acted.value)
    return {
        "metric": acted.metric, "label": _text(acted.label), "value": value, "policy": acted.policy,
        "ratio": acted.ratio,
    }  # fmt: skip


def _text(label: Hashable | None) -> str | None:
    return None if label is None else str(label)
