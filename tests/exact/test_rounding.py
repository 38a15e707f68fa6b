"""Rounding and writing against Python's decimal module, over every rule and both signs."""

from __future__ import annotations

import decimal as dec
import math
import sys
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from exactmetrics.exact.digits import int_text, text_int
from exactmetrics.exact.errors import UndefinedValueError, UsageError
from exactmetrics.exact.rounding import decimal, exponent, fits, is_tie, place_point, round_to
from exactmetrics.exact.values import Undefined, root
from tests.cases import each

PEERS = {
    "half-even": dec.ROUND_HALF_EVEN, "half-up": dec.ROUND_HALF_UP, "truncate": dec.ROUND_DOWN,
    "nearest": dec.ROUND_HALF_EVEN, "any": dec.ROUND_HALF_EVEN,
}  # fmt: skip
# numerators over powers of ten and small denominators: ties are common, unlike among arbitrary fractions
FINITE = st.builds(lambda n, k: Fraction(n, 10**k), st.integers(-(10**8), 10**8), st.integers(0, 12))
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
@example(Fraction(-1, 1000), 2, "half-even")
@example(Fraction(-5, 1000), 2, "half-up")
@example(Fraction(5, 2), 0, "half-up")
def test_places_as_the_decimal_module(value: Fraction, places: int, rule: str) -> None:
    assert decimal(value, places=places, rounding=rule) == peer(value, places, rule)


@given(RATIONALS, st.integers(1, 40), RULE)
@example(Fraction(9995, 1000), 3, "half-even")
@example(Fraction(1, 3 * 10**30), 5, "truncate")
def test_significant_as_the_decimal_module(value: Fraction, digits: int, rule: str) -> None:
    with dec.localcontext() as context:
        context.prec, context.rounding = digits, PEERS[rule]
        wanted = dec.Decimal(value.numerator) / dec.Decimal(value.denominator)
        # Decimal() takes the numerator as it is; the one rounding is the division's
        assert dec.Decimal(decimal(value, significant=digits, rounding=rule)) == wanted


@each(
    ("value", "wanted"),
    [
        (Fraction(409, 630), "0.6492063492063492"), (Fraction(16, 25), "0.64"), (Fraction(1, 2), "0.5"), (0, "0"),
        (Fraction(-3), "-3"), (10**30, "1" + "0" * 30), (Fraction(1, 10**30), "1e-30"),
        (Fraction(1, 3 * 10**30), "3.333333333333333e-31"),
        (Fraction(841, 1309), "0.6424751718869366"),  # the nearest double prints ...367
    ],
)  # fmt: skip
def test_the_default_is_16_digits_or_the_whole_of_a_short_decimal(value: Fraction | int, wanted: str) -> None:
    assert decimal(value) == wanted


@each(
    ("value", "digits", "wanted"),
    [
        (Fraction(10**25), 3, "1" + "0" * 25), (Fraction(10**26), 3, "1.00e+26"),
        (Fraction(10**26), 27, "1" + "0" * 26), (Fraction(10**26), 26, "1." + "0" * 25 + "e+26"),
        (Fraction(-1, 10**25), 2, "-0." + "0" * 24 + "10"), (Fraction(1, 10**26), 2, "1.0e-26"),
        (Fraction(1, 10**26), 1, "1e-26"), (Fraction(999, 1000), 2, "1.0"), (Fraction(0), 3, "0.00"),
    ],
)  # fmt: skip
def test_an_exponent_is_written_beyond_25_places(value: Fraction, digits: int, wanted: str) -> None:
    assert decimal(value, significant=digits) == wanted


@given(st.floats(1e-20, 1e20))
def test_the_default_never_claims_more_than_it_shows(x: float) -> None:
    value = Fraction(x)
    assert abs(Fraction(decimal(value)) - value) <= Fraction(5, 10**16) * value


@each("square", [Fraction(2), Fraction(25, 116), Fraction(1, 10**41 * 2), Fraction(10**61)])
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
    value = root(Fraction(10**40 + 1)) - 10**20
    assert decimal(value, places=20) == "0." + "0" * 20
    assert decimal(value, places=21) == "0." + "0" * 20 + "5"
    assert decimal(value, places=21, rounding="truncate") == "0." + "0" * 20 + "4"
    assert decimal(value, significant=2) == "0.0000000000000000000050"


@given(RATIONALS, st.integers(-3, 12))
@example(Fraction(3, 8), 2)
@example(Fraction(-1, 8), 2)
def test_fits_is_the_definition_of_each_rule(value: Fraction, places: int) -> None:
    unit = Fraction(10) ** -places
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


def test_numbers_beyond_the_text_limit_print_and_the_limit_stays() -> None:
    before = sys.get_int_max_str_digits()
    value = Fraction(10**9000 + 1, 7)
    text = decimal(value, places=10)
    assert len(text) == 9000 + 11
    assert text.startswith("142857142857")
    assert sys.get_int_max_str_digits() == before
    assert text_int(text.replace(".", "")) == round_to(value, 10)


@given(st.integers(0, 3000), st.integers(-1, 1))
def test_long_numbers_survive_the_way_to_text_and_back(digits: int, step: int) -> None:
    n = max(0, 10**digits + step)
    assert int_text(n) == dec_digits(n)
    assert text_int(int_text(n)) == n


def dec_digits(n: int) -> str:
    with dec.localcontext() as context:
        context.prec = 4000
        return f"{dec.Decimal(n):f}"


@given(st.integers(-400, 400), st.sampled_from([Fraction(1), Fraction(9999, 1000), Fraction(-1), Fraction(3)]))
def test_exponent_near_powers_of_ten(power: int, factor: Fraction) -> None:
    assert exponent(factor * Fraction(10) ** power) == power


def test_ties_go_away_from_zero_or_to_even_on_both_sides() -> None:
    shown = [[decimal(Fraction(n, 2), places=0, rounding=rule) for n in (-5, -3, -1, 1, 3, 5)] for rule in PEERS]
    by_rule = dict(zip(PEERS, shown, strict=True))
    assert by_rule["half-up"] == ["-3", "-2", "-1", "1", "2", "3"]
    assert by_rule["half-even"] == ["-2", "-2", "0", "0", "2", "2"]
    assert by_rule["truncate"] == ["-2", "-1", "0", "0", "1", "2"]


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
        decimal(Fraction(1, 3), **options)  # type: ignore[arg-type]


def test_an_option_that_does_not_exist_is_told_those_that_do() -> None:
    with pytest.raises(UsageError, match="no option 'digits': places= are digits after the point, significant="):
        decimal(Fraction(1, 3), digits=10)


def test_floats_and_undefined_values_are_refused() -> None:
    with pytest.raises(UsageError, match="not an exact number"):
        decimal(0.5)  # type: ignore[arg-type]
    with pytest.raises(UndefinedValueError, match="precision of L is 0/0"):
        decimal(Undefined("precision", "L", Fraction(0), Fraction(0)), places=3)
