"""The tables and the working of averages: over the classes, over the samples, and over the pairs of classes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from exactmetrics.derivation.planning.page import Said, Step
from exactmetrics.derivation.planning.tree import every_part
from exactmetrics.derivation.score_grid import MOST_ROWS, Grid, Label, Labels, Plan, Title, Worked, cut, entry
from exactmetrics.derivation.score_means import mean_of_numbers, unit_of
from exactmetrics.exact.values import Number, add
from exactmetrics.expression.nodes import ANY, Div, Expr, Head, Leaf, Mul, Named, Sum
from exactmetrics.metrics.score_request import ScoreRequest
from exactmetrics.scores.compute import parts_of, weight_of_pair
from exactmetrics.scores.samples import Samples
from exactmetrics.scores.trace import Over, TracedClass
from exactmetrics.scores.view import AllValues, ClassValues


@dataclass(slots=True)
class Average:
    """An average as a formula, with its table and what works it out; `start` is given the value."""

    named: Named
    grid: Grid
    start: Callable[[Number], list[Step]]


class _Columns:
    """The counts of a class against others that a definition reads: those of pairs of samples, or none."""

    def __init__(self, tree: Expr) -> None:
        self.of_pairs = any(isinstance(part, Leaf) and part.block == "wins" for part in every_part(tree))
        self.heads = ["pairs", "higher", "ties"] if self.of_pairs else []

    def of(self, scored: ClassValues) -> list[Fraction]:
        """The entries of a row."""
        return [scored.positives * scored.negatives, scored.wins, scored.ties] if self.of_pairs else []


def average_of_values(request: ScoreRequest, samples: Samples, tree: Named) -> Average:
    """The mean over the classes, each against all others, or over the samples, each with its classes."""
    average, of_samples, define = str(request.average), request.average == "samples", request.bound.define
    rule, columns = request.policy.decide(request.metric.name, None, None), _Columns(tree)
    terms, body, bottom, why = list[tuple[Fraction, Number]](), list[list[Any]](), Fraction(0), None
    by_weight, view = average == "weighted" or (of_samples and samples.weights is not None), AllValues(samples)
    for at, (label, scored, weight) in enumerate(parts_of(average, samples)):
        found: Number | None = None
        try:
            found = define(scored) if weight else None
        except ZeroDivisionError:
            if isinstance(rule, Fraction):
                found = rule
            else:
                why = why or _lacking(scored, at + 1 if of_samples else label, of_samples=of_samples)
        if at < MOST_ROWS + 1:
            own = [at + 1, Labels([samples.labels[c] for c in view.own(at)])] if of_samples else None
            shown = None if found is None else entry(found)
            body.append([*(own or [Label(label)]), *([weight] if by_weight else []), *columns.of(scored), shown])
        if found is not None:
            terms.append((Fraction(weight), found))
        if found is not None or rule != "omit":
            bottom += weight
    symbol = Leaf("sample_value" if of_samples else "class_value", ANY, None)
    size = Leaf("sample_weight" if of_samples else "class_size", ANY, None)
    top: Expr = Sum(Mul((size, symbol)) if by_weight else symbol, ())
    below = "n" if of_samples else "sizes" if by_weight else "k"
    named = Named(tree.head, Div(top, Leaf(below, None, bottom)))
    first = ["sample", "class"] if of_samples else ["class"]
    heads = [*first, *([size] if by_weight else []), *columns.heads, symbol]
    grid = Grid("of_samples" if of_samples else "averages", heads, body, why=why)
    grid.asked, grid.added = [len(heads) - 1], not by_weight
    pairs = _notes_of_pairs(samples, of_samples=of_samples) if columns.of_pairs else []
    grid.notes = pairs if of_samples else [*pairs, "ask_class"]
    grid.formula = f"{'weighted_' if by_weight and of_samples else ''}{average}_average"
    grid = cut(grid)
    if grid.left_out:
        grid.left_out = (samples.size if of_samples else samples.k) - len(grid.rows)
    return Average(named, grid, lambda value: mean_of_numbers(named, terms, bottom, value))


def _notes_of_pairs(samples: Samples, *, of_samples: bool = False) -> list[str]:
    """What a pair is, and what it counts; inside one sample it has no weight."""
    if of_samples:
        return ["pairs_in_sample"]
    return ["pairs_of_samples"] if samples.weights is None else ["pairs_of_samples", "weight_of_pair"]


def _lacking(scored: ClassValues, name: Hashable, *, of_samples: bool) -> Said:
    """Why a class against the rest, or a sample with its classes, has no value."""
    none = "of_sample" if of_samples else "of_class"
    return Said(("scores", f"{'all' if scored.positives else 'none'}_{none}"), {"label": name})


def average_of_pairs(request: ScoreRequest, samples: Samples, tree: Named) -> Average:
    """The mean over the pairs of classes, each class once against the other alone."""
    return _of_pairs(tree, tree.head, request.bound.define, samples, weighted=request.average == "weighted")


def class_pairs(
    named: Named, sums: Sequence[Over], scored: ClassValues, samples: Samples, request: ScoreRequest
) -> Plan:
    """The same for a metric that is defined as this mean."""
    term, unit = sums[0].term, unit_of(named, sums[0].node)
    found = _of_pairs(term(TracedClass(scored)), unit.head, term, samples)

    def start() -> Worked:
        value = AllValues(samples).pairs(term)
        return found.start(value), {} if unit is named else {unit: value}

    return found.grid, start


def _of_pairs(
    tree: Named, head: Head, define: Callable[[Any], Any], samples: Samples, *, weighted: bool = False
) -> Average:
    """The pairs of classes, each in two rows: with either class as the positive one; `tree` is the value of a row."""
    view, columns = AllValues(samples), _Columns(tree)
    weight_of = weight_of_pair("weighted" if weighted else None)
    terms, body, bottom, why = list[tuple[Fraction, Number]](), list[list[Any]](), Fraction(0), None
    for pair, sides in view.both_of_pairs():
        values = list[Number]()
        for (first, second), scored in zip((pair, pair[::-1]), sides, strict=True):
            weight, value = weight_of(scored), None
            try:
                value = define(scored) if weight else None
            except ZeroDivisionError:
                lacking = samples.labels[second if scored.positives else first]
                why = why or Said(("scores", "none_of_class"), {"label": lacking})
            values += [] if value is None else [value]
            counts = columns.of(scored) or [scored.positives, scored.negatives]
            shown = None if value is None else entry(value)
            row = [*(Label(samples.labels[at]) for at in (first, second)), *counts, shown]
            body.append([*row, *([None] * (1 + weighted))])
        if len(values) == 2:
            mean = add(*values) * Fraction(1, 2)
            terms.append((weight, mean))
            body[-1][-1 - weighted :] = [*([weight] if weighted else []), entry(mean)]
        bottom += weight
    size, symbol = Leaf("pair_size", ANY, None), Leaf("pair_mean", ANY, None)
    top: Expr = Sum(Mul((size, symbol)) if weighted else symbol, ())
    named = Named(head, Div(top, Leaf("sizes" if weighted else "class_pairs", None, bottom)))
    title = Title(tree.head.metric) if columns.of_pairs else "value"
    counted = columns.heads or ["positive", "negative"]
    heads = ["class", "other_class", *counted, title, *([size] if weighted else []), symbol]
    notes = _notes_of_pairs(samples) if columns.of_pairs else ["ask_pair"]
    grid = cut(Grid("class_pairs", heads, body, notes=notes, why=why))
    grid.formula = "weighted_class_pairs" if weighted else "class_pairs"
    return Average(named, grid, lambda value: mean_of_numbers(named, terms, bottom, value))
