"""A quick look for whole numbers near a real solution, before any branching.

The counts fall into two halves, the tp and the tn of all parts; most conditions concern one half. Near the real point
every half is tried with small steps, its finest count solved for, and the halves are matched on the other conditions.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice, product
from math import prod
from typing import TypeAlias

from exactmetrics.feasibility.polygon import Polygon

Row: TypeAlias = tuple[tuple[int, ...], int]  # the factors, and what their sum must not exceed
Choice: TypeAlias = tuple[list[int], list[int]]  # what it adds to the conditions on both halves, and its values
TRIES = 4_000  # choices of one half
PLANE = 2  # counts of a half that a polygon tells
SINGLY = 500  # choices of one half that are each matched with a polygon
MOST = 20_000  # choices of one half that are kept where all are gone through
KEPT = (40, 600)  # solutions of one half that are matched, at first and then


class Half:
    """Every second count: the choices near a point that meet the conditions on this half alone."""

    def __init__(self, start: int, rows: Sequence[Row], most: Sequence[int], point: Sequence[int]) -> None:
        places = range(start, len(most), 2)
        self.own = [
            ([factors[j] for j in places], bound)
            for factors, bound in rows
            if not any(x for j, x in enumerate(factors) if j % 2 != start)
        ]
        self.mixed = [[factors[j] for j in places] for factors, _ in rows if any(factors[::2]) and any(factors[1::2])]
        self.most = [most[j] for j in places]
        self.point = [point[j] for j in places]
        self.last = max(range(len(self.most)), key=lambda i: self.most[i])  # the largest part has the finest steps

    def all_choices(self) -> list[list[int]] | None:
        """Every choice of the half that meets the conditions on it alone; None where there are too many to list."""
        if len(self.most) == PLANE:
            plane = Polygon([(-a, -b, bound) for (a, b), bound in self.own], *self.most)
            return (
                None
                if plane.count() > MOST
                else [[x, y] for x, low, high in plane.rows() for y in range(low, high + 1)]
            )
        ranges = [range(1) if i == self.last else range(top + 1) for i, top in enumerate(self.most)]
        if prod(map(len, ranges)) > TRIES:
            return None
        found = [values for start in product(*ranges) for values in self._solved(list(start), everything=True)]
        return found if len(found) <= MOST else None

    def choices(self) -> Iterator[list[int]]:
        """Values of the half near the point, in the order of the parts."""
        others = [i for i in range(len(self.most)) if i != self.last]
        for step in _steps(len(others)):
            values = list(self.point)
            for i, move in zip(others, step, strict=True):
                values[i] += move
            if all(0 <= values[i] <= self.most[i] for i in others):
                yield from self._solved(values)

    def _solved(self, values: list[int], *, everything: bool = False) -> Iterator[list[int]]:
        """Fill in the last count wherever the conditions leave room for it, near the point if not everywhere."""
        low, high = max(0, self.point[self.last] - 3), min(self.most[self.last], self.point[self.last] + 3)
        if everything or any(factors[self.last] for factors, _ in self.own):
            low, high = 0, self.most[self.last]
        for factors, bound in self.own:
            rest = bound - sum(x * v for i, (x, v) in enumerate(zip(factors, values, strict=True)) if i != self.last)
            factor = factors[self.last]
            if factor > 0:
                high = min(high, rest // factor)
            elif factor < 0:
                low = max(low, -(rest // -factor))
            elif rest < 0:
                return
        for value in range(low, (high if everything else min(high, low + 6)) + 1):
            values[self.last] = value
            yield list(values)

    def sums(self, values: Sequence[int]) -> list[int]:
        """What a choice adds to every condition on both halves."""
        return [sum(x * v for x, v in zip(factors, values, strict=True)) for factors in self.mixed]


def _steps(size: int) -> Iterator[tuple[int, ...]]:
    """Steps away from a point, the small ones first."""
    reach = tried = 0
    while tried <= TRIES and (size or not reach):
        for step in product(range(-reach, reach + 1), repeat=size):
            tried += 1
            if tried > TRIES:
                return
            if max(map(abs, step), default=0) == reach:
                yield step
        reach += 1


def _with_derived(rows: Sequence[Row]) -> list[Row]:
    """The rows, and sums of two in which one half cancels: a mean of two, less one of the two."""
    found = list(rows)
    for factors, bound in rows:
        for start in (0, 1):
            part = factors[start::2]
            if not any(part) or not any(factors[1 - start :: 2]):
                continue
            for own, other in rows:
                if any(own[1 - start :: 2]):
                    continue
                times = next((Fraction(-x, y) for x, y in zip(part, own[start::2], strict=True) if y), Fraction(0))
                if times > 0 and all(x + times * y == 0 for x, y in zip(part, own[start::2], strict=True)):
                    a, b = times.denominator, times.numerator
                    summed = tuple(a * x + b * y for x, y in zip(factors, own, strict=True))
                    found.append((summed, a * bound + b * other))
    return found


def near_solution(rows: Sequence[Row], most: Sequence[int], point: Sequence[int]) -> tuple[list[int] | None, bool]:
    """Whole numbers that meet every row, looked for near a point; and whether the answer is certain.

    It is where something was found, and where so few choices exist that all were gone through.
    """
    if not most:
        return None, False
    halves = [Half(start, _with_derived(rows), most, point) for start in (0, 1)]
    bounds = [bound for factors, bound in rows if any(factors[::2]) and any(factors[1::2])]
    paired = len(bounds) > 1 and all(half.mixed[1] == [-x for x in half.mixed[0]] for half in halves)
    if len(most) <= 2 * PLANE:
        found_all, certain = _whole_search(halves, bounds, paired)
        if certain:
            return found_all, True
    waiting = [half.choices() for half in halves]
    found: list[list[Choice]] = [[], []]
    for kept in KEPT:
        for half, choices, have in zip(halves, waiting, found, strict=True):
            have += [(half.sums(values), values) for values in islice(choices, kept)]
        match = _match(found[0], found[1], bounds, paired)
        if match is not None:
            return _woven(match), True
    return _whole_search(halves, bounds, paired)


def _whole_search(halves: Sequence[Half], bounds: Sequence[int], paired: bool) -> tuple[list[int] | None, bool]:
    """All choices of one half, and of the other those that go with any of them, if they are not too many."""
    first, second = halves
    left = first.all_choices()
    if left is None:
        return None, False
    sums = [(first.sums(values), values) for values in left]
    if len(second.most) == PLANE and len(left) <= SINGLY:
        return _one_by_one(sums, second, bounds), True
    for i, (factors, bound) in enumerate(zip(second.mixed, bounds, strict=True)):
        second.own.append((factors, bound - min((added[i] for added, _ in sums), default=0)))
    right = second.all_choices()
    if right is None:
        return None, False
    match = _match(sums, [(second.sums(values), values) for values in right], bounds, paired)
    return (None if match is None else _woven(match)), True


def _one_by_one(left: Sequence[Choice], second: Half, bounds: Sequence[int]) -> list[int] | None:
    """For every choice of one half what is left for two counts of the other: a polygon."""
    for sums, values in left:
        rest = [(factors, bound - x) for factors, bound, x in zip(second.mixed, bounds, sums, strict=True)]
        point = next(
            (
                (x, low)
                for x, low, _ in Polygon(
                    [(-a, -b, bound) for (a, b), bound in [*second.own, *rest]], *second.most
                ).rows()
            ),
            None,
        )
        if point is not None:
            return _woven((values, list(point)))
    return None


def _woven(halves: tuple[list[int], list[int]]) -> list[int]:
    """The two halves as one solution."""
    return [x for pair in zip(*halves, strict=True) for x in pair]


def _match(
    left: Sequence[Choice], right: Sequence[Choice], bounds: Sequence[int], paired: bool
) -> tuple[list[int], list[int]] | None:
    """A choice of each half that together meet the conditions on both; `paired`: the first two are two ends of one."""
    ordered = sorted(right)
    keys = [sums[0] for sums, _ in ordered] if bounds else []
    for sums, values in left:
        stop = bisect_right(keys, bounds[0] - sums[0]) if bounds else len(ordered)
        start = bisect_left(keys, -bounds[1] - sums[0]) if paired else 0
        for others, more in ordered[start:stop]:
            if all(a + b <= bound for a, b, bound in zip(sums, others, bounds, strict=True)):
                return values, more
    return None
