"""Scores that are ratios of sums of counts, for any number of samples: linear inequalities on shares of any size.

Multiplying all counts by one number changes neither such scores nor the inequalities, so a divisor that is not zero may
be taken to be at least 1. Where the inequalities have no solution even in real numbers, no data of any size has the
scores.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from exactmetrics.feasibility.integer_program import real_point
from exactmetrics.feasibility.nearby import Row
from exactmetrics.feasibility.plane_score import All, Atom, Part, PlaneScore
from exactmetrics.feasibility.polynomial import Poly

# tp, tn, the support and n as sums of TP, FN, FP and TN
SUMS = ((1, 0, 0, 0), (0, 0, 0, 1), (1, 1, 0, 0), (1, 1, 1, 1))


def beyond_the_cone(scores: Sequence[PlaneScore]) -> bool:
    """Whether the linear ones among some scores exclude each other for every number of samples.

    >>> from exactmetrics.feasibility.given import Reader
    >>> from exactmetrics.feasibility.plane_score import plane_score
    >>> read = Reader(("a", "b"), positive="a").read({"precision": "0.5", "recall": "0.5", "f1": "0.9"})
    >>> beyond_the_cone([plane_score(score, ("a", "b")) for score in read])
    True
    """
    rows: list[Row] = []
    for score in scores:
        if score.plain and score.part is not None:
            rows += _rows(score.part)
    return bool(rows) and real_point(rows, 4)[0] is None


def _rows(part: Part) -> Iterator[Row]:
    """The linear inequalities of a part; what is not linear is left out."""
    if isinstance(part, All):
        for inner in part.parts:
            yield from _rows(inner)
        return
    factors = [_factors(factor) for factor in part.den] if isinstance(part, Atom) else [None]
    over = _factors(part.over) if isinstance(part, Atom) else None
    if over is None or len(factors) != 1 or factors[0] is None:
        return
    low, high = min(factors[0]), max(factors[0])
    if low < 0 < high:
        return
    sign = 1 if low >= 0 else -1
    yield tuple(-sign * x for x in over), 0
    yield tuple(-sign * x for x in factors[0]), -1


def _factors(poly: Poly) -> tuple[int, ...] | None:
    """The factors of TP, FN, FP and TN in a linear polynomial; None where it is none."""
    found = [0] * 4
    for powers, c in poly.terms.items():
        if sum(powers) != 1:
            return None
        found = [x + int(c) * y for x, y in zip(found, SUMS[powers.index(1)], strict=True)]
    return tuple(found)
