"""Numbers with pi: their digits against mpmath, their arithmetic, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import mpmath
import pytest

from exactmetrics import to_sympy
from exactmetrics.exact.constants import PI, WithPi, pi_units
from exactmetrics.exact.logs import log
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import root
from tests.cases import size


def test_pi() -> None:
    with mpmath.workdps(700):
        for bits in (1, 5, 64, 2000):
            low, high = pi_units(bits)
            assert low < mpmath.pi * 2**bits < high <= low + 2


def test_sixty_digits_are_right() -> None:
    random = Random(3)
    with mpmath.workdps(120):
        for _ in range(size(60, 500)):
            a, b, c, d = (random.randint(1, 10**6) for _ in range(4))
            power = random.choice((-2, -1, 1, 2))
            value = root(Fraction(c, d)) * PI if power > 0 else root(Fraction(c, d)) / PI
            want = mpmath.sqrt(mpmath.mpf(c) / d) * mpmath.pi ** (1 if power > 0 else -1)
            if power % 2:
                value, want = value * log(Fraction(a, b)), want * mpmath.log(mpmath.mpf(a) / b)
            value, want = value + Fraction(a, d), want + mpmath.mpf(a) / d
            places = 60
            assert abs(mpmath.mpf(decimal(value, places=places)) - want) <= mpmath.mpf(10) ** -places / 2 * 1.000001
            assert float(value) == float(want)
            assert isinstance(value, Fraction) or str(to_sympy(value).evalf(30))[:20] == mpmath.nstr(want, 40)[:20]


def test_one_number_is_written_in_one_way() -> None:
    third = root(Fraction(3)) / PI
    assert third == 3 / (root(Fraction(3)) * PI) == root(Fraction(12)) / PI / 2
    assert hash(third) == hash(root(Fraction(12)) / PI / 2)
    assert third * log(Fraction(4)) == 2 * (third * log(Fraction(2))) == log(Fraction(2)) * third * 2
    assert third + third == 2 * third
    assert third - third == 0
    assert third * PI == root(Fraction(3))
    assert third / third == 1
    assert third != third + 1
    assert 1 / (1 / PI) == PI
    assert -PI < 3 < PI < Fraction(22, 7)
    assert third < log(Fraction(2)) < PI
    assert abs(-third) == third
    assert PI**-1 == 1 / PI
    assert PI**-2 * PI**2 == 1
    assert (root(Fraction(2)) / PI) ** -2 == PI**2 / 2


def test_what_is_no_such_number_is_refused() -> None:
    for wrong in (
        lambda: PI + log(Fraction(2)), lambda: PI + root(Fraction(2)), lambda: PI + 1 / PI, lambda: (PI + 1) * PI,
        lambda: 1 / (PI + 1), lambda: PI * log(Fraction(2)) * log(Fraction(3)), lambda: PI * (root(Fraction(2)) + 1),
        lambda: (root(Fraction(2)) + 1) * PI, lambda: PI / (root(Fraction(2)) + 1),
        lambda: (root(Fraction(2)) + 1) / PI, lambda: (PI + 1) ** -1,
    ):  # fmt: skip
        with pytest.raises(TypeError, match="no exact"):
            wrong()


def test_how_it_is_written() -> None:
    value = root(Fraction(3)) / PI * log(Fraction(12)) - Fraction(1, 2)
    assert isinstance(value, WithPi)
    assert str(value) == "-1/2 + sqrt(3)/pi*(2*ln(2) + ln(3))"
    assert value._repr_latex_() == (r"$\displaystyle -\frac{1}{2} + \frac{\sqrt{3}}{\pi} \left(2 \ln 2 + \ln 3\right)$")
    assert str(2 * PI) == "pi*2"
