"""Matrices with letters: with numbers in their place a formula is the value of the matrix, and what was solved for is
found again."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import mpmath
import pytest
from sympy import symbols

import exactmetrics as em
from exactmetrics.exact.errors import InputError, UsageError
from exactmetrics.exact.values import Undefined
from exactmetrics.expression import nodes
from exactmetrics.metrics.registry import all_metrics
from exactmetrics.proofs.letters import letters_of
from tests.cases import each
from tests.proofs.test_formulas import DIGITS, PARAMETERS, WITHOUT, Evaluator, number
from tests.surfaces.json_schema import validate

ASKED = [
    (metric.name, average)
    for metric in all_metrics()
    for average in ((None, "macro") if metric.scope == "class" else (None,))
    if metric.name not in WITHOUT
]
TWO, THREE = "a b; c d", "a 3 b; c 4 a; 2 d 5"
FORMATS = ("text", "text-2d", "markdown", "latex", "beamer", "html")


class WithNumbers(Evaluator):
    """The value of a formula in letters."""

    def __init__(self, numbers: dict[str, int]) -> None:
        super().__init__([[0]], 0)
        self.numbers = numbers

    def count(self, leaf: nodes.Leaf) -> int:
        return self.numbers[leaf.block]


def made_of(text: str, metric: str, average: str | None, **more: Any) -> Any:
    options: dict[str, Any] = {**PARAMETERS.get(metric, {}), **({"average": average} if average else {})}
    of_class = next(one for one in all_metrics() if one.name == metric).scope == "class" and average is None
    matrix = letters_of(text)
    assert matrix is not None
    return matrix.derive(metric, **options, **({"label": 1} if of_class else {}), **more)


@each("asked", ASKED, ids=str)
def test_a_formula_in_letters_is_the_value_with_numbers(asked: tuple[str, str | None]) -> None:
    read, random = 0, Random(str(asked))
    for text in (TWO, THREE):
        made = made_of(text, *asked)
        for _ in range(2):
            numbers = {letter: random.randint(1, 9) for letter in made.matrix.letters}
            value = made.value_at(*numbers.values())
            if isinstance(value, Undefined):
                continue
            with mpmath.workdps(DIGITS + 10):
                exact = number(value)
                for e in (made.written, made.formula):
                    found = WithNumbers(numbers)(e)
                    assert abs(found - exact) <= mpmath.mpf(10) ** (-DIGITS // 2) * (1 + abs(exact)), (text, numbers, e)
            read += 1
    assert read, "no formula was read"


SOLVED = ("accuracy", "f1", "jaccard", "kappa", "mcc", "specificity", "informedness", "fowlkes_mallows", "g_mean")


@each("metric", SOLVED)
def test_what_was_solved_for_is_found_again(metric: str) -> None:
    random = Random(metric)
    for _ in range(8):
        rows = [[random.randint(1, 40), random.randint(1, 40)], [random.randint(1, 40), random.randint(1, 40)]]
        i, j = random.randrange(2), random.randrange(2)
        x = rows[i][j]
        rows[i][j] = "x"  # type: ignore[call-overload]
        text = "; ".join(" ".join(map(str, row)) for row in rows)
        plain = made_of(text, metric, None)
        value = plain.value_at(x)
        if not isinstance(value, Fraction):
            continue
        if "x" not in str(plain):  # the cell plays no part
            with pytest.raises(UsageError, match="whatever x is"):
                made_of(text, metric, None, solve=str(value))
            continue
        found = made_of(text, metric, None, solve=str(value)).solution
        assert x in found.whole
        assert all(plain.value_at(one) == value for one in found.exact)


def test_rounded_values_have_a_range() -> None:
    """50/(50 + x) is 0.7 for x = 150/7; by hand: 0.65 <= 50/(50 + x) <= 0.75 for x from 17 to 26 (26: 0.658)."""
    found = em.LetterMatrix([[50, "x"], [10, 40]]).derive("recall", label=0, solve="0.7").solution
    assert found is not None
    assert (found.exact, found.whole, found.rounded) == ((Fraction(150, 7),), (), (17, 26))


def test_a_root_has_one_sign() -> None:
    """The MCC of 30 x; 10 40 falls with x; squared, its equation has a second root, for the negative value."""
    for value in ("1/2", "-1/2"):
        made = em.LetterMatrix([[30, "x"], [10, 40]]).derive("mcc", solve=value)
        assert made.solution is not None
        for one in made.solution.about:
            near = made.value_at(round(Fraction(one)))
            assert (float(em.decimal(near)) < 0) == value.startswith("-")


def test_no_solution_is_said() -> None:
    page = em.LetterMatrix([[50, "x"], [10, 40]]).derive("accuracy", solve="0.95").to_text()
    assert "No number from 0 on in the place of x gives this value." in page


@each("text", [TWO, "50 x; 10 40"])
def test_every_surface_and_language(text: str) -> None:
    for metric, average in (("f1", None), ("mcc", None), ("f1", "weighted")):
        solve = {"solve": "0.6"} if "x" in text else {}
        made = made_of(text, metric, average, **solve)
        assert len({made.to(format) for format in FORMATS}) == len(FORMATS)
        validate(made.data(), "letters")
        for step in made.data()["steps"]:
            validate(step, "step")
        pages = {
            made_of(text, metric, average, language=one, **solve).to_text() for one in ("en", "de", "fr", "es", "ar")
        }
        assert len(pages) == 5


def test_symbols_of_sympy_are_letters() -> None:
    a, b = symbols("a b")
    assert em.LetterMatrix([[a, b], [3, a]]).letters == ("a", "b")


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([["N", 1], [2, 3]], "have a meaning of their own"),
        ([["a", 1.5], [2, 3]], "whole number from 0 on or a letter"),
        ([["a", -1], [2, 3]], "whole number from 0 on or a letter"),
        ([["a + b", 1], [2, 3]], "whole number from 0 on or a letter"),
        ([["a", 1]], "square table"),
    ],
)
def test_what_is_no_matrix_of_letters_is_refused(rows: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        em.LetterMatrix(rows)


@pytest.mark.parametrize(
    "text", ["matrix.csv", "1 2; 3 4", "a b", "a,b\n1,2", "__import__('os') x; 1 2", "a b c; d e f"]
)
def test_other_texts_are_no_matrix_of_letters(text: str) -> None:
    assert letters_of(text) is None


@pytest.mark.parametrize("value", ["x", "0.8.1", "1/0", "__import__", "80%"])
def test_what_is_no_value_is_refused(value: str) -> None:
    with pytest.raises(UsageError, match="a value to solve for is a number"):
        em.LetterMatrix([[50, "x"], [10, 40]]).derive("accuracy", solve=value)
