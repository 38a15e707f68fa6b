"""Agreement by pairs of samples, as clusterings are compared: two samples are of one class or not, in truth and by the
predictions. Which class it is called does not matter, so predicted classes may have any names.

Reference: Rand 1971; Fowlkes and Mallows 1983; Hubert and Arabie 1985.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics.metrics.cells import ratio
from exactmetrics.metrics.metric import metric
from exactmetrics.metrics.quantity import MatrixView, Quantity, root


def _all(m: MatrixView) -> Quantity:
    return m.let("q", m.n * (m.n - 1) / 2)


def _actual(m: MatrixView) -> Quantity:
    return m.let("q_a", (m.sum(lambda c: c.support**2) - m.n) / 2)


def _predicted(m: MatrixView) -> Quantity:
    return m.let("q_p", (m.sum(lambda c: c.predicted**2) - m.n) / 2)


def _joint(m: MatrixView) -> Quantity:
    return m.let("q_j", (m.cells(lambda x: x.count**2) - m.n) / 2)


def _rand(rows: Any, row_sums: Any, column_sums: Any, n: Any) -> Any:
    """Rand 1971, with the squares of the counts: what differs in one of the two, over all pairs."""
    squares = sum(r * r for r in row_sums) + sum(c * c for c in column_sums)
    return 1 - ratio(squares - 2 * sum(x * x for row in rows for x in row), n * (n - 1))


@metric(
    "rand_index",
    scope="matrix",
    symbol=r"\mathrm{RI}_{<i>}",
    rows=_rand,
    scale_free=False,
    single_samples=True,
    aliases=("rand_score",),
    implemented_by={"sklearn": "rand_score"},
    optimum_if_wrong=True,
)
def rand_index(m: MatrixView) -> Quantity:
    """Reference: Rand 1971, Journal of the American Statistical Association 66.

    >>> cm.value("rand_index")
    Fraction(241, 378)
    """
    pairs = _all(m)
    return (pairs - _actual(m) - _predicted(m) + 2 * _joint(m)) / pairs


def _adjusted(rows: Any, row_sums: Any, column_sums: Any, n: Any) -> Any:
    """Steinley 2004: of the four counts of pairs, together or apart in either partition."""
    a = sum(x * (x - 1) for row in rows for x in row)
    b, c = sum(r * (r - 1) for r in row_sums) - a, sum(c * (c - 1) for c in column_sums) - a
    d = n * (n - 1) - a - b - c
    return ratio(2 * (a * d - b * c), (a + b) * (b + d) + (a + c) * (c + d))


@metric(
    "adjusted_rand_index",
    scope="matrix",
    symbol=r"\mathrm{ARI}_{<i>}",
    range=(Fraction(-1, 2), 1),
    rows=_adjusted,
    scale_free=False,
    single_samples=True,
    aliases=("adjusted_rand_score", "ari"),
    implemented_by={"sklearn": "adjusted_rand_score", "pycm": "ARI"},
    zero_at_random=True,
    wrong=lambda m: 1 - (_actual(m) + _predicted(m) - 2 * _joint(m)) / _all(m),
    optimum_if_wrong=True,
)
def adjusted_rand_index(m: MatrixView) -> Quantity:
    """Reference: Hubert and Arabie 1985, Journal of Classification 2; Warrens 2008, Journal of Classification 25; for
    the lowest value Chacón and Rastrojo 2023, "Minimum adjusted Rand index for two clusterings of a given size".

    >>> cm.value("adjusted_rand_index")
    Fraction(556, 3433)
    """
    pairs, actual, predicted = _all(m), _actual(m), _predicted(m)
    chance = m.let("q_e", actual * predicted / pairs)
    upper = m.let("q_m", (actual + predicted) / 2)
    return (_joint(m) - chance) / (upper - chance)


@metric(
    "pair_fowlkes_mallows",
    scope="matrix",
    symbol=r"\mathrm{FMP}_{<i>}",
    exactness="algebraic",
    rows=lambda rows, row_sums, column_sums, n, sqrt: ratio(
        sum(x * x for row in rows for x in row) - n,
        sqrt((sum(r * r for r in row_sums) - n) * (sum(c * c for c in column_sums) - n)),
    ),
    scale_free=False,
    single_samples=True,
    aliases=("fowlkes_mallows_score", "fowlkes_mallows_of_pairs"),
    implemented_by={"sklearn": "fowlkes_mallows_score"},
    optimum_if_wrong=True,
)
def pair_fowlkes_mallows(m: MatrixView) -> Quantity:
    """Reference: Fowlkes and Mallows 1983, Journal of the American Statistical Association 78.

    >>> cm.value("pair_fowlkes_mallows")
    Root(1, Fraction(289, 1586))
    """
    return _joint(m) / root(_actual(m) * _predicted(m))
