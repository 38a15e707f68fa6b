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
    decimal_text,
    hex_text,
    is_halfway,
    is_subnormal,
    nearest,
)  # fmt: skip
from tests.vectors.second_rounding import is_nearest, nearest_to

INF = float("inf")
wide = st.builds(
    lambda n, d, e: Fraction(n, d) * Fraction(2) ** e,
    st.integers(-(2**80), 2**80), st.integers(1, 2**80), st.integers(-1150, 950),
)  # fmt: skip


@given(wide)
def test_the_nearest_double_is_that_of_the_interpreter(x: Fraction) -> None:
    assert nearest(x, DOUBLE) == float(x)


@given(st.builds(lambda n, d, e: Fraction(n, d) * Fraction(2) ** e,
                 st.integers(-(2**40), 2**40), st.integers(1, 2**40), st.integers(-200, 140)))  # fmt: skip
def test_no_neighbour_is_nearer_in_single_precision(x: Fraction) -> None:
    found = nearest(x, SINGLE)
    if abs(found) == INF:
        assert abs(x) >= (2 - Fraction(1, 2**24)) * Fraction(2) ** 127
    else:
        assert nearest_to(found, 32, x)


@given(st.integers(0, 2**31 - 2**23 - 2))
def test_a_half_goes_to_the_even_neighbour(pattern: int) -> None:
    low, high = (struct.unpack("<f", struct.pack("<i", p))[0] for p in (pattern, pattern + 1))
    even = low if pattern % 2 == 0 else high
    middle = (Fraction(low) + Fraction(high)) / 2
    assert is_halfway(middle, SINGLE)
    assert nearest(middle, SINGLE) == even
    assert nearest(middle + Fraction(1, 2**400), SINGLE) == high
    assert nearest(middle - Fraction(1, 2**400), SINGLE) == low


@given(st.integers(0, 2**31 - 2**23 - 1))
def test_texts_read_back_as_the_single(pattern: int) -> None:
    number = struct.unpack("<f", struct.pack("<i", pattern))[0]
    text = decimal_text(number, SINGLE)
    assert struct.unpack("<f", struct.pack("<f", float(text)))[0] == number
    assert float.fromhex(hex_text(number)) == number


@given(st.floats(allow_nan=False))
def test_hexadecimal_texts_read_back(number: float) -> None:
    assert float.fromhex(hex_text(number)) == number
    assert len(hex_text(number)) <= len(number.hex())


def test_shortest_singles_are_those_that_are_known() -> None:
    known = {0x3EAAAAAB: "0.33333334", 0x3DCCCCCD: "0.1", 0x00000001: "1e-45", 0x7F7FFFFF: "3.4028235e+38",
             0x3F800001: "1.0000001", 0x4B800000: "16777216.0"}  # fmt: skip
    for pattern, text in known.items():
        assert decimal_text(struct.unpack("<f", struct.pack("<i", pattern))[0], SINGLE) == text


def test_the_ends_of_the_formats() -> None:
    assert nearest(Fraction(2) ** 1024, DOUBLE) == INF
    assert nearest(-(Fraction(10) ** 39), SINGLE) == -INF
    assert nearest(Fraction(2) ** 1024 - Fraction(2) ** 970, DOUBLE) == INF  # half way to 2^1024, which is even
    assert nearest(Fraction(2) ** 1024 - Fraction(2) ** 970 - 1, DOUBLE) == math.nextafter(INF, 0)
    assert nearest(Fraction(1, 2**1075), DOUBLE) == 0
    assert nearest(Fraction(3, 2**1075), DOUBLE) == 2 * 5e-324
    assert is_subnormal(Fraction(1, 2**1074), DOUBLE)
    assert not is_subnormal(Fraction(1, 2**1022), DOUBLE)
    assert not is_subnormal(Fraction(1, 2**1080), DOUBLE)


def test_once_is_not_twice() -> None:
    x = Fraction(2**59 + 2**35 + 1, 2**60)
    assert nearest(x, SINGLE) == 0.5 + 2**-24
    assert nearest(Fraction(nearest(x, DOUBLE)), SINGLE) == 0.5


def test_roots() -> None:
    random = Random(5)
    for _ in range(200):
        square = Fraction(random.randrange(1, 10**12), random.randrange(1, 10**12))
        value = root(square)
        for format, bits in ((DOUBLE, 64), (SINGLE, 32)):
            found = nearest(value, format)
            low, high = (Fraction(found) * (1 - Fraction(1, 2**22)), Fraction(found) * (1 + Fraction(1, 2**22)))
            assert low * low < square < high * high
            if format is DOUBLE:
                assert found == pytest.approx(math.sqrt(square), rel=1e-15)
            assert is_number(found, bits)


def is_number(number: float, bits: int) -> bool:
    form = "<d" if bits == 64 else "<f"
    return bool(struct.unpack(form, struct.pack(form, number))[0] == number)


def test_the_judge_refuses_a_neighbour() -> None:
    x = Fraction(1, 3)
    assert is_nearest("0.3333333333333333", "0x1.5555555555555p-2", 64, x)
    assert not is_nearest("0.33333333333333337", "0x1.5555555555556p-2", 64, x)
    assert not is_nearest("0.3333333333333333", "0x1.5555555555556p-2", 64, x)
    assert not is_nearest("0.33333334", "0x1.5555555555555p-2", 32, x)
