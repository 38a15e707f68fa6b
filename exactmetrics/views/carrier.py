"""What every view shares: the counts of a class by name, the class against its rest, and what a question chooses.

Every count of the rest is a count of the class under another name (its true positives are the class's true negatives),
so a metric of a whole matrix runs on one class with no new counts.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import Any

from exactmetrics.exact.errors import UsageError
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.metric import Bound
from exactmetrics.metrics.policy import Policy
from exactmetrics.metrics.quantity import largest, root
from exactmetrics.metrics.registry import needs_cells
from exactmetrics.metrics.request import Request, exact_parameter


class Unnamed:
    """A view on which the parts of a definition have no name: only their values count."""

    def let(self, name: str, value: Any, *, rest: bool = False) -> Any:
        return value


class Cell:
    """A cell of the matrix, of which the count alone is known."""

    def __init__(self, count: Any) -> None:
        self.count = count


def wrong_of_two(c: Any, term: Callable[[Any], Any]) -> Any:
    """The sum of a term over the wrong predictions of one class of two: one cell in its row and one in its column."""
    return term(Cell(c.fn)) + term(Cell(c.fp))


class One:
    """A class where there are two, itself and the rest: its counts are the same, and its wrong cells are two."""

    def __init__(self, c: Any) -> None:
        self.c = c
        self.k = c.constant(2)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.c, name)

    def wrong(self, term: Callable[[Any], Any]) -> Any:
        return wrong_of_two(self.c, term)

    def apply(self, bound: Bound) -> Any:
        return self.c.run(bound, self)


class Rest:
    """All other classes together, as the counterpart of a class."""

    def __init__(self, c: Any) -> None:
        self.c = c
        self.tp, self.tn, self.fp, self.fn, self.n = c.tn, c.tp, c.fn, c.fp, c.n
        self.k = c.constant(2)

    @property
    def support(self) -> Any:
        return self.c.tn + self.c.fp

    @property
    def predicted(self) -> Any:
        return self.c.tn + self.c.fn

    def wrong(self, term: Callable[[Any], Any]) -> Any:
        return wrong_of_two(self, term)

    def let(self, name: str, value: Any) -> Any:
        return self.c.let(name, value, rest=True)

    def apply(self, bound: Bound) -> Any:
        return self.c.run(bound, self, rest=True)


class Pair:
    """A true class and another, predicted one: the cell of the matrix, and how far apart the classes are."""

    def __init__(self, count: Any, gap: Any, true: Any, predicted: Any) -> None:
        self.count, self.gap, self.true, self.predicted = count, gap, true, predicted


class BinaryMatrix:
    """The two-class matrix of a class and the rest."""

    def __init__(self, c: Any) -> None:
        self.c, self.one, self.rest = c, One(c), Rest(c)
        self.n = c.n

    @property
    def k(self) -> Any:
        return self.c.constant(2)

    chosen = k

    def first(self) -> Any:
        return self.one

    def sum(self, term: Callable[[Any], Any]) -> Any:
        return term(self.one) + term(self.rest)

    def largest(self, term: Callable[[Any], Any]) -> Any:
        return largest(term(self.one), term(self.rest))

    def row_largest(self, c: Any) -> Any:
        return largest(c.tp, c.fn)

    def column_largest(self, c: Any) -> Any:
        return largest(c.tp, c.fp)

    def pairs(self, term: Callable[[Any], Any]) -> Any:
        c, rest, near = self.one, self.rest, self.c.constant(1)
        return term(Pair(c.fn, near, c, rest)) + term(Pair(c.fp, near, rest, c))

    def cells(self, term: Callable[[Any], Any]) -> Any:
        c, rest, none, near = self.one, self.rest, self.c.constant(0), self.c.constant(1)
        first = term(Pair(c.tp, none, c, c)) + term(Pair(c.fn, near, c, rest))
        return first + term(Pair(c.fp, near, rest, c)) + term(Pair(c.tn, none, rest, rest))

    def mean(self, term: Callable[[Any], Any], weight: Callable[[Any], Any] | None = None) -> Any:
        return self.c.mean_of(term, weight, (self.one, self.rest))

    def geometric_mean(self, term: Callable[[Any], Any]) -> Any:
        return self.c.geometric_mean_of(term, (self.one, self.rest))

    def let(self, name: str, value: Any) -> Any:
        return self.c.let(name, value)

    def apply(self, bound: Bound) -> Any:
        return self.c.run(bound, self)


class PlainClass(Unnamed):
    """A class on a carrier on which nothing is undefined: to run a metric is to run its definition."""

    def one_vs_rest(self) -> BinaryMatrix:
        return BinaryMatrix(self)

    def apply(self, bound: Bound) -> Any:
        return bound.define(self)

    def run(self, bound: Bound, view: Any, *, rest: bool = False) -> Any:
        return bound.define(view)

    def constant(self, value: int) -> Any:
        raise NotImplementedError

    @property
    def k(self) -> Any:
        """The number of classes: two, where a carrier knows of no more."""
        return self.constant(2)

    def wrong(self, term: Callable[[Any], Any]) -> Any:
        return wrong_of_two(self, term)

    def mean_of(self, term: Callable[[Any], Any], weight: Callable[[Any], Any] | None, over: Sequence[Any]) -> Any:
        weights = [weight(c) if weight else self.constant(1) for c in over]
        return sum(w * term(c) for w, c in zip(weights, over, strict=True)) / sum(weights)

    def geometric_mean_of(self, term: Callable[[Any], Any], over: Sequence[Any]) -> Any:
        return root(prod(map(term, over)), len(over))


class ClassLeaves(Unnamed):
    """The counts of a class by name, each as `leaf` gives it on its carrier; `m` is the matrix they belong to."""

    m: Any

    def leaf(self, block: str) -> Any:
        raise NotImplementedError

    tp = property(lambda self: self.leaf("tp"))
    fp = property(lambda self: self.leaf("fp"))
    fn = property(lambda self: self.leaf("fn"))
    tn = property(lambda self: self.leaf("tn"))
    support = property(lambda self: self.leaf("support"))
    predicted = property(lambda self: self.leaf("predicted"))

    @property
    def n(self) -> Any:
        return self.m.n

    @property
    def k(self) -> Any:
        return self.m.k

    def one_vs_rest(self) -> Any:
        return BinaryMatrix(self)


class MatrixCounts(Unnamed):
    """Counts, policy, the positions `over` which averages run, given weights by position, and the positive class."""

    def __init__(
        self,
        blocks: Blocks,
        policy: Policy,
        over: Sequence[int],
        weights: Sequence[Fraction] = (),
        positive: int | None = None,
    ) -> None:
        self.blocks, self.policy, self.over, self.weights, self.positive = blocks, policy, over, weights, positive

    def row_largest(self, c: Any) -> Any:
        return c.leaf("row_largest")

    def column_largest(self, c: Any) -> Any:
        return c.leaf("column_largest")


def arguments(request: Request, blocks: Blocks, positive: Hashable | None) -> tuple[Any, ...]:
    """What a question on counts makes a view of the matrix from: the arguments of `MatrixCounts`."""
    metric, form = request.metric, request.bound.form
    on_matrix = request.label is None and request.average is None
    on_class = metric.scope == "class"
    instead = "" if on_class else "; average it over the classes, or give label="
    if (on_matrix or on_class) and metric.partition and not blocks.partition:
        recall = "(The share of samples whose true class is among the predicted ones is the micro recall.)"
        raise UsageError(
            f"{metric.name} needs one true and one predicted class for every sample, and these counts are no "
            f"partition (top-k or multilabel){'' if on_class else f'{instead}. {recall}'}"
        )
    if (on_matrix or on_class) and needs_cells(metric) and not has_cells(blocks):
        raise UsageError(
            f"{metric.name} needs the cells of the whole matrix, and these are the counts of each class{instead}"
        )
    if metric.single_samples and not has_single_samples(blocks):
        raise UsageError(
            f"{metric.name} counts pairs of single samples, so it needs whole counts, and these counts have fractions; "
            "give the counts without weights"
        )
    over = chosen_classes(request.over, blocks)
    weights = _given_weights(request.weights, blocks, over)
    place = blocks.position(positive) if positive is not None else None
    if on_matrix and form is not None and form.classes not in (None, blocks.k):
        raise UsageError(
            f"the {form.name} form of {metric.name} is for {form.classes} classes, and there are "
            f"{blocks.k}; give label= to set one class against the rest"
        )
    return blocks, request.policy, over, weights, place


def cells_of(blocks: Blocks, *, diagonal: bool, empty: bool = True) -> Sequence[tuple[int, int, Any]]:
    """Pairs of positions, true and predicted, with the count of the cell, of all cells or of the wrong ones.

    Without the `empty` ones there are never more of them than samples; of two classes all are listed.
    """
    if blocks.k == 2:
        wrong = [(0, 1, blocks.fn[0]), (1, 0, blocks.fp[0])]
        return [(0, 0, blocks.tp[0]), *wrong, (1, 1, blocks.tp[1])] if diagonal else wrong
    if blocks.matrix is None:
        raise UsageError("the counts of the classes are not enough: the cells of the whole matrix are needed")
    cells, k = blocks.matrix.cells, range(blocks.k)
    if not empty:
        return [(i, j, count) for (i, j), count in cells.items() if diagonal or i != j]
    return [(i, j, cells.get((i, j), 0)) for i in k for j in k if diagonal or i != j]


def wrong_by_class(blocks: Blocks) -> list[dict[tuple[int, int], Any]]:
    """The wrong cells of every class that are not empty, those of its row and of its column, by their places."""
    found: list[dict[tuple[int, int], Any]] = [{} for _ in blocks.labels]
    for i, j, count in cells_of(blocks, diagonal=False, empty=False):
        found[i][i, j] = found[j][i, j] = count
    return found


def has_cells(blocks: Blocks) -> bool:
    """Whether every cell of the matrix is known: of two classes of a partition it follows from the counts."""
    return blocks.matrix is not None or (blocks.k == 2 and blocks.partition)


def has_single_samples(blocks: Blocks) -> bool:
    """Whether every count is a whole number."""
    counts = [*blocks.tp, *blocks.support, *blocks.predicted, blocks.n]
    if blocks.matrix is not None:
        counts += blocks.matrix.cells.values()
    return all(count.denominator == 1 for count in counts)


def chosen_classes(over: str | Sequence[Hashable], blocks: Blocks) -> Sequence[int]:
    """The positions of the classes that an average runs over, given as in `Request.over`; each is there once."""
    everything = range(blocks.k)
    if over == "all":
        return everything
    if over == "true":
        return [i for i in everything if blocks.support[i]]
    if over == "predicted":
        return [i for i in everything if blocks.predicted[i]]
    if over == "present":
        return [i for i in everything if blocks.support[i] or blocks.predicted[i]]
    positions = [blocks.position(label) for label in over]
    if len(set(positions)) < len(positions) or not positions:
        raise UsageError(f"over= names each class once, and at least one; got {list(over)!r}")
    return positions


def _given_weights(weights: str | Mapping[Hashable, Any], blocks: Blocks, over: Sequence[int]) -> Sequence[Fraction]:
    """Weights given by label, by position; classes the average does not run over may be absent."""
    if isinstance(weights, str):
        return ()
    by_position = {blocks.position(label): exact_parameter("a weight", w) for label, w in weights.items()}
    missing = [blocks.labels[i] for i in over if i not in by_position]
    if missing:
        raise UsageError(
            f"weights= has no weight for class {missing[0]!r}; give one for every class, 0 if it is not to count"
        )
    if any(w < 0 for w in by_position.values()):
        raise UsageError("weights= must not be negative")
    return [by_position.get(i, Fraction(0)) for i in range(blocks.k)]
