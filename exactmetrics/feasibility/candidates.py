"""The counts one class of many may have, and what each adds to every score.

A candidate is a pair of tp and predicted. Those that a score of this class alone rules out are left away; the rest are
kept by tp, with two ends for what they add to each sum.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from exactmetrics.exact.values import Number, Undefined
from exactmetrics.feasibility.budget import Budget
from exactmetrics.feasibility.enclosed import UNIT, Ends, ends_of, ends_of_number
from exactmetrics.feasibility.evaluate import TwoClasses
from exactmetrics.feasibility.given import Score
from exactmetrics.feasibility.instance import Instance
from exactmetrics.feasibility.outer import Sum
from exactmetrics.feasibility.plane_score import plane_score
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.request import Request, exact_parameter
from exactmetrics.views.column import Column
from exactmetrics.views.value import EachClass, NoValue, ValueMatrix

REST = ("the other classes",)  # a name that is no label
ANYTHING = (-(UNIT << 200), UNIT << 200)  # the policy acts on more than the class, so that nothing is known of it


@dataclass(slots=True)
class Row:
    """The candidates of one tp: the number predicted, and for every sum what it adds, then the ends over all."""

    tp: int
    predicted: list[int] = field(default_factory=list)
    adds: list[list[Ends]] = field(default_factory=list)  # by candidate, by sum
    low: list[int] = field(default_factory=list)
    high: list[int] = field(default_factory=list)
    first: int = 0  # the least number predicted
    last: int = 0  # the greatest


def pairs(
    label: Hashable, support: int, n: int, own: Sequence[Score], budget: Budget, most_wrong: int | None = None
) -> tuple[list[int], list[int]]:  # fmt: skip
    """The tp and predicted of every candidate of a class, by the scores of this class alone.

    With `most_wrong` a class has no more errors (FP + FN) than that.

    >>> pairs("a", 1, 3, [], Budget(100))
    ([0, 0, 0, 1, 1, 1], [2, 1, 0, 3, 2, 1])
    """
    labels = (label, REST)
    ready = [plane_score(score, labels) for score in own]
    tps: list[int] = []
    predicted: list[int] = []
    for tp, first, last in sorted(Instance(ready, TwoClasses(labels), support, n, budget).pieces()):
        if most_wrong is not None:
            first = max(first, n - tp - most_wrong)  # FP + FN = n − tp − tn
            if first > last:
                continue
        budget.spend(last - first + 1)
        tps += [tp] * (last - first + 1)
        predicted += [tp + n - support - tn for tn in range(first, last + 1)]
    return tps, predicted


class _Tried(EachClass):
    """All candidates at once; those without a value are noted, those a policy leaves out are not."""

    def valueless(self, place: int, undefined: Undefined, none: NoValue) -> None:
        """Note a candidate without a value."""
        if not none.omit:
            super().valueless(place, undefined, none)


class Candidates:
    """All candidates of one class as columns.

    >>> of_class = Candidates("a", 1, 3, [0, 1], [2, 1])
    >>> from exactmetrics.metrics.request import resolve
    >>> of_class.adds(Sum("all", lambda c: c.predicted), resolve("accuracy"))[1] == ends_of(1, 1)
    True
    """

    def __init__(self, label: Hashable, support: int, n: int, tps: list[int], predicted: list[int]) -> None:
        self.label, self.tps, self.predicted = label, tps, predicted
        size = len(tps)
        self.blocks = Blocks(
            range(size), n=n, tp=tps, support=[support] * size, predicted=predicted, partition=False
        )  # every candidate stands as a class of its own, so that one run of a definition does them all

    def adds(self, made: Sum, request: Request) -> list[Ends | None]:
        """What every candidate adds to a sum; None where the score has no value with it."""
        b = self.blocks
        weights = [] if isinstance(request.weights, str) else [self._weight(request)] * b.k
        view = _Tried(ValueMatrix(b, request.policy, range(b.k), weights), range(b.k))
        kept = self._kept(made.over)
        weight = _column(1 if made.weight is None else made.weight(view), b.k)
        kept = [keep and bool(w) for keep, w in zip(kept, weight.tops, strict=True)]
        if not any(kept):
            return [(0, 0)] * b.k
        term = _column(made.term(view), b.k)
        plain = request.policy.default == "propagate" and not request.policy.rules
        found: list[Ends | None] = []
        for i, keep in enumerate(kept):
            if keep and i in view.undefined:
                found.append(None)
            elif not keep or i in term.omitted:
                found.append((0, 0))
            elif i in term.bad:
                found.append(None if plain else ANYTHING)
            else:
                found.append(ends_of_number(weight[i]) if made.weights else _ends_at(term, i, weight[i]))
        return found

    def _kept(self, over: Any) -> list[bool]:
        b = self.blocks
        if over == "true":
            return [s > 0 for s in b.support]
        if over == "predicted":
            return [p > 0 for p in b.predicted]
        if over == "present":
            return [s > 0 or p > 0 for s, p in zip(b.support, b.predicted, strict=True)]
        return [over == "all" or self.label in over] * b.k

    def _weight(self, request: Request) -> Fraction:
        assert not isinstance(request.weights, str)
        return exact_parameter("a weight", request.weights.get(self.label, 0))

    def rows(self, sums: Iterable[Sequence[Ends | None]]) -> list[Row]:
        """The candidates by tp, without those with which a score has no value.

        >>> [row.tp for row in Candidates("a", 1, 3, [0, 1], [2, 1]).rows([[None, (0, 0)]])]
        [1]
        """
        found: dict[int, Row] = {}
        for tp, predicted, *adds in zip(self.tps, self.predicted, *sums, strict=True):
            if None not in adds:
                row = found.setdefault(tp, Row(tp))
                row.predicted.append(predicted)
                row.adds.append(adds)
        for row in found.values():
            row.low = [min(low for low, _ in ends) for ends in zip(*row.adds, strict=True)]
            row.high = [max(high for _, high in ends) for ends in zip(*row.adds, strict=True)]
            row.first, row.last = min(row.predicted), max(row.predicted)
        return list(found.values())


def _column(found: Any, size: int) -> Column:
    return found if isinstance(found, Column) else Column([found] * size)


def _ends_at(column: Column, i: int, weight: Number) -> Ends:
    if column.bottoms is not None and isinstance(weight, Fraction):
        top, bottom = column.tops[i] * weight.numerator, column.bottoms[i] * weight.denominator
        return ends_of(top, bottom) if bottom > 0 else ends_of(-top, -bottom)
    return ends_of_number(column[i] * weight)
