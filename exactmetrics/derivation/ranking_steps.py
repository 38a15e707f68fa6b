"""The table and the working of a discounted cumulative gain: of one ranking place by place, of several their values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from exactmetrics.derivation.planning.origins import worked
from exactmetrics.derivation.planning.page import Formula, Said, Step
from exactmetrics.derivation.planning.tree import distinct, every_part, log_tree
from exactmetrics.derivation.score_grid import (
    FIRST_ROWS,
    MOST_ROWS,
    Grid,
    Label,
    Plan,
    Score,
    Worked,
    cut,
    entry,
    rounded,
)
from exactmetrics.derivation.score_means import MOST_TERMS, READ
from exactmetrics.derivation.working.solution import solved
from exactmetrics.exact.discounts import LogQuotients, discounted, quotient
from exactmetrics.exact.logs import Logarithmic, log
from exactmetrics.exact.values import Number
from exactmetrics.expression.nodes import ANY, Add, Div, Expr, Leaf, Log, Named, Num, number
from exactmetrics.metrics.score_request import ScoreRequest
from exactmetrics.scores.samples import Samples
from exactmetrics.scores.trace import Over, log_to
from exactmetrics.scores.view import AllValues, ClassValues

TWO = Fraction(2)
RULES = {("scores", "no_gain"), ("scores", "exchanged")}


def ranking(named: Named, sums: Sequence[Over], scored: ClassValues, samples: Samples, request: ScoreRequest) -> Plan:
    """The plan of one ranking, or of the mean of several."""
    given, by_ideal = sums[0].given["k"], sums[0].given["ideal"]
    first, base = None if given is None else int(given), request.parameters.get("base", TWO)
    view = AllValues(samples)

    def gains(sample: int) -> list[list[Fraction]]:
        """Those of the places that count; those of the best ranking behind them, if it is asked for."""
        best = [sorted(view.grades(sample), reverse=True)] if by_ideal else []
        return [found[:first] for found in (view.gains(sample), *best)]

    if samples.size > 1:
        return _mean_of_rankings(named, samples, request, lambda at: [_total(found, base) for found in gains(at)])
    scores = [view.exact(item)[0] for item in range(samples.k)]
    order, found = sorted(range(samples.k), key=lambda item: -scores[item]), gains(0)
    body: list[list[Any]] = []
    for place, (item, *own) in enumerate(zip(order, *found, strict=False), 1):
        row = [place, Label(samples.labels[item]), Score(scores[item]), entry(_column(place + 1, base))]
        body.append(row + [entry(x) for gain in own for x in (gain, discounted({place + 1: gain}, base))])
    discount = log_to(Add((Leaf("place", ANY, None), number(1))), base)
    symbols = [Leaf(name, ANY, None) for name in ("place_gain", "ideal_gain")[: len(found)]]
    shown = discount if base.denominator == 1 else Div(number(1), discount)
    heads = ["place", "item", "score", shown, *(x for symbol in symbols for x in (symbol, Div(symbol, discount)))]
    found_sums = [_total(given, base) for given in found]
    total = ["total", None, None, None, *(x for value in found_sums for x in (None, entry(value)))]
    notes = ["equal_scores"] if len(set(scores)) < len(scores) else []

    def start() -> Worked:
        parts = [part for part in every_part(named.body) if isinstance(part, Named)] or [named]
        steps = [_discounted(part, given, base) for part, given in zip(parts, found, strict=True)]
        for step in steps[1:]:  # a rule is told once
            step.said = [one for one in step.said if one.path not in {told.path for told in steps[0].said} & RULES]
        sums = [Num(value, part) for value, part in zip(found_sums, parts, strict=True)]
        return [*steps, _divided(named, *sums)] if by_ideal else steps, {}

    return cut(Grid("gains", heads, body, total, notes=notes, says=bool(found_sums[-1]))), start


def _total(gains: Sequence[Fraction], base: Fraction) -> Number:
    """The sum of the gains, each over the logarithm of 1 plus its place."""
    return discounted(dict(enumerate(gains, 2)), base)


def _column(n: int, base: Fraction) -> Number:
    """The logarithm of a whole number in the table; 1 over it to a base that is no whole number."""
    return log(n, int(base)) if base.denominator == 1 else discounted({n: Fraction(1)}, base)


def _discounted(named: Named, gains: Sequence[Fraction], base: Fraction) -> Step:
    """The numbers put in, logarithms of powers of the base worked out, and the sum in logarithms of the base."""
    terms = [(n, gain) for n, gain in enumerate(gains, 2) if gain]
    value = _total(gains, base)
    if len(terms) > MOST_TERMS or any(max(abs(gain.numerator), gain.denominator) > READ for _, gain in terms):
        return Step("substitute", said=[Said(("scores", "gains_added"), {"sum": named, "total": rounded(value)})])
    said = [Said(("scores", "no_gain"))] if terms and len(terms) < len(gains) else []
    start: list[Expr] = [Div(Num(gain), log_to(number(n), base)) for n, gain in terms]
    # No power of a base that is no whole number is one.
    whole = [n for n, _ in terms] if base.denominator == 1 else []
    known = {n: found for n in whole if isinstance(found := log(n, int(base)), Fraction)}
    apart = [worked(gain / known[n]) if n in known else e for e, (n, gain) in zip(start, terms, strict=True)]
    if left := next((n for n, _ in terms if n not in known), None):
        exchanged = {"one": Div(number(1), log_to(number(left), base)), "other": Log(Num(base), left)}
        said.append(Said(("scores", "exchanged"), exchanged))
    sums: list[Expr] = [one[0] if len(one) == 1 else Add(tuple(one)) for one in (start, apart) if one]
    return Step("substitute", [Formula(named, distinct([*sums, worked(value)]))], said=said)


def _divided(named: Named, *sums: Num) -> Step:
    """The quotient of both sums, with factors that have no common divisor."""
    (own, best), start = (one.value for one in sums), Div(*sums)
    if not best:
        return Step("divide", said=[Said(("scores", "nothing_relevant"))])
    if isinstance(own, Fraction) and isinstance(best, Fraction):
        return solved(named, start)[0]
    value = worked(quotient(own, best))
    if isinstance(value.value, LogQuotients):
        [(top, below)] = value.value.quotients()[1]
        if len(top) + len(below) > MOST_TERMS:
            return Step(
                "divide", said=[Said(("scores", "about_divided"), {"own": rounded(own), "best": rounded(best)})]
            )
        if log_tree(value.value) != Div(*(log_tree(x) if isinstance(x, Logarithmic) else Num(x) for x in (own, best))):
            whole = Formula(named, [value], said=[Said(("scores", "whole_factors"))])
            return Step("divide", [Formula(named, [start]), whole])
        return Step("divide", [Formula(named, [start])])
    return Step("divide", [Formula(named, distinct([start, value]))])


def _mean_of_rankings(
    named: Named, samples: Samples, request: ScoreRequest, sums_of: Callable[[int], list[Number]]
) -> Plan:
    """The sums of the first rankings, and their quotients where the best ones are asked for."""
    body, view, shown = list[list[Any]](), AllValues(samples), range(samples.size)
    for at in shown if samples.size <= MOST_ROWS else shown[:FIRST_ROWS]:
        found = sums_of(at)
        if len(found) > 1:
            found.append(quotient(*found) if found[1] else Fraction(0))
        body.append([at + 1, *map(entry, found), *([] if samples.weights is None else [samples.weights[at]])])
    names = ("ranking_gain", "ranking_ideal", "ranking_share")[: 3 if len(body[0]) > 3 else 1]
    heads = ["sample", *(Leaf(name, ANY, None) for name in names), *([] if samples.weights is None else ["weight"])]

    def start() -> Worked:
        n = Fraction(samples.n)
        total = request.bound.define(view) * n
        if isinstance(total, Fraction):
            return solved(named, Div(worked(total), Num(n))), {}
        return [Step("substitute", said=[Said(("scores", "values"), {"total": rounded(total), "n": n})])], {}

    columns = [view.exact(item) for item in range(samples.k)]
    tied = any(len(set(row)) < len(row) for row in zip(*columns, strict=True))
    grid = Grid("means", heads, body, notes=["equal_scores"] if tied else [], formula="means")
    grid.left_out = samples.size - len(body)
    return grid, start
