"""The JSON of an answer says how the question was read, and what of that nobody said."""

from __future__ import annotations

from typing import Any

import exactmetrics as em
from tests.cases import each
from tests.feasibility.test_feasible_pages import schema

READINGS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "nothing": ({}, ["classes", "positive", "rounding", "undefined", "combine"]),
    "a size": ({"n": 12}, ["classes", "positive", "rounding", "undefined", "combine"]),
    "positives": ({"n": 12, "positives": 4}, ["rounding", "undefined", "combine"]),
    "supports": ({"supports": {"A": 4, "B": 8}}, ["rounding", "undefined", "combine"]),
    "a class": ({"supports": {"A": 4, "B": 8}, "positive": "B"}, ["rounding", "undefined", "combine"]),
    "the rule that is usual": ({"n": 12, "rounding": "nearest"}, ["classes", "positive", "undefined", "combine"]),
    "a tolerance": ({"n": 12, "tolerance": "0.01"}, ["classes", "positive", "undefined", "combine"]),
    "a preset": ({"n": 12, "preset": "sklearn"}, ["classes", "positive", "rounding"]),
    "a policy": ({"n": 12, "undefined": 0}, ["classes", "positive", "rounding", "combine"]),
    "means": ({"parts": [(3, 9)]}, ["rounding", "undefined", "combine"]),
}


@each("name", READINGS)
def test_the_reading_says_what_nobody_said(name: str) -> None:
    known, assumed = READINGS[name]
    data = em.feasible({"accuracy": "0.75"}, **known).data()
    schema("feasible").validate(data)
    assert data["reading"]["assumed"] == assumed


def test_the_reading_is_all_that_the_answer_rests_on() -> None:
    data = em.feasible({"accuracy": "0.91"}, supports={"A": 5, "B": 91, "C": None}, n=100, rounding="truncate").data()
    assert data["reading"] == {
        "classes": 3, "positive": None, "samples": {"least": 100, "most": 100}, "supports": [5, 91, 4],
        "rounding": "truncate", "tolerance": None, "own_rules": False, "preset": None, "undefined": "propagate",
        "combine": "scores", "assumed": ["undefined", "combine"],
    }  # fmt: skip
    scores = [{"metric": "recall", "printed": "0.5", "rounding": "any"}]
    open_end = em.feasible(scores, positives=4, tolerance="1/50", undefined=1, combine="averages").data()
    assert open_end["reading"] == {
        "classes": 2, "positive": "positive", "samples": {"least": 4, "most": None}, "supports": [4, None],
        "rounding": None, "tolerance": "1/50", "own_rules": True, "preset": None, "undefined": "1",
        "combine": "averages", "assumed": [],
    }  # fmt: skip
