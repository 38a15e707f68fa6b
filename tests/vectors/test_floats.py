"""Rounding to double and single precision, against CPython's own division, bit patterns and halves made on purpose."""

from __future__ import annotations

import math
import struct
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactmetrics.exact.values import root
from exactmetrics.vectors.floats import (
    DOUBLE,
    SINGLE,
    Format,
    decimal_text,
    hex_text,
    is_halfway,
    is_subnormal,
    nearest,
)
from tests.cases import each
from tests.vectors.second_rounding import is_nearest, is_number_of, nearest_to

INF = float("inf")


def fractions(bits: int, least: int, greatest: int) -> st.SearchStrategy[Fraction]:
    powers = st.integers(least, greatest).map(lambda e: Fraction(2) ** e)
    return st.builds(
        lambda n, d, power: Fraction(n, d) * power, st.integers(-(2**bits), 2**bits), st.integers(1, 2**bits), powers
    )


@given(fractions(80, -1150, 950), fractions(40, -200, 140))
def test_the_nearest_double_is_that_of_the_interpreter_and_no_neighbour_of_a_single_is_nearer(
    wide: Fraction, x: Fraction
) -> None:
    assert nearest(wide, DOUBLE) == float(wide)
    found = nearest(x, SINGLE)
    if abs(found) == INF:
        assert abs(x) >= (2 - Fraction(1, 2**24)) * Fraction(2) ** 127
    else:
        assert nearest_to(found, 32, x)


@given(st.integers(0, 2**31 - 2**23 - 2), st.floats(allow_nan=False))
def test_halves_go_to_the_even_neighbour_and_texts_read_back(pattern: int, number: float) -> None:
    low, high = (struct.unpack("<f", struct.pack("<i", p))[0] for p in (pattern, pattern + 1))
    middle = (Fraction(low) + Fraction(high)) / 2
    assert is_halfway(middle, SINGLE)
    assert nearest(middle, SINGLE) == (low if pattern % 2 == 0 else high)
    assert nearest(middle + Fraction(1, 2**400), SINGLE) == high
    assert nearest(middle - Fraction(1, 2**400), SINGLE) == low
    assert struct.unpack("<f", struct.pack("<f", float(decimal_text(low, SINGLE))))[0] == low
    assert float.fromhex(hex_text(low)) == low
    assert float.fromhex(hex_text(number)) == number
    assert len(hex_text(number)) <= len(number.hex())


def test_shortest_texts_are_those_that_are_known() -> None:
    known = {0x3EAAAAAB: "0.33333334", 0x3DCCCCCD: "0.1", 0x00000001: "1e-45", 0x7F7FFFFF: "3.4028235e+38",
             0x3F800001: "1.0000001", 0x4B800000: "16777216.0"}  # fmt: skip
    for pattern, text in known.items():
        assert decimal_text(struct.unpack("<f", struct.pack("<i", pattern))[0], SINGLE) == text
    assert [hex_text(x) for x in (0.5, 0.1, 0.0)] == ["0x1p-1", "0x1.999999999999ap-4", "0x0p+0"]


@each(("x", "format", "right"), [
    (Fraction(2) ** 1024, DOUBLE, INF),
    (-(Fraction(10) ** 39), SINGLE, -INF),
    (Fraction(2) ** 1024 - Fraction(2) ** 970, DOUBLE, INF),  # half way to 2^1024, which is even
    (Fraction(2) ** 1024 - Fraction(2) ** 970 - 1, DOUBLE, math.nextafter(INF, 0)),
    (Fraction(1, 2**1075), DOUBLE, 0),
    (Fraction(3, 2**1075), DOUBLE, 2 * 5e-324),
    (Fraction(2**59 + 2**35 + 1, 2**60), SINGLE, 0.5 + 2**-24),  # and rounded twice, 0.5
])  # fmt: skip
def test_the_ends_of_the_formats(x: Fraction, format: Format, right: float) -> None:
    assert nearest(x, format) == right


def test_subnormal_numbers() -> None:
    assert [is_subnormal(Fraction(1, 2**n), DOUBLE) for n in (1074, 1022, 1080)] == [True, False, False]


def test_roots() -> None:
    random = Random(5)
    for _ in range(200):
        square = Fraction(random.randrange(1, 10**12), random.randrange(1, 10**12))
        value = root(square)
        assert nearest(value, DOUBLE) == pytest.approx(math.sqrt(square), rel=1e-15)
        for format, bits in ((DOUBLE, 64), (SINGLE, 32)):
            found = nearest(value, format)
            low, high = (Fraction(found) * (1 + sign * Fraction(1, 2**22)) for sign in (-1, 1))
            assert low * low < square < high * high
            assert is_number_of(found, bits)


@each(("decimal", "hexadecimal", "bits", "right"), [
    ("0.3333333333333333", "0x1.5555555555555p-2", 64, True),
    ("0.33333333333333337", "0x1.5555555555556p-2", 64, False),
    ("0.3333333333333333", "0x1.5555555555556p-2", 64, False),
    ("0.33333334", "0x1.5555555555555p-2", 32, False),
])  # fmt: skip
def test_the_judge_refuses_a_neighbour(decimal: str, hexadecimal: str, bits: int, right: bool) -> None:
    assert is_nearest(decimal, hexadecimal, bits, Fraction(1, 3)) is right
