"""The value view: a definition run here is an exact number.

Means and sums run on columns of all classes at once; a single class runs on `Fraction`s. Wherever a quotient has no
value the trace view is asked what the policy says, so there is one place where policies act. That view is imported
only then: most answers need no tree, and loading it takes as long as computing one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import zip_longest
from math import prod
from typing import TYPE_CHECKING, Any

from exactmetrics.exact.sums import total
from exactmetrics.exact.values import Number, Undefined, Value
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.averaging import averaged, definition
from exactmetrics.metrics.metric import Bound
from exactmetrics.metrics.quantity import LOGS, root
from exactmetrics.metrics.registry import needs_cells
from exactmetrics.metrics.request import Request
from exactmetrics.views.carrier import (
    BinaryMatrix,
    Cell,
    ClassLeaves,
    MatrixCounts,
    One,
    Pair,
    arguments,
    cells_of,
    wrong_by_class,
)
from exactmetrics.views.column import Column, added

if TYPE_CHECKING:
    from exactmetrics.expression.nodes import Named


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
    average: str | None = None

    @property
    def name(self) -> str:
        """The metric without its average."""
        return self.metric.removeprefix(f"{self.average} ")


class Known:
    """What is worked out of one matrix and asked for again, as by the averages of a report: columns, and values.

    Only what has a value by itself is kept, whatever the policy: where one acts, it is asked each time.
    """

    def __init__(self) -> None:
        self._columns: dict[Hashable, Column] = {}
        self._values: dict[Hashable, Number] = {}

    def __reduce__(self) -> tuple[type[Known], tuple[()]]:
        """A copy knows nothing yet: what is kept goes by definitions, which cannot be pickled."""
        return Known, ()

    def column(self, classes: ColumnClasses, bound: Bound) -> Column | None:
        """The values of a metric of all classes, if they are known."""
        return self._columns.get(_key(bound)) if classes.is_all else None

    def keep_column(self, classes: ColumnClasses, bound: Bound, column: Column) -> None:
        if classes.is_all and not (column.bad or column.omitted or classes.left_out):
            self._columns[_key(bound)] = column

    def value(self, m: ValueMatrix, bound: Bound) -> Number | None:
        """The value of a metric of the matrix, if it is known."""
        return self._values.get((_key(bound), m.positive)) if m.is_all else None

    def keep_value(self, m: ValueMatrix, bound: Bound, value: Number) -> None:
        if m.is_all:
            self._values[_key(bound), m.positive] = value


def _key(bound: Bound) -> Hashable:
    return bound.metric, bound.convention.name, bound.chosen.name, *bound.parameters.items()


class ValueClass(ClassLeaves):
    """One class, or with position None the pool of those chosen: its counts as exact numbers."""

    m: ValueMatrix

    def __init__(self, m: ValueMatrix, position: int | None) -> None:
        self.m, self.position = m, position

    def leaf(self, block: str) -> Fraction:
        """A count; in a pool the sum of the counts."""
        counts = getattr(self.m.blocks, block)
        if self.position is None:
            over = self.m.over
            return Fraction(sum(counts) if len(over) == len(counts) else sum(counts[i] for i in over))
        return Fraction(counts[self.position])

    @property
    def n(self) -> Fraction:
        """All samples; in a pool every class brings them."""
        return self.m.n if self.position is not None else self.m.n * len(self.m.over)

    def constant(self, value: int) -> Fraction:
        return Fraction(value)

    def wrong(self, term: Callable[[Any], Any]) -> Any:
        """Empty cells all have one term, which also tells whether the term has a value."""
        assert self.position is not None  # a pool has no cells
        cells = self.m.wrong[self.position]
        terms = [term(Cell(Fraction(count))) for count in cells]
        empty = 2 * (self.m.blocks.k - 1) - len(cells)
        return total([*terms, empty * term(Cell(Fraction(0)))] if empty else terms)

    def apply(self, bound: Bound) -> Any:
        return self.run(bound, self)

    def run(self, bound: Bound, view: Any, *, rest: bool = False) -> Any:
        """The value of a metric on the class, on the rest, or on the matrix of both."""
        try:
            return bound.define(view)
        except ZeroDivisionError:
            twin = self.m.trace().pooled() if self.position is None else self.m.trace().at(self.position)
            return self.m.settle(twin.run(bound, _twin_of(view, twin), rest=rest))

    def mean_of(self, term: Callable[[Any], Any], weight: Callable[[Any], Any] | None, over: Sequence[Any]) -> Any:
        top, bottom = Fraction(0), Fraction(0)
        for c in over:
            w = weight(c) if weight else Fraction(1)
            try:
                top, bottom = top + w * term(c), bottom + w
            except NoValue as none:
                if not none.omit:
                    raise
        return top / bottom

    def geometric_mean_of(self, term: Callable[[Any], Any], over: Sequence[Any]) -> Any:
        values = []
        for c in over:
            try:
                values.append(term(c))
            except NoValue as none:
                if not none.omit:
                    raise
        return _geometric_mean(values)


def _geometric_mean(values: Sequence[Any]) -> Any:
    if not values:
        raise ZeroDivisionError
    return root(prod(values), len(values))


def _twin_of(view: Any, twin: Any) -> Any:
    """The same view on the other carrier: the class, its rest, or the matrix of both."""
    if isinstance(view, ValueClass):
        return twin
    both = BinaryMatrix(twin)
    return both if isinstance(view, BinaryMatrix) else both.one if isinstance(view, One) else both.rest


class ColumnClasses(ClassLeaves):
    """All chosen classes at once: every count is a column. Where a class has no value it is run by itself."""

    m: ValueMatrix

    def __init__(self, m: ValueMatrix, positions: Sequence[int]) -> None:
        self.m, self.positions = m, positions
        self.is_all = positions is m.every or list(positions) == list(m.every)  # all, and in their order
        self.left_out: frozenset[int] = frozenset()  # a class that is left out is not asked again

    def leaf(self, block: str) -> Column:
        counts = getattr(self.m.blocks, block)
        return Column(counts if self.is_all else [counts[i] for i in self.positions])

    @property
    def weight(self) -> Column:
        return Column([self.m.weights[i] for i in self.positions])

    def one_vs_rest(self) -> ColumnMatrices:
        return ColumnMatrices(self)

    def wrong(self, term: Callable[[Any], Any]) -> Column:
        """One column for the first wrong cell of each class that is not empty, one for the second, and so on."""
        cells = [self.m.wrong[i] for i in self.positions]
        columns = [term(Cell(Column(slot))) for slot in zip_longest(*cells, fillvalue=0)]
        empty = 2 * (self.m.blocks.k - 1) - len(columns)
        if empty:
            columns.append(empty * term(Cell(Column([0] * len(cells)))))
        return added(columns, len(cells))

    def apply(self, bound: Bound) -> Any:
        """The values of a metric, class by class; where it has none the policy decides."""
        if (known := self.m.known.column(self, bound)) is not None:
            return known
        acted = len(self.m.acted)
        try:
            column = bound.define(self)
        except ZeroDivisionError:  # of what is the same for every class
            column = Column([0] * len(self.positions), None, frozenset(range(len(self.positions))))
        if not isinstance(column, Column) or not column.bad:
            if isinstance(column, Column) and len(self.m.acted) == acted:
                self.m.known.keep_column(self, bound, column)
            return column
        bad = sorted(column.bad - self.left_out)
        replaced, omitted = self.each(lambda c: c.apply(bound), bad, alike=not needs_cells(bound.metric))
        self.left_out |= omitted
        return column.settled(replaced, omitted)

    def each(
        self, term: Callable[[ValueClass], Number], among: Sequence[int], *, alike: bool = True
    ) -> tuple[dict[int, Number], frozenset[int]]:
        """Run a term class by class on some places of the column: the values, and the places left out.

        Classes of equal counts are `alike`, have equal values, and are run once.
        """
        values, omitted = {}, set()
        known: dict[tuple[Any, ...], _Once] = {}
        b = self.m.blocks
        for i in among:
            position = self.positions[i]
            empty = not (b.support[position] or b.predicted[position])
            key = (b.tp[position], b.support[position], b.predicted[position], 0 if alike or empty else position)
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
        return [replace(a, label=label) if a.label == self.label else a for a in self.acted]

    def undefined_for(self, label: Hashable) -> Undefined:
        """The undefined value, as that of the class of a label."""
        assert isinstance(self.value, NoValue)
        u = self.value.undefined
        if u.label != self.label or label == self.label:
            return u
        return Undefined(u.name, label, u.numerator, u.denominator, average=u.average, cause=u.cause)


class ColumnMatrices:
    """The matrices of each class against the rest, which metrics of a whole matrix run on one by one."""

    def __init__(self, classes: ColumnClasses) -> None:
        self.classes = classes

    def apply(self, bound: Bound) -> Column:
        places = range(len(self.classes.positions))
        values, omitted = self.classes.each(lambda c: c.one_vs_rest().apply(bound), places)
        return Column([values.get(i, Fraction(0)) for i in places], None, frozenset(), omitted)


class EachClass(ColumnClasses):
    """All classes at once; one without a value does not end the run, it is only noted why."""

    def __init__(self, m: ValueMatrix, positions: Sequence[int]) -> None:
        super().__init__(m, positions)
        self.undefined: dict[int, Undefined] = {}

    def valueless(self, place: int, undefined: Undefined, none: NoValue) -> None:
        self.undefined.setdefault(place, undefined)


class MoreThanACount(Exception):  # noqa: N818  (a message on its way, not an error)
    """A term asks for more than the count of a cell."""


@dataclass(frozen=True, slots=True)
class CountAlone:
    """A cell whose row and column are not known: what is asked of its count alone is the same for all empty cells."""

    count: Any

    def __getattr__(self, name: str) -> Any:
        raise MoreThanACount(name)


class Absent:
    """What an empty cell asks of its classes: arithmetic goes on with it, and no logarithm of weight 0 looks at it."""

    def __getattr__(self, name: str) -> Absent:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def _still(self, _: object) -> Absent:
        return self

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __pow__ = _still


def _log_of_absent(top: Any, bottom: Any, base: int | None, weight: Any) -> Fraction:
    if not isinstance(weight, Fraction) or weight:
        raise MoreThanACount
    return Fraction(0)


LOGS[Absent] = _log_of_absent


def _is_nothing_of_none(term: Callable[[Any], Any]) -> bool:
    """Whether a term is 0 for every empty cell: of many classes nearly all cells are."""
    none = Absent()
    try:
        found = term(Pair(Fraction(0), none, none, none))
    except (MoreThanACount, TypeError):
        return False
    return isinstance(found, Fraction) and not found


class ValueMatrix(MatrixCounts):
    """The whole matrix on exact numbers; `over` holds the positions of the classes that averages run over."""

    def __init__(self, blocks: Blocks, *given: Any, known: Known | None = None) -> None:
        super().__init__(blocks, *given)
        self.known = Known() if known is None else known
        self.n, self.k, self.chosen = Fraction(blocks.n), Fraction(blocks.k), Fraction(len(self.over))
        self.acted: list[Acted] = []
        self.every = range(blocks.k)
        self.is_all = len(self.over) == blocks.k
        self._trace: Any = None

    @cached_property
    def wrong(self) -> list[list[Any]]:
        """The counts of the wrong cells of every class that are not empty: of its row and of its column."""
        return [list(cells.values()) for cells in wrong_by_class(self.blocks)]

    def of(self, label: Hashable) -> ValueClass:
        return ValueClass(self, self.blocks.position(label))

    def first(self) -> ValueClass:
        return ValueClass(self, self.positive or 0)

    def pooled(self) -> ValueClass:
        return ValueClass(self, None)

    def sum(self, term: Callable[[Any], Any]) -> Number:
        return self._of_all(term).sum()

    def largest(self, term: Callable[[Any], Any]) -> Number:
        return max(self._of_all(term).values())

    def _of_all(self, term: Callable[[Any], Any]) -> Column:
        column = _defined(term(ColumnClasses(self, self.every)), self.blocks.k)
        if column.omitted:  # a sum that leaves a class out is no sum over the classes
            raise ZeroDivisionError
        return column

    def pairs(self, term: Callable[[Any], Any]) -> Number:
        return self._over(term, diagonal=False)

    def cells(self, term: Callable[[Any], Any]) -> Number:
        if self.blocks.matrix is not None:
            counts = list(self.blocks.matrix.cells.values())
            empty = self.blocks.k**2 - len(counts)
            with suppress(MoreThanACount):
                found = _defined(term(CountAlone(Column(counts))), len(counts)).sum()
                return found + empty * term(CountAlone(Fraction(0))) if empty else found
        return self._over(term, diagonal=True)

    def _over(self, term: Callable[[Any], Any], *, diagonal: bool) -> Number:
        cells = cells_of(self.blocks, diagonal=diagonal, empty=not _is_nothing_of_none(term))
        if not cells:
            return Fraction(0)
        true, predicted, counts = map(list, zip(*cells, strict=True))
        gaps = Column([abs(i - j) for i, j in zip(true, predicted, strict=True)])
        pair = Pair(Column(counts), gaps, ColumnClasses(self, true), ColumnClasses(self, predicted))
        return _defined(term(pair), len(cells)).sum()

    def mean(self, term: Callable[[Any], Any], weight: Callable[[Any], Any] | None = None) -> Number:
        """The mean over the chosen classes, those of weight 0 and those a policy leaves out not counted."""
        if weight is None:
            column = _defined(term(ColumnClasses(self, self.over)), len(self.over))
            return column.sum() / (len(column) - len(column.omitted))
        over = list(self.over)
        weights = weight(ColumnClasses(self, over)).tops
        if 0 in weights:
            over = [i for i, w in zip(over, weights, strict=True) if w]
        view = ColumnClasses(self, over)
        weights, column = weight(view), _defined(term(view), len(over))
        kept = Column(weights.tops, None, frozenset(), column.omitted)
        return (weights * column).sum() / kept.sum()  # type: ignore[no-any-return]

    def geometric_mean(self, term: Callable[[Any], Any]) -> Any:
        column = _defined(term(ColumnClasses(self, self.over)), len(self.over))
        return _geometric_mean([value for i, value in enumerate(column.values()) if i not in column.omitted])

    def average(self, bound: Bound, request: Request) -> Any:
        try:
            return averaged(bound, request)(self)
        except ZeroDivisionError:
            return self.settle(self.trace().average(bound, request))

    def apply(self, bound: Bound) -> Any:
        if (known := self.known.value(self, bound)) is not None:
            return known
        acted = len(self.acted)
        try:
            value = bound.define(self)
        except ZeroDivisionError:
            return self.settle(self.trace().apply(bound))
        if len(self.acted) == acted:
            self.known.keep_value(self, bound, value)
        return value

    def trace(self) -> Any:
        """The trace view of the same matrix, which knows what to do where there is no value."""
        from exactmetrics.views.trace import TraceMatrix

        if self._trace is None:
            self._trace = TraceMatrix(self.blocks, self.policy, self.over, self.weights, self.positive)
        return self._trace

    def settle(self, named: Named) -> Fraction:
        """What the policy put in the place of a part without a value, or the news that nothing stands for it."""
        from exactmetrics.views.undefined import find_undefined, undefined_ratio

        undefined = find_undefined(named)
        if named.applied is None or named.applied.policy == "inherited":
            raise NoValue(undefined, False)
        omit = named.applied.policy == "omit"
        if omit or named.applied.value is not None:
            label = named.head.tag.label if named.head.tag else None
            num, den = undefined_ratio(named.body)
            ratio, average = f"{num}/{den}", undefined.average
            self.acted.append(Acted(undefined.metric, label, named.applied.value, named.applied.why, ratio, average))
        if named.applied.value is None:
            raise NoValue(undefined, omit)
        return named.applied.value


def _defined(column: Any, size: int) -> Column:
    if not isinstance(column, Column):  # a term that is the same for every class
        return Column([column] * size)
    if column.bad - column.omitted:  # a quotient outside any metric, e.g. of two counts: no policy speaks of it
        raise ZeroDivisionError
    return column


@dataclass(frozen=True, slots=True)
class Outcome:
    """A value, and every policy that acted on the way."""

    value: Value
    acted: tuple[Acted, ...]


def compute(
    request: Request, blocks: Blocks, positive: Hashable | None = None, *, known: Known | None = None
) -> Outcome:
    """The exact value of a question on the counts of a matrix; `known` is what other questions on them left behind."""
    m = ValueMatrix(*arguments(request, blocks, positive), known=known)
    value: Value
    try:
        try:
            value = definition(request)(m)
        except ZeroDivisionError:  # a ratio of averages, or an average over no class
            from exactmetrics.views.trace import record

            value = m.settle(record(request, blocks, positive))
    except NoValue as none:
        value = none.undefined
    return Outcome(value, tuple(dict.fromkeys(m.acted)))  # forms may ask for one metric more than once


def class_values(
    request: Request, blocks: Blocks, *, known: Known | None = None
) -> tuple[list[Value], tuple[Acted, ...]]:
    """The values of a metric class by class, in the order of the labels, and every policy that acted.

    One run on columns of counts, instead of a run for each class; the values are those of `compute`. The question is
    about one class, whichever; its metric, form, parameters and policy are asked of all.
    """
    m = ValueMatrix(*arguments(request, blocks, None), known=known)
    classes = EachClass(m, range(blocks.k))
    bound = request.bound
    found = bound(classes if bound.metric.scope == "class" else classes.one_vs_rest())  # type: ignore[arg-type]
    column = found if isinstance(found, Column) else Column([found] * blocks.k)
    values: list[Value] = list(column.values())
    for place, undefined in classes.undefined.items():
        values[place] = undefined
    return values, tuple(dict.fromkeys(m.acted))
