"""The steps of a derivation from scores, as data: the definition, the samples in a table, the working.

The table of a ROC AUC compares all pairs while they are few; else, as for average precision, the scores stand in it
from the highest down with the samples that have each. A sum of very many terms is taken from the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from inspect import signature
from typing import Any

from exactmetrics.derivation.average_steps import average_of_pairs, average_of_values, class_pairs
from exactmetrics.derivation.curve_steps import crossing, log_area, partial_area
from exactmetrics.derivation.ending import Ending
from exactmetrics.derivation.look import Look
from exactmetrics.derivation.planning.facts import decimal_facts, title_facts
from exactmetrics.derivation.planning.page import Formula, Page, Said, Step
from exactmetrics.derivation.planning.tree import distinct, every_part
from exactmetrics.derivation.ranking_steps import ranking
from exactmetrics.derivation.sample_steps import bins, largest_gap, log_skill, logarithms, means, skill, squares
from exactmetrics.derivation.score_grid import LISTED, Grid, Plan, Score, Title, cut, is_listed
from exactmetrics.derivation.score_means import mean_of, taken
from exactmetrics.derivation.working.chains import one_chain
from exactmetrics.derivation.working.solution import solved
from exactmetrics.exact.values import Undefined
from exactmetrics.expression.nodes import ANY, Add, Div, Expr, Head, Leaf, Mul, Named, Neg, Num, number
from exactmetrics.matrix.exact_count import Count, whole
from exactmetrics.metrics.metric import Bound
from exactmetrics.metrics.score_request import ScoreRequest
from exactmetrics.scores.column import exact_key
from exactmetrics.scores.compute import pooled, scored_class
from exactmetrics.scores.samples import Samples
from exactmetrics.scores.trace import TracedClass, TracedCut, TracedSamples, traced
from exactmetrics.scores.view import ClassValues, PointValues
from exactmetrics.views.trace import mark_of
from exactmetrics.views.value import Acted, Outcome

MOST_POSITIVE, MOST_NEGATIVE = 10, 5  # rows and columns of a table of pairs
NAMED = 3  # columns that say whose scores they hold; more would be wider than a page
EXPANDED = ("full", "scaffold")  # levels of detail that say how the decimal goes on
NARROW = 10**6  # of a score above a column of a table of pairs


@dataclass(slots=True, kw_only=True)
class ScorePage(Page):
    """A derivation from scores: the definition, the table and the working as steps, and what their sentences name."""

    writer = "score_page"

    request: ScoreRequest
    samples: Samples
    scored: ClassValues
    grid: Grid
    acted: Sequence[Acted] = ()  # every policy that acted
    parameters: dict[str, Leaf] = field(default_factory=dict)  # that the formula of an average does not say

    @property
    def is_worked_out(self) -> bool:
        """Whether there is more than the definition."""
        return len(self.steps) > 1


def score_page(
    request: ScoreRequest, samples: Samples, outcome: Outcome, look: Look, head: Head | None = None
) -> ScorePage:
    """The page of a question. A value that a policy gives, all of it, has no working."""
    bound, value = request.bound, outcome.value
    head = head or Head(request.metric.name, None, request.average, mark_of(bound))
    parameters = _leaves(request) if request.metric.of == "class" else {}
    if parameters:
        bound = Bound(request.metric, bound.convention, bound.form, parameters)
    positive = request.label if request.label is not None else samples.labels[samples.positive or 0]
    if request.average in (None, "micro"):
        scored = scored_class(samples, positive) if request.average is None else pooled(samples)
        named = _traced(head, request, bound, scored, samples)
        grid, start = _PLANS[request.metric.table](named, scored, samples, request)
        working = start() if not outcome.acted and not isinstance(value, Undefined) else []
        parameters = {}
    else:
        scored, over_pairs = pooled(samples), request.multi_class == "ovo"
        tree = _traced(head, request, bound, scored, samples)
        found = (average_of_pairs if over_pairs else average_of_values)(request, samples, tree)
        working = [] if isinstance(value, Undefined) or (over_pairs and outcome.acted) else found.start(value)
        named, grid = found.named, found.grid
    parts = [part for part in every_part(named.body) if isinstance(part, Named)]
    defined = [Formula(part, [part.body], numeric=False) for part in (named, *dict.fromkeys(parts))]
    steps = [Step("definition", defined), *([Step("table", grid=grid)] if working else []), *working]
    return ScorePage(
        named,
        title_facts(request) | ({"label": None} if samples.binary else {}),
        steps,
        value,
        {} if isinstance(value, Undefined) or look.detail not in EXPANDED else decimal_facts(value),
        ending=Ending(look),
        request=request,
        samples=samples,
        scored=scored,
        grid=grid,
        acted=outcome.acted,
        parameters=parameters,
    )


def _traced(head: Head, request: ScoreRequest, bound: Bound, scored: ClassValues, samples: Samples) -> Named:
    """The tree of a definition; a mean of which it makes something more is a part with a name."""
    if request.metric.of == "class":
        named = traced(bound, TracedClass(scored), head)
        body = named.body
        # A sum of strips that is the value itself needs no name of its own.
        return Named(head, body.body) if isinstance(body, Named) and body.head.metric == "area_up_to" else named
    share = scored.positives / samples.n if samples.n else None
    positive = samples.positive is not None
    view = TracedSamples(samples.n, samples.k, share, single=samples.size == 1, positive=positive)
    named = traced(bound, view, head)
    body = named.body
    if isinstance(body, Div) and isinstance(body.num, Div):
        return Named(head, Div(Named(Head("mean_value"), body.num), body.den))
    return named


def _leaves(request: ScoreRequest) -> dict[str, Leaf]:
    """The parameters by their names, so that a formula says them; one that is not given as the definition has it."""
    usual = {name: given.default for name, given in signature(request.bound.chosen.define).parameters.items()}
    values = {name: request.parameters.get(name, usual[name]) for name in request.metric.parameters}
    return {name: Leaf(name, None, value) for name, value in values.items()}


def _scores(scored: ClassValues, samples: Samples) -> list[tuple[Fraction, Count, Count]]:
    """The scores that occur, the highest first, with the positive and the negative samples of each."""
    keys, up, down = scored.ranking
    return [(exact_key(key, samples.floats), a, b) for key, a, b in zip(keys, up, down, strict=True)]


def _pairs(named: Named, scored: ClassValues, samples: Samples, request: ScoreRequest) -> Plan:
    """All pairs in a table, or the scores in order, and the fraction of the pairs."""

    def start() -> list[Step]:
        return [_share_of_pairs(named, scored)]

    rows = _scores(scored, samples)
    positive, negative = ([score for score, *n in rows for _ in range(_times(n[side]))] for side in (0, 1))
    wins, ties = whole(scored.wins), whole(scored.ties)
    few = 0 < len(positive) <= MOST_POSITIVE and 0 < len(negative) <= MOST_NEGATIVE
    if few and samples.weights is None and all(max(abs(s.numerator), s.denominator) <= NARROW for s, *_ in rows):
        heads = [Score(score, "negative" if len(negative) <= NAMED else "") for score in negative]
        compared: list[list[Any]] = [
            [
                Score(score, "positive"),
                *("higher" if score > other else "tie" if score == other else "lower" for other in negative),
                sum(score > other for other in negative),
                sum(score == other for other in negative),
            ]
            for score in positive
        ]
        bottom = ["total", *[None] * len(negative), _equal("wins", wins), _equal("ties", ties)]
        sums = range(len(heads) + 1, len(heads) + 3)
        return Grid("pairs", ["", *heads, "higher", "ties"], compared, bottom, asked=sums), start
    left: Count = sum(n for _, _, n in rows)
    body: list[list[Any]] = []
    for score, up, down in rows:
        left -= down
        body.append([Score(score), up, down, left, up * left, up * down])
    columns = ["score", "positive", "negative", "below", "higher", "ties"]
    total: list[Any] = ["total", *(whole(n) for n in (scored.positives, scored.negatives)), None]
    bottom = [*total, _equal("wins", wins), _equal("ties", ties)]
    return cut(Grid("ranks", columns, body, bottom, asked=range(3, 6))), start


def _times(count: Count) -> int:
    """How often a score is listed; of weights not at all, for which there is no table of pairs."""
    return count if isinstance(count, int) and count <= MOST_POSITIVE else MOST_POSITIVE + 1


def _equal(block: str, value: Count) -> Leaf:
    return Leaf(block, None, Fraction(value))


def _share_of_pairs(named: Named, scored: ClassValues) -> Step:
    """The numbers put in, the one half removed, and the fraction reduced."""
    wins, ties, up, down = (getattr(scored, name) for name in ("wins", "ties", "positives", "negatives"))
    start = Div(Add((Num(wins), Mul((Num(Fraction(1, 2)), Num(ties))))), Mul((Num(up), Num(down))))
    if any(n.denominator > 1 for n in (wins, ties, up * down)):
        return _together(solved(named, start))
    members: list[Expr] = [start]
    odd = ties % 2
    if odd:
        members.append(Div(Add((Mul((number(2), Num(wins))), Num(ties))), Mul((number(2), Num(up * down)))))
    elif ties:
        members.append(Div(Add((Num(wins), Num(ties / 2))), Num(up * down)))
    times = 2 if odd else 1
    quotient = Div(Num(times * (wins + ties / 2)), Num(times * up * down))
    step = one_chain("substitute", None, quotient)
    step.formulas[0].left = named
    step.formulas[0].members = distinct([*members, *step.formulas[0].members])
    step.said = [Said(("scores", "half"))] if odd else []
    return step


def _together(steps: list[Step]) -> Step:
    """Steps without a name of their own as one."""
    first, *others = steps
    for step in others:
        if step.formulas:
            step.formulas[0].said = [*step.said, *step.formulas[0].said]
        first.formulas += step.formulas
        first.after = step.after
    first.kind = "substitute"
    return first


def _precisions(named: Named, scored: ClassValues, samples: Samples, request: ScoreRequest) -> Plan:
    """The precision from each score on that positive samples have, and their mean."""
    tp: Count = 0
    seen: Count = 0
    body, terms = [], []
    for score, up, down in _scores(scored, samples):
        tp, seen = tp + up, seen + up + down
        if up:
            precision = Fraction(tp) / Fraction(seen)
            reduced = [] if precision.denominator == seen > 1 else [Num(precision)]
            shown = Formula(None, [Div(Num(Fraction(tp)), Num(Fraction(seen))), *reduced])
            body.append([Score(score), up, tp, seen, shown])
            terms.append((Fraction(up), precision))
    heads = ["score", *(Leaf(name, ANY, None) for name in ("gained", "tp", "predicted")), TracedCut.precision]
    sides = [[score for score, *n in _scores(scored, samples) for _ in range(_times(n[side]))] for side in (0, 1)]
    known = samples.weights is None and samples.size <= LISTED and is_listed(sides)
    asked = range(2, 5) if known else (2, 4)  # of samples that are not on the page nobody can say how many there are
    grid = cut(Grid("precisions", heads, body, asked=asked, added=all(weight == 1 for weight, _ in terms)))
    return grid, lambda: mean_of(named, terms, scored.positives)


def _twice(named: Named, scored: ClassValues, samples: Samples, request: ScoreRequest) -> Plan:
    """The pairs, the area, and twice the area minus 1."""
    area = next(part for part in every_part(named.body) if isinstance(part, Named))
    grid, start = _pairs(area, scored, samples, request)

    def steps() -> list[Step]:
        found = (scored.wins + scored.ties / 2) / (scored.positives * scored.negatives)
        return [*start(), *solved(named, Add((Mul((number(2), Num(found))), Neg(number(1)))))]

    return grid, steps


def _lines(named: Named, scored: ClassValues, samples: Samples, request: ScoreRequest) -> Plan:
    """The precision from each score on and that before, and the mean of both."""
    keys = [score for score, up, _ in _scores(scored, samples) if up]
    body, terms = [], []
    gained = next(part for part in every_part(named) if part in (TracedCut.gained, TracedCut.joined))
    for score, found in zip(keys, scored.gains(), strict=True):
        middle, gain = (found.precision + found.before) / 2, getattr(found, gained.block)
        body.append([Score(score), gain, *map(Score, (found.before, found.precision, middle))])
        terms.append((gain, middle))
    heads = ["score", gained, TracedCut.before, TracedCut.precision, "middle"]
    return cut(Grid("lines", heads, body, asked=range(2, 5))), lambda: mean_of(named, terms, scored.positives)


class _Rates:
    """A threshold whose rates are their names."""

    def __getattr__(self, name: str) -> str:
        return name


class _Asked:
    """A view that notes which rates a metric asks for."""

    term: Callable[[Any], Any]
    where: Callable[[Any], Any]
    least: Fraction
    none: bool

    def __init__(self, request: ScoreRequest) -> None:
        request.bound.define(self)

    def highest(self, term: Callable[[Any], Any], **more: Any) -> None:
        """The highest value of a term where another one is high enough."""
        self.term, self.where, self.least, self.none = term, more["where"], more["least"], more["none"]


def _largest_rate(named: Named, scored: ClassValues, samples: Samples, request: ScoreRequest) -> Plan:
    """Both rates at every threshold, and the largest of those that count."""
    asked, rates = _Asked(request), _Rates()
    body, counted = list[list[Any]](), list[Fraction]()
    keys = [None, *(score for score, *_ in _scores(scored, samples))]
    for key, point in zip(keys, scored.points(), strict=True):
        if key is None and not asked.none:
            continue
        try:
            where, term = asked.where(point), asked.term(point)
        except ZeroDivisionError:  # there are no samples of one side, and the value does not exist
            break
        counts = where >= asked.least
        counted += [term] if counts else []
        body.append(
            ["nothing" if key is None else Score(key), Score(where), Score(term), Score(term) if counts else None]
        )
    heads = ["score", Title(asked.where(rates)), Title(asked.term(rates)), Leaf("rate", ANY, None)]
    notes = ["no_prediction"] if body and asked.none and _of_predictions_alone(asked.where) else []
    return cut(Grid("largest_rate", heads, body, notes=notes)), lambda: [taken(named, max(counted))]


def _of_predictions_alone(rate: Callable[[Any], Any]) -> bool:
    """Whether a rate has no other denominator than the number of predictions, and is 1 where there are none."""
    try:
        return bool(rate(PointValues(0, 0, Fraction(0), Fraction(0))) == 1)
    except ZeroDivisionError:
        return False


_PLANS: dict[str, Callable[[Named, ClassValues, Samples, ScoreRequest], Plan]] = {
    "pairs": _pairs,
    "precisions": _precisions,
    "squares": squares,
    "logarithms": logarithms,
    "means": means,
    "bins": bins,
    "largest_gap": largest_gap,
    "largest_rate": _largest_rate,
    "twice": _twice,
    "lines": _lines,
    "class_pairs": class_pairs,
    "skill": skill,
    "log_skill": log_skill,
    "crossing": crossing,
    "partial_area": partial_area,
    "log_area": log_area,
    "gains": ranking,
    "gains_by_ideal": ranking,
}
