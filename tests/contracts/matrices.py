"""Matrices that find faults: asymmetric, with absent and never predicted classes, degenerate, large, with fractions.

Every asymmetric one has FP unlike FN in every class, so that no exchange of rows and columns goes unseen.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from hypothesis import strategies as st

Rows = list[list[Any]]
BIRDS: Rows = [[6, 1, 1], [1, 5, 2], [2, 3, 7]]
FIG_23: Rows = [[4, 0, 1], [10, 65, 16], [1, 1, 9]]  # Fahmy Amin 2023, Fig. 23

ASYMMETRIC: list[Rows] = [
    FIG_23,
    [[3, 2], [5, 7]],
    [[1, 6], [4, 2]],
    [[7, 1, 0, 2], [0, 4, 3, 1], [2, 5, 9, 1], [3, 0, 4, 8]],
    [[9, 1, 2, 0, 2], [3, 8, 0, 1, 2], [0, 2, 7, 4, 1], [1, 1, 0, 6, 6], [0, 0, 3, 2, 5]],
    [[5, 0, 1, 0, 2, 0], [1, 4, 0, 0, 0, 3], [0, 2, 6, 1, 0, 0],
     [2, 0, 0, 3, 1, 1], [0, 0, 4, 0, 7, 0], [1, 0, 0, 5, 0, 2]],
    [[10**18 + 7, 3, 10**17], [1, 10**18 - 1, 10**9], [10**16, 5, 12]],
    [[Fraction(7, 2), Fraction(1, 3), 1], [Fraction(1, 7), 5, Fraction(5, 2)], [2, Fraction(9, 4), 7]],
]  # fmt: skip
DEGENERATE: list[Rows] = [
    [[4]],
    [[0]],
    [[0, 0], [0, 0]],
    [[3, 0], [0, 0]],  # one class, all right
    [[0, 3], [0, 0]],  # one class, all wrong
    [[0, 2], [3, 0]],  # all wrong
    [[2, 1], [0, 0]],  # class b absent
    [[2, 0], [1, 0]],  # class b never predicted
    [[5, 0, 1], [0, 0, 0], [2, 0, 3]],  # b neither true nor predicted
    [[5, 2, 1], [0, 0, 0], [2, 0, 3]],  # b absent, but predicted
    [[5, 0, 1], [2, 0, 1], [2, 0, 3]],  # b never predicted
    [[0, 2, 1], [1, 0, 0], [3, 1, 0]],  # nothing right
    [[2, 2, 2], [2, 2, 2], [2, 2, 2]],  # as good as chance
    [[0, 0, 0, 0], [0, 0, 0, 3], [0, 0, 0, 0], [0, 10**18, 0, 1]],
]
ALL = [BIRDS, *ASYMMETRIC, *DEGENERATE]


def errors_differ(rows: Rows) -> bool:
    """Whether FP and FN differ in every class."""
    return all(sum(rows[i]) != sum(row[i] for row in rows) for i in range(len(rows)))


def perfect(k: int) -> Rows:
    """Every prediction right, supports 2, 3, ..."""
    return [[i + 2 if i == j else 0 for j in range(k)] for i in range(k)]


@st.composite
def matrices(draw: st.DrawFn, k: int | None = None, least: int = 0) -> Rows:
    """A random matrix; rows and columns of zeros, large counts and fractions are common."""
    size = draw(st.integers(1, 5)) if k is None else k
    most = draw(st.sampled_from([1, 3, 40, 10**18]))
    count: st.SearchStrategy[Any] = st.integers(least, most)
    if draw(st.integers(0, 5)) == 5:
        count = st.one_of(count, st.fractions(least, 20, max_denominator=6))
    rows = draw(st.lists(st.lists(count, min_size=size, max_size=size), min_size=size, max_size=size))
    if least:
        return rows
    absent, unpredicted = (draw(st.sets(st.integers(0, size - 1), max_size=1)) for _ in range(2))
    return [[0 if i in absent or j in unpredicted else x for j, x in enumerate(row)] for i, row in enumerate(rows)]


def random_matrix(random: Random, k: int) -> Rows:
    """A plain random matrix for long runs: sparse or dense, small or large."""
    most = random.choice([2, 9, 50, 10**6, 10**18])
    empty = random.choice([0, 0, 0.3, 0.7])
    return [[0 if random.random() < empty else random.randint(0, most) for _ in range(k)] for _ in range(k)]
