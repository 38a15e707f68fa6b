"""The trace view: a definition run here leaves a tree whose leaves know both their name and their count.

Policies for undefined values act here and are recorded in the tree; the value view asks this one whenever a quotient
has no value, so both tell the same story.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from exactmetrics.exact.errors import UndefinedValueError
from exactmetrics.expression.evaluate import evaluate, has_value, walk
from exactmetrics.expression.nodes import (
    ANY,
    FUNCTIONS,
    SECOND,
    Abs,
    Applied,
    Div,
    Expr,
    Function,
    Head,
    Largest,
    Leaf,
    Log,
    Max,
    Min,
    Mul,
    Named,
    Num,
    Pairs,
    Product,
    Sqrt,
    Sum,
    Tag,
    lift,
)
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.averaging import averaged, definition
from exactmetrics.metrics.metric import Bound, Form
from exactmetrics.metrics.quantity import LOGS, PICKS, ROOTS, Pick
from exactmetrics.metrics.request import Request
from exactmetrics.views.carrier import Cell, ClassLeaves, MatrixCounts, Pair, arguments, cells_of, wrong_by_class
from exactmetrics.views.undefined import (
    find_undefined,
    has_valueless,
    is_no_class_left,
    no_class_left,
    omitted_part,
    undefined_quotient,
    undefined_ratio,
)

NOTHING = Num(Fraction(0))  # a product with a logarithm whose weight is 0


def _log(top: Any, bottom: Any, base: int | None, weight: Any) -> Expr:
    found = Log(lift(top) if bottom == 1 else Div(lift(top), lift(bottom)), base)
    if weight is None:
        return found
    counts = [part.value for part in walk(weight) if isinstance(part, Leaf)]
    return NOTHING if None not in counts and has_value(weight) and not evaluate(weight) else weight * found


def _sum(body: Expr, terms: Sequence[Expr], pairs: Pairs = "", but: Tag | None = None) -> Sum:
    """A sum without the terms that a weight of 0 makes nothing of, if any others are left."""
    counting = tuple(t for t in terms if t is not NOTHING) or tuple(terms[:1])
    return Sum(body, counting, pairs=pairs, but=but, zeros=len(counting) < len(terms))


def _picked(pick: Pick, parts: Sequence[Any]) -> Expr:
    args = tuple(map(lift, parts))
    if pick in FUNCTIONS:
        return Function(pick, args[0])
    return Abs(args[0]) if pick == "absolute" else Max(args) if pick == "largest" else Min(args)


ROOTS[Expr], LOGS[Expr], PICKS[Expr] = Sqrt, _log, _picked


class TraceClass(ClassLeaves):
    """One class; with position None the letter of a sum, whose leaves have no count."""

    m: TraceMatrix

    def __init__(self, m: TraceMatrix, position: int | None, *, bare: bool = False, second: bool = False) -> None:
        self.m, self.position = m, position
        letter = SECOND if second else ANY
        self.tag = letter if position is None else Tag(position, m.blocks.labels[position], bare=bare)

    def leaf(self, block: str) -> Leaf:
        value = None if self.position is None else Fraction(getattr(self.m.blocks, block)[self.position])
        return Leaf(block, self.tag, value)

    @property
    def weight(self) -> Leaf:
        return Leaf("weight", self.tag, None if self.position is None else self.m.weights[self.position])

    def constant(self, value: int) -> Expr:
        return Num(Fraction(value))

    def wrong(self, term: Callable[[Any], Any]) -> Sum:
        """For each other class two terms: its cell in the row and its cell in the column of the class."""
        return self.m.others(self.tag, term)

    def let(self, name: str, value: Any, *, rest: bool = False) -> Named:
        return Named(Head(name, Tag(self.tag.position, self.tag.label, rest), is_part=True), value)

    def apply(self, bound: Bound) -> Named:
        return self.run(bound, self)

    def run(self, bound: Bound, view: Any, *, rest: bool = False) -> Named:
        """Record a metric on the class, on the rest, or on the matrix of both."""
        tag = Tag(self.tag.position, self.tag.label, rest)
        return self.m.named(bound, Head(bound.name, tag, mark=mark_of(bound)), bound.define(view))

    def mean_of(self, term: Callable[[Any], Any], weight: Callable[[Any], Any] | None, over: Sequence[Any]) -> Expr:
        """The mean over the two classes of a binary matrix; a class left out by a policy does not count."""
        kept = [c for c in over if omitted_part(term(c)) is None]
        if not kept:
            return no_class_left()
        terms = [weight(c) * term(c) if weight else term(c) for c in kept]
        weights = [weight(c) for c in kept] if weight else [self.constant(1)] * len(kept)
        top, bottom = sum(terms[1:], terms[0]), sum(weights[1:], weights[0])
        return Div(top, bottom if weight else self.constant(len(kept)))

    def geometric_mean_of(self, term: Callable[[Any], Any], over: Sequence[Any]) -> Expr:
        values = [value for value in map(term, over) if omitted_part(value) is None]
        if not values:
            return no_class_left()
        return values[0] if len(values) == 1 else Sqrt(Mul(tuple(values)), len(values))


class TraceMatrix(MatrixCounts):
    """The whole matrix; `over` holds the positions of the classes that averages run over."""

    def __init__(self, blocks: Blocks, *given: Any) -> None:
        super().__init__(blocks, *given)
        self.n = Leaf("n", None, Fraction(blocks.n))
        self.k = Leaf("k", None, Fraction(blocks.k))
        self.chosen = self.k if len(self.over) == blocks.k else Num(Fraction(len(self.over)))

    @cached_property
    def right(self) -> Any:
        """The samples predicted rightly: summed once, for policies ask class by class."""
        return sum(self.blocks.tp)

    def of(self, label: Hashable) -> TraceClass:
        return TraceClass(self, self.blocks.position(label))

    def at(self, position: int) -> TraceClass:
        return TraceClass(self, position)

    def first(self) -> TraceClass:
        return TraceClass(self, self.positive or 0, bare=True)

    def sum(self, term: Callable[[Any], Any]) -> Sum:
        return _sum(term(TraceClass(self, None)), [term(self.at(i)) for i in range(self.blocks.k)])

    def largest(self, term: Callable[[Any], Any]) -> Largest:
        return Largest(term(TraceClass(self, None)), tuple(term(self.at(i)) for i in range(self.blocks.k)))

    def pairs(self, term: Callable[[Any], Any]) -> Sum:
        return self._over("different", term)

    def cells(self, term: Callable[[Any], Any]) -> Sum:
        return self._over("all", term)

    def _over(self, pairs: Pairs, term: Callable[[Any], Any]) -> Sum:
        cells = cells_of(self.blocks, diagonal=pairs == "all")
        terms = [term(self._pair(i, j, Fraction(count))) for i, j, count in cells]
        return _sum(term(self._pair(None, None, None)), terms, pairs)

    def others(self, own: Tag, term: Callable[[Any], Any]) -> Sum:
        """The sum of a term over the wrong cells of a class; of any class there are none."""
        both = [term(Cell(Leaf("cell", tag, None))) for tag in (replace(own, other=SECOND), replace(SECOND, other=own))]
        body, at = sum(both[1:], both[0]), own.position
        if at is None:
            return Sum(body, (), pairs="others", but=own)
        cells = self._wrong[at]
        if term(Cell(NOTHING)) is not NOTHING:  # nor are the empty cells nothing
            cells = {place: 0 for j in range(self.blocks.k) if j != at for place in ((at, j), (j, at))} | cells
        terms = []
        for i, j in sorted(cells, key=lambda place: (sum(place) - at, place[0] != at)):  # class by class, the row first
            tag = replace(own, other=self.at(j).tag) if i == at else replace(self.at(i).tag, other=own)
            terms.append(term(Cell(Leaf("cell", tag, Fraction(cells[i, j])))))
        if len(terms) < 2 * (self.blocks.k - 1):
            terms.append(NOTHING)
        return _sum(body, terms, "others", own)

    @cached_property
    def _wrong(self) -> list[dict[tuple[int, int], Any]]:
        """The wrong cells of every class that are not empty: of its row and of its column."""
        return wrong_by_class(self.blocks)

    def _pair(self, i: int | None, j: int | None, count: Fraction | None) -> Pair:
        true, predicted = TraceClass(self, i), TraceClass(self, j, second=True)
        tag = replace(true.tag, other=predicted.tag)
        gap = None if i is None or j is None else Fraction(abs(i - j))
        return Pair(Leaf("cell", tag, count), Leaf("gap", tag, gap), true, predicted)

    def pooled(self) -> PooledClass:
        return PooledClass(self)

    def mean(self, term: Callable[[Any], Any], weight: Callable[[Any], Any] | None = None) -> Expr:
        """The mean over the chosen classes; a class of weight 0 takes no part, one left out by a policy does not count.

        The classes that take no part are kept in the sum as `left_out`, for the derivation to say so.
        """
        kept, left_out = self._taking_part(term, weight)
        if not kept:
            return no_class_left()
        some = TraceClass(self, None)
        body = weight(some) * term(some) if weight else term(some)
        terms = tuple(weight(c) * value if weight else value for c, value in kept)
        whole = len(kept) == self.blocks.k
        top = Sum(body, terms, left_out, whole)
        if weight is None:
            return Div(top, self.k if whole else Num(Fraction(len(kept))))
        return Div(top, self._weight_sum(weight, some, [c for c, _ in kept], whole))

    def geometric_mean(self, term: Callable[[Any], Any]) -> Expr:
        """The root of the product over the chosen classes; one left out by a policy does not count."""
        kept, left_out = self._taking_part(term, None)
        if not kept:
            return no_class_left()
        factors = tuple(value for _, value in kept)
        whole = len(kept) == self.blocks.k
        product = Product(term(TraceClass(self, None)), factors, left_out, whole)
        return product if len(kept) == 1 else Sqrt(product, len(kept), whole)

    def _taking_part(
        self, term: Callable[[Any], Any], weight: Callable[[Any], Any] | None
    ) -> tuple[list[tuple[TraceClass, Expr]], tuple[Expr, ...]]:
        """The chosen classes with their terms, and what is left out of those that take no part."""
        kept: list[tuple[TraceClass, Expr]] = []
        left_out: list[Expr] = []
        for position in self.over:
            c = self.at(position)
            if weight and not evaluate(weight(c)):
                left_out.append(weight(c))
                continue
            value = term(c)
            omitted = omitted_part(value)
            if omitted is None:
                kept.append((c, value))
            else:
                left_out += [omitted, weight(c)] if weight else [omitted]
        return kept, tuple(left_out)

    def _weight_sum(self, weight: Callable[[Any], Any], some: TraceClass, kept: list[TraceClass], whole: bool) -> Expr:
        """The sum of the weights: N where the weights are all supports or all predictions."""
        terms = tuple(weight(c) for c in kept)
        total = Sum(weight(some), terms, (), whole)
        name = terms[0].block if isinstance(terms[0], Leaf) else ""
        if name in ("support", "predicted") and self.blocks.partition and evaluate(total) == self.n.value:
            return self.n
        return total

    def average(self, bound: Bound, request: Request) -> Named:
        head = Head(bound.name, None, request.average, mark_of(bound))
        return self.named(bound, head, averaged(bound, request)(self))

    def let(self, name: str, value: Any, *, rest: bool = False) -> Named:
        return Named(Head(name, is_part=True), value)

    def apply(self, bound: Bound) -> Named:
        return self.named(bound, Head(bound.name, None, mark=mark_of(bound)), bound.define(self))

    def named(self, bound: Bound, head: Head, body: Expr) -> Named:
        """A part kept by name; where it has no value the policy decides what stands for it."""
        if head.tag is not None and head.tag.position is None:
            return Named(head, body)
        return Named(head, body, None if has_value(body) else self._decide(head, body))

    def _decide(self, head: Head, body: Expr) -> Applied:
        if has_valueless(body):
            return Applied(None, "inherited", "")  # a policy acts once, at the innermost ratio
        num, den = undefined_ratio(body)
        b = self.blocks
        rule = self.policy.decide(head.metric, self.right, b.n)
        no_class = is_no_class_left(undefined_quotient(body))
        if rule == "raise":
            acted = None if no_class else Applied(None, "inherited", "")
            undefined = find_undefined(Named(head, body, acted))
            others = "propagate" if no_class or num else "propagate, 0, 1 or omit"  # for these nothing stands in
            raise UndefinedValueError(f"{undefined} and {self.policy.name} forbids it; choose {others}")
        if no_class:
            return Applied(None, "propagate", "no class is left to average over")
        if num:
            return Applied(None, "infinite", f"{num}/{den}")
        return Applied(rule if isinstance(rule, Fraction) else None, str(rule), self.policy.name)


class PooledClass(TraceClass):
    """All chosen classes pooled: each count is a sum over them."""

    def __init__(self, m: TraceMatrix) -> None:
        super().__init__(m, None)

    def leaf(self, block: str) -> Leaf:
        """A count of the pool: a sum, not a leaf."""
        some, m = TraceClass(self.m, None), self.m
        whole = len(m.over) == m.blocks.k
        return Sum(some.leaf(block), tuple(m.at(i).leaf(block) for i in m.over), (), whole)  # type: ignore[return-value]

    @property
    def n(self) -> Expr:
        """Every class brings all samples."""
        return self.m.chosen * self.m.n

    def let(self, name: str, value: Any, *, rest: bool = False) -> Named:
        return Named(Head(name, None, "micro", "rest" if rest else None, is_part=True), value)

    def apply(self, bound: Bound) -> Named:
        return self.m.named(bound, Head(bound.name, None, "micro", mark_of(bound)), bound.define(self))

    def run(self, bound: Bound, view: Any, *, rest: bool = False) -> Named:
        mark = "rest" if rest else mark_of(bound)
        return self.m.named(bound, Head(bound.name, None, "micro", mark), bound.define(view))


def mark_of(bound: Bound) -> str | None:
    """What tells a quantity apart from the standard one of its name: its convention, if another than the standard."""
    standard = bound.convention is bound.metric.standard
    return None if standard else bound.convention.name


def record(request: Request, blocks: Blocks, positive: Hashable | None = None) -> Named:
    """The tree of a question: the definition with names, counts, and the policies that acted.

    >>> from exactmetrics.expression.evaluate import evaluate
    >>> from exactmetrics.matrix.counts import Counts
    >>> from exactmetrics.metrics.request import resolve
    >>> named = record(resolve("recall", label=1), Counts.from_rows([[5, 1], [5, 7]]).blocks())
    >>> named.head.metric, named.body.num.block, named.body.den.block, evaluate(named)
    ('recall', 'tp', 'support', Fraction(7, 12))
    """
    m = TraceMatrix(*arguments(request, blocks, positive))
    bound = _with_leaves(request, blocks)
    body = definition(replace(request, bound=bound))(m)
    if request.average is None or (request.average == "micro" and request.combine == "scores"):
        assert isinstance(body, Named)
        return body
    mark = "averages" if request.combine == "averages" else mark_of(bound)
    return m.named(bound, Head(bound.name, None, request.average, mark), body)


def _with_leaves(request: Request, blocks: Blocks) -> Bound:
    """The metric with its parameters as named leaves, so that a definition prints beta and not its value.

    Where no form was asked for, the one made for two classes is taken when there are two.
    """
    leaves = {name: Leaf(name, None, value) for name, value in request.parameters.items()}
    return Bound(request.metric, request.bound.convention, form_in_use(request, blocks.k), leaves)


def form_in_use(request: Request, k: int) -> Form | None:
    """The form of a definition that is recorded; None for the first one."""
    two = k == 2 or request.label is not None or request.average is not None
    forms = request.bound.convention.forms.values()
    return request.bound.form or (next((f for f in forms if f.classes == 2), None) if two else None)
