"""The table and the working of what is read off a ROC curve: where its rates are equal, and the area up to a rate."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

from exactmetrics.derivation.planning.page import Formula, Said, Step
from exactmetrics.derivation.planning.tree import every_part, rebuild
from exactmetrics.derivation.score_grid import MOST_ROWS, Grid, Plan, Score, Title, cut
from exactmetrics.derivation.working.solution import solved
from exactmetrics.expression.nodes import Add, Div, Expr, Leaf, Mul, Named, Neg, Num
from exactmetrics.metrics.score_request import ScoreRequest
from exactmetrics.scores.column import exact_key
from exactmetrics.scores.samples import Samples
from exactmetrics.scores.view import ClassValues

MOST_TERMS = 12  # of a sum that is written out


def _points(scored: ClassValues, samples: Samples) -> list[tuple[Any, Fraction, Fraction]]:
    """The thresholds from the highest down, with both rates of the curve; none where a rate has no value."""
    if not scored.positives or not scored.negatives:
        return []
    keys = ["nothing", *(Score(exact_key(key, samples.floats)) for key in scored.ranking.keys)]
    return [(key, point.fpr, point.recall) for key, point in zip(keys, scored.points(), strict=True)]


def crossing(named: Named, scored: ClassValues, samples: Samples, request: ScoreRequest) -> Plan:
    """Both error rates at every threshold, and where they are equal on the line between two of them."""
    points = [(key, fpr, 1 - recall) for key, fpr, recall in _points(scored, samples)]
    body = [[key, Score(fpr), Score(fnr), Score(fnr - fpr)] for key, fpr, fnr in points]
    heads = ["score", Title("fpr"), Title("fnr"), "difference"]

    def start() -> list[Step]:
        before, after, gap, other = map(Num, scored.line_of_crossing())
        if not other.value:
            return [Step("substitute", [Formula(named, [after])], said=[Said(("scores", "equal_rates"))])]
        return solved(named, Add((before, Mul((Add((after, Neg(before))), Div(gap, Add((gap, other))))))))

    return cut(Grid("rates", heads, body)), start


def partial_area(named: Named, scored: ClassValues, samples: Samples, request: ScoreRequest) -> Plan:
    """The strips below the lines of the curve up to a rate, their sum, and that sum on its scale."""
    limit: Fraction = request.parameters["max_fpr"]
    points = _points(scored, samples)
    found = [point for point in points if point[1] <= limit]
    if found and found[-1][1] < limit:
        (_, fpr, recall), (_, beyond, top) = found[-1], points[len(found)]
        found.append(("limit", limit, recall + (top - recall) * (limit - fpr) / (beyond - fpr)))
    strips = [(right - left) * (low + high) / 2 for (_, left, low), (_, right, high) in pairwise(found)]
    body = [
        [key, Score(fpr), Score(recall), None if strip is None else Score(strip)]
        for (key, fpr, recall), strip in zip(found, [None, *strips], strict=False)
    ]
    area = sum(strips, Fraction(0))
    part = next(part for part in every_part(named.body) if isinstance(part, Named))
    heads = ["score", Title("fpr"), Title("recall"), "strip"]
    total = ["total", None, None, Score(area)] if body else []
    grid = cut(Grid("strips", heads, body, total, note="" if len(body) > MOST_ROWS else "limit_row"))

    def start() -> list[Step]:
        terms: list[Expr] = [Num(strip) for strip in strips if strip]
        if len(terms) > MOST_TERMS:
            steps = [Step("substitute", said=[Said(("scores", "added_up"), {"total": area})])]
        else:
            steps = solved(part, Add(tuple(terms)) if len(terms) > 1 else Num(area))
        return [*steps, *solved(named, _put_in(named.body, {part: Num(area)}))]

    return grid, start


def _put_in(e: Expr, known: dict[Expr, Expr]) -> Expr:
    """A formula with the values of its parts and of its parameters."""
    if isinstance(e, Leaf) and e.value is not None:
        return Num(e.value)
    return known[e] if e in known else rebuild(e, lambda inner: _put_in(inner, known))
