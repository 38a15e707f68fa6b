"""A specification that holds one block of every kind."""

from __future__ import annotations

from typing import Any

BIRDS: dict[str, Any] = {"labels": ["bird", "cat", "dog"], "matrix": [[6, 1, 1], [1, 5, 2], [2, 3, 7]]}
RARE: dict[str, Any] = {"labels": ["a", "b", "c"], "matrix": [[4, 0, 1], [10, 65, 16], [1, 1, 9]]}

TEXT = (
    "{ref:birds}, {ref:macro}, {ref:macro.definition}, {ref:macro.result}, {ref:own}, {ref:apart}, "
    "{ref:apart.second}, {ref:all}. {value:macro}, {decimal:macro:6}, {decimal:macro}, {percent:macro}, "
    "{percent:macro:0}, {value:accuracy}, $x = {value:macro}$."
)


def spec() -> dict[str, Any]:
    """Data, an equation, a derivation, a comparison, a report, and a text that refers to all of them."""
    return {
        "title": "Everything",
        "data": {"birds": BIRDS},
        "value": {"accuracy": {"metric": "accuracy"}},
        "block": [
            {"data": "birds"},
            {"id": "own", "equation": r"a^2 + b^2 = c^2"},
            {"id": "macro", "derivation": {"metric": "precision", "average": "macro"}},
            {"id": "apart", "comparison": ["macro", {"metric": "precision", "average": "weighted"}]},
            {"id": "all", "report": "birds"},
            {"text": TEXT},
        ],
    }
