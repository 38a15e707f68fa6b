"""The trace view of scores with every number that a value is made of, for what is worked out line by line.

A sum holds its summand over any score or sample, as in `trace`, and a term for each of them besides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from exactmetrics.expression.nodes import ANY, Div, Expr, Head, Leaf, Log, Named, Sum, Tag, lift, number
from exactmetrics.metrics.score_request import ScoreRequest
from exactmetrics.scores.column import exact_key
from exactmetrics.scores.compute import scored_class
from exactmetrics.scores.samples import Samples
from exactmetrics.scores.trace import Term, TracedClass, TracedCut, TracedSamples, over_classes
from exactmetrics.scores.view import AllValues, ClassValues, CutValues, OneScore, SampleValues
from exactmetrics.views.trace import mark_of


class RecordedCut:
    """One of the scores that occur, with its numbers."""

    def __init__(self, tag: Tag, cut: CutValues) -> None:
        self.gained, self.before, self.joined, tp, predicted = (
            Leaf(name, tag, getattr(cut, name)) for name in ("gained", "before", "joined", "tp", "predicted")
        )
        self.precision = Named(Head("cut_precision", tag), Div(tp, predicted))


class RecordedClass(TracedClass):
    """One class against the rest; a sum over scores holds a term for each of them, the highest first."""

    def __init__(self, scored: ClassValues, floats: str) -> None:
        super().__init__(scored)
        self._floats = floats

    def cuts(self, term: Term) -> Expr:
        """The sum of a term over the scores that positive samples have."""
        return Sum(term(TracedCut), tuple(map(term, self._cuts())))

    def thresholds(self, term: Term) -> Expr:
        """The mean of a term over all scores that occur."""
        terms = tuple(map(term, self._cuts(every=True)))
        return Div(Sum(term(TracedCut), terms), number(len(terms)))

    def _cuts(self, *, every: bool = False) -> Iterator[RecordedCut]:
        keys = self._scored.ranking.keys
        for at, (key, cut) in enumerate(zip(keys, self._scored.every_cut(), strict=True)):
            if cut.gained or every:
                yield RecordedCut(Tag(at, exact_key(key, self._floats)), cut)


class RecordedScore:
    """The score of one sample, and whether it is positive."""

    def __init__(self, tag: Tag, one: OneScore) -> None:
        self.score, self.truth = Leaf("score", tag, one.score), Leaf("truth", tag, Fraction(one.truth))
        self.share = Leaf("share", None, one.share)


class RecordedSample:
    """One sample, with its numbers."""

    def __init__(self, tag: Tag, sample: SampleValues) -> None:
        self._tag, self._sample = tag, sample

    def __getattr__(self, name: str) -> Leaf:
        """A number of the sample, by the name that definitions read."""
        return Leaf(name, self._tag, Fraction(getattr(self._sample, name)))

    def outcomes(self, term: Term) -> Expr:
        """What a term is of the positive class, the one of two that counts; else the sum over all classes."""
        if self._sample.view.samples.positive is None:
            return self.both(term)
        [positive] = self._sample.view.judged
        made: Expr = term(RecordedScore(self._tag, self._sample.one(positive)))
        return made

    def both(self, term: Term) -> Expr:
        """The sum over all classes."""
        return Leaf(over_classes(term), self._tag, self._sample.both(term))

    def in_top(self, k: Fraction) -> Expr:
        """How likely its class is among the k of the highest scores."""
        return Leaf("in_top", self._tag, self._sample.in_top(k))

    def cumulated(self, term: Term) -> Expr:
        """The sum over the classes in their order."""
        return Leaf("cumulated", self._tag, self._sample.cumulated(term))


class RecordedSamples(TracedSamples):
    """All samples of two classes; a mean over them holds a term for each of them, which has a name of its own."""

    def __init__(self, samples: Samples) -> None:
        view = AllValues(samples)
        super().__init__(samples.n, samples.k, view.share(samples.positive or 0), positive=True)
        self._samples = [(Tag(at, at + 1), SampleValues(view, at)) for at in range(samples.size)]

    def mean(self, term: Term) -> Expr:
        """The mean of a term over the samples."""
        return self._mean(lambda sample, tag: _named(term(sample), tag))

    def mean_log(self, term: Term, base: int | None = None) -> Expr:
        """The mean of the logarithm of a term over the samples."""
        return self._mean(lambda sample, _: Log(term(sample), base))

    def _mean(self, term: Callable[[Any, Tag], Expr]) -> Expr:
        terms = tuple(term(RecordedSample(tag, sample), tag) for tag, sample in self._samples)
        return Div(Sum(term(self.sample, ANY), terms), self.n)


def _named(term: Expr, tag: Tag) -> Expr:
    return term if isinstance(term, Leaf) else Named(Head("sample_term", tag), term)


def recorded_view(request: ScoreRequest, samples: Samples) -> RecordedClass | RecordedSamples:
    """The view that a definition is run on, or another formula in its place."""
    if request.metric.of == "samples":
        return RecordedSamples(samples)
    return RecordedClass(scored_class(samples, request.label), samples.floats)


def recorded(request: ScoreRequest, samples: Samples) -> Named:
    """The tree of a question about two classes, as far as its definition is of counts, and of sums over scores or
    samples; other parts have no value.

    >>> import exactmetrics as em
    >>> from exactmetrics.expression.evaluate import evaluate
    >>> from exactmetrics.metrics.score_request import resolve_score
    >>> scores = em.Scores([1, 1, 0, 0], ["0.8", "0.35", "0.4", "0.1"])
    >>> evaluate(recorded(resolve_score("average_precision", positive=1), scores._samples))
    Fraction(5, 6)
    """
    head = Head(request.metric.name, None, None, mark_of(request.bound))
    return Named(head, lift(request.bound.define(recorded_view(request, samples))))
