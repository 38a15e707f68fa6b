"""Sample weights, and counts that are no whole numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from exactmetrics.vectors.catalogue.entry import Entry, labelled, matrix

TRUE, PREDICTED = ["a", "a", "b", "b", "b", "c"], ["a", "b", "b", "b", "c", "a"]
NAMES = ["a", "b", "c"]


def weights() -> Iterator[Entry]:
    """Lists of labels with one weight a sample, and matrices of fractions.

    >>> next(weights()).input.sample_weight[:2]
    [Fraction(1, 3), 2]
    """
    yield _weighed("weights-fractions", "weights that are fractions", ["1/3", "2", "1/2", "5/7", "1", "3"], "core")
    yield _weighed("weights-decimals", "weights 0.1, 0.2, ..., which no double holds",
                   ["1/10", "1/5", "3/10", "2/5", "1/2", "3/5"])  # fmt: skip
    yield _weighed("weights-whole", "whole weights: as if samples were repeated", [3, 1, 2, 4, 1, 2])
    yield _weighed("weights-zero", "some weights are 0", [1, 0, 2, 1, 0, 1])
    yield _weighed("weights-zero-class", "all samples of a class have the weight 0", [1, 2, 1, 3, 1, 0])
    yield _weighed("weights-uneven", "weights from 10^-15 to 10^15",
                   ["1/1000000000000000", "1000000000000000", "1", "3", "1/7", "1000000000000"],
                   flags=("Cancellation",))  # fmt: skip
    yield matrix("fractions", "counts that are fractions", [["7/2", "1/3", 1], ["1/7", 5, "5/2"], [2, "9/4", 7]],
                 reach="core")  # fmt: skip
    yield matrix("shares", "a matrix of shares that add up to 1", [["3/10", "1/10"], ["1/5", "2/5"]])
    yield matrix("thirds", "a matrix of thirds", [["1/3", "2/3"], ["4/3", "1/3"]])


def _weighed(name: str, comment: str, sample_weight: list[int | str], reach: str = "wide", **more: Any) -> Entry:
    return labelled(name, comment, TRUE, PREDICTED, labels=NAMES, sample_weight=sample_weight, reach=reach, **more)
