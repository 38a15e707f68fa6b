"""Metrics of label sets as the literature writes them, on Python sets: nothing here comes from the package.

Reference: Tsoumakas, Katakis and Vlahavas 2010, "Mining Multi-label Data", section 7: Y are the true and Z the
predicted labels of a sample. A quotient with denominator 0 is what `zero` says; None leaves its term out of a mean.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

Set = frozenset[Any]
Zero = Fraction | None


def over(top: int, bottom: int, zero: Zero) -> Fraction | None:
    return Fraction(top, bottom) if bottom else zero


# Each of two sets: of the labels of a sample, or of the samples of a label.
OF_SETS: dict[str, Callable[[Set, Set, Zero], Fraction | None]] = {
    "precision": lambda y, z, zero: over(len(y & z), len(z), zero),
    "recall": lambda y, z, zero: over(len(y & z), len(y), zero),
    "f1": lambda y, z, zero: over(2 * len(y & z), len(y) + len(z), zero),
    "jaccard": lambda y, z, zero: over(len(y & z), len(y | z), zero),
}


def mean(values: Sequence[Fraction | None], weights: Sequence[int]) -> Fraction | None:
    kept = [(v, w) for v, w in zip(values, weights, strict=True) if v is not None and w]
    return sum((v * w for v, w in kept), Fraction(0)) / sum(w for _, w in kept) if kept else None


def of_samples(metric: str, true: list[Set], pred: list[Set], zero: Zero, weights: list[int]) -> Fraction | None:
    return mean([OF_SETS[metric](y, z, zero) for y, z in zip(true, pred, strict=True)], weights)


def of_labels(metric: str, true: list[Set], pred: list[Set], zero: Zero, labels: str, average: str) -> Fraction | None:
    """The samples that have a label, and those that it was predicted for, as sets; of micro those of all labels."""
    sides = [
        (frozenset((label, at) for at, row in enumerate(true) if label in row),
         frozenset((label, at) for at, row in enumerate(pred) if label in row))
        for label in labels
    ]  # fmt: skip
    if average == "micro":
        return OF_SETS[metric](
            frozenset().union(*(y for y, _ in sides)), frozenset().union(*(z for _, z in sides)), zero
        )
    weights = [len(y) if average == "weighted" else 1 for y, _ in sides]
    return mean([OF_SETS[metric](y, z, zero) for y, z in sides], weights)


def subset_accuracy(true: list[Set], pred: list[Set]) -> Fraction:
    return Fraction(sum(y == z for y, z in zip(true, pred, strict=True)), len(true))


def hamming_loss(true: list[Set], pred: list[Set], k: int) -> Fraction:
    """The symmetric difference of true and predicted labels, of all labels."""
    return Fraction(sum(len(y ^ z) for y, z in zip(true, pred, strict=True)), len(true) * k)
