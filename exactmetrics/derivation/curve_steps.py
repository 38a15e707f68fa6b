"""The table and the working of what is read off a ROC curve: where its rates are equal, and areas between two rates."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from exactmetrics.derivation.planning.origins import worked
from exactmetrics.derivation.planning.page import Formula, Said, Step
from exactmetrics.derivation.planning.tree import distinct, leaves, put_in
from exactmetrics.derivation.score_grid import MOST_ROWS, Grid, Plan, Score, Title, Worked, cut, entry, rounded
from exactmetrics.derivation.score_means import READ, sum_or_mean, unit_of
from exactmetrics.derivation.working.solution import solved
from exactmetrics.exact.square import as_power
from exactmetrics.exact.values import Number, add, rationals_of
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import (
    ANY,
    Add,
    Div,
    Expr,
    Leaf,
    Log,
    Mul,
    Named,
    Neg,
    Num,
    Sum,
    number,
    terms_of,
    whole_number,
)
from exactmetrics.metrics.score_request import ScoreRequest
from exactmetrics.scores.column import exact_key
from exactmetrics.scores.samples import Samples
from exactmetrics.scores.trace import Over, TracedStrip
from exactmetrics.scores.view import ClassValues, StripValues

MOST_LOGARITHMS = 8  # whose terms have two logarithms of long numbers each
STRIP = {name: getattr(TracedStrip, name) for name in ("start", "end", "rise", "intercept", "height")}


def _key(scores: int | None, scored: ClassValues, samples: Samples) -> str | Score:
    """What stands for the threshold of a point of the curve, by the number of the scores that reach it."""
    if not scores:
        return "limit" if scores is None else "nothing"
    return Score(exact_key(scored.ranking.keys[scores - 1], samples.floats))


def _curve(
    scored: ClassValues, samples: Samples, low: Fraction, high: Fraction
) -> tuple[list[list[Any]], list[StripValues]]:
    """The rows of the points of the curve between two limits, and the strips between each two of them; none where a
    rate has no value."""
    found = scored.curve(low, high) if scored.positives and scored.negatives else []
    rows = [[_key(scores, scored, samples), Score(point.fpr), Score(point.recall)] for scores, point in found]
    return rows, [StripValues(*ends) for ends in pairwise(point for _, point in found)]


def crossing(named: Named, sums: Sequence[Over], scored: ClassValues, samples: Samples, request: ScoreRequest) -> Plan:
    """Both error rates at every threshold, and where they are equal on the line between two of them, or nearest."""
    points = enumerate(scored.points() if scored.positives and scored.negatives else ())
    body: list[list[Any]] = [
        [_key(at, scored, samples), Score(point.fpr), Score(point.fnr), Score(point.fnr - point.fpr)]
        for at, point in points
    ]
    heads = ["score", Title("fpr"), Title("fnr"), "difference"]

    if sums[0].of == "nearest":
        grid = Grid("rates", heads, body, formula="nearest")
        rates = [leaf.value for leaf in leaves(named)]
        for key, fpr, fnr, _ in body:
            if [fpr.value, fnr.value] == rates:
                grid.notes = [
                    Said(("scores", "nearest_at"), {"score": key}) if isinstance(key, Score) else "nearest_none"
                ]
        return cut(grid), lambda: (solved(named, put_in(named.body, {})), {})

    def start() -> Worked:
        if named.body != sums[0].node:
            return [], {sums[0].node: evaluate(sums[0].node)}
        before, after, gap, other = map(worked, scored.line_of_crossing())
        if not other.value:
            return [Step("substitute", [Formula(named, [after])], said=[Said(("scores", "equal_rates"))])], {}
        return solved(named, Add((before, Mul((Add((after, Neg(before))), Div(gap, Add((gap, other)))))))), {}

    return cut(Grid("rates", heads, body, usual="crossing")), start


def strips(named: Named, sums: Sequence[Over], scored: ClassValues, samples: Samples, request: ScoreRequest) -> Plan:
    """The strips below the lines of the curve between two rates, and their sum."""
    over = sums[0]
    low, high = over.given["low"], over.given["high"]
    body, found = _curve(scored, samples, low, high)
    if over.body != Leaf("strip", ANY, None):
        return _log_strips(named, over, scored, request, body, found)
    strips = [strip.area for strip in found]
    for row, strip in zip(body, [None, *map(Score, strips)], strict=False):
        row.append(strip)
    area = sum(strips, Fraction(0))
    part = unit_of(named, over.node)
    heads = ["score", Title("fpr"), Title("recall"), "strip"]
    total = ["total", None, None, Score(area)] if body else []
    grid = cut(Grid("strips", heads, body, total, notes=() if len(body) > MOST_ROWS else ("limit_row",)))
    grid.formula = "area" if part is named else ""
    return grid, lambda: (
        sum_or_mean(part, [(Fraction(1), strip) for strip in strips]),
        {} if part is named else {part: area},
    )


def _log_strips(
    named: Named,
    over: Over,
    scored: ClassValues,
    request: ScoreRequest,
    body: list[list[Any]],
    found: list[StripValues],
) -> Plan:
    """The strips on a logarithmic axis, their sum, and that divided by the width."""
    low, high = over.given["low"], over.given["high"]
    part = unit_of(named, over.node)
    assert isinstance(part.body, Sum)
    of_strip = set(leaves(part.body.body))
    read = {name: symbol for name, symbol in STRIP.items() if symbol in of_strip}
    shown = [name for name in read if name not in ("start", "end")]
    terms: list[Expr] = []
    for row, strip in zip(body[1:], found, strict=False):
        if strip.start < strip.end:
            known: dict[Expr, Expr] = {symbol: Num(getattr(strip, name)) for name, symbol in read.items()}
            terms.append(put_in(part.body.body, known))
            row += [*(Score(getattr(strip, name)) for name in shown), entry(evaluate(terms[-1]))]
    heads = ["score", Title("fpr"), Title("recall"), *(read[name] for name in shown), "strip"]
    rows = [[*row, *[None] * (len(heads) - len(row))] for row in body]
    area = add(*map(evaluate, terms)) if terms else Fraction(0)
    total = ["total", *[None] * (len(heads) - 2), entry(area)] if terms else []

    def start() -> Worked:
        width = Log(Div(Num(high), Num(low)))
        is_share = isinstance(named.body, Div) and (named.body.num, put_in(named.body.den, {})) == (part, width)
        if len(terms) <= MOST_LOGARITHMS and all(
            max(abs(n.numerator), n.denominator) <= READ for n in rationals_of(area)
        ):
            written = [_without_one(e) for term in terms for e in terms_of(term) if evaluate(e)]
            total_of = Add(tuple(written)) if len(written) > 1 else written[0] if written else worked(area)
            if not is_share:
                return solved(part, total_of), {part: area}
            ratio = worked(high / low)
            shares = [Div(Num(area, part), below) for below in (width, Log(ratio))]
            value = request.bound.define(scored)
            share = Formula(named, distinct([*shares, worked(value)]))
            said = [] if isinstance(value, Fraction) else _of_denominator(ratio, area)
            return [*solved(part, total_of), Step("divide", [share], said=said)], {}
        own, best = rounded(area), rounded(evaluate(width))
        added = Step("substitute", said=[Said(("scores", "added_about"), {"total": own})])
        if not is_share:
            return [added], {}
        return [added, Step("divide", said=[Said(("scores", "about_divided"), {"own": own, "best": best})])], {}

    notes = ["upright"] if len(terms) < len(found) else []
    notes += [] if len(body) > MOST_ROWS else ["limit_rows"]
    return cut(Grid("log_strips", heads, rows, total, notes=notes)), start


def _of_denominator(ratio: Num, area: Number) -> list[Said]:
    """That the logarithm of a power is a multiple of that of its base, which stands in the value, and how terms are
    divided; those over the logarithm of a fraction stay together.
    """
    n = whole_number(ratio)
    if n is None:
        return []
    said = [] if isinstance(area, Fraction) else [Said(("scores", "by_terms"))]
    base, exponent = as_power(n)
    if exponent > 1:
        multiple = Mul((worked(exponent), Log(worked(base))))
        return [Said(("scores", "of_power"), {"whole": Log(ratio), "multiple": multiple}), *said]
    return said


def _without_one(e: Expr) -> Expr:
    """A product without a first factor of 1."""
    return e.factors[1] if isinstance(e, Mul) and e.factors[0] == number(1) else e
