"""Values half way between two floating-point numbers, nearly half way, subnormal ones, and decimals that are ties."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from exactmetrics.vectors.catalogue.entry import Entry, matrix

HALF_DOUBLE, HALF_SINGLE = 2**53, 2**24
TINY = Fraction(1, 10**200)


def rounding() -> Iterator[Entry]:
    """Matrices whose precision, recall or accuracy is hard to round.

    >>> [entry.input.name for entry in rounding()][:2]
    ['halfway-double-to-even', 'halfway-double-up']
    """
    yield from _halfway("double", HALF_DOUBLE)
    yield from _halfway("single", HALF_SINGLE)
    yield from _nearly_halfway()
    yield from _tiny()
    yield matrix("decimal-tie", "1/8 and 5/8: ties at two decimal places", [[5, 3], [35, 0]], flags=("DecimalTie",))
    yield matrix(
        "decimal-tie-four", "ties at three and four decimal places", [[1, 7], [15, 1977]], flags=("DecimalTie",)
    )
    yield matrix("decimal-tie-half", "halves and quarters", [[1, 1], [3, 1]], flags=("DecimalTie",))


def _halfway(format: str, half: int) -> Iterator[Entry]:
    """(half + odd) / (2 half) lies half way between two numbers of a format with as many digits as `half` has zeros."""
    whole = 2 * half
    up, even = half + 3, half + 1
    yield matrix(
        f"halfway-{format}-to-even", f"precision and recall half way between two numbers of {format} precision",
        [[even, whole - even], [whole - even, even]], reach="core",
    )  # fmt: skip
    yield matrix(
        f"halfway-{format}-up", f"half way between two numbers of {format} precision, the even one above",
        [[up, whole - up], [whole - up, up]],
    )  # fmt: skip
    yield matrix(
        f"halfway-{format}-precision", f"precision half way between two numbers of {format} precision",
        [[even, 5], [whole - even, 7]],
    )  # fmt: skip
    yield matrix(
        f"halfway-{format}-recall", f"recall half way between two numbers of {format} precision",
        [[up, whole - up], [5, 7]],
    )  # fmt: skip


def _nearly_halfway() -> Iterator[Entry]:
    for name, off in (("below", -1), ("above", 1)):
        whole = 2 * HALF_DOUBLE * 10**6
        top = (HALF_DOUBLE + 1) * 10**6 + off
        yield matrix(
            f"nearly-halfway-{name}", f"hardly {name} the middle of two doubles", [[top, whole - top], [whole - top, 9]]
        )
    whole, top = 2**60, 2**59 + 2**35 + 1
    yield matrix(
        "double-rounding", "rounding to double and then to single goes the wrong way",
        [[top, whole - top], [whole - top - 1, 4]], reach="core",
    )  # fmt: skip


def _tiny() -> Iterator[Entry]:
    yield matrix(
        "subnormal", "precision of the first class is a subnormal double", [[TINY, 1], [10**120, 5]], reach="core"
    )
    yield matrix("subnormal-recall", "recall of the first class is a subnormal double", [[TINY, 10**120], [1, 5]])
    yield matrix("underflow", "precision of the first class is below every double", [[TINY, 1], [10**130, 5]])
    yield matrix(
        "subnormal-single", "precision of the first class is subnormal in single precision", [[1, 3], [10**40, 10**9]]
    )
