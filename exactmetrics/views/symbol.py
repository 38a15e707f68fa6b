"""The symbol view: a definition run here is a sympy expression, for identities and proofs; and values as sympy numbers.

The only module outside `proofs/` that imports sympy, and only when one of its functions is called.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import Any

from exactmetrics.exact.errors import UndefinedValueError
from exactmetrics.exact.values import Root, Symbolic, Value
from exactmetrics.metrics.averaging import averaged, definition
from exactmetrics.metrics.metric import Bound
from exactmetrics.metrics.quantity import ROOTS
from exactmetrics.metrics.request import Request, exact_parameter
from exactmetrics.views.carrier import Pair, PlainClass, Unnamed


def to_sympy(value: Value | int) -> Any:
    """An exact value as a sympy number: a Rational, or a sum of rational multiples of square roots.

    Raises `UndefinedValueError` for an undefined value: sympy's nan would lose the reason.

    >>> from fractions import Fraction
    >>> to_sympy(Fraction(409, 630))
    409/630
    >>> to_sympy(Root(1, Fraction(25, 116)))
    5*sqrt(29)/58
    """
    import sympy

    if isinstance(value, (int, Fraction)):
        return sympy.Rational(value.numerator, value.denominator)
    if isinstance(value, Root):
        return value.sign * sympy.sqrt(to_sympy(value.square))
    if isinstance(value, Symbolic):
        return to_sympy(value.rational) + sum(to_sympy(r) for r in value.roots)
    raise UndefinedValueError(f"no sympy number for an undefined value ({value.reason})")


class SymbolClass(PlainClass):
    """One class, each count a sympy expression in the cells."""

    def __init__(self, m: SymbolMatrix, tp: Any, support: Any, predicted: Any, n: Any, weight: Any = None) -> None:
        self.m, self.tp, self.support, self.predicted, self.n = m, tp, support, predicted, n
        self.weight = weight
        self.fp, self.fn = predicted - tp, support - tp
        self.tn = n - support - predicted + tp

    def constant(self, value: int) -> Any:
        """A plain number."""
        import sympy

        return sympy.Integer(value)


class SymbolMatrix(Unnamed):
    """k classes with a positive symbol for every cell, C_ij: row i true, column j predicted, from 1.

    `over` are the positions of the classes that averages run over, `weights` their given weights by position.
    """

    def __init__(self, k: int, over: Sequence[int] | None = None, weights: Mapping[int, Any] | None = None) -> None:
        import sympy

        ROOTS.setdefault(sympy.Expr, sympy.sqrt)
        self.cells = [[sympy.Symbol(f"C_{i + 1}{j + 1}", positive=True) for j in range(k)] for i in range(k)]
        rows = [sum(row) for row in self.cells]
        columns = [sum(column) for column in zip(*self.cells, strict=True)]
        self.n, self.k = sum(rows), sympy.Integer(k)
        given = weights or {}
        self.classes = [
            SymbolClass(self, self.cells[i][i], rows[i], columns[i], self.n, given.get(i)) for i in range(k)
        ]
        self.over = self.classes if over is None else [self.classes[i] for i in over]

    def of(self, position: int) -> SymbolClass:
        """The class at a position."""
        return self.classes[position]

    def first(self) -> SymbolClass:
        """The first class of two."""
        return self.classes[0]

    def sum(self, term: Callable[[Any], Any]) -> Any:
        """The sum over all classes."""
        return sum(term(c) for c in self.classes)

    def pairs(self, term: Callable[[Any], Any]) -> Any:
        """The sum over all pairs of two different classes."""
        k = range(len(self.classes))
        apart = [(i, j) for i in k for j in k if i != j]
        return sum(term(Pair(self.cells[i][j], abs(i - j), self.classes[i], self.classes[j])) for i, j in apart)

    def mean(self, term: Callable[[Any], Any], weight: Callable[[Any], Any] | None = None) -> Any:
        """The mean over the chosen classes."""
        return self.classes[0].mean_of(term, weight, self.over)

    def pooled(self) -> SymbolClass:
        """The chosen classes as one."""
        total = {b: sum(map(attrgetter(b), self.over)) for b in ("tp", "support", "predicted")}
        return SymbolClass(self, **total, n=len(self.over) * self.n)

    def average(self, bound: Bound, request: Request) -> Any:
        """A metric averaged as asked."""
        return averaged(bound, request)(self)

    def apply(self, bound: Bound) -> Any:
        """The formula of a metric of the matrix."""
        return bound.define(self)


def formula(request: Request, k: int) -> tuple[Any, SymbolMatrix]:
    """What is asked for as a sympy expression in the cells of a k by k matrix, and the matrix of its symbols.

    Parameters such as beta enter as sympy rationals; classes in the request (`label`, `over`, `weights`) are positions.
    Every cell is positive, so every class is there: `over="true"`, "predicted" and "present" are all classes.

    >>> from exactmetrics.metrics.request import resolve
    >>> found, _ = formula(resolve("recall", label=0), 2)
    >>> found
    C_11/(C_11 + C_12)
    """
    over = None if isinstance(request.over, str) else [int(position) for position in request.over]  # type: ignore[call-overload]
    weights = {} if isinstance(request.weights, str) else request.weights
    given = {int(i): to_sympy(exact_parameter("a weight", w)) for i, w in weights.items()}  # type: ignore[call-overload]
    m = SymbolMatrix(k, over, given)
    exact = {name: to_sympy(value) for name, value in request.parameters.items()}
    bound = Bound(request.metric, request.bound.convention, request.bound.form, exact)
    question = Request(
        bound, request.parameters, request.label, request.average, request.combine, request.over, request.weights
    )
    return definition(question)(m), m
