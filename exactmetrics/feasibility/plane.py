"""Two classes with unknown counts: the view on which a definition leaves polynomials in tp, tn, the support and n.

The second class is the rest. It serves a matrix of two classes, and one class of many against the others.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from exactmetrics.feasibility.formula import Ratio, Surd, formula_of
from exactmetrics.feasibility.polynomial import Poly
from exactmetrics.metrics.averaging import averaged, definition
from exactmetrics.metrics.metric import Bound
from exactmetrics.metrics.request import Request, exact_parameter
from exactmetrics.views.carrier import BinaryMatrix, PlainClass, Unnamed

MOST_KNOWN = 500
_KNOWN: dict[tuple[object, ...], Ratio | Surd | None] = {}  # formulas by question: the same are asked again and again
TP, TN, SUPPORT, N = (Ratio(Poly.variable(place)) for place in range(4))


class PlaneClass(PlainClass):
    """One of the two classes."""

    def __init__(self, tp: Ratio, tn: Ratio, support: Ratio, n: Ratio, weight: Any = None) -> None:
        self.tp, self.tn, self.support, self.n, self.weight = tp, tn, support, n, weight
        self.fn = support - tp
        self.fp = n - support - tn
        self.predicted = tp + self.fp

    def constant(self, value: int) -> Ratio:
        """A plain number."""
        return Ratio(Poly.constant(value))


class PlaneMatrix(Unnamed):
    """Both classes; `over` are the positions of those that averages run over, `weights` given weights by position."""

    def __init__(self, labels: Sequence[Hashable], positive: int, over: Sequence[int], weights: Sequence[Any]) -> None:
        given = weights or (None, None)
        first = PlaneClass(TP, TN, SUPPORT, N, given[0])
        second = PlaneClass(TN, TP, N - SUPPORT, N, given[1])
        self.classes, self.labels, self.positive = (first, second), labels, positive
        self.over = [self.classes[i] for i in over]
        self.n, self.k = N, first.constant(2)

    def of(self, label: Hashable) -> PlaneClass:
        """The class of a label."""
        return self.classes[list(self.labels).index(label)]

    def first(self) -> PlaneClass:
        """The positive class."""
        return self.classes[self.positive]

    def sum(self, term: Callable[[Any], Any]) -> Any:
        """The sum over both."""
        return term(self.classes[0]) + term(self.classes[1])

    def pairs(self, term: Callable[[Any], Any]) -> Any:
        """The sum over the two cells of wrong predictions."""
        return BinaryMatrix(self.classes[0]).pairs(term)

    def mean(self, term: Callable[[Any], Any], weight: Callable[[Any], Any] | None = None) -> Any:
        """The mean over the chosen ones."""
        return self.classes[0].mean_of(term, weight, self.over)

    def pooled(self) -> PlaneClass:
        """The chosen ones as one."""
        tp, tn, support = (sum(getattr(c, count) for c in self.over) for count in ("tp", "tn", "support"))
        return PlaneClass(tp, tn, support, len(self.over) * N)

    def average(self, bound: Bound, request: Request) -> Any:
        """A metric averaged as asked."""
        return averaged(bound, request)(self)

    def apply(self, bound: Bound) -> Any:
        """What a metric of the matrix leaves."""
        return bound.define(self)


def plane_formula(request: Request, labels: Sequence[Hashable], positive: int = 0) -> Ratio | Surd | None:
    """What a question on two classes leaves; None where no polynomial tells it, so that values must be asked for.

    `over="true"`, "predicted" and "present" are read as all: where a class is absent, a divisor is zero, and there
    the values are asked for.

    >>> from exactmetrics.metrics.request import resolve
    >>> found = plane_formula(resolve("precision", label="a"), ["a", "b"])
    >>> found.top.terms, found.bottom == (TP + N - SUPPORT - TN).num
    ({(1, 0, 0, 0): 1}, True)
    """
    key = (
        request.metric, request.bound.convention.name, request.bound.form and request.bound.form.name,
        tuple(sorted(request.parameters.items())), request.label, request.average, request.combine,
        request.over if isinstance(request.over, str) else tuple(request.over),
        request.weights if isinstance(request.weights, str) else tuple(request.weights.items()),
        tuple(labels), positive,
    )  # fmt: skip
    if key not in _KNOWN:
        if len(_KNOWN) >= MOST_KNOWN:
            _KNOWN.clear()
        _KNOWN[key] = _with_presence(_formula(request, labels, positive), request)
    return _KNOWN[key]


def _formula(request: Request, labels: Sequence[Hashable], positive: int) -> Ratio | Surd | None:
    over = [0, 1] if isinstance(request.over, str) else [list(labels).index(label) for label in request.over]
    weights: list[Any] = []
    if not isinstance(request.weights, str):
        weights = [exact_parameter("a weight", request.weights.get(label, 0)) for label in labels]
    return formula_of(definition(request), PlaneMatrix(labels, positive, over, weights))


def _with_presence(found: Ratio | Surd | None, request: Request) -> Ratio | Surd | None:
    """Count the absence of a class as a divisor that is zero, where classes of weight 0 or absent ones are left out."""
    if found is None or (request.over == "all" and request.average != "weighted"):
        return found
    absent = frozenset(c.num for c in (SUPPORT, N - SUPPORT, TP + N - SUPPORT - TN, TN + SUPPORT - TP))
    if isinstance(found, Surd):
        return Surd(found.sign * Ratio(Poly.constant(1), met=absent), found.square)
    return Ratio(found.num, found.den.elements(), found.met | absent, found.up.elements())
