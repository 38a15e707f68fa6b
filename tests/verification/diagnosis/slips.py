"""Simulated misconceptions: random matrices, and what people who make one mistake print, by the kind of the mistake.

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
Answer = tuple[str, dict[str, Any], Fraction, Any]  # metric, options, right value, wrong value or digits


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


# The mistakes.

RATE_NAMES = ("precision", "recall", "specificity", "npv", "fpr", "fnr", "fdr", "for")
Make = Callable[[random.Random, Rows, int], Answer]
SLIPS: dict[str, Make] = {}


def slip(cause: str) -> Callable[[Make], Make]:
    """Register a mistake under the kind a diagnosis should give."""

    def register(make: Make) -> Make:
        SLIPS[cause] = make
        return make

    return register


def any_question(rng: random.Random, rows: Rows) -> Answer:
    """A question of any sort, and its right value twice."""
    k = len(rows)
    name = rng.choice(("precision", "recall", "f1", "specificity", "accuracy", "kappa"))
    if name in ("accuracy", "kappa"):
        value = accuracy(rows) if name == "accuracy" else kappa(rows)
        return name, {}, value, value
    how = rng.choice(("macro", "weighted", "label"))
    if how == "label":
        i = rng.randrange(k)
        return name, {"label": i}, rate(rows, name, i), rate(rows, name, i)
    value = averaged(rows, name, how)
    return name, {"average": how}, value, value


@slip("truncated")
def _truncated(rng: random.Random, rows: Rows, places: int) -> Answer:
    name, options, value, _ = any_question(rng, rows)
    return name, options, value, cut(value, places) if value > 0 else value


@slip("fewer-digits")
def _fewer(rng: random.Random, rows: Rows, places: int) -> Answer:
    name, options, value, _ = any_question(rng, rows)
    return name, options, value, rounded(value, places - 1) + "0" if places > 1 else value


@slip("chained-rounding")
def _chained(rng: random.Random, rows: Rows, places: int) -> Answer:
    name, way = rng.choice(("precision", "recall", "f1", "specificity")), rng.randrange(5)
    every, sizes, n = range(len(rows)), [sum(row) for row in rows], sum(map(sum, rows))
    if way == 0:  # F1 of rounded precision and recall
        p, r = (_near(rate(rows, part, 0), places) for part in ("precision", "recall"))
        return "f1", {"label": 0}, rate(rows, "f1", 0), 2 * p * r / (p + r)
    if way == 1:  # kappa of rounded agreements
        observed, expected = accuracy(rows), chance(rows)
        a, c = _near(observed, places), _near(expected, places)
        return "kappa", {}, kappa(rows), (a - c) / (1 - c)
    used = [_near(rate(rows, name, i), places) for i in every]
    if way == 2:  # a macro average of rounded values
        return name, {"average": "macro"}, averaged(rows, name, "macro"), mean(used)
    right = averaged(rows, name, "weighted")
    if way == 3:  # a weighted average of rounded values
        return name, {"average": "weighted"}, right, mean(used, sizes)
    shares = [_near(F(size, n), places) for size in sizes]
    return name, {"average": "weighted"}, right, sum((s * u for s, u in zip(shares, used, strict=True)), F(0))


def _near(value: Fraction, places: int) -> Fraction:
    return F(rounded(value, places))


@slip("digit-typo")
def _typo(rng: random.Random, rows: Rows, places: int) -> Answer:
    name, options, value, _ = any_question(rng, rows)
    text = rounded(value, places)
    at = len(text) - 1 - rng.randrange(places)
    return name, options, value, text[:at] + rng.choice("0123456789") + text[at + 1 :]


@slip("digits-transposed")
def _swapped_digits(rng: random.Random, rows: Rows, places: int) -> Answer:
    name, options, value, _ = any_question(rng, rows)
    text = rounded(value, places)
    at = len(text) - 1 - rng.randrange(places - 1)
    return name, options, value, text[: at - 1] + text[at] + text[at - 1] + text[at + 1 :]


@slip("percent-scale")
def _percent(rng: random.Random, rows: Rows, places: int) -> Answer:
    name, options, value, _ = any_question(rng, rows)
    return name, options, value, value * 100


@slip("sign")
def _sign(rng: random.Random, rows: Rows, places: int) -> Answer:
    return "kappa", {}, kappa(rows), -kappa(rows)


@slip("square")
def _square(rng: random.Random, rows: Rows, places: int) -> Answer:
    return "mcc", {}, root(mcc_square(rows)), mcc_square(rows)


@slip("precision-recall-swapped")
def _swapped(rng: random.Random, rows: Rows, places: int) -> Answer:
    asked, used = rng.sample(("precision", "recall"), 2)
    if rng.random() < 0.5:
        i = rng.randrange(len(rows))
        return asked, {"label": i}, rate(rows, asked, i), rate(rows, used, i)
    how = rng.choice(("macro", "weighted"))
    return asked, {"average": how}, averaged(rows, asked, how), averaged(rows, used, how)


@slip("transposed")
def _transposed(rng: random.Random, rows: Rows, places: int) -> Answer:
    name = rng.choice(("specificity", "npv", "f1", "precision"))
    turned = transposed(rows)
    if name == "f1":
        return name, {"average": "weighted"}, averaged(rows, name, "weighted"), averaged(turned, name, "weighted")
    if name == "precision":
        return name, {"average": "weighted"}, averaged(rows, name, "weighted"), averaged(turned, name, "weighted")
    i = rng.randrange(len(rows))
    return name, {"label": i}, rate(rows, name, i), rate(turned, name, i)


@slip("tp-tn-swapped")
def _tp_tn(rng: random.Random, rows: Rows, places: int) -> Answer:
    name, i = rng.choice(("precision", "recall", "f1", "jaccard")), rng.randrange(len(rows))
    tp, fp, fn, tn = counts(rows, i)
    return name, {"label": i}, rate(rows, name, i), RATES[name](tn, fp, fn, tp)


@slip("other-class")
def _other_class(rng: random.Random, rows: Rows, places: int) -> Answer:
    i, j = rng.sample(range(len(rows)), 2)
    name = rng.choice(("precision", "recall", "f1", "specificity"))
    return name, {"label": i}, rate(rows, name, i), rate(rows, name, j)


@slip("classes-permuted")
def _classes(rng: random.Random, rows: Rows, places: int) -> Answer:
    name, moved = rng.choice(("precision", "recall", "f1")), columns(rows, rng.choice(orders(len(rows))))
    if rng.random() < 0.3:
        return "accuracy", {}, accuracy(rows), accuracy(moved)
    return name, {"average": "macro"}, averaged(rows, name, "macro"), averaged(moved, name, "macro")


def _f_beta(rows: Rows, i: int, b2: Fraction) -> Fraction:
    tp, fp, fn, _ = counts(rows, i)
    return (1 + b2) * tp / ((1 + b2) * tp + b2 * fn + fp)


@slip("beta-squared")
def _beta_squared(rng: random.Random, rows: Rows, places: int) -> Answer:
    beta, i = rng.choice((F(1, 2), F(2), F(4, 5))), rng.randrange(len(rows))
    used = rng.choice((beta, beta**4))
    return "fbeta", {"label": i, "beta": beta}, _f_beta(rows, i, beta**2), _f_beta(rows, i, used)


@slip("beta-convex")
def _beta_convex(rng: random.Random, rows: Rows, places: int) -> Answer:
    beta, i = rng.choice((F(1, 5), F(4, 5), F(7, 10))), rng.randrange(len(rows))
    tp, fp, fn, _ = counts(rows, i)
    return "fbeta", {"label": i, "beta": beta}, _f_beta(rows, i, beta**2), tp / (tp + beta * fp + (1 - beta) * fn)


@slip("beta-inverted")
def _beta_inverted(rng: random.Random, rows: Rows, places: int) -> Answer:
    beta, i = rng.choice((F(1, 2), F(2), F(4, 5))), rng.randrange(len(rows))
    return "fbeta", {"label": i, "beta": beta}, _f_beta(rows, i, beta**2), _f_beta(rows, i, 1 / beta**2)


@slip("complement")
def _complement(rng: random.Random, rows: Rows, places: int) -> Answer:
    name, options, value, _ = any_question(rng, rows)
    return name, options, value, 1 - value


@slip("other-rate")
def _other_rate(rng: random.Random, rows: Rows, places: int) -> Answer:
    i = rng.randrange(len(rows))
    asked, used = rng.sample(RATE_NAMES, 2)
    pairs = ({"precision", "recall"}, {"precision", "fdr"}, {"recall", "fnr"}, {"specificity", "fpr"}, {"npv", "for"})
    if {asked, used} in pairs:
        used = "recall" if asked in ("specificity", "fpr") else "specificity"
    return asked, {"label": i}, rate(rows, asked, i), rate(rows, used, i)


@slip("divided-by-all")
def _by_all(rng: random.Random, rows: Rows, places: int) -> Answer:
    name, i = rng.choice(RATE_NAMES), rng.randrange(len(rows))
    tp, fp, fn, tn = counts(rows, i)
    tops = {"precision": tp, "recall": tp, "specificity": tn, "npv": tn, "fpr": fp, "fdr": fp, "fnr": fn, "for": fn}
    return name, {"label": i}, rate(rows, name, i), F(tops[name], tp + fp + fn + tn)


@slip("other-metric")
def _other_metric(rng: random.Random, rows: Rows, places: int) -> Answer:
    i = rng.randrange(len(rows))
    asked, used = rng.sample(("f1", "jaccard"), 2)
    return asked, {"label": i}, rate(rows, asked, i), rate(rows, used, i)


@slip("arithmetic-mean")
def _arithmetic(rng: random.Random, rows: Rows, places: int) -> Answer:
    i = rng.randrange(len(rows))
    return "f1", {"label": i}, rate(rows, "f1", i), (rate(rows, "precision", i) + rate(rows, "recall", i)) / 2


@slip("geometric-mean")
def _geometric(rng: random.Random, rows: Rows, places: int) -> Answer:
    i = rng.randrange(len(rows))
    wrong = root(rate(rows, "precision", i) * rate(rows, "recall", i))
    return "f1", {"label": i}, rate(rows, "f1", i), wrong


# About averages, their weights, what stands for 0/0, and counts.


@slip("f-of-averages")
def _f_of_averages(rng: random.Random, rows: Rows, places: int) -> Answer:
    how = rng.choice(("macro", "weighted"))
    p, r = (averaged(rows, part, how) for part in ("precision", "recall"))
    return "f1", {"average": how}, averaged(rows, "f1", how), 2 * p * r / (p + r)


@slip("average-of-f")
def _average_of_f(rng: random.Random, rows: Rows, places: int) -> Answer:
    name, options, wrong, right = _f_of_averages(rng, rows, places)
    return name, options | {"combine": "averages"}, right, wrong


@slip("other-average")
def _other_average(rng: random.Random, rows: Rows, places: int) -> Answer:
    asked, used = rng.sample(("macro", "micro", "weighted"), 2)
    name = rng.choice(("precision", "recall", "f1", "specificity"))
    return name, {"average": asked}, averaged(rows, name, asked), averaged(rows, name, used)


@slip("accuracy-confused")
def _accuracy(rng: random.Random, rows: Rows, places: int) -> Answer:
    k = len(rows)
    values = {
        "accuracy": accuracy(rows),
        "average_accuracy": mean([F(sum(counts(rows, i)[::3]), sum(map(sum, rows))) for i in range(k)]),
        "balanced_accuracy": averaged(rows, "recall", "macro"),
    }
    asked, used = rng.sample(sorted(values), 2)
    return asked, {}, values[asked], values[used]


@slip("weights-predicted")
def _weights_predicted(rng: random.Random, rows: Rows, places: int) -> Answer:
    name = rng.choice(("precision", "recall", "f1"))
    used = [sum(column) for column in zip(*rows, strict=True)]
    return name, {"average": "weighted"}, averaged(rows, name, "weighted"), averaged(rows, name, "weighted", used)


@slip("count-typo")
def _count_typo(rng: random.Random, rows: Rows, places: int) -> Answer:
    k = len(rows)
    i, j = rng.randrange(k), rng.randrange(k)
    changed = [list(row) for row in rows]
    changed[i][j] = misread(rng, rows[i][j])
    name = rng.choice(("accuracy", "precision", "recall", "f1"))
    if name == "accuracy":
        return name, {}, accuracy(rows), accuracy(changed)
    how = rng.choice(("macro", "weighted", "label"))
    if how == "label":
        return name, {"label": i}, rate(rows, name, i), rate(changed, name, i)
    return name, {"average": how}, averaged(rows, name, how), averaged(changed, name, how)


def _with_gap(rng: random.Random, rows: Rows) -> Rows:
    """The matrix with a class that is never predicted."""
    gone = rng.randrange(len(rows))
    kept = (gone + 1) % len(rows)
    out = [list(row) for row in rows]
    for row in out:
        row[kept], row[gone] = row[kept] + row[gone], 0
    return out


@slip("undefined-policy")
def _policy(rng: random.Random, rows: Rows, places: int) -> Answer:
    rows[:] = _with_gap(rng, rows)
    k = len(rows)
    known = [rate(rows, "precision", i) for i in range(k) if any(row[i] for row in rows)]
    ways = {"0": sum(known, F(0)) / k, "1": (sum(known, F(0)) + 1) / k, "omit": mean(known)}
    asked, used = rng.sample(sorted(ways), 2)
    return "precision", {"average": "macro", "undefined": asked}, ways[asked], ways[used]


@slip("class-for-average")
def _one_class(rng: random.Random, rows: Rows, places: int) -> Answer:
    name = rng.choice(("precision", "recall", "f1"))
    how, i = rng.choice(("macro", "weighted")), rng.randrange(len(rows))
    return name, {"average": how}, averaged(rows, name, how), rate(rows, name, i)


@slip("average-for-class")
def _average(rng: random.Random, rows: Rows, places: int) -> Answer:
    name = rng.choice(("precision", "recall", "f1"))
    how, i = rng.choice(("macro", "weighted")), rng.randrange(len(rows))
    return name, {"label": i}, rate(rows, name, i), averaged(rows, name, how)


CAUSES = tuple(SLIPS)


def simulated(rng: random.Random, cause: str, places: int) -> Slip | None:
    """One mistake of a kind on a random matrix; None where it happens to print the right digits."""
    k = rng.randint(2, 6)
    rows = matrix(rng, k, round(10 ** rng.uniform(1.302, 3.301)))
    try:
        metric, options, right, wrong = SLIPS[cause](rng, rows, places)
    except (ZeroDivisionError, IndexError):
        return None
    printed = wrong if isinstance(wrong, str) else rounded(wrong, places)
    good = rounded(right, places)
    if F(printed) == F(good):
        return None
    return Slip(cause, printed, good, metric, options, rows, right)
