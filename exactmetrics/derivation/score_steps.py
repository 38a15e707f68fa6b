"""The steps of a derivation from scores, as data: the definition, the samples in a table, the working.

The table of a ROC AUC compares all pairs while they are few; else, as for average precision, the scores stand in it
from the highest down with the samples that have each. A sum of very many terms is taken from the table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from inspect import signature
from itertools import permutations
from math import prod
from typing import Any

from exactmetrics.derivation.curve_steps import crossing, log_area, partial_area
from exactmetrics.derivation.planning.page import Formula, Said, Step
from exactmetrics.derivation.planning.tree import distinct, every_part
from exactmetrics.derivation.ranking_steps import ranking
from exactmetrics.derivation.score_grid import (
    FIRST_ROWS,
    MOST_ROWS,
    Ends,
    Grid,
    Label,
    Labels,
    Plan,
    Score,
    Title,
    cut,
    entry,
    rounded,
)
from exactmetrics.derivation.working.chains import one_chain
from exactmetrics.derivation.working.engine import work_out
from exactmetrics.derivation.working.solution import solved
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.logs import log
from exactmetrics.exact.values import Number, Undefined, Value
from exactmetrics.expression.evaluate import divided
from exactmetrics.expression.nodes import ANY, Add, Div, Expr, Head, Leaf, Log, Mul, Named, Neg, Num, Pow, Sum, number
from exactmetrics.matrix.exact_count import Count, whole
from exactmetrics.metrics.metric import Bound
from exactmetrics.metrics.score_registry import all_score_metrics
from exactmetrics.metrics.score_request import ScoreRequest
from exactmetrics.scores.column import exact_key
from exactmetrics.scores.compute import scored_class
from exactmetrics.scores.samples import Samples
from exactmetrics.scores.trace import TracedClass, TracedCut, TracedSamples, traced
from exactmetrics.scores.view import AllValues, ClassValues, PointValues, SampleValues

MOST_POSITIVE, MOST_NEGATIVE = 10, 5  # rows and columns of a table of pairs
NAMED = 3  # columns that say whose scores they hold; more would be wider than a page
READ = 10**8  # of a term of a sum that is written out
NARROW = 10**6  # of a score above a column of a table of pairs
LONGEST = 10**30  # of a numerator or a denominator of a sum that is printed
MOST_CLASSES = 4  # whose scores stand in a table of samples
MOST_TERMS = 12  # of a sum that is written out


@dataclass(slots=True)
class ScorePage:
    """A derivation from scores: the tree of its definition, the table, and the steps of the working."""

    named: Named
    scored: ClassValues
    grid: Grid
    working: list[Step]
    value: Value


def score_page(request: ScoreRequest, samples: Samples, value: Value, *, calculated: bool = True) -> ScorePage:
    """The page of a question; a metric has one where it says which table shows its working.

    A value that was not `calculated`, for a policy gives it, has no working.
    """
    plan = _PLANS.get(request.metric.table)
    plain = request.bound.convention is request.metric.standard and not request.parameters
    rational = request.metric.exactness == "rational"
    if plain and rational and request.average in ("macro", "weighted") and request.multi_class == "ovr":
        return _page_of_average(request, samples, value, calculated=calculated)
    # The conventions of a mean of logarithms differ in the base alone, which the definition says.
    other = request.bound.convention is not request.metric.standard and request.metric.table != "logarithms"
    alone = request.metric.table in ("squares", "skill")
    if plan is None or request.average is not None or other:
        what = f"the {request.average} average of {request.metric.name}" if request.average else request.metric.name
        what = f"the convention {request.bound.convention.name} of {what}" if other else what
        known = ", ".join(metric.name for metric in all_score_metrics() if metric.table)
        raise UsageError(
            f"{what} has no derivation yet; of one class, and in the standard convention, there are those of {known}"
        )
    if alone and samples.positive is None:
        raise UsageError(f"{request.metric.name} is derived for two classes, with the scores of the positive one")
    positive = request.label if request.label is not None else samples.labels[samples.positive or 0]
    scored = scored_class(samples, positive)
    if request.metric.of == "class":
        bound = Bound(request.metric, request.bound.convention, request.bound.form, _leaves(request))
        named = traced(bound, TracedClass(scored), Head(request.metric.name))
    else:
        share = scored.positives / samples.n if samples.n else None
        view = TracedSamples(samples.n, samples.k, share, single=samples.size == 1)
        named = traced(request.bound, view, Head(request.metric.name))
    grid, start = plan(named, scored, samples, request)
    working = start() if calculated and not isinstance(value, Undefined) else []
    return ScorePage(named, scored, grid, working, value)


def _leaves(request: ScoreRequest) -> dict[str, Leaf]:
    """The parameters by their names, so that a formula says them; one that is not given as the definition has it."""
    usual = {name: given.default for name, given in signature(request.bound.chosen.define).parameters.items()}
    values = {name: request.parameters.get(name, usual[name]) for name in request.metric.parameters}
    return {name: Leaf(name, None, value) for name, value in values.items()}


def _page_of_average(request: ScoreRequest, samples: Samples, value: Value, *, calculated: bool) -> ScorePage:
    """The page of the mean over the classes of a metric of one class."""
    weighted = request.average == "weighted"
    symbol = Leaf("class_value", ANY, None)
    omits = request.policy.decide(request.metric.name, None, None) == "omit"
    terms: list[tuple[Fraction, Fraction]] = []
    body: list[list[Any]] = []
    bottom, without = Fraction(0), None
    for label in samples.labels:
        scored = scored_class(samples, label)
        weight = scored.positives if weighted else Fraction(1)
        try:
            found = request.bound.define(scored) if weight else None
        except ZeroDivisionError:
            found = None
        shown = None if found is None else Score(found)
        body.append([Label(label), *([weight] if weighted else []), shown])
        if found is not None:
            terms.append((weight, found))
        elif weight and without is None:
            without = scored
        if found is not None or not omits:
            bottom += weight
    size = Leaf("class_size", ANY, None)
    top: Expr = Sum(Mul((size, symbol)) if weighted else symbol, ())
    named = Named(
        Head(request.metric.name, None, request.average), Div(top, Leaf("sizes" if weighted else "k", None, bottom))
    )
    grid = cut(Grid("averages", ["class", *([size] if weighted else []), symbol], body))
    working = _mean(named, terms, bottom) if calculated and not isinstance(value, Undefined) else []
    return ScorePage(named, without or scored_class(samples, samples.labels[0]), grid, working, value)


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
        return Grid("pairs", ["", *heads, "higher", "ties"], compared, bottom), start
    left: Count = sum(n for _, _, n in rows)
    body: list[list[Any]] = []
    for score, up, down in rows:
        left -= down
        body.append([Score(score), up, down, left, up * left, up * down])
    columns = ["score", "positive", "negative", "below", "higher", "ties"]
    total: list[Any] = ["total", *(whole(n) for n in (scored.positives, scored.negatives)), None]
    return cut(Grid("ranks", columns, body, [*total, _equal("wins", wins), _equal("ties", ties)])), start


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
    grid = cut(Grid("precisions", heads, body))
    return grid, lambda: _mean(named, terms, scored.positives)


def _squares(named: Named, scored: ClassValues, samples: Samples, request: ScoreRequest) -> Plan:
    """The squared difference of every sample, and their mean."""
    at = samples.positive or 0
    weights = samples.weights
    body, terms = [], []
    for place, (score, true) in enumerate(zip(samples.exact_of(at), samples.truth_of(at), strict=True)):
        gap = score - int(true)
        weight: Count = 1 if weights is None else weights[place]
        row = [place + 1, Score(score), int(true), Score(gap), Score(gap * gap)]
        body.append(row if weights is None else [*row, weight])
        terms.append((Fraction(weight), gap * gap))
    heads = ["sample", "probability", "outcome", "difference", "square", *(["weight"] if weights else [])]
    total = ["total", None, None, None, Score(sum((s for _, s in terms), Fraction(0)))] if weights is None else []
    return cut(Grid("squares", heads, body, total)), lambda: _mean(named, terms, Fraction(samples.n))


def _logarithms(named: Named, scored: ClassValues, samples: Samples, request: ScoreRequest) -> Plan:
    """The probability of the class of every sample, its logarithm, and minus the mean of these."""
    view, weights, positive = AllValues(samples), samples.weights, samples.positive
    own = [SampleValues(view, at).own_score for at in range(samples.size)]
    base = next(part.base for part in every_part(named) if isinstance(part, Log))
    body: list[list[Any]] = []
    for at in range(samples.size if samples.size <= MOST_ROWS else FIRST_ROWS):
        [true] = view.own(at)
        given: list[Any] = (
            [Label(samples.labels[true])]
            if positive is None
            else [Score(view.exact(positive)[at]), int(true == positive)]
        )
        logarithm = entry(log(own[at], base)) if own[at] else None
        body.append([at + 1, *given, Score(own[at]), logarithm, *([] if weights is None else [weights[at]])])
    symbol = Leaf("own_score", ANY, None)
    heads = ["sample", *(["class"] if positive is None else ["probability", "outcome"]), symbol, Log(symbol, base)]
    has_value = bool(view.n) and all(p for w, p in zip(weights or [1] * len(own), own, strict=True) if w)
    total: Number | None = view.mean_log(lambda sample: sample.own_score, base) * view.n if has_value else None
    bottom = ["total", *[None] * (len(heads) - 2), entry(total)] if weights is None and total is not None else []
    grid = Grid(
        "own_logarithms" if positive is None else "logarithms", [*heads, *(["weight"] if weights else [])], body, bottom
    )
    grid.left_out = samples.size - len(body)
    terms = [(Fraction(w), p) for w, p in zip(weights or [1] * len(own), own, strict=True) if w]
    return grid, lambda: _mean_log(named, terms, total, samples, base)


def _mean_log(
    named: Named, terms: list[tuple[Fraction, Fraction]], total: Number | None, samples: Samples, base: int | None
) -> list[Step]:
    """Minus the mean of logarithms: that of one product where it is short, else their sum, rounded where it is long."""

    def minus_mean(total: Expr) -> Expr:
        return Neg(total if samples.n == 1 else Div(total, Num(Fraction(samples.n))))

    few = len(terms) <= MOST_TERMS
    powers = [Num(p) if w == 1 else Pow(Num(p), int(w)) for w, p in terms if w.denominator == 1 and w <= MOST_TERMS]
    if few and len(powers) == len(terms):
        product = prod((p ** int(w) for w, p in terms), start=Fraction(1))
        start = minus_mean(Log(Mul(tuple(powers)) if len(powers) > 1 else powers[0], base))
        said = [Said(("scores", "product"))] if len(powers) > 1 else []
        if product == 1:
            members = distinct([start, minus_mean(Log(number(1), base)), number(0)])
            return [Step("substitute", [Formula(named, members)], said=said)]
        if max(product.numerator, product.denominator) <= LONGEST:
            first, *others = solved(named, start)
            first.said = said
            return [first, *others]
    if few and all(max(p.numerator, p.denominator) <= READ for _, p in terms):
        logs: list[Expr] = [Log(Num(p), base) if w == 1 else Mul((Num(w), Log(Num(p), base))) for w, p in terms]
        return solved(named, minus_mean(Add(tuple(logs)) if len(logs) > 1 else logs[0]))
    assert total is not None
    return [Step("substitute", said=[Said(("scores", "logarithms"), {"total": rounded(total)})])]


def _mean(named: Named, terms: list[tuple[Fraction, Fraction]], n: Fraction) -> list[Step]:
    """The mean of values by their weights: written out where it is short, else with the sum of all terms."""
    total = sum((weight * value for weight, value in terms), Fraction(0))
    known = [(w, v) for w, v in terms if w]
    long = len(known) > MOST_TERMS or any(max(v.numerator, v.denominator) > READ for _, v in known)
    if long or n.denominator > 1 or any(w.denominator > 1 for w, _ in known):
        start = Div(Num(total), Num(n))
        members = distinct([start, *(member for work in work_out(start) for member in work.members)])
        if max(abs(total.numerator), total.denominator) > LONGEST:
            return [Step("substitute", said=[Said(("scores", "too_long"))])]
        said = [Said(("scores", "added_up"), {"total": total})]
        return [Step("substitute", [Formula(named, members)], said=said)]
    weighted = any(w != 1 for w, _ in known)
    parts: list[Expr] = [Mul((Num(w), Num(v))) if weighted else Num(v) for w, v in known]
    if len(parts) == 1:
        return solved(named, Div(parts[0], Num(n)))
    if len({v for _, v in known}) == 1 and sum(w for w, _ in known) == n:
        return [Step("substitute", [Formula(named, [Div(Add(tuple(parts)), Num(n)), Num(known[0][1])])])]
    body = named.body
    assert isinstance(body, Div)
    whole_sum = Sum(body.num.body, tuple(parts)) if isinstance(body.num, Sum) else body.num
    return solved(Named(named.head, Div(whole_sum, body.den)), Div(Add(tuple(parts)), Num(n)))


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
    for score, found in zip(keys, scored.gains(), strict=True):
        middle = (found.precision + found.before) / 2
        body.append([Score(score), found.gained, *map(Score, (found.before, found.precision, middle))])
        terms.append((found.gained, middle))
    heads = ["score", TracedCut.gained, TracedCut.before, TracedCut.precision, "middle"]
    return cut(Grid("lines", heads, body)), lambda: _mean(named, terms, scored.positives)


def _largest_gap(named: Named, scored: ClassValues, samples: Samples, request: ScoreRequest) -> Plan:
    """The share of right samples and the mean confidence of every bin, and the largest difference."""
    given, body, gaps = request.parameters["bins"], list[list[Any]](), list[Fraction]()
    for at, found in AllValues(samples).filled_bins(given):
        right, mean = found.right / found.weight, found.confidence / found.weight
        gaps.append(abs(right - mean))
        ends = Ends(Fraction(at) / given, Fraction(at + 1) / given)
        body.append([ends, found.weight, *(Score(x) for x in (right, mean, gaps[-1]))])
    share = "right_share" if samples.positive is None else "positive_share"
    heads = ["bin", "samples", share, "mean_confidence", Leaf("gap_of_means", ANY, None)]
    return cut(Grid("largest_gap", heads, body)), lambda: [_taken(named, max(gaps))]


def _taken(named: Named, value: Fraction) -> Step:
    """A value that is taken from a table."""
    said = [Said(("scores", "taken"))]
    if max(abs(value.numerator), value.denominator) > LONGEST:
        return Step("substitute", said=said)
    return Step("substitute", [Formula(named, [Num(value)])], said=said)


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
    return cut(Grid("largest_rate", heads, body, notes=notes)), lambda: [_taken(named, max(counted))]


def _of_predictions_alone(rate: Callable[[Any], Any]) -> bool:
    """Whether a rate has no other denominator than the number of predictions, and is 1 where there are none."""
    try:
        return bool(rate(PointValues(0, 0, Fraction(0), Fraction(0))) == 1)
    except ZeroDivisionError:
        return False


class _SampleTerm:
    """A view that takes from a mean over the samples the term of one."""

    term: Callable[[SampleValues], Fraction]

    def __init__(self, request: ScoreRequest) -> None:
        request.bound.define(self)

    def mean(self, term: Callable[[SampleValues], Fraction]) -> None:
        """The mean of a term over the samples."""
        self.term = term


def _bins(named: Named, scored: ClassValues, samples: Samples, request: ScoreRequest) -> Plan:
    """The bins that hold samples, with the difference in each."""
    number = request.parameters["bins"]
    body, terms = [], []
    for at, found in AllValues(samples).filled_bins(number):
        gap = abs(found.right - found.confidence)
        ends = Ends(Fraction(at) / number, Fraction(at + 1) / number)
        body.append([ends, found.weight, found.right, Score(found.confidence), Score(gap)])
        terms.append((Fraction(1), gap))
    right = "right" if samples.positive is None else "positive"
    heads = ["bin", "samples", right, "confidences", Leaf("gap", ANY, None)]
    return cut(Grid("bins", heads, body)), lambda: _mean(named, terms, Fraction(samples.n))


class _Losses(AllValues):
    """A view on which a skill is both of its losses."""

    def skill(self, loss: Any, usual: Any) -> tuple[Any, Any]:
        """The losses as they are."""
        return loss, usual


def _losses(named: Named) -> tuple[Named, Named]:
    """The loss of the model, and that of the shares."""
    own, usual = (part for part in every_part(named.body) if isinstance(part, Named))
    return own, usual


def _one_minus(named: Named, own: Number, usual: Number) -> list[Step]:
    """The quotient of two losses, and 1 minus it."""
    if isinstance(own, Fraction) and isinstance(usual, Fraction):
        return solved(named, Add((number(1), Neg(Div(Num(own), Num(usual))))))
    quotient = divided(own, usual)
    share = Formula(Div(*_losses(named)), distinct([Div(Num(own), Num(usual)), Num(quotient)]))
    rest = distinct([Add((number(1), Neg(Num(quotient)))), Num(1 - quotient)])
    return [Step("divide", [share]), Step("subtract", [Formula(named, rest)])]


def _skill(named: Named, scored: ClassValues, samples: Samples, request: ScoreRequest) -> Plan:
    """The squares of the model and of the share of the positive samples, both means, and 1 minus their quotient."""
    loss, usual = _losses(named)
    grid, start = _squares(loss, scored, samples, request)
    n, weights = Fraction(samples.n), samples.weights or [1] * samples.size
    share = scored.positives / n if n else Fraction(0)
    gaps = [share - int(true) for true in samples.truth_of(samples.positive or 0)]
    for row, gap in zip(grid.rows, gaps, strict=False):
        row.insert(5, Score(gap * gap))
    grid.heads.insert(5, Pow(Add((Leaf("share", None, None), Neg(Leaf("truth", ANY, None)))), 2))
    if grid.total:
        grid.total.append(Score(sum((gap * gap for gap in gaps), Fraction(0))))
    terms = [(Fraction(w), gap * gap) for w, gap in zip(weights, gaps, strict=True)]

    def steps() -> list[Step]:
        return [*start(), *_mean(usual, terms, n), *_one_minus(named, *request.bound.define(_Losses(samples)))]

    return grid, steps


def _log_skill(named: Named, scored: ClassValues, samples: Samples, request: ScoreRequest) -> Plan:
    """The logarithms of the model and of the shares of the classes, both means, and 1 minus their quotient."""
    loss, usual = _losses(named)
    grid, start = _logarithms(loss, scored, samples, request)
    view, weights = AllValues(samples), samples.weights or [1] * samples.size
    shares = [SampleValues(view, at).own_share for at in range(samples.size)] if samples.n else []
    place = len(grid.heads) - (samples.weights is not None)
    symbol = Leaf("own_share", ANY, None)
    grid.heads[place:place] = [symbol, Log(symbol, None)]
    for row, share in zip(grid.rows, shares, strict=False):
        row[place:place] = [Score(share), entry(log(share)) if share else None]
    if grid.total:
        total = view.mean_log(lambda sample: sample.own_share) * view.n
        grid.total += [None, entry(total)]
    terms = [(Fraction(w), share) for w, share in zip(weights, shares, strict=False) if w]

    def steps() -> list[Step]:
        own, shared = request.bound.define(_Losses(samples))
        return [*start(), *_mean_log(usual, terms, -shared * view.n, samples, None), *_one_minus(named, own, shared)]

    return grid, steps


def _class_pairs(named: Named, scored: ClassValues, samples: Samples, request: ScoreRequest) -> Plan:
    """The ROC AUC of every class against each other one alone, and their mean."""
    view, body, terms = AllValues(samples), list[list[Any]](), []
    for first, second in permutations(range(samples.k), 2):
        found = view.against(first, second)
        number = found.positives * found.negatives
        value = (found.wins + found.ties / 2) / number if number else None
        named_classes = [Label(samples.labels[at]) for at in (first, second)]
        shown = None if value is None else Score(value)
        body.append([*named_classes, number, found.wins, found.ties, shown])
        terms.append((Fraction(1), value or Fraction(0)))
    heads = ["class", "other_class", "pairs", "higher", "ties", Leaf("pair_auc", ANY, None)]
    return cut(Grid("class_pairs", heads, body)), lambda: _mean(named, terms, Fraction(len(terms)))


def _means(named: Named, scored: ClassValues, samples: Samples, request: ScoreRequest) -> Plan:
    """The value of every sample, and their mean."""
    view, weights, k = AllValues(samples), samples.weights, samples.k
    each = len(samples.columns)
    shown = range(each) if each <= MOST_CLASSES else ()
    [symbol] = dict.fromkeys(part for part in every_part(named) if isinstance(part, Leaf) and part.tag is not None)
    value_of = _SampleTerm(request).term
    body, terms = [], []
    for at in range(samples.size):
        sample = SampleValues(view, at)
        value = Fraction(value_of(sample))
        given = [Score(view.exact(c if each == k else samples.positive or 0)[at]) for c in shown]
        weight: Count = 1 if weights is None else weights[at]
        row: list[Any] = [at + 1, Labels([samples.labels[place] for place in view.own(at)]), *given]
        row += [Score(sample.margin), Score(value)] if symbol.block == "lacking" else [Score(value)]
        body.append(row if weights is None else [*row, weight])
        terms.append((Fraction(weight), value))
    names = [Label(samples.labels[c]) for c in shown] if each == k else ["score"]
    margin = ["margin"] if symbol.block == "lacking" else []
    heads = ["sample", "class", *names, *margin, symbol, *(["weight"] if weights else [])]
    return cut(Grid("means", heads, body)), lambda: _mean(named, terms, Fraction(samples.n))


_PLANS: dict[str, Callable[[Named, ClassValues, Samples, ScoreRequest], Plan]] = {
    "pairs": _pairs,
    "precisions": _precisions,
    "squares": _squares,
    "logarithms": _logarithms,
    "means": _means,
    "bins": _bins,
    "largest_gap": _largest_gap,
    "largest_rate": _largest_rate,
    "twice": _twice,
    "lines": _lines,
    "class_pairs": _class_pairs,
    "skill": _skill,
    "log_skill": _log_skill,
    "crossing": crossing,
    "partial_area": partial_area,
    "log_area": log_area,
    "gains": ranking,
    "gains_by_ideal": ranking,
}
