"""Chained rounding: the question answered on numbers that are rounded on the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from exactmetrics.exact.errors import ExactMetricsError
from exactmetrics.exact.rounding import RoundingRule, round_to
from exactmetrics.exact.values import Number, Undefined
from exactmetrics.metrics.averaging import definition
from exactmetrics.metrics.metric import Bound
from exactmetrics.metrics.request import Request
from exactmetrics.verification.diagnosis.case import Case
from exactmetrics.verification.diagnosis.library import Candidate, Candidates, explains
from exactmetrics.verification.diagnosis.rough import Habit, Rough, RoughMatrix
from exactmetrics.views.carrier import arguments
from exactmetrics.views.value import NoValue


@explains("chained-rounding", plausibility=2.0)
def _chained(case: Case) -> Candidates:
    places = case.number.places
    if case.number.kind != "decimal" or isinstance(case.value, Undefined) or places < 1:
        return
    twice = Fraction(round_to(case.value, places + 1, "half-up"), 10 ** (places + 1))
    yield Candidate(twice, {"digits": places + 1}, weight=0.3)
    for digits, rule, weight in _habits(places):
        for weighing in _weighing(case.request):
            for request in _arranged(case.request):
                value = _rough(case, request, Habit(digits, rule, weighing))
                if value is not None:
                    if rule == "truncate":  # who cuts on the way cuts at the end
                        value = _cut(value, places)
                        if value == _cut(case.value, places):  # it is the last cut alone
                            continue
                    yield Candidate(value, {"digits": digits}, weight=weight)


def _habits(places: int) -> Iterator[tuple[int, RoundingRule, float]]:
    yield places, "half-up", 1.0
    yield places + 1, "half-up", 0.3
    yield places, "truncate", 0.3
    if places > 2:
        yield places - 1, "half-up", 0.4
    if places > 3:
        yield 2, "half-up", 0.2


def _cut(value: Number, places: int) -> Fraction:
    return Fraction(round_to(value, places, "truncate"), 10**places)


def _weighing(request: Request) -> tuple[str, ...]:
    """What may be rounded where averages are formed."""
    weighted = ("values", "shares", "terms") if request.average == "weighted" else ("values",)
    return (*weighted, "averages") if request.combine == "averages" else weighted


def _arranged(request: Request) -> Iterator[Request]:
    """The question as it is, and with its metric made of metrics, which are then rounded."""
    yield request
    bound = request.bound
    composite = bound.convention.composite
    if composite is not None and composite is not bound.form:
        yield replace(request, bound=Bound(bound.metric, bound.convention, composite, bound.parameters))


def _rough(case: Case, request: Request, habit: Habit) -> Number | None:
    try:
        found = definition(request)(RoughMatrix(request, habit, arguments(request, case.blocks, case.positive)))
    except (ExactMetricsError, NoValue, ZeroDivisionError):
        return None
    return found.exact if isinstance(found, Rough) else None
