"""A definition on many classes with unknown counts: sums over the classes, and what is made of them.

Run on this view a definition leaves an expression whose leaves are sums of a term over the classes. While the counts
are being chosen, every sum has two ends, and so has the expression.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from exactmetrics.exact.errors import UsageError
from exactmetrics.feasibility.enclosed import Ends, ends_of_number, product, quotient, square_root
from exactmetrics.metrics.averaging import averaged, definition
from exactmetrics.metrics.metric import Bound
from exactmetrics.metrics.policy import ByOutcome
from exactmetrics.metrics.quantity import ROOTS
from exactmetrics.metrics.request import Request, exact_parameter
from exactmetrics.views.carrier import PlainClass, Unnamed

Term = Callable[[Any], Any]
Sums = Sequence[Ends]


class Sum:
    """A sum over chosen classes of a term, of a weight times it, or of the weights: what one class adds to a score.

    A class of weight 0, and one that a policy leaves out of the term, adds nothing. With `weights` the term only says
    which classes count, and their weights are what is added.
    """

    def __init__(
        self, over: str | Sequence[Hashable], term: Term, weight: Term | None = None, *, weights: bool = False
    ) -> None:
        self.over, self.term, self.weight, self.weights = over, term, weight, weights


class Outer:
    """An expression in sums: its ends for the ends of the sums, and if it is linear in them its factors."""

    def __init__(self, ends: Callable[[Sums], Ends], linear: Mapping[int | None, Fraction] | None = None) -> None:
        self.ends, self.linear = ends, linear  # the factor of None is the constant

    @classmethod
    def number(cls, value: int | Fraction) -> Outer:
        """A plain number.

        >>> Outer.number(2).linear
        {None: Fraction(2, 1)}
        """
        fixed = ends_of_number(Fraction(value))
        return cls(lambda sums: fixed, {None: Fraction(value)})

    @property
    def constant(self) -> Fraction | None:
        """The number it is, if it is a plain number.

        >>> (Outer.number(2) + 1).constant
        Fraction(3, 1)
        """
        if self.linear is None or any(key is not None and factor for key, factor in self.linear.items()):
            return None
        return self.linear.get(None, Fraction(0))

    def _scaled(self, factor: Fraction) -> Outer:
        fixed = ends_of_number(factor)
        linear = None if self.linear is None else {key: c * factor for key, c in self.linear.items()}
        return Outer(lambda sums: product(self.ends(sums), fixed), linear)

    def __add__(self, other: Any) -> Outer:
        right = _outer(other)
        linear = None
        if self.linear is not None and right.linear is not None:
            keys = {**self.linear, **right.linear}
            linear = {key: self.linear.get(key, Fraction(0)) + right.linear.get(key, Fraction(0)) for key in keys}

        def ends(sums: Sums) -> Ends:
            a, b = self.ends(sums), right.ends(sums)
            return a[0] + b[0], a[1] + b[1]

        return Outer(ends, linear)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Outer:
        return self + _outer(other)._scaled(Fraction(-1))

    def __rsub__(self, other: Any) -> Outer:
        return self._scaled(Fraction(-1)) + _outer(other)

    def __mul__(self, other: Any) -> Outer:
        right = _outer(other)
        for one, factor in ((self, right.constant), (right, self.constant)):
            if factor is not None:
                return one._scaled(factor)
        return Outer(lambda sums: product(self.ends(sums), right.ends(sums)))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Outer:
        right = _outer(other)
        if right.constant:
            return self._scaled(1 / right.constant)
        return Outer(lambda sums: quotient(self.ends(sums), right.ends(sums)))

    def __rtruediv__(self, other: Any) -> Outer:
        return _outer(other) / self

    def __pow__(self, exponent: int) -> Outer:
        out: Outer = Outer.number(1)
        for _ in range(exponent):
            out = out * self
        return out


ROOTS[Outer] = lambda inside: Outer(lambda sums: square_root(inside.ends(sums)))


def _outer(value: Any) -> Outer:
    return value if isinstance(value, Outer) else Outer.number(value)


class ManyClasses(Unnamed):
    """The view: k classes among n samples, the supports known, the rest sums."""

    def __init__(self, labels: Sequence[Hashable], supports: Sequence[int], request: Request) -> None:
        self.labels, self.supports, self.request = tuple(labels), supports, request
        self.n, self.k = Fraction(sum(supports)), Fraction(len(labels))  # plain: terms mix them with columns
        self.sums: list[Sum] = []

    def _leaf(self, made: Sum) -> Outer:
        place = len(self.sums)
        self.sums.append(made)
        return Outer(lambda sums: sums[place], {place: Fraction(1)})

    def sum(self, term: Term) -> Outer:
        """The sum over all classes."""
        return self._leaf(Sum("all", term))

    def pairs(self, term: Term) -> Outer:
        """No search here runs over the cells of the matrix."""
        raise UsageError(f"{self.request.metric.name} needs the cells of the matrix, and only the counts are searched")

    def mean(self, term: Term, weight: Term | None = None) -> Outer:
        """The mean over the chosen classes."""
        over = self.request.over
        top = self._leaf(Sum(over, term, weight))
        bottom = self._weight_in_all(weight)
        return top / (self._leaf(Sum(over, term, weight, weights=True)) if bottom is None else bottom)

    def _weight_in_all(self, weight: Term | None) -> Fraction | None:
        """The weights added up, where that is known beforehand: no class can be left out."""
        request = self.request
        rules = [request.policy.default, *request.policy.rules.values()]
        if request.over in ("predicted", "present") or "omit" in rules:
            return None
        chosen = [i for i, s in enumerate(self.supports) if request.over != "true" or s]
        if not isinstance(request.over, str):
            chosen = [self.labels.index(label) for label in request.over]
        if weight is None:
            return Fraction(len(chosen))
        if request.weights == "support":
            return Fraction(sum(self.supports[i] for i in chosen))
        if isinstance(request.weights, str):
            return Fraction(sum(self.supports)) if request.over == "all" else None
        weights = {label: exact_parameter("a weight", w) for label, w in request.weights.items()}
        return sum((weights.get(self.labels[i], Fraction(0)) for i in chosen), Fraction(0))

    def pooled(self) -> Pooled:
        """The chosen classes as one."""
        return Pooled(self)

    def average(self, bound: Bound, request: Request) -> Any:
        """A metric averaged as asked."""
        return averaged(bound, request)(self)

    def apply(self, bound: Bound) -> Any:
        """What a metric of the matrix leaves."""
        return bound.define(self)


COUNTS: tuple[Term, ...] = (lambda c: c.support, lambda c: c.predicted, lambda c: c.n)


class Pooled(PlainClass):
    """The chosen classes as one: every count is a sum."""

    def __init__(self, m: ManyClasses) -> None:
        over, n = m.request.over, sum(m.supports)
        support: Any = Fraction(n)
        predicted: Any = Fraction(n)
        all_n: Any = Fraction(len(m.supports) * n)
        tp = m._leaf(Sum(over, lambda c: c.tp))
        if over != "all":
            support, predicted, all_n = (m._leaf(Sum(over, term)) for term in COUNTS)
        self.tp, self.support, self.predicted, self.n = tp, support, predicted, all_n
        self.fp, self.fn = predicted - tp, support - tp
        self.tn = all_n - support - predicted + tp

    def constant(self, value: int) -> Outer:
        """A plain number."""
        return Outer.number(value)


def outer_of(request: Request, labels: Sequence[Hashable], supports: Sequence[int]) -> tuple[Outer, list[Sum]] | None:
    """What a question leaves on classes of known supports; None where it names one class, or asks for the outcome.

    >>> from exactmetrics.metrics.request import resolve
    >>> outer, sums = outer_of(resolve("recall", average="macro"), "abc", [2, 3, 4])
    >>> outer.linear, len(sums)
    ({0: Fraction(1, 3)}, 1)
    """
    if request.label is not None or any(isinstance(rule, ByOutcome) for rule in request.policy.rules.values()):
        return None
    view = ManyClasses(labels, supports, request)
    try:
        found = definition(request)(view)
    except (TypeError, ZeroDivisionError):
        return None
    return _outer(found), view.sums
