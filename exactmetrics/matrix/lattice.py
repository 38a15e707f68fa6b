"""The whole, non-negative solutions of linear equations that leave one unknown open.

Every other unknown is then right − slope · x. That it is whole is a congruence in x, that it is not negative bounds x;
so the solutions are those of an arithmetic progression, found without trying one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import ceil, floor, gcd, lcm


def whole_points(lines: Iterable[tuple[Fraction, Fraction]], highest: int) -> range:
    """Return the x from 0 to `highest` at which every right − slope · x is whole and not negative.

    Args:
        lines: pairs of right and slope.
        highest: the largest x.

    >>> list(whole_points([(Fraction(3), Fraction(1, 2))], 10)), list(whole_points([(Fraction(1, 2), Fraction(1))], 10))
    ([0, 2, 4, 6], [])
    """
    low, high, start, step = 0, highest, 0, 1
    for right, slope in lines:
        if slope > 0:
            high = min(high, floor(right / slope))
        elif slope < 0:
            low = max(low, ceil(right / slope))
        elif right < 0:
            return range(0)
        # Of x = start + step · t the next line keeps the t with factor · t ≡ rest (mod whole).
        whole = lcm(right.denominator, slope.denominator)
        factor, rest = int(slope * step * whole), int((right - slope * start) * whole)
        common = gcd(factor, whole)
        if rest % common:
            return range(0)
        period = whole // common
        start += step * (rest // common * pow(factor // common, -1, period) % period)
        step *= period
    return range(low + (start - low) % step, high + 1, step)
