"""More mistakes: about averages, their weights, what stands for 0/0, and counts."""

from __future__ import annotations

import random
from fractions import Fraction

from tests.verification.diagnosis import generator as g
from tests.verification.diagnosis.slips import Answer, slip

F = Fraction


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
