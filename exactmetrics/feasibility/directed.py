"""A directed look for one matrix of many classes: samples are moved from cell to cell as long as that helps.

How far the scores are from what is printed is told on floating point, which says where to go on and never that
something holds: what is found is checked exactly, and that nothing is found proves nothing.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Iterable, Sequence
from operator import add, mul, sub
from random import Random
from typing import TypeAlias

from exactmetrics.feasibility.budget import Budget
from exactmetrics.feasibility.given import Score, holds
from exactmetrics.feasibility.partition import UNIT, added
from exactmetrics.feasibility.polynomial import Formula
from exactmetrics.feasibility.unknown import Sum, many_formula
from exactmetrics.matrix.blocks import Blocks

Counts: TypeAlias = tuple[int, int, int]  # tp, support and predicted of a class
Change: TypeAlias = tuple[list[float], dict[int, Counts]]  # what it adds to every score, about; the new counts by class
STARTS = 40
PATIENCE = 60  # vain tries from one place
CHANGES = 1_000  # of each of two groups of classes at a time
MATCHES = 100  # changes of one group that are tried with one of the other
FAR = 30.0  # a score without the value it needs


class Look:
    """A look for counts of n samples that have some scores; supports that are None are open."""

    def __init__(
        self, scores: Sequence[Score], labels: Sequence[Hashable], supports: Sequence[int | None], n: int
    ) -> None:
        self.scores, self.labels, self.supports, self.n = scores, tuple(labels), supports, n
        self.k, self.rng = len(labels), Random(0)  # the same look every time
        self.sums: list[Sum] = []
        self.formulas: list[tuple[Formula, slice]] = []  # of the scores, each on its sums
        self.targets: list[tuple[float, float, float]] = []  # for each its ends, and how wide it is
        for score in scores:
            found, target = many_formula(score.request, labels, n), score.target
            if found is not None and target is not None and target.kind == "interval":  # the rest is asked in the end
                low, high = float(target.low), float(target.high)
                self.targets.append((low, high, max(high - low, 1e-9)))
                self.formulas.append((found[0], slice(len(self.sums), len(self.sums) + len(found[1]))))
                self.sums += found[1]
        self._known: dict[tuple[int, Counts], list[float]] = {}

    def found(self, budget: Budget) -> Blocks | None:
        """Building blocks that have the scores, if some come up."""
        for _ in range(STARTS if self.targets else 0):
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
        predicted = [t + round((wrong - s + t) / (self.k - 1)) for t, s in zip(tp, supports, strict=True)]
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
        for i, c in enumerate(counts):
            self._learn(i, [c])
        totals = [math.fsum(worths) for worths in zip(*(self._known[i, c] for i, c in enumerate(counts)), strict=True)]
        self.at = [self._value(formula, totals[own]) for formula, own in self.formulas]
        self.slopes: list[list[float]] = []
        for (formula, own), at in zip(self.formulas, self.at, strict=True):
            slope = [0.0] * len(totals)
            for place in range(*own.indices(len(totals))):
                step = 1e-6 * max(1.0, abs(totals[place]))
                moved = [*totals[:place], totals[place] + step, *totals[place + 1 :]]
                slope[place] = (self._value(formula, moved[own]) - at) / step
            self.slopes.append(slope)
        wrong = self.n - sum(tp for tp, _, _ in counts)
        lack = sum(max(0, s + p - 2 * tp - wrong) for tp, s, p in counts)  # more errors of a class than there are
        self.miss = self._missed(self.at) + lack

    @staticmethod
    def _value(formula: Formula, sums: Sequence[float]) -> float:
        try:
            return formula.value(sums)
        except (ZeroDivisionError, OverflowError, TypeError):
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

    def _learn(self, i: int, asked: Iterable[Counts]) -> None:
        """What a class adds to the sums with some counts, about; not a number where a score has no value."""
        new = [counts for counts in dict.fromkeys(asked) if (i, counts) not in self._known]
        if new:
            tp, support, predicted = zip(*new, strict=True)
            columns = [added(made, self.labels[i], support, self.n, tp, predicted) for made in self.sums]
            for counts, *worth in zip(new, *columns, strict=True):
                self._known[i, counts] = [math.nan if ends is None else ends[0] / UNIT for ends in worth]

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
        both = len(group) > 1
        open_ = both and all(self.supports[i] is None for i in group) and rng() < 0.3
        drawn: dict[tuple[Counts, ...], None] = {}
        for _ in range(CHANGES if both else 2 * reach):
            shift = int(rng() * width) - reach if both else 0
            moved = int(rng() * width) - reach if open_ else 0
            new = []
            for i, sign in zip(group, (1, -1), strict=False):
                tp, support, predicted = self.counts[i]
                new.append((tp + int(rng() * width) - reach, support + sign * moved, predicted + sign * shift))
            if all(0 <= tp <= min(support, predicted) for tp, support, predicted in new):
                drawn[tuple(new)] = None
        for place, i in enumerate(group):
            self._learn(i, (new[place] for new in drawn))
        found: list[Change] = [([0.0] * len(self.targets), {})]
        for change in drawn:
            gains = [self._gain(i, counts) for i, counts in zip(group, change, strict=True)]
            found.append((list(map(add, *gains)) if both else gains[0], dict(zip(group, change, strict=True))))
        return [(gains, counts) for gains, counts in found if not any(map(math.isnan, gains))]

    def _gain(self, i: int, counts: Counts) -> list[float]:
        """What a class with other counts adds to every score, about."""
        if (i, counts) not in self._gains:
            deltas = list(map(sub, self._known[i, counts], self._known[i, self.counts[i]]))
            self._gains[i, counts] = [sum(map(mul, slope, deltas)) for slope in self.slopes]
        return self._gains[i, counts]
