"""Random arithmetic, printed by a printer of these tests, reads back to the same value; random text never surprises."""

from __future__ import annotations

import random
import string
from fractions import Fraction

import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from exactmetrics.exact.errors import ReadingError
from exactmetrics.expression.reading import read_value
from tests.cases import size
from tests.expression.chains import read_chains

ALPHABET = string.printable + "½²√×·−≈≤…⁻∞%\\{}[]()^_&$=" * 2
PIECES = [
    "\\frac", "{", "}", "(", ")", "[", "]", "\\left", "\\right", "\\sqrt", "sqrt", "1", "0.5", "23", "+", "-", "*",
    "**", "^", "/", "\\cdot", "\\times", "=", "\\approx", "≈", "<", "%", "\\%", "½", "²", "...", "\\dots", ",", ".",
    " ", "\\,", "\\quad", "\\\\", "&", "$", "\\text{ a}", "\\text{TP}", "x", "P_w", "\\overline{3}", "e", "\\tag{1}",
]  # fmt: skip


def arithmetic(seed: int, depth: int) -> tuple[str, str, Fraction]:
    """Random arithmetic in full brackets: our spelling of it, Python's, and its value."""
    r = random.Random(seed)

    def make(level: int) -> tuple[str, str, Fraction]:
        if level == 0 or r.random() < 0.2:
            n, k = r.randrange(0, 1000), r.randrange(0, 4)
            value = Fraction(n, 10**k)
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
    assert read_value(text, max_length=10**5) == value


@settings(max_examples=size(20, 40))
@given(st.integers(0, 10**9))
def test_sympy_agrees(seed: int) -> None:
    text, python, _ = arithmetic(seed, 3)
    peer = sympy.sympify(python)
    assert read_value(text, max_length=10**5) == Fraction(int(peer.p), int(peer.q))


@given(st.lists(st.tuples(st.sampled_from("+-*/"), st.integers(1, 99)), min_size=1, max_size=12), st.integers(1, 99))
def test_precedence_is_that_of_python(steps: list[tuple[str, int]], first: int) -> None:
    text = str(first) + "".join(f" {sign} {n}" for sign, n in steps)
    exact = f"Fraction({first})" + "".join(f"{sign}Fraction({n})" for sign, n in steps)
    assert read_value(text) == eval(exact, {"Fraction": Fraction})  # made here, of digits and signs only


@given(st.text(alphabet=ALPHABET, max_size=60) | st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    check(text)


@settings(max_examples=size(100, 400))
@given(st.lists(st.sampled_from(PIECES), max_size=25))
def test_any_pieces_are_read_or_refused(pieces: list[str]) -> None:
    check("".join(pieces))


def check(text: str) -> None:
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
