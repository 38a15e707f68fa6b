"""A comparison as data for JSON, as `comparison.schema.json` says; both sides are of `derivation.schema.json`."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from exactmetrics.derivation.comparison import Comparison
from exactmetrics.derivation.derivation_writers import decimal_data
from exactmetrics.derivation.json_values import label_data, value_data, without_value
from exactmetrics.derivation.planning.facts import decimal_facts
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import sign, value_text
from exactmetrics.metrics.policy import Policy


def comparison_data(comparison: Comparison) -> dict[str, Any]:
    # In an exercise without its key nothing of the result is told.
    secret = comparison.is_exercise and not comparison.look.key
    difference = None if secret else comparison.difference
    return {
        "schema": "exactmetrics/comparison/2",
        "sides": comparison.sides,
        "titles": None if comparison.titles is None else list(comparison.titles),
        "first": comparison.first.data(),
        "second": comparison.second.data(),
        "same": [aspect.key for aspect in comparison.same],
        "differs": [
            {"aspect": aspect.key, "first": _plain(aspect.first), "second": _plain(aspect.second)}
            for aspect in comparison.differs
        ],
        "relation": None if difference is None else ("equal", "greater", "less")[sign(difference)],
        "theorems": [] if secret else comparison.reasons,
        "coincidence": comparison.coincidence and not secret,
        "difference": _difference_data(comparison),
    }


def _plain(value: Any) -> Any:
    """An option as JSON has it: a word, a number as text, a list, or a table of weights."""
    if isinstance(value, Policy):
        return value.given
    if isinstance(value, Fraction):
        return value_text(value)
    if isinstance(value, Mapping):
        return {str(label): str(weight) for label, weight in value.items()}
    return [label_data(item) for item in value] if isinstance(value, (list, tuple)) else label_data(value)


def _difference_data(comparison: Comparison) -> dict[str, Any] | None:
    if comparison.difference is None:
        return None
    found = value_data(comparison.difference) | {"decimal": decimal_data(decimal_facts(comparison.difference))}
    blank, places = comparison.blank, comparison.places
    if blank is not None:
        found = without_value(found)
        key = {"blank": blank.letter, "answer": blank.answer} if comparison.look.key else None
        return found | {"printed": None, "key": key}
    return found | {"printed": decimal(comparison.difference, places=places), "key": None}
