"""The symbol view: a formula in the cells, whose value at whole cells is the value of the value view."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
import sympy

import exactmetrics as em
from exactmetrics.exact.errors import UndefinedValueError, UsageError
from exactmetrics.exact.values import Root, Symbolic, Undefined
from exactmetrics.metrics.request import resolve
from exactmetrics.views.symbol import to_sympy
from tests.cases import each
from tests.contracts.matrices import BIRDS, Rows
from tests.contracts.questions import QUESTIONS, Question, questions_of, restricted
from tests.views.symbols import formula

WHOLE: list[Rows] = [[[5, 2], [1, 4]], BIRDS, [[4, 2, 1], [10, 65, 16], [2, 1, 9]]]


def formula_value(question: Question, rows: Rows) -> Any:
    expression, m = formula(resolve(question.metric, labels=range(len(rows)), **question.options), len(rows))
    cells = {m.counts[i][j]: sympy.Integer(x) for i, row in enumerate(rows) for j, x in enumerate(row)}
    return sympy.sympify(expression).xreplace(cells)


def agrees(question: Question, rows: Rows) -> None:
    value = question.value(rows)
    got = formula_value(question, rows)
    assert is_zero(got - to_sympy(value)), (str(question), rows)
    assert not got.has(sympy.Float)


def is_zero(number: Any) -> bool:
    """Whether a number of sympy is 0; logarithms of primes are independent, so any numbers may stand for them.

    Of roots of a higher degree, arc sines and quantiles sympy looks for polynomials for minutes: 60 digits tell enough.
    """
    if number.has(sympy.asin, sympy.erfinv) or any(p.exp.is_Rational and p.exp.q > 2 for p in number.atoms(sympy.Pow)):
        return bool(abs(number.evalf(90)) < sympy.Rational(1, 10**60))
    if number.has(sympy.log):
        apart = sympy.expand_log(number, force=True, factor=True)
        drawn = Random(7)
        number = apart.xreplace({one: sympy.Integer(drawn.randrange(10**20)) for one in apart.atoms(sympy.log)})
    return bool(sympy.expand(number) == 0 or sympy.simplify(number) == 0)


@each("question", QUESTIONS, ids=str, quick=150)
def test_the_formula_has_the_value(question: Question) -> None:
    for rows in WHOLE:
        if question in questions_of(rows):
            agrees(question, rows)


@each("question", [r for q in QUESTIONS[::7] for r in restricted(q)], ids=str, quick=60)
def test_chosen_classes_and_weights_enter_the_formula(question: Question) -> None:
    agrees(question, BIRDS)


def test_the_formula_of_a_precision() -> None:
    precision, m = formula(resolve("precision", label=1, labels=range(2)), 2)
    assert precision == m.counts[1][1] / (m.counts[0][1] + m.counts[1][1])


def test_exact_numbers_of_sympy() -> None:
    root = Root(-1, Fraction(25, 116))
    assert to_sympy(3) == 3
    assert to_sympy(Fraction(409, 630)) == sympy.Rational(409, 630)
    assert to_sympy(root) == -sympy.sqrt(sympy.Rational(25, 116))
    assert to_sympy(Symbolic(Fraction(1, 2), (root,))) == sympy.Rational(1, 2) - sympy.sqrt(sympy.Rational(25, 116))
    with pytest.raises(UndefinedValueError, match="precision of L"):
        to_sympy(Undefined("precision", "L", Fraction(0), Fraction(0)))


def test_quotients_of_discounted_gains_in_sympy() -> None:
    """The definition of Järvelin and Kekäläinen, written in sympy; the gains stand in the order of the scores."""
    found, best = [3, 2, 3, 0, 1, 2], [3, 3, 2, 2, 1, 0]
    sums = [sum(gain / sympy.log(place + 1, 2) for place, gain in enumerate(row, 1)) for row in (found, best)]
    value = em.Scores([found], [[9, 8, 7, 6, 5, 4]]).value("ndcg")
    assert not isinstance(value, Undefined)
    assert sympy.simplify(to_sympy(value) - sums[0] / sums[1]) == 0
    assert sympy.simplify(to_sympy((value + 1) / 2) - (sums[0] / sums[1] + 1) / 2) == 0


def test_decimals_alone_are_no_number_of_sympy() -> None:
    with pytest.raises(UsageError, match=r"no sympy number for 0\.2527.*decimals alone"):
        to_sympy(em.proportion_interval(81, 263, method="clopper_pearson").lower)
