"""Tables of small cases, written out: arithmetic at its edges, texts of values, digits at every bound."""

from __future__ import annotations

import operator
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from math import isqrt
from typing import Any

import numpy as np
import pytest

from exactmetrics.exact.digits import CHUNK, exact_number, fraction_text, from_decimal, from_text, int_text, text_int
from exactmetrics.exact.errors import ReadingError, Remark, UndefinedValueError, UsageError, Why
from exactmetrics.exact.printed import LEVELS, Printed, Verdict, judge, judge_number, read_printed
from exactmetrics.exact.rounding import Expansion, decimal, expansion, exponent, fits, is_tie, round_to
from exactmetrics.exact.square import BOUND, exact_root, radical, square_class, take_out
from exactmetrics.exact.sums import ratio_sum, total
from exactmetrics.exact.values import Root, Symbolic, Undefined, add, enclosure, narrowing, root, sign, value_text
from tests.cases import size
from tests.growth import assert_linear

F = Fraction
TWO, THREE, SIX = root(F(2)), root(F(3)), root(F(6))
SUM = TWO + THREE + F(1, 2)
NONE = Undefined("precision", "L", F(0), F(0))
COMPARISONS = (operator.lt, operator.le, operator.gt, operator.ge)


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
    assert [sign(v) for v in (0, 3, -3, F(0), F(1, 9), F(-1, 9), TWO, -TWO, 1 - TWO, TWO - 1)] == [
        0, 1, -1, 0, 1, -1, 1, -1, -1, 1,
    ]  # fmt: skip


def test_equality_and_hash() -> None:
    assert TWO != 2
    assert TWO != -TWO
    assert Root(1, F(3)) != Root(1, F(2))
    assert SUM != SUM + 1
    assert SUM != TWO + THREE
    assert (SUM == "x", TWO == "x", NONE == "x") == (False, False, False)
    assert len({TWO, root(F(2)), THREE, SUM, THREE + F(1, 2) + TWO, F(1)}) == 4
    assert len({NONE, Undefined("precision", "L", F(0), F(0)), Undefined("recall", "L", F(0), F(0))}) == 2
    for other in [
        Undefined("precision", "M", F(0), F(0)),
        Undefined("precision", "L", F(1), F(0)),
        Undefined("precision", "L", F(0), None),
        Undefined("precision", "L", F(0), F(0), "because"),
        Undefined("precision", "L", F(0), F(0), average="macro"),
    ]:
        assert other != NONE
    assert bool(TWO)
    assert bool(SUM)


def test_what_is_no_exact_number_takes_no_part() -> None:
    for use in (operator.add, operator.sub, operator.mul, operator.truediv, *COMPARISONS):
        for value in (TWO, SUM):
            for pair in [(value, 0.5), (0.5, value), (value, "1"), ("1", value)]:
                with pytest.raises(TypeError):
                    use(*pair)
    refused: list[Any] = [
        lambda: TWO**-1, lambda: TWO ** F(1, 2), lambda: TWO / add(*(root(F(n)) for n in (2, 3, 5, 7, 11, 13))),
        lambda: 1 / add(*(root(F(n)) for n in (2, 3, 5, 7, 11, 13))), lambda: sign(0.5), lambda: add("1"),
        lambda: enclosure(None, 3),
    ]  # fmt: skip
    for use in refused:
        with pytest.raises(TypeError):
            use()
    for value in (-1, F(-1, 9)):
        with pytest.raises(ValueError, match="no real square root"):
            root(value)
    for sign_, square in [(0, F(2)), (2, F(2)), (1, F(4)), (1, F(0)), (-1, F(-2)), (1, F(1, 4))]:
        with pytest.raises(ValueError, match="Root wants"):
            Root(sign_, square)


def test_texts_of_values() -> None:
    for value, plain, made, latex in [
        (TWO, "sqrt(2)", "Root(1, Fraction(2, 1))", r"\sqrt{2}"),
        (-TWO, "-sqrt(2)", "Root(-1, Fraction(2, 1))", r"-\sqrt{2}"),
        (root(F(25, 116)), "5*sqrt(29)/58", "Root(1, Fraction(25, 116))", r"\frac{5 \sqrt{29}}{58}"),
        (root(F(1, 2)), "sqrt(2)/2", "Root(1, Fraction(1, 2))", r"\frac{\sqrt{2}}{2}"),
        (-root(F(12)), "-2*sqrt(3)", "Root(-1, Fraction(12, 1))", r"-2 \sqrt{3}"),
        (
            TWO + F(1, 2),
            "1/2 + sqrt(2)",
            "Symbolic(Fraction(1, 2), (Root(1, Fraction(2, 1)),))",
            r"\frac{1}{2} + \sqrt{2}",
        ),
        (-1 - TWO, "-1 - sqrt(2)", "Symbolic(Fraction(-1, 1), (Root(-1, Fraction(2, 1)),))", r"-1 - \sqrt{2}"),
        (
            THREE - TWO,
            "sqrt(3) - sqrt(2)",
            "Symbolic(Fraction(0, 1), (Root(1, Fraction(3, 1)), Root(-1, Fraction(2, 1))))",
            r"\sqrt{3} - \sqrt{2}",
        ),
    ]:
        assert (str(value), repr(value), value_text(value)) == (plain, made, plain)
        assert value._repr_latex_() == rf"$\displaystyle {latex}$"
    assert [value_text(v) for v in (3, F(3), F(-1, 2), NONE)] == ["3", "3", "-1/2", "undefined: precision of L is 0/0"]


def test_what_an_undefined_value_says() -> None:
    for value, metric, kind, side, text in [
        (NONE, "precision", "indeterminate", 0, "precision of L is 0/0"),
        (Undefined("f1", None, F(3), F(0)), "f1", "infinite", 1, "f1 is 3/0"),
        (Undefined("f1", 0, F(-1, 2), F(0)), "f1", "infinite", -1, "f1 of 0 is (-1/2)/0"),
        (Undefined("f1", None, TWO, F(0)), "f1", "infinite", 1, "f1 is sqrt(2)/0"),
        (
            Undefined("f1", None, None, average="macro", cause="no_class"), "macro f1", "indeterminate", 0,
            "macro f1 has no class left to average over",
        ),
        (Undefined("f1", None, F(0), F(0), average="micro"), "micro f1", "indeterminate", 0, "micro f1 is 0/0"),
        (Undefined("f1", "a", F(0), F(0), "no reason"), "f1", "indeterminate", 0, "no reason"),
    ]:  # fmt: skip
        assert (value.metric, value.kind, value.sign, value.reason) == (metric, kind, side, text)
        assert str(value) == f"undefined: {text}"
        assert repr(value) == f"Undefined({metric!r}, {value.label!r}, {value.numerator!r}, {value.denominator!r})"
        assert float(value) != float(value)
    uses: list[Any] = [
        *(
            lambda u, op=op: op(u, 1)
            for op in (operator.add, operator.sub, operator.mul, operator.truediv, operator.pow)
        ),
        *(lambda u, op=op: op(1, u) for op in (operator.add, operator.sub, operator.mul, operator.truediv)),
        *(lambda u, op=op: op(u, 1) for op in COMPARISONS),
        *(lambda u, op=op: op(F(1), u) for op in COMPARISONS),
        operator.neg,
        abs,
        bool,
    ]
    for use in uses:
        with pytest.raises(UndefinedValueError, match="no arithmetic"):
            use(NONE)


def test_enclosures_hold_the_value_and_narrow() -> None:
    for value in (TWO, -TWO, SUM, root(F(1, 3 * 10**40)), root(F(10**61)), -SIX - F(1, 7)):
        for bits in (1, 20, 64, 300):
            low, high = enclosure(value, bits)
            assert low < value < high
            parts = [value] if isinstance(value, Root) else value.roots
            assert high - low <= sum(abs(r) for r in parts) * F(1, 2**bits)  # type: ignore[operator]
        widths = [high - low for (low, high), _ in zip(narrowing(value), range(4), strict=False)]
        assert widths[-1] < widths[0] / 2**100
    assert enclosure(F(1, 3), 5) == (F(1, 3), F(1, 3))


def test_floats_are_the_nearest() -> None:
    for value in (TWO, -TWO, SUM, root(F(10**41 + 1, 3)), root(F(1, 7 * 10**61)), THREE - TWO, TWO - F(7, 5)):
        nearest = float(value)
        for other in (np.nextafter(nearest, 9e99), np.nextafter(nearest, -9e99)):
            assert abs(value - F(nearest)) <= abs(value - F(float(other)))  # type: ignore[operator]


def test_squares() -> None:
    for n in range(1, 300):
        assert exact_root(F(n)) == (F(isqrt(n)) if isqrt(n) ** 2 == n else None)
        a, d = take_out(n)
        assert a * a * d == n
        assert not any(d % (p * p) == 0 for p in range(2, 18))
    assert exact_root(F(4, 7)) is None
    assert exact_root(F(7, 4)) is None
    assert exact_root(F(0)) == 0
    big = 9973  # the last prime within the bound; the first beyond it stays under the root unless it is all there is
    assert BOUND == 10_000
    assert [take_out(n) for n in (big**2 * 2, 10_007**2, 10_007**2 * 2, 4 * 10_007**2)] == [
        (big, 2), (10_007, 1), (1, 10_007**2 * 2), (2 * 10_007, 1),
    ]  # fmt: skip
    assert [radical(F(n, d)) for n, d in [(25, 116), (2, 1), (1, 2), (8, 9)]] == [
        (F(5, 58), 29), (F(1), 2), (F(1, 2), 2), (F(2, 3), 2),
    ]  # fmt: skip


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
    assert [fraction_text(f) for f in (F(0), F(3), F(-3), F(1, 2), F(-1, 2))] == ["0", "3", "-3", "1/2", "-1/2"]


def test_numbers_as_callers_give_them() -> None:
    for given, wanted in [
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
        assert exact_number(given) == wanted, given
    assert from_text("1/3") == F(1, 3)
    assert from_decimal(Decimal("-1.5")) == F(-3, 2)


def test_ties_under_every_rule() -> None:
    rules = ("half-even", "half-up", "truncate", "nearest", "any")
    for value, places, wanted in [
        (F(1, 8), 2, (12, 13, 12, 12, 12)), (F(-1, 8), 2, (-12, -13, -12, -12, -12)),
        (F(3, 8), 2, (38, 38, 37, 38, 38)), (F(-3, 8), 2, (-38, -38, -37, -38, -38)), (F(1, 2), 0, (0, 1, 0, 0, 0)),
        (F(-1, 2), 0, (0, -1, 0, 0, 0)), (F(3, 2), 0, (2, 2, 1, 2, 2)), (25, -1, (2, 3, 2, 2, 2)),
        (-25, -1, (-2, -3, -2, -2, -2)), (F(251, 10), -1, (3, 3, 2, 3, 3)), (F(1, 3), 3, (333,) * 5),
        (F(2, 3), 3, (667, 667, 666, 667, 667)), (TWO, 1, (14,) * 5), (-THREE, 1, (-17,) * 5),
        (THREE, 0, (2, 2, 1, 2, 2)), (-THREE, 0, (-2, -2, -1, -2, -2)), (root(F(2 * 10**6)), -3, (1,) * 5),
        (root(F(3 * 10**6)), -3, (2, 2, 1, 2, 2)),
    ]:  # fmt: skip
        found = tuple(round_to(value, places, rule) for rule in rules)  # type: ignore[arg-type]
        assert found == wanted, (value, places)
        for rule, units in zip(rules, wanted, strict=True):
            assert fits(value, units, places, rule)  # type: ignore[arg-type]
            assert not fits(value, units + 2, places, rule)  # type: ignore[arg-type]
        assert is_tie(value, places) == (isinstance(value, (int, F)) and (2 * value * F(10) ** places) % 2 == 1)
    assert fits(F(1, 8), 13, 2)
    assert fits(F(2, 3), 66, 2, "any")
    assert not fits(F(2, 3), 66, 2)
    assert not fits(F(1, 8), 13, 2, "half-even")
    with pytest.raises(
        UsageError, match="no rounding rule 'x'; the rules are nearest, half-even, half-up, truncate, any"
    ):
        fits(F(1, 8), 13, 2, "x")  # type: ignore[arg-type]


def test_the_first_digit() -> None:
    for value, wanted in [
        (1, 0), (9, 0), (10, 1), (99, 1), (100, 2), (-1, 0), (F(1, 10), -1), (F(99, 1000), -2), (F(-1, 1000), -3),
        (10**40, 40), (10**40 - 1, 39), (F(1, 10**40), -40), (F(1, 10**40 + 1), -41), (TWO, 0), (-TWO, 0),
        (root(F(99)), 0), (root(F(101)), 1), (root(F(1, 101)), -2), (root(F(1, 99)), -1), (THREE - TWO, -1),
    ]:  # fmt: skip
        assert exponent(value) == wanted, value
    with pytest.raises(ValueError, match="zero has no first digit"):
        exponent(0)


def test_how_decimals_are_written() -> None:
    for wanted, value, options in [
        ("0.13", F(1, 8), {"significant": 2, "rounding": "half-up"}), ("0.12", F(1, 8), {"significant": 2}),
        ("0", F(0), {}), ("0.0", F(0), {"significant": 2}), ("0", F(0), {"places": 0}),
        ("1", F(1, 2), {"places": 0, "rounding": "half-up"}), ("10.0", F(9999, 1000), {"significant": 3}),
        ("0.1", F(1, 10), {}), ("-0.1", F(-1, 10), {}), ("100", 100, {}), ("1.00", 1, {"significant": 3}),
        ("100", F(100), {"significant": 1}), ("1.5e-26", F(15, 10**27), {}),
        ("0.00000000000000000000000015", F(15, 10**26), {}), ("1.414213562373095", TWO, {}),
        ("-1.7", -THREE, {"significant": 2}), ("0.333", F(1, 3), {"places": 3}),
        ("0.(3)", F(1, 3), {"repeating": True}), ("-0.1(6)", F(-1, 6), {"repeating": True}),
        ("2", 2, {"repeating": True}), ("0.0...", F(1, 97), {"repeating": True, "limit": 1}),
        ("-1.4...", -TWO, {"repeating": True, "limit": 1}),
        ("-0...", -root(F(1, 2)), {"repeating": True, "limit": 0}), ("0.5", F(1, 2), {"repeating": True, "limit": 1}),
        ("0...", F(1, 2), {"repeating": True, "limit": 0}),
    ]:  # fmt: skip
        assert decimal(value, **options) == wanted, (value, options)  # type: ignore[arg-type]


def test_periods() -> None:
    for value, length in [
        (F(1, 8), 0), (F(1, 3), 1), (F(1, 7), 6), (F(1, 11), 2), (F(1, 97), 96), (F(1, 9), 1), (F(1, 12), 1),
        (F(1, 7 * 10**9), 6), (F(1, size(99_989, 999_983) * 4), size(99_988, 999_982)), (F(1, 13 * 17), 48), (3, 0),
        (F(1, 10**8 - 1), 8),
    ]:  # fmt: skip
        assert len(expansion(value, 10**6).period) == length, value
    assert expansion(F(-1, 6)) == Expansion(True, "0", "1", "6", True)
    assert expansion(F(7, 2)) == Expansion(False, "3", "5", "", True)
    assert expansion(F(1, 7), 6) == Expansion(False, "0", "", "142857", True)
    assert expansion(F(1, 7), 5) == Expansion(False, "0", "14285", "", False)
    assert expansion(F(1, 16), 3) == Expansion(False, "0", "062", "", False)
    assert expansion(F(1, 70), 7).text() == "0.0(142857)"
    assert expansion(F(1, 70), 6).text() == "0.014285..."
    assert expansion(5, 0).before == "5"


def test_what_is_read_of_a_printed_number() -> None:
    for text, wanted in [
        ("0.50", Printed("0.50", "decimal", F(1, 2), 50, 2, False, False, 0)),
        ("-5", Printed("-5", "exact", F(-5), -5, 0, False, False, 0)),
        ("5%", Printed("5%", "decimal", F(1, 20), 5, 2, True, False, 0)),
        (r"5.0\%", Printed(r"5.0\%", "decimal", F(1, 20), 50, 3, True, False, 0)),
        ("1.5e3", Printed("1.5e3", "decimal", F(1500), 15, -2, False, False, 0)),
        ("1.5E-3", Printed("1.5E-3", "decimal", F(3, 2000), 15, 4, False, False, 0)),
        ("0.6...", Printed("0.6...", "decimal", F(3, 5), 6, 1, False, True, 0)),
        ("0.6…", Printed("0.6…", "decimal", F(3, 5), 6, 1, False, True, 0)),
        ("-2 / 4", Printed("-2 / 4", "exact", F(-1, 2), 0, 0, False, False, 0)),
        ("2/0", Printed("2/0", "infinite", None, 0, 0, False, False, 1)),
        ("-2/0", Printed("-2/0", "infinite", None, 0, 0, False, False, -1)),
        ("0/0", Printed("0/0", "undefined", None, 0, 0, False, False, 0)),
        ("+inf", Printed("+inf", "infinite", None, 0, 0, False, False, 1)),
        ("-infinity", Printed("-infinity", "infinite", None, 0, 0, False, False, -1)),
        ("N/A", Printed("N/A", "undefined", None, 0, 0, False, False, 0)),
        ("1e1000", Printed("1e1000", "decimal", F(10) ** 1000, 1, -1000, False, False, 0)),
    ]:
        assert read_printed(text) == wanted
    assert [read_printed(t).digits for t in ("0", "7", "0.070", "100", "0.00")] == [0, 1, 2, 3, 0]
    assert len(read_printed("9" * 2000).text) == 2000
    for text, kind, word, options in [
        ("9" * 2001, "too-long", "2001", {}), ("1e1001", "too-large", "1001", {}),
        ("1e-1001", "too-large", "-1001", {}), ("abc", "not-a-number", "abc", {}),
        ("--inf", "not-a-number", "--inf", {}), ("", "not-a-number", "", {}), (".", "not-a-number", ".", {}),
        ("1,000.5", "not-a-number", "1,000.5", {}), ("1.5", "decimal-point", "1.5", {"decimal_comma": True}),
    ]:  # fmt: skip
        with pytest.raises(ReadingError) as caught:
            read_printed(text, **options)
        assert caught.value.why == (kind, word)
    assert read_printed("0,5...", decimal_comma=True).value == F(1, 2)
    assert read_printed("-1,234,567.5", thousands=True).value == F(-2469135, 2)
    with pytest.raises(ReadingError):
        read_printed("1234,567", thousands=True)
    assert ReadingError("x").position == 0
    assert ReadingError("x").why == Why("goes-on", "")


def test_verdicts_in_full() -> None:
    for text, value, rule, wanted in [
        ("0.13", F(1, 8), "nearest", Verdict("tie", "ok", "0.13", F(1, 8), F(1, 200), "", 2, None)),
        ("0.13", F(1, 8), "half-even", Verdict("tie", "warn", "0.13", F(1, 8), F(1, 200), "", 2, None)),
        ("1/8", F(1, 8), "nearest", Verdict("exact", "ok", "1/8", F(1, 8), F(0), "", None, None)),
        ("0.66", F(2, 3), "nearest", Verdict("truncated", "warn", "0.66", F(2, 3), F(-1, 150), "", 2, None)),
        ("0.66...", F(2, 3), "half-up", Verdict("truncated", "ok", "0.66...", F(2, 3), F(-1, 150), "", 2, None)),
        ("2e1", F(23), "nearest", Verdict("rounded", "ok", "2e1", F(23), F(-3), "", None, None)),
        (
            "nan",
            F(1, 2),
            "nearest",
            Verdict(
                "false",
                "error",
                "nan",
                F(1, 2),
                None,
                "the value is a number, not undefined",
                None,
                Why("not-undefined", ""),
            ),
        ),
        ("nan", NONE, "nearest", Verdict("exact", "ok", "nan", NONE, None, NONE.reason, None, Why("undefined", "0/0"))),
        (
            "0",
            NONE,
            "nearest",
            Verdict("undefined", "warn", "0", NONE, None, NONE.reason, None, Why("undefined", "0/0")),
        ),
    ]:
        assert judge(text, value, rule=rule) == wanted  # type: ignore[arg-type]
    left = Undefined("f1", None, None, average="macro", cause="no_class")
    assert judge("nan", left).why == Why("no-class", "")
    unread = judge("high", F(1, 2))
    assert (unread.word, unread.level, unread.why) == ("unread", "note", Why("not-a-number", "high"))
    assert str(unread) == "high: unread ('high' is not a printed number)"
    assert str(Verdict("unread", "note", "x", None, why=Why("unit", "kg"))) == "x: unread (unit)"
    assert str(Verdict("exact", "ok", "x", F(1))) == "x: exact"
    assert str(judge("0.13", F(1, 8))) == "0.13: tie (exact 1/8, to 2 places 0.12)"
    assert judge("0", NONE).expected is None
    assert judge("5", 5).word == "exact"
    assert judge_number(read_printed("0.64"), F(9, 14)).word == "rounded"
    assert {
        word: judge(text, F(2, 3)).level
        for word, text in [
            ("rounded", "0.67"), ("truncated", "0.66"), ("false", "0.68"), ("unread", "?"),
            ("float", "0.66666666666666674"),
        ]
    } == {w: LEVELS[w] for w in ("rounded", "truncated", "false", "unread", "float")}  # fmt: skip
    with pytest.raises(UsageError, match="no rounding rule"):
        judge("0.5", F(1, 2), rule="up")  # type: ignore[arg-type]


def test_floats_are_known_by_their_digits() -> None:
    for text, value, word in [
        ("0.57", F(23, 40), "float"), ("57%", F(23, 40), "float"), ("0.575", F(23, 40), "exact"),
        ("0.56", F(23, 40), "false"), ("2.67", F(2675, 1000), "float"), ("-0.57", F(-23, 40), "float"),
        ("0.1428571428571430", F(1, 7), "float"), ("0.142857142857143", F(1, 7), "rounded"),
        ("0.142857142857144", F(1, 7), "false"), ("0.14285714285714", F(1, 7), "rounded"),
        ("0.14285714285715", F(1, 7), "false"), ("1" + "0" * 400 + ".5", F(10**400), "false"),
    ]:  # fmt: skip
        assert judge(text, value).word == word, text
    for steps, word in [(8, "float"), (9, "false"), (-8, "float")]:
        nearest = float(F(3, 7))
        for _ in range(abs(steps)):
            nearest = float(np.nextafter(nearest, 1.0 if steps > 0 else 0.0))
        text = decimal(F(nearest), places=60)
        assert judge(text, F(3, 7)).word == word, steps


def test_a_remark_is_text_with_facts() -> None:
    remark = Remark("beta = 0.8 is read as 4/5", "read_as", exact="4/5")
    assert (str(remark), remark.key, remark.facts) == ("beta = 0.8 is read as 4/5", "read_as", {"exact": "4/5"})
    assert (Remark("x").key, Remark("x").facts) == ("", {})


def test_all_pairs_of_small_roots_are_ordered_as_their_squares() -> None:
    for a, b in combinations([F(n, d) for n in range(1, 8) for d in range(1, 5)], 2):
        assert (root(a) < root(b), root(a) == root(b)) == (a < b, a == b)
        assert (-root(a) < -root(b)) == (a > b)


def test_an_irrational_has_no_negative_and_no_broken_power() -> None:
    for value in (TWO, -TWO, TWO + 1, -TWO - THREE):
        for power in (-1, -2, F(1, 2), 0.5):
            with pytest.raises(TypeError):
                value**power  # type: ignore[operator]
        assert value**0 == 1


def test_a_negative_number_has_no_real_root() -> None:
    for value in (-1, F(-4, 9), F(-2), F(-1, 10**40)):
        with pytest.raises(ValueError, match="no real square root of -"):
            root(value)


def test_the_first_digit_of_a_negative_irrational() -> None:
    for value, power in ((-TWO, 0), (-TWO / 100, -2), (-TWO * 100, 2), (-TWO - THREE, 0), (1 - TWO, -1)):
        assert exponent(value) == exponent(-value) == power, value
        assert decimal(value, significant=3) == f"-{decimal(-value, significant=3)}"
