"""Repeating decimals: read back exactly, and periods against long division and number theory."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import example, given
from hypothesis import strategies as st

from exactmetrics.exact.rounding import decimal, expansion
from exactmetrics.exact.values import root
from tests.cases import EXHAUSTIVE, each
from tests.growth import calls


def long_division(n: int, d: int) -> tuple[str, str]:
    """The digits before the period and the period, by remembering remainders."""
    seen: dict[int, int] = {}
    digits, rest = "", n % d
    while rest and rest not in seen:
        seen[rest] = len(digits)
        digits += str(rest * 10 // d)
        rest = rest * 10 % d
    return (digits[: seen[rest]], digits[seen[rest] :]) if rest else (digits, "")


@given(st.integers(-5000, 5000), st.integers(1, 3000))
@example(409, 630)
@example(-1, 6)
def test_expansion_and_period_are_those_of_long_division(n: int, d: int) -> None:
    value = Fraction(n, d)
    fixed, period = long_division(abs(n), d)
    parts = expansion(value, limit=10_000)
    assert (parts.minus, parts.whole, parts.fixed, parts.period) == (n < 0, str(abs(n) // d), fixed, period)
    assert parts.complete
    if period:
        assert expansion(value, len(fixed) + len(period)) == parts
        assert not expansion(value, len(fixed) + len(period) - 1).complete


def test_a_period_of_59010_digits_is_found_without_writing_it() -> None:
    value = Fraction(6154892, 9736815)  # one digit stands before the period
    assert len(expansion(value, 59_011).period) == 59_010
    assert not expansion(value, 59_010).complete
    assert calls(lambda: expansion(value, 59_011)) < 10_000


def test_the_period_of_a_prime_is_the_order_of_ten() -> None:
    # By Fermat the order of ten divides prime - 1.
    prime, factors = (999_983, (2, 79, 6329)) if EXHAUSTIVE else (99_989, (2, 7, 3571))
    length = len(expansion(Fraction(1, prime), prime).period)
    assert length
    assert (prime - 1) % length == 0
    assert pow(10, length, prime) == 1
    assert all(pow(10, length // q, prime) != 1 for q in factors if length % q == 0)


@each(
    ("value", "limit", "wanted"),
    [
        (Fraction(409, 630), 60, "0.6(492063)"), (Fraction(409, 630), 7, "0.6(492063)"),
        (Fraction(409, 630), 6, "0.649206..."), (Fraction(1, 3), 0, "0..."), (Fraction(1, 8), 60, "0.125"),
        (Fraction(1, 8), 3, "0.125"), (Fraction(1, 8), 2, "0.12..."), (Fraction(-1, 6), 60, "-0.1(6)"),
        (Fraction(3), 60, "3"), (Fraction(-22, 7), 60, "-3.(142857)"), (Fraction(1, 101), 60, "0.(0099)"),
    ],
)  # fmt: skip
def test_repeating_text(value: Fraction, limit: int, wanted: str) -> None:
    assert decimal(value, repeating=True, limit=limit) == wanted


def test_irrational_digits_are_cut_and_say_so() -> None:
    assert decimal(root(Fraction(2)), repeating=True, limit=10) == "1.4142135623..."
    assert decimal(-root(Fraction(1, 200)), repeating=True, limit=1) == "-0.0..."
