"""Hostile text is refused or right, at once; random arithmetic, printed by these tests, reads back to its value."""

from __future__ import annotations

import random
import string
from fractions import Fraction
from functools import reduce

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from exactmetrics.exact.errors import ReadingError, Why
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.reading import read, read_value
from exactmetrics.expression.reading.grammar import MAX_DEPTH, MAX_HEIGHT, MAX_LENGTH
from exactmetrics.expression.reading.value import MAX_BITS
from tests.cases import each, size
from tests.expression.chains import read_chains
from tests.growth import calls

F = Fraction
DEEP = "(" * 60 + "1" + ")" * 60
PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
ALPHABET = string.printable + "½²√×·−≈≤…⁻∞%\\{}[]()^_&$=" * 2
PIECES = [
    "\\frac", "{", "}", "(", ")", "[", "]", "\\left", "\\right", "\\sqrt", "sqrt", "1", "0.5", "23", "+", "-", "*",
    "**", "^", "/", "\\cdot", "\\times", "=", "\\approx", "≈", "<", "%", "\\%", "½", "²", "...", "\\dots", ",", ".",
    " ", "\\,", "\\quad", "\\\\", "&", "$", "\\text{ a}", "\\text{TP}", "x", "P_w", "\\overline{3}", "e", "\\tag{1}",
]  # fmt: skip


def found(text: str) -> Fraction | None:
    """The value, or None for a refusal."""
    try:
        return read_value(text)  # type: ignore[return-value]
    except ReadingError:
        return None


@each(
    ("text", "value"),
    [
        ("9**9**9**9", None), ("+".join(["1"] * 20_000), None), ("+".join(["1"] * 2_000), 2000), (DEEP, 1),
        (f"({DEEP})", None), ("1" + "/2" * 50, F(1, 2**50)), ("1" + "/2" * 1900, None), ("-(" * 1900, None),
        ("9" * 2001, None), ("0." + "1" * 1990, F(int("1" * 1990), 10**1990)), ("((9^64)^64)^64", None),
        ("(((9^64)^64)^2)/(((9^64)^64)^2)", None), ("1e64", 10**64), ("1e999999999", None), (r"\frac" * 600, None),
        ("√" * 3000, None), (r"\frac{32}{32+21}", F(32, 53)), ("+".join(f"sqrt({n})" for n in range(2, 300)), None),
        ("(1+√2)^64" * 2, ...),
    ],
)  # fmt: skip
def test_at_once(text: str, value: object) -> None:
    assert value is ... or found(text) == value
    assert calls(lambda: found(text)) < 60 * min(len(text), 4_000) + 20_000


def test_many_unlike_denominators_are_summed_or_refused() -> None:
    text = "+".join(f"1/{n}" for n in range(1, 600))
    assert read_value(text) == sum((F(1, n) for n in range(1, 600)), F(0))
    hostile = "+".join(f"1/({n}^64)^30" for n in range(3, 240))
    with pytest.raises(ReadingError, match="denominator has more"):
        read_value(hostile)
    assert calls(lambda: found(hostile)) < 60 * len(hostile)


@each(
    ("within", "beyond", "kind"),
    [
        ("1" * 2_000, "1" * 2_001, "too-long"),
        ("(" * MAX_DEPTH + "1" + ")" * MAX_DEPTH, "(" * (MAX_DEPTH + 1) + "1" + ")" * (MAX_DEPTH + 1), "too-deep"),
        ("1 " * 1 + "+ 1" * ((MAX_LENGTH - 2) // 3), "1" + " " * MAX_LENGTH, "too-long"),
        ("1" + "/2" * (MAX_HEIGHT - 1), "1" + "/2" * MAX_HEIGHT, "too-deep"),
        ("0." + "1" * 1_998, "0." + "1" * 1_999, "too-long"),
        ("1e64", "1e65", "too-large"),
        ("2^64", "2^65", "too-large"),
        (f"(2^64)^{MAX_BITS // 4096}", "((2^64)^64)^5", "too-large"),
        (*(" + ".join(f"sqrt({p})" for p in PRIMES[:n]) for n in (12, 13)), "unlike-roots"),
        (r"0.1\overline{" + "3" * 1_900 + "}", r"0.1\overline{" + "3" * 1_990 + "}", "too-long"),
        ("((2^64)^63)^4 * 2^63 * 2^64 * 2^63 * 2^63", "((2^64)^64)^4 * 1", "too-large"),
        ("1 + 1/((2^64)^63)^4", "1/((3^64)^64)^2 + 1/((2^64)^64)^2", "too-large"),
    ],
)
def test_the_reader_at_its_bounds_and_one_beyond(within: str, beyond: str, kind: str) -> None:
    read_value(within)
    with pytest.raises(ReadingError) as caught:
        read_value(beyond)
    assert caught.value.why.kind == kind


def test_the_length_is_a_parameter() -> None:
    assert read_value("1+1", max_length=3) == 2
    with pytest.raises(ReadingError, match="at most 3 ") as caught:
        read_value("1+10", max_length=3)
    assert (caught.value.position, caught.value.why) == (3, Why("too-long", "4"))
    assert read_value("+".join(["1/7"] * 2_000), max_length=10_000) == F(2000, 7)


@each(("last", "fits"), [(29, True), (30, False)])  # levels: 1 of the number, 2 in each of 60 brackets, and these
def test_a_tree_of_150_levels_is_read_and_one_more_is_not(last: int, fits: bool) -> None:
    text = reduce(lambda inner, divisions: f"({inner}{'/2' * divisions})", [2] * 59 + [2 + last], "1")
    if fits:
        assert read_value(text) == F(1, 2 ** (120 + last))
    else:
        with pytest.raises(ReadingError, match="nested more than 150 deep"):
            read(text)


def test_the_working_of_100_classes_reads_back() -> None:
    terms = [(17 * k % 900 + 1, 31 * k % 950 + 2, 13 * k % 970 + 5) for k in range(1, 101)]
    text = r"\frac{1}{100} \left( " + " + ".join(rf"\frac{{2({a})}}{{{b} + {c}}}" for a, b, c in terms) + r" \right)"
    wanted = sum((F(2 * a, b + c) for a, b, c in terms), F(0)) / 100
    assert read_value(text) == wanted
    assert read_value(f"{wanted.numerator}/{wanted.denominator}") == wanted
    assert len(str(wanted.denominator)) > 100


def test_values_too_long_for_text_do_not_break_the_message() -> None:
    huge = "((9^64)^64)"
    assert str(read_value(f"{huge}/0")).startswith("undefined")
    for text in (f"sqrt({huge} + sqrt(2))", f"1/({huge} + sqrt(2))", f"sqrt(-{huge})"):
        with pytest.raises(ReadingError):
            read_value(text)


def arithmetic(seed: int, depth: int) -> tuple[str, str, Fraction]:
    """Random arithmetic in full brackets: our spelling of it, Python's, and its value."""
    r = random.Random(seed)

    def make(level: int) -> tuple[str, str, Fraction]:
        if level == 0 or r.random() < 0.2:
            n, k = r.randrange(0, 1000), r.randrange(0, 4)
            value = F(n, 10**k)
            text = f"{n}" if k == 0 else f"{n // 10**k}.{n % 10**k:0{k}d}"
            return text, f"Rational({n},{10**k})", value
        a, b = make(level - 1), make(level - 1)
        kind = r.choice("+-*/^nf")
        if kind in "/f" and b[2] == 0:
            kind = "+"
        if kind == "^":
            e = r.randrange(0, 4)
            power = r.choice([f"({a[0]})^{e}", f"({a[0]})^{{{e}}}", f"({a[0]})**{e}", f"({a[0]}){'⁰¹²³'[e]}"])
            return power, f"(({a[1]})**{e})", a[2] ** e
        if kind == "n":
            return f"(-{a[0]})", f"(-({a[1]}))", -a[2]
        if kind == "f":
            return f"\\frac{{{a[0]}}}{{{b[0]}}}", f"(({a[1]})/({b[1]}))", a[2] / b[2]
        python = f"(({a[1]}){kind}({b[1]}))"
        sign = r.choice({"*": ["*", "×", "\\cdot ", ""], "/": ["/"], "+": ["+"], "-": ["-", "−"]}[kind])
        value = {"+": a[2] + b[2], "-": a[2] - b[2], "*": a[2] * b[2], "/": a[2] / b[2] if kind == "/" else a[2]}[kind]
        return f"(({a[0]}){sign}({b[0]}))", python, value

    return make(depth)


@given(st.integers(0, 10**9), st.integers(0, 4))
def test_printed_arithmetic_reads_back(seed: int, depth: int) -> None:
    text, _, value = arithmetic(seed, depth)
    assert read_value(text, max_length=10**5) == evaluate(read(text, max_length=10**5)) == value


@settings(max_examples=size(20, 40))
@given(st.integers(0, 10**9))
def test_sympy_agrees(seed: int) -> None:
    text, python, _ = arithmetic(seed, 3)
    peer = sympy.sympify(python)
    assert read_value(text, max_length=10**5) == F(int(peer.p), int(peer.q))


@given(st.lists(st.tuples(st.sampled_from("+-*/"), st.integers(1, 99)), min_size=1, max_size=12), st.integers(1, 99))
def test_precedence_is_that_of_python(steps: list[tuple[str, int]], first: int) -> None:
    text = str(first) + "".join(f" {sign} {n}" for sign, n in steps)
    exact = f"F({first})" + "".join(f"{sign}F({n})" for sign, n in steps)
    assert read_value(text) == eval(exact, {"F": F})  # made here, of digits and signs only


@settings(max_examples=size(200, 800))
@given(st.text(alphabet=ALPHABET, max_size=60) | st.text(max_size=30) | st.lists(st.sampled_from(PIECES)).map("".join))
def test_any_text_is_read_or_refused(text: str) -> None:
    refusals: list[ReadingError] = []
    for options in ({}, {"decimal_comma": True}, {"thousands": True, "repeating": True}):
        try:
            read_value(text, **options)  # type: ignore[arg-type]
        except ReadingError as error:
            refusals.append(error)
    assert all(0 <= error.position <= len(text) and str(error) for error in refusals)
    for chain in read_chains(text):
        assert len(chain.members) == len(chain.relations) + 1
        for member in chain.members:
            assert text[member.start : member.end] == member.text
            assert sum((member.tree is not None, member.error is not None, member.symbolic)) == 1
