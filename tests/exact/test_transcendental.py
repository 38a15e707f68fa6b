"""Logarithms, pi, arc sines and normal quantiles: digits by mpmath, one way to write each number, what is refused."""

from __future__ import annotations

import operator
import re
from fractions import Fraction
from itertools import combinations, count, islice, pairwise, product
from math import gcd, prod
from random import Random
from typing import Any

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import integer_nthroot, isprime, perfect_power

from exactmetrics import ConfusionMatrix, Scores, to_sympy
from exactmetrics.derivation.planning.tree import log_tree
from exactmetrics.exact import square
from exactmetrics.exact.constants import PI, WithPi, pi_units
from exactmetrics.exact.discounts import discounted, sum_of_quotients
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.functions import FunctionSum, arcsin, normal_quantile
from exactmetrics.exact.logs import Logarithmic, factored, log, log_sum, log_units, sum_of_logs
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.square import as_power, whole_root
from exactmetrics.exact.values import Number, add, enclosure, root
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.reading.value import read_value
from tests.cases import each, size
from tests.growth import assert_calls_linear
from tests.oracle.surd import DIGITS, digits_of

F = Fraction
P, Q, R = 1_000_003, 1_000_033, 1_000_037  # primes beyond trial division: their products are taken apart by each other
PRIMES = (2, 3, 5, 997, 22621, P, Q, R)
positive = st.fractions(F(1, 10**6), 10**6).filter(bool)
products = st.lists(st.sampled_from(PRIMES), min_size=1, max_size=5).map(prod)
terms = st.lists(st.tuples(st.fractions(-3, 3, max_denominator=12), products, products), min_size=1, max_size=5)
shares = st.fractions(0, 1, max_denominator=500)
factors = st.fractions(-3, 3, max_denominator=7)


def in_digits(x: Fraction) -> Any:
    return mpmath.mpf(x.numerator) / x.denominator


def angle(q: Fraction) -> Number:
    """How many right angles the arc sine of the root of a number from 0 to 1 is."""
    return 2 * arcsin(root(q)) / PI


def angle_in_digits(q: Fraction) -> Any:
    return 2 / mpmath.pi * mpmath.asin(mpmath.sqrt(in_digits(q)))


def quantile_in_digits(p: Fraction) -> Any:
    return mpmath.sqrt(2) * mpmath.erfinv(2 * in_digits(p) - 1)


def agree(value: Number, digits: Any) -> bool:
    low, high = enclosure(value, 230)
    return bool(in_digits(low) - mpmath.mpf(10) ** -65 <= digits <= in_digits(high) + mpmath.mpf(10) ** -65)


def total(given_terms: list[tuple[Fraction, int, int]], base: int | None = None) -> object:
    return add(F(0), *(log(F(a, b), base) * q for q, a, b in given_terms))


@given(terms, st.sampled_from([None, 2, 6, 10]))
@settings(max_examples=size(150, 600))
def test_a_sum_is_zero_exactly_if_its_product_is_one(
    given_terms: list[tuple[Fraction, int, int]], base: int | None
) -> None:
    value = total(given_terms, base)
    whole = [(int(q * 27720), a, b) for q, a, b in given_terms]  # the denominators up to 12 divide 27720
    powers = {p: sum(n * (_power(a, p) - _power(b, p)) for n, a, b in whole) for p in PRIMES}
    assert (value == 0) == (not any(powers.values()))
    with mpmath.workdps(DIGITS):
        want = mpmath.fsum(in_digits(q) * mpmath.log(mpmath.mpf(a) / b) for q, a, b in given_terms)
        want = want if base is None else want / mpmath.log(base)
        assert abs(digits_of(value) - want) < mpmath.mpf(10) ** (20 - DIGITS)


def _power(n: int, p: int) -> int:
    power = 0
    while n % p == 0:
        n, power = n // p, power + 1
    return power


@given(terms)
def test_the_order_and_the_grouping_do_not_matter(given_terms: list[tuple[Fraction, int, int]]) -> None:
    value, turned = total(given_terms), total(given_terms[::-1])
    assert value == turned
    assert hash(value) == hash(turned)
    assert add(value, total([(-q, a, b) for q, a, b in given_terms])) == 0


@settings(max_examples=size(100, 600))
@given(terms, st.sampled_from([None, 2, 6]))
def test_a_sum_at_once_is_that_of_one_by_one(given_terms: list[tuple[Fraction, int, int]], base: int | None) -> None:
    kept = [(q, Fraction(a, b)) for q, a, b in given_terms if q]
    at_once = sum_of_logs([x.as_integer_ratio() for _, x in kept], [q.as_integer_ratio() for q, _ in kept], base)
    one_by_one = total(given_terms, base)
    assert (str(at_once), at_once) == (str(one_by_one), one_by_one)


@given(positive, st.sampled_from([None, 2, 7]), st.integers(1, 300))
def test_an_enclosure_holds_the_number(x: Fraction, base: int | None, bits: int) -> None:
    value = log(x, base)
    if isinstance(value, Logarithmic):
        low, high = value._enclosed(bits)
        with mpmath.workdps(DIGITS):
            assert in_digits(low) < digits_of(value) < in_digits(high)
        assert high - low < F(200, 2**bits)


@given(st.integers(2, 10**40), st.integers(0, 400))
def test_units_of_a_logarithm(n: int, bits: int) -> None:
    low, high = log_units(n, bits)
    with mpmath.workdps(DIGITS + 60):
        assert low <= mpmath.log(n) * 2**bits <= high
    assert high - low <= 3


def test_decimals_are_right_however_many() -> None:
    with mpmath.workdps(1100):
        want = mpmath.nstr(mpmath.log(mpmath.mpf(10) / 7), 1000, strip_zeros=False)
    assert decimal(log(F(10, 7)), significant=1000) == want
    near = log(F(10**30 + 1, 10**30))
    assert decimal(near, significant=5) == "1.0000e-30"
    assert float(near) == 1e-30


def test_roots_of_long_numbers_are_those_of_sympy() -> None:
    random = Random(7)
    for bits, exponent in product((1, 9, 64, 1_000, 5_000), (2, 3, 7, 31)):
        n = random.getrandbits(bits) + 2
        for number in (n, n**exponent - 1, n**exponent, n**exponent + 1):
            assert whole_root(number, exponent) == integer_nthroot(number, exponent)[0]


def test_powers_of_long_numbers_are_those_of_sympy() -> None:
    random = Random(8)
    for bits, exponent in product((10, 64, 700, 4_300), (1, 2, 3, 8, 12, 97, 430)):
        base = random.getrandbits(max(10, bits // exponent)) | 1 << 10
        for number in (base**exponent, base**exponent + 1, 2**bits, 997**exponent * 1009):
            found, power = as_power(number)
            assert found**power == number
            assert perfect_power(found, factor=False) is False
    assert as_power(P**430 * Q**645, 1000) == (P**2 * Q**3, 215)


def test_few_exponents_of_a_long_number_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = list[int]()
    monkeypatch.setattr(square, "whole_root", lambda n, degree: tried.append(degree) or whole_root(n, degree))
    random = Random(9)
    for _ in range(20):
        number = random.randrange(10**1299, 10**1300)
        value = log(number)
        assert isinstance(value, Logarithmic)
        with mpmath.workdps(60):
            assert decimal(value, significant=40) == mpmath.nstr(mpmath.log(number), 40, strip_zeros=False)
    assert len(tried) < 20 * 10


def chances(seed: int, size: int) -> list[float]:
    random = Random(seed)
    return [random.random() for _ in range(size)]


def scored(seed: int, size: int) -> Scores:
    return Scores([at % 2 for at in range(size)], chances(seed, size))


def test_many_long_numbers_cost_little_more_each() -> None:
    def compared(pair: tuple[Number, Number]) -> None:
        assert pair[0] != pair[1]
        assert (pair[0] < pair[1]) == (float(pair[0]) < float(pair[1]))

    assert_calls_linear(lambda scores: scores.value("d2_log_loss"), lambda n: scored(1, n), 500)
    for name in ("log_loss", "d2_log_loss"):
        assert_calls_linear(compared, lambda n: tuple(scored(seed, n).value(name) for seed in (2, 3)), 500)  # noqa: B023
    assert_calls_linear(
        lambda counts: ConfusionMatrix([[10**9 + at for at in counts]] * 2 + [[0] * len(counts)] * (len(counts) - 2))
        .value("joint_entropy"), range, 200,
    )  # fmt: skip


def test_a_sum_of_many_long_numbers_has_its_digits() -> None:
    scores = scored(4, 400)
    with mpmath.workdps(60):
        own = [F(str(p)) if at % 2 else 1 - F(str(p)) for at, p in enumerate(chances(4, 400))]
        loss = -mpmath.fsum(mpmath.log(in_digits(chance)) for chance in own) / 400
        assert decimal(scores.value("log_loss"), significant=40) == mpmath.nstr(loss, 40, strip_zeros=False)
        skill = 1 - loss / mpmath.log(2)
        assert abs(mpmath.mpf(decimal(scores.value("d2_log_loss"), significant=40)) - skill) < abs(skill) * 1e-39


def test_equal_sums_of_many_long_numbers_are_equal() -> None:
    """Of numbers that share their factors, which no small prime tells."""
    primes = list(islice((p for p in count(P, 2) if isprime(p)), 900))
    xs, ys, zs = primes[:300], primes[300:600], primes[600:]
    one, other = (
        log_sum({n: F(1) for n in numbers}) for numbers in (
            [*map(operator.mul, xs, ys), *zs], [*map(operator.mul, ys, zs), *xs],
        )
    )  # fmt: skip
    third = log_sum({n: F(1) for n in [*map(operator.mul, ys, zs), *xs[1:], xs[0] + 2]})
    assert one == other
    assert hash(one) == hash(other)
    assert one - other == 0
    assert one / (2 * other) == F(1, 2)
    assert one < third
    assert one / third != 1


def test_a_quotient_of_such_sums_is_written_where_it_is_short() -> None:
    sides = {2: F(1, 2), 6: F(1)}, {2: F(1), 3: F(1, 3)}
    value = sum_of_quotients([(F(1), *sides)])
    assert str(value) == "(3 + 6*log6(2))/(6 + 2*log3(2))"
    assert value._repr_latex_() == r"$\displaystyle \frac{3 + 6 \log_{6} 2}{6 + 2 \log_{3} 2}$"
    top, below = (discounted(side, F(2)) for side in sides)
    assert abs(float(value) - float(top) / float(below)) < 1e-15
    long = sum_of_quotients([(F(1), dict.fromkeys(range(2, 400, 2), F(1)), sides[1])])
    assert re.fullmatch(r"[0-9]+\.[0-9]+\.\.\.", str(long))


@given(st.fractions(-9, 9, max_denominator=40), terms, st.sampled_from([2, 10, 48, F(14, 5)]))
def test_a_rational_over_a_logarithm_is_read_back(
    rational: Fraction, given_terms: list[tuple[Fraction, int, int]], below: Fraction
) -> None:
    value = (total(given_terms) + rational) / log(below)  # type: ignore[operator]
    assert read_value(str(value)) == value
    assert not isinstance(value, Logarithmic) or evaluate(log_tree(value)) == value


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
            value = root(F(c, d)) * PI if power > 0 else root(F(c, d)) / PI
            want = mpmath.sqrt(mpmath.mpf(c) / d) * mpmath.pi ** (1 if power > 0 else -1)
            if power % 2:
                value, want = value * log(F(a, b)), want * mpmath.log(mpmath.mpf(a) / b)
            value, want = value + F(a, d), want + mpmath.mpf(a) / d
            places = 60
            assert abs(mpmath.mpf(decimal(value, places=places)) - want) <= mpmath.mpf(10) ** -places / 2 * 1.000001
            assert float(value) == float(want)
            assert isinstance(value, Fraction) or str(to_sympy(value).evalf(30))[:20] == mpmath.nstr(want, 40)[:20]


@given(st.lists(st.tuples(shares, factors), min_size=1, max_size=4))
@settings(max_examples=size(50, 500))
def test_sums_of_angles(parts: list[tuple[Fraction, Fraction]]) -> None:
    value = sum((f * angle(q) for q, f in parts), F(0))
    with mpmath.workdps(80):
        assert agree(value, mpmath.fsum(in_digits(f) * angle_in_digits(q) for q, f in parts))


@given(st.lists(st.tuples(shares.filter(lambda p: p not in (0, 1)), factors), min_size=1, max_size=3))
@settings(max_examples=size(20, 200), deadline=None)
def test_sums_of_quantiles(parts: list[tuple[Fraction, Fraction]]) -> None:
    value = sum((f * normal_quantile(p) for p, f in parts), F(0))
    with mpmath.workdps(80):
        assert agree(value, mpmath.fsum(in_digits(f) * quantile_in_digits(p) for p, f in parts))


def test_quantiles_far_out() -> None:
    for p in (F(1, 10**20), 1 - F(1, 10**100), F(5, 10**9)):
        with mpmath.workdps(300):
            assert agree(normal_quantile(p), quantile_in_digits(p))


def test_angles_whose_sum_is_rational_are_found_and_no_others() -> None:
    """A rational sum of two of them is a multiple of 1/3 or 1/2, for the roots of unity in quadratic fields are few."""
    found = 0
    known = sorted({F(a, b) for b in range(2, size(16, 24)) for a in range(1, b) if gcd(a, b) == 1})
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
                    assert value == F(int(mpmath.nint(sixths)), 6)
                    found += 1
    assert found >= 10


LN2, LN3, TWO, ONE_THIRD = log(F(2)), log(F(3)), root(F(2)), F(1, 3)


def test_one_number_is_written_in_one_way() -> None:
    third, near, angles = root(F(3)) / PI, log(F(10**30 + 1, 10**30)), [angle(F(n, 7)) for n in (2, 3, 5)]
    # By hand: (1/ln 3) / (1/ln 2 + 1/ln 3) = ln 2 / (ln 2 + ln 3)
    quotient, same = sum_of_quotients([(F(1), {3: F(1)}, {2: F(1), 3: F(1)})]), LN2 / log(6)
    for left, right in [
        (third, 3 / (root(F(3)) * PI)), (third, root(F(12)) / PI / 2), (third * log(F(4)), 2 * (third * LN2)),
        (third * log(F(4)), LN2 * third * 2), (third + third, 2 * third), (third - third, 0), (third * PI, root(F(3))),
        (third / third, 1), (1 / (1 / PI), PI), (abs(-third), third), (PI**-1, 1 / PI), (PI**-2 * PI**2, 1),
        ((TWO / PI) ** -2, PI**2 / 2), (angles[0], 1 - angles[2]), (normal_quantile(F(1, 2)), 0),
        (normal_quantile(F(1, 6)), -normal_quantile(F(5, 6))), (log(F(8)) / LN2, 3), (log(6) / LN2, 1 + LN3 / LN2),
        (log(6) / LN2, log(F(6), 2)), ((LN2 / LN3) * (LN3 / LN2), 1), (1 / log(F(3), 2), log(F(2), 3)),
        (LN2 / log(6) + LN3 / log(6), 1), ((1 + LN3) / log(100), 1 / (2 * log(10)) + LN3 / log(100)),
        (log(F(P * Q, P * R)), log(Q) - log(R)), (log(P * Q) + log(P * R), 2 * log(P) + log(Q * R)),
        (log(P * Q) + log(F(1, Q)), log(P)), (LN2 + root(F(3)) + 1 - root(F(3)) - 1, LN2), (quotient, same),
        (quotient - same, 0), (same - quotient, 0), (quotient - LN2, -(LN2 - quotient)),
        (add(LN2, quotient), add(quotient, LN2)), (add(LN2, quotient), add(LN2, F(0), same)),
    ]:  # fmt: skip
        assert left == right
        assert right == left
        assert hash(left) == hash(right)
    for left, right in [
        (third, third + 1), (angles[0], angles[1]), (angle(ONE_THIRD), normal_quantile(F(2, 3))),
        (LN2 + root(F(3)) + 1, LN2), (same, same + 1), (same, TWO), (same, "ln 2"),
        *((quotient, unlike) for unlike in (same + 1, same + TWO, TWO, PI, "ln 2")),
    ]:  # fmt: skip
        assert left != right
        assert right != left
    for rising in [
        (-PI, 3, PI, F(22, 7)), (third, LN2, PI), angles[:2], (quotient, same + TWO), (-near, 0, near),
        (F(342, 100), LN2 + root(F(3)) + 1, F(343, 100)),
    ]:  # fmt: skip
        assert all(lower < higher and higher > lower for lower, higher in pairwise(rising))
    assert isinstance(log(6) / LN2, Logarithmic)
    assert (factored(P * Q * 12), factored(P**3)) == ({2: 2, 3: 1, P * Q: 1}, {P: 3})


def test_how_they_are_written() -> None:
    """By hand: 1/log2(6) is log6(2), and 3/log2(12) is 3 log12(2)."""
    with_pi, angles = root(F(3)) / PI * log(F(12)) - F(1, 2), F(1, 2) - angle(ONE_THIRD) * F(2, 5)
    for value, text in [
        (with_pi, "-1/2 + sqrt(3)/pi*(2*ln(2) + ln(3))"), (2 * PI, "pi*2"), (1 / LN2, "1/ln(2)"),
        (angles, "1/2 - 4/5*arcsin(sqrt(1/3))/pi"), (-2 * normal_quantile(F(1, 4)) / 3, "2/3*z(3/4)"),
        (LN2 + root(F(3)) + 1, "1 + sqrt(3) + ln(2)"), ((log(5) - F(3, 7)) / LN2, "log2(5) - 3/(7*ln(2))"),
        ((1 + LN3) / log(100), "1/(2*ln(10)) + 1/2*log10(3)"), (log(F(7)) / log(F(2, 3)), "-ln(7)/(ln(3) - ln(2))"),
        (discounted({2: F(9, 2), 6: F(1), 7: F(2), 12: F(3)}, F(2)), "9/2 + log6(2) + 3*log12(2) + 2*log7(2)"),
        (discounted({2: F(1), 6: F(1)}, F(2)), "1 + log6(2)"),
    ]:  # fmt: skip
        assert str(value) == text
        assert isinstance(value, (WithPi, FunctionSum)) or read_value(text) == value
    assert isinstance(with_pi, WithPi)
    assert isinstance(angles, FunctionSum)
    assert angles.exactness == "transcendental"
    assert with_pi._repr_latex_() == r"$\displaystyle -\frac{1}{2} + \frac{\sqrt{3}}{\pi} \left(2 \ln 2 + \ln 3\right)$"
    assert r"\frac{1}{2 \ln 10}" in ((1 + LN3) / log(100))._repr_latex_()
    assert decimal(normal_quantile(F(39, 40)), places=15) == "1.959963984540054"  # NIST handbook, 1.3.6.7.1


REFUSED: list[Any] = [
    lambda: PI + LN2, lambda: PI + TWO, lambda: PI + 1 / PI, lambda: (PI + 1) * PI, lambda: 1 / (PI + 1),
    lambda: PI * LN2 * LN3, lambda: PI * (TWO + 1), lambda: (TWO + 1) * PI, lambda: PI / (TWO + 1),
    lambda: (TWO + 1) / PI, lambda: (PI + 1) ** -1, lambda: arcsin(F(3, 2)), lambda: normal_quantile(F(-1, 2)),
    lambda: normal_quantile(root(F(1, 2))), lambda: angle(ONE_THIRD) * angle(ONE_THIRD),
    lambda: angle(ONE_THIRD) * root(F(1, 2)), lambda: angle(ONE_THIRD) + root(F(1, 2)),
    lambda: 1 / normal_quantile(ONE_THIRD), lambda: normal_quantile(ONE_THIRD) / PI,
]  # fmt: skip
PRODUCTS: list[Any] = [
    lambda: LN2 * LN2, lambda: LN2 * LN3, lambda: LN2**2, lambda: LN2 * (LN2 + 1), lambda: TWO * LN2, lambda: LN2 / TWO,
]  # fmt: skip


@each("work", REFUSED)
def test_what_has_no_exact_value_is_refused(work: Any) -> None:
    with pytest.raises(TypeError, match="no exact"):
        work()


@each("work", PRODUCTS)
def test_products_of_logarithms_are_refused(work: Any) -> None:
    with pytest.raises(TypeError):
        work()


@each("base", [1, 0, -2])
def test_what_has_no_value_at_all(base: int) -> None:
    with pytest.raises(UsageError, match=f"no logarithm to the base {base}; a base is a whole number from 2 on"):
        log(F(3), base)
    for p in (F(0), F(1)):
        with pytest.raises(ZeroDivisionError):
            normal_quantile(p)
