"""The symbol view: a definition run on sympy symbols is a formula in the cells of the matrix."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Any

import sympy
from sympy.core.sympify import converter

from exactmetrics.exact.constants import WithPi
from exactmetrics.metrics.averaging import averaged, definition
from exactmetrics.metrics.metric import Bound
from exactmetrics.metrics.quantity import LOGS, PICKS, ROOTS
from exactmetrics.metrics.request import Request, exact_parameter
from exactmetrics.views.carrier import Cell, Pair, PlainClass, Unnamed
from exactmetrics.views.symbol import to_sympy

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
