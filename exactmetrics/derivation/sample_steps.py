"""The tables and the working of metrics of all samples: their squares, logarithms, bins and values."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from exactmetrics.derivation.planning.page import Formula, Said, Step
from exactmetrics.derivation.planning.tree import distinct, every_part, put_in
from exactmetrics.derivation.score_grid import (
    FIRST_ROWS,
    MOST_CLASSES,
    MOST_ROWS,
    Ends,
    Grid,
    Label,
    Labels,
    Plan,
    Score,
    cut,
    entry,
    rounded,
)
from exactmetrics.derivation.score_means import LONGEST, mean_of, mean_of_logarithms, taken
from exactmetrics.derivation.working.chains import one_chain
from exactmetrics.derivation.working.solution import solved
from exactmetrics.exact.logs import log
from exactmetrics.exact.values import Number, rationals_of
from exactmetrics.expression.evaluate import divided
from exactmetrics.expression.nodes import ANY, Add, Div, Expr, Leaf, Log, Named, Neg, Num, Pow, Sum, number
from exactmetrics.matrix.exact_count import Count
from exactmetrics.metrics.score_request import ScoreRequest
from exactmetrics.scores.samples import Samples
from exactmetrics.scores.view import AllValues, BinValues, ClassValues, SampleValues
from exactmetrics.views.trace import mark_of

MOST_NUMBERS = 48  # in the logarithms of both losses of a skill whose quotient is written out
SHARED = 8  # classes whose shares a sentence lists


def squares(named: Named, scored: ClassValues, samples: Samples, request: ScoreRequest) -> Plan:
    """The squared difference of every sample, and their mean; over all classes it is a value of the sample."""
    if not _of_one_class(named):
        grid, start = means(named, scored, samples, request)
        grid.defines = "" if mark_of(request.bound) else "squares_of_all"
        return grid, start
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
    return cut(Grid("squares", heads, body, total, asked=range(3, 5), defines="squares_of_two")), lambda: mean_of(
        named, terms, Fraction(samples.n)
    )


def logarithms(named: Named, scored: ClassValues, samples: Samples, request: ScoreRequest) -> Plan:
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
    grid.left_out, grid.asked = samples.size - len(body), range(heads.index(symbol), len(heads))
    terms = [(Fraction(w), p) for w, p in zip(weights or [1] * len(own), own, strict=True) if w]
    return grid, lambda: mean_of_logarithms(named, terms, total, Fraction(samples.n), base)


def largest_gap(named: Named, scored: ClassValues, samples: Samples, request: ScoreRequest) -> Plan:
    """The share of right samples and the mean confidence of every bin, and the largest difference."""
    given, view, body, gaps = request.parameters["bins"], _Bins(request, samples), list[list[Any]](), list[Fraction]()
    for at, found in view.filled:
        right, mean = found.right / found.weight, found.confidence / found.weight
        gaps.append(view.term(found))
        ends = Ends(Fraction(at) / given, Fraction(at + 1) / given)
        body.append([ends, found.weight, *(Score(x) for x in (right, mean, gaps[-1]))])
    share = "right_share" if samples.positive is None else "positive_share"
    heads = ["bin", "samples", share, "mean_confidence", Leaf("gap_of_means", ANY, None)]
    grid = Grid("largest_gap", heads, body, notes=["upper_bounds"], defines=_confidence(samples))
    return cut(grid), lambda: [taken(named, max(gaps))]


def _confidence(samples: Samples) -> str:
    """The key of the sentences that say what a bin and the confidence of a sample are."""
    return "confidence_of_all" if samples.positive is None else "confidence_of_two"


class _Terms(AllValues):
    """A view that takes from each mean over the samples the term of one."""

    def __init__(self, request: ScoreRequest, samples: Samples) -> None:
        super().__init__(samples)
        self.terms: list[Callable[[SampleValues], Any]] = []
        request.bound.define(self)

    def mean(self, term: Callable[[SampleValues], Any]) -> Fraction:
        """Any number stands for the mean."""
        self.terms.append(term)
        return Fraction(1)


class _Bins(AllValues):
    """A view that keeps the bins that a definition asks for, and what it takes of each."""

    filled: list[tuple[int, BinValues]]
    term: Callable[[BinValues], Any]
    left: bool

    def __init__(self, request: ScoreRequest, samples: Samples) -> None:
        super().__init__(samples)
        self.n = Fraction(1)  # the bins do not depend on it, and there may be none
        request.bound.define(self)

    def over_bins(self, number: Fraction, term: Any, *, left: bool = False) -> Fraction:
        """Any number stands for the sum."""
        self.filled, self.term, self.left = self.filled_bins(number, left=left), term, left
        return self.n

    def highest_bin(self, number: Fraction, term: Any) -> Fraction:
        """The same for the highest value."""
        return self.over_bins(number, term)


def bins(named: Named, scored: ClassValues, samples: Samples, request: ScoreRequest) -> Plan:
    """The bins that hold samples, with the difference in each."""
    number, view = request.parameters["bins"], _Bins(request, samples)
    body, terms = [], []
    for at, found in view.filled:
        gap = view.term(found)
        ends = Ends(Fraction(at) / number, Fraction(at + 1) / number)
        body.append([ends, found.weight, found.right, Score(found.confidence), Score(gap)])
        terms.append((Fraction(1), gap))
    right = "right" if samples.positive is None else "positive"
    heads = ["bin", "samples", right, "confidences", Leaf("gap", ANY, None)]
    notes = ["lower_bounds" if view.left else "upper_bounds"]
    grid = cut(Grid("bins", heads, body, notes=notes, defines=_confidence(samples)))
    return grid, lambda: mean_of(named, terms, Fraction(samples.n))


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
    if sum(1 for value in (own, usual) for _ in rationals_of(value)) > MOST_NUMBERS:
        about = {"own": rounded(own), "best": rounded(usual)}
        subtracted = Said(("scores", "about_subtracted"), {"name": named})
        return [Step("divide", said=[Said(("scores", "about_divided"), about)]), Step("subtract", said=[subtracted])]
    quotient = divided(own, usual)
    share = Formula(Div(*_losses(named)), distinct([Div(Num(own), Num(usual)), Num(quotient)]))
    rest = distinct([Add((number(1), Neg(Num(quotient)))), Num(1 - quotient)])
    return [Step("divide", [share]), Step("subtract", [Formula(named, rest)])]


def _of_one_class(named: Named) -> bool:
    """Whether the squares are those of the positive class alone."""
    return any(isinstance(part, Leaf) and part.block == "truth" for part in every_part(named))


def _skill_of_all(named: Named, samples: Samples, request: ScoreRequest) -> Plan:
    """The squares of the model and of the shares of all classes, both means, and 1 minus their quotient."""
    loss, usual = _losses(named)
    grid, [own, shared] = _values(samples, request, [loss, usual])
    grid.name, grid.formula, grid.meaning, n = "means_of_shares", "", "", Fraction(samples.n)
    if n and samples.k <= SHARED:
        view = AllValues(samples)
        each = [Said(("scores", "share_of"), {"share": view.share(at), "label": samples.labels[at]})
                for at in range(samples.k)]  # fmt: skip
        grid.notes = [*grid.notes, Said(("scores", "shares"), {"shares": each})]

    def steps() -> list[Step]:
        losses = request.bound.define(_Losses(samples))
        return [*mean_of(loss, own, n), *mean_of(usual, shared, n), *_one_minus(named, *losses)]

    return grid, steps


def skill(named: Named, scored: ClassValues, samples: Samples, request: ScoreRequest) -> Plan:
    """The squares of the model and of the share of the positive samples, both means, and 1 minus their quotient."""
    if not _of_one_class(named):
        return _skill_of_all(named, samples, request)
    loss, usual = _losses(named)
    grid, start = squares(loss, scored, samples, request)
    grid.defines = ""
    n, weights, view = Fraction(samples.n), samples.weights or [1] * samples.size, _Terms(request, samples)
    found = [Fraction(view.terms[1](SampleValues(view, at))) for at in range(samples.size)] if n else []
    for row, square in zip(grid.rows, found, strict=False):
        row.insert(5, Score(square))
    grid.heads.insert(5, Pow(Add((Leaf("share", None, None), Neg(Leaf("truth", ANY, None)))), 2))
    if grid.total:
        grid.total.append(Score(sum(found, Fraction(0))))
    terms = [(Fraction(w), square) for w, square in zip(weights, found, strict=False)]

    def steps() -> list[Step]:
        return [*start(), *mean_of(usual, terms, n), *_one_minus(named, *request.bound.define(_Losses(samples)))]

    return grid, steps


def log_skill(named: Named, scored: ClassValues, samples: Samples, request: ScoreRequest) -> Plan:
    """The logarithms of the model and of the shares of the classes, both means, and 1 minus their quotient."""
    loss, usual = _losses(named)
    grid, start = logarithms(loss, scored, samples, request)
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
        of_shares = mean_of_logarithms(usual, terms, -shared * view.n, view.n, None)
        return [*start(), *of_shares, *_one_minus(named, own, shared)]

    return grid, steps


def means(named: Named, scored: ClassValues, samples: Samples, request: ScoreRequest) -> Plan:
    """The value of every sample, and their mean; behind it what the definition does with the mean."""
    mean = next((part for part in every_part(named.body) if isinstance(part, Named)), named)
    grid, [terms] = _values(samples, request, [mean])
    n = Fraction(samples.n)

    def start() -> list[Step]:
        if mean is named:
            return mean_of(named, terms, n)
        found = sum((w * v for w, v in terms), Fraction(0)) / n
        steps = mean_of(mean, terms, n)
        if max(abs(found.numerator), found.denominator) <= LONGEST:
            return [*steps, one_chain("divide", named, put_in(named.body, {mean: Num(found)}))]
        assert isinstance(named.body, Div)
        made = {"mean": rounded(found), "divisor": put_in(named.body.den, {})}
        return [*steps, Step("divide", said=[Said(("scores", "mean_divided"), made)])]

    return grid, start


def _values(
    samples: Samples, request: ScoreRequest, parts: list[Named]
) -> tuple[Grid, list[list[tuple[Fraction, Fraction]]]]:
    """The table of the samples with the terms of each mean, and these terms by their weights."""
    if not samples.n:  # there are no shares then, and no value
        return Grid("means", ["sample"], []), [[] for _ in parts]
    view, weights, k = _Terms(request, samples), samples.weights, samples.k
    written = [_summand(part) for part in parts]
    [symbol, *_] = [leaf for leaf in every_part(written[0]) if isinstance(leaf, Leaf)]
    of_all = symbol.block == "outcomes"
    each = k if of_all else len(samples.columns)
    shown = range(each) if each <= MOST_CLASSES else ()
    between = ["margin"] if symbol.block == "lacking" else []
    blocks = [*between, *([symbol.block] if written[0] != symbol else [])]
    terms: list[list[tuple[Fraction, Fraction]]] = [[] for _ in parts]
    body: list[list[Any]] = []
    for at in range(samples.size):
        sample = SampleValues(view, at)
        weight: Count = 1 if weights is None else weights[at]
        found = [Fraction(term(sample)) for term in view.terms]
        for kept, value in zip(terms, found, strict=True):
            kept.append((Fraction(weight), value))
        if at < MOST_ROWS:
            given = [Score(view.exact(c if each == k else samples.positive or 0)[at]) for c in shown]
            row = [at + 1, Labels([samples.labels[place] for place in view.own(at)]), *given]
            row += [Score(getattr(sample, block)) for block in blocks] + list(map(Score, found))
            body.append(row if weights is None else [*row, weight])
    names = [Label(samples.labels[c]) for c in shown] if each == k else ["score"]
    heads = ["sample", "class", *names, *between, *dict.fromkeys((symbol, *written))]
    grid = Grid("means", [*heads, *(["weight"] if weights else [])], body)
    if samples.size > MOST_ROWS:
        grid.rows, grid.left_out = body[:FIRST_ROWS], samples.size - FIRST_ROWS
    if of_all:
        grid.formula, grid.meaning = "means", "of_all"
        grid.notes = ["left_of_1"] if len(samples.columns) < k else []
    if len(blocks) > len(between):
        grid.formula = "squared_means"
    if parts[0].head.metric == "mean_value":
        grid.formula = "scaled_mean"
    settled = {"depth": (0,), "own_precision": (0,), "misplaced": (0, k)}.get(symbol.block, ())
    if any(len(view.own(at)) in settled for at in range(samples.size)):  # of whose classes nothing is asked
        grid.notes = [*grid.notes, f"settled_{symbol.block}"]
    return grid, terms


def _summand(named: Named) -> Expr:
    """What a mean adds up."""
    assert isinstance(named.body, Div)
    assert isinstance(named.body.num, Sum)
    return named.body.num.body
