"""The exact binomial test: sums over all outcomes, scipy, and P-values that other libraries lose."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from exactmetrics import ConfusionMatrix, UsageError, binomial_test, decimal
from tests.cases import each


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
def test_scipy(n: int, data: st.DataObject, p0: Fraction) -> None:
    k = data.draw(st.integers(0, n))
    for alternative in ("two_sided", "greater", "less"):
        theirs = binomtest(k, n, float(p0), alternative=alternative.replace("_", "-")).pvalue
        assert float(binomial_test(k, n, p0, alternative=alternative)) == pytest.approx(theirs, rel=1e-9, abs=1e-300)


@each(("rows", "shown"), [
    ([[500, 10], [10, 480]], "5.8e-252"), ([[95, 5], [5, 95]], "1.5e-44"), ([[700, 300], [300, 700]], "1.2e-73"),
])  # fmt: skip
def test_accuracy_against_the_largest_class(rows: list[list[int]], shown: str) -> None:
    """PyCM 4.6 gives 3.3e-16, 0.0 and None; scipy's survival function of the same numbers is the oracle."""
    from scipy.stats import binom

    found = ConfusionMatrix(rows).binomial_test("accuracy", "largest_class", alternative="greater")
    assert decimal(found, significant=2) == shown
    n, right, largest = sum(map(sum, rows)), rows[0][0] + rows[1][1], max(map(sum, rows))
    assert float(found) == pytest.approx(binom.sf(right - 1, n, largest / n), rel=1e-9)


def test_mcnemar() -> None:
    """Of n samples that two classifiers disagree on each is right on one half by chance: the pairs of an exact test."""
    assert binomial_test(2, 12, Fraction(1, 2)) == Fraction(2 * sum(comb(12, j) for j in range(3)), 2**12)


@each(("arguments", "options", "message"), [
    ((0, 0, 0.5), {}, "n must be at least 1"),
    ((2, 1, 0.5), {}, "2 is more than 1"),
    ((1, 2, 2), {}, "p0 must be a number between 0 and 1"),
    ((1, 2, "half"), {}, "p0 must be a number between 0 and 1, not 'half'"),
    ((1, 2, 0.5), {"alternative": "two-sided"}, "did you mean 'two_sided'?"),
    ((1, 10**6, 0.5), {}, "more than 50,000 digits"),
])  # fmt: skip
def test_what_is_refused(arguments: tuple[int, int, object], options: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError) as refused:
        binomial_test(*arguments, **options)
    assert message in str(refused.value)
