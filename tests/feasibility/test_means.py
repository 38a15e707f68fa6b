"""Means over parts against exhaustive enumeration: every table of every part is tried."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

from exactmetrics.feasibility import feasible
from tests.cases import each, size

Part = tuple[int, int]
VALUES = {
    "recall": lambda tp, tn, p, n: Fraction(tp, p),
    "specificity": lambda tp, tn, p, n: Fraction(tn, n),
    "accuracy": lambda tp, tn, p, n: Fraction(tp + tn, p + n),
}
HALF = Fraction(1, 200)


def mean(name: str, counts: tuple[Part, ...], parts: list[Part]) -> Fraction:
    values = (VALUES[name](*own, *part) for own, part in zip(counts, parts, strict=True))
    return sum(values, Fraction(0)) / len(parts)


@each("seed", range(12), quick=4)
def test_means_of_up_to_three_parts(seed: int) -> None:
    """Tables of one to three parts, the means printed with two digits, half of them changed a little."""
    rng, verdicts = random.Random(seed), []
    for _ in range(size(12, 60)):
        parts = [(rng.randint(1, 4), rng.randint(1, 4)) for _ in range(rng.randint(1, 3))]
        every = list(product(*(product(range(p + 1), range(n + 1)) for p, n in parts)))
        counts = rng.choice(every)
        printed = {}
        for name in rng.sample(sorted(VALUES), rng.choice((2, 3))):
            units = round(mean(name, counts, parts) * 100) + rng.choice((0, 0, 1, -2))
            printed[name] = f"{min(100, max(0, units)) / 100:.2f}"
        expected = any(
            all(abs(mean(name, one, parts) - Fraction(text)) <= HALF for name, text in printed.items()) for one in every
        )
        assert bool(feasible(printed, parts=parts)) == expected, (printed, parts)
        verdicts.append(expected)
    assert len(set(verdicts)) == 2
