"""Arithmetic as it is printed, read to its exact value; the lines of published working come with their fractions."""

from __future__ import annotations

from fractions import Fraction

import pytest

from exactmetrics.exact.errors import ReadingError
from exactmetrics.exact.values import Undefined, root
from exactmetrics.expression.nodes import Div, Literal, Mul, Neg, Pow
from exactmetrics.expression.reading import read, read_value
from tests.cases import each

# Lines of published worked examples; the fractions were worked out by hand from the whole numbers in them.
PUBLISHED = [
    (r"\frac{1}{28} (6 + 5 + 7)", Fraction(18, 28)),
    (r"\frac{1}{28} \left( \frac{8(6)}{9} + \frac{8(5)}{9} + \frac{12(7)}{10} \right)", Fraction(409, 630)),
    (r"\frac{2}{28} \left( \frac{8(6)}{8+9} + \frac{8(5)}{8+9} + \frac{12(7)}{12+10} \right)", Fraction(841, 1309)),
    (r"\frac{32 + 38 + 28}{150}", Fraction(98, 150)),
    (r"\frac{60}{60 + 25}", Fraction(12, 17)),
    (r"\frac{(50 * 0.604) + (51 * 0.667) + (49 * 0.7)}{150}", Fraction(98517, 150000)),
    (r"\frac{1}{2}(1 + 0.653)", Fraction(1653, 2000)),
    (r"\frac{1}{2} + (1 + 0.842)", Fraction(2342, 1000)),
    (r"\frac{4 + 65 + 9 + 91 + 15 + 79}{3 * 107}", Fraction(263, 321)),
    (r"\frac{0.8 + 0.714 + 0.818}{3}", Fraction(2332, 3000)),
    (r"\frac{0.533 \times 0.777}{(0.8 \times 0.777) + (0.2 \times 0.533)}", Fraction(414141, 728200)),
    (r"\frac{2 \times 0.267 \times 0.8}{0.267 + 0.8}", Fraction(4272, 10670)),
    (r"\frac{6}{9} * 0.8 + \frac{3}{9} * 0.5 \quad (5)", Fraction(63, 90)),
    (r"50 + 20 + 0 + 0 + 60 + 4 + 1 + 5 + 54", Fraction(194)),
    (r"194 \text{ samples}", Fraction(194)),
]


@each(("text", "value"), PUBLISHED)
def test_published_lines(text: str, value: Fraction) -> None:
    assert read_value(text) == value


@each(
    ("text", "value"),
    [
        ("8(6)", 48), ("2(0.5)(0.4)", "2/5"), ("(2)(3)4", 24), ("1/2(3)", "3/2"), ("6/2*3", 9), ("2 - 3 - 4", -5),
        ("12/2/3", 2), ("-2^2", -4), ("(-2)^2", 4), ("2*-3", -6), ("3 - -2", 5), ("2**3", 8), ("2^{-3}", "1/8"),
        ("2^(3)", 8), ("10^12", 10**12), ("2³", 8), ("2⁻²", "1/4"), ("0^0", 1), ("½ + ⅔", "7/6"), ("2(½)", 1),
        (r"\frac12", "1/2"), (r"\frac1{28}", "1/28"), (r"\frac{1}2", "1/2"), (r"\dfrac{3}{4}", "3/4"),
        (r"\tfrac 1 2", "1/2"), (r"2\frac{6}{9}", "4/3"), (r"2 \cdot 3 \times 4 \ast 5", 120), ("2×3·4∗5⋅6", 720),
        ("6 ÷ 4", "3/2"), ("6 ∕ 4", "3/2"), ("5 − 7", -2), ("[1 + 2]{3}", 9), (r"\left\{ 1 \right\}", 1),
        (r"\left[ 1 + \left( 2 \right) \right]", 3), (r"\boxed{\frac{1}{2}}", "1/2"), (r"\mathbf{0.5}", "1/2"),
        (r"1\,+\;2\!~\quad + \qquad 3", 6), ("$0.5$", "1/2"), (r"\(0.5\)", "1/2"), (".5", "1/2"), ("1e3", 1000),
        ("1.5E-2", "3/200"), (r"1.5 \times 10^{-2}", "3/200"), ("64.9%", "649/1000"), (r"64.9\%", "649/1000"),
        ("(60 + 4.9)%", "649/1000"), ("50%*50%", "1/4"), (r"0.6\overline{492063}", "409/630"),
        (r"0.\overline{3}", "1/3"), (r"1.2\overline{09}", "133/110"), ("0.6(5)", 3), (r"12\text{ points}", 12),
        (r"0.5 \mathrm{ms}", "1/2"), (r"\text{0.5}", "1/2"), ("1{,}234", 1234), (r"\sqrt{9/4}", "3/2"),
        (r"\sqrt 4", 2), ("sqrt(16)", 4), ("√(16)", 4), ("√16/2", 2), (r"(2\sqrt{3})^2", 12),
        ("max(3, 5)", 5), (r"\max(3, 5)", 5), (r"7/\min\left( 12, 10 \right)", "7/10"), ("min(3; 4; 2.5)", "5/2"),
        ("|3 - 5|", 2), (r"\lvert 3 - 5 \rvert", 2), ("abs(3 - 5)/4", "1/2"), (r"\max\{1/3, 1/4\}", "1/3"),
        (r"\sqrt{2}\sqrt{8}", 4), (r"0.653 \tag{15}", "653/1000"), ("+3", 3), ("0.666...", "333/500"),
        (r"(1 + \quad (2))", 3),
    ],
)  # fmt: skip
def test_spellings(text: str, value: int | str) -> None:
    assert read_value(text) == Fraction(value)


@each(
    ("text", "options", "value"),
    [
        ("0,64 + 0,36", {"decimal_comma": True}, 1), ("0{,}64", {"decimal_comma": True}, "16/25"),
        ("1,234 + 1", {"thousands": True}, 1235), (r"1\,234", {"thousands": True}, 1234),
        ("1.234,5", {"thousands": True, "decimal_comma": True}, "2469/2"),
        ("0.6(492063)", {"repeating": True}, "409/630"), ("8(6)", {"repeating": True}, 48),
    ],
)  # fmt: skip
def test_options(text: str, options: dict[str, bool], value: int | str) -> None:
    assert read_value(text, **options) == Fraction(value)


def test_roots_are_exact() -> None:
    assert read_value(r"\sqrt{10}/10") == root(Fraction(1, 10))
    assert read_value(r"\frac{5\sqrt{29}}{58}") == root(Fraction(25, 116))
    assert read_value("-√10") == -root(Fraction(10))


@each("text", [r"\sqrt[3]{5}", "∛5", "∛(5)", r"\root{5}{3}", "5^{1/3}", "2∛(5)/2"])
def test_roots_of_a_degree(text: str) -> None:
    assert read_value(text) == root(Fraction(5), 3)
    assert read_value("∜16") == 2


@each(("text", "top"), [("3/(2-2)", 3), (r"\frac{0}{0}", 0), ("1 + 2/0", 2), ("0^{-1}", 1)])
def test_a_quotient_by_zero_has_no_value(text: str, top: int) -> None:
    value = read_value(text)
    assert isinstance(value, Undefined)
    assert (value.numerator, value.denominator) == (top, 0)


def test_trees_keep_the_printed_digits() -> None:
    assert read("0.50") == Literal("0.50", Fraction(1, 2), Fraction(1, 200))
    assert read("50") == Literal("50", Fraction(50))
    assert read("50%") == Literal("50%", Fraction(1, 2), Fraction(1, 200))
    assert read("1.50e4") == Literal("1.50e4", Fraction(15000), Fraction(50))
    assert read("-2(3)^2/4") == Div(
        Mul((Neg(Literal("2", Fraction(2))), Pow(Literal("3", Fraction(3)), 2))), Literal("4", Fraction(4))
    )


@each(
    ("text", "position", "says"),
    [
        ("", 0, "the end"), ("2 6/9", 2, "directly after a number"), ("2½", 1, "directly after"),
        ("(1 + 2", 6, "')' is expected"), ("(1 + 2]", 6, "')' is expected"), ("1 + 2)", 5, "continue"),
        ("1 + * 2", 4, "number is expected"), ("2 +", 3, "the end"), ("3--2", 2, "doubles the sign"),
        (r"\sqrt[n]{8}", 6, "degree of a root"), (r"\root{8}{1}", 9, "degree of a root"),
        (r"\root 3 \of {8}", 12, "degree of a root"), ("2^{2/3}", 4, "is expected"), ("2^x", 2, "exponent"),
        ("2^0.3", 1, "whole exponent"), ("9**9**9**9", 4, "power of a power"), ("2^{65}", 1, "at most 64"),
        ("1 + x", 4, "'x'"), ("1,234", 1, "only when asked for"), ("1 + ... + 9", 4, "leaves terms out"),
        (r"1 + \dots + 9", 4, "leaves terms out"), ("|3", 2, "'|' is expected"), ("max 3", 0, "number is expected"),
        ("max(3, 5", 8, "')' is expected"), ("1 = 1", 2, "continue"),
        (r"\frac{1}", 8, "braces"), (r"\frac(1)(2)", 5, "braces"), ("1...", 0, "leave something out"),
        (r"2 \text{TP}", 2, "continue"), ("1e99", 0, "exponent"), ("__import__('os')", 0, "number is expected"),
        (r"\input{secret}", 0, "number is expected"), ("0.5 0.5", 4, "directly after"), ("√√2", 1, "bracket"),
    ],
)  # fmt: skip
def test_refusals_say_where_and_why(text: str, position: int, says: str) -> None:
    with pytest.raises(ReadingError) as caught:
        read(text)
    assert caught.value.position == position
    assert says in str(caught.value)


@each("text", ["sqrt(-1)", "sqrt(1 + sqrt(2))", "1/(sqrt(2) + sqrt(3) + sqrt(5) + sqrt(7) + sqrt(11) + sqrt(13))"])
def test_values_that_are_not_represented_are_refused(text: str) -> None:
    read(text)
    with pytest.raises(ReadingError):
        read_value(text)
