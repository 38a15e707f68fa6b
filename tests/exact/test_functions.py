"""Sums of arc sines and of normal quantiles: their digits by mpmath, and whether they are rational."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import gcd
from typing import Any

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactmetrics.exact.constants import PI
from exactmetrics.exact.functions import FunctionSum, arcsin, normal_quantile
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Number, enclosure, root
from tests.cases import size

DIGITS = 80
shares = st.fractions(0, 1, max_denominator=500)
factors = st.fractions(-3, 3, max_denominator=7)


def angle(q: Fraction) -> Number:
    """How many right angles the arc sine of the root of a number from 0 to 1 is."""
    return 2 * arcsin(root(q)) / PI


def in_digits(x: Fraction) -> Any:
    return mpmath.mpf(x.numerator) / x.denominator


def angle_in_digits(q: Fraction) -> Any:
    return 2 / mpmath.pi * mpmath.asin(mpmath.sqrt(in_digits(q)))


def quantile_in_digits(p: Fraction) -> Any:
    return mpmath.sqrt(2) * mpmath.erfinv(2 * in_digits(p) - 1)


def agree(value: Number, digits: Any) -> bool:
    low, high = enclosure(value, 230)
    return bool(in_digits(low) - mpmath.mpf(10) ** -65 <= digits <= in_digits(high) + mpmath.mpf(10) ** -65)


@given(st.lists(st.tuples(shares, factors), min_size=1, max_size=4))
@settings(max_examples=size(50, 500))
def test_sums_of_angles(parts: list[tuple[Fraction, Fraction]]) -> None:
    value = sum((f * angle(q) for q, f in parts), Fraction(0))
    with mpmath.workdps(DIGITS):
        assert agree(value, mpmath.fsum(in_digits(f) * angle_in_digits(q) for q, f in parts))


@given(st.lists(st.tuples(shares.filter(lambda p: p not in (0, 1)), factors), min_size=1, max_size=3))
@settings(max_examples=size(20, 200), deadline=None)
def test_sums_of_quantiles(parts: list[tuple[Fraction, Fraction]]) -> None:
    value = sum((f * normal_quantile(p) for p, f in parts), Fraction(0))
    with mpmath.workdps(DIGITS):
        assert agree(value, mpmath.fsum(in_digits(f) * quantile_in_digits(p) for p, f in parts))


@pytest.mark.parametrize("p", [Fraction(1, 10**20), 1 - Fraction(1, 10**100), Fraction(5, 10**9)])
def test_quantiles_far_out(p: Fraction) -> None:
    with mpmath.workdps(DIGITS + 220):
        assert agree(normal_quantile(p), quantile_in_digits(p))


def test_angles_whose_sum_is_rational_are_found_and_no_others() -> None:
    """A rational sum of two of them is a multiple of 1/3 or 1/2, for the roots of unity in quadratic fields are few."""
    found = 0
    known = sorted({Fraction(a, b) for b in range(2, size(16, 24)) for a in range(1, b) if gcd(a, b) == 1})
    with mpmath.workdps(40):
        digits = {q: angle_in_digits(q) for q in known}
        for q, r in combinations(known, 2):
            if q + r == 1:
                continue
            for f in (1, -1, 2):
                sixths = 6 * (digits[q] + f * digits[r])
                is_rational = bool(abs(sixths - mpmath.nint(sixths)) < mpmath.mpf(10) ** -30)
                value = angle(q) + f * angle(r)
                assert isinstance(value, Fraction) is is_rational, (q, r, f)
                if is_rational:
                    assert value == Fraction(int(mpmath.nint(sixths)), 6)
                    found += 1
    assert found >= 10


def test_what_is_equal_is_found_to_be() -> None:
    assert angle(Fraction(2, 7)) == 1 - angle(Fraction(5, 7))
    assert hash(angle(Fraction(2, 7))) == hash(1 - angle(Fraction(5, 7)))
    assert angle(Fraction(2, 7)) != angle(Fraction(3, 7))
    assert angle(Fraction(2, 7)) < angle(Fraction(3, 7))
    assert normal_quantile(Fraction(1, 6)) == -normal_quantile(Fraction(5, 6))
    assert not normal_quantile(Fraction(1, 2))
    assert angle(Fraction(1, 3)) != normal_quantile(Fraction(2, 3))


def test_they_are_written_and_rounded() -> None:
    value = Fraction(1, 2) - angle(Fraction(1, 3)) * Fraction(2, 5)
    assert str(value) == "1/2 - 4/5*arcsin(sqrt(1/3))/pi"
    assert isinstance(value, FunctionSum)
    assert value.exactness == "transcendental"
    assert decimal(normal_quantile(Fraction(39, 40)), places=15) == "1.959963984540054"  # NIST handbook, 1.3.6.7.1
    assert str(-2 * normal_quantile(Fraction(1, 4)) / 3) == "2/3*z(3/4)"


@pytest.mark.parametrize(
    "work",
    [
        lambda: arcsin(Fraction(3, 2)), lambda: normal_quantile(Fraction(-1, 2)),
        lambda: normal_quantile(root(Fraction(1, 2))), lambda: angle(Fraction(1, 3)) * angle(Fraction(1, 3)),
        lambda: angle(Fraction(1, 3)) * root(Fraction(1, 2)), lambda: angle(Fraction(1, 3)) + root(Fraction(1, 2)),
        lambda: 1 / normal_quantile(Fraction(1, 3)), lambda: normal_quantile(Fraction(1, 3)) / PI,
    ],
)  # fmt: skip
def test_what_has_no_exact_value_is_refused(work: Any) -> None:
    with pytest.raises(TypeError, match="no exact"):
        work()


@pytest.mark.parametrize("p", [Fraction(0), Fraction(1)])
def test_there_is_no_quantile_of_0_and_1(p: Fraction) -> None:
    with pytest.raises(ZeroDivisionError):
        normal_quantile(p)
