"""Where a metric is 0/0, by hand: one row for each metric, convention and form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from tests.oracle.ask import four
from tests.oracle.formulas import Four, total


def _never(c: Four, beta: Fraction) -> bool:
    return False


def _no_true(c: Four, beta: Fraction) -> bool:
    return c.tp == c.fn == 0


def _no_predicted(c: Four, beta: Fraction) -> bool:
    return c.tp == c.fp == 0


def _no_other(c: Four, beta: Fraction) -> bool:
    return c.tn == c.fp == 0


def _none_left_unpredicted(c: Four, beta: Fraction) -> bool:
    return c.tn == c.fn == 0


def _absent(c: Four, beta: Fraction) -> bool:
    return c.tp == c.fp == c.fn == 0


def _empty(c: Four, beta: Fraction) -> bool:
    return max(c) == 0


CLASS: dict[tuple[str, str, str], Callable[[Four, Fraction], bool]] = {
    ("tp", "standard", "standard"): _never,
    ("tn", "standard", "standard"): _never,
    ("fp", "standard", "standard"): _never,
    ("fn", "standard", "standard"): _never,
    ("support", "standard", "standard"): _never,
    ("predicted", "standard", "standard"): _never,
    ("prevalence", "standard", "standard"): _empty,
    ("class_accuracy", "standard", "standard"): _empty,
    ("precision", "standard", "standard"): _no_predicted,
    ("fdr", "standard", "standard"): _no_predicted,
    ("recall", "standard", "standard"): _no_true,
    ("fnr", "standard", "standard"): _no_true,
    ("specificity", "standard", "standard"): _no_other,
    ("fpr", "standard", "standard"): _no_other,
    ("npv", "standard", "standard"): _none_left_unpredicted,
    ("for", "standard", "standard"): _none_left_unpredicted,
    ("jaccard", "standard", "standard"): _absent,
    ("informedness", "standard", "rates"): lambda c, beta: _no_true(c, beta) or _no_other(c, beta),
    ("f1", "standard", "count"): _absent,
    # with TP = 0 precision or recall is 0/0, or both are 0 and so is their sum
    ("f1", "standard", "harmonic"): lambda c, beta: c.tp == 0,
    ("fbeta", "standard", "count"): lambda c, beta: c.tp == c.fp == 0 and (beta == 0 or c.fn == 0),
    ("fbeta", "standard", "harmonic"): lambda c, beta: c.tp == 0,
    ("fbeta", "convex", "count"): lambda c, beta: c.tp == 0 and (beta == 0 or c.fp == 0) and (beta == 1 or c.fn == 0),
    ("fbeta", "convex", "harmonic"): lambda c, beta: c.tp == 0,
}

Rows = Sequence[Sequence[Any]]


def _no_samples(m: Rows) -> bool:
    return total(m) == 0  # type: ignore[arg-type]


def _a_class_without_truth(m: Rows) -> bool:
    return any(not sum(row) for row in m)


def _a_class_without_rest(m: Rows) -> bool:
    return sum(1 for row in m if sum(row)) < 2


def _one_true_or_one_predicted(m: Rows) -> bool:
    return _a_class_without_rest(m) or _a_class_without_rest([list(column) for column in zip(*m, strict=True)])


def _all_in_one_cell(m: Rows) -> bool:
    diagonal = [m[i][i] for i in range(len(m))]
    return total(m) == max(diagonal)  # type: ignore[arg-type]


MATRIX: dict[tuple[str, str, str], Callable[[Rows], bool]] = {
    ("accuracy", "standard", "standard"): _no_samples,
    ("error_rate", "standard", "standard"): _no_samples,
    ("average_accuracy", "standard", "standard"): _no_samples,
    ("balanced_accuracy", "standard", "standard"): _a_class_without_truth,
    ("balanced_accuracy", "recall-specificity", "standard"): lambda m: (
        _a_class_without_truth(m) or _a_class_without_rest(m)
    ),
    ("balanced_accuracy", "weighted-text", "standard"): _a_class_without_truth,
    ("balanced_accuracy", "weighted-formula", "standard"): _a_class_without_truth,
    ("kappa", "standard", "standard"): _all_in_one_cell,
    ("mcc", "standard", "standard"): _one_true_or_one_predicted,
    ("mcc", "standard", "binary"): _one_true_or_one_predicted,
}


def is_undefined(
    key: tuple[str, str, str], rows: Rows, *, label: int | None = None, beta: Fraction = Fraction(1)
) -> bool:
    """Whether the metric has no value, of a class (by position) or of the whole matrix."""
    exact = [[Fraction(x) for x in row] for row in rows]
    if label is None:
        return MATRIX[key](exact)
    c = four(exact, label)
    return CLASS[key](c, beta) if key in CLASS else MATRIX[key]([[c.tp, c.fn], [c.fp, c.tn]])
