"""Logarithms as exact numbers: one way to write each, enclosures that hold, and products that are refused."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from math import prod
from random import Random

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import integer_nthroot

from exactmetrics.derivation.planning.tree import log_tree
from exactmetrics.exact.constants import PI
from exactmetrics.exact.discounts import discounted, sum_of_quotients
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.logs import Logarithmic, factored, log, log_units, sum_of_logs, whole_root
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import add, root
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.reading.value import read_value
from tests.cases import each, size
from tests.oracle.surd import DIGITS, digits_of

P, Q, R = 1_000_003, 1_000_033, 1_000_037  # primes beyond trial division: their products are taken apart by each other
positive = st.fractions(Fraction(1, 10**6), 10**6).filter(bool)
products = st.lists(st.sampled_from([2, 3, 5, 997, 22621, P, Q, R]), min_size=1, max_size=5).map(prod)
terms = st.lists(st.tuples(st.fractions(-3, 3, max_denominator=12), products, products), min_size=1, max_size=5)


def total(given_terms: list[tuple[Fraction, int, int]], base: int | None = None) -> object:
    return add(Fraction(0), *(log(Fraction(a, b), base) * q for q, a, b in given_terms))


@given(terms, st.sampled_from([None, 2, 6, 10]))
@settings(max_examples=size(150, 600))
def test_a_sum_is_zero_exactly_if_its_product_is_one(
    given_terms: list[tuple[Fraction, int, int]], base: int | None
) -> None:
    value = total(given_terms, base)
    whole = [(int(q * 27720), a, b) for q, a, b in given_terms]  # the denominators up to 12 divide 27720
    powers = {p: sum(n * (_power(a, p) - _power(b, p)) for n, a, b in whole) for p in (2, 3, 5, 997, 22621, P, Q, R)}
    assert (value == 0) == (not any(powers.values()))
    with mpmath.workdps(DIGITS):
        want = mpmath.fsum(
            mpmath.mpf(q.numerator) / q.denominator * mpmath.log(mpmath.mpf(a) / b) for q, a, b in given_terms
        )
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


@given(terms, st.sampled_from([None, 2, 6]))
@settings(max_examples=size(100, 600))
def test_a_sum_at_once_is_that_of_one_by_one(given_terms: list[tuple[Fraction, int, int]], base: int | None) -> None:
    kept = [(q, Fraction(a, b)) for q, a, b in given_terms if q]
    at_once = sum_of_logs([x.as_integer_ratio() for _, x in kept], [q.as_integer_ratio() for q, _ in kept], base)
    one_by_one = total(given_terms, base)
    assert (str(at_once), at_once) == (str(one_by_one), one_by_one)


def test_a_logarithm_and_a_quotient_of_sums_may_be_one_number() -> None:
    # (1/ln 3) / (1/ln 2 + 1/ln 3) = ln 2 / (ln 2 + ln 3)
    quotient = sum_of_quotients([(Fraction(1), {3: Fraction(1)}, {2: Fraction(1), 3: Fraction(1)})])
    same, other, two = log(2) / log(6), log(2), root(Fraction(2))
    assert quotient == same
    assert same == quotient
    assert hash(quotient) == hash(same)
    assert len({quotient, same}) == 1
    assert quotient - same == 0 == same - quotient
    assert quotient - other == -(other - quotient)
    assert add(other, quotient) == add(quotient, other) == add(other, Fraction(0), same)
    for unlike in (same + 1, same + two, two, PI, "ln 2"):
        assert quotient != unlike
        assert unlike != quotient
        assert same != unlike
    assert quotient < same + two
    assert same + two > quotient


@given(positive, st.sampled_from([None, 2, 7]), st.integers(1, 300))
def test_an_enclosure_holds_the_number(x: Fraction, base: int | None, bits: int) -> None:
    value = log(x, base)
    if isinstance(value, Logarithmic):
        low, high = value._enclosed(bits)
        with mpmath.workdps(DIGITS):
            number = digits_of(value)
            assert mpmath.mpf(low.numerator) / low.denominator < number < mpmath.mpf(high.numerator) / high.denominator
        assert high - low < Fraction(200, 2**bits)


@given(st.integers(2, 10**40), st.integers(0, 400))
def test_units_of_a_logarithm(n: int, bits: int) -> None:
    low, high = log_units(n, bits)
    with mpmath.workdps(DIGITS + 60):
        assert low <= mpmath.log(n) * 2**bits <= high
    assert high - low <= 3


def test_what_is_left_of_long_numbers_is_taken_apart_by_what_they_share() -> None:
    assert factored(P * Q * 12) == {2: 2, 3: 1, P * Q: 1}
    assert factored(P**3) == {P: 3}
    assert log(Fraction(P * Q, P * R)) == log(Fraction(Q)) - log(Fraction(R))
    assert log(Fraction(P * Q)) + log(Fraction(P * R)) == 2 * log(Fraction(P)) + log(Fraction(Q * R))
    assert hash(log(Fraction(P * Q)) + log(Fraction(1, Q))) == hash(log(Fraction(P)))


def test_quotients_are_rational_only_if_proportional() -> None:
    two, three, six = (log(Fraction(n)) for n in (2, 3, 6))
    assert log(Fraction(8)) / two == 3
    assert six / two == 1 + three / two == log(Fraction(6), 2)
    assert isinstance(six / two, Logarithmic)
    assert (two / three) * (three / two) == 1
    assert 1 / log(Fraction(3), 2) == log(Fraction(2), 3)
    assert two / six + three / six == 1


def test_decimals_are_right_however_many() -> None:
    with mpmath.workdps(1100):
        want = mpmath.nstr(mpmath.log(mpmath.mpf(10) / 7), 1000, strip_zeros=False)
    assert decimal(log(Fraction(10, 7)), significant=1000) == want
    near = log(Fraction(10**30 + 1, 10**30))
    assert decimal(near, significant=5) == "1.0000e-30"
    assert float(near) == 1e-30
    assert near > 0 > -near


def test_roots_beside_logarithms() -> None:
    value = log(Fraction(2)) + root(Fraction(3)) + 1
    assert str(value) == "1 + sqrt(3) + ln(2)"
    assert value - root(Fraction(3)) - 1 == log(Fraction(2))
    assert 3.42 < float(value) < 3.43
    assert value != log(Fraction(2))


@pytest.mark.parametrize("work", [
    lambda a, b: a * a, lambda a, b: a * b, lambda a, b: a**2, lambda a, b: a * (a + 1),
    lambda a, b: root(Fraction(2)) * a, lambda a, b: a / root(Fraction(2)),
])  # fmt: skip
def test_products_of_logarithms_are_refused(work: object) -> None:
    with pytest.raises(TypeError):
        work(log(Fraction(2)), log(Fraction(3)))  # type: ignore[operator]


def test_roots_of_long_numbers_are_those_of_sympy() -> None:
    random = Random(7)
    for bits, exponent in product((1, 9, 64, 1_000, 5_000), (2, 3, 7, 31)):
        n = random.getrandbits(bits) + 2
        for number in (n, n**exponent - 1, n**exponent, n**exponent + 1):
            assert whole_root(number, exponent) == integer_nthroot(number, exponent)[0]


@each("base", [1, 0, -2])
def test_a_base_below_two_is_refused(base: int) -> None:
    with pytest.raises(UsageError, match=f"no logarithm to the base {base}; a base is a whole number from 2 on"):
        log(Fraction(3), base)


def test_each_term_of_a_sum_over_logarithms_is_one_logarithm() -> None:
    """By hand: 1/log2(6) is log6(2), and 3/log2(12) is 3 log12(2)."""
    value = discounted({2: Fraction(9, 2), 6: Fraction(1), 7: Fraction(2), 12: Fraction(3)}, Fraction(2))
    assert str(value) == "9/2 + log6(2) + 3*log12(2) + 2*log7(2)"
    assert read_value(str(value)) == value
    assert str(discounted({2: Fraction(1), 6: Fraction(1)}, Fraction(2))) == "1 + log6(2)"
    assert str(log(Fraction(7)) / log(Fraction(2, 3))) == "-ln(7)/(ln(3) - ln(2))"


def test_a_quotient_of_such_sums_is_written_where_it_is_short() -> None:
    sides = {2: Fraction(1, 2), 6: Fraction(1)}, {2: Fraction(1), 3: Fraction(1, 3)}
    value = sum_of_quotients([(Fraction(1), *sides)])
    assert str(value) == "(3 + 6*log6(2))/(6 + 2*log3(2))"
    assert value._repr_latex_() == r"$\displaystyle \frac{3 + 6 \log_{6} 2}{6 + 2 \log_{3} 2}$"
    top, below = (discounted(side, Fraction(2)) for side in sides)
    assert abs(float(value) - float(top) / float(below)) < 1e-15
    long = sum_of_quotients([(Fraction(1), dict.fromkeys(range(2, 400, 2), Fraction(1)), sides[1])])
    assert re.fullmatch(r"[0-9]+\.[0-9]+\.\.\.", str(long))


@given(st.fractions(-9, 9, max_denominator=40), terms, st.sampled_from([2, 10, 48, Fraction(14, 5)]))
def test_a_rational_over_a_logarithm_is_read_back(
    rational: Fraction, given_terms: list[tuple[Fraction, int, int]], below: Fraction
) -> None:
    value = (total(given_terms) + rational) / log(below)  # type: ignore[operator]
    assert read_value(str(value)) == value
    assert not isinstance(value, Logarithmic) or evaluate(log_tree(value)) == value


def test_a_rational_over_a_logarithm_is_written_with_it() -> None:
    assert str(1 / log(2)) == "1/ln(2)"
    assert str((log(5) - Fraction(3, 7)) / log(2)) == "log2(5) - 3/(7*ln(2))"
    assert (1 + log(3)) / log(100) == 1 / (2 * log(10)) + log(3) / log(100)
    assert str((1 + log(3)) / log(100)) == "1/(2*ln(10)) + 1/2*log10(3)"
    assert r"\frac{1}{2 \ln 10}" in ((1 + log(3)) / log(100))._repr_latex_()
