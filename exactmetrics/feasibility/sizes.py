"""The sizes that are tried: every n with every choice of supports; without a bound on n what the shares leave."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from exactmetrics.feasibility.budget import Budget
from exactmetrics.feasibility.cone import beyond_the_cone
from exactmetrics.feasibility.plane_score import PlaneScore
from exactmetrics.feasibility.problem import Problem
from exactmetrics.feasibility.shares import prevalences

SMALL = 40  # up to this n all is tried before shares are looked at


def sizes(
    problem: Problem, planes: Sequence[Sequence[PlaneScore]], budget: Budget
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The cases of a problem; for two classes and any n only those that the shares leave, and none if they leave none.

    Args:
        problem: what is known of the data.
        planes: the scores of each set on two classes; none for more classes.
        budget: what may be done.

    >>> list(sizes(Problem(("a", "b"), (1, None), 2, 3), [[]], Budget(9)))
    [(2, (1, 1)), (3, (1, 2))]
    """
    if not (planes and problem.open_end):
        yield from problem.cases()
        return
    shares: list[list[tuple[Fraction, Fraction]]] | None = None
    for n, supports in problem.cases():
        budget.spend()
        if n > SMALL and shares is None:
            shares = []
            for plane in planes:
                shares.append([] if beyond_the_cone(plane) else prevalences(plane, budget))
                if not shares[-1]:
                    return
        share = Fraction(supports[0], n)
        if shares is None or all(any(low <= share <= high for low, high in ranges) for ranges in shares):
            yield n, supports
