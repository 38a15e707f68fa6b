"""The value view of scores: a definition run here is an exact number.

A ratio without a value raises `ZeroDivisionError`, and whoever asked says of what class. Every such ratio is 0/0: a
denominator counts samples or pairs, and where there are none the numerator counts none.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, chain, combinations, islice, pairwise
from math import ceil
from typing import Any, NamedTuple

from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.sums import total
from exactmetrics.exact.values import Number
from exactmetrics.matrix.exact_count import Count
from exactmetrics.metrics.metric import Bound
from exactmetrics.scores.column import Keys
from exactmetrics.scores.ranking import Ranking, between, pairs, ranking
from exactmetrics.scores.samples import Samples

Term = Callable[[Any], Any]


class CutValues(NamedTuple):
    """The counts of the samples with one of the scores or a higher one."""

    tp: Fraction
    predicted: Fraction
    gained: Fraction
    before: Fraction
    highest: bool

    @property
    def precision(self) -> Fraction:
        """The share of them that are of the class."""
        return self.tp / self.predicted

    @property
    def joined(self) -> Fraction:
        """Those of the class with this very score, where there is a higher one."""
        return Fraction(0) if self.highest else self.gained


class PointValues(NamedTuple):
    """The counts of the predictions from a threshold on."""

    tp: Count
    fp: Count
    positives: Fraction
    negatives: Fraction

    @property
    def precision(self) -> Fraction:
        """The share of the samples predicted as the class that are of it; 1 where there are none."""
        seen = self.tp + self.fp
        return Fraction(self.tp) / seen if seen else Fraction(1)

    @property
    def recall(self) -> Fraction:
        """The share of the samples of the class that are predicted as it."""
        return self.tp / self.positives

    @property
    def fnr(self) -> Fraction:
        """The share of the samples of the class that are not."""
        return 1 - self.recall

    @property
    def fpr(self) -> Fraction:
        """The share of the other samples that are predicted as the class."""
        return self.fp / self.negatives

    @property
    def specificity(self) -> Fraction:
        """The share of the other samples that are not."""
        return 1 - self.fpr


class WithLogarithm(NamedTuple):
    """A rational plus a multiple of one logarithm that a sum of very many terms keeps for itself."""

    rational: Fraction
    factor: Fraction

    def __radd__(self, other: Fraction) -> WithLogarithm:
        return WithLogarithm(self.rational + other, self.factor)

    def __rmul__(self, other: Fraction) -> WithLogarithm:  # type: ignore[override]
        return WithLogarithm(self.rational and self.rational * other, self.factor * other)


class StripValues(NamedTuple):
    """What lies below a line of the ROC curve, between two of its points."""

    before: PointValues
    after: PointValues

    @property
    def start(self) -> Fraction:
        """The false positive rate at its left end."""
        return self.before.fpr

    @property
    def end(self) -> Fraction:
        """The false positive rate at its right end."""
        return self.after.fpr

    @property
    def width(self) -> WithLogarithm:
        """Its width on a logarithmic axis: the logarithm of the right end over the left one."""
        return WithLogarithm(Fraction(0), Fraction(1))

    @property
    def height(self) -> Fraction:
        """The mean of the recalls at both ends."""
        return (self.before.tp + self.after.tp) / (2 * self.after.positives)

    @property
    def rise(self) -> Fraction:
        """By how much the recall is higher at the right end."""
        return (self.after.tp - self.before.tp) / self.after.positives

    @property
    def intercept(self) -> Fraction:
        """The recall that the line would have at a false positive rate of 0."""
        before, after = self.before, self.after
        return (before.tp * after.fp - after.tp * before.fp) / ((after.fp - before.fp) * after.positives)

    @property
    def area(self) -> Fraction:
        """Its area, of straight lines."""
        return Fraction(self.twice_the_pairs) / (2 * self.after.positives * self.after.negatives)

    @property
    def twice_the_pairs(self) -> Count:
        """Twice its area, in pairs of a positive and a negative sample."""
        return (self.after.fp - self.before.fp) * (self.before.tp + self.after.tp)


class ClassValues:
    """One class against the rest."""

    def __init__(self, keys: Keys, truth: Any, weights: Sequence[Count] | None) -> None:
        self.keys, self.truth, self.weights = keys, truth, weights

    @cached_property
    def ranking(self) -> Ranking:
        """The scores that occur, the highest first."""
        return ranking(self.keys, self.truth, self.weights)

    @cached_property
    def _pairs(self) -> Any:
        return pairs(self.keys, self.truth, self.weights)

    @property
    def wins(self) -> Fraction:
        """Pairs in which the positive sample has the higher score."""
        return Fraction(self._pairs.wins)

    @property
    def ties(self) -> Fraction:
        """Pairs of equal scores."""
        return Fraction(self._pairs.ties)

    @property
    def positives(self) -> Fraction:
        """Samples of the class."""
        return Fraction(self._pairs.positives)

    @property
    def negatives(self) -> Fraction:
        """Samples of the other classes."""
        return Fraction(self._pairs.negatives)

    def apply(self, bound: Bound) -> Any:
        """Run another metric here."""
        return bound.define(self)

    def points(self) -> Iterator[PointValues]:
        """The predictions from every threshold on, none at first."""
        counts = zip(*self.ranking.reached(), strict=True)
        return (PointValues(tp, fp, self.positives, self.negatives) for tp, fp in chain([(0, 0)], counts))

    def highest(self, term: Term, *, where: Term, least: Fraction, none: bool) -> Fraction:
        """The highest value of a term where another one is high enough."""
        points = self.points() if none else islice(self.points(), 1, None)
        values: list[Fraction] = [term(point) for point in points if where(point) >= least]
        if not values:
            raise ZeroDivisionError
        return max(values)

    @property
    def crossing(self) -> Fraction:
        """The rate at which the false positive and the false negative rate are equal."""
        before, after, gap, other = self.line_of_crossing()
        return before + (after - before) * gap / (gap + other)

    def line_of_crossing(self) -> tuple[Fraction, Fraction, Fraction, Fraction]:
        """The false positive rates at both ends of the line of the curve on which the rates are equal, and by how much
        the false negative rate is higher at the first end, and lower at the second."""
        points = self.points()
        before = next(points)  # nothing is predicted, and the rates are 0 and 1
        for point in points:
            gap = point.fnr - point.fpr
            if gap <= 0:
                break
            before = point
        return before.fpr, point.fpr, before.fnr - before.fpr, -gap

    def nearest(self, term: Term) -> Fraction:
        """A term where the two rates are nearest."""
        found: Fraction = term(self.nearest_point)
        return found

    @property
    def nearest_point(self) -> PointValues:
        """The threshold at which the two rates are nearest, the highest one."""
        return min(self.points(), key=lambda point: abs(point.fpr - point.fnr))

    def curve(self, low: Fraction, high: Fraction) -> list[tuple[int | None, PointValues]]:
        """The points of the ROC curve with a false positive rate from a lower limit to a higher one, its points there
        among them; each with the number of the scores of its threshold, None where the point lies on a line."""
        if not self.positives or not self.negatives:
            raise ZeroDivisionError
        found = between(self.ranking, low, high)
        return [(point.scores, PointValues(point.tp, point.fp, self.positives, self.negatives)) for point in found]

    def area(self, fpr: Fraction) -> Fraction:
        """The area under the ROC curve up to a false positive rate."""
        twice = sum(StripValues(*ends).twice_the_pairs for ends in pairwise(p for _, p in self.curve(Fraction(0), fpr)))
        return Fraction(twice) / (2 * self.positives * self.negatives)

    def strips(self, low: Fraction, high: Fraction, term: Term) -> Any:
        """The sum of a term over the strips below the lines of the curve between two false positive rates."""
        if low >= high:
            raise UsageError(f"the lower false positive rate has to be below the higher one: {low} is not below {high}")
        from exactmetrics.exact.logs import log_sum

        rationals, counts = list[Number](), dict[Count, Fraction]()  # of what logarithms are taken, so many times
        for before, after in pairwise(point for _, point in self.curve(low, high)):
            if before.fp < after.fp:
                rational, factor = term(StripValues(before, after))
                rationals.append(rational)
                counts[before.fp] = counts.get(before.fp, 0) - factor
                counts[after.fp] = factor
        factors: dict[int, Fraction] = {}
        for count, factor in counts.items():
            for number, times in zip(count.as_integer_ratio(), (factor, -factor), strict=True):
                factors[number] = factors.get(number, 0) + times
        return total(rationals) + log_sum(factors)

    def cuts(self, term: Term) -> Any:
        """The sum over the scores that positive samples have; the others gain nothing, and their terms are 0."""
        return total([term(cut) for cut in self.gains()])

    def gains(self) -> Iterator[CutValues]:
        """The scores that positive samples have."""
        return (cut for cut in self.every_cut() if cut.gained)

    def every_cut(self) -> Iterator[CutValues]:
        """All scores that occur."""
        tp, fp, before = Fraction(0), Fraction(0), Fraction(1)
        for up, down in zip(self.ranking.positives, self.ranking.negatives, strict=True):
            tp, fp = tp + up, fp + down
            highest = tp + fp == up + down
            before = before if highest else (tp - up) / (tp + fp - up - down)
            yield CutValues(tp, tp + fp, Fraction(up), before, highest)


class NoLogarithmError(ZeroDivisionError):
    """A logarithm of 0, which is below every number."""


class NoUsualLossError(ZeroDivisionError):
    """A loss compared with a usual loss of 0; `sign` is that of what comes out."""

    def __init__(self, numerator: Fraction) -> None:
        self.numerator = numerator


class NoSampleError(ZeroDivisionError):
    """A pair of classes without a value, for one of them has no sample."""

    def __init__(self, label: Hashable) -> None:
        self.label = label


class OneScore(NamedTuple):
    """A score of a sample, whether the sample belongs to its class, and the share of the class."""

    score: Fraction
    truth: int
    share: Fraction = Fraction(0)


class SampleValues:
    """One sample with all of its scores: `keys` in the order of the classes, and `own`, the places of its classes."""

    def __init__(self, view: AllValues, at: int) -> None:
        self.view, self.at = view, at

    @cached_property
    def _keys(self) -> list[Any]:
        return [column[self.at] for column in self.view.columns]

    @cached_property
    def _own(self) -> list[int]:
        return self.view.own(self.at)

    @property
    def depth(self) -> int:
        """How many scores are as high as the lowest one of its classes."""
        lowest = min((self._keys[at] for at in self._own), default=None)
        return 0 if lowest is None else sum(key >= lowest for key in self._keys)

    @property
    def misplaced(self) -> Fraction:
        """The share of the pairs in which another class has a score as high as one of its own."""
        other = sorted(key for at, key in enumerate(self._keys) if at not in self._own)
        wrong = sum(len(other) - bisect_left(other, self._keys[at]) for at in self._own)
        number = len(other) * len(self._own)
        return Fraction(wrong, number) if number else Fraction(0)

    @property
    def own_precision(self) -> Fraction:
        """The mean share of its classes among those that score as high as one of them."""
        every, own = sorted(self._keys), sorted(self._keys[at] for at in self._own)
        if not own:
            return Fraction(1)
        shares = [Fraction(len(own) - bisect_left(own, key), len(every) - bisect_left(every, key)) for key in own]
        return sum(shares, Fraction(0)) / len(own)

    @property
    def own_score(self) -> Fraction:
        """The score of its class."""
        [own] = self._own
        return self.view.exact(own)[self.at]

    @property
    def own_share(self) -> Fraction:
        """The share of its class."""
        [own] = self._own
        return self.view.share(own)

    @property
    def lacking(self) -> Fraction:
        """What its margin lacks."""
        return max(1 - self.margin, Fraction(0))

    @property
    def margin(self) -> Fraction:
        """By how much its class has the higher score; of one score that score, with a minus for the negative class."""
        view, [own] = self.view, self._own
        if len(view.samples.columns) < view.samples.k:
            score = view.exact(view.samples.positive or 0)[self.at]
            return score if own == view.samples.positive else -score
        scores = [view.exact(at)[self.at] for at in range(view.samples.k)]
        return scores[own] - max(score for at, score in enumerate(scores) if at != own)

    def in_top(self, k: Fraction) -> Fraction:
        """How likely its class is among the k of the highest scores, equal ones drawn by lot."""
        [own] = self._own
        key, every = self._keys[own], sorted(self._keys)
        higher = len(every) - bisect_right(every, key)
        return min(Fraction(1), max(Fraction(0), (k - higher) / every.count(key)))

    def outcomes(self, term: Term) -> Fraction:
        """The sum over its classes, of two over the positive one alone."""
        return sum((term(self.one(at)) for at in self.view.judged), Fraction(0))

    def both(self, term: Term) -> Fraction:
        """The sum over all classes."""
        return sum((term(self.one(at)) for at in range(self.view.samples.k)), Fraction(0))

    def cumulated(self, term: Term) -> Fraction:
        """The sum over the classes but the last, of what is added up to each."""
        ones = [self.one(at) for at in range(self.view.samples.k)]
        sums = zip(accumulate(one.score for one in ones), accumulate(one.truth for one in ones), strict=True)
        return sum((term(OneScore(score, truth)) for score, truth in islice(sums, len(ones) - 1)), Fraction(0))

    def one(self, at: int) -> OneScore:
        """Its score for a class."""
        return OneScore(self.view.exact(at)[self.at], int(at in self._own), self.view.share(at))


class Discount(NamedTuple):
    """The logarithm of a whole number to a base; a gain divided by it is kept as the number and the gain."""

    number: int
    base: Fraction | None

    def __rtruediv__(self, gain: Fraction) -> tuple[Discount, Fraction]:
        return self, gain


class PlaceValues(NamedTuple):
    """A place in a ranking, and the gain of what stands there."""

    place: int
    gain: Fraction

    def log(self, base: Fraction | None = None) -> Discount:
        """The logarithm of 1 plus the place."""
        return Discount(1 + self.place, base)


Gains = dict[int, Fraction]  # by the number whose logarithm they are divided by


class BinValues(NamedTuple):
    """The samples whose confidence lies in one interval."""

    weight: Fraction
    right: Fraction
    confidence: Fraction


def _discounted(gains: Sequence[Fraction], term: Term, k: Fraction | None) -> tuple[Gains, Fraction | None]:
    """The sum of a term over the first places, with its base."""
    found, base = Gains(), None
    for place, gain in enumerate(gains if k is None else gains[: int(k)], 1):
        discount, gain = term(PlaceValues(place, gain))
        if gain:
            found[discount.number] = found.get(discount.number, Fraction(0)) + gain
        base = discount.base
    return found, base


class AllValues:
    """The scores of all samples."""

    def __init__(self, samples: Samples) -> None:
        self.samples = samples
        self.n = Fraction(samples.n)
        self.judged = [samples.positive] if samples.positive is not None else range(samples.k)
        self._exact: dict[int, list[Fraction]] = {}
        self._shares: dict[int, Fraction] = {}

    @property
    def k(self) -> Fraction:
        """The number of classes."""
        return Fraction(self.samples.k)

    def share(self, at: int) -> Fraction:
        """The share of the samples that belong to a class."""
        if at not in self._shares:
            truth, weights = self.samples.truth_of(at), self.samples.weights
            found = (
                sum(map(bool, truth))
                if weights is None
                else sum(w for w, true in zip(weights, truth, strict=True) if true)
            )
            self._shares[at] = found / self.n
        return self._shares[at]

    def skill(self, loss: Any, usual: Any) -> Any:
        """1 minus the quotient of two losses; where the usual one is 0 there is no such number."""
        if not usual:
            raise NoUsualLossError(-loss)
        return 1 - loss / usual

    @cached_property
    def columns(self) -> list[Keys]:
        """The scores of all classes; as exact numbers unless their kinds compare as they are."""
        columns = self.samples.columns
        kinds = {type(c[0]) if isinstance(c, list) else c.dtype for c in columns}
        if len(kinds) > 1 or len(columns) < self.samples.k:
            return [self.exact(at) for at in range(self.samples.k)]
        return [c if isinstance(c, list) else c.tolist() for c in columns]

    def exact(self, at: int) -> list[Fraction]:
        """The scores of a class as exact numbers."""
        if at not in self._exact:
            self._exact[at] = self.samples.exact_of(at)
        return self._exact[at]

    def own(self, at: int) -> list[int]:
        """The places of the classes of a sample."""
        if self.samples.indicators is None:
            return [int(self.samples.truth[at])]
        return [place for place, column in enumerate(self.samples.indicators) if column[at]]

    def mean(self, term: Term) -> Any:
        """The mean over the samples, by their weights."""
        weights = self.samples.weights
        values = [
            Fraction(term(SampleValues(self, at))) * (1 if weights is None else weights[at])
            for at in range(self.samples.size)
            if weights is None or weights[at]
        ]
        return total(values) / self.n

    def mean_log(self, term: Term, base: int | None = None) -> Number:
        """The mean of the logarithm of a term over the samples, by their weights.

        Every number is kept once, with the weight of its samples: there may be very many samples.
        """
        from exactmetrics.exact.logs import log_sum  # no other metric of scores has logarithms

        if not self.n:
            raise ZeroDivisionError
        weights = self.samples.weights
        factors: dict[int, Count] = {}
        for at in range(self.samples.size):
            if weight := 1 if weights is None else weights[at]:
                value = term(SampleValues(self, at))
                if not value:
                    raise NoLogarithmError
                factors[value.numerator] = factors.get(value.numerator, 0) + weight
                factors[value.denominator] = factors.get(value.denominator, 0) - weight
        return log_sum({n: q / self.n for n, q in factors.items()}, base)

    def ranked(self, term: Term, k: Fraction | None) -> Number:
        """The mean of the sum of a term over the first places of the rankings."""
        from exactmetrics.exact.discounts import discounted  # no other metric of scores has such numbers

        sums, base = Gains(), None
        for weight, at in self._weighted():
            found, base = _discounted(self.gains(at), term, k)
            for n, gain in found.items():
                sums[n] = sums.get(n, Fraction(0)) + weight * gain
        return discounted({n: gain / self.n for n, gain in sums.items()}, base)

    def ranked_by_ideal(self, term: Term, k: Fraction | None) -> Number:
        """The mean of the quotients of the sum and that of the best ranking."""
        from exactmetrics.exact.discounts import sum_of_quotients

        quotients = []
        for weight, at in self._weighted():
            gains = self.gains(at)
            own, best = (_discounted(given, term, k)[0] for given in (gains, sorted(self.grades(at), reverse=True)))
            if best:
                quotients.append((weight / self.n, own, best))
        return sum_of_quotients(quotients)

    def _weighted(self) -> Iterator[tuple[Fraction, int]]:
        """The samples with their weights; there have to be some."""
        if not self.n:
            raise ZeroDivisionError
        weights = self.samples.weights
        for at in range(self.samples.size):
            if weight := 1 if weights is None else weights[at]:
                yield Fraction(weight), at

    def grades(self, at: int) -> list[Fraction]:
        """How relevant every class is to a sample."""
        if self.samples.grades is not None:
            return [column[at] for column in self.samples.grades]
        own = self.own(at)
        return [Fraction(place in own) for place in range(self.samples.k)]

    def gains(self, at: int) -> list[Fraction]:
        """How relevant is what stands at each place of the ranking of a sample; of equal scores their mean."""
        groups: dict[Any, list[Fraction]] = {}
        for column, grade in zip(self.columns, self.grades(at), strict=True):
            groups.setdefault(column[at], []).append(grade)
        return [
            mean
            for _, group in sorted(groups.items(), reverse=True)
            for mean in [sum(group, Fraction(0)) / len(group)] * len(group)
        ]

    def pairs(self, term: Term, weight: Callable[[ClassValues], Fraction] = lambda _: Fraction(1)) -> Number:
        """The mean over the pairs of classes, each class once against the other alone."""
        values, weights = list[Number](), Fraction(0)
        for pair, (here, there) in self.both_of_pairs():
            if times := weight(here):
                try:
                    values.append(times * (term(here) + term(there)) / 2)
                except ZeroDivisionError:
                    raise NoSampleError(self.samples.labels[pair[bool(here.positives)]]) from None
                weights += times
        return total(values) / weights

    def both_of_pairs(self) -> Iterator[tuple[tuple[int, int], tuple[ClassValues, ClassValues]]]:
        """The pairs of classes, with the first against the second, and the second against the first."""
        for first, second in combinations(range(self.samples.k), 2):
            yield (first, second), (self.against(first, second), self.against(second, first))

    def against(self, first: int, second: int) -> ClassValues:
        """The samples of two classes, the first of them positive, with its scores."""
        s = self.samples
        truth = list(s.truth)
        at = [place for place, code in enumerate(truth) if code in (first, second)]
        keys = s.keys_of(first) if len(s.columns) == s.k else self.exact(first)
        chosen = [keys[place] for place in at] if isinstance(keys, list) else keys[at]
        weights = None if s.weights is None else [s.weights[place] for place in at]
        return ClassValues(chosen, [truth[place] == first for place in at], weights)

    def over_bins(self, number: Fraction, term: Term, *, left: bool = False) -> Any:
        """The sum of a term over the bins."""
        return total([term(found) for _, found in self.filled_bins(number, left=left)])

    def highest_bin(self, number: Fraction, term: Term) -> Any:
        """The highest value of a term over the bins."""
        if not self.n:
            raise ZeroDivisionError
        return max(term(found) for _, found in self.filled_bins(number))

    def filled_bins(self, number: Fraction, *, left: bool = False) -> list[tuple[int, BinValues]]:
        """The bins that hold samples, by their places."""
        found: dict[int, list[Fraction]] = {}
        top = int(number) - 1
        for at, (confidence, right) in enumerate(self._confidences()):
            place = confidence * number
            index = min(int(place), top) if left else max(ceil(place) - 1, 0)
            weight = 1 if self.samples.weights is None else self.samples.weights[at]
            sums = found.setdefault(index, [Fraction(0)] * 3)
            for slot, amount in enumerate((Fraction(1), Fraction(right), confidence)):
                sums[slot] += weight * amount
        return [(at, BinValues(*sums)) for at, sums in sorted(found.items()) if sums[0]]

    def _confidences(self) -> Iterator[tuple[Fraction, int]]:
        """The confidence of every sample, and whether it is right."""
        positive = self.samples.positive
        if positive is not None:
            truth = self.samples.truth_of(positive)
            yield from ((score, int(true)) for score, true in zip(self.exact(positive), truth, strict=True))
            return
        for at, row in enumerate(zip(*(self.exact(c) for c in range(self.samples.k)), strict=True)):
            highest = max(row)
            yield highest, int(row.index(highest) in self.own(at))
