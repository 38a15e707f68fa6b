"""The bounds: what published tables print, what defines each method, mpmath and scipy, and what must hold of all; and
the exact binomial test: sums over all outcomes, scipy, and P-values that other libraries lose.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, binomtest

from exactmetrics import (
    Certified,
    ConfusionMatrix,
    Interval,
    Root,
    UsageError,
    binomial_test,
    decimal,
    judge,
    proportion_interval,
)
from exactmetrics.intervals.proportion import METHODS
from tests.cases import each, size

DIGITS = 60
counts = st.integers(1, 60).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
confidences = st.fractions(Fraction(1, 20), Fraction(999, 1000), max_denominator=1000)


def drawn(number: int, most: int = 300) -> list[tuple[int, int, Fraction]]:
    """Counts and confidences, small numbers of samples and the usual confidence more often."""
    source = random.Random(1934)
    found = []
    for _ in range(number):
        n = source.randint(1, source.choice([5, 40, most]))
        usual = source.random() < 0.5
        found.append((source.randint(0, n), n, Fraction(95 if usual else source.randint(50, 99), 100)))
    return found


@each(("k", "n", "wilson"), [
    (81, 263, "0.2553 0.3662"), (15, 148, "0.0624 0.1605"), (0, 20, "0.0000 0.1611"), (1, 29, "0.0061 0.1718"),
])  # fmt: skip
def test_newcombe(k: int, n: int, wilson: str) -> None:
    """Newcombe 1998, Table I, method 3."""
    for z in (None, "1.96"):
        found = proportion_interval(k, n, z=z)
        assert f"{decimal(found.lower, places=4)} {decimal(found.upper, places=4)}" == wilson


@given(counts, st.fractions(Fraction(1, 10), 5, max_denominator=100))
def test_a_rational_z_solves_what_defines_the_method(of: tuple[int, int], z: Fraction) -> None:
    """Wald: p is z estimated standard errors away; Wilson: z standard errors at p itself; Agresti-Coull: Wald of counts
    that z^2/2 is added to, both of k and of n - k."""
    k, n = of
    wilson = proportion_interval(k, n, z=z)
    assert wilson.method == "wilson"
    for bound in (wilson.lower, wilson.upper):
        assert (bound - Fraction(k, n)) ** 2 == bound * (1 - bound) * z * z * Fraction(1, n)
    wald, added = proportion_interval(k, n, method="wald", z=z), proportion_interval(k, n, method="agresti_coull", z=z)
    for found, more, all_of in ((wald, Fraction(k), Fraction(n)), (added, k + z * z / 2, n + z * z)):
        share = more / all_of
        assert found.lower + found.upper == 2 * share
        assert (found.upper - share) ** 2 == z * z * share * (1 - share) / all_of
        assert found.lower <= found.upper
    # Brown, Cai and DasGupta 2001, section 3.1.
    assert added.lower <= wilson.lower
    assert wilson.upper <= added.upper


def brackets(bound: Certified) -> tuple[mpmath.mpf, mpmath.mpf]:
    """The decimals right below and above, from digits that are cut."""
    cut = mpmath.mpf(decimal(bound, places=DIGITS, rounding="truncate"))
    step = mpmath.mpf(10) ** -DIGITS
    return (cut - step, cut) if bound < 0 else (cut, cut + step)


def changes(what: object, bound: Certified) -> bool:
    low, high = (what(p) for p in brackets(bound))  # type: ignore[operator]
    return bool((low > 0) != (high > 0))


@each("method", METHODS)
def test_mpmath(method: str) -> None:
    """What defines a bound changes its sign within the last of 60 digits."""
    seen = 0
    with mpmath.workdps(120):
        for k, n, confidence in drawn(size(25, 300)):
            found = proportion_interval(k, n, method=method, confidence=confidence)
            half = mpmath.mpf((1 - confidence).numerator) / (1 - confidence).denominator / 2
            z = mpmath.sqrt(2) * mpmath.erfinv(1 - 2 * half)
            for bound, count, other in ((found.lower, k, n - k), (1 - found.upper, n - k, k)):
                if not isinstance(bound, Certified):
                    continue

                def equation(p: mpmath.mpf, count: int = count, other: int = other) -> mpmath.mpf:
                    if method == "clopper_pearson":
                        return mpmath.betainc(count, other + 1, 0, p, regularized=True) - half  # noqa: B023
                    added = z * z / 2 if method == "agresti_coull" else 0  # noqa: B023
                    size = count + other + 2 * added
                    share = mpmath.mpf(count + added) / size
                    at = p if method == "wilson" else share
                    # Which root of the square is meant is known from the side of the share.
                    return share - p - z * mpmath.sqrt(at * (1 - at) / size)  # noqa: B023

                assert changes(equation, bound), (method, k, n, confidence)
                seen += 1
    assert seen > 20


def test_the_quantile() -> None:
    with mpmath.workdps(120):
        for confidence in [*(c for _, _, c in drawn(20)), Fraction(1, 10**9), 1 - Fraction(1, 10**12)]:
            z = proportion_interval(1, 2, confidence=confidence).z
            assert isinstance(z, Certified)
            target = mpmath.mpf(confidence.numerator) / confidence.denominator
            assert changes(lambda x, target=target: mpmath.erf(x / mpmath.sqrt(2)) - target, z)
            assert z.exactness == "transcendental"


def test_scipy() -> None:
    for k, n, confidence in drawn(size(60, 600), 2000):
        peer = binomtest(k, n)
        for method, name in (("wilson", "wilson"), ("clopper_pearson", "exact")):
            found = proportion_interval(k, n, method=method, confidence=confidence)
            theirs = peer.proportion_ci(float(confidence), method=name)
            assert float(found.lower) == pytest.approx(theirs.low, abs=1e-9)
            assert float(found.upper) == pytest.approx(theirs.high, abs=1e-9)


@given(counts, confidences, st.fractions(0, 1, max_denominator=40))
def test_clopper_pearson_is_the_test_turned_round(of: tuple[int, int], confidence: Fraction, p: Fraction) -> None:
    """A proportion lies in the interval where neither of the one-sided tests rejects it, exactly."""
    k, n = of
    found = proportion_interval(k, n, method="clopper_pearson", confidence=confidence)
    half = (1 - confidence) / 2
    assert (found.lower <= p) == (binomial_test(k, n, p, alternative="greater") >= half)
    assert (p <= found.upper) == (binomial_test(k, n, p, alternative="less") >= half)


@given(counts, confidences, st.sampled_from(METHODS))
def test_what_holds_of_all(of: tuple[int, int], confidence: Fraction, method: str) -> None:
    k, n = of
    found = proportion_interval(k, n, method=method, confidence=confidence)
    turned = proportion_interval(n - k, n, method=method, confidence=confidence)
    assert (found.lower, found.upper) == (1 - turned.upper, 1 - turned.lower)
    assert found.lower <= found.proportion <= found.upper or method == "agresti_coull"
    assert (found.k, found.n, found.method, found.confidence) == (k, n, method, confidence)
    if k < n and method != "wald":
        following = proportion_interval(k + 1, n, method=method, confidence=confidence)
        assert found.lower < following.lower
        assert found.upper < following.upper
    if confidence < Fraction(99, 100) and method != "agresti_coull":
        wider = proportion_interval(k, n, method=method, confidence=Fraction(99, 100))
        assert wider.lower <= found.lower
        assert found.upper <= wider.upper


def test_bounds_that_can_be_written() -> None:
    """3 p^2 - 2 p^3 is 5/32 at 1/4, and alpha/2 is 5/32 at a confidence of 11/16."""
    assert proportion_interval(2, 3, method="clopper_pearson", confidence=Fraction(11, 16)).lower == Fraction(1, 4)
    assert proportion_interval(1, 3, method="clopper_pearson", confidence=Fraction(11, 16)).upper == Fraction(3, 4)
    assert proportion_interval(4, 4, method="clopper_pearson").lower == Root(1, Fraction(1, 40), 4)
    for method in ("wilson", "clopper_pearson"):
        assert proportion_interval(0, 7, method=method).lower == 0
        assert proportion_interval(7, 7, method=method).upper == 1


@each(("k", "n"), [(1, 2_000), (2, 2_000), (73, 2_000), (1_999, 2_000), (2_000, 2_000), (123_456, 200_000)])
def test_no_degree_is_too_large(k: int, n: int) -> None:
    """Beyond 100 samples the first and the last bound are no longer written as roots, and are the same numbers."""
    found = proportion_interval(k, n, method="clopper_pearson")
    theirs = binomtest(k, n).proportion_ci(0.95)
    assert float(found.lower) == pytest.approx(theirs.low, abs=1e-12 if n == 2_000 else 1e-9)
    assert float(found.upper) == pytest.approx(theirs.high, abs=1e-12 if n == 2_000 else 1e-9)


def test_the_greatest_number_of_samples() -> None:
    with pytest.raises(UsageError, match=r"at most 200,000 samples, not 200001: take wilson"):
        proportion_interval(1, 200_001, method="clopper_pearson")
    assert isinstance(proportion_interval(1, 10**30), Interval)


def test_certified_numbers() -> None:
    found = proportion_interval(3, 9)
    lower, upper = found.lower, found.upper
    assert isinstance(lower, Certified)
    assert -1 * (-lower) == lower
    assert lower + lower == 2 * lower
    assert lower - lower == 0
    assert lower * 0 == 0
    assert abs(-lower) == lower
    assert hash(lower) == hash(proportion_interval(3, 9).lower)
    assert float(lower - 1) == pytest.approx(float(lower) - 1)
    assert 0 < lower < upper < 1
    assert judge("0.1206", lower).word == "rounded"
    assert judge("0.13", lower).word == "false"
    textbook = proportion_interval(3, 9, z="1.96").lower
    assert textbook < lower
    assert lower > textbook
    assert lower != upper
    assert not lower < lower
    with pytest.raises(TypeError, match="no exact sum of"):
        lower + upper
    with pytest.raises(TypeError, match="no exact quotient by"):
        1 / lower
    half = proportion_interval(5, 10).lower
    with pytest.raises(UsageError, match="whether they are equal is not decided"):  # they are: z^2 n (n + z^2) is
        half < proportion_interval(5, 10, method="agresti_coull").lower  # noqa: B015


@each("n", range(1, 9))
def test_every_outcome_counted(n: int) -> None:
    """Sequences of successes and failures one by one, with the probability 1/3 of a success."""
    chances = [Fraction(0)] * (n + 1)
    for outcome in product((0, 1), repeat=n):
        chances[sum(outcome)] += Fraction(2 ** (n - sum(outcome)), 3**n)
    for k in range(n + 1):
        assert binomial_test(k, n, "1/3", alternative="greater") == sum(chances[k:])
        assert binomial_test(k, n, "1/3", alternative="less") == sum(chances[: k + 1])
        assert binomial_test(k, n, "1/3") == sum(c for c in chances if c <= chances[k])


@given(st.integers(1, 80), st.data(), st.fractions(0, 1, max_denominator=30))
def test_the_binomial_test_of_scipy(n: int, data: st.DataObject, p0: Fraction) -> None:
    k = data.draw(st.integers(0, n))
    for alternative in ("two_sided", "greater", "less"):
        theirs = binomtest(k, n, float(p0), alternative=alternative.replace("_", "-")).pvalue
        assert float(binomial_test(k, n, p0, alternative=alternative)) == pytest.approx(theirs, rel=1e-9, abs=1e-300)


@each(("rows", "shown"), [
    ([[500, 10], [10, 480]], "5.8e-252"), ([[95, 5], [5, 95]], "1.5e-44"), ([[700, 300], [300, 700]], "1.2e-73"),
])  # fmt: skip
def test_accuracy_against_the_largest_class(rows: list[list[int]], shown: str) -> None:
    """PyCM 4.6 gives 3.3e-16, 0.0 and None; scipy's survival function of the same numbers is the oracle."""
    found = ConfusionMatrix(rows).binomial_test("accuracy", "largest_class", alternative="greater")
    assert decimal(found, significant=2) == shown
    n, right, largest = sum(map(sum, rows)), rows[0][0] + rows[1][1], max(map(sum, rows))
    assert float(found) == pytest.approx(binom.sf(right - 1, n, largest / n), rel=1e-9)


def test_mcnemar() -> None:
    """Of n samples that two classifiers disagree on each is right on one half by chance: the pairs of an exact test."""
    assert binomial_test(2, 12, Fraction(1, 2)) == Fraction(2 * sum(comb(12, j) for j in range(3)), 2**12)


@each(("function", "arguments", "options", "message"), [
    (proportion_interval, (3, 0), {}, "n must be at least 1"), (proportion_interval, (4, 3), {}, "4 is more than 3"),
    (proportion_interval, (-1, 3), {}, "k must be a whole number of samples, not '-1'"),
    (proportion_interval, (1.0, 3), {}, "k must be a whole number of samples"),
    (proportion_interval, (True, 3), {}, "k must be a whole number"),
    (proportion_interval, (1, 10**1301), {}, "more than 1300 digits"),
    *((proportion_interval, (1, 3), options, message) for options, message in (
        ({"method": "wilsom"}, "did you mean 'wilson'?"), ({"confidence": 95}, "95% is 19/20"),
        ({"confidence": 0}, "between 0 and 1"), ({"confidence": 1}, "between 0 and 1"),
        ({"confidence": "x"}, "not 'x'"),
        ({"confidence": Fraction(1, 10**13)}, "at most 12 digits"), ({"confidence": 0.9, "z": 2}, "not both"),
        ({"z": 0}, "z must be a number above 0"), ({"z": "two"}, "not 'two'"),
        ({"z": 2, "method": "clopper_pearson"}, "has no z"),
    )),
    (binomial_test, (0, 0, 0.5), {}, "n must be at least 1"), (binomial_test, (2, 1, 0.5), {}, "2 is more than 1"),
    (binomial_test, (1, 2, 2), {}, "p0 must be a number between 0 and 1"),
    (binomial_test, (1, 2, "half"), {}, "p0 must be a number between 0 and 1, not 'half'"),
    (binomial_test, (1, 2, 0.5), {"alternative": "two-sided"}, "did you mean 'two_sided'?"),
    (binomial_test, (1, 10**6, 0.5), {}, "more than 50,000 digits"),
])  # fmt: skip
def test_what_is_refused(
    function: Callable[..., object], arguments: tuple[Any, ...], options: dict[str, object], message: str
) -> None:
    with pytest.raises(UsageError) as refused:
        function(*arguments, **options)
    assert message in str(refused.value)
