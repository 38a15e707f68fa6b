"""Whole points of a polygon: linear inequalities in two whole numbers, counted without listing them.

A condition (a, b, c) says a·x + b·y + c ≥ 0. The points above each x are a range; over a run of x on which one
condition bounds it from above and one from below, their number is a difference of two sums of floors, which a Euclidean
algorithm gives (Graham, Knuth and Patashnik 1994, section 3.5).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

Condition: TypeAlias = tuple[int, int, int]
FEW = 24  # rows that are counted one by one


def floor_sum(count: int, divisor: int, slope: int, start: int) -> int:
    """The sum of floor((slope·x + start) / divisor) for x from 0 to count − 1."""
    total = 0
    while count > 0:
        total += (slope // divisor) * (count * (count - 1) // 2) + (start // divisor) * count
        slope, start = slope % divisor, start % divisor
        top = slope * count + start
        if top < divisor:
            break
        count, divisor, slope, start = top // divisor, slope, divisor, top % divisor
    return total


class Polygon:
    """The whole points (x, y) with 0 ≤ x ≤ width, 0 ≤ y ≤ height that meet conditions."""

    def __init__(self, conditions: Iterable[Condition], width: int, height: int) -> None:
        self.upper: list[Condition] = [(0, -1, height)]
        self.lower: list[Condition] = [(0, 1, 0)]
        self.start, self.end = 0, width
        for a, b, c in dict.fromkeys(conditions):
            if b:
                (self.lower if b > 0 else self.upper).append((a, b, c))
            else:
                self._narrow(a, c)
        for a, b, c in self.lower:
            for d, e, f in self.upper:
                self._narrow(b * d - e * a, b * f - e * c)

    def _narrow(self, slope: int, start: int) -> None:
        """Keep the x with slope·x + start ≥ 0."""
        if slope > 0:
            self.start = max(self.start, -(start // slope))
        elif slope < 0:
            self.end = min(self.end, start // -slope)
        elif start < 0:
            self.end = -1

    def row(self, x: int) -> tuple[int, int]:
        """The first and last y at an x; the last is smaller where there is none."""
        low = max(-((a * x + c) // b) for a, b, c in self.lower)
        return low, min((a * x + c) // -b for a, b, c in self.upper)

    def rows(self) -> Iterator[tuple[int, int, int]]:
        """Every x with a point, and its first and last y; runs without points are passed over by counting them."""
        waiting = [(self.start, self.end)] if self.start <= self.end else []
        while waiting:
            start, end = waiting.pop()
            if end - start < FEW:
                for x in range(start, end + 1):
                    low, high = self.row(x)
                    if low <= high:
                        yield x, low, high
            elif self.count(start, end):
                middle = (start + end) // 2
                waiting += [(middle + 1, end), (start, middle)]

    def count(self, start: int | None = None, end: int | None = None) -> int:
        """How many points there are, in all or over a run of x."""
        start, end = self.start if start is None else start, self.end if end is None else end
        if end - start < FEW:
            return sum(max(0, high - low + 1) for low, high in map(self.row, range(start, end + 1)))
        total = 0
        cuts = sorted({start, end + 1, *_crossings(self.lower, start, end), *_crossings(self.upper, start, end)})
        for first, after in pairwise(cuts):
            if after - first <= 2:
                total += sum(max(0, high - low + 1) for low, high in map(self.row, range(first, after)))
                continue
            span = after - first
            a, b, c = min(self.upper, key=lambda u: _ends(u, first, after - 1))
            d, e, f = min(self.lower, key=lambda u: _ends(u, first, after - 1))
            # floor of the upper bound; minus the ceiling of the lower is the floor of minus it
            total += floor_sum(span, -b, a, a * first + c) + floor_sum(span, e, d, d * first + f) + span
        return total


def _ends(condition: Condition, first: int, last: int) -> Fraction:
    """How high a bound lies over a run on which no two bounds of its kind cross: its values at both ends, added."""
    a, b, c = condition
    return Fraction(a * (first + last) + 2 * c, abs(b))


def _crossings(bounds: Sequence[Condition], start: int, end: int) -> set[int]:
    """The first whole x after each place where two bounds cross; runs between them know no crossing inside."""
    found: set[int] = set()
    for i, (a, b, c) in enumerate(bounds):
        for d, e, f in bounds[i + 1 :]:
            slope, rest = a * e - d * b, c * e - f * b  # slope·x + rest = 0
            if slope:
                x = -rest // slope + 1
                if start < x <= end:
                    found.add(x)
    return found
