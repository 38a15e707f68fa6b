"""Large counts, where whole numbers and their products overflow, and many classes."""

from __future__ import annotations

from collections.abc import Iterator

from exactmetrics.vectors.catalogue.entry import Entry, matrix, sparse

BILLION, MANY = 10**9, 10**18


def sizes() -> Iterator[Entry]:
    """Counts of 10^9, 10^15, 10^18 and 10^100; a hundred and a thousand classes.

    >>> next(sizes()).input.rows()
    [[1000000007, 3], [200000000, 999999937]]
    """
    yield matrix("counts-1e9", "counts of 10^9", [[BILLION + 7, 3], [2 * 10**8, BILLION - 63]], reach="core")
    yield matrix(
        "counts-1e18", "counts of 10^18", [[MANY + 7, 3, 10**17], [1, MANY - 1, BILLION], [10**16, 5, 12]],
        reach="core",
    )  # fmt: skip
    yield matrix("counts-1e9-three", "counts of 10^9", [[BILLION, 17, 5], [3, 2 * BILLION, 11], [7, 13, 3 * BILLION]])
    yield matrix("counts-1e15", "counts of 10^15", [[10**15 + 37, 10**14], [3 * 10**13, 10**15 - 11]])
    yield matrix("counts-1e15-uneven", "one class of 10^15 samples, one of three", [[10**15, 1], [1, 2]])
    yield matrix("counts-1e18-two", "counts of 10^18", [[MANY - 1, 10**17], [3, MANY + 9]])
    yield matrix("counts-1e18-sparse", "counts of 10^18 beside zeros", [[0, 0, 0], [0, 0, 3], [MANY, 0, 1]])
    yield matrix("counts-2e31", "counts around 2^31", [[2**31, 2**31 - 1], [2**31 + 1, 2**32]])
    yield matrix("counts-2e53", "counts around 2^53", [[2**53 + 1, 2**53 - 1], [2**53, 2**53 + 3]])
    yield matrix("counts-2e63", "counts around 2^63", [[2**63, 2**63 - 1], [2**63 + 1, 2**64]])
    yield matrix(
        "counts-1e100", "counts of 10^100: the product of four overflows a double",
        [[10**100 + 1, 10**99], [10**98, 3 * 10**100]],
    )  # fmt: skip
    yield many_classes(100, reach="core")
    yield many_classes(1000)


def many_classes(k: int, **more: str) -> Entry:
    """A thin matrix of many classes: some right, some taken for one other class.

    The counts are small, so that the denominators of the averages stay short.

    >>> entry = many_classes(100)
    >>> entry.input.counts().k, len(list(entry.input.cells()))
    (100, 166)
    """
    right = [(i, i, 1 + i % 5) for i in range(k)]
    wrong = [(i, (37 * i + 11) % k, i % 3) for i in range(k)]
    cells = sorted(cell for cell in [*right, *wrong] if cell[2] and cell[0:2] not in _diagonal(wrong))
    return sparse(f"classes-{k}", f"{k} classes, few samples each", k, [*cells], **more)


def _diagonal(wrong: list[tuple[int, int, int]]) -> set[tuple[int, int]]:
    """Cells that the map of errors sends to themselves: they are left out, not counted twice."""
    return {(i, j) for i, j, _ in wrong if i == j}
