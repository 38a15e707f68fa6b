"""Names, values and policies as JSON has them, alike in every document; apart from pages, which take long to load."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import suppress
from fractions import Fraction
from typing import Any

from exactmetrics.exact.values import Root, Symbolic, Undefined, Value, root_data, value_text
from exactmetrics.views.value import Acted


def label_data(label: Hashable) -> str | int | bool | None:
    """A class name: text, whole number or boolean; anything else as its text, and None where there is no class."""
    return label if label is None or isinstance(label, (str, int)) else str(label)


def value_data(value: Value) -> dict[str, Any]:
    """The value and what is normative of it: for a root its sign and its square (of another degree
    its radicand and that degree), for none the reason."""
    out: dict[str, Any] = {"value": None, "float": None, "exactness": "undefined", "sign": None, "square": None}
    if isinstance(value, Undefined):
        return out | {"reason": value.reason}
    out |= {"value": value_text(value), "exactness": "algebraic", "reason": None}
    with suppress(OverflowError):  # beyond all doubles
        out["float"] = float(value)
    if isinstance(value, Fraction):
        out["exactness"] = "rational"
    elif not isinstance(value, (Root, Symbolic)):
        out["exactness"] = "transcendental"
    elif isinstance(value, Root):
        out |= root_data(value)
    return out


def without_value(found: dict[str, Any]) -> dict[str, Any]:
    """The data of a value that is to be found: without what tells it."""
    kept = {key: datum for key, datum in found.items() if key not in ("radicand", "degree")}
    return kept | dict.fromkeys(("value", "float", "sign", "square", "decimal"))


def acted_data(acted: Acted) -> dict[str, Any]:
    """A policy that acted: on what ratio of which metric, what stands for it (null: left out), and who says so."""
    return {
        "metric": acted.metric,
        "label": label_data(acted.label),
        "ratio": acted.ratio,
        "value": None if acted.value is None else value_text(acted.value),
        "policy": acted.policy,
    }
