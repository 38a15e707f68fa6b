"""Ordinary matrices of two to eight classes: small ones, and drawn ones on which no two formulas agree by accident."""

from __future__ import annotations

from collections.abc import Iterator

from exactmetrics.vectors.catalogue.entry import Entry, matrix

# The squares of 1e20 and 1e154 leave the range once they meet a count: in single precision, and in double precision.
EXTREME_BETA = tuple(
    (("beta", beta),) for beta in ("0", "1", "1/1000000", "1000000", "1e160", "1e154", "1e20", "1e-200")
)
DRAWN = {2: 8, 3: 8, 4: 6, 5: 4, 6: 3, 8: 2}  # how many of each number of classes
LARGE = 10_000_000  # times a count below 100: up to 10^9, within 32 bits


def ordinary() -> Iterator[Entry]:
    """Matrices without anything peculiar; most have FP unlike FN in every class.

    >>> next(ordinary()).input.labels
    ('bird', 'cat', 'dog')
    """
    yield matrix(
        "birds", "three classes", [[6, 1, 1], [1, 5, 2], [2, 3, 7]], ["bird", "cat", "dog"],
        reach="core", more=True, parameters=EXTREME_BETA,
    )  # fmt: skip
    yield matrix("two-classes", "two classes", [[3, 2], [5, 7]], reach="core")
    yield matrix("two-classes-transposed", "the matrix two-classes, transposed", [[3, 5], [2, 7]])
    yield matrix("two-classes-reversed", "the matrix two-classes, its classes in the other order", [[7, 5], [2, 3]])
    yield matrix(
        "four-classes", "four classes", [[7, 1, 0, 2], [0, 4, 3, 1], [2, 5, 9, 1], [3, 0, 4, 8]],
        reach="core", more=True,
    )  # fmt: skip
    yield matrix("two-fifths", "kappa is 2/5, a limit of verbal scales", [[1, 0], [1, 1]], reach="core")
    for k, many in DRAWN.items():
        for seed in range(1, many + 1):
            yield drawn(k, seed)
    for k in (2, 3, 4):
        yield drawn_large(k)


def drawn(k: int, seed: int) -> Entry:
    """A matrix of counts from 0 to 99 drawn by a linear congruential generator, so that it never changes.

    >>> drawn(2, 1).input.rows()
    [[31, 92], [4, 98]]
    """
    rows = _rows(k, seed, 0)
    return matrix(f"drawn-{k}-{seed}", f"{k} classes, counts drawn from 0 to 99", rows)


def drawn_large(k: int) -> Entry:
    """A matrix of counts of 10^8 to 10^9, drawn likewise; with 2^31 and 2^53 far enough away.

    >>> max(max(row) for row in drawn_large(2).input.rows()) < 2**31
    True
    """
    return matrix(f"drawn-large-{k}", f"{k} classes, counts drawn up to 10^9", _rows(k, 77, LARGE))


def _rows(k: int, seed: int, scale: int) -> list[list[int]]:
    """Counts from 0 to 99; with a scale, that many times more and their last digits drawn too."""
    state, found = seed * 1000 + k, []
    for _ in range(k * k):
        state = (1103515245 * state + 12345) % 2**31
        found.append((state >> 16) % 100 + ((state >> 16) % 100 * scale + state % scale if scale else 0))
    return [found[i * k : i * k + k] for i in range(k)]
