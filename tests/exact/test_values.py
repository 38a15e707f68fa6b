"""Roots, sums of roots, undefined values and whole numbers: algebra against high-precision decimals, edges by table."""

from __future__ import annotations

import decimal as dec
import operator
import pickle
import random
from decimal import Decimal
from fractions import Fraction
from functools import partial
from math import isqrt
from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactmetrics.exact.digits import CHUNK, exact_number, fraction_text, from_decimal, from_text, int_text, text_int
from exactmetrics.exact.errors import Remark, UndefinedValueError
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.square import BOUND, exact_root, radical, square_class, take_out
from exactmetrics.exact.sums import ratio_sum, total
from exactmetrics.exact.values import (
    Number,
    Root,
    Symbolic,
    Undefined,
    add,
    enclosure,
    narrowing,
    root,
    sign,
    value_text,
)
from exactmetrics.expression.reading import read_value
from tests.cases import each
from tests.growth import assert_linear

F = Fraction
SMALL = st.fractions(F(1, 30), 30, max_denominator=30)
SIGNED = st.fractions(-30, 30, max_denominator=30)
TWO, THREE, SIX = root(F(2)), root(F(3)), root(F(6))
SUM = TWO + THREE + F(1, 2)
NONE = Undefined("precision", "L", F(0), F(0))
NO_CLASS = Undefined("f1", None, None, average="macro", cause="no_class")
ARITHMETIC = (operator.add, operator.sub, operator.mul, operator.truediv)
COMPARISONS = (operator.lt, operator.le, operator.gt, operator.ge)


def approximate(value: Number) -> Decimal:
    """The value to 60 digits, from its parts, by the decimal module's own square root."""
    with dec.localcontext() as context:
        context.prec = 60
        if isinstance(value, Fraction):
            return Decimal(value.numerator) / value.denominator
        if isinstance(value, Root):
            return value.sign * (Decimal(value.square.numerator) / value.square.denominator).sqrt()
        return approximate(value.rational) + sum((approximate(r) for r in value.roots), Decimal(0))


def close(a: Decimal, b: Decimal) -> bool:
    return abs(a - b) <= Decimal(10) ** -45 * max(1, abs(a), abs(b))


@given(SIGNED, SMALL, SIGNED, SMALL, st.sampled_from([operator.add, operator.sub, operator.mul]))
def test_arithmetic_of_roots(a: Fraction, x: Fraction, b: Fraction, y: Fraction, op: object) -> None:
    left, right = a + root(x), b - root(y)
    with dec.localcontext() as context:
        context.prec = 60
        wanted = op(approximate(left), approximate(right))  # type: ignore[operator]
    assert close(approximate(op(left, right)), wanted)  # type: ignore[operator]
    assert root(x) * y - root(x * y**2) == 0 == add(root(x), a, -root(x), -a)
    assert (root(x) * root(x), 1 / root(x), a + root(x) - root(x)) == (x, root(1 / x), a)


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


def test_roots_of_any_degree() -> None:
    """Least degree, products and sums, order and certified digits, against mpmath; pickled, the same."""
    r = random.Random(5)
    with mpmath.workdps(120):
        for _ in range(150):
            (x, k), (y, n) = ((F(r.randint(1, 60), r.randint(1, 60)), r.randint(2, 9)) for _ in range(2))
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


def test_arithmetic_on_both_sides() -> None:
    cases: list[tuple[Any, Any]] = [
        (TWO + 1, Symbolic(F(1), (Root(1, F(2)),))), (1 + TWO, TWO + 1), (TWO - 1, Symbolic(F(-1), (Root(1, F(2)),))),
        (1 - TWO, Symbolic(F(1), (Root(-1, F(2)),))), (F(1, 2) - TWO, -(TWO - F(1, 2))), (TWO * 0, F(0)),
        (0 * TWO, F(0)), (TWO * -3, Root(-1, F(18))), (F(-1, 2) * TWO, Root(-1, F(1, 2))), (TWO * THREE, SIX),
        (-TWO * THREE, Root(-1, F(6))), (-TWO * -THREE, SIX), (TWO * -TWO, F(-2)), (TWO / 2, Root(1, F(1, 2))),
        (2 / TWO, TWO), (-1 / TWO, Root(-1, F(1, 2))), (0 / TWO, F(0)), (TWO / -TWO, F(-1)), (SIX / THREE, TWO),
        (1 / -TWO, Root(-1, F(1, 2))), (SUM / TWO, 1 + root(F(3, 2)) + root(F(1, 8))), (SUM / F(1, 2), SUM * 2),
        (TWO**0, F(1)), (TWO**1, TWO), (TWO**2, F(2)), (TWO**3, Root(1, F(8))), (SUM**2, SUM * SUM),
        ((TWO + 1) * (TWO - 1), F(1)), ((TWO + THREE) * (TWO - THREE), F(-1)), (abs(-TWO), TWO), (abs(TWO), TWO),
        (abs(1 - TWO), TWO - 1), (SUM - SUM, F(0)), (TWO + root(F(8)), Root(1, F(18))), (TWO - root(F(8)), -TWO),
        (root(F(8)) - TWO, TWO), (-root(F(8)) - TWO, Root(-1, F(18))), (add(), F(0)), (add(1, F(1, 2)), F(3, 2)),
        (add(TWO, 1, -TWO), F(1)), (total([]), F(0)), (total([TWO, F(1), -TWO]), F(1)), (root(0), F(0)),
        (root(4), F(2)), (root(F(9, 4)), F(3, 2)), (ratio_sum([], []), F(0)),
        (ratio_sum([1, 1, -1], [3, 3, 6]), F(1, 2)),
    ]  # fmt: skip
    for at, (found, wanted) in enumerate(cases):
        assert found == wanted, at
        assert type(found) is type(wanted), at


def test_sums_over_many_unlike_denominators() -> None:
    for count in (1, 2, 15, 16, 17, 31, 32, 33, 48, 49, 65):
        values = [F(n * n, 2 * n + 1) for n in range(1, count + 1)]
        assert ratio_sum([v.numerator for v in values], [v.denominator for v in values]) == sum(values)


def test_order_at_equality() -> None:
    wanted = {-1: [True, True, False, False], 0: [False, True, False, True], 1: [False, False, True, True]}
    for a, b, side in [
        (TWO, TWO, 0), (TWO, root(F(2)), 0), (SUM, THREE + TWO + F(1, 2), 0), (TWO, THREE, -1), (THREE, TWO, 1),
        (-TWO, TWO, -1), (-TWO, -THREE, 1), (TWO, 1, 1), (TWO, 2, -1), (-TWO, F(-7, 5), -1), (SUM, 3, 1),
        (SUM, 4, -1), (TWO, F(14142135623730950488, 10**19), 1), (TWO, F(14142135623730950489, 10**19), -1),
    ]:  # fmt: skip
        assert [compare(a, b) for compare in COMPARISONS] == wanted[side]
        assert [compare(b, a) for compare in COMPARISONS] == wanted[-side]
        assert sign(a - b) == side
        assert (a == b, a != b) == (side == 0, side != 0)
    assert [sign(v) for v in (0, F(0))] == [0, 0]
    assert [sign(side * v) for v in (3, F(1, 9), TWO, TWO - 1) for side in (1, -1)] == [1, -1] * 4


def test_equality_and_hash() -> None:
    for left, right in [
        (TWO, 2), (TWO, -TWO), (THREE, TWO), (SUM, SUM + 1), (SUM, TWO + THREE), (SUM, "x"), (TWO, "x"),
    ]:  # fmt: skip
        assert left != right
    assert NONE != "x"
    assert len({TWO, root(F(2)), THREE, SUM, THREE + F(1, 2) + TWO, F(1)}) == 4
    assert len({NONE, Undefined("precision", "L", F(0), F(0)), Undefined("recall", "L", F(0), F(0))}) == 2
    for other in [("M", F(0), F(0)), ("L", F(1), F(0)), ("L", F(0), None), ("L", F(0), F(0), "because")]:
        assert Undefined("precision", *other) != NONE
    assert Undefined("precision", "L", F(0), F(0), average="macro") != NONE
    assert all(map(bool, (TWO, SUM)))


def test_what_is_no_exact_number_takes_no_part() -> None:
    for use in (*ARITHMETIC, *COMPARISONS):
        for value in (TWO, SUM):
            for pair in [(value, 0.5), (0.5, value), (value, "1"), ("1", value)]:
                with pytest.raises(TypeError):
                    use(*pair)
    many = add(*(root(F(n)) for n in (2, 3, 5, 7, 11, 13)))
    powers: list[Any] = [partial(pow, v, e) for v in (TWO, -TWO, TWO + 1, -TWO - THREE) for e in (-1, -2, F(1, 2), 0.5)]
    refused = [lambda: TWO / many, lambda: 1 / many, lambda: sign(0.5), lambda: add("1"), lambda: enclosure(None, 3)]
    for use in powers + refused:
        with pytest.raises(TypeError):
            use()
    for value in (-1, F(-4, 9), F(-2), F(-1, 10**40)):
        with pytest.raises(ValueError, match="no real square root of -"):
            root(value)
    for sign_, square in [(0, F(2)), (2, F(2)), (1, F(4)), (1, F(0)), (-1, F(-2)), (1, F(1, 4))]:
        with pytest.raises(ValueError, match="Root wants"):
            Root(sign_, square)


@each(
    ("value", "plain", "latex"),
    [
        (TWO, "sqrt(2)", r"\sqrt{2}"), (-TWO, "-sqrt(2)", r"-\sqrt{2}"), (-root(F(12)), "-2*sqrt(3)", r"-2 \sqrt{3}"),
        (root(F(25, 116)), "5*sqrt(29)/58", r"\frac{5 \sqrt{29}}{58}"),
        (root(F(1, 2)), "sqrt(2)/2", r"\frac{\sqrt{2}}{2}"),
        (TWO + F(1, 2), "1/2 + sqrt(2)", r"\frac{1}{2} + \sqrt{2}"), (-1 - TWO, "-1 - sqrt(2)", r"-1 - \sqrt{2}"),
        (THREE - TWO, "sqrt(3) - sqrt(2)", r"\sqrt{3} - \sqrt{2}"),
    ],
)  # fmt: skip
def test_texts_of_values(value: Root | Symbolic, plain: str, latex: str) -> None:
    assert str(value) == value_text(value) == plain
    assert eval(repr(value)) == value
    assert value._repr_latex_() == rf"$\displaystyle {latex}$"


def test_texts_of_what_is_no_root() -> None:
    assert [value_text(v) for v in (3, F(3), F(-1, 2), NONE)] == ["3", "3", "-1/2", "undefined: precision of L is 0/0"]
    assert [fraction_text(f) for f in (F(0), F(3), F(-3), F(1, 2), F(-1, 2))] == ["0", "3", "-3", "1/2", "-1/2"]


def test_what_an_undefined_value_says() -> None:
    for value, metric, kind, side, text in [
        (NONE, "precision", "indeterminate", 0, "precision of L is 0/0"),
        (Undefined("f1", None, F(3), F(0)), "f1", "infinite", 1, "f1 is 3/0"),
        (Undefined("f1", 0, F(-1, 2), F(0)), "f1", "infinite", -1, "f1 of 0 is (-1/2)/0"),
        (Undefined("f1", None, TWO, F(0)), "f1", "infinite", 1, "f1 is sqrt(2)/0"),
        (NO_CLASS, "macro f1", "indeterminate", 0, "macro f1 has no class left to average over"),
        (Undefined("f1", None, F(0), F(0), average="micro"), "micro f1", "indeterminate", 0, "micro f1 is 0/0"),
        (Undefined("f1", "a", F(0), F(0), "no reason"), "f1", "indeterminate", 0, "no reason"),
    ]:  # fmt: skip
        assert (value.metric, value.kind, value.sign, value.reason) == (metric, kind, side, text)
        assert str(value) == f"undefined: {text}"
        assert repr(value) == f"Undefined({metric!r}, {value.label!r}, {value.numerator!r}, {value.denominator!r})"
        assert float(value) != float(value)


@each("use", [*ARITHMETIC, *COMPARISONS, operator.pow, operator.neg, abs, bool])
def test_nothing_is_computed_with_an_undefined_value(use: Any) -> None:
    sides = [(NONE,)] if use in (operator.neg, abs, bool) else [(NONE, F(1)), (NONE, 1), (F(1), NONE)]
    for given_sides in sides[: 2 if use is operator.pow else 3]:
        with pytest.raises(UndefinedValueError, match="no arithmetic"):
            use(*given_sides)


def test_enclosures_hold_the_value_and_narrow() -> None:
    for value in (TWO, -TWO, SUM, root(F(1, 3 * 10**40)), root(F(10**61)), -SIX - F(1, 7), THREE - TWO):
        for bits in (1, 20, 64, 300):
            low, high = enclosure(value, bits)
            assert low < value < high
            parts = [value] if isinstance(value, Root) else value.roots
            assert high - low <= sum(abs(r) for r in parts) * F(1, 2**bits)  # type: ignore[operator]
        assert float(value) == float(approximate(value))
        widths = [high - low for (low, high), _ in zip(narrowing(value), range(4), strict=False)]
        assert widths[-1] < widths[0] / 2**100
    assert enclosure(F(1, 3), 5) == (F(1, 3), F(1, 3))


def test_squares() -> None:
    for n in range(1, 1000):
        assert exact_root(F(n)) == (F(isqrt(n)) if isqrt(n) ** 2 == n else None)
        a, d = take_out(n * 35)
        assert a * a * d == n * 35
        assert all(d % (p * p) for p in range(2, isqrt(d) + 1))
    assert exact_root(F(4, 7)) is exact_root(F(7, 4)) is None
    assert exact_root(F(0)) == 0
    big = 9973  # the last prime within the bound; the first beyond it stays under the root unless it is all there is
    assert BOUND == 10_000
    assert [take_out(n) for n in (big**2 * 2, 10_007**2, 4 * 10_007**2)] == [(big, 2), (10_007, 1), (2 * 10_007, 1)]
    assert take_out(10_007**2 * 2) == (1, 10_007**2 * 2)
    for square, parts in [
        (F(25, 116), (F(5, 58), 29)), (F(2), (1, 2)), (F(1, 2), (F(1, 2), 2)), (F(8, 9), (F(2, 3), 2)),
    ]:  # fmt: skip
        assert radical(square) == parts


def test_a_fingerprint_is_that_of_the_class_of_squares() -> None:
    free = [n for n in range(1, 400) if all(n % (p * p) for p in range(2, 20))]
    assert len({square_class(F(n)) for n in free}) == len(free)
    for n in free[:60]:
        for factor in (F(2), F(3, 5), F(49, 73), F(71 * 71, 4), F(10**40 + 1, 3)):
            assert square_class(n * factor * factor) == square_class(F(n))
            assert square_class(1 / F(n)) == square_class(F(n))


def test_many_unlike_roots_add_up_fast() -> None:
    def both_ways(count: int) -> list[Any]:
        roots = [root(F(n)) for n in range(2, count)]
        return [*roots, *(-r for r in roots)]

    assert add(*both_ways(1200)) == 0
    assert_linear(lambda roots: add(*roots), both_ways, 100)


def test_whole_numbers_of_any_length() -> None:
    for n in (
        0, 7, -7, 10**CHUNK - 1, 10**CHUNK, 10**CHUNK + 1, 10 ** (2 * CHUNK), 10 ** (2 * CHUNK) - 1, 3**20_000,
        1 << 1700,
    ):  # fmt: skip
        assert text_int(int_text(abs(n))) == abs(n)
        assert int_text(-n) == ("-" + int_text(n) if n > 0 else int_text(abs(n)))
        assert (len(int_text(abs(n))) < 4000 and int_text(n) == str(n)) or len(int_text(abs(n))) > 4000
    assert text_int("000" + "9" * (CHUNK + 1)) == 10 ** (CHUNK + 1) - 1


def test_numbers_as_callers_give_them() -> None:
    for number, wanted in [
        (3, F(3)), (F(1, 3), F(1, 3)), (0.1, F(1, 10)), (-2.5e-7, F(-1, 4_000_000)), ("0.5", F(1, 2)),
        (" 4/5 ", F(4, 5)), ("+1e3", F(1000)), ("-.5", F(-1, 2)), ("5.", F(5)), ("1e999", F(10) ** 999),
        ("1e1000", None), ("4/0", None), ("-4/5", F(-4, 5)), ("9" * 300, F(10**300 - 1)), ("9" * 301, None),
        ("." + "1" * 301, None), ("1/" + "1" * 301, None), ("", None), (".", None), ("cat", None), ("1 2", None),
        ("0x1", None), ("nan", None), ("inf", None), (True, None), (None, None), (float("nan"), None),
        (float("inf"), None), (1j, None), (Decimal("0.5"), F(1, 2)), (Decimal("NaN"), None),
        (Decimal("1E+999"), F(10) ** 999), (Decimal("1E+1000"), None), (Decimal("1E-999"), F(1, 10**999)),
        (Decimal("1E-1000"), None), (Decimal("11E+998"), F(11) * 10**998), (Decimal("11E+999"), None),
        (np.float64(0.1), F(1, 10)), (np.int64(7), F(7)), (np.bool_(True), None), (np.float32(0.5), F(1, 2)),
        (np.array([1]), None), ([1], None),
    ]:  # fmt: skip
        assert exact_number(number) == wanted, number
    assert from_text("1/3") == F(1, 3)
    assert from_decimal(Decimal("-1.5")) == F(-3, 2)


def test_a_remark_is_text_with_facts() -> None:
    remark = Remark("beta = 0.8 is read as 4/5", "read_as", exact="4/5")
    assert (str(remark), remark.key, remark.facts) == ("beta = 0.8 is read as 4/5", "read_as", {"exact": "4/5"})
    assert (Remark("x").key, Remark("x").facts) == ("", {})
