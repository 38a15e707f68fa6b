"""Distances in units in the last place, against numpy's neighbours of a number."""

from __future__ import annotations

import math
import struct
from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from exactmetrics.conformance.judge import distance, rounded
from exactmetrics.exact.values import root
from tests.cases import each

DOUBLES = st.floats(allow_nan=False, allow_infinity=False).filter(lambda x: x != 0 and abs(x) < 1e308)
SINGLES = st.floats(width=32, allow_nan=False, allow_infinity=False).filter(lambda x: x != 0 and abs(x) < 3e38)


@given(DOUBLES, st.integers(0, 40))
def test_steps_of_doubles_are_counted(number: float, steps: int) -> None:
    other = number
    for _ in range(steps):
        other = math.nextafter(other, math.inf)
    assert distance(other, number) == steps


@given(SINGLES, st.integers(0, 40))
def test_steps_of_singles_are_counted(number: float, steps: int) -> None:
    other: Any = np.float32(number)
    for _ in range(steps):
        other = np.nextafter(other, np.float32(np.inf))
    assert distance(float(other), number, "float32") == steps


def test_zero_is_measured_on_the_grid_at_one() -> None:
    assert distance(0.0, 0.0) == distance(-0.0, 0.0) == 0
    assert distance(2.0**-52, 0.0) == distance(-(2.0**-52), 0.0) == distance(5e-324, 0.0) == 1
    assert distance(2.0**-22, 0.0, "float32") == 2


def test_across_zero_both_sides_count() -> None:
    assert distance(5e-324, -5e-324) == 2


@given(st.fractions(-(10**6), 10**6))
def test_single_precision_is_rounded_once(value: Fraction) -> None:
    """The neighbours of the answer in numpy are no nearer to the value."""
    found = np.float32(rounded(value, "float32"))
    assert float(found) == rounded(value, "float32")
    for side in (-np.inf, np.inf):
        neighbour = float(np.nextafter(found, np.float32(side)))
        assert abs(Fraction(float(found)) - value) <= abs(Fraction(neighbour) - value)


def test_rounding_to_double_first_would_be_wrong() -> None:
    """Just above a tie between 1 and the next single: by way of a double it would fall back to 1 (IEEE 754, 4.3.1)."""
    value = 1 + Fraction(1, 2**24) + Fraction(1, 2**60)
    assert rounded(value, "float32") == 1 + 2**-23
    (twice,) = struct.unpack(">f", struct.pack(">f", float(value)))
    assert twice == 1.0


@each(("value", "double"), [(root(Fraction(1, 2)), math.sqrt(0.5)), (Fraction(1, 10), 0.1)])
def test_doubles_are_those_of_the_machine(value: Any, double: float) -> None:
    assert rounded(value) == double
