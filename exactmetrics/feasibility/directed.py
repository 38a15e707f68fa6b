"""A directed look for one matrix of many classes: samples are moved from cell to cell as long as that helps.

How far the scores are from what is printed is told on floating point, which says where to go on and never that
something holds: what is found is checked exactly, and that nothing is found proves nothing.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from operator import add, itemgetter, mul
from random import Random
from typing import Any

from exactmetrics.feasibility.budget import Budget
from exactmetrics.feasibility.classes import own
from exactmetrics.feasibility.given import Score, holds
from exactmetrics.feasibility.polynomial import Formula, Poly, Ratio
from exactmetrics.feasibility.unknown import Sum, UnknownClass, given_weight, many_formula
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.metric import Bound
from exactmetrics.metrics.policy import Policy
from exactmetrics.metrics.quantity import ROOTS
from exactmetrics.metrics.request import Request

Counts = tuple[int, int, int]  # tp, support and predicted of a class
Change = tuple[list[float], dict[int, Counts]]  # what it adds to every score, about, and the new counts by class
STARTS = 40
PATIENCE = 60  # vain tries from one place
CHANGES = 1_000  # of each of two groups of classes at a time
MATCHES = 100  # changes of one group that are tried with one of the other
FAR = 30.0  # a score without the value it needs

ROOTS[float] = math.sqrt


class Look:
    """A look for counts of n samples that have some scores; supports that are None are open."""

    def __init__(
        self, scores: Sequence[Score], labels: Sequence[object], supports: Sequence[int | None], n: int
    ) -> None:
        self.scores, self.labels, self.supports, self.n = scores, tuple(labels), supports, n
        self.k, self.rng = len(labels), Random(0)  # the same look every time
        self.terms: list[Callable[[int, Counts], float]] = []  # what a class adds to each sum
        self.values: list[Callable[[Sequence[float]], float]] = []  # the scores, on the sums
        self.targets: list[tuple[float, float, float]] = []  # for each its ends, and how wide it is
        for score in scores:
            self._read(score)
        self._known: list[dict[tuple[int, Counts], float]] = [{} for _ in self.terms]

    def _read(self, score: Score) -> None:
        target, request, at = score.target, score.request, len(self.terms)
        if target is None or target.kind != "interval":
            return  # whether it has a value is asked in the end
        if own(score, None):
            place = self.labels.index(request.label)
            self.terms.append(lambda i, counts: _value(request, counts, self.n) if i == place else 0.0)
            value: Callable[[Sequence[float]], float] = itemgetter(at)
        else:
            found = many_formula(request, self.labels, self.supports, self.n)
            if found is None:
                return
            formula, sums = found
            self.terms += [self._term(made) for made in sums]
            value = _compiled(formula, at)
        low, high = float(target.low), float(target.high)
        self.values.append(value)
        self.targets.append((low, high, max(high - low, 1e-9)))

    def _term(self, made: Sum) -> Callable[[int, Counts], float]:
        request, n = made.request, self.n
        weights = [float(given_weight(request, label)) for label in self.labels]

        def term(i: int, counts: Counts) -> float:
            if not made.chosen(self.labels[i], counts[1], counts[2]):
                return 0.0
            c = FloatClass(counts, n, request.policy, weights[i])
            weight = 1.0 if made.weight is None else float(made.weight(c))
            if not weight:
                return 0.0
            try:
                value = float(made.term(c))
            except _Omitted:
                return 0.0
            except ZeroDivisionError:
                return math.nan
            return weight if made.weights else weight * value

        return term

    def found(self, budget: Budget) -> Blocks | None:
        """Building blocks that have the scores, if some come up."""
        if not self.values:
            return None
        for _ in range(STARTS):
            self._start()
            stale = 0
            while stale < PATIENCE:
                stale = 0 if self._improve(budget) else stale + 1
                if self.miss == 0:
                    tp, support, predicted = map(list, zip(*self.counts, strict=True))
                    blocks = Blocks(self.labels, n=self.n, tp=tp, support=support, predicted=predicted)
                    if holds(self.scores, blocks):
                        return blocks
                    break
        return None

    def _start(self) -> None:
        """Random counts, with some share of every class right, and the predictions of the classes much as they are."""
        rng, right = self.rng, self.rng.choice((0.4, 0.6, 0.8, 0.95))
        supports = self._shares()
        tp = [round(right * support) for support in supports]
        wrong = sum(supports) - sum(tp)
        predicted = list(tp)
        for i in range(self.k):  # what the other classes get wrong
            room = wrong - (supports[i] - tp[i])
            predicted[i] += round(room / (self.k - 1))
        predicted[rng.randrange(self.k)] += self.n - sum(predicted)
        self._set(list(zip(tp, supports, predicted, strict=True)))

    def _shares(self) -> list[int]:
        """The supports; open ones share what is left at random."""
        left = self.n - sum(s for s in self.supports if s is not None)
        open_ = [i for i, s in enumerate(self.supports) if s is None]
        weights = [self.rng.random() + 0.2 for _ in open_]
        shares = {i: int(left * w / sum(weights)) for i, w in zip(open_, weights, strict=True)}
        for i in open_[: left - sum(shares.values())]:
            shares[i] += 1
        return [shares[i] if s is None else s for i, s in enumerate(self.supports)]

    def _set(self, counts: list[Counts]) -> None:
        """Stand on some counts: the sums, how far the scores are from their targets, and their slopes."""
        self.counts = counts
        self._gains: dict[tuple[int, Counts], list[float]] = {}
        self.sums = [math.fsum(self._worth(p, i, c) for i, c in enumerate(counts)) for p in range(len(self.terms))]
        self.at = [self._value(value, self.sums) for value in self.values]
        self.slopes = []
        for value, at in zip(self.values, self.at, strict=True):
            slope = []
            for place, total in enumerate(self.sums):
                step = 1e-6 * max(1.0, abs(total))
                moved = [*self.sums[:place], total + step, *self.sums[place + 1 :]]
                slope.append((self._value(value, moved) - at) / step)
            self.slopes.append(slope)
        wrong = self.n - sum(tp for tp, _, _ in counts)
        lack = sum(max(0, s + p - 2 * tp - wrong) for tp, s, p in counts)  # more errors of a class than there are
        self.miss = self._missed(self.at) + lack

    @staticmethod
    def _value(value: Callable[[Sequence[float]], float], sums: Sequence[float]) -> float:
        try:
            return value(sums)
        except (ZeroDivisionError, ValueError, OverflowError):
            return math.nan

    def _missed(self, at: Iterable[float], most: float = math.inf) -> float:
        """How far scores are from their targets, in their widths; looked at only as long as that is not too much."""
        total = 0.0
        for x, (low, high, unit) in zip(at, self.targets, strict=True):
            if not low <= x <= high:
                total += math.log1p((low - x if x < low else x - high) / unit) if x == x else FAR
                if total >= most:
                    break
        return total

    def _worth(self, place: int, i: int, counts: Counts) -> float:
        """What a class adds to a sum with some counts."""
        known, key = self._known[place], (i, counts)
        if key not in known:
            known[key] = self.terms[place](i, counts)
        return known[key]

    def _improve(self, budget: Budget) -> bool:
        """Change two groups of classes at once for the better: of all pairs of changes those that fit one score.

        What two groups add is independent of each other, so the changes of one are sorted by what they add to the
        score, and those of the other look up what is missing there.
        """
        classes = self.rng.sample(range(self.k), min(self.k, 4))
        reach = 4 + int(self.n / 8 * self.rng.random() ** 4)
        left, right = (self._changes(group, reach) for group in (classes[:2], classes[2:]))
        budget.spend(len(left) + len(right))
        key = self.rng.randrange(len(self.targets))
        low, high, unit = self.targets[key]
        right.sort(key=lambda change: change[0][key])
        order = [change[0][key] for change in right]
        best, chosen = self.miss, dict[int, Counts]()
        for deltas, counts in left:
            base = [x + d for x, d in zip(self.at, deltas, strict=True)]
            first = bisect_left(order, low - base[key] - unit)
            last = bisect_right(order, high - base[key] + unit)
            near = slice(first, min(last, first + MATCHES)) if first < last else slice(max(0, first - 1), first + 1)
            for other, more in right[near]:
                miss = self._missed(map(add, base, other), best)
                if miss < best:
                    best, chosen = miss, {**counts, **more}
        before, was = self.counts, self.miss
        if chosen:
            self._set([chosen.get(i, counts) for i, counts in enumerate(before)])
            if self.miss >= was:
                self._set(before)
        return self.miss < was

    def _changes(self, group: Sequence[int], reach: int) -> list[Change]:
        """Random changes of a group whose samples and predictions stay the same together, none of them included."""
        rng, width = self.rng.random, 2 * reach + 1
        found: dict[tuple[Counts, ...], Change] = {(): ([0.0] * len(self.targets), {})}
        both = len(group) > 1
        open_ = both and all(self.supports[i] is None for i in group) and rng() < 0.3
        for _ in range(CHANGES if both else 2 * reach):
            shift = int(rng() * width) - reach if both else 0
            moved = int(rng() * width) - reach if open_ else 0
            new: list[Counts] = []
            for i, sign in zip(group, (1, -1), strict=False):
                tp, support, predicted = self.counts[i]
                tp, support, predicted = (
                    tp + int(rng() * width) - reach,
                    support + sign * moved,
                    predicted + sign * shift,
                )
                if not 0 <= tp <= min(support, predicted):
                    break
                new.append((tp, support, predicted))
            else:
                if (key := tuple(new)) not in found:
                    gains = [self._gain(i, counts) for i, counts in zip(group, new, strict=True)]
                    deltas = list(map(add, *gains)) if both else gains[0]
                    found[key] = (deltas, dict(zip(group, new, strict=True)))
        return [change for change in found.values() if not any(map(math.isnan, change[0]))]

    def _gain(self, i: int, counts: Counts) -> list[float]:
        """What a class with other counts adds to every score, about."""
        known, key = self._gains, (i, counts)
        if key not in known:
            deltas = [self._worth(p, i, counts) - self._worth(p, i, self.counts[i]) for p in range(len(self.terms))]
            known[key] = [sum(map(mul, slope, deltas)) for slope in self.slopes]
        return known[key]


class _Omitted(Exception):  # noqa: N818  (a message on its way, not an error)
    """A policy leaves a class out."""


class FloatClass(UnknownClass):
    """A class on floating point, where a policy acts as far as it speaks of single metrics."""

    def __init__(self, counts: Counts, n: int, policy: Policy, weight: float) -> None:
        super().__init__(float(counts[0]), float(counts[1]), float(counts[2]), float(n), weight)
        self.policy = policy

    def constant(self, value: int) -> float:  # type: ignore[override]
        return float(value)

    def apply(self, bound: Bound) -> float:
        return self.run(bound, self)

    def run(self, bound: Bound, view: object, *, rest: bool = False) -> float:
        try:
            return float(bound.define(view))
        except ZeroDivisionError:
            rule = self.policy.rules.get(bound.metric.name, self.policy.default)
            if rule == "omit":
                raise _Omitted from None
            if isinstance(rule, Fraction):
                return float(rule)
            raise


def _value(request: Request, counts: Counts, n: int) -> float:
    """A score of one class, not a number where it has none."""
    c: Any = FloatClass(counts, n, request.policy, 1.0)
    found: Any = request.bound
    try:
        return float(found(c if request.metric.scope == "class" else c.one_vs_rest()))
    except (ZeroDivisionError, _Omitted):
        return math.nan


def _compiled(formula: Formula, at: int) -> Callable[[Sequence[float]], float]:
    """A formula on floating point; its sums stand among all of them from a place on."""
    if isinstance(formula, Ratio):
        top, bottom = _polynomial(formula.top, at), _polynomial(formula.bottom, at)
        return lambda sums: top(sums) / bottom(sums)
    sign, square = _compiled(formula.sign, at), _compiled(formula.square, at)
    return lambda sums: math.copysign(math.sqrt(square(sums)), sign(sums))


def _polynomial(poly: Poly, at: int) -> Callable[[Sequence[float]], float]:
    terms = [(float(c), [at + variable for variable in product]) for product, c in poly.terms.items()]
    return lambda sums: sum(c * math.prod(sums[place] for place in places) for c, places in terms)
