"""Simulated misconceptions: random matrices, and what people who make one mistake print.

The mistaken numbers are worked out here, from the cells, by formulas of their own: nothing of the library is used.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from math import isqrt
from typing import Any

F = Fraction
Rows = list[list[int]]


@dataclass(frozen=True)
class Slip:
    """A printed number, the question it answers, the matrix, and the kind of mistake that led to it."""

    cause: str
    printed: str
    right: str
    metric: str
    options: dict[str, Any]
    rows: Rows
    value: Fraction | float


def matrix(rng: random.Random, k: int, n: int) -> Rows:
    """A matrix of k classes and about n samples, unbalanced, better than chance, without empty rows and columns."""
    sizes = [max(3, round(n * share)) for share in _shares(rng, k)]
    rows = []
    for i, size in enumerate(sizes):
        good = rng.uniform(0.45, 0.95)
        others = _shares(rng, k - 1) if k > 1 else []
        row = [round(size * (1 - good) * share) for share in others]
        row.insert(i, max(1, size - sum(row)))
        rows.append(row)
    return rows


def _shares(rng: random.Random, k: int) -> list[float]:
    parts = [rng.uniform(0.2, 1.0) for _ in range(k)]
    return [part / sum(parts) for part in parts]


def counts(rows: Rows, i: int) -> tuple[int, int, int, int]:
    """TP, FP, FN and TN of a class."""
    tp, sup, pred = rows[i][i], sum(rows[i]), sum(row[i] for row in rows)
    return tp, pred - tp, sup - tp, sum(map(sum, rows)) - sup - pred + tp


RATES: dict[str, Callable[[int, int, int, int], Fraction]] = {
    "precision": lambda tp, fp, fn, tn: F(tp, tp + fp),
    "recall": lambda tp, fp, fn, tn: F(tp, tp + fn),
    "specificity": lambda tp, fp, fn, tn: F(tn, tn + fp),
    "npv": lambda tp, fp, fn, tn: F(tn, tn + fn),
    "fpr": lambda tp, fp, fn, tn: F(fp, fp + tn),
    "fnr": lambda tp, fp, fn, tn: F(fn, fn + tp),
    "fdr": lambda tp, fp, fn, tn: F(fp, fp + tp),
    "for": lambda tp, fp, fn, tn: F(fn, fn + tn),
    "f1": lambda tp, fp, fn, tn: F(2 * tp, 2 * tp + fp + fn),
    "jaccard": lambda tp, fp, fn, tn: F(tp, tp + fp + fn),
}


def rate(rows: Rows, name: str, i: int) -> Fraction:
    """A rate of a class."""
    return RATES[name](*counts(rows, i))


def mean(values: list[Fraction], weights: list[Any] | None = None) -> Fraction:
    """A mean, weighted or not."""
    weights = weights or [1] * len(values)
    return sum((w * v for w, v in zip(weights, values, strict=True)), F(0)) / sum(weights)


def averaged(rows: Rows, name: str, average: str, weights: list[Any] | None = None) -> Fraction:
    """A rate, averaged over the classes."""
    every = range(len(rows))
    if average == "micro":
        return RATES[name](*[sum(column) for column in zip(*(counts(rows, i) for i in every), strict=True)])
    values = [rate(rows, name, i) for i in every]
    return mean(values, (weights or [sum(row) for row in rows]) if average == "weighted" else None)


def accuracy(rows: Rows) -> Fraction:
    """The share of right predictions."""
    return F(sum(rows[i][i] for i in range(len(rows))), sum(map(sum, rows)))


def kappa(rows: Rows) -> Fraction:
    """Cohen's kappa."""
    return (accuracy(rows) - chance(rows)) / (1 - chance(rows))


def chance(rows: Rows) -> Fraction:
    """The agreement that chance gives."""
    n = sum(map(sum, rows))
    return F(sum(sum(rows[i]) * sum(row[i] for row in rows) for i in range(len(rows))), n * n)


def mcc_square(rows: Rows) -> Fraction:
    """The square of the multi-class correlation."""
    n, every = sum(map(sum, rows)), range(len(rows))
    sup, pred = [sum(row) for row in rows], [sum(row[j] for row in rows) for j in every]
    top = n * sum(rows[i][i] for i in every) - sum(a * b for a, b in zip(sup, pred, strict=True))
    return F(top * top, (n * n - sum(a * a for a in sup)) * (n * n - sum(b * b for b in pred)))


def rounded(value: Fraction, places: int) -> str:
    """A decimal, ties away from zero."""
    units = (abs(value.numerator) * 10**places * 2 + value.denominator) // (2 * value.denominator)
    return _decimal(units, places, "-" if value < 0 and units else "")


def cut(value: Fraction, places: int) -> str:
    """A decimal, its digits cut off."""
    return _decimal(value.numerator * 10**places // value.denominator, places)


def root(value: Fraction) -> Fraction:
    """A square root, far finer than any digits that are printed."""
    scale = 10**24
    return F(isqrt(value.numerator * scale * scale // value.denominator), scale)


def _decimal(units: int, places: int, minus: str = "") -> str:
    digits = str(units).zfill(places + 1)
    return f"{minus}{digits[:-places]}.{digits[-places:]}"


def transposed(rows: Rows) -> Rows:
    """Rows and columns exchanged."""
    return [list(column) for column in zip(*rows, strict=True)]


def columns(rows: Rows, order: tuple[int, ...]) -> Rows:
    """The columns in another order."""
    return [[row[j] for j in order] for row in rows]


def misread(rng: random.Random, count: int) -> int:
    """A count with one slip in its digits, or off by one."""
    text, at = str(count), rng.randrange(len(str(count)))
    return rng.choice([
        count + 1, max(0, count - 1), int(text[:at] + rng.choice("0123456789") + text[at + 1 :]),
        int(text[:at] + text[at] + text[at:]), int(text[:at] + text[at + 1 :] or "0"),
    ])  # fmt: skip


def orders(k: int) -> list[tuple[int, ...]]:
    """Orders of the classes that are not their own: of many classes, only those that exchange two."""
    own = tuple(range(k))
    return [
        order for order in permutations(own)
        if order != own and (k <= 4 or sum(a != b for a, b in zip(order, own, strict=True)) == 2)
    ]  # fmt: skip
