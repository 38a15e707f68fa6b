"""The trace view of scores: a definition run here is a tree, in which every count knows its name.

A sum over scores or samples holds its summand over any of them alone: there may be very many, and their values are
those of the value view. What such a sum runs over, and its term, is kept beside the tree: a page has its table of it.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from exactmetrics.expression.evaluate import evaluate, walk
from exactmetrics.expression.nodes import (
    ANY,
    Add,
    Div,
    Expr,
    Head,
    Largest,
    Leaf,
    Log,
    Mul,
    Named,
    Neg,
    Num,
    Sum,
    lift,
    number,
)
from exactmetrics.matrix.exact_count import Count
from exactmetrics.metrics.metric import Bound
from exactmetrics.scores.view import ClassValues, PointValues

Term = Callable[[Any], Any]


class Over(NamedTuple):
    """What a definition adds up, compares or counts, as it is recorded.

    `of` says what its terms are terms of: a "pair" of samples, a "score", a "threshold", the "crossing" of two rates
    or where they are "nearest", a "strip" below the ROC curve, a "sample", a "bin", a "place" of a ranking, a
    "class pair". `node` stands for it in the tree, `body` is the term of any, `term` the term as it is defined, and
    `given` what else the definition says.
    """

    of: str
    node: Expr
    body: Expr
    term: Term
    given: dict[str, Any]


class Recording:
    """A view that keeps what a definition adds up, each once."""

    def __init__(self) -> None:
        self.sums: list[Over] = []
        self.given: dict[str, Any] = {}

    def over(self, of: str, node: Expr, body: Any, term: Term, **given: Any) -> Expr:
        """The node, and a note of what it stands for."""
        if any(node == known.node and body != known.body for known in self.sums):
            raise TypeError(f"a definition has one largest {of}, or one {of} that is nearest")
        if all(node != known.node for known in self.sums):
            self.sums.append(Over(of, node, body, term, given))
            self.given |= given
        return node

    def tables(self) -> list[list[Over]]:
        """What stands in one table: all that is counted in pairs, all means over the samples; else each by itself."""
        found: dict[Any, list[Over]] = {}
        for at, over in enumerate(self.sums):
            found.setdefault(over.of if over.of in ("pair", "sample") else at, []).append(over)
        return list(found.values())

    def apply(self, bound: Bound) -> Expr:
        """Another metric by its name."""
        return Named(Head(bound.name), bound.define(self))


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
    """Any threshold; its rates are metrics, by their names."""

    def __getattr__(self, name: str) -> Leaf:
        return Leaf(name, ANY, None)


class NearestPoint:
    """The threshold at which both error rates are nearest, if there is one."""

    def __init__(self, point: PointValues | None) -> None:
        self.fpr = Leaf("nearest_fpr", None, None if point is None else point.fpr)
        self.fnr = Leaf("nearest_fnr", None, None if point is None else point.fnr)


class TracedClass(Recording):
    """One class against the rest."""

    def __init__(self, scored: ClassValues) -> None:
        super().__init__()
        self._scored = scored

    def __getattr__(self, name: str) -> Expr:
        """A count of samples or of pairs, by the name that definitions read."""
        leaf = Leaf(name, None, Fraction(getattr(self._scored, name)))
        return self.over("pair", leaf, leaf, lambda _: leaf) if name in ("wins", "ties") else leaf

    def area(self, fpr: Any) -> Expr:
        """The area under the ROC curve up to a false positive rate."""
        strip = Leaf("strip", ANY, None)
        found = Named(Head("area_up_to"), Sum(strip, ()))
        return self.over("strip", found, strip, lambda strip: strip.area, low=Fraction(0), high=_number(fpr))

    def strips(self, low: Any, high: Any, term: Term) -> Expr:
        """The sum of a term over the strips below the lines of the curve between two rates."""
        body = term(TracedStrip)
        found = Named(Head("area_between"), Sum(body, ()))
        return self.over("strip", found, body, term, low=_number(low), high=_number(high))

    @property
    def crossing(self) -> Expr:
        """The rate at which two rates are equal on a line: so far along it as one difference is of both together."""
        scored = self._scored
        found = scored.line_of_crossing() if scored.positives and scored.negatives else [None] * 4
        names = ("fpr_before", "fpr_after", "gap_before", "gap_after")
        before, after, gap, other = (Leaf(name, None, value) for name, value in zip(names, found, strict=True))
        node = Add((before, Mul((Add((after, Neg(before))), Div(gap, Add((gap, other)))))))
        return self.over("crossing", node, node, lambda _: node)

    def nearest(self, term: Term) -> Expr:
        """A term where the two rates are nearest."""
        scored = self._scored
        point = NearestPoint(scored.nearest_point if scored.positives and scored.negatives else None)
        return self.over("nearest", term(point), term(TracedPoint()), term)

    def highest(self, term: Term, *, where: Term, least: Any, none: bool) -> Expr:
        """The highest value of a term over some thresholds."""
        body = term(TracedPoint())
        node = Leaf("largest_rate", None, None) if isinstance(body, Leaf) else Largest(body, ())
        return self.over("threshold", node, body, term, where=where, least=_number(least), none=none)

    def cuts(self, term: Term) -> Expr:
        """The sum of a term over the scores that positive samples have."""
        body = term(TracedCut)
        return self.over("score", Sum(body, ()), body, term)


class TracedScore:
    """The score of any sample, and whether it is positive."""

    score, truth = Leaf("score", ANY, None), Leaf("truth", ANY, None)

    def __init__(self, share: Fraction | None) -> None:
        self.share = Leaf("share", None, share)


class TracedSample:
    """Any sample; of two classes of which one is positive, `share` is that of the positive ones."""

    def __init__(self, share: Fraction | None, given: dict[str, Any], *, positive: bool) -> None:
        self.share, self.given, self.positive = share, given, positive

    own_score, own_share = Leaf("own_score", ANY, None), Leaf("own_share", ANY, None)
    depth, misplaced = Leaf("depth", ANY, None), Leaf("misplaced", ANY, None)
    own_precision, lacking = Leaf("own_precision", ANY, None), Leaf("lacking", ANY, None)

    def in_top(self, k: Fraction) -> Leaf:
        """How likely its class is among the k of the highest scores."""
        self.given["k"] = k
        return Leaf("in_top", ANY, None)

    def cumulated(self, term: Term) -> Expr:
        """The sum over the classes in their order."""
        return self._over_classes("cumulated", term)

    def outcomes(self, term: Term) -> Expr:
        """The sum over its classes, or what it is of the positive one alone."""
        made: Expr = term(TracedScore(self.share))
        return made if self.positive else self.both(term)

    def both(self, term: Term) -> Expr:
        """The sum over all classes."""
        return self._over_classes(over_classes(term), term)

    def _over_classes(self, block: str, term: Term) -> Leaf:
        made = term(TracedScore(None))
        if self.given.setdefault(block, made) != made:
            raise TypeError("a definition adds up one term over the classes of a sample")
        return Leaf(block, ANY, None)


def over_classes(term: Term) -> str:
    """What the sum of a term over all classes is called, of the scores or of the shares of the classes."""
    of_shares = any(isinstance(leaf, Leaf) and leaf.block == "share" for leaf in walk(term(TracedScore(None))))
    return "outcomes_of_shares" if of_shares else "outcomes"


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


class TracedBin:
    """Any bin that holds samples."""

    weight, right = Leaf("bin_weight", ANY, None), Leaf("bin_right", ANY, None)
    confidence = Leaf("bin_confidence", ANY, None)


class TracedSamples(Recording):
    """All samples; of a single one the ranking is that of the page."""

    def __init__(
        self, n: Count, classes: int, share: Fraction | None, *, single: bool = False, positive: bool = False
    ) -> None:
        super().__init__()
        self.n, self.classes, self.single = Leaf("n", None, Fraction(n)), classes, single
        self.k = Leaf("k", None, Fraction(classes))
        self.sample = TracedSample(share, self.given, positive=positive)

    def ranked(self, term: Term, k: Fraction | None) -> Expr:
        """The sum of a term over the places of a ranking, or the mean of such sums."""
        body = term(TracedPlace("place_gain"))
        node = Sum(body, ()) if self.single else self._mean_of("ranking_gain")
        return self.over("place", node, body, term, k=k, ideal=False)

    def ranked_by_ideal(self, term: Term, k: Fraction | None) -> Expr:
        """The sum of a term divided by that of the best ranking, or the mean of such quotients."""
        body, best = (term(TracedPlace(gain)) for gain in ("place_gain", "ideal_gain"))
        quotient = Div(Named(Head("dcg"), Sum(body, ())), Named(Head("ideal_dcg"), Sum(best, ())))
        return self.over("place", quotient if self.single else self._mean_of("ranking_share"), body, term, k=k,
                         ideal=True)  # fmt: skip

    def _mean_of(self, block: str) -> Expr:
        return Div(Sum(Leaf(block, ANY, None), ()), self.n)

    @staticmethod
    def skill(loss: Expr, usual: Expr) -> Expr:
        """1 minus the quotient of two losses."""
        losses = (Named(Head("model_loss"), loss), Named(Head("usual_loss"), usual))
        return Add((number(1), Neg(Div(*losses))))

    def over_bins(self, number: Fraction, term: Term, *, left: bool = False) -> Expr:
        """The sum of a term over the bins."""
        body = term(TracedBin)
        return self.over("bin", Sum(body, ()), body, term, bins=number, left=left)

    def highest_bin(self, number: Fraction, term: Term) -> Expr:
        """The highest value of a term over the bins."""
        body = term(TracedBin)
        return self.over("bin", Largest(body, ()), body, term, bins=number, left=False)

    def pairs(self, term: Term) -> Expr:
        """The mean of a term over the pairs of classes."""
        pairs, mean = self.classes * (self.classes - 1) // 2, Leaf("pair_mean", ANY, None)
        return self.over("class pair", Div(Sum(mean, ()), Leaf("class_pairs", None, Fraction(pairs))), mean, term)

    def mean(self, term: Term) -> Expr:
        """The mean of a term over the samples."""
        body = term(self.sample)
        return self.over("sample", Div(Sum(body, ()), self.n), body, term, of_all=self.given.get("outcomes"))

    def mean_log(self, term: Term, base: int | None = None) -> Expr:
        """The mean of the logarithm of a term over the samples."""
        body = Log(term(self.sample), base)
        return self.over("sample", Div(Sum(body, ()), self.n), body, term)


def _number(given: Any) -> Any:
    """A parameter as the number that it is."""
    return evaluate(lift(given))


def traced(bound: Bound, view: TracedClass | TracedSamples, head: Head) -> Named:
    """The tree of a definition, by the name of its value."""
    return Named(head, bound.define(view))
