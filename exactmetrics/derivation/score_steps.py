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
from exactmetrics.derivation.curve_steps import crossing, strips
from exactmetrics.derivation.ending import Ending
from exactmetrics.derivation.look import Look
from exactmetrics.derivation.planning.facts import decimal_facts, title_facts
from exactmetrics.derivation.planning.origins import worked
from exactmetrics.derivation.planning.page import Formula, Page, Said, Step
from exactmetrics.derivation.planning.tree import distinct, every_part, leaves, put_in, rebuild
from exactmetrics.derivation.ranking_steps import ranking
from exactmetrics.derivation.sample_steps import of_bins, of_samples
from exactmetrics.derivation.score_grid import (
    FIRST_ROWS,
    LISTED,
    MOST_ROWS,
    Grid,
    Plan,
    Score,
    Title,
    Worked,
    cut,
    is_listed,
    number_of,
)
from exactmetrics.derivation.score_means import added, rest, taken, unit_of
from exactmetrics.derivation.working.chains import one_chain
from exactmetrics.derivation.working.solution import solved
from exactmetrics.exact.values import Number, Undefined
from exactmetrics.expression.evaluate import children, evaluate
from exactmetrics.expression.nodes import (
    ANY,
    Add,
    Div,
    Expr,
    Head,
    Largest,
    Leaf,
    Mul,
    Named,
    Neg,
    Num,
    Sum,
    number,
)
from exactmetrics.matrix.exact_count import Count, whole
from exactmetrics.metrics.metric import Bound
from exactmetrics.metrics.score_request import ScoreRequest
from exactmetrics.scores.column import exact_key
from exactmetrics.scores.compute import pooled, scored_class
from exactmetrics.scores.samples import Samples
from exactmetrics.scores.trace import Over, TracedClass, TracedCut, TracedPoint, TracedSamples, traced
from exactmetrics.scores.view import ClassValues, PointValues
from exactmetrics.views.trace import mark_of
from exactmetrics.views.value import Acted, Outcome

MOST_POSITIVE, MOST_NEGATIVE = 10, 5  # rows and columns of a table of pairs
NAMED = 3  # columns that say whose scores they hold; more would be wider than a page
EXPANDED = ("full", "scaffold")  # levels of detail that say how the decimal goes on
NARROW = 10**6  # of a score above a column of a table of pairs
CUT = (TracedCut.gained, TracedCut.joined, TracedCut.before, TracedCut.precision)  # in the order of the columns
WORDS: dict[Expr, str] = {Div(Add((TracedCut.precision, TracedCut.before)), number(2)): "middle"}  # of a head


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
    over: Sequence[str] = ()  # what the sums of the definition run over
    given: dict[str, Any] = field(default_factory=dict)  # what it says of them

    @property
    def is_worked_out(self) -> bool:
        """Whether there is more than the definition."""
        return len(self.steps) > 1


@dataclass(frozen=True, slots=True)
class ScoreRecorded:
    """What a definition made of scores: its formula, and the sums that it adds up."""

    request: ScoreRequest
    samples: Samples
    outcome: Outcome
    look: Look
    scored: ClassValues
    parameters: dict[str, Leaf]
    named: Named
    view: TracedClass | TracedSamples

    def plan(self) -> ScorePlan:
        """The tables of what is added up, and how it goes on below them; of an average the table of its classes."""
        request, samples, scored, named = self.request, self.samples, self.scored, self.named
        if request.average in (None, "micro"):
            plans = [_TABLES[sums[0].of](named, sums, scored, samples, request) for sums in self.view.tables()]
            grid = plans[0][0] if plans else Grid("", [], [])
            acted = bool(self.outcome.acted)
            return ScorePlan(self, named, grid, lambda _: [] if acted else _working(named, plans))
        over_pairs = request.multi_class == "ovo"
        found = (average_of_pairs if over_pairs else average_of_values)(request, samples, named)
        acted, start = over_pairs and bool(self.outcome.acted), [Step("table", grid=found.grid)]
        return ScorePlan(self, found.named, found.grid, lambda value: [] if acted else [*start, *found.start(value)])


@dataclass(frozen=True, slots=True)
class ScorePlan:
    """The formula as a page tells it, its table, and the steps below the definition."""

    recorded: ScoreRecorded
    named: Named
    grid: Grid
    start: Callable[[Number], list[Step]]

    def work(self) -> ScorePage:
        """The definition and the working. A value that a policy gives, all of it, has no working."""
        asked, named, value = self.recorded, self.named, self.recorded.outcome.value
        request, samples, look = asked.request, asked.samples, asked.look
        working = [] if isinstance(value, Undefined) else self.start(value)
        parts = [part for part in every_part(named.body) if isinstance(part, Named)]
        defined = [Formula(part, [part.body], numeric=False) for part in (named, *dict.fromkeys(parts))]
        return ScorePage(
            named,
            title_facts(request) | ({"label": None} if samples.binary else {}),
            [Step("definition", defined), *working],
            value,
            {} if isinstance(value, Undefined) or look.detail not in EXPANDED else decimal_facts(value),
            ending=Ending(look),
            request=request,
            samples=samples,
            scored=asked.scored,
            grid=self.grid,
            acted=asked.outcome.acted,
            parameters={} if request.average in (None, "micro") else asked.parameters,
            over=[one.of for one in asked.view.sums],
            given=asked.view.given,
        )


def recorded(
    request: ScoreRequest, samples: Samples, outcome: Outcome, look: Look, head: Head | None = None
) -> ScoreRecorded:
    """Run the definition on the scores of the class that is asked about, or of all of them."""
    bound = request.bound
    head = head or Head(request.metric.name, None, request.average, mark_of(bound))
    parameters = _leaves(request) if request.metric.of == "class" else {}
    if parameters:
        bound = Bound(request.metric, bound.convention, bound.form, parameters)
    positive = request.label if request.label is not None else samples.labels[samples.positive or 0]
    scored = scored_class(samples, positive) if request.average is None else pooled(samples)
    named, view = _traced(head, request, bound, scored, samples)
    return ScoreRecorded(request, samples, outcome, look, scored, parameters, named, view)


def _traced(
    head: Head, request: ScoreRequest, bound: Bound, scored: ClassValues, samples: Samples
) -> tuple[Named, TracedClass | TracedSamples]:
    """The tree of a definition, and what it adds up; a sum of which it makes something more is a part with a name."""
    view: TracedClass | TracedSamples = TracedClass(scored)
    if request.metric.of == "samples":
        share = scored.positives / samples.n if samples.n else None
        positive = samples.positive is not None
        view = TracedSamples(samples.n, samples.k, share, single=samples.size == 1, positive=positive)
    body = traced(bound, view, head).body
    if isinstance(body, Named) and body.head.metric == "area_up_to":
        body = body.body  # a sum of strips that is the value itself needs no name of its own
    else:
        body = _with_names(body, [over.node for over in view.sums if over.of in ("sample", "score", "bin")])
    return Named(head, body), view


def _with_names(body: Expr, nodes: list[Expr]) -> Expr:
    """A formula in which a mean or a sum is a part with a name, unless it is the whole."""
    if _is_unit(body.arg if isinstance(body, Neg) else body, nodes):
        return body
    found: list[Expr] = []
    _find_units(body, nodes, found)
    names = ["mean_value" if found and found[0] in nodes and isinstance(found[0], Div) else "sum"]
    if len(found) > 1:
        names = [f"sum_{number}" for number in range(1, len(found) + 1)]
    made: dict[Expr, Expr] = {unit: Named(Head(name), unit) for unit, name in zip(found, names, strict=False)}
    return _replaced(body, made)


def _replaced(e: Expr, made: dict[Expr, Expr]) -> Expr:
    return made[e] if e in made else rebuild(e, lambda part: _replaced(part, made))


def _is_unit(e: Expr, nodes: list[Expr]) -> bool:
    """Whether it is worked out as one: a sum, or a sum divided by what is none."""
    return e in nodes or (isinstance(e, Div) and isinstance(e.num, Sum) and e.num in nodes
                          and not any(part in nodes for part in every_part(e.den)))  # fmt: skip


def _find_units(e: Expr, nodes: list[Expr], found: list[Expr]) -> None:
    if isinstance(e, (Named, Largest)):
        return
    if _is_unit(e, nodes):
        found += [e] if e not in found else []
        return
    for part in children(e):
        _find_units(part, nodes, found)


def _leaves(request: ScoreRequest) -> dict[str, Leaf]:
    """The parameters by their names, so that a formula says them; one that is not given as the definition has it."""
    usual = {name: given.default for name, given in signature(request.bound.chosen.define).parameters.items()}
    values = {name: request.parameters.get(name, usual[name]) for name in request.metric.parameters}
    return {name: Leaf(name, None, value) for name, value in values.items()}


def _scores(scored: ClassValues, samples: Samples) -> list[tuple[Fraction, Count, Count]]:
    """The scores that occur, the highest first, with the positive and the negative samples of each."""
    keys, up, down = scored.ranking
    return [(exact_key(key, samples.floats), a, b) for key, a, b in zip(keys, up, down, strict=True)]


def _working(named: Named, plans: list[Plan]) -> list[Step]:
    """The tables of what a definition adds up, the working of each, and what the formula makes of them."""
    steps, values = list[Step](), dict[Expr, Number]()
    for grid, start in plans:
        worked, known = start()
        steps += [Step("table", grid=grid), *worked]
        values |= known
    return [*steps, *(rest(named, values) if values or not plans else [])]


def _pairs(named: Named, sums: Sequence[Over], scored: ClassValues, samples: Samples, request: ScoreRequest) -> Plan:
    """All pairs in a table, or the scores in order, and the fraction of the pairs."""
    unit = unit_of(named, sums[0].node)

    def start() -> Worked:
        return _share_of_pairs(unit, scored), {} if unit is named else {unit: evaluate(unit)}

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
        asked = range(len(heads) + 1, len(heads) + 3)
        return Grid("pairs", ["", *heads, "higher", "ties"], compared, bottom, asked=asked), start
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


def _share_of_pairs(named: Named, scored: ClassValues) -> list[Step]:
    """The numbers put in, the one half of a tie removed, and the fraction reduced."""
    wins, ties, up, down = (getattr(scored, name) for name in ("wins", "ties", "positives", "negatives"))
    won, tied = Num(wins, _equal("wins", wins)), Num(ties, _equal("ties", ties))
    start = Div(Add((won, Mul((Num(Fraction(1, 2)), tied)))), Mul((Num(up), Num(down))))
    if put_in(named.body, {}) != start:
        return solved(named, put_in(named.body, {}))
    if any(n.denominator > 1 for n in (wins, ties, up * down)):
        return [_together(solved(named, start))]
    members: list[Expr] = [start]
    below = worked(up * down, start.den)
    odd = ties % 2
    if odd:
        members.append(Div(Add((Mul((number(2), won)), tied)), Mul((number(2), below))))
    elif ties:
        members.append(Div(Add((won, worked(ties / 2))), below))
    times = 2 if odd else 1
    quotient = Div(worked(times * (wins + ties / 2)), worked(times * up * down) if odd else below)
    step = one_chain("substitute", None, quotient)
    step.formulas[0].left = named
    step.formulas[0].members = distinct([*members, *step.formulas[0].members])
    step.said = [Said(("scores", "half"))] if odd else []
    return [step]


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


def _cuts(named: Named, sums: Sequence[Over], scored: ClassValues, samples: Samples, request: ScoreRequest) -> Plan:
    """The scores that positive samples have, with what is read of each, and the sum of their terms or its mean."""
    over = sums[0]
    read = [leaf for leaf in leaves(over.body) if leaf.block in ("gained", "joined")]
    weight, value = next(((leaf, left) for leaf in read if (left := _without(over.body, leaf)) is not None),
                         (None, over.body))  # fmt: skip
    # A precision alone stands as the quotient that it is; what is made of several numbers stands behind them.
    alone = isinstance(value, Named)
    columns: list[Expr] = [*leaves(value)] if alone else [symbol for symbol in CUT if symbol in every_part(value)]
    columns = list(dict.fromkeys([*([] if weight is None else [weight]), *columns, value]))
    found = list(zip((score for score, up, _ in _scores(scored, samples) if up), scored.gains(), strict=True))
    body, terms = list[list[Any]](), list[tuple[Fraction, Fraction]]()
    for at, (score, cut_at) in enumerate(found):
        term = number_of(over.term(cut_at))
        times = Fraction(1) if weight is None else Fraction(getattr(cut_at, weight.block))
        terms.append((times, term / times if times else term))
        if at < MOST_ROWS:
            known: dict[Expr, Expr] = {leaf: Num(getattr(cut_at, leaf.block)) for leaf in leaves(over.body)}
            body.append([Score(score), *(_cell(put_in(column, known), column, alone=alone) for column in columns)])
    asked: Sequence[int] = range(2, len(columns) + 1)
    if alone:
        sides = [[score for score, *n in _scores(scored, samples) for _ in range(_times(n[side]))] for side in (0, 1)]
        known_here = samples.weights is None and samples.size <= LISTED and is_listed(sides)
        # Of samples that are not on the page nobody can say how many there are.
        asked = asked if known_here else (2, 4)
    grid = Grid("precisions", ["score", *(WORDS.get(column, column) for column in columns)], body, asked=asked)
    grid.added = alone and all(times == 1 for times, _ in terms)
    if len(found) > MOST_ROWS:
        grid.rows, grid.left_out = body[:FIRST_ROWS], len(found) - FIRST_ROWS
    return grid, lambda: added(named, over.node, terms)


def _cell(found: Expr, column: Expr, *, alone: bool) -> Any:
    """An entry of the table of scores."""
    if isinstance(column, Leaf) and column.block != "before":
        return evaluate(found)
    if not (alone and isinstance(found, Named) and isinstance(found.body, Div)):
        return Score(evaluate(found))  # type: ignore[arg-type]
    precision = number_of(found)
    reduced = [] if precision.denominator == number_of(found.body.den) > 1 else [Num(precision)]
    return Formula(None, [found.body, *reduced])


def _without(e: Expr, factor: Expr) -> Expr | None:
    """A term without one of its factors, if it is one."""
    if isinstance(e, Div):
        above = _without(e.num, factor)
        return None if above is None else Div(above, e.den)
    if not isinstance(e, Mul) or factor not in e.factors:
        return None
    left = tuple(one for one in e.factors if one != factor)
    return left[0] if len(left) == 1 else Mul(left)


def _thresholds(
    named: Named, sums: Sequence[Over], scored: ClassValues, samples: Samples, request: ScoreRequest
) -> Plan:
    """Both rates at every threshold, and the largest of those that count."""
    over = sums[0]
    where, least, none = (over.given[name] for name in ("where", "least", "none"))
    columns = list(dict.fromkeys([where(TracedPoint()), *leaves(over.body), over.body]))
    body, counted = list[list[Any]](), list[Fraction]()
    keys = [None, *(score for score, *_ in _scores(scored, samples))]
    for key, point in zip(keys, scored.points(), strict=True):
        if key is None and not none:
            continue
        try:
            known: dict[Expr, Expr] = {leaf: Num(getattr(point, leaf.block)) for one in columns for leaf in leaves(one)
                                       if leaf.tag == ANY}  # fmt: skip
        except ZeroDivisionError:  # there are no samples of one side, and the value does not exist
            break
        row = [number_of(put_in(column, known)) for column in columns]
        counts = row[0] >= least
        counted += [row[-1]] if counts else []
        first = "nothing" if key is None else Score(key)
        body.append([first, *map(Score, row), Score(row[-1]) if counts else None])
    heads = ["score", *map(_title, columns), Leaf("rate", ANY, None)]
    notes = ["no_prediction"] if body and none and _of_predictions_alone(where) else []
    grid = cut(Grid("largest_rate", heads, body, notes=notes))
    grid.usual = "largest_rate" if named.body == over.node else ""
    return grid, lambda: taken(named, over.node, max(counted))


def _title(rate: Expr) -> Any:
    return Title(rate.block) if isinstance(rate, Leaf) else rate


def _of_predictions_alone(rate: Callable[[Any], Any]) -> bool:
    """Whether a rate has no other denominator than the number of predictions, and is 1 where there are none."""
    try:
        return bool(rate(PointValues(0, 0, Fraction(0), Fraction(0))) == 1)
    except ZeroDivisionError:
        return False


_TABLES: dict[str, Callable[[Named, Sequence[Over], ClassValues, Samples, ScoreRequest], Plan]] = {
    "pair": _pairs,
    "score": _cuts,
    "threshold": _thresholds,
    "crossing": crossing,
    "nearest": crossing,
    "strip": strips,
    "sample": of_samples,
    "bin": of_bins,
    "place": ranking,
    "class pair": class_pairs,
}
