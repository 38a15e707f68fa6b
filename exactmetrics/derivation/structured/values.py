"""Names, values and policies as JSON has them, alike in every document."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import Any

from exactmetrics.exact.values import Root, Undefined, Value, value_text
from exactmetrics.views.value import Acted


def label_data(label: Hashable) -> str | int | bool | None:
    """A class name: text, whole number or boolean; anything else as its text, and None where there is no class.

    >>> label_data("bird"), label_data(7), label_data(2.5), label_data(None)
    ('bird', 7, '2.5', None)
    """
    return label if label is None or isinstance(label, (str, int)) else str(label)


def value_data(value: Value) -> dict[str, Any]:
    """The value and what is normative of it: for a root its sign and its square, for none the reason.

    >>> from exactmetrics.exact.values import root
    >>> found = value_data(root(Fraction(5, 32)))
    >>> found["value"], found["exactness"], found["sign"], found["square"]
    ('sqrt(10)/8', 'algebraic', 1, '5/32')
    """
    out: dict[str, Any] = {"value": None, "float": None, "exactness": "undefined", "sign": None, "square": None}
    if isinstance(value, Undefined):
        return out | {"reason": value.reason}
    out |= {"value": value_text(value), "float": _float(value), "exactness": "algebraic", "reason": None}
    if isinstance(value, Fraction):
        out["exactness"] = "rational"
    elif isinstance(value, Root):
        out |= {"sign": value.sign, "square": value_text(value.square)}
    return out


def acted_data(acted: Acted) -> dict[str, Any]:
    """A policy that acted: on what ratio of which metric, what stands for it (null: left out), and who says so.

    >>> acted_data(Acted("precision", "cat", Fraction(0), "the policy undefined=0", "0/0"))["value"]
    '0'
    """
    return {
        "metric": acted.metric,
        "label": label_data(acted.label),
        "ratio": acted.ratio,
        "value": None if acted.value is None else value_text(acted.value),
        "policy": acted.policy,
    }


def _float(value: Any) -> float | None:
    """The nearest double; None where the value is beyond all doubles."""
    try:
        return float(value)
    except OverflowError:
        return None
