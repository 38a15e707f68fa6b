"""The symbol view: a definition run on sympy symbols is a formula in the cells, with the value of the value view."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from operator import attrgetter
from random import Random
from typing import Any
from zlib import crc32

import pytest
import sympy
from sympy.core.sympify import converter

import exactmetrics as em
from exactmetrics.exact.constants import WithPi
from exactmetrics.exact.errors import UndefinedValueError, UsageError
from exactmetrics.exact.values import Root, Symbolic, Undefined
from exactmetrics.metrics.averaging import averaged, definition
from exactmetrics.metrics.metric import Bound
from exactmetrics.metrics.quantity import LOGS, PICKS, ROOTS
from exactmetrics.metrics.request import Request, exact_parameter, resolve
from exactmetrics.views.carrier import Cell, Pair, PlainClass, Unnamed
from exactmetrics.views.symbol import to_sympy
from tests.cases import EXHAUSTIVE, each
from tests.contracts.matrices import BIRDS, Rows
from tests.contracts.questions import QUESTIONS, Question, questions_of, restricted

ROOTS.setdefault(sympy.Expr, sympy.root)
LOGS.setdefault(
    sympy.Expr, lambda top, bottom, base, weight: (1 if weight is None else weight) * log_of(top / bottom, base)
)

converter[WithPi] = to_sympy  # else a constant with pi enters a formula as a double

_PICKS = {"largest": sympy.Max, "smallest": sympy.Min, "absolute": sympy.Abs, "sgn": sympy.sign, "arcsin": sympy.asin}
_PICKS["z"] = lambda p: sympy.sqrt(2) * sympy.erfinv(2 * p - 1)
PICKS.setdefault(sympy.Expr, lambda pick, parts: _PICKS[pick](*parts))


def log_of(x: Any, base: int | None) -> Any:
    return sympy.log(x) if base is None else sympy.log(x) / sympy.log(base)


class SymbolClass(PlainClass):
    """One class, each count a sympy expression in the cells."""

    def __init__(self, m: SymbolMatrix, tp: Any, support: Any, predicted: Any, n: Any, weight: Any = None) -> None:
        self.m, self.tp, self.support, self.predicted, self.n = m, tp, support, predicted, n
        self.weight = weight
        self.fp, self.fn = predicted - tp, support - tp
        self.tn = n - support - predicted + tp

    def constant(self, value: int) -> Any:
        return sympy.Integer(value)

    @property
    def k(self) -> Any:
        return self.m.k

    def wrong(self, term: Callable[[Any], Any]) -> Any:
        counts, i = self.m.counts, self.m.classes.index(self)
        others = [j for j in range(len(counts)) if j != i]
        return sum(term(Cell(counts[i][j])) + term(Cell(counts[j][i])) for j in others)


class SymbolMatrix(Unnamed):
    """k classes with a positive symbol for every cell, C_ij: row i true, column j predicted, from 1.

    `over` are the positions of the classes that averages run over, `weights` their given weights by position.
    """

    def __init__(self, k: int, over: Sequence[int] | None = None, weights: Mapping[int, Any] | None = None) -> None:
        self.counts = [[sympy.Symbol(f"C_{i + 1}{j + 1}", positive=True) for j in range(k)] for i in range(k)]
        rows = [sum(row) for row in self.counts]
        columns = [sum(column) for column in zip(*self.counts, strict=True)]
        self.n, self.k = sum(rows), sympy.Integer(k)
        given = weights or {}
        self.classes = [
            SymbolClass(self, self.counts[i][i], rows[i], columns[i], self.n, given.get(i)) for i in range(k)
        ]
        self.over = self.classes if over is None else [self.classes[i] for i in over]
        self.chosen = sympy.Integer(len(self.over))

    def of(self, position: int) -> SymbolClass:
        return self.classes[position]

    def first(self) -> SymbolClass:
        return self.classes[0]

    def sum(self, term: Callable[[Any], Any]) -> Any:
        return sum(term(c) for c in self.classes)

    def largest(self, term: Callable[[Any], Any]) -> Any:
        return sympy.Max(*map(term, self.classes))

    def row_largest(self, c: SymbolClass) -> Any:
        return sympy.Max(*self.counts[self.classes.index(c)])

    def column_largest(self, c: SymbolClass) -> Any:
        return sympy.Max(*(row[self.classes.index(c)] for row in self.counts))

    def pairs(self, term: Callable[[Any], Any]) -> Any:
        k = range(len(self.classes))
        apart = [(i, j) for i in k for j in k if i != j]
        return sum(term(Pair(self.counts[i][j], abs(i - j), self.classes[i], self.classes[j])) for i, j in apart)

    def cells(self, term: Callable[[Any], Any]) -> Any:
        every = enumerate(self.classes)
        diagonal = sum(term(Pair(self.counts[i][i], 0, c, c)) for i, c in every)
        return diagonal + self.pairs(term)

    def mean(self, term: Callable[[Any], Any], weight: Callable[[Any], Any] | None = None) -> Any:
        return self.classes[0].mean_of(term, weight, self.over)

    def geometric_mean(self, term: Callable[[Any], Any]) -> Any:
        return self.classes[0].geometric_mean_of(term, self.over)

    def pooled(self) -> SymbolClass:
        total = {b: sum(map(attrgetter(b), self.over)) for b in ("tp", "support", "predicted")}
        return SymbolClass(self, **total, n=len(self.over) * self.n)

    def average(self, bound: Bound, request: Request) -> Any:
        return averaged(bound, request)(self)

    def apply(self, bound: Bound) -> Any:
        return bound.define(self)


def formula(request: Request, k: int) -> tuple[Any, SymbolMatrix]:
    """What is asked for as a sympy expression in the cells of a k by k matrix, and the matrix of its symbols.

    Parameters such as beta enter as sympy rationals; classes in the request (`label`, `over`, `weights`) are positions.
    Every cell is positive, so every class is there: `over="true"`, "predicted" and "present" are all classes.
    """
    over = None if isinstance(request.over, str) else [int(position) for position in request.over]  # type: ignore[call-overload]
    weights = {} if isinstance(request.weights, str) else request.weights
    given = {int(i): to_sympy(exact_parameter("a weight", w)) for i, w in weights.items()}  # type: ignore[call-overload]
    m = SymbolMatrix(k, over, given)
    exact = {name: to_sympy(value) for name, value in request.parameters.items()}
    bound = Bound(request.metric, request.bound.convention, request.bound.form, exact)
    return definition(replace(request, bound=bound))(m), m


WHOLE: list[Rows] = [[[5, 2], [1, 4]], BIRDS, [[4, 2, 1], [10, 65, 16], [2, 1, 9]]]


def chosen(questions: list[Question], quick: int, exhaustive: int = 1) -> list[Question]:
    """About one of so many, by its own name."""
    return [q for q in questions if crc32(str(q).encode()) % (exhaustive if EXHAUSTIVE else quick) == 0]


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


@each("question", chosen(QUESTIONS, 12), ids=str)
def test_the_formula_has_the_value(question: Question) -> None:
    for rows in WHOLE:
        if question in questions_of(rows):
            agrees(question, rows)


@each("question", [r for q in chosen(QUESTIONS, 30, 4) for r in restricted(q)], ids=str)
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
    assert abs((to_sympy((value + 1) / 2) - (sums[0] / sums[1] + 1) / 2).evalf(60)) < sympy.Rational(1, 10**50)


def test_decimals_alone_are_no_number_of_sympy() -> None:
    with pytest.raises(UsageError, match=r"no sympy number for 0\.2527.*decimals alone"):
        to_sympy(em.proportion_interval(81, 263, method="clopper_pearson").lower)
