"""Chained rounding: the question answered on numbers that are rounded on the way.

The tree of the question is evaluated once more; quotients and roots are rounded as soon as something is worked out from
them. What is never used further, the result itself, stays exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from typing import Any

from exactmetrics.exact.errors import ExactMetricsError
from exactmetrics.exact.rounding import RoundingRule, round_to
from exactmetrics.exact.values import Number, Undefined, root
from exactmetrics.expression.evaluate import applied, children, evaluate
from exactmetrics.expression.nodes import (
    Abs,
    Add,
    Div,
    Expr,
    Function,
    Largest,
    Max,
    Min,
    Mul,
    Named,
    Neg,
    Pow,
    Product,
    Sqrt,
    Sum,
)
from exactmetrics.metrics.metric import Bound
from exactmetrics.metrics.request import Request
from exactmetrics.verification.diagnosis.case import Case
from exactmetrics.verification.diagnosis.library import Candidate, Candidates, explains
from exactmetrics.views.trace import record


@explains("chained-rounding", plausibility=2.0)
def _chained(case: Case) -> Candidates:
    places = case.number.places
    if case.number.kind != "decimal" or isinstance(case.value, Undefined) or places < 1:
        return
    yield Candidate(_rounded(case.value, places + 1, "half-up"), {"digits": places + 1}, weight=0.3)
    trees = list(_trees(case))
    for digits, rule, weight in _habits(places):
        for weighing in _weighing(case.request):
            for tree in trees:
                value = Carry(digits, rule, weighing).through(tree)
                if value is not None and rule == "truncate":  # who cuts on the way cuts at the end
                    value = _rounded(value, places, rule)
                    if value == _rounded(case.value, places, rule):  # it is the last cut alone
                        continue
                if value is not None:
                    yield Candidate(value, {"digits": digits}, weight=weight)


def _habits(places: int) -> Iterator[tuple[int, RoundingRule, float]]:
    yield places, "half-up", 1.0
    yield places + 1, "half-up", 0.3
    yield places, "truncate", 0.3
    if places > 2:
        yield places - 1, "half-up", 0.4
    if places > 3:
        yield 2, "half-up", 0.2


def _weighing(request: Request) -> tuple[str, ...]:
    """What may be rounded where averages are formed."""
    weighted = ("values", "shares", "terms") if request.average == "weighted" else ("values",)
    return (*weighted, "averages") if request.combine == "averages" else weighted


def _trees(case: Case) -> Iterator[Expr]:
    """The question as it is, and with its metric made of metrics, which are then rounded."""
    bound = case.request.bound
    composite = bound.convention.composite
    for form in [bound.form] if composite in (None, bound.form) else [bound.form, composite]:
        changed = Bound(bound.metric, bound.convention, form, bound.parameters)
        with suppress(ExactMetricsError):  # a question that does not apply
            yield record(replace(case.request, bound=changed), case.blocks, case.positive)


def _rounded(value: Number, places: int, rule: RoundingRule) -> Fraction:
    return Fraction(round_to(value, places, rule), 10**places)


@dataclass(frozen=True, slots=True)
class Carry:
    """How numbers are carried on: rounded to so many digits by a rule; `weighing` says what of a weighted mean is.

    "values" are the values of the classes, "shares" these and the weights as shares, "terms" the products of both only;
    "averages" are those that a score is made of, the values of the classes being kept.
    """

    places: int
    rule: RoundingRule
    weighing: str

    def through(self, tree: Expr) -> Number | None:
        """The value of a tree worked out in this way, if it has one."""
        try:
            return self._exact(tree)
        except ZeroDivisionError:
            return None

    def _exact(self, e: Any) -> Number:
        match e:
            case Named(applied=None):
                return self._mean(e) if e.head.average and e.head.mark != "averages" else self._exact(e.body)
            case Neg():
                return -self._used(e.arg)
            case Mul() | Product():
                return prod(map(self._used, children(e)), start=Fraction(1))
            case Max() | Largest():
                return max(map(self._used, children(e)))
            case Add() | Sum():
                return sum(map(self._used, e.terms), Fraction(0))
            case Div():
                return self._used(e.num) / self._used(e.den)
            case Min():
                return min(map(self._used, e.args))
            case Abs():
                return abs(self._used(e.arg))
            case Function():
                return applied(e.name, self._used(e.arg))
            case Pow():
                return self._used(e.base) ** e.exponent
            case Sqrt():
                return root(self._used(e.arg), e.degree)
        return evaluate(e)

    def _used(self, e: Expr) -> Fraction:
        """A number that something is worked out from."""
        value, inner = self._exact(e), e
        while isinstance(inner, Named):
            inner = inner.body
        if isinstance(inner, Div | Sqrt) or not isinstance(value, Fraction):
            return _rounded(value, self.places, self.rule)
        return value

    def _mean(self, average: Named) -> Number:
        """An average; in a weighted one the weights may become rounded shares first, or each product be rounded."""
        quotient = average.body
        if self.weighing == "averages":
            return evaluate(average)
        if self.weighing == "values" or not isinstance(quotient, Div) or not isinstance(quotient.num, Sum):
            return self._exact(quotient)
        total, whole = Fraction(0), evaluate(quotient.den)
        for term in quotient.num.terms:
            assert isinstance(term, Mul)  # a weight and what is weighted
            weight, value = term.factors
            if self.weighing == "shares":
                total += _rounded(evaluate(weight) / whole, self.places, self.rule) * self._used(value)
            else:
                total += _rounded(evaluate(weight) * self._exact(value) / whole, self.places, self.rule)
        return total
