"""The answer as plain data, as `feasible.schema.json` describes it."""

from __future__ import annotations

from typing import Any

from exactmetrics.exact.values import Number, value_text
from exactmetrics.feasibility.result import Feasibility

SCHEMA = "exactmetrics/feasible/1"


def data_of(found: Feasibility) -> dict[str, Any]:
    """Everything an answer says; exact values are texts, classes are given by their text.

    >>> data_of(Feasibility("unknown", (0, 1), complete=False))["feasible"] is None
    True
    """
    outside = found.outside
    return {
        "schema": SCHEMA,
        "feasible": found.feasible,
        "verdict": found.verdict,
        "kind": found.kind,
        "scores": list(found.scores),
        "labels": [str(label) for label in found.labels],
        "solutions": {"blocks": found.blocks, "matrices": found.solutions},
        "matrices": found.matrices,
        "names": list(found.names) or None,
        "rounding": found.rounding,
        "reading": found.reading.data(),
        "complete": found.complete,
        "conflict": list(found.conflict) or None,
        "minimal": found.minimal if found.conflict else None,
        "outside": None if outside is None else {
            "score": outside.name, "printed": outside.printed, "least": outside.low, "greatest": outside.high,
            "percent": outside.percent,
        },
        "nearest": [
            {
                "score": near.name, "printed": near.printed, "given": list(near.others), "below": _text(near.below),
                "above": _text(near.above), "bound": near.beyond,
            }
            for near in found.nearest
        ],
        "follows": [
            {"score": one.name, "least": _text(one.least), "greatest": _text(one.greatest)} for one in found.follows
        ],
        "cases": found.cases,
        "steps": found.steps,
    }  # fmt: skip


def _text(value: Number | None) -> str | None:
    return None if value is None else value_text(value)
