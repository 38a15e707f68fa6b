"""Whole points of lines against a walk over all of them."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import example, given
from hypothesis import strategies as st

from exactmetrics.matrix.linear import whole_points

LINES = st.lists(
    st.tuples(st.fractions(-9, 9, max_denominator=6), st.fractions(-3, 3, max_denominator=6)), min_size=1, max_size=3
)


@given(LINES, st.integers(0, 60))
@example([(Fraction(9), Fraction(1, 2)), (Fraction(9, 2), Fraction(1, 4))], 60)  # the step has a factor of the slope
@example([(Fraction(30), Fraction(1, 2)), (Fraction(27, 5), Fraction(1, 10))], 60)
def test_whole_points_are_those_of_a_walk(lines: list[tuple[Fraction, Fraction]], highest: int) -> None:
    values = [[right - slope * x for right, slope in lines] for x in range(highest + 1)]
    walked = [x for x, row in enumerate(values) if all(v >= 0 and v.denominator == 1 for v in row)]
    assert list(whole_points(lines, highest)) == walked
