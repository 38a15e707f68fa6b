"""Scores of all classes while counts are being chosen: their ends, and what they tell beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from exactmetrics.feasibility.enclosed import Ends, Unbounded, window
from exactmetrics.feasibility.given import Score
from exactmetrics.feasibility.outer import Outer
from exactmetrics.feasibility.target import Target


@dataclass(slots=True)
class Watched:
    """A score of all classes: its expression, where its sums stand among all, and the ends it must lie in.

    Where the score is one sum but for a factor and a constant, the ends are those of the sum and `outer` is None.
    """

    outer: Outer | None
    places: list[int]
    ends: tuple[int, int, int, int]

    def state(self, sums: Sequence[Ends]) -> int:
        """−1 where the score cannot be met, 1 where it is met beyond doubt, else 0."""
        if self.outer is None:
            low, high = sums[self.places[0]]
        else:
            try:
                low, high = self.outer.ends([sums[place] for place in self.places])
            except Unbounded:
                return 0
        least, most, least_up, most_down = self.ends
        if high < least or low > most:
            return -1
        return 1 if low > least_up and high < most_down else 0


def least_right(scores: Sequence[Score], n: int) -> int:
    """How many samples are right at least, as far as an accuracy tells.

    >>> from exactmetrics.feasibility.given import Reader
    >>> least_right(Reader(("a", "b", "c")).read({"accuracy": "0.91"}), 1000)
    905
    """
    found = 0
    for score in scores:
        request = score.request
        plain = request.metric.name == "accuracy" and request.label is None and request.average is None
        if plain and score.target is not None and score.target.kind == "interval":
            found = max(found, ceil(score.target.low * n))
    return found


def share_right(scores: Sequence[Score]) -> float:
    """About which share of a class is right: where a search for one solution begins.

    >>> share_right([])
    0.75
    """
    near = [s.target for s in scores if s.target and s.request.metric.name in ("accuracy", "balanced_accuracy")]
    return float((near[0].low + near[0].high) / 2) if near and near[0].kind == "interval" else 0.75


def watched_score(outer: Outer, places: list[int], target: Target) -> Watched:
    """A score with the ends it must lie in.

    >>> outer = Outer.number(2)
    >>> watched_score(outer, [], Target(Fraction(1), Fraction(3))).outer is outer
    True
    """
    linear = outer.linear or {}
    keys = [key for key, factor in linear.items() if key is not None and factor]
    if len(keys) != 1:
        return Watched(outer, places, window(target.low, target.high))
    constant = linear.get(None, Fraction(0))
    low, high = sorted((end - constant) / linear[keys[0]] for end in (target.low, target.high))
    return Watched(None, [places[keys[0]]], window(low, high))
