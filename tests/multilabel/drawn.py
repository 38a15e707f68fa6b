"""Seeded samples with any number of labels: many without a label, and labels never predicted, or never true."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple


class Drawn(NamedTuple):
    """Rows of 0 and 1, and whole weights."""

    true: list[list[int]]
    pred: list[list[int]]
    weights: list[int]


def drawn(number: int, seed: int = 1, most: int = 40) -> Iterator[Drawn]:
    draw = Random(seed)
    for at in range(number):
        size, k = draw.randint(1, most if at % 3 else 6), draw.randint(1, 5)
        rates = [[draw.choice((0, 0.2, 0.5, 0.9)) for _ in range(k)] for _ in range(2)]
        true, pred = ([[int(draw.random() < rate) for rate in side] for _ in range(size)] for side in rates)
        if at % 2:  # most predictions are right
            pred = [
                [t if draw.random() < 0.8 else p for t, p in zip(*row, strict=True)]
                for row in zip(true, pred, strict=True)
            ]
        yield Drawn(true, pred, [draw.choice((0, 1, 1, 2, 3)) for _ in range(size)])


def sets(rows: list[list[int]]) -> list[set[str]]:
    """The same rows as sets of names, in the order of the alphabet."""
    return [{"abcdefgh"[place] for place, entry in enumerate(row) if entry} for row in rows]
