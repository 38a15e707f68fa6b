"""Roots, sums of roots and undefined values: algebra against high-precision decimals, order against squares."""

from __future__ import annotations

import decimal as dec
import operator
import pickle
import random
from fractions import Fraction
from math import isqrt

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactmetrics.exact.errors import UndefinedValueError
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.square import exact_root, take_out
from exactmetrics.exact.sums import ratio_sum, total
from exactmetrics.exact.values import Number, Root, Symbolic, Undefined, add, enclosure, root, sign, value_text
from exactmetrics.expression.reading import read_value
from tests.cases import each

SMALL = st.fractions(Fraction(1, 30), 30, max_denominator=30)
SIGNED = st.fractions(-30, 30, max_denominator=30)


def approximate(value: Number) -> dec.Decimal:
    """The value to 60 digits, from its parts, by the decimal module's own square root."""
    with dec.localcontext() as context:
        context.prec = 60
        if isinstance(value, Fraction):
            return dec.Decimal(value.numerator) / value.denominator
        if isinstance(value, Root):
            return value.sign * (dec.Decimal(value.square.numerator) / value.square.denominator).sqrt()
        return approximate(value.rational) + sum((approximate(r) for r in value.roots), dec.Decimal(0))


def close(a: dec.Decimal, b: dec.Decimal) -> bool:
    return abs(a - b) <= dec.Decimal(10) ** -45 * max(1, abs(a), abs(b))


@given(SIGNED, SMALL, SIGNED, SMALL, st.sampled_from([operator.add, operator.sub, operator.mul]))
def test_arithmetic_of_roots(a: Fraction, x: Fraction, b: Fraction, y: Fraction, op: object) -> None:
    left, right = a + root(x), b - root(y)
    with dec.localcontext() as context:
        context.prec = 60
        wanted = op(approximate(left), approximate(right))  # type: ignore[operator]
    assert close(approximate(op(left, right)), wanted)  # type: ignore[operator]


@given(SIGNED, SMALL, SMALL)
def test_like_roots_join_and_cancel(q: Fraction, x: Fraction, factor: Fraction) -> None:
    assert root(x) * factor - root(x * factor**2) == 0
    assert root(x) * root(x) == x
    assert root(x) / root(x) == 1
    assert q + root(x) - root(x) == q
    assert 1 / root(x) == root(1 / x)
    assert add(root(x), q, -root(x), -q) == 0


@given(SIGNED, SMALL, SIGNED, SMALL)
def test_order_and_float_agree_with_many_digits(a: Fraction, x: Fraction, b: Fraction, y: Fraction) -> None:
    left, right = a + root(x), b + root(y)
    da, db = approximate(left), approximate(right)
    if left == right:
        assert close(da, db)
        assert sign(left - right) == 0
    else:
        assert (left < right) == (da < db)
        assert (left > right) == (da > db)
        assert (left <= right, left >= right) == (da < db, da > db)
    assert float(left) == float(da)
    assert abs(left) == max(left, -left)


def test_order_where_doubles_see_no_difference() -> None:
    near = Fraction(isqrt(2 * 10**80), 10**40)
    assert float(near) == float(root(Fraction(2)))
    assert near < root(Fraction(2)) < near + Fraction(1, 10**40)
    # sqrt(2) + sqrt(3) against sqrt(5 + 2*sqrt(6)) cannot be written; against its best 50 digits it can
    value = root(Fraction(2)) + root(Fraction(3))
    low, high = enclosure(value, 300)
    assert low < value < high
    assert sign(value - low) == 1 == sign(high - value)


@given(st.fractions(0, 10**6))
def test_the_root_of_a_square_is_rational(q: Fraction) -> None:
    assert exact_root(q * q) == q
    assert root(q * q) == q


@given(st.integers(1, 10**7))
def test_take_out_keeps_the_value_and_leaves_no_square(n: int) -> None:
    a, d = take_out(n)
    assert a * a * d == n
    assert all(d % (p * p) for p in range(2, isqrt(d) + 1))


@given(st.lists(st.fractions(max_denominator=1000), max_size=40))
def test_sums_are_those_of_fractions(values: list[Fraction]) -> None:
    assert total(values) == sum(values, Fraction(0))
    assert ratio_sum([v.numerator for v in values], [v.denominator for v in values]) == sum(values, Fraction(0))


def test_sums_of_roots_collect() -> None:
    two, eight, three = (root(Fraction(n)) for n in (2, 8, 3))
    assert total([two, Fraction(1, 2), eight, Fraction(1, 2)]) == 1 + root(Fraction(18))
    assert isinstance(total([two, three]), Symbolic)
    assert total([two, three, -two]) == three
    assert hash(two + three) == hash(three + two)


@each("square", [Fraction(4, 9), Fraction(0), Fraction(-2)])
def test_a_root_is_irrational_and_real(square: Fraction) -> None:
    with pytest.raises(ValueError, match="non-square"):
        Root(1, square)


@each(
    "use",
    [lambda u: u + 1, lambda u: 1 - u, lambda u: u * 2, lambda u: 1 / u, lambda u: -u, bool, abs, lambda u: u < 1,
     lambda u: u**2, lambda u: u >= 0],
)  # fmt: skip
def test_nothing_is_computed_with_an_undefined_value(use: object) -> None:
    value = Undefined("precision", "L", Fraction(0), Fraction(0))
    with pytest.raises(UndefinedValueError, match="precision of L is 0/0"):
        use(value)  # type: ignore[operator]


def test_kinds_of_undefined() -> None:
    nothing = Undefined("f1", "A", Fraction(0), Fraction(0))
    infinite = Undefined("lr", "A", Fraction(-2), Fraction(0))
    assert (nothing.kind, nothing.sign, infinite.kind, infinite.sign) == ("indeterminate", 0, "infinite", -1)
    assert nothing == Undefined("f1", "A", Fraction(0), Fraction(0)) != infinite
    assert float(nothing) != float(nothing)


def test_roots_of_any_degree() -> None:
    """Least degree, products and sums, order and certified digits, against mpmath; pickled, the same."""
    r = random.Random(5)
    with mpmath.workdps(120):
        for _ in range(150):
            (x, k), (y, n) = ((Fraction(r.randint(1, 60), r.randint(1, 60)), r.randint(2, 9)) for _ in range(2))
            a, b = root(x, k), root(y, n)
            near_a, near_b = (mpmath.root(mpmath.mpf(q.numerator) / q.denominator, d) for q, d in ((x, k), (y, n)))
            assert root(x**n, k * n) == a
            assert hash(root(x**n, k * n)) == hash(a)
            assert a**k == x
            assert (a < b) == (near_a < near_b or (a != b and near_a == near_b))
            for got, near in ((a, near_a), (a * b, near_a * near_b), (1 / a, 1 / near_a), (a + b, near_a + near_b)):
                assert abs(mpmath.mpf(decimal(got, significant=100)) - near) <= near * mpmath.mpf(10) ** -99
            assert pickle.loads(pickle.dumps(a)) == a
            assert read_value(value_text(a)) == a
