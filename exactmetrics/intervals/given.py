"""What is given: counts of samples, and numbers from 0 to 1."""

from __future__ import annotations

from fractions import Fraction

from exactmetrics.exact.digits import exact_number
from exactmetrics.exact.errors import UsageError
from exactmetrics.matrix.exact_count import LARGEST_COUNT, MOST_DIGITS


def check_counts(k: object, n: object) -> None:
    """Refuse what is not k of n samples."""
    for name, count in (("k", k), ("n", n)):
        if not isinstance(count, int) or isinstance(count, bool) or count < 0:
            raise UsageError(f"{name} must be a whole number of samples, not {str(count)[:40]!r}")
    assert isinstance(k, int)
    assert isinstance(n, int)
    if not n:
        raise UsageError("a proportion of no samples has no interval and no test: n must be at least 1")
    if n > LARGEST_COUNT:
        raise UsageError(f"n is beyond what is read exactly: it has more than {MOST_DIGITS} digits")
    if k > n:
        raise UsageError(f"k counts some of the n samples, and {k} is more than {n}: give the proportion as k, n")


def as_share(name: str, given: object) -> Fraction:
    """A number from 0 to 1."""
    share = exact_number(given)
    if share is None or not 0 <= share <= 1:
        percent = f"; {given}% is {share / 100}" if share is not None and 1 < share < 100 else ""
        raise UsageError(f"{name} must be a number between 0 and 1, not {str(given)[:40]!r}{percent}")
    return share
