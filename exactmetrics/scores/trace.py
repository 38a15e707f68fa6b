"""The trace view of scores: a definition run here is a tree, in which every count knows its name.

A sum over scores or samples holds its summand over any of them alone: there may be very many, and their values are
those of the value view.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from exactmetrics.expression.evaluate import walk
from exactmetrics.expression.nodes import ANY, Add, Div, Expr, Head, Leaf, Log, Mul, Named, Neg, Num, Sum, number
from exactmetrics.matrix.exact_count import Count
from exactmetrics.metrics.metric import Bound
from exactmetrics.scores.view import ClassValues, PointValues

Term = Callable[[Any], Any]


class TracedCut:
    """Any of the scores: the counts of the samples with this score or a higher one, and their precision."""

    gained, before = Leaf("gained", ANY, None), Leaf("before", ANY, None)
    joined = Leaf("joined", ANY, None)
    precision = Named(Head("cut_precision", ANY), Div(Leaf("tp", ANY, None), Leaf("predicted", ANY, None)))


class TracedStrip:
    """What lies below any line of the ROC curve."""

    start, end = Leaf("strip_start", ANY, None), Leaf("strip_end", ANY, None)
    rise, intercept = Leaf("rise", ANY, None), Leaf("intercept", ANY, None)
    height = Leaf("height", ANY, None)
    width = Log(Div(end, start))


class TracedPoint:
    """The threshold at which both error rates are nearest, if there is one."""

    def __init__(self, point: PointValues | None) -> None:
        self.fpr = Leaf("nearest_fpr", None, None if point is None else point.fpr)
        self.fnr = Leaf("nearest_fnr", None, None if point is None else point.fnr)


class TracedClass:
    """One class against the rest."""

    def __init__(self, scored: ClassValues) -> None:
        self._scored = scored

    def __getattr__(self, name: str) -> Leaf:
        """A count of samples or of pairs, by the name that definitions read."""
        return Leaf(name, None, Fraction(getattr(self._scored, name)))

    def apply(self, bound: Bound) -> Expr:
        """Another metric by its name."""
        return Named(Head(bound.name), bound.define(self))

    def area(self, fpr: Fraction) -> Expr:
        """The area under the ROC curve up to a false positive rate."""
        return Named(Head("area_up_to"), Sum(Leaf("strip", ANY, None), ()))

    def strips(self, low: Expr, high: Expr, term: Term) -> Expr:
        """The sum of a term over the strips below the lines of the curve between two rates."""
        return Named(Head("area_between"), Sum(term(TracedStrip), ()))

    @property
    def crossing(self) -> Expr:
        """The rate at which two rates are equal on a line: so far along it as one difference is of both together."""
        scored = self._scored
        found = scored.line_of_crossing() if scored.positives and scored.negatives else [None] * 4
        names = ("fpr_before", "fpr_after", "gap_before", "gap_after")
        before, after, gap, other = (Leaf(name, None, value) for name, value in zip(names, found, strict=True))
        return Add((before, Mul((Add((after, Neg(before))), Div(gap, Add((gap, other)))))))

    def nearest(self, term: Term) -> Expr:
        """A term where the two rates are nearest."""
        scored = self._scored
        made: Expr = term(TracedPoint(scored.nearest_point if scored.positives and scored.negatives else None))
        return made

    def highest(self, term: Term, **_: Any) -> Expr:
        """The highest value of a term over some thresholds."""
        return Leaf("largest_rate", None, None)

    def cuts(self, term: Term) -> Expr:
        """The sum of a term over the scores that positive samples have."""
        return Sum(term(TracedCut), ())


class TracedScore:
    """The score of any sample, and whether it is positive."""

    score, truth = Leaf("score", ANY, None), Leaf("truth", ANY, None)

    def __init__(self, share: Fraction | None) -> None:
        self.share = Leaf("share", None, share)


class TracedSample:
    """Any sample; of two classes of which one is positive, `share` is that of the positive ones."""

    def __init__(self, share: Fraction | None, *, positive: bool) -> None:
        self.share, self.positive = share, positive

    own_score, own_share = Leaf("own_score", ANY, None), Leaf("own_share", ANY, None)
    depth, misplaced = Leaf("depth", ANY, None), Leaf("misplaced", ANY, None)
    own_precision, lacking = Leaf("own_precision", ANY, None), Leaf("lacking", ANY, None)

    @staticmethod
    def in_top(k: Fraction) -> Leaf:
        """How likely its class is among the k of the highest scores."""
        return Leaf("in_top", ANY, None)

    @staticmethod
    def cumulated(term: Term) -> Leaf:
        """The sum over the classes in their order."""
        return Leaf("cumulated", ANY, None)

    def outcomes(self, term: Term) -> Expr:
        """The sum over its classes, or what it is of the positive one alone."""
        made: Expr = term(TracedScore(self.share))
        return made if self.positive else _sum_of_all(made)

    def both(self, term: Term) -> Expr:
        """The sum over all classes."""
        return _sum_of_all(term(TracedScore(self.share)))


def _sum_of_all(term: Expr) -> Leaf:
    """The sum of a term over all classes, of the scores or of the shares of the classes."""
    of_shares = any(isinstance(leaf, Leaf) and leaf.block == "share" for leaf in walk(term))
    return Leaf("outcomes_of_shares" if of_shares else "outcomes", ANY, None)


class TracedPlace:
    """Any place of a ranking, or of the best one."""

    def __init__(self, gain: str) -> None:
        self.gain = Leaf(gain, ANY, None)

    def log(self, base: Fraction | None = None) -> Expr:
        """The logarithm of 1 plus the place; where the base cancels it is 2, as most write it."""
        return log_to(Add((Leaf("place", ANY, None), number(1))), Fraction(2) if base is None else base)


def log_to(of: Expr, base: Fraction) -> Expr:
    """A logarithm; to a base that is no whole number, as natural logarithms."""
    return Log(of, int(base)) if base.denominator == 1 else Div(Log(of), Log(Num(base)))


class TracedSamples:
    """All samples; of a single one the ranking is that of the page."""

    def __init__(
        self, n: Count, classes: int, share: Fraction | None, *, single: bool = False, positive: bool = False
    ) -> None:
        self.n, self.classes, self.single = Leaf("n", None, Fraction(n)), classes, single
        self.k = Leaf("k", None, Fraction(classes))
        self.sample = TracedSample(share, positive=positive)

    def ranked(self, term: Term, k: Fraction | None) -> Expr:
        """The sum of a term over the places of a ranking, or the mean of such sums."""
        return Sum(term(TracedPlace("place_gain")), ()) if self.single else self._mean_of("ranking_gain")

    def ranked_by_ideal(self, term: Term, k: Fraction | None) -> Expr:
        """The sum of a term divided by that of the best ranking, or the mean of such quotients."""
        if not self.single:
            return self._mean_of("ranking_share")
        names = ("dcg", "place_gain"), ("ideal_dcg", "ideal_gain")
        return Div(*(Named(Head(name), Sum(term(TracedPlace(gain)), ())) for name, gain in names))

    def _mean_of(self, block: str) -> Expr:
        return Div(Sum(Leaf(block, ANY, None), ()), self.n)

    @staticmethod
    def skill(loss: Expr, usual: Expr) -> Expr:
        """1 minus the quotient of two losses."""
        losses = (Named(Head("model_loss"), loss), Named(Head("usual_loss"), usual))
        return Add((number(1), Neg(Div(*losses))))

    def over_bins(self, number: Fraction, term: Term, *, left: bool = False) -> Expr:
        """The sum of a term over the bins."""
        return Sum(Leaf("gap", ANY, None), ())

    def highest_bin(self, number: Fraction, term: Term) -> Expr:
        """The highest value of a term over the bins."""
        return Leaf("largest_gap", None, None)

    def pairs(self, term: Term) -> Expr:
        """The mean of a term over the pairs of classes."""
        number = self.classes * (self.classes - 1) // 2
        return Div(Sum(Leaf("pair_mean", ANY, None), ()), Leaf("class_pairs", None, Fraction(number)))

    def mean(self, term: Term) -> Expr:
        """The mean of a term over the samples."""
        return Div(Sum(term(self.sample), ()), self.n)

    def mean_log(self, term: Term, base: int | None = None) -> Expr:
        """The mean of the logarithm of a term over the samples."""
        return Div(Sum(Log(term(self.sample), base), ()), self.n)


def traced(bound: Bound, view: TracedClass | TracedSamples, head: Head) -> Named:
    """The tree of a definition, by the name of its value."""
    return Named(head, bound.define(view))
