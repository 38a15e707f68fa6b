"""Where a polynomial in one whole number is positive: ranges (first, last), ascending and apart, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import comb, isqrt
from typing import TypeAlias

Ranges: TypeAlias = list[tuple[int, int]]


def value(poly: Sequence[int], y: int) -> int:
    """A polynomial, its coefficients by ascending power, at a point."""
    out = 0
    for c in reversed(poly):
        out = out * y + c
    return out


def product(a: Sequence[int], b: Sequence[int]) -> list[int]:
    found = [0] * (len(a) + len(b) - 1 if a and b else 0)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            found[i + j] += x * y
    return found


def positive(poly: Sequence[int], low: int, high: int) -> Ranges:
    """The whole numbers from low to high at which the polynomial is greater than 0.

    >>> positive([-4, 0, 1], -5, 5), positive([7, -2], 0, 9)
    ([(-5, -3), (3, 5)], [(0, 3)])
    """
    if low > high:
        return []
    if len(poly) <= 1:
        return [(low, high)] if poly and poly[0] > 0 else []
    if len(poly) == 2:
        return _line(poly[0], poly[1], low, high)
    if len(poly) == 3:
        return _parabola(poly[0], poly[1], poly[2], low, high)
    # Between the places where its steps change sign a polynomial only rises or only falls.
    steps = [
        sum(c * comb(power, lower) for power, c in enumerate(poly) if power > lower) for lower in range(len(poly) - 1)
    ]
    cuts = {start for a, b in positive(steps, low, high) for start in (a, b + 1)} | {low, high + 1}
    found: Ranges = []
    for start, after in pairwise(sorted(cuts)):
        found = join(found, _monotone(poly, start, after - 1))
    return found


def never_negative(poly: Sequence[int], low: int, high: int) -> bool:
    """Whether it is plain that a polynomial is nowhere negative between two ends, these included; False: not plain."""
    concave = len(poly) <= 2 or (len(poly) == 3 and poly[2] < 0)
    return concave and value(poly, low) >= 0 and value(poly, high) >= 0


def _line(c: int, slope: int, low: int, high: int) -> Ranges:
    if slope > 0:
        low = max(low, -c // slope + 1)
    elif slope < 0:
        high = min(high, (c - 1) // -slope)
    return [(low, high)] if low <= high else []


def _parabola(c: int, b: int, a: int, low: int, high: int) -> Ranges:
    """Where a·y² + b·y + c > 0: (2ay + b)² lies above b² − 4ac for a > 0, below it for a < 0."""
    spread = b * b - 4 * a * c
    if a < 0:
        if spread <= 0:
            return []
        near = isqrt(spread - 1)
        return meet([(low, high)], [(-((near - b) // (-2 * a)), (b + near) // (-2 * a))])
    far = isqrt(spread) + 1 if spread >= 0 else 0
    below, above = (-far - b) // (2 * a), -((b - far) // (2 * a))
    if spread < 0 or below + 1 >= above:
        return [(low, high)]
    return meet([(low, high)], [(min(low, below), below), (above, max(high, above))])


def _monotone(poly: Sequence[int], low: int, high: int) -> Ranges:
    """Where a polynomial is positive on a range on which it only rises or only falls."""
    at_low, at_high = value(poly, low) > 0, value(poly, high) > 0
    if at_low == at_high:
        return [(low, high)] if at_low else []
    inside, outside = (low, high) if at_low else (high, low)
    while abs(inside - outside) > 1:
        middle = (inside + outside) // 2
        if value(poly, middle) > 0:
            inside = middle
        else:
            outside = middle
    return [(low, inside) if at_low else (inside, high)]


def meet(a: Ranges, b: Ranges) -> Ranges:
    """What two sets have in common."""
    found: Ranges = []
    i = j = 0
    while i < len(a) and j < len(b):
        low, high = max(a[i][0], b[j][0]), min(a[i][1], b[j][1])
        if low <= high:
            found.append((low, high))
        if a[i][1] < b[j][1]:
            i += 1
        else:
            j += 1
    return found


def join(a: Ranges, b: Ranges) -> Ranges:
    """What is in one set or the other."""
    if not a or not b:
        return a or b
    found: Ranges = []
    for low, high in sorted([*a, *b]):
        if found and low <= found[-1][1] + 1:
            found[-1] = found[-1][0], max(found[-1][1], high)
        else:
            found.append((low, high))
    return found


def without(a: Ranges, low: int, high: int) -> Ranges:
    """What of low to high is not in a set."""
    found: Ranges = []
    for first, last in a:
        if low < first:
            found.append((low, min(first - 1, high)))
        low = max(low, last + 1)
    if low <= high:
        found.append((low, high))
    return found
