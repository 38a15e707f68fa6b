"""Arithmetic as it is printed, read to its exact value; the lines of published working come with their fractions."""

from __future__ import annotations

import unicodedata
from fractions import Fraction
from typing import Any

import pytest

from exactmetrics.exact.errors import ReadingError, Why
from exactmetrics.exact.values import Undefined, root
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Div, Literal, Mul, Neg, Pow
from exactmetrics.expression.reading import read, read_value
from exactmetrics.expression.reading.grammar import parse, without_remark
from exactmetrics.expression.reading.tokens import VULGAR, Token, relation_of, tokenize
from tests.cases import each

F = Fraction
# Lines of published worked examples; the fractions were worked out by hand from the whole numbers in them.
PUBLISHED = [
    (r"\frac{1}{28} (6 + 5 + 7)", F(18, 28)),
    (r"\frac{1}{28} \left( \frac{8(6)}{9} + \frac{8(5)}{9} + \frac{12(7)}{10} \right)", F(409, 630)),
    (r"\frac{2}{28} \left( \frac{8(6)}{8+9} + \frac{8(5)}{8+9} + \frac{12(7)}{12+10} \right)", F(841, 1309)),
    (r"\frac{32 + 38 + 28}{150}", F(98, 150)),
    (r"\frac{60}{60 + 25}", F(12, 17)),
    (r"\frac{(50 * 0.604) + (51 * 0.667) + (49 * 0.7)}{150}", F(98517, 150000)),
    (r"\frac{1}{2}(1 + 0.653)", F(1653, 2000)),
    (r"\frac{1}{2} + (1 + 0.842)", F(2342, 1000)),
    (r"\frac{4 + 65 + 9 + 91 + 15 + 79}{3 * 107}", F(263, 321)),
    (r"\frac{0.8 + 0.714 + 0.818}{3}", F(2332, 3000)),
    (r"\frac{0.533 \times 0.777}{(0.8 \times 0.777) + (0.2 \times 0.533)}", F(414141, 728200)),
    (r"\frac{2 \times 0.267 \times 0.8}{0.267 + 0.8}", F(4272, 10670)),
    (r"\frac{6}{9} * 0.8 + \frac{3}{9} * 0.5 \quad (5)", F(63, 90)),
    (r"50 + 20 + 0 + 0 + 60 + 4 + 1 + 5 + 54", F(194)),
    (r"194 \text{ samples}", F(194)),
]
# Text and value; None where nothing is read.
SPELLINGS: list[tuple[str, Any]] = [
    ("8(6)", 48), ("2(0.5)(0.4)", "2/5"), ("(2)(3)4", 24), ("1/2(3)", "3/2"), ("6/2*3", 9), ("2 - 3 - 4", -5),
    ("12/2/3", 2), ("-2^2", -4), ("(-2)^2", 4), ("2*-3", -6), ("3 - -2", 5), ("2**3", 8), ("2^{-3}", "1/8"),
    ("2^(3)", 8), ("10^12", 10**12), ("2³", 8), ("2⁻²", "1/4"), ("0^0", 1), ("½ + ⅔", "7/6"), ("2(½)", 1),
    (r"\nicefrac{3}{4} + \xfrac{1}{4}", 1), (r"\frac12", "1/2"), (r"\frac1{28}", "1/28"), (r"\frac{1}2", "1/2"),
    (r"\dfrac{3}{4}", "3/4"), (r"\tfrac 1 2", "1/2"), (r"2\frac{6}{9}", "4/3"), (r"2 \cdot 3 \times 4 \ast 5", 120),
    ("2×3·4∗5⋅6", 720), ("6 ÷ 4", "3/2"), ("6 ∕ 4", "3/2"), ("5 − 7", -2), ("[1 + 2]{3}", 9),
    (r"\left\{ 1 \right\}", 1), (r"\left[ 1 + \left( 2 \right) \right]", 3), (r"\boxed{\frac{1}{2}}", "1/2"),
    (r"\mathbf{0.5}", "1/2"), (r"1\,+\;2\!~\quad + \qquad 3", 6), ("$0.5$", "1/2"), (r"\(0.5\)", "1/2"),
    (".5", "1/2"), ("1e3", 1000), ("1.5E-2", "3/200"), (r"1.5 \times 10^{-2}", "3/200"), ("64.9%", "649/1000"),
    (r"64.9\%", "649/1000"), ("(60 + 4.9)%", "649/1000"), ("50%*50%", "1/4"), (r"0.6\overline{492063}", "409/630"),
    (r"0.\overline{3}", "1/3"), (r"1.2\overline{09}", "133/110"), ("0.6(5)", 3), (r"12\text{ points}", 12),
    (r"0.5 \mathrm{ms}", "1/2"), (r"\text{0.5}", "1/2"), ("1{,}234", 1234), (r"\sqrt{9/4}", "3/2"), (r"\sqrt 4", 2),
    ("sqrt(16)", 4), ("√(16)", 4), ("√16/2", 2), (r"(2\sqrt{3})^2", 12), ("max(3, 5)", 5), (r"\max(3, 5)", 5),
    (r"7/\min\left( 12, 10 \right)", "7/10"), ("min(3; 4; 2.5)", "5/2"), ("|3 - 5|", 2), (r"\lvert 3 - 5 \rvert", 2),
    ("abs(3 - 5)/4", "1/2"), (r"\max\{1/3, 1/4\}", "1/3"), (r"\sqrt{2}\sqrt{8}", 4), (r"0.653 \tag{15}", "653/1000"),
    ("+3", 3), ("0.666...", "333/500"), (r"(1 + \quad (2))", 3), ("2 + 3 * 4", 14), ("2 * 3 + 4", 10),
    ("2 - 3 + 4", 3), ("2 - (3 + 4)", -5), ("12 / 2 * 3", 18), ("12 / (2 * 3)", 2), ("12 / 2(3)", 18),
    ("2 * 3^2", 18), ("(2 * 3)^2", 36), ("-3^2", -9), ("2^-1", F(1, 2)), ("2^{-2} * 8", 2), ("1 - 2^2 / 4 + 3", 3),
    ("-2 * -3", 6), ("- -2", None), ("2 - -3", 5), ("2 + -3", -1), ("50% + 1/2", 1), ("(1/2)%", F(1, 200)),
    ("2^2%", None), ("sqrt(4)^2", 4), ("sqrt(4)(3)", 6), ("√9 + 7", 10), ("4^0.5", 2), ("4^{1/2}", 2), ("4^(1/2)", 2),
    ("4^{½}", 2), ("4^{0.5} * 3", 6), ("4^0.5^2", None), ("4^0.5%", None), ("2^3²", None), ("2²³", 2**23),
    (r"\frac{1}{2}\frac{2}{3}", F(1, 3)), (r"\frac12 3", None), (r"2\frac12", 1), (r"\frac123", None), ("6/2/3", 1),
    ("2(3)(4)", 24), ("[2]{3}", 6), ("0.5%%", None), ("1e-64 * 1e64", 1), ("1e65", None), ("1e-65", None),
    ("2^64", 2**64), ("2^65", None), ("2^{-64}", F(1, 2**64)), ("2^{-65}", None), ("2^{00001}", None),
    ("2^{0001}", 2), ("1e0064", 10**64), ("1e00064", None), ("3 \\text{ kg}", 3), ("3 \\text{kg}", 3),
    ("3\\text{ kg}", 3), ("3 + 1 \\text{ KG}", None), ("5 \\text{ kg} + 1", None), ("", None), ("()", None),
    ("(1", None), ("1)", None), ("[1)", None), ("\\sqrt", None), ("sqrt 4", None), ("√", None), (r"\sqrt 16", None),
]  # fmt: skip


@each(("text", "value"), PUBLISHED + SPELLINGS)
def test_values(text: str, value: Any) -> None:
    if value is None:
        with pytest.raises(ReadingError):
            read_value(text)
    else:
        assert read_value(text) == F(value)


@each(
    ("text", "options", "value"),
    [
        ("0,64 + 0,36", {"decimal_comma": True}, 1), ("0{,}64", {"decimal_comma": True}, "16/25"),
        ("1,234 + 1", {"thousands": True}, 1235), ("1,00,000 + 1", {"thousands": True}, 100_001),
        ("8(6)", {"repeating": True}, 48), ("1,00,000", {}, None),
    ],
)  # fmt: skip
def test_options(text: str, options: dict[str, bool], value: Any) -> None:
    if value is None:
        with pytest.raises(ReadingError):
            read_value(text, **options)
    else:
        assert read_value(text, **options) == F(value)


@each(
    ("text", "value", "half", "options"),
    [
        ("0.50", F(1, 2), F(1, 200), {}), ("50", F(50), None, {}), (".5", F(1, 2), F(1, 20), {}),
        ("1.5e-3", F(3, 2000), F(1, 20000), {}), ("15e2", F(1500), F(50), {}), ("15e0", F(15), F(1, 2), {}),
        ("0.6...", F(3, 5), F(1, 20), {}), (r"0.6\ldots", F(3, 5), F(1, 20), {}),
        ("0,5", F(1, 2), F(1, 20), {"decimal_comma": True}),
        ("1.234,5", F(2469, 2), F(1, 20), {"decimal_comma": True, "thousands": True}),
        ("1,234", F(1234), None, {"thousands": True}), ("12,34,567", F(1234567), None, {"thousands": True}),
        ("65%", F(13, 20), F(1, 200), {}), ("6.5%", F(13, 200), F(1, 2000), {}), ("½", F(1, 2), None, {}),
        (r"0.\overline{3}", F(1, 3), None, {}), (r"0.1\bar{6}", F(1, 6), None, {}),
        ("0.6(492063)", F(409, 630), None, {"repeating": True}), ("1 234", None, None, {"thousands": True}),
        (r"1\,234.5", F(2469, 2), F(1, 20), {"thousands": True}), ("½%", F(1, 200), None, {}),
        ("0.(3)%", F(1, 300), None, {"repeating": True}), ("1e+2", F(100), F(50), {}), ("1E2", F(100), F(50), {}),
        (r"0.\bar{81}", F(9, 11), None, {}), (r"0.\dot{3}", F(1, 3), None, {}),
        (r"0.\dot16\dot2", F(6, 37), None, {}), ("0.3\u0305", F(1, 3), None, {}),
        (r"0,\overline{3}", F(1, 3), None, {"decimal_comma": True}),
    ],
)  # fmt: skip
def test_numbers_in_every_spelling(text: str, value: Any, half: Any, options: dict[str, bool]) -> None:
    if value is None:
        with pytest.raises(ReadingError):
            read(text, **options)
    else:
        assert read(text, **options) == Literal(text, value, half)


@each(
    ("text", "value"),
    [
        (r"\sqrt{10}/10", root(F(1, 10))), (r"\frac{5\sqrt{29}}{58}", root(F(25, 116))), ("-√10", -root(F(10))),
        *((text, root(F(5), 3)) for text in (r"\sqrt[3]{5}", "∛5", "∛(5)", r"\root{5}{3}", "5^{1/3}", "2∛(5)/2")),
        ("∜16", 2),
    ],
)  # fmt: skip
def test_roots_are_exact(text: str, value: Any) -> None:
    assert read_value(text) == value


@each(
    ("text", "top"),
    [
        ("3/(2-2)", 3), (r"\frac{0}{0}", 0), ("1 + 2/0", 2), ("0^{-1}", 1), ("1 + sqrt(2)/0", root(F(2))),
        ("(1/0)^2", 1), ("-1/0", -1), ("1/(1/0)", 1), ("5 * (2/0 + 1)", 2),
    ],
)  # fmt: skip
def test_a_quotient_by_zero_has_no_value(text: str, top: Any) -> None:
    assert read_value(text) == Undefined("quotient", None, top, 0, "a quotient with denominator 0")


def test_trees_keep_their_signs_powers_and_places() -> None:
    assert read("-2(3)^2/4") == Div(Mul((Neg(whole(2)), Pow(whole(3), 2))), whole(4))


def whole(n: int) -> Literal:
    return Literal(str(n), F(n))


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


@each(
    ("text", "position", "why"),
    [
        ("5!", 1, ("goes-on", "!")), ("3 +- 2", 3, ("sign-doubled", "-")), ("3 4", 2, ("two-numbers", "4")),
        ("2^3^2", 3, ("power-of-power", "^")), ("2^{0.3}", 1, ("exponent", "0.3")),
        ("3 + *", 4, ("number-expected", "*")), (r"\frac + 3", 6, ("braces-expected", "+")),
        ("(1 + 2", 6, ("ends-early", "")), ("(1]", 2, ("bracket-expected", "]")),
        (r"\sqrt[n]{8}", 6, ("other-root", "n")), ("1 + ... + 3", 4, ("left-out", "...")),
        ("1, 2", 1, ("separator", ",")), ("1...", 0, ("left-out", "1...")), ("1e99", 0, ("too-large", "99")),
        ("1e99999", 0, ("too-large", "99999")), ("2^99999", 1, ("exponent", "99999")),
        ("2^{99}", 1, ("too-large", "99")), ("√x", 1, ("bracket-expected", "x")), ("2⁺", 1, ("exponent", "+")),
    ],
)  # fmt: skip
def test_refusals_name_their_place_and_kind(text: str, position: int, why: tuple[str, str]) -> None:
    with pytest.raises(ReadingError) as caught:
        read(text)
    assert (caught.value.position, caught.value.why) == (position, why)


@each(
    ("text", "kind"),
    [
        ("sqrt(-1)", "negative-root"), ("sqrt(1 + sqrt(2))", "nested-root"),
        ("1/(sqrt(2)+sqrt(3)+sqrt(5)+sqrt(7)+sqrt(11)+sqrt(13))", "unlike-roots"),
    ],
)  # fmt: skip
def test_values_that_are_not_represented_are_refused(text: str, kind: str) -> None:
    read(text)
    with pytest.raises(ReadingError) as caught:
        read_value(text)
    assert caught.value.why == Why(kind)


def test_a_long_word_is_cut_in_the_message() -> None:
    with pytest.raises(ReadingError) as caught:
        read("x" * 50)
    assert str(caught.value) == f"at 0: {'x' * 40!r} stands where a number is expected"
    assert caught.value.why.word == "x" * 40


def test_one_character_fractions_are_those_of_unicode() -> None:
    for mark, (n, d) in VULGAR.items():
        assert unicodedata.numeric(mark) == pytest.approx(n / d)
        assert read_value(mark) == F(n, d)


def test_tokens() -> None:
    placed = [("name", "a", 0, False), ("number", "1", 2, True), ("sign", "+", 3, False), ("number", "2", 5, True)]
    assert tokenize("a 1+ 2") == [Token(*token) for token in placed]
    words = ["准确率", "90", "/", "F1", "値", "100", "x2"]  # letters of scripts without spaces take no digits
    assert [token.text for token in tokenize("准确率90/F1値100x2")] == words
    assert [t.kind for t in tokenize(r"8(6) \times \frac{1}{2} = 50\% \approx \sqrt 2 ^2 , x \\")] == [
        "number", "open", "number", "close", "times", "frac", "open", "number", "close", "open", "number", "close",
        "relation", "number", "percent", "relation", "root", "number", "power", "number", "stop", "name", "row",
    ]  # fmt: skip
    for text, left in [
        (r"0.653 \quad (15)", "0.653"), (r"(1 \quad (2)) \tag{3}", "(1(2))"), (r"\quad (2)", "(2)"),
        (r"1 \quad + 2", "1+2"),
    ]:  # fmt: skip
        assert "".join(token.text for token in without_remark(tokenize(text))) == left
    assert [relation_of(s) for s in (r"\approx", "≈", "<", r"\le", "≥", r"\neq", "=", ":=", "==")] == [
        "≈", "≈", "<", "≤", "≥", "≠", "=", "=", "=",
    ]  # fmt: skip
    text = "-2^2 + 1/2"
    assert evaluate(parse(tokenize(text), len(text))) == F(-7, 2)
