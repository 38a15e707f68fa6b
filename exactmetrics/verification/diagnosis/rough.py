"""A carrier of numbers that are rounded on the way.

A definition is run on it as it stands; quotients and roots are rounded as soon as something is worked out from them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from exactmetrics.exact.rounding import RoundingRule, round_to
from exactmetrics.exact.values import Number
from exactmetrics.exact.values import root as exact_root
from exactmetrics.metrics.averaging import averaged
from exactmetrics.metrics.metric import Bound
from exactmetrics.metrics.quantity import ROOTS
from exactmetrics.metrics.request import Request
from exactmetrics.views.carrier import BinaryMatrix, Pair, Unnamed, wrong_cells
from exactmetrics.views.value import ValueMatrix


@dataclass(frozen=True, slots=True)
class Habit:
    """How numbers are rounded on the way: to so many digits, by a rule; in a weighted mean `weighing` says what.

    "values" are the values of the classes, "shares" these and the weights as shares, "terms" the products of both only;
    "averages" are those that a score is made of, the values of the classes being kept.
    """

    places: int
    rule: RoundingRule
    weighing: str


class Rough:
    """A number that, once it is used further, is rounded if it is a quotient or a root."""

    __slots__ = ("exact", "habit", "used")

    def __init__(self, exact: Number, habit: Habit, *, rounds: bool = False) -> None:
        self.exact, self.habit = exact, habit
        if rounds:
            self.used = Fraction(round_to(exact, habit.places, habit.rule), 10**habit.places)
        else:
            assert isinstance(exact, Fraction)  # roots are rounded, and all else is made of what is used
            self.used = exact

    def _of(self, other: Any) -> Fraction:
        return other.used if isinstance(other, Rough) else Fraction(other)

    def __add__(self, other: Any) -> Rough:
        return Rough(self.used + self._of(other), self.habit)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Rough:
        return Rough(self.used - self._of(other), self.habit)

    def __rsub__(self, other: Any) -> Rough:
        return Rough(self._of(other) - self.used, self.habit)

    def __mul__(self, other: Any) -> Rough:
        return Rough(self.used * self._of(other), self.habit)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Rough:
        return Rough(self.used / self._of(other), self.habit, rounds=True)

    def __rtruediv__(self, other: Any) -> Rough:
        return Rough(self._of(other) / self.used, self.habit, rounds=True)

    def __pow__(self, exponent: int) -> Rough:
        return Rough(self.used**exponent, self.habit)


def _rough_root(number: Rough) -> Rough:
    return Rough(exact_root(number.used), number.habit, rounds=True)


ROOTS[Rough] = _rough_root


class RoughClass(Unnamed):
    """A class, or all of them pooled, on numbers that are rounded on the way."""

    def __init__(self, m: RoughMatrix, places: Sequence[int]) -> None:
        self.m, self.places = m, places

    def __getattr__(self, block: str) -> Rough:
        if block not in ("tp", "fp", "fn", "tn", "support", "predicted"):
            raise AttributeError(block)
        counts = getattr(self.m.blocks, block)
        return self.m.number(sum(counts[i] for i in self.places))

    @property
    def n(self) -> Rough:
        """All samples, once for every class in a pool."""
        return self.m.number(self.m.blocks.n * len(self.places))

    @property
    def weight(self) -> Rough:
        """The weight that was given."""
        return self.m.number(self.m.weights[self.places[0]])

    def constant(self, value: int) -> Rough:
        """A plain number."""
        return self.m.number(value)

    def one_vs_rest(self) -> BinaryMatrix:
        """The class against the rest."""
        return BinaryMatrix(self)

    def mean_of(self, term: Callable[[Any], Any], weight: Callable[[Any], Any] | None, over: Sequence[Any]) -> Any:
        """The mean over the two classes of a binary matrix."""
        return self.m.mean_of(term, weight, over)

    def apply(self, bound: Bound) -> Any:
        """A metric of the class."""
        return self.run(bound, self)

    def run(self, bound: Bound, view: Any, *, rest: bool = False) -> Any:
        """A metric on the class, on the rest, or on the matrix of both."""
        try:
            return bound.define(view)
        except ZeroDivisionError:
            rule = self.m.request.policy.decide(bound.name, None, None)
            if isinstance(rule, Fraction):
                return self.m.number(rule)
            raise


class RoughMatrix(Unnamed):
    """The whole matrix on numbers that are rounded on the way."""

    def __init__(self, request: Request, habit: Habit, given: tuple[Any, ...]) -> None:
        self.request, self.habit = request, habit
        self.given = given
        self.blocks, _, self.over, self.weights, self.positive = given
        self.n, self.k = self.number(self.blocks.n), self.number(self.blocks.k)

    def number(self, value: Any) -> Rough:
        """A number as it is given."""
        return Rough(Fraction(value), self.habit)

    def of(self, label: Hashable) -> RoughClass:
        """The class of a label."""
        return RoughClass(self, [self.blocks.position(label)])

    def first(self) -> RoughClass:
        """The positive class of two."""
        return RoughClass(self, [self.positive or 0])

    def pooled(self) -> RoughClass:
        """All chosen classes as one."""
        return RoughClass(self, list(self.over))

    def sum(self, term: Callable[[Any], Any]) -> Any:
        """The sum over all classes."""
        return _total([term(RoughClass(self, [i])) for i in range(self.blocks.k)], self.habit)

    def pairs(self, term: Callable[[Any], Any]) -> Any:
        """The sum over all pairs of two different classes."""
        each = [RoughClass(self, [i]) for i in range(self.blocks.k)]
        cells = wrong_cells(self.blocks)
        pairs = [Pair(self.number(n), self.number(abs(i - j)), each[i], each[j]) for i, j, n in cells]
        return _total([term(pair) for pair in pairs], self.habit)

    def mean(self, term: Callable[[Any], Any], weight: Callable[[Any], Any] | None = None) -> Any:
        """The mean over the chosen classes."""
        return self.mean_of(term, weight, [RoughClass(self, [i]) for i in self.over])

    def mean_of(self, term: Callable[[Any], Any], weight: Callable[[Any], Any] | None, over: Sequence[Any]) -> Any:
        """The mean over classes, weighted if a weight is given; by habit the weights become rounded shares first."""
        if weight is None:
            return _total([term(c) for c in over], self.habit) / len(over)
        weights = [weight(c) for c in over]
        whole = _total(weights, self.habit)
        pairs = [(w, c) for w, c in zip(weights, over, strict=True) if w.exact]
        if self.habit.weighing == "shares":
            return _total([(w / whole) * term(c) for w, c in pairs], self.habit)
        if self.habit.weighing == "terms":
            products = [w.exact * term(c).exact / whole.exact for w, c in pairs]
            return _total([Rough(product, self.habit, rounds=True) for product in products], self.habit)
        return _total([w * term(c) for w, c in pairs], self.habit) / whole

    def average(self, bound: Bound, request: Request) -> Any:
        """A metric averaged as asked."""
        if self.habit.weighing == "averages":
            return Rough(ValueMatrix(*self.given).average(bound, request), self.habit, rounds=True)
        return averaged(bound, request)(self)

    def apply(self, bound: Bound) -> Any:
        """A metric of the matrix."""
        return bound.define(self)


def _total(terms: Sequence[Any], habit: Habit) -> Any:
    total: Any = Rough(Fraction(0), habit)
    for term in terms:
        total = total + term
    return total
