"""Sums of roots are kept in one way only: like roots joined, unlike roots apart, whatever the order of the terms."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt, prod

import mpmath
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from exactmetrics.exact.square import square_class
from exactmetrics.exact.values import Root, Symbolic, add, enclosure, rationals_of, root
from tests.cases import size
from tests.oracle.surd import DIGITS, digits_of

PRIMES = (2, 3, 5, 7, 73, 79, 1009, 10**9 + 7)
kernels = st.sets(st.sampled_from(PRIMES), max_size=4).map(lambda primes: prod(primes))
factors = st.fractions(-3, 3, max_denominator=30).filter(bool)
terms = st.lists(st.tuples(factors, kernels), min_size=1, max_size=8)
sums = terms.map(lambda given: add(*(root(Fraction(kernel)) * factor for factor, kernel in given)))


@given(terms, st.randoms(), st.sampled_from([1, 8, 64, 200]))
@settings(max_examples=size(40, 400))
def test_like_roots_are_joined_and_unlike_ones_are_not(
    given_terms: list[tuple[Fraction, int]], random: object, bits: int
) -> None:
    value = add(*(root(Fraction(kernel)) * factor for factor, kernel in given_terms))
    by_kernel: dict[int, Fraction] = {}
    for factor, kernel in given_terms:
        by_kernel[kernel] = by_kernel.get(kernel, Fraction(0)) + factor
    roots = {(1 if f > 0 else -1, f * f * kernel) for kernel, f in by_kernel.items() if kernel != 1 and f}
    got = value.roots if isinstance(value, Symbolic) else (value,) if isinstance(value, Root) else ()
    assert {(r.sign, r.square) for r in got} == roots
    assert len(got) == len(roots)
    rational = value.rational if isinstance(value, Symbolic) else value if isinstance(value, Fraction) else 0
    assert rational == by_kernel.get(1, 0)
    shuffled = list(given_terms)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    again = add(*(root(Fraction(kernel)) * factor for factor, kernel in shuffled))
    assert (again, hash(again)) == (value, hash(value))
    low, high = enclosure(value, bits)
    if isinstance(value, Fraction):
        assert low == value == high
        return
    with mpmath.workdps(DIGITS):
        number = digits_of(value)
        assert mpmath.mpf(low.numerator) / low.denominator < number < mpmath.mpf(high.numerator) / high.denominator
    assert high - low <= 2 * len(given_terms) * Fraction(100 * 10**13, 2**bits)


@given(st.fractions(1, 10**6), st.fractions(-50, 50, max_denominator=10**4).filter(bool))
def test_a_square_factor_does_not_change_the_class(value: Fraction, factor: Fraction) -> None:
    assert square_class(value) == square_class(value * factor * factor)


def test_classes_tell_most_numbers_apart() -> None:
    kernels_of_products = [prod(p for i, p in enumerate(PRIMES) if bits >> i & 1) for bits in range(256)]
    assert len({square_class(Fraction(k)) for k in kernels_of_products}) == 256


few = st.lists(st.tuples(factors, st.sampled_from(PRIMES), st.sampled_from([1, 2, 4])), min_size=1, max_size=3)


@given(sums, sums, few)
@settings(max_examples=size(40, 200))
def test_products_differences_and_quotients(a: Symbolic, b: Symbolic, two: list[tuple[Fraction, int, int]]) -> None:
    with mpmath.workdps(DIGITS):
        tiny = mpmath.mpf(10) ** (30 - DIGITS)
        assert abs(digits_of(a * b) - digits_of(a) * digits_of(b)) < tiny
        assert abs(digits_of(a - b) - (digits_of(a) - digits_of(b))) < tiny
    assert (a < b) == (a != b and float(digits_of(a) - digits_of(b)) < 0)
    assert a - a == 0
    bottom = add(*(root(Fraction(kernel), degree) * factor for factor, kernel, degree in two))
    assume(bottom != 0 and len(list(rationals_of(bottom))) <= 3)
    try:
        quotient = a / bottom
    except TypeError:
        assert len({degree for _, _, degree in two}) > 1 or len(two) > 2
        return
    assert quotient * bottom == a
    with mpmath.workdps(DIGITS):
        assert abs(digits_of(quotient) - digits_of(a) / digits_of(bottom)) < mpmath.mpf(10) ** (40 - DIGITS)


def test_a_sum_of_too_many_roots_does_not_divide() -> None:
    bottom = add(*(root(Fraction(p)) for p in (2, 3, 5, 7, 11, 13)))
    with pytest.raises(TypeError, match="division by a sum of unlike roots"):
        1 / bottom


def test_float_after_nearly_all_digits_cancel() -> None:
    value = add(root(Fraction(2)), -Fraction(isqrt(2 * 10**180), 10**90))
    assert 0 < float(value) < 1e-89
    assert float(value) == float(digits_of(value))
    assert value > 0 > -value
