"""The value view: a definition run here is an exact number.

Means and sums run on columns of all classes at once; a single class runs on `Fraction`s. Wherever a quotient has no
value the trace view is asked what the policy says, so there is one place where policies act.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from exactmetrics.exact.values import Number, Undefined, Value
from exactmetrics.expression.nodes import Named
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.averaging import averaged
from exactmetrics.metrics.metric import Bound
from exactmetrics.metrics.policy import Policy
from exactmetrics.metrics.request import Request
from exactmetrics.views.binary import BinaryMatrix
from exactmetrics.views.column import Column

BLOCKS = ("tp", "fp", "fn", "tn", "support", "predicted")


class NoValue(Exception):  # noqa: N818  (a message on its way, not an error)
    """A part without a value, on its way to whoever can leave it out or say so."""

    def __init__(self, undefined: Undefined, omit: bool) -> None:
        super().__init__(str(undefined))
        self.undefined, self.omit = undefined, omit


@dataclass(frozen=True, slots=True)
class Acted:
    """A policy that acted: on what, what stands for it (None: left out), and who says so."""

    metric: str
    label: Hashable | None
    value: Fraction | None
    policy: str
    ratio: str


class ValueClass:
    """One class, or the pool of several: its counts as exact numbers."""

    def __init__(self, m: ValueMatrix, position: int | None) -> None:
        self.m, self.position = m, position

    def _leaf(self, block: str) -> Fraction:
        counts = getattr(self.m.blocks, block)
        if self.position is None:
            return Fraction(sum(counts[i] for i in self.m.over))
        return Fraction(counts[self.position])

    tp = property(lambda self: self._leaf("tp"))
    fp = property(lambda self: self._leaf("fp"))
    fn = property(lambda self: self._leaf("fn"))
    tn = property(lambda self: self._leaf("tn"))
    support = property(lambda self: self._leaf("support"))
    predicted = property(lambda self: self._leaf("predicted"))

    @property
    def n(self) -> Fraction:
        """All samples; in a pool every class brings them."""
        return self.m.n if self.position is not None else self.m.n * len(self.m.over)

    def constant(self, value: int) -> Fraction:
        """A plain number."""
        return Fraction(value)

    def one_vs_rest(self) -> BinaryMatrix:
        """The class against the rest."""
        return BinaryMatrix(self)

    def apply(self, bound: Bound) -> Any:
        """The value of a metric of the class."""
        return self.run(bound, self)

    def run(self, bound: Bound, view: Any, *, rest: bool = False) -> Any:
        """The value of a metric on the class, on the rest, or on the matrix of both."""
        try:
            return bound.define(view)
        except ZeroDivisionError:
            twin = self.m.trace().pooled() if self.position is None else self.m.trace().at(self.position)
            return self.m.settle(twin.run(bound, _twin_of(view, twin), rest=rest))

    def mean_of(self, term: Callable[[Any], Any], weight: Callable[[Any], Any] | None, over: Sequence[Any]) -> Any:
        """The mean over the two classes of a binary matrix."""
        top, bottom = Fraction(0), Fraction(0)
        for c in over:
            w = weight(c) if weight else Fraction(1)
            try:
                top, bottom = top + w * term(c), bottom + w
            except NoValue as none:
                if not none.omit:
                    raise
        return top / bottom


class ColumnClasses:
    """All chosen classes at once: every count is a column."""

    def __init__(self, m: ValueMatrix, positions: Sequence[int]) -> None:
        self.m, self.positions = m, positions
        self._all = len(positions) == m.blocks.k
        self._omitted: frozenset[int] = frozenset()  # a class that is left out is not asked again

    def _leaf(self, block: str) -> Column:
        counts = getattr(self.m.blocks, block)
        return Column(counts if self._all else [counts[i] for i in self.positions])

    tp = property(lambda self: self._leaf("tp"))
    fp = property(lambda self: self._leaf("fp"))
    fn = property(lambda self: self._leaf("fn"))
    tn = property(lambda self: self._leaf("tn"))
    support = property(lambda self: self._leaf("support"))
    predicted = property(lambda self: self._leaf("predicted"))
    n = property(lambda self: self.m.n)

    @property
    def weight(self) -> Column:
        """The weights that were given."""
        return Column([self.m.weights[i] for i in self.positions])

    def one_vs_rest(self) -> ColumnMatrices:
        """Each class against the rest."""
        return ColumnMatrices(self)

    def apply(self, bound: Bound) -> Any:
        """The values of a metric, class by class; where it has none the policy decides."""
        column = bound.define(self)
        if not isinstance(column, Column) or not column.bad:
            return column
        replaced, omitted = self.each(lambda c: c.apply(bound), sorted(column.bad - self._omitted))
        self._omitted |= omitted
        return column.settled(replaced, omitted)

    def each(
        self, term: Callable[[ValueClass], Number], among: Sequence[int]
    ) -> tuple[dict[int, Number], frozenset[int]]:
        """Run a term class by class on some places of the column: the values, and the places left out."""
        values, omitted = {}, set()
        known: dict[tuple[Any, ...], _Once] = {}  # classes of equal counts have equal values, and are run once
        b = self.m.blocks
        for i in among:
            position = self.positions[i]
            key = (b.tp[position], b.support[position], b.predicted[position])
            once = known.get(key)
            if once is None:
                once = known[key] = _Once(self.m, term, position)
            else:
                self.m.acted += once.acted_on(b.labels[position])
            if isinstance(once.value, NoValue):
                self.valueless(i, once.undefined_for(b.labels[position]), once.value)
                omitted.add(i)
            else:
                values[i] = once.value
        return values, frozenset(omitted)

    def valueless(self, place: int, undefined: Undefined, none: NoValue) -> None:
        """A class has no value: a policy leaves it out, or the whole column has none."""
        if not none.omit:
            raise NoValue(undefined, False)


class _Once:
    """A term run on one class, and what comes of it for other classes of the same counts."""

    def __init__(self, m: ValueMatrix, term: Callable[[ValueClass], Number], position: int) -> None:
        before, self.label = len(m.acted), m.blocks.labels[position]
        self.value: Number | NoValue
        try:
            self.value = term(ValueClass(m, position))
        except NoValue as none:
            self.value = none
        self.acted = m.acted[before:]

    def acted_on(self, label: Hashable) -> list[Acted]:
        """The policies that acted, as they act on the class of a label."""
        return [Acted(a.metric, label, a.value, a.policy, a.ratio) if a.label == self.label else a for a in self.acted]

    def undefined_for(self, label: Hashable) -> Undefined:
        """The undefined value, as that of the class of a label."""
        assert isinstance(self.value, NoValue)
        u = self.value.undefined
        if u.label != self.label or label == self.label:
            return u
        return Undefined(u.metric, label, u.numerator, u.denominator)


class ColumnMatrices:
    """The matrices of each class against the rest, which metrics of a whole matrix run on one by one."""

    def __init__(self, classes: ColumnClasses) -> None:
        self.classes = classes

    def apply(self, bound: Bound) -> Column:
        """The values of a metric of a matrix, class by class."""
        places = range(len(self.classes.positions))
        values, omitted = self.classes.each(lambda c: c.one_vs_rest().apply(bound), places)
        return Column([values.get(i, Fraction(0)) for i in places], None, frozenset(), omitted)


class ValueMatrix:
    """The whole matrix on exact numbers; `over` holds the positions of the classes that averages run over."""

    def __init__(
        self,
        blocks: Blocks,
        policy: Policy,
        over: Sequence[int],
        weights: Sequence[Fraction] = (),
        positive: int | None = None,
    ) -> None:
        self.blocks, self.policy, self.over, self.weights, self.positive = blocks, policy, over, weights, positive
        self.n, self.k = Fraction(blocks.n), Fraction(blocks.k)
        self.acted: list[Acted] = []
        self._all = range(blocks.k)
        self._trace: Any = None

    def of(self, label: Hashable) -> ValueClass:
        """The class of a label."""
        return ValueClass(self, self.blocks.position(label))

    def first(self) -> ValueClass:
        """The positive class of two."""
        return ValueClass(self, self.positive or 0)

    def pooled(self) -> ValueClass:
        """All chosen classes as one."""
        return ValueClass(self, None)

    def sum(self, term: Callable[[Any], Any]) -> Number:
        """The sum over all classes."""
        column = term(ColumnClasses(self, self._all))
        return self._defined(column).sum()

    def mean(self, term: Callable[[Any], Any], weight: Callable[[Any], Any] | None = None) -> Number:
        """The mean over the chosen classes, those of weight 0 and those a policy leaves out not counted."""
        if weight is None:
            column = self._defined(term(ColumnClasses(self, self.over)))
            return column_sum(column) / (len(column) - len(column.omitted))
        over = list(self.over)
        weights = weight(ColumnClasses(self, over)).tops
        if 0 in weights:
            over = [i for i, w in zip(over, weights, strict=True) if w]
        view = ColumnClasses(self, over)
        weights, column = weight(view), self._defined(term(view))
        kept = Column([w for i, w in enumerate(weights.tops) if i not in column.omitted])
        return column_sum(weights * column) / kept.sum()  # type: ignore[operator]

    def _defined(self, column: Column) -> Column:
        if column.bad - column.omitted:  # a quotient outside any metric, e.g. of two counts: no policy speaks of it
            raise ZeroDivisionError
        return column

    def average(self, bound: Bound, request: Request) -> Any:
        """A metric averaged as asked."""
        try:
            return averaged(bound, request)(self)
        except ZeroDivisionError:
            return self.settle(self.trace().average(bound, request))

    def apply(self, bound: Bound) -> Any:
        """The value of a metric of the matrix."""
        try:
            return bound.define(self)
        except ZeroDivisionError:
            return self.settle(self.trace().apply(bound))

    def trace(self) -> Any:
        """The trace view of the same matrix, which knows what to do where there is no value."""
        from exactmetrics.views.trace import TraceMatrix

        if self._trace is None:
            self._trace = TraceMatrix(self.blocks, self.policy, self.over, self.weights, self.positive)
        return self._trace

    def settle(self, named: Named) -> Fraction:
        """What the policy put in the place of a part without a value, or the news that nothing stands for it."""
        from exactmetrics.views.undefined import find_undefined, undefined_ratio

        if named.applied is None or named.applied.policy == "inherited":
            raise NoValue(find_undefined(named), False)
        undefined = find_undefined(named)
        num, den = undefined_ratio(named.body)
        omit = named.applied.policy == "omit"
        if omit or named.applied.value is not None:
            label = named.head.tag.label if named.head.tag else None
            self.acted.append(Acted(undefined.metric, label, named.applied.value, named.applied.why, f"{num}/{den}"))
        if named.applied.value is None:
            raise NoValue(undefined, omit)
        return named.applied.value


def column_sum(column: Column) -> Number:
    """The sum of what was not left out."""
    if not column.omitted:
        return column.sum()
    keep = [i for i in range(len(column)) if i not in column.omitted]
    bottoms = None if column.bottoms is None else [column.bottoms[i] for i in keep]
    return Column([column.tops[i] for i in keep], bottoms).sum()


def _twin_of(view: Any, twin: Any) -> Any:
    """The same view on the other carrier: the class, its rest, or the matrix of both."""
    if isinstance(view, ValueClass):
        return twin
    both = BinaryMatrix(twin)
    return both if isinstance(view, BinaryMatrix) else both.rest


def value_or_undefined(compute: Callable[[], Any]) -> Value:
    """The value, or the undefined value that says why there is none."""
    try:
        value: Value = compute()
    except NoValue as none:
        return none.undefined
    return value
