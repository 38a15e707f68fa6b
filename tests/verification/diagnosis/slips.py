"""The mistakes: each function answers a question wrongly, as people do who make this one mistake; one on a matrix."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tests.verification.diagnosis import generator as g

Answer = tuple[str, dict[str, Any], Fraction, Any]  # metric, options, right value, wrong value or digits
F = Fraction
RATE_NAMES = ("precision", "recall", "specificity", "npv", "fpr", "fnr", "fdr", "for")
Make = Callable[[random.Random, g.Rows, int], Answer]
SLIPS: dict[str, Make] = {}


def slip(cause: str) -> Callable[[Make], Make]:
    """Register a mistake under the kind a diagnosis should give."""

    def register(make: Make) -> Make:
        SLIPS[cause] = make
        return make

    return register


def any_question(rng: random.Random, rows: g.Rows) -> Answer:
    """A question of any sort, and its right value twice."""
    k = len(rows)
    name = rng.choice(("precision", "recall", "f1", "specificity", "accuracy", "kappa"))
    if name in ("accuracy", "kappa"):
        value = g.accuracy(rows) if name == "accuracy" else g.kappa(rows)
        return name, {}, value, value
    how = rng.choice(("macro", "weighted", "label"))
    if how == "label":
        i = rng.randrange(k)
        return name, {"label": i}, g.rate(rows, name, i), g.rate(rows, name, i)
    value = g.averaged(rows, name, how)
    return name, {"average": how}, value, value


@slip("truncated")
def _truncated(rng: random.Random, rows: g.Rows, places: int) -> Answer:
    name, options, value, _ = any_question(rng, rows)
    return name, options, value, g.cut(value, places) if value > 0 else value


@slip("fewer-digits")
def _fewer(rng: random.Random, rows: g.Rows, places: int) -> Answer:
    name, options, value, _ = any_question(rng, rows)
    return name, options, value, g.rounded(value, places - 1) + "0" if places > 1 else value


@slip("chained-rounding")
def _chained(rng: random.Random, rows: g.Rows, places: int) -> Answer:
    name, way = rng.choice(("precision", "recall", "f1", "specificity")), rng.randrange(5)
    every, sizes, n = range(len(rows)), [sum(row) for row in rows], sum(map(sum, rows))
    if way == 0:  # F1 of rounded precision and recall
        p, r = (_near(g.rate(rows, part, 0), places) for part in ("precision", "recall"))
        return "f1", {"label": 0}, g.rate(rows, "f1", 0), 2 * p * r / (p + r)
    if way == 1:  # kappa of rounded agreements
        observed, chance = g.accuracy(rows), g.chance(rows)
        a, c = _near(observed, places), _near(chance, places)
        return "kappa", {}, g.kappa(rows), (a - c) / (1 - c)
    used = [_near(g.rate(rows, name, i), places) for i in every]
    if way == 2:  # a macro average of rounded values
        return name, {"average": "macro"}, g.averaged(rows, name, "macro"), g.mean(used)
    right = g.averaged(rows, name, "weighted")
    if way == 3:  # a weighted average of rounded values
        return name, {"average": "weighted"}, right, g.mean(used, sizes)
    shares = [_near(F(size, n), places) for size in sizes]
    return name, {"average": "weighted"}, right, sum((s * u for s, u in zip(shares, used, strict=True)), F(0))


def _near(value: Fraction, places: int) -> Fraction:
    return F(g.rounded(value, places))


@slip("digit-typo")
def _typo(rng: random.Random, rows: g.Rows, places: int) -> Answer:
    name, options, value, _ = any_question(rng, rows)
    text = g.rounded(value, places)
    at = len(text) - 1 - rng.randrange(places)
    return name, options, value, text[:at] + rng.choice("0123456789") + text[at + 1 :]


@slip("digits-transposed")
def _swapped_digits(rng: random.Random, rows: g.Rows, places: int) -> Answer:
    name, options, value, _ = any_question(rng, rows)
    text = g.rounded(value, places)
    at = len(text) - 1 - rng.randrange(places - 1)
    return name, options, value, text[: at - 1] + text[at] + text[at - 1] + text[at + 1 :]


@slip("percent-scale")
def _percent(rng: random.Random, rows: g.Rows, places: int) -> Answer:
    name, options, value, _ = any_question(rng, rows)
    return name, options, value, value * 100


@slip("sign")
def _sign(rng: random.Random, rows: g.Rows, places: int) -> Answer:
    return "kappa", {}, g.kappa(rows), -g.kappa(rows)


@slip("square")
def _square(rng: random.Random, rows: g.Rows, places: int) -> Answer:
    return "mcc", {}, g.root(g.mcc_square(rows)), g.mcc_square(rows)


@slip("precision-recall-swapped")
def _swapped(rng: random.Random, rows: g.Rows, places: int) -> Answer:
    asked, used = rng.sample(("precision", "recall"), 2)
    if rng.random() < 0.5:
        i = rng.randrange(len(rows))
        return asked, {"label": i}, g.rate(rows, asked, i), g.rate(rows, used, i)
    how = rng.choice(("macro", "weighted"))
    return asked, {"average": how}, g.averaged(rows, asked, how), g.averaged(rows, used, how)


@slip("transposed")
def _transposed(rng: random.Random, rows: g.Rows, places: int) -> Answer:
    name = rng.choice(("specificity", "npv", "f1", "precision"))
    turned = g.transposed(rows)
    if name == "f1":
        return name, {"average": "weighted"}, g.averaged(rows, name, "weighted"), g.averaged(turned, name, "weighted")
    if name == "precision":
        return name, {"average": "weighted"}, g.averaged(rows, name, "weighted"), g.averaged(turned, name, "weighted")
    i = rng.randrange(len(rows))
    return name, {"label": i}, g.rate(rows, name, i), g.rate(turned, name, i)


@slip("tp-tn-swapped")
def _tp_tn(rng: random.Random, rows: g.Rows, places: int) -> Answer:
    name, i = rng.choice(("precision", "recall", "f1", "jaccard")), rng.randrange(len(rows))
    tp, fp, fn, tn = g.counts(rows, i)
    return name, {"label": i}, g.rate(rows, name, i), g.RATES[name](tn, fp, fn, tp)


@slip("other-class")
def _other_class(rng: random.Random, rows: g.Rows, places: int) -> Answer:
    i, j = rng.sample(range(len(rows)), 2)
    name = rng.choice(("precision", "recall", "f1", "specificity"))
    return name, {"label": i}, g.rate(rows, name, i), g.rate(rows, name, j)


@slip("classes-permuted")
def _classes(rng: random.Random, rows: g.Rows, places: int) -> Answer:
    name, moved = rng.choice(("precision", "recall", "f1")), g.columns(rows, rng.choice(g.orders(len(rows))))
    if rng.random() < 0.3:
        return "accuracy", {}, g.accuracy(rows), g.accuracy(moved)
    return name, {"average": "macro"}, g.averaged(rows, name, "macro"), g.averaged(moved, name, "macro")


def _f_beta(rows: g.Rows, i: int, b2: Fraction) -> Fraction:
    tp, fp, fn, _ = g.counts(rows, i)
    return (1 + b2) * tp / ((1 + b2) * tp + b2 * fn + fp)


@slip("beta-squared")
def _beta_squared(rng: random.Random, rows: g.Rows, places: int) -> Answer:
    beta, i = rng.choice((F(1, 2), F(2), F(4, 5))), rng.randrange(len(rows))
    used = rng.choice((beta, beta**4))
    return "fbeta", {"label": i, "beta": beta}, _f_beta(rows, i, beta**2), _f_beta(rows, i, used)


@slip("beta-convex")
def _beta_convex(rng: random.Random, rows: g.Rows, places: int) -> Answer:
    beta, i = rng.choice((F(1, 5), F(4, 5), F(7, 10))), rng.randrange(len(rows))
    tp, fp, fn, _ = g.counts(rows, i)
    return "fbeta", {"label": i, "beta": beta}, _f_beta(rows, i, beta**2), tp / (tp + beta * fp + (1 - beta) * fn)


@slip("beta-inverted")
def _beta_inverted(rng: random.Random, rows: g.Rows, places: int) -> Answer:
    beta, i = rng.choice((F(1, 2), F(2), F(4, 5))), rng.randrange(len(rows))
    return "fbeta", {"label": i, "beta": beta}, _f_beta(rows, i, beta**2), _f_beta(rows, i, 1 / beta**2)


@slip("complement")
def _complement(rng: random.Random, rows: g.Rows, places: int) -> Answer:
    name, options, value, _ = any_question(rng, rows)
    return name, options, value, 1 - value


@slip("other-rate")
def _other_rate(rng: random.Random, rows: g.Rows, places: int) -> Answer:
    i = rng.randrange(len(rows))
    asked, used = rng.sample(RATE_NAMES, 2)
    pairs = ({"precision", "recall"}, {"precision", "fdr"}, {"recall", "fnr"}, {"specificity", "fpr"}, {"npv", "for"})
    if {asked, used} in pairs:
        used = "recall" if asked in ("specificity", "fpr") else "specificity"
    return asked, {"label": i}, g.rate(rows, asked, i), g.rate(rows, used, i)


@slip("divided-by-all")
def _by_all(rng: random.Random, rows: g.Rows, places: int) -> Answer:
    name, i = rng.choice(RATE_NAMES), rng.randrange(len(rows))
    tp, fp, fn, tn = g.counts(rows, i)
    tops = {"precision": tp, "recall": tp, "specificity": tn, "npv": tn, "fpr": fp, "fdr": fp, "fnr": fn, "for": fn}
    return name, {"label": i}, g.rate(rows, name, i), F(tops[name], tp + fp + fn + tn)


@slip("other-metric")
def _other_metric(rng: random.Random, rows: g.Rows, places: int) -> Answer:
    i = rng.randrange(len(rows))
    asked, used = rng.sample(("f1", "jaccard"), 2)
    return asked, {"label": i}, g.rate(rows, asked, i), g.rate(rows, used, i)


@slip("arithmetic-mean")
def _arithmetic(rng: random.Random, rows: g.Rows, places: int) -> Answer:
    i = rng.randrange(len(rows))
    return "f1", {"label": i}, g.rate(rows, "f1", i), (g.rate(rows, "precision", i) + g.rate(rows, "recall", i)) / 2


@slip("geometric-mean")
def _geometric(rng: random.Random, rows: g.Rows, places: int) -> Answer:
    i = rng.randrange(len(rows))
    wrong = g.root(g.rate(rows, "precision", i) * g.rate(rows, "recall", i))
    return "f1", {"label": i}, g.rate(rows, "f1", i), wrong


# About averages, their weights, what stands for 0/0, and counts.


@slip("f-of-averages")
def _f_of_averages(rng: random.Random, rows: g.Rows, places: int) -> Answer:
    how = rng.choice(("macro", "weighted"))
    p, r = (g.averaged(rows, part, how) for part in ("precision", "recall"))
    return "f1", {"average": how}, g.averaged(rows, "f1", how), 2 * p * r / (p + r)


@slip("average-of-f")
def _average_of_f(rng: random.Random, rows: g.Rows, places: int) -> Answer:
    name, options, wrong, right = _f_of_averages(rng, rows, places)
    return name, options | {"combine": "averages"}, right, wrong


@slip("other-average")
def _other_average(rng: random.Random, rows: g.Rows, places: int) -> Answer:
    asked, used = rng.sample(("macro", "micro", "weighted"), 2)
    name = rng.choice(("precision", "recall", "f1", "specificity"))
    return name, {"average": asked}, g.averaged(rows, name, asked), g.averaged(rows, name, used)


@slip("accuracy-confused")
def _accuracy(rng: random.Random, rows: g.Rows, places: int) -> Answer:
    k = len(rows)
    values = {
        "accuracy": g.accuracy(rows),
        "average_accuracy": g.mean([F(sum(g.counts(rows, i)[::3]), sum(map(sum, rows))) for i in range(k)]),
        "balanced_accuracy": g.averaged(rows, "recall", "macro"),
    }
    asked, used = rng.sample(sorted(values), 2)
    return asked, {}, values[asked], values[used]


@slip("weights-predicted")
def _weights_predicted(rng: random.Random, rows: g.Rows, places: int) -> Answer:
    name = rng.choice(("precision", "recall", "f1"))
    used = [sum(column) for column in zip(*rows, strict=True)]
    return name, {"average": "weighted"}, g.averaged(rows, name, "weighted"), g.averaged(rows, name, "weighted", used)


@slip("count-typo")
def _count_typo(rng: random.Random, rows: g.Rows, places: int) -> Answer:
    k = len(rows)
    i, j = rng.randrange(k), rng.randrange(k)
    changed = [list(row) for row in rows]
    changed[i][j] = g.misread(rng, rows[i][j])
    name = rng.choice(("accuracy", "precision", "recall", "f1"))
    if name == "accuracy":
        return name, {}, g.accuracy(rows), g.accuracy(changed)
    how = rng.choice(("macro", "weighted", "label"))
    if how == "label":
        return name, {"label": i}, g.rate(rows, name, i), g.rate(changed, name, i)
    return name, {"average": how}, g.averaged(rows, name, how), g.averaged(changed, name, how)


def _with_gap(rng: random.Random, rows: g.Rows) -> g.Rows:
    """The matrix with a class that is never predicted."""
    gone = rng.randrange(len(rows))
    kept = (gone + 1) % len(rows)
    out = [list(row) for row in rows]
    for row in out:
        row[kept], row[gone] = row[kept] + row[gone], 0
    return out


@slip("undefined-policy")
def _policy(rng: random.Random, rows: g.Rows, places: int) -> Answer:
    rows[:] = _with_gap(rng, rows)
    k = len(rows)
    known = [g.rate(rows, "precision", i) for i in range(k) if any(row[i] for row in rows)]
    ways = {"0": sum(known, F(0)) / k, "1": (sum(known, F(0)) + 1) / k, "omit": g.mean(known)}
    asked, used = rng.sample(sorted(ways), 2)
    return "precision", {"average": "macro", "undefined": asked}, ways[asked], ways[used]


@slip("class-for-average")
def _one_class(rng: random.Random, rows: g.Rows, places: int) -> Answer:
    name = rng.choice(("precision", "recall", "f1"))
    how, i = rng.choice(("macro", "weighted")), rng.randrange(len(rows))
    return name, {"average": how}, g.averaged(rows, name, how), g.rate(rows, name, i)


@slip("average-for-class")
def _average(rng: random.Random, rows: g.Rows, places: int) -> Answer:
    name = rng.choice(("precision", "recall", "f1"))
    how, i = rng.choice(("macro", "weighted")), rng.randrange(len(rows))
    return name, {"label": i}, g.rate(rows, name, i), g.averaged(rows, name, how)


CAUSES = tuple(SLIPS)


def simulated(rng: random.Random, cause: str, places: int) -> g.Slip | None:
    """One mistake of a kind on a random matrix; None where it happens to print the right digits."""
    k = rng.randint(2, 6)
    rows = g.matrix(rng, k, round(10 ** rng.uniform(1.302, 3.301)))
    try:
        metric, options, right, wrong = SLIPS[cause](rng, rows, places)
    except (ZeroDivisionError, IndexError):
        return None
    printed = wrong if isinstance(wrong, str) else g.rounded(wrong, places)
    good = g.rounded(right, places)
    if F(printed) == F(good):
        return None
    return g.Slip(cause, printed, good, metric, options, rows, right)
