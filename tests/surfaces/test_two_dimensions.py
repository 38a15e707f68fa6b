"""Formulas drawn in two dimensions say what the linear ones say: each is read back from the page and worked out."""

from __future__ import annotations

import re
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any
from zlib import crc32

import pytest

import exactmetrics as em
from exactmetrics.derivation.look import symbols
from exactmetrics.derivation.notation.text import Text
from exactmetrics.derivation.notation.two_d import Stacked, laid_out
from exactmetrics.exact.errors import ReadingError
from exactmetrics.expression.nodes import Add, Expr, Mul, Num, Sqrt
from tests.cases import each
from tests.derivation.audit import audit
from tests.derivation.questions import BIRDS, FIG_23, Case, matrix
from tests.derivation.rereading import FaultError
from tests.surfaces.blocks import MisdrawnError, linear_page, read_block

WIDEST = 100
RULES = re.compile(r"[()\s]")


@each(("metric", "options"), [("precision", {"average": "weighted"}), ("kappa", {}), ("mcc", {})])
def test_wide_sums_are_broken(metric: str, options: dict[str, Any]) -> None:
    """The pages of the corpus are read back; here no formula is wider than a page, but for a number, never broken."""
    rows = [
        [9999 - 83 * i - 7 * j if i == j else (i * j * 37 + 11 * i + j) % 900 for j in range(12)] for i in range(12)
    ]
    page = em.ConfusionMatrix(rows).derive(metric, **options).to("text-2d")
    drawn = [line for line in page.splitlines() if line.startswith("   ") and not set(line.strip()) <= {"-"}]
    longest = max(map(len, re.findall(r"\d+", " ".join(drawn))))
    assert longest < 60
    formulas = [line for line in drawn if re.search("[─=╲⎛⎜⎝]", line)]
    assert max(map(len, formulas)) <= max(WIDEST, longest + 35), max(formulas, key=len)


def test_sums_of_many_terms_are_drawn_with_their_gap() -> None:
    k = 80
    rows = [[(i * j * 37 + 11 * i + j) % 90 + 900 * (i == j) for j in range(k)] for i in range(k)]
    for metric, options in (("mcc", {}), ("precision", {"average": "weighted"})):
        page = em.ConfusionMatrix(rows).derive(metric, **options)
        drawn = page.to("text-2d")
        assert f"({k - 6})" in drawn, "the number of terms left out between the first four and the last two"
        assert len(drawn) < 3 * len(page.to_text())


def number(x: int) -> Num:
    return Num(Fraction(x))


BARE = Stacked(symbols(None, (), style="text"))
SHAPES: list[Expr] = [
    number(7) / 12,
    number(-3) / 4 + (number(3) / 4) ** 2,
    Sqrt(number(5) / (1 + number(1) / 2)) / Sqrt(number(29)),
    Mul((number(2), Sqrt(Sqrt(number(2)) / 3 + 1), number(5))),
    (number(1) / 2) / (number(3) / 4),
    1 / (1 + 1 / (1 + 1 / (1 + number(1) / 2))),
    Add(tuple(number(10**9 + i) * (number(1) / (i + 1)) for i in range(30))) / Sqrt(number(2)),
    Mul(tuple(Add(tuple(number(10**8 + i * j) for j in range(20))) for i in range(3))) / (number(10**40) + 1),
    Sqrt(Add(tuple(number(10**20 + i) / 7 for i in range(9)))) ** 3,
]


@each("shape", SHAPES, ids=range(len(SHAPES)))
@each("room", [25, 60, 100])
def test_any_shape_reads_back_at_any_width(shape: Expr, room: int) -> None:
    boxes = laid_out(BARE.show(shape), room)
    lines = [line for box in boxes for line in (*box.rows, "")]
    found = " ".join(read_block(box.rows) for box in boxes)
    assert len({len(line) for box in boxes for line in box.rows}) == len(boxes) or len(boxes) > 1
    assert linear(found) == linear(Text(symbols(None, (), style="text")).show(shape)), "\n".join(lines)


def linear(text: str) -> tuple[str, Decimal]:
    """Arithmetic to compare: its signs in order, and what the nesting makes of them."""
    return RULES.sub("", text), worked(text)


def worked(text: str) -> Decimal:
    """The value to sixty digits: nested roots have no exact value here."""
    with localcontext() as context:
        context.prec = 80
        python = re.sub(r"\d+", r"D('\g<0>')", text).replace("^", "**").replace("sqrt", "D.sqrt")
        value: Decimal = eval(python, {"D": Decimal})  # printed arithmetic of this file alone
        context.prec = 60
        return +value


DAMAGED = {
    "a bar too short": ["10 ", "── ", "3+1"],
    "a bar with nothing below": ["1", "─"],
    "a term off the line": [" 1     ", "─── + 2", "10    3"],
    "an open bracket": ["⎛1", "⎜─", "⎝2"],
    "brackets of two sizes": ["⎛1⎞", "⎜─⎠", "⎝2 "],
    "a root over nothing": ["  ", "╲╱"],
}


@each("lines", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_drawing_is_refused(lines: list[str]) -> None:
    with pytest.raises(MisdrawnError):
        read_block(lines)


TEXTBOOK = [
    Case(matrix(BIRDS), "precision", {"average": "weighted"}, BIRDS),
    Case(matrix(FIG_23), "f1", {"average": "macro", "combine": "averages"}, FIG_23),
    Case(matrix(BIRDS), "mcc", {}, BIRDS),
    Case(matrix([[2, 0], [1, 0]]), "f1", {"form": "harmonic", "average": "macro", "undefined": 0}, [[2, 0], [1, 0]]),
]
REFUSALS = (FaultError, MisdrawnError, ReadingError, AssertionError, ValueError, ZeroDivisionError)


def numbers(text: str) -> list[str]:
    """The numbers of the formulas, in order: what a mutant that leaves every equality true has changed."""
    lines = [line for line in linear_page(text).splitlines() if line.startswith(("   ", "$$", "\\", "|", "*"))]
    return re.findall(r"\d+", "\n".join(lines))


@each("case", TEXTBOOK, ids=str)
def test_a_wrong_digit_in_a_drawn_formula_is_seen(case: Case) -> None:
    """By arithmetic, or where the equality stays true by the numbers themselves."""
    text = case.derivation.to("text-2d")
    start, end = text.index("3. "), text.index("\nResult\n")
    wrong = by_arithmetic = 0
    drawn = [line.span() for line in re.compile(r"^ {3}.*$", re.MULTILINE).finditer(text, start, end)]
    digits = [at for first, last in drawn for at in range(first, last) if text[at].isdecimal()]
    for at in sorted(digits, key=lambda at: crc32(f"{case} {at}".encode()))[:24]:
        mutant = text[:at] + str((int(text[at]) + 1) % 10) + text[at + 1 :]
        wrong += 1
        try:
            audit(case.derivation, case.measured, case.value, "text-2d", mutant, **case.options)
        except REFUSALS:
            by_arithmetic += 1
        else:
            assert numbers(mutant) != numbers(text), mutant[at - 200 : at + 200]
    assert wrong > 20
    assert by_arithmetic > 0.75 * wrong
