"""Values that differences of nearly equal numbers make: agreement near 0, agreement near 1, tiny error rates."""

from __future__ import annotations

from collections.abc import Iterator

from exactmetrics.vectors.catalogue.entry import Entry, matrix

FLAGS = ("Cancellation",)


def cancellation() -> Iterator[Entry]:
    """Matrices on which kappa, MCC, informedness and the rates of errors lose digits in floating point.

    >>> next(cancellation()).input.rows()
    [[10000, 9999], [10001, 10000]]
    """
    for power in (4, 6, 8, 9):
        m, reach = 10**power, "core" if power == 8 else "wide"
        yield matrix(
            f"near-zero-1e{power}", "agreement hardly above chance: the determinant is 1", [[m, m - 1], [m + 1, m]],
            flags=FLAGS, reach=reach,
        )  # fmt: skip
    yield matrix(
        "near-zero-negative", "agreement hardly below chance", [[10**7 - 1, 10**7], [10**7, 10**7 + 1]], flags=FLAGS
    )
    yield matrix("exactly-zero", "independent of the truth: agreement is 0", [[7, 14], [21, 42]], flags=FLAGS)
    yield matrix(
        "exactly-zero-large", "independent of the truth: agreement is 0",
        [[10**9 + 7, 3 * 10**9 + 21], [5 * 10**9 + 35, 15 * 10**9 + 105]], flags=FLAGS,
    )  # fmt: skip
    yield matrix(
        "exactly-zero-three", "three classes, independent of the truth: agreement is 0",
        [[3, 9, 6], [5, 15, 10], [7, 21, 14]], flags=FLAGS,
    )  # fmt: skip
    for power in (6, 9, 12, 15):
        yield from _near_one(power)


def _near_one(power: int) -> Iterator[Entry]:
    m = 10**power
    reach = "core" if power == 12 else "wide"
    yield matrix(
        f"near-one-1e{power}", "hardly an error: one minus a small number", [[m, 1], [2, m + 1]],
        flags=FLAGS, reach=reach,
    )  # fmt: skip
    yield matrix(
        f"rare-class-1e{power}", "a class of one sample, found once and missed never", [[m - 2, 1], [0, 1]],
        flags=FLAGS, reach=reach,
    )  # fmt: skip
    yield matrix(f"rare-pair-1e{power}", "a class of two samples, one of them found", [[m, 1], [1, 1]], flags=FLAGS)
