"""Where a polynomial in one whole number is positive, zero or negative: ranges, exactly.

A set of whole numbers is a list of ranges (first, last), ascending and apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import comb, isqrt
from typing import TypeAlias

Range: TypeAlias = tuple[int, int]
Ranges: TypeAlias = list[Range]


def value(poly: Sequence[int], y: int) -> int:
    """A polynomial, its coefficients by ascending power, at a point.

    >>> value([1, 0, 2], 3)
    19
    """
    out = 0
    for c in reversed(poly):
        out = out * y + c
    return out


def times(a: Sequence[int], b: Sequence[int]) -> list[int]:
    """The product of two polynomials.

    >>> times([1, 1], [-1, 1])
    [-1, 0, 1]
    """
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
    cuts = [low, *_changes(_step(poly), low, high), high + 1]
    found: Ranges = []
    for start, end in pairwise(cuts):
        if start < end:
            _append(found, _monotone(poly, start, end - 1))
    return found


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
        return [r for r in [(max(low, -((near - b) // (-2 * a))), min(high, (b + near) // (-2 * a)))] if r[0] <= r[1]]
    if spread < 0:
        return [(low, high)]
    far = isqrt(spread) + 1
    below, above = (-far - b) // (2 * a), -((b - far) // (2 * a))
    if below + 1 >= above:
        return [(low, high)]
    return [r for r in [(low, min(high, below)), (max(low, above), high)] if r[0] <= r[1]]


def never_negative(poly: Sequence[int], low: int, high: int) -> bool:
    """Whether it is plain that a polynomial is nowhere negative between two ends, these included; False: not plain.

    >>> never_negative([0, 4, -1], 0, 4), never_negative([-1, 0, 1], -2, 2)
    (True, False)
    """
    concave = len(poly) <= 2 or (len(poly) == 3 and poly[2] < 0)
    return concave and value(poly, low) >= 0 and value(poly, high) >= 0


def _step(poly: Sequence[int]) -> list[int]:
    """The difference of a polynomial between the next whole number and this one: where it rises, and where not."""
    found = [0] * (len(poly) - 1)
    for power, c in enumerate(poly):
        for lower in range(power):
            found[lower] += c * comb(power, lower)
    return found


def _changes(step: Sequence[int], low: int, high: int) -> list[int]:
    """Where pieces begin on which a polynomial only rises, or only does not."""
    pieces = positive(step, low, high)
    return sorted({start for a, b in pieces for start in (a, b + 1)} - {low, high + 1})


def _monotone(poly: Sequence[int], low: int, high: int) -> Range | None:
    """Where a polynomial is positive on a range on which it only rises or only falls."""
    at_low, at_high = value(poly, low) > 0, value(poly, high) > 0
    if at_low and at_high:
        return low, high
    if not at_low and not at_high:
        return None
    inside, outside = (low, high) if at_low else (high, low)
    while abs(inside - outside) > 1:
        middle = (inside + outside) // 2
        if value(poly, middle) > 0:
            inside = middle
        else:
            outside = middle
    return (low, inside) if at_low else (inside, high)


def _append(found: Ranges, piece: Range | None) -> None:
    if piece is None:
        return
    if found and found[-1][1] + 1 >= piece[0]:
        found[-1] = found[-1][0], piece[1]
    else:
        found.append(piece)


def meet(a: Ranges, b: Ranges) -> Ranges:
    """What two sets have in common.

    >>> meet([(0, 4), (6, 9)], [(3, 7)])
    [(3, 4), (6, 7)]
    """
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
    """What is in one set or the other.

    >>> join([(0, 2)], [(3, 4), (9, 9)])
    [(0, 4), (9, 9)]
    """
    found: Ranges = []
    for low, high in sorted([*a, *b]):
        if found and low <= found[-1][1] + 1:
            found[-1] = found[-1][0], max(found[-1][1], high)
        else:
            found.append((low, high))
    return found


def without(a: Ranges, low: int, high: int) -> Ranges:
    """What of low to high is not in a set.

    >>> without([(2, 3)], 0, 5)
    [(0, 1), (4, 5)]
    """
    found: Ranges = []
    for first, last in a:
        if low < first:
            found.append((low, min(first - 1, high)))
        low = max(low, last + 1)
    if low <= high:
        found.append((low, high))
    return found


def size(a: Ranges) -> int:
    """How many numbers a set has.

    >>> size([(0, 2), (5, 5)])
    4
    """
    return sum(last - first + 1 for first, last in a)
