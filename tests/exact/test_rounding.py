"""Rounding, writing and periods against Python's decimal module, long division and number theory; edges by table."""

from __future__ import annotations

import decimal as dec
import math
import sys
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from exactmetrics.exact.digits import text_int
from exactmetrics.exact.errors import UndefinedValueError, UsageError
from exactmetrics.exact.rounding import Expansion, decimal, expansion, exponent, fits, is_tie, place_point, round_to
from exactmetrics.exact.values import Undefined, root
from tests.cases import each
from tests.growth import calls

F = Fraction
TWO, THREE = root(F(2)), root(F(3))
PEERS = {
    "half-even": dec.ROUND_HALF_EVEN, "half-up": dec.ROUND_HALF_UP, "truncate": dec.ROUND_DOWN,
    "nearest": dec.ROUND_HALF_EVEN, "any": dec.ROUND_HALF_EVEN,
}  # fmt: skip
# numerators over powers of ten and small denominators: ties are common, unlike among arbitrary fractions
FINITE = st.builds(lambda n, k: F(n, 10**k), st.integers(-(10**8), 10**8), st.integers(0, 12))
RATIONALS = FINITE | st.builds(Fraction, st.integers(-(10**30), 10**30), st.integers(1, 10**20))
RULE = st.sampled_from(sorted(PEERS))


def peer(value: Fraction, places: int, rule: str) -> str:
    """The decimal module's answer: floor with two guard digits and a sticky one, then its own quantize."""
    guard = places + 2
    units, rest = divmod(abs(value.numerator) * 10**guard, value.denominator)
    with dec.localcontext() as context:
        context.prec = 200
        sticky = dec.Decimal(units * 10 + (1 if rest else 0)).scaleb(-guard - 1)
        text = f"{sticky.quantize(dec.Decimal(1).scaleb(-places), rounding=PEERS[rule]):f}"
    return f"-{text}" if value < 0 and set(text) - set("0.") else text


@given(RATIONALS, st.integers(0, 30), RULE)
@example(F(-1, 1000), 2, "half-even")
@example(F(-5, 1000), 2, "half-up")
@example(F(5, 2), 0, "half-up")
def test_places_as_the_decimal_module(value: Fraction, places: int, rule: str) -> None:
    assert decimal(value, places=places, rounding=rule) == peer(value, places, rule)


@given(RATIONALS, st.integers(1, 40), RULE)
@example(F(9995, 1000), 3, "half-even")
@example(F(1, 3 * 10**30), 5, "truncate")
def test_significant_as_the_decimal_module(value: Fraction, digits: int, rule: str) -> None:
    with dec.localcontext() as context:
        context.prec, context.rounding = digits, PEERS[rule]
        wanted = dec.Decimal(value.numerator) / dec.Decimal(value.denominator)
        # Decimal() takes the numerator as it is; the one rounding is the division's
        assert dec.Decimal(decimal(value, significant=digits, rounding=rule)) == wanted


@each(
    ("value", "wanted"),
    [
        (F(409, 630), "0.6492063492063492"), (F(16, 25), "0.64"), (F(1, 2), "0.5"), (F(-1, 10), "-0.1"), (0, "0"),
        (F(0), "0"), (F(-3), "-3"), (100, "100"), (10**30, "1" + "0" * 30), (F(1, 10**30), "1e-30"),
        (F(1, 3 * 10**30), "3.333333333333333e-31"), (F(15, 10**27), "1.5e-26"), (TWO, "1.414213562373095"),
        (F(15, 10**26), "0.00000000000000000000000015"), (F(841, 1309), "0.6424751718869366"),  # nearest double: ...367
    ],
)  # fmt: skip
def test_the_default_is_16_digits_or_the_whole_of_a_short_decimal(value: Any, wanted: str) -> None:
    assert decimal(value) == wanted


@each(
    ("value", "digits", "wanted"),
    [
        (F(10**25), 3, "1" + "0" * 25), (F(10**26), 3, "1.00e+26"), (F(10**26), 27, "1" + "0" * 26),
        (F(10**26), 26, "1." + "0" * 25 + "e+26"), (F(-1, 10**25), 2, "-0." + "0" * 24 + "10"),
        (F(1, 10**26), 2, "1.0e-26"), (F(1, 10**26), 1, "1e-26"), (F(999, 1000), 2, "1.0"), (F(0), 3, "0.00"),
        (F(9999, 1000), 3, "10.0"), (1, 3, "1.00"), (F(100), 1, "100"), (-THREE, 2, "-1.7"), (-TWO - THREE, 2, "-3.1"),
    ],
)  # fmt: skip
def test_an_exponent_is_written_beyond_25_places(value: Any, digits: int, wanted: str) -> None:
    assert decimal(value, significant=digits) == wanted


@each(
    ("value", "limit", "wanted"),
    [
        (F(409, 630), 60, "0.6(492063)"), (F(409, 630), 7, "0.6(492063)"), (F(409, 630), 6, "0.649206..."),
        (F(1, 3), 0, "0..."), (F(1, 8), 60, "0.125"), (F(1, 8), 3, "0.125"), (F(1, 8), 2, "0.12..."), (2, 60, "2"),
        (F(-1, 6), 60, "-0.1(6)"), (F(3), 60, "3"), (F(-22, 7), 60, "-3.(142857)"), (F(1, 101), 60, "0.(0099)"),
        (F(1, 97), 1, "0.0..."), (-TWO, 1, "-1.4..."), (-root(F(1, 2)), 0, "-0..."), (F(1, 2), 1, "0.5"),
        (F(1, 2), 0, "0..."), (TWO, 10, "1.4142135623..."), (-root(F(1, 200)), 1, "-0.0..."),
    ],
)  # fmt: skip
def test_repeating_text(value: Any, limit: int, wanted: str) -> None:
    assert decimal(value, repeating=True, limit=limit) == wanted


@given(st.floats(1e-20, 1e20))
def test_the_default_never_claims_more_than_it_shows(x: float) -> None:
    value = F(x)
    assert abs(F(decimal(value)) - value) <= F(5, 10**16) * value


@each("square", [F(2), F(25, 116), F(1, 10**41 * 2), F(10**61)])
@each("places", [0, 3, 40, 200])
def test_roots_as_the_decimal_module(square: Fraction, places: int) -> None:
    with dec.localcontext() as context:
        context.prec = 400
        wanted = (dec.Decimal(square.numerator) / dec.Decimal(square.denominator)).sqrt()
        shown = f"{wanted.quantize(dec.Decimal(1).scaleb(-places)):f}"
    assert decimal(root(square), places=places) == shown
    assert decimal(-root(square), places=places) == ("-" + shown if set(shown) - set("0.") else shown)


def test_a_sum_of_roots_that_almost_cancels() -> None:
    # sqrt(10**40 + 1) - 10**20 = 1/(sqrt(10**40 + 1) + 10**20), just below 5e-21: never a tie
    value = root(F(10**40 + 1)) - 10**20
    assert decimal(value, places=20) == "0." + "0" * 20
    assert decimal(value, places=21) == "0." + "0" * 20 + "5"
    assert decimal(value, places=21, rounding="truncate") == "0." + "0" * 20 + "4"
    assert decimal(value, significant=2) == "0.0000000000000000000050"


@given(RATIONALS, st.integers(-3, 12))
@example(F(3, 8), 2)
@example(F(-1, 8), 2)
def test_fits_is_the_definition_of_each_rule(value: Fraction, places: int) -> None:
    unit = F(10) ** -places
    middle = math.floor(value / unit)
    for units in range(middle - 2, middle + 4):
        error = abs(units * unit - value)
        cut = error < unit and abs(units * unit) <= abs(value) and units * value >= 0
        tie = error == unit / 2
        away, even = abs(units * unit) > abs(value), units % 2 == 0
        assert is_tie(value, places) if tie else True
        assert fits(value, units, places, "half-up") == (2 * error < unit or (tie and away))
        assert fits(value, units, places, "half-even") == (2 * error < unit or (tie and even))
        assert fits(value, units, places, "nearest") == (2 * error < unit or (tie and (away or even)))
        assert fits(value, units, places, "truncate") == cut
        assert fits(value, units, places, "any") == (error <= unit / 2 or cut)


def test_ties_under_every_rule() -> None:
    for value, places, wanted in [
        (F(1, 8), 2, (12, 13, 12, 12, 12)), (F(-1, 8), 2, (-12, -13, -12, -12, -12)),
        (F(3, 8), 2, (38, 38, 37, 38, 38)), (F(-3, 8), 2, (-38, -38, -37, -38, -38)), (F(1, 2), 0, (0, 1, 0, 0, 0)),
        (F(-1, 2), 0, (0, -1, 0, 0, 0)), (F(3, 2), 0, (2, 2, 1, 2, 2)), (25, -1, (2, 3, 2, 2, 2)),
        (-25, -1, (-2, -3, -2, -2, -2)), (F(251, 10), -1, (3, 3, 2, 3, 3)), (F(1, 3), 3, (333,) * 5),
        (F(2, 3), 3, (667, 667, 666, 667, 667)), (TWO, 1, (14,) * 5), (-THREE, 1, (-17,) * 5),
        (THREE, 0, (2, 2, 1, 2, 2)), (-THREE, 0, (-2, -2, -1, -2, -2)), (root(F(2 * 10**6)), -3, (1,) * 5),
        (root(F(3 * 10**6)), -3, (2, 2, 1, 2, 2)),
    ]:  # fmt: skip
        found = tuple(round_to(value, places, rule) for rule in PEERS)  # type: ignore[arg-type]
        assert found == wanted, (value, places)
        for rule, units in zip(PEERS, wanted, strict=True):
            assert fits(value, units, places, rule)  # type: ignore[arg-type]
            assert not fits(value, units + 2, places, rule)  # type: ignore[arg-type]
        assert is_tie(value, places) == (isinstance(value, (int, F)) and (2 * value * F(10) ** places) % 2 == 1)
    assert (fits(F(1, 8), 13, 2), fits(F(2, 3), 66, 2)) == (True, False)
    said = "no rounding rule 'x'; the rules are nearest, half-even, half-up, truncate, any"
    with pytest.raises(UsageError, match=said):
        fits(F(1, 8), 13, 2, "x")  # type: ignore[arg-type]


def test_numbers_beyond_the_text_limit_print_and_the_limit_stays() -> None:
    before = sys.get_int_max_str_digits()
    value = F(10**9000 + 1, 7)
    text = decimal(value, places=10)
    assert len(text) == 9000 + 11
    assert text.startswith("142857142857")
    assert sys.get_int_max_str_digits() == before
    assert text_int(text.replace(".", "")) == round_to(value, 10)


@each(
    ("value", "wanted"),
    [
        (9, 0), (99, 1), (100, 2), (F(99, 1000), -2), (F(-1, 1000), -3), (10**40, 40), (10**40 - 1, 39),
        (F(1, 10**40), -40), (F(1, 10**40 + 1), -41), (TWO, 0), (-TWO, 0), (-TWO / 100, -2), (-TWO * 100, 2),
        (-TWO - THREE, 0), (1 - TWO, -1), (THREE - TWO, -1), (root(F(99)), 0), (root(F(101)), 1),
        (root(F(1, 101)), -2), (root(F(1, 99)), -1),
    ],
)  # fmt: skip
def test_the_first_digit(value: Any, wanted: int) -> None:
    assert exponent(value) == wanted
    with pytest.raises(ValueError, match="zero has no first digit"):
        exponent(0)


@given(st.integers(-400, 400), st.sampled_from([F(1), F(9999, 1000), F(-1), F(3)]))
def test_the_first_digit_near_powers_of_ten(power: int, factor: Fraction) -> None:
    assert exponent(factor * F(10) ** power) == power


@each(("units", "places", "wanted"), [(0, 2, "0.00"), (-5, 2, "-0.05"), (12, -2, "1200"), (0, -2, "0"), (7, 0, "7")])
def test_place_point(units: int, places: int, wanted: str) -> None:
    assert place_point(units, places) == wanted


@each(
    "options",
    [{"places": 2, "significant": 3}, {"places": 2, "repeating": True}, {"places": -1}, {"significant": 0},
     {"places": 2.0}, {"places": True}, {"rounding": "up"}, {"repeating": True, "limit": -1}],
)  # fmt: skip
def test_options_that_make_no_sense_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        decimal(F(1, 3), **options)  # type: ignore[arg-type]


def test_what_is_refused_says_so() -> None:
    with pytest.raises(UsageError, match="no option 'digits': places= are digits after the point, significant="):
        decimal(F(1, 3), digits=10)
    with pytest.raises(UsageError, match="not an exact number"):
        decimal(0.5)  # type: ignore[arg-type]
    with pytest.raises(UndefinedValueError, match="precision of L is 0/0"):
        decimal(Undefined("precision", "L", F(0), F(0)), places=3)


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
    value = F(n, d)
    fixed, period = long_division(abs(n), d)
    parts = expansion(value, limit=10_000)
    assert (parts.minus, parts.whole, parts.fixed, parts.period) == (n < 0, str(abs(n) // d), fixed, period)
    assert parts.complete
    if period:
        assert expansion(value, len(fixed) + len(period)) == parts
        assert not expansion(value, len(fixed) + len(period) - 1).complete


def test_a_period_of_59010_digits_is_found_without_writing_it() -> None:
    value = F(6154892, 9736815)  # one digit stands before the period
    assert len(expansion(value, 59_011).period) == 59_010
    assert not expansion(value, 59_010).complete
    assert calls(lambda: expansion(value, 59_011)) < 10_000


def test_parts_of_an_expansion() -> None:
    assert expansion(F(-1, 6)) == Expansion(True, "0", "1", "6", True)
    assert expansion(F(7, 2)) == Expansion(False, "3", "5", "", True)
    assert expansion(F(1, 7), 5) == Expansion(False, "0", "14285", "", False)
    assert expansion(F(1, 16), 3) == Expansion(False, "0", "062", "", False)
    assert (expansion(F(1, 70), 7).text(), expansion(F(1, 70), 6).text()) == ("0.0(142857)", "0.014285...")
    assert expansion(5, 0).before == "5"
    assert [len(expansion(F(1, d), 10**6).period) for d in (7 * 10**9, 10**8 - 1, 4 * 99_989)] == [6, 8, 99_988]
