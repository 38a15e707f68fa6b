"""A quick look for whole numbers near a real solution, before any branching.

The counts fall into two halves, the tp and the tn of all parts; most conditions concern one half. Near the real point
every half is tried with small steps, its finest count solved for, and the halves are matched on the other conditions.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice, product
from typing import TypeAlias

from exactmetrics.feasibility.polygon import Polygon

Row: TypeAlias = tuple[tuple[int, ...], int]  # the factors, and what their sum must not exceed
Choice: TypeAlias = tuple[list[int], tuple[int, ...]]  # what it adds to the rows on both halves, and its values
SINGLY = 500  # choices of the tp of two parts that are each tried
TRIES = 4_000  # choices of one half
KEPT = (40, 600)  # choices of one half that are matched, at first and then


def near_solution(rows: Sequence[Row], most: Sequence[int], point: Sequence[int]) -> tuple[list[int] | None, bool]:
    """Whole numbers that meet every row, looked for near a point; and whether the answer is certain.

    >>> near_solution([((1, 1), 3), ((-1, -1), -3)], [5, 5], [1, 1])
    ([0, 3], True)
    """
    if not most:
        return None, False
    if len(most) == 4 and (plane := Polygon(_of_half(rows, 0, (0, 0)), most[0], most[2])).count() <= SINGLY:
        return _two_parts(rows, most, plane), True
    rows = [*rows, *_derived(rows)]
    both = [(factors, bound) for factors, bound in rows if any(factors[::2]) and any(factors[1::2])]
    halves: list[Iterator[Choice]] = []
    for start in (0, 1):
        own = [(factors[start::2], bound) for factors, bound in rows if not any(factors[1 - start :: 2])]
        mixed = [factors[start::2] for factors, _ in both]
        halves.append(_choices(own, mixed, most[start::2], point[start::2]))
    found: tuple[list[Choice], list[Choice]] = ([], [])
    for kept in KEPT:
        for choices, have in zip(halves, found, strict=True):
            have += islice(choices, kept)
        match = _match(*found, both)
        if match is not None:
            return match, True
    return None, False


def _of_half(rows: Sequence[Row], start: int, other: tuple[int, int]) -> list[tuple[int, int, int]]:
    """The rows as conditions on one half of four numbers, the other being given; of the first those on it alone."""
    mine, theirs = (start, start + 2), (1 - start, 3 - start)
    return [
        (-factors[mine[0]], -factors[mine[1]], bound - sum(factors[j] * x for j, x in zip(theirs, other, strict=True)))
        for factors, bound in rows
        if start or not any(factors[j] for j in theirs)
    ]


def _two_parts(rows: Sequence[Row], most: Sequence[int], plane: Polygon) -> list[int] | None:
    """Of two parts every choice of the tp: what is left for the tn is a polygon."""
    for x, low, high in plane.rows():
        for y in range(low, high + 1):
            rest = next(Polygon(_of_half(rows, 1, (x, y)), most[1], most[3]).rows(), None)
            if rest is not None:
                return [x, rest[0], y, rest[1]]
    return None


def _choices(
    own: Sequence[Row], mixed: Sequence[Sequence[int]], most: Sequence[int], point: Sequence[int]
) -> Iterator[Choice]:
    """Values of a half near the point that meet the rows on it alone; the one with the finest steps is solved for."""
    last = max(range(len(most)), key=lambda i: most[i])
    for step in _steps(len(most) - 1):
        values = list(point)
        for i, move in zip((i for i in range(len(most)) if i != last), step, strict=True):
            values[i] += move
        if not all(0 <= values[i] <= top for i, top in enumerate(most) if i != last):
            continue
        values[last] = 0
        low, high = 0, most[last]
        if not any(factors[last] for factors, _ in own):
            low, high = max(0, point[last] - 3), min(high, point[last] + 3)
        for factors, bound in own:
            rest, factor = bound - sum(x * v for x, v in zip(factors, values, strict=True)), factors[last]
            if factor > 0:
                high = min(high, rest // factor)
            elif factor < 0:
                low = max(low, -(rest // -factor))
            elif rest < 0:
                high = -1
        for value in range(low, min(high, low + 6) + 1):
            values[last] = value
            yield [sum(x * v for x, v in zip(factors, values, strict=True)) for factors in mixed], tuple(values)


def _steps(size: int) -> Iterator[tuple[int, ...]]:
    """Steps away from a point, the small ones first."""
    reach = tried = 0
    while tried <= TRIES and (size or not reach):
        for step in product(range(-reach, reach + 1), repeat=size):
            tried += 1
            if max(map(abs, step), default=0) == reach:
                yield step
        reach += 1


def _derived(rows: Sequence[Row]) -> Iterator[Row]:
    """Sums of two rows in which one half cancels: a mean of two, less one of the two."""
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
                    yield tuple(a * x + b * y for x, y in zip(factors, own, strict=True)), a * bound + b * other


def _match(left: Sequence[Choice], right: Sequence[Choice], both: Sequence[Row]) -> list[int] | None:
    """A choice of each half that together meet the rows on both; the first of these may be two ends of one sum."""
    paired = len(both) > 1 and both[1][0] == tuple(-x for x in both[0][0])
    ordered = sorted(right)
    keys = [sums[0] for sums, _ in ordered] if both else []
    for sums, values in left:
        stop = bisect_right(keys, both[0][1] - sums[0]) if both else len(ordered)
        start = bisect_left(keys, -both[1][1] - sums[0]) if paired else 0
        for others, more in ordered[start:stop]:
            if all(a + b <= bound for a, b, (_, bound) in zip(sums, others, both, strict=True)):
                return [x for pair in zip(values, more, strict=True) for x in pair]
    return None
