"""The table and the working of what is made of all samples: means over them, and over their bins."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from exactmetrics.derivation.planning.page import Said, Step
from exactmetrics.derivation.planning.tree import every_part, leaves, put_in
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
    Worked,
    cut,
    entry,
    number_of,
)
from exactmetrics.derivation.score_means import added, mean_of_logarithms, sum_or_mean, taken, unit_of
from exactmetrics.exact.values import Number
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import ANY, Abs, Add, Div, Expr, Largest, Leaf, Log, Named, Neg, Num, Pow
from exactmetrics.metrics.score_request import ScoreRequest
from exactmetrics.scores.recorded import RecordedSample
from exactmetrics.scores.samples import Samples
from exactmetrics.scores.trace import Over, TracedBin, TracedScore
from exactmetrics.scores.view import AllValues, ClassValues, SampleValues
from exactmetrics.views.trace import mark_of

SHARED = 8  # classes whose shares a sentence lists
DIFFERENCE = Add((TracedScore.score, Neg(TracedScore.truth)))
SQUARE = Pow(DIFFERENCE, 2)
# What stands in a column that has a word for its head.
WORDS: dict[Expr, str] = {
    TracedScore.score: "probability", TracedScore.truth: "outcome", DIFFERENCE: "difference", SQUARE: "square",
}  # fmt: skip
RIGHT_SHARE, MEAN_CONFIDENCE = (Div(part, TracedBin.weight) for part in (TracedBin.right, TracedBin.confidence))
# The numbers of own classes of which nothing is asked, of all classes where there is a minus.
SETTLED = {"depth": (0,), "own_precision": (0,), "misplaced": (0, -1)}


class _Mean:
    """A mean over the samples: its part of the formula, its terms, and the columns that they have in the table."""

    def __init__(self, named: Named, over: Over, samples: Samples, *, steps: bool) -> None:
        self.unit, self.over, self.n = unit_of(named, over.node), over, Fraction(samples.n)
        self.is_log, self.given = isinstance(over.body, Log), not steps
        self.read = [leaf for leaf in leaves(over.body) if leaf.tag == ANY]
        between = [part.base for part in every_part(over.body) if isinstance(part, Pow)] if steps else []
        self.columns: list[Expr] = list(dict.fromkeys([*self.read, *between, over.body]))
        # Of one class, or of the class of each sample: what is added up stands in the table, and its sum below.
        self.is_added = self.is_log or not {"score", "truth"}.isdisjoint(leaf.block for leaf in self.read)
        self.view, self.weights = AllValues(samples), samples.weights or [1] * samples.size
        every = range(samples.size) if samples.n else ()  # there are no shares then, and no value
        self.terms = [Fraction(over.term(SampleValues(self.view, at))) for at in every]

    @property
    def weighted(self) -> list[tuple[Fraction, Fraction]]:
        """The terms that count, by their weights."""
        return [(Fraction(w), term) for w, term in zip(self.weights, self.terms, strict=False) if w]

    @property
    def total(self) -> Number | None:
        """The sum of the terms; none where one of them has no logarithm."""
        if not self.is_log:
            return sum((w * term for w, term in self.weighted), Fraction(0))
        if not self.terms or not all(term for _, term in self.weighted):
            return None
        return self.view.mean_log(self.over.term, self.over.body.base) * self.n  # type: ignore[attr-defined]

    @property
    def value(self) -> Number:
        """The value of the part of the formula."""
        assert self.total is not None
        return (-self.total if isinstance(self.unit.body, Neg) else self.total) / self.n

    def row(self, at: int) -> dict[Expr, Any]:
        """The entries of a sample, by column."""
        tree = self.over.term(RecordedSample(None, SampleValues(self.view, at)))  # type: ignore[arg-type]
        known: dict[Expr, Expr] = {Leaf(leaf.block, ANY, None): Num(leaf.value) for leaf in leaves(tree)
                                   if leaf.value is not None}  # fmt: skip
        return {column: _entry(column, known) for column in self.columns}

    def start(self) -> list[Step]:
        """How it is worked out."""
        if isinstance(self.over.body, Log):
            return mean_of_logarithms(
                self.unit, self.weighted, self.total, self.n, self.over.body.base, given=self.given
            )
        return sum_or_mean(self.unit, self.weighted, given=self.given)


def _entry(column: Expr, known: dict[Expr, Expr]) -> Any:
    made = put_in(column, known)
    if column == TracedScore.truth:
        return evaluate(made)
    return None if isinstance(made, Log) and not evaluate(made.arg) else entry(evaluate(made))


def of_samples(
    named: Named, sums: Sequence[Over], scored: ClassValues, samples: Samples, request: ScoreRequest
) -> Plan:
    """The terms of every mean over the samples in one table, each mean, and what the definition makes of them."""
    means = [_Mean(named, over, samples, steps=not at) for at, over in enumerate(sums)]
    first, view = means[0], means[0].view
    block, body = first.read[0].block if first.read else "", first.over.body
    of_all, squares = block.startswith("outcomes"), first.over.given.get("of_all") == SQUARE
    given = _Given(samples, view, first, of_all=of_all)
    columns = list(dict.fromkeys(column for mean in means for column in mean.columns))
    rows: list[list[Any]] = []
    for at in range(samples.size if samples.size <= MOST_ROWS else FIRST_ROWS) if samples.n else ():
        known: dict[Expr, Any] = {}
        for mean in means:
            known |= mean.row(at)
        weight = [] if samples.weights is None else [samples.weights[at]]
        rows.append([at + 1, *given.of(at), *(known[column] for column in columns), *weight])
    heads = ["sample", *given.heads, *(WORDS.get(column, column) for column in columns)]
    of_losses = "usual_loss" in [mean.unit.head.metric for mean in means]
    name = _name(first, samples, of_losses=of_losses)
    grid = Grid(name, [*heads, *([] if samples.weights is None else ["weight"])], rows)
    grid.left_out = samples.size - len(rows)
    if first.is_added:
        asked = [column for column in first.columns if column not in (TracedScore.score, TracedScore.truth)]
        grid.asked = [1 + len(given.heads) + columns.index(column) for column in asked]
        grid.added = samples.weights is None
        totals = {mean.over.body: mean.total for mean in means} if samples.weights is None and samples.n else {}
        if totals.get(body) is not None:
            below = [entry(found) if (found := totals.get(column)) is not None else None for column in columns]
            grid.total = ["total", *[None] * len(given.heads), *below]
    if len(means) == 1:
        grid.defines = "squares_of_two" if body == SQUARE else ""
        if of_all:
            grid.formula = "means" if first.unit is named else ""
            if squares:
                grid.meaning = "of_all"
                grid.defines = "" if mark_of(request.bound) else "squares_of_all"
        if isinstance(body, Pow) and body.exponent == 2 and isinstance(body.base, Leaf):
            grid.formula = "squared_means"
        if isinstance(named.body, Div) and named.body.num == first.unit:
            grid.formula = "scaled_mean"
    grid.usual = "means" if first.unit is named else "skill" if of_losses else ""
    if of_all and len(samples.columns) < samples.k:
        grid.notes = ["left_of_1"]
    settled = {count % (samples.k + 1) for count in SETTLED.get(block, ())}
    if settled and any(len(view.own(at)) in settled for at in range(samples.size)):  # nothing is asked of its classes
        grid.notes = [*grid.notes, f"settled_{block}"]
    if any(leaf.block == "outcomes_of_shares" for mean in means for leaf in mean.read) and samples.n:
        grid.notes = [*grid.notes, *_shares(view, samples)]

    def start() -> Worked:
        return [step for mean in means for step in mean.start()], {
            mean.unit: mean.value for mean in means if mean.unit is not named
        }

    return grid, start


def _name(first: _Mean, samples: Samples, *, of_losses: bool) -> str:
    """The key of the sentences of a table of samples."""
    if first.is_log:
        return "own_logarithms" if samples.positive is None else "logarithms"
    if first.over.body == SQUARE:
        return "squares"
    return "means_of_shares" if of_losses else "means"


class _Given:
    """The columns of a sample that its terms are made of: its class, and its scores as far as they are few."""

    def __init__(self, samples: Samples, view: AllValues, mean: _Mean, *, of_all: bool) -> None:
        self.samples, self.view, self.mean = samples, view, mean
        self.labelled = not mean.is_added or (mean.is_log and samples.positive is None)
        self.each = samples.k if of_all else len(samples.columns)
        self.shown = range(self.each) if self.each <= MOST_CLASSES and not mean.is_added else range(0)
        self.margin = any(leaf.block == "lacking" for leaf in mean.read)

    @property
    def heads(self) -> list[Any]:
        if not self.labelled:
            return ["probability", "outcome"] if self.mean.is_log else []
        of_each = [Label(self.samples.labels[at]) for at in self.shown] if self.each == self.samples.k else ["score"]
        return ["class", *([] if self.mean.is_log else of_each), *(["margin"] if self.margin else [])]

    def of(self, at: int) -> list[Any]:
        """The entries of a sample."""
        samples, view, own = self.samples, self.view, self.view.own(at)
        place = samples.positive or 0
        if not self.labelled:
            return [Score(view.exact(place)[at]), int(own == [place])] if self.mean.is_log else []
        if self.mean.is_log:
            return [Label(samples.labels[own[0]])]
        scores = [Score(view.exact(c if self.each == samples.k else place)[at]) for c in self.shown]
        margin = [Score(SampleValues(view, at).margin)] if self.margin else []
        return [Labels([samples.labels[c] for c in own]), *scores, *margin]


def _shares(view: AllValues, samples: Samples) -> list[Said]:
    """The sentence of the shares of the classes, where they are few."""
    if samples.k > SHARED:
        return []
    each = [Said(("scores", "share_of"), {"share": view.share(at), "label": samples.labels[at]})
            for at in range(samples.k)]  # fmt: skip
    return [Said(("scores", "shares"), {"shares": each})]


def of_bins(named: Named, sums: Sequence[Over], scored: ClassValues, samples: Samples, request: ScoreRequest) -> Plan:
    """The bins that hold samples with the term of each, and their sum or the largest of them."""
    over, view, positive = sums[0], AllValues(samples), samples.positive is not None
    number, left = over.given["bins"], over.given["left"]
    # What is read of a bin, and what is compared: its counts, or their shares of its samples.
    shares: list[Expr] = [part for part in every_part(over.body) if part in (RIGHT_SHARE, MEAN_CONFIDENCE)]
    read = shares or [leaf for leaf in (TracedBin.right, TracedBin.confidence) if leaf in every_part(over.body)]
    body, terms = list[list[Any]](), list[Fraction]()
    for at, found in view.filled_bins(number, left=left):
        known: dict[Expr, Expr] = {TracedBin.weight: Num(found.weight), TracedBin.right: Num(found.right),
                                   TracedBin.confidence: Num(found.confidence)}  # fmt: skip
        terms.append(over.term(found))
        columns = [found.right if column == TracedBin.right else Score(number_of(put_in(column, known)))
                   for column in read]  # fmt: skip
        body.append([Ends(at / number, (at + 1) / number), found.weight, *columns, Score(terms[-1])])
    words = {
        TracedBin.right: "positive" if positive else "right",
        TracedBin.confidence: "confidences",
        RIGHT_SHARE: "positive_share" if positive else "right_share",
        MEAN_CONFIDENCE: "mean_confidence",
    }
    grid = Grid("bins", ["bin", "samples", *(words[column] for column in read), over.body], body)
    grid.notes = ["lower_bounds" if left else "upper_bounds"]
    grid.defines = "confidence_of_two" if positive else "confidence_of_all"
    if not isinstance(over.node, Largest):
        grid.usual = "bins" if isinstance(over.body, Abs) and isinstance(named.body, Div) else ""
        return cut(grid), lambda: added(named, over.node, [(Fraction(1), term) for term in terms])
    grid.usual = "largest_gap" if named.body == over.node else ""
    return cut(grid), lambda: taken(named, over.node, max(terms))
