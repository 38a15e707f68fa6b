"""A matrix of unknown counts as a view: what a definition leaves on it is a formula.

Of two classes all counts follow from tp and tn of the first, its support and n, so a formula is made of these four. Of
more classes a definition speaks of sums of a term over the classes, and a formula is made of such sums.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from exactmetrics.exact.errors import UsageError
from exactmetrics.feasibility.polynomial import Formula, Ratio, formula_of
from exactmetrics.metrics.averaging import averaged, definition
from exactmetrics.metrics.metric import Bound
from exactmetrics.metrics.policy import ByOutcome
from exactmetrics.metrics.registry import needs_cells
from exactmetrics.metrics.request import Request, exact_parameter
from exactmetrics.views.carrier import BinaryMatrix, PlainClass, Unnamed

Term = Callable[[Any], Any]
MOST_KNOWN = 500
_KNOWN: dict[tuple[object, ...], Formula | None] = {}  # of two classes: the same are asked again and again
TP, TN, SUPPORT, N = map(Ratio.variable, range(4))
PREDICTED = TP + N - SUPPORT - TN


class UnknownClass(PlainClass):
    """A class of which a few counts are told, as formulas or as numbers of any kind."""

    def __init__(self, tp: Any, support: Any, predicted: Any, n: Any, weight: Any = None) -> None:
        self.tp, self.support, self.predicted, self.n, self.weight = tp, support, predicted, n, weight
        self.fp, self.fn = predicted - tp, support - tp
        self.tn = n - support - predicted + tp

    def constant(self, value: int) -> Ratio:
        return Ratio(Fraction(value))


class _Matrix(Unnamed):
    def average(self, bound: Bound, request: Request) -> Any:
        return averaged(bound, request)(self)

    def apply(self, bound: Bound) -> Any:
        return bound.define(self)


class TwoClasses(_Matrix):
    """Two classes; averages run over the positions `over`, with given weights by position."""

    def __init__(self, labels: Sequence[Hashable], positive: int, over: Sequence[int], weights: Sequence[Any]) -> None:
        given = weights or (None, None)
        first = UnknownClass(TP, SUPPORT, PREDICTED, N, given[0])
        self.classes = (first, UnknownClass(TN, N - SUPPORT, N - PREDICTED, N, given[1]))
        self.labels, self.positive, self.over = labels, positive, [self.classes[i] for i in over]
        self.n, self.k, self.chosen = N, first.constant(2), first.constant(len(over))

    def of(self, label: Hashable) -> UnknownClass:
        return self.classes[list(self.labels).index(label)]

    def first(self) -> UnknownClass:
        return self.classes[self.positive]

    def sum(self, term: Term) -> Any:
        return term(self.classes[0]) + term(self.classes[1])

    def largest(self, term: Term) -> Any:
        return BinaryMatrix(self.classes[0]).largest(term)

    def row_largest(self, c: Any) -> Any:
        return BinaryMatrix(self.classes[0]).row_largest(c)

    def column_largest(self, c: Any) -> Any:
        return BinaryMatrix(self.classes[0]).column_largest(c)

    def pairs(self, term: Term) -> Any:
        return BinaryMatrix(self.classes[0]).pairs(term)

    def cells(self, term: Term) -> Any:
        return BinaryMatrix(self.classes[0]).cells(term)

    def mean(self, term: Term, weight: Term | None = None) -> Any:
        return self.classes[0].mean_of(term, weight, self.over)

    def geometric_mean(self, term: Term) -> Any:
        return self.classes[0].geometric_mean_of(term, self.over)

    def pooled(self) -> UnknownClass:
        tp, support, predicted = (sum(getattr(c, count) for c in self.over) for count in ("tp", "support", "predicted"))
        return UnknownClass(tp, support, predicted, len(self.over) * N)


def plane_formula(request: Request, labels: Sequence[Hashable], positive: int = 0) -> Formula | None:
    """What a question on two classes leaves; None where no polynomial tells it, so that values must be asked for.

    `over="true"`, "predicted" and "present" are read as all: where a class is absent, a divisor is zero, and there
    the values are asked for.
    """
    over = request.over if isinstance(request.over, str) else tuple(request.over)
    weights = request.weights if isinstance(request.weights, str) else tuple(request.weights.items())
    form, parameters = request.bound.form, tuple(sorted(request.parameters.items()))
    key = (
        request.metric, request.bound.convention.name, form and form.name, parameters, request.label, request.average,
        request.combine, over, weights, tuple(labels), positive,
    )  # fmt: skip
    if key not in _KNOWN:
        if len(_KNOWN) >= MOST_KNOWN:
            _KNOWN.clear()
        places = [0, 1] if isinstance(request.over, str) else [list(labels).index(label) for label in request.over]
        given = [] if isinstance(request.weights, str) else [given_weight(request, label) for label in labels]
        found = formula_of(definition(request), TwoClasses(labels, positive, places, given))
        if request.over != "all" or request.average == "weighted":  # classes that are absent may be left out
            present = Ratio(Fraction(1))
            for count in (SUPPORT, N - SUPPORT, PREDICTED, N - PREDICTED):
                present = present * count / count
            found = None if found is None else found * present
        _KNOWN[key] = found
    return _KNOWN[key]


def given_weight(request: Request, label: Hashable) -> Fraction:
    """The weight that was given for a class; 1 where weights follow from the counts."""
    weights = request.weights
    return Fraction(1) if isinstance(weights, str) else exact_parameter("a weight", weights.get(label, 0))


def never_replaced(request: Request) -> bool:
    """Whether no policy puts anything in the place of a value that is undefined."""
    return request.policy.default == "propagate" and not request.policy.rules


def of_one_class(request: Request) -> Hashable | None:
    """The class that a question is about, and about nothing else; None where there is no such class."""
    return None if any(isinstance(rule, ByOutcome) for rule in request.policy.rules.values()) else request.label


class Sum(NamedTuple):
    """A sum over chosen classes of a term, of a weight times it, or of the weights: what one class adds to a score.

    A class of weight 0, and one that a policy leaves out of the term, adds nothing. With `weights` the term only says
    which classes count, and their weights are what is added.
    """

    request: Request
    over: Any
    term: Term
    weight: Term | None = None
    weights: bool = False

    def chosen(self, label: Hashable, support: int, predicted: int) -> bool:
        """Whether a class of such counts is one of those the sum runs over."""
        if isinstance(self.over, str):
            there = {"true": support, "predicted": predicted, "present": support or predicted}
            return bool(there.get(self.over, True))
        return label in self.over

    def is_right_predictions(self) -> bool:
        """Whether this is the number of right predictions, which is whole."""
        one = UnknownClass(TP, SUPPORT, PREDICTED, N)
        weight = one.constant(1) if self.weight is None else self.weight(one)
        found = formula_of(lambda c: weight * self.term(c), one)
        if self.weights or self.over != "all" or not isinstance(found, Ratio) or not isinstance(weight, Ratio):
            return False
        return (found.number, found.powers) == (TP.number, TP.powers) and found.met <= weight.powers.keys()


def cells_needed(request: Request) -> UsageError:
    """Why a metric of single cells is not searched for among many classes."""
    name = request.metric.name
    return UsageError(f"{name} needs the cells of the matrix: of more than two classes only the counts are searched")


class ManyClasses(_Matrix):
    """Classes among n samples whose sums are unknown."""

    def __init__(self, labels: Sequence[Hashable], n: int, request: Request) -> None:
        self.labels, self.request = labels, request
        self.n, self.k = Fraction(n), Fraction(len(labels))  # plain: terms mix them with what they run on
        self.sums: list[Sum] = []

    def _leaf(self, over: Any, term: Term, weight: Term | None = None, *, weights: bool = False) -> Ratio:
        self.sums.append(Sum(self.request, over, term, weight, weights))
        return Ratio.variable(len(self.sums) - 1)

    def sum(self, term: Term) -> Ratio:
        return self._leaf("all", term)

    def pairs(self, term: Term) -> Ratio:
        raise cells_needed(self.request)

    cells = row_largest = column_largest = pairs

    def largest(self, term: Term) -> Ratio:
        raise TypeError("the largest of the classes is no sum over them")

    def mean(self, term: Term, weight: Term | None = None) -> Ratio:
        over = self.request.over
        top = self._leaf(over, term, weight)
        bottom = self._weight_in_all(weight)
        return top / (self._leaf(over, term, weight, weights=True) if bottom is None else bottom)

    def geometric_mean(self, term: Term) -> Ratio:
        raise TypeError("a product over the classes is no sum over them")

    def _weight_in_all(self, weight: Term | None) -> Fraction | None:
        """The weights added up, where that is known beforehand: no class can be left out."""
        request, over = self.request, self.request.over
        omits = "omit" in (request.policy.default, *request.policy.rules.values())
        if over in ("true", "predicted", "present") or omits:
            return None
        chosen = [label for label in self.labels if over == "all" or label in over]
        if weight is None:
            return Fraction(len(chosen))
        if not isinstance(request.weights, str):
            return sum((given_weight(request, label) for label in chosen), Fraction(0))
        return self.n if over == "all" else None

    @property
    def chosen(self) -> Any:
        whole = self._weight_in_all(None)
        return self._leaf(self.request.over, lambda _: Fraction(1), weights=True) if whole is None else whole

    def pooled(self) -> UnknownClass:
        over, n = self.request.over, Ratio(self.n)
        tp = self._leaf(over, lambda c: c.tp)
        if over == "all":
            return UnknownClass(tp, n, n, n * len(self.labels))
        return UnknownClass(tp, *(self._leaf(over, term) for term in POOLED))


POOLED: tuple[Term, ...] = (lambda c: c.support, lambda c: c.predicted, lambda c: c.n)


def many_formula(request: Request, labels: Sequence[Hashable], n: int) -> tuple[Formula, list[Sum]] | None:
    """What a question on many classes leaves, and the sums it is made of; None where no such formula tells it."""
    bound = request.bound
    if bound.metric.scope == "class" and needs_cells(bound.metric):
        raise cells_needed(request)
    if any(isinstance(rule, ByOutcome) for rule in request.policy.rules.values()):
        return None
    if request.label is not None:
        one: Term = bound if bound.metric.scope == "class" else lambda c: bound(c.one_vs_rest())
        return Ratio.variable(0), [Sum(request, (request.label,), one)]
    view = ManyClasses(labels, n, request)
    found = formula_of(definition(request), view)
    return None if found is None else (found, view.sums)
