"""Where a polynomial changes its sign, and whole numbers between ends: against trying every number."""

from __future__ import annotations

import random
from itertools import product

from exactmetrics.feasibility.backtracking import outward
from exactmetrics.feasibility.budget import Budget
from exactmetrics.feasibility.linear import whole_point
from exactmetrics.feasibility.plane import sign_changes


def sign(poly: list[int], y: int) -> int:
    found = sum(c * y**power for power, c in enumerate(poly))
    return (found > 0) - (found < 0)


def test_every_change_of_sign_is_found() -> None:
    """Products of factors with roots at whole numbers, and such products moved a little: roots touched and missed."""
    rng, seen = random.Random(1), 0
    for _ in range(400):
        poly = [rng.choice((-2, 1, 3))]
        for _ in range(rng.randint(0, 4)):
            root = rng.randint(-8, 8)
            poly = [low - root * same for low, same in zip([0, *poly], [*poly, 0], strict=True)]
        poly[0] += rng.choice((0, 0, -1, 1, 5))
        expected = [y for y in range(-9, 11) if sign(poly, y) != sign(poly, y - 1)]
        assert sign_changes(poly, -10, 10) == expected, poly
        seen += len(expected)
    assert seen > 400


def test_whole_numbers_that_meet_inequalities_are_found_where_there_are_any() -> None:
    rng, verdicts = random.Random(2), set()
    for _ in range(300):
        most = [rng.randint(0, 4) for _ in range(rng.choice((2, 4)))]
        rows = [(tuple(rng.randint(-4, 4) for _ in most), rng.randint(-6, 6)) for _ in range(rng.randint(1, 5))]

        def meets(point: tuple[int, ...], rows: list[tuple[tuple[int, ...], int]] = rows) -> bool:
            return all(sum(a * x for a, x in zip(factors, point, strict=True)) <= bound for factors, bound in rows)

        found = whole_point(rows, most, Budget(10**6))
        expected = any(map(meets, product(*(range(top + 1) for top in most))))
        assert (found is not None) == expected, (rows, most)
        if found is not None:
            assert meets(tuple(found))
            assert all(0 <= x <= top for x, top in zip(found, most, strict=True))
        verdicts.add(expected)
    assert len(verdicts) == 2


def test_outward() -> None:
    for start in range(-2, 8):
        found = list(outward(1, 5, start))
        near = min(max(start, 1), 5)
        assert found == sorted(range(1, 6), key=lambda x: (abs(x - near), x))
    assert list(outward(3, 2, 0)) == []
