"""Columns calculate as their values do one by one, and sums of many ratios are what a plain sum gives."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from operator import add, mul, sub, truediv
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from exactmetrics.exact.sums import ratio_sum
from exactmetrics.views.column import Column
from tests.cases import each

SIZE = 4
INTS = st.lists(st.integers(-6, 6), min_size=SIZE, max_size=SIZE)
NONZERO = st.lists(st.integers(-6, 6).filter(bool), min_size=SIZE, max_size=SIZE)
HALVES = st.lists(st.integers(-6, 6).map(lambda n: Fraction(n, 2)), min_size=SIZE, max_size=SIZE)
COLUMNS = st.one_of(
    INTS.map(Column), HALVES.map(Column), st.tuples(INTS, NONZERO).map(lambda pair: Column(pair[0], pair[1]))
)
SCALARS = st.integers(-3, 3) | st.integers(-6, 6).map(lambda n: Fraction(n, 2))


def plain(x: Any) -> list[Fraction]:
    return [Fraction(v) for v in x.values()] if isinstance(x, Column) else [Fraction(x)] * SIZE


@each("op", [add, sub, mul, truediv])
@given(left=COLUMNS | SCALARS, right=COLUMNS | SCALARS)
def test_as_one_by_one(op: Callable[[Any, Any], Any], left: Any, right: Any) -> None:
    if not isinstance(left, Column):
        right = right if isinstance(right, Column) else Column([1] * SIZE)
    column = op(left, right)
    for at, (a, b) in enumerate(zip(plain(left), plain(right), strict=True)):
        if op is truediv and not b:
            assert at in column.bad
        else:
            assert at not in column.bad
            assert column[at] == op(a, b)


@given(a=COLUMNS, b=COLUMNS, c=COLUMNS)
def test_what_was_without_a_value_stays_so(a: Column, b: Column, c: Column) -> None:
    bad = {i for i, v in enumerate(b.values()) if not v}
    for made in (a / b + c, c - a / b, (a / b) * c, 1 - a / b):
        assert made.bad == bad
        sure = [i for i in range(SIZE) if i not in bad]
        assert len(made.values()) == SIZE
        assert all(isinstance(made[i], Fraction) for i in sure)


@given(st.lists(st.tuples(st.integers(-50, 50), st.integers(-60, 60).filter(bool)), max_size=120))
def test_ratio_sum(pairs: list[tuple[int, int]]) -> None:
    expected = sum((Fraction(n, d) for n, d in pairs), Fraction(0))
    assert ratio_sum([n for n, _ in pairs], [d for _, d in pairs]) == expected


@given(COLUMNS)
def test_the_sum_of_a_column(column: Column) -> None:
    assert column.sum() == sum(plain(column), Fraction(0))
