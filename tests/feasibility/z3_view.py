"""A second opinion: the definitions run on unknown whole numbers of the solver Z3, as one more view.

It shares with the search how scores are read and what a printed number allows, and no search, polynomial or interval.
A value is a quotient with what must hold for it to have one; 0/0 is what the policy says, x/0 has no value.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from math import prod
from typing import Any

import z3

from exactmetrics.feasibility.given import Score
from exactmetrics.metrics.averaging import averaged, definition
from exactmetrics.metrics.metric import Bound
from exactmetrics.metrics.quantity import PICKS, ROOTS, Pick, root
from exactmetrics.metrics.request import Request
from exactmetrics.views.carrier import BinaryMatrix, PlainClass, Unnamed

TIMEOUT = 2000  # milliseconds a problem


def real(x: Any) -> Any:
    value = Fraction(x)
    return z3.RealVal(f"{value.numerator}/{value.denominator}")


class Quotient:
    """`top` over `bottom`, with a value where `there` holds; `m` gathers what must hold of roots."""

    def __init__(self, m: Matrix, top: Any, bottom: Any = None, there: Any = None) -> None:
        self.m, self.top, self.bottom = m, top, real(1) if bottom is None else bottom
        self.there = z3.BoolVal(True) if there is None else there

    def _other(self, other: Any) -> Quotient:
        return other if isinstance(other, Quotient) else Quotient(self.m, real(other))

    def __add__(self, other: Any) -> Quotient:
        o, there = self._other(other), z3.And(self.there, self._other(other).there)
        if z3.eq(self.bottom, o.bottom):
            return Quotient(self.m, self.top + o.top, self.bottom, there)
        return Quotient(self.m, self.top * o.bottom + o.top * self.bottom, self.bottom * o.bottom, there)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Quotient:
        return self + self._other(other) * -1

    def __rsub__(self, other: Any) -> Quotient:
        return self._other(other) + self * -1

    def __mul__(self, other: Any) -> Quotient:
        o = self._other(other)
        return Quotient(self.m, self.top * o.top, self.bottom * o.bottom, z3.And(self.there, o.there))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Quotient:
        o = self._other(other)
        there = z3.And(self.there, o.there, o.top != 0)
        return Quotient(self.m, self.top * o.bottom, self.bottom * o.top, there)

    def __rtruediv__(self, other: Any) -> Quotient:
        return self._other(other) / self

    def __pow__(self, exponent: int) -> Quotient:
        out = self._other(1)
        for _ in range(exponent):
            out = out * self
        return out


def _root(x: Quotient, degree: int) -> Quotient:
    found = z3.FreshReal("root")
    power = prod([found] * degree)
    x.m.roots.append(z3.Implies(x.there, z3.And(found >= 0, power * x.bottom == x.top)))
    return Quotient(x.m, found, None, x.there)


def _picked(pick: Pick, parts: Sequence[Any]) -> Quotient:
    out = next(part for part in parts if isinstance(part, Quotient))
    for other in [out * -1] if pick == "absolute" else [out._other(part) for part in parts if part is not out]:
        apart = out - other
        first = apart.top * apart.bottom >= 0 if pick != "smallest" else apart.top * apart.bottom <= 0
        top, bottom = z3.If(first, out.top, other.top), z3.If(first, out.bottom, other.bottom)
        out = Quotient(out.m, top, bottom, z3.And(out.there, other.there))
    return out


ROOTS[Quotient] = _root
PICKS[Quotient] = _picked


class Class(PlainClass):
    def __init__(self, m: Matrix, tp: Any, support: Any, predicted: Any, n: Any) -> None:
        self.m, self.tp, self.support, self.predicted, self.n = m, tp, support, predicted, n
        self.fp, self.fn = predicted - tp, support - tp
        self.tn = n - support - predicted + tp

    def constant(self, value: int) -> Quotient:
        return Quotient(self.m, real(value))

    def apply(self, bound: Bound) -> Quotient:
        return self.run(bound, self)

    def run(self, bound: Bound, view: Any, *, rest: bool = False) -> Quotient:
        return self.m.settled(bound.define(view))

    def mean_of(self, term: Callable[[Any], Any], weight: Any, over: Iterable[Any]) -> Quotient:
        return self.m.mean_of(term, weight, over)


class Matrix(Unnamed):
    """Classes with unknown counts, under a policy that is the same for every metric: propagate, 0 or 1."""

    def __init__(self, request: Request, labels: Sequence[Hashable], positive: Hashable | None, counts: Counts) -> None:
        self.request, self.labels, self.roots = request, list(labels), list[Any]()
        self.n, self.k = self._whole(counts.n), Quotient(self, real(len(labels)))
        self.classes = [
            Class(self, *map(self._whole, (tp, support, predicted)), self.n)
            for tp, support, predicted in zip(counts.tp, counts.support, counts.predicted, strict=True)
        ]
        self.place = 0 if positive is None else self.labels.index(positive)

    def _whole(self, x: Any) -> Quotient:
        return Quotient(self, z3.ToReal(x) if z3.is_expr(x) else real(x))

    def settled(self, value: Quotient) -> Quotient:
        rule = self.request.policy.default
        if not isinstance(rule, Fraction):
            return value
        top, bottom = z3.If(value.there, value.top, real(rule)), z3.If(value.there, value.bottom, real(1))
        return Quotient(self, top, bottom, z3.Or(value.there, value.top == 0))

    def of(self, label: Hashable) -> Class:
        return self.classes[self.labels.index(label)]

    def first(self) -> Class:
        return self.classes[self.place]

    def sum(self, term: Callable[[Any], Any]) -> Any:
        return sum(map(term, self.classes))

    def pairs(self, term: Callable[[Any], Any]) -> Any:
        return BinaryMatrix(self.classes[0]).pairs(term)

    def mean(self, term: Callable[[Any], Any], weight: Any = None) -> Quotient:
        return self.mean_of(term, weight, self.classes)

    def geometric_mean(self, term: Callable[[Any], Any]) -> Any:
        return root(prod(map(term, self.classes)), len(self.classes))

    def mean_of(self, term: Callable[[Any], Any], weight: Any, over: Iterable[Any]) -> Quotient:
        """A class of weight 0 is not asked for its value."""
        top, bottom = Quotient(self, real(0)), Quotient(self, real(0))
        for c in over:
            w = Quotient(self, real(1)) if weight is None else weight(c)
            value = Quotient(self, real(0)) + term(c)
            none = w.top == 0
            value = Quotient(self, value.top, z3.If(none, real(1), value.bottom), z3.Or(none, value.there))
            top, bottom = top + w * value, bottom + w
        return top / bottom

    def pooled(self) -> Class:
        counts = (sum(getattr(c, name) for c in self.classes) for name in ("tp", "support", "predicted"))
        return Class(self, *counts, self.n * len(self.classes))

    def average(self, bound: Bound, request: Request) -> Any:
        return averaged(bound, request)(self)

    def apply(self, bound: Bound) -> Quotient:
        return self.settled(bound.define(self))


class Counts:
    """Unknown counts of a partition of n samples; supports may be known."""

    def __init__(self, supports: Sequence[int | None], n: int) -> None:
        self.n = n
        self.tp = [z3.Int(f"tp{i}") for i in range(len(supports))]
        self.support = [z3.Int(f"support{i}") if s is None else z3.IntVal(s) for i, s in enumerate(supports)]
        self.predicted = [z3.Int(f"predicted{i}") for i in range(len(supports))]

    def rules(self) -> list[Any]:
        rules = [z3.Sum(self.support) == self.n, z3.Sum(self.predicted) == self.n]
        for tp, s, p in zip(self.tp, self.support, self.predicted, strict=True):
            rules += [tp >= 0, tp <= s, tp <= p, s + p - 2 * tp <= self.n - z3.Sum(self.tp)]
        return rules


def opinion(
    scores: Sequence[Score], labels: Sequence[Hashable], supports: Sequence[int | None], n: int,
    positive: Hashable | None = None,
) -> str:  # fmt: skip
    """ "sat", "unsat" or "unknown": whether some counts have all scores."""
    counts, solver = Counts(supports, n), z3.Solver()
    solver.set("timeout", TIMEOUT)
    solver.add(*counts.rules())
    for score in scores:
        m = Matrix(score.request, labels, positive, counts)
        value, target = definition(score.request)(m), score.target
        solver.add(*m.roots)
        if target is None:
            return "unsat"
        if target.kind != "interval":
            solver.add(z3.Not(value.there))
            continue
        top, bottom, low, high = value.top, value.bottom, real(target.low), real(target.high)
        sign = z3.If(bottom > 0, real(1), real(-1))
        above, below = sign * (top - low * bottom), sign * (high * bottom - top)
        solver.add(value.there, above > 0 if target.open_low else above >= 0)
        solver.add(below > 0 if target.open_high else below >= 0)
    return str(solver.check())
