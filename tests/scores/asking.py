"""Seeded samples with many ties and zeros."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import NamedTuple

VALUES = (0, 0, 1, 2, 3, 5, 8)


class Binary(NamedTuple):
    """Two classes, 0 and 1, with scores in eighths, which floats hold exactly, and whole weights."""

    truth: list[int]
    scores: list[Fraction]
    weights: list[int]


class Rows(NamedTuple):
    """Several classes: the class of each sample, or its zeros and ones, and rows of scores."""

    truth: list[int]
    indicators: list[list[int]]
    scores: list[list[Fraction]]
    weights: list[int]


def binaries(number: int, seed: int = 1) -> Iterator[Binary]:
    draw = Random(seed)
    for _ in range(number):
        size = draw.randint(2, 14)
        truth = [draw.randint(0, 1) for _ in range(size)]
        truth[:2] = [0, 1]
        scores = [Fraction(draw.choice(VALUES), 8) for _ in range(size)]
        yield Binary(truth, scores, [draw.choice((1, 1, 2, 3)) for _ in range(size)])


def several(number: int, seed: int = 2) -> Iterator[Rows]:
    draw = Random(seed)
    for _ in range(number):
        size, k = draw.randint(5, 14), draw.randint(3, 5)
        truth = [at % k if at < k else draw.randrange(k) for at in range(size)]
        indicators = [[draw.randint(0, 1) for _ in range(k)] for _ in range(size)]
        yield Rows(
            truth, indicators, [_row(draw, k) for _ in range(size)], [draw.choice((1, 2, 3)) for _ in range(size)]
        )


def _row(draw: Random, k: int) -> list[Fraction]:
    """Eighths that add up to 1."""
    cuts = sorted(draw.choice(range(9)) for _ in range(k - 1))
    return [Fraction(b - a, 8) for a, b in zip([0, *cuts], [*cuts, 8], strict=True)]


def floats(scores: list[Fraction]) -> list[float]:
    return list(map(float, scores))
