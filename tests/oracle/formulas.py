"""The formulas, cell by cell from the texts: Sokolova and Lapalme 2009, Fahmy Amin 2023, Cohen 1960, Gorodkin 2004.

A metric of one class is a function of its four counts, a metric of a matrix one of the rows; `ask` gives the value of a
simpler metric under the policy, `mean` the mean over the classes that are chosen.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from tests.oracle.surd import Surd


class Gap(Exception):  # noqa: N818
    """A ratio without a value; `final` once a policy has had its say, `omit` if it leaves out the class."""

    def __init__(self, numerator: Any, *, final: bool = False, omit: bool = False, no_class: bool = False) -> None:
        super().__init__(f"{numerator}/0")
        self.numerator, self.final, self.omit, self.no_class = numerator, final, omit, no_class


class Four(NamedTuple):
    """The 2x2 table of a class."""

    tp: Fraction
    fn: Fraction
    fp: Fraction
    tn: Fraction


def ratio(top: Any, bottom: Any) -> Any:
    if bottom == 0:
        raise Gap(top)
    return top / bottom


def f_of(p: Fraction, r: Fraction, beta: Fraction) -> Fraction:
    """van Rijsbergen's F from precision and recall."""
    b = beta * beta
    return ratio((b + 1) * p * r, b * p + r)


def convex_of(p: Fraction, r: Fraction, beta: Fraction) -> Fraction:
    """Fahmy Amin 2023 eq. (25): beta weighs the recall term of the denominator."""
    return ratio(p * r, beta * r + (1 - beta) * p)


CLASS: dict[tuple[str, str, str], Callable[..., Any]] = {
    ("tp", "standard", "standard"): lambda c, ask: c.tp,
    ("tn", "standard", "standard"): lambda c, ask: c.tn,
    ("fp", "standard", "standard"): lambda c, ask: c.fp,
    ("fn", "standard", "standard"): lambda c, ask: c.fn,
    ("support", "standard", "standard"): lambda c, ask: c.tp + c.fn,
    ("predicted", "standard", "standard"): lambda c, ask: c.tp + c.fp,
    ("prevalence", "standard", "standard"): lambda c, ask: ratio(c.tp + c.fn, sum(c)),
    ("precision", "standard", "standard"): lambda c, ask: ratio(c.tp, c.tp + c.fp),
    ("recall", "standard", "standard"): lambda c, ask: ratio(c.tp, c.tp + c.fn),
    ("specificity", "standard", "standard"): lambda c, ask: ratio(c.tn, c.fp + c.tn),
    ("npv", "standard", "standard"): lambda c, ask: ratio(c.tn, c.fn + c.tn),
    ("fpr", "standard", "standard"): lambda c, ask: ratio(c.fp, c.fp + c.tn),
    ("fnr", "standard", "standard"): lambda c, ask: ratio(c.fn, c.tp + c.fn),
    ("fdr", "standard", "standard"): lambda c, ask: ratio(c.fp, c.tp + c.fp),
    ("for", "standard", "standard"): lambda c, ask: ratio(c.fn, c.fn + c.tn),
    ("class_accuracy", "standard", "standard"): lambda c, ask: ratio(c.tp + c.tn, sum(c)),
    ("jaccard", "standard", "standard"): lambda c, ask: ratio(c.tp, c.tp + c.fn + c.fp),
    ("informedness", "standard", "rates"): lambda c, ask: ask("recall") - (1 - ask("specificity")),
    ("f1", "standard", "count"): lambda c, ask: ratio(c.tp, c.tp + (c.fp + c.fn) / 2),
    ("f1", "standard", "harmonic"): lambda c, ask: f_of(ask("precision"), ask("recall"), Fraction(1)),
    ("fbeta", "standard", "count"): lambda c, ask, beta: ratio(
        c.tp + beta**2 * c.tp, c.tp + c.fp + beta**2 * (c.tp + c.fn)
    ),
    ("fbeta", "standard", "harmonic"): lambda c, ask, beta: f_of(ask("precision"), ask("recall"), beta),
    ("fbeta", "convex", "count"): lambda c, ask, beta: ratio(
        c.tp, beta * (c.tp + c.fp) + (1 - beta) * (c.tp + c.fn)
    ),
    ("fbeta", "convex", "harmonic"): lambda c, ask, beta: convex_of(ask("precision"), ask("recall"), beta),
}  # fmt: skip

Rows = list[list[Fraction]]
TRIPLE = 20  # classes up to which a triple sum is quick
COMBINED: dict[tuple[str, str], Callable[..., Fraction]] = {
    ("f1", "standard"): lambda p, r: f_of(p, r, Fraction(1)),
    ("fbeta", "standard"): f_of,
    ("fbeta", "convex"): convex_of,
}


class Table(list[list[Fraction]]):
    """A matrix whose margins are counted once, which a thousand classes need."""

    @cached_property
    def true(self) -> list[Fraction]:
        return [sum((x for x in row if x), Fraction(0)) for row in self]

    @cached_property
    def predicted(self) -> list[Fraction]:
        return [sum((x for x in column if x), Fraction(0)) for column in zip(*self, strict=True)]

    @cached_property
    def total(self) -> Fraction:
        return sum((x for row in self for x in row if x), Fraction(0))


def sign_of(x: Any) -> int:
    return (x > 0) - (x < 0)


def total(rows: Rows) -> Fraction:
    return rows.total if isinstance(rows, Table) else sum((x for row in rows for x in row), Fraction(0))


def true_and_predicted(rows: Rows) -> tuple[list[Fraction], list[Fraction]]:
    table = rows if isinstance(rows, Table) else Table(rows)
    return table.true, table.predicted


def share(rows: Rows, i: int) -> Fraction:
    return ratio(rows.true[i] if isinstance(rows, Table) else sum(rows[i]), total(rows))


def cohen(rows: Rows) -> Fraction:
    """Cohen 1960: (p_o - p_c) / (1 - p_c)."""
    n, k = total(rows), range(len(rows))
    agreed = ratio(sum(rows[i][i] for i in k), n)
    predicted = true_and_predicted(rows)[1]
    chance = sum(share(rows, i) * (predicted[i] / n) for i in k)
    return ratio(agreed - chance, 1 - chance)


def gorodkin(rows: Rows) -> Surd:
    """Gorodkin 2004, eq. (8): the covariance as a triple sum over cells; of many classes, eq. (1), over indicators."""
    k, n = range(len(rows)), total(rows)
    true, pred = true_and_predicted(rows)
    if len(rows) <= TRIPLE:
        top = sum(rows[a][a] * rows[b][c] - rows[a][b] * rows[c][a] for a in k for b in k for c in k)
    else:
        top = n * n * sum(rows[a][a] / n - (true[a] / n) * (pred[a] / n) for a in k)
    square = sum(t * (n - t) for t in true) * sum(p * (n - p) for p in pred)
    if square == 0:
        raise Gap(top)
    return Surd(((top / square, square),))


def matthews(rows: Rows) -> Surd:
    """Matthews 1975, for two classes."""
    (tp, fn), (fp, tn) = rows
    square = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
    if square == 0:
        raise Gap(tp * tn - fp * fn)
    covariance = tp * tn - fp * fn
    return Surd(((covariance / square, square),))


MATRIX: dict[tuple[str, str, str], Callable[..., Any]] = {
    ("accuracy", "standard", "standard"): lambda m, ask, mean: ratio(sum(m[i][i] for i in range(len(m))), total(m)),
    ("error_rate", "standard", "standard"): lambda m, ask, mean: ratio(
        sum(x for i, row in enumerate(m) for j, x in enumerate(row) if i != j), total(m)
    ),
    ("average_accuracy", "standard", "standard"): lambda m, ask, mean: mean(lambda i: ask("class_accuracy", i)),
    ("balanced_accuracy", "standard", "standard"): lambda m, ask, mean: mean(lambda i: ask("recall", i)),
    ("balanced_accuracy", "recall-specificity", "standard"): lambda m, ask, mean: mean(
        lambda i: ask("recall", i) / 2 + ask("specificity", i) / 2
    ),
    ("balanced_accuracy", "weighted-text", "standard"): lambda m, ask, mean: ratio(
        mean(lambda i: ask("recall", i) * share(m, i)), sum(share(m, i) for i in range(len(m)))
    ),
    ("balanced_accuracy", "weighted-formula", "standard"): lambda m, ask, mean: ratio(
        mean(lambda i: ratio(ask("recall", i), share(m, i))), sum(share(m, i) for i in range(len(m)))
    ),
    ("kappa", "standard", "standard"): lambda m, ask, mean: cohen(m),
    ("mcc", "standard", "standard"): lambda m, ask, mean: gorodkin(m),
    ("mcc", "standard", "binary"): lambda m, ask, mean: matthews(m),
}  # fmt: skip
