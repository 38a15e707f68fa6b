"""A metric of scores: a named definition over the scores of samples, with the traits that every metric has.

These metrics have a registry of their own, which is loaded when a question is about scores: a question about a matrix
never pays for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Literal, Protocol, Unpack

from exactmetrics.metrics.metric import Bound, Define, Exactness, Metric, Parameter, Range, convention_of, symbol_of
from exactmetrics.metrics.quantity import Quantity
from exactmetrics.metrics.texts import DEFINED, Sentences

# What the scores of a metric are: those of one class against the rest, or all scores of every sample.
Of = Literal["class", "samples"]
SCORE_REGISTRY: dict[str, ScoreMetric] = {}


class Cut(Protocol):
    """The samples whose score is at least one of the scores that occur: they are predicted as the class.

    precision: the share of them that are of the class; before: that at the next higher score, 1 where there is none;
    gained: those of the class with this very score; joined: the same, but 0 at the highest score.
    """

    @property
    def precision(self) -> Quantity: ...
    @property
    def gained(self) -> Quantity: ...
    @property
    def joined(self) -> Quantity: ...
    @property
    def before(self) -> Quantity: ...


class Point(Protocol):
    """The rates of the predictions from a threshold on; where nothing is predicted the precision is 1."""

    @property
    def precision(self) -> Quantity: ...
    @property
    def recall(self) -> Quantity: ...
    @property
    def specificity(self) -> Quantity: ...
    @property
    def fpr(self) -> Quantity: ...
    @property
    def fnr(self) -> Quantity: ...


class Strip(Protocol):
    """What lies below a line of the ROC curve, between two neighboring points of different false positive rates.

    width: the natural logarithm of the second rate over the first, its width on a logarithmic axis; height: the mean of
    the recalls at both; rise: by how much the second one is higher; intercept: the recall that the line would have at a
    rate of 0.
    """

    @property
    def width(self) -> Quantity: ...
    @property
    def height(self) -> Quantity: ...
    @property
    def rise(self) -> Quantity: ...
    @property
    def intercept(self) -> Quantity: ...


class ScoredClass(Protocol):
    """The scores of one class against the rest.

    positives, negatives: samples of the class and of the others; wins, ties: pairs of one of each in which the sample
    of the class has the higher score, or the same; crossing: the rate at which the false positive rate and the false
    negative rate are equal on the ROC curve, its points joined by lines.
    """

    @property
    def crossing(self) -> Quantity: ...

    @property
    def positives(self) -> Quantity: ...
    @property
    def negatives(self) -> Quantity: ...
    @property
    def wins(self) -> Quantity: ...
    @property
    def ties(self) -> Quantity: ...

    def apply(self, bound: Bound) -> Quantity:
        """Run another metric here."""

    def cuts(self, term: Callable[[Cut], Quantity]) -> Quantity:
        """The sum of a term over the scores that occur, the highest first."""

    def highest(self, term: Callable[[Point], Quantity], *, where: Callable[[Point], Quantity], least: Quantity,
                none: bool) -> Quantity:  # fmt: skip
        """The highest value of a term over the thresholds at which another one is high enough; `none`: also over that
        at which nothing is predicted.
        """

    def nearest(self, term: Callable[[Point], Quantity]) -> Quantity:
        """A term at the threshold at which the false positive and the false negative rate are nearest, the highest
        such threshold.
        """

    def area(self, fpr: Quantity) -> Quantity:
        """The area under the ROC curve up to a false positive rate."""

    def strips(self, low: Quantity, high: Quantity, term: Callable[[Strip], Quantity]) -> Quantity:
        """The sum of a term over the strips below the ROC curve from one false positive rate to another."""


class Scored(Protocol):
    """One score of a sample: `score`, and `truth`, which is 1 where the sample belongs to the class, else 0.

    share: the share of the samples that belong to the class.
    """

    @property
    def score(self) -> Quantity: ...
    @property
    def truth(self) -> Quantity: ...
    @property
    def share(self) -> Quantity: ...


class SampleView(Protocol):
    """One sample with all of its scores.

    depth: how many scores are as high as the lowest one of its own classes, 0 where it has none; misplaced: the share
    of the pairs of an own and another class in which the other has a score as high or higher, 0 where there is no pair;
    own_precision: the mean, over its own classes, of the share of own classes among those with a score as high or
    higher, 1 where it has none; own_score: the score of its class, which it has one of; own_share: the share of the
    samples that have its class; lacking: 1 minus the margin by which its class has the higher score, 0 where that is
    negative. The margin is the difference to the highest score of the other classes; with one column of two classes it
    is the score itself, with the other sign for the negative class.
    """

    @property
    def depth(self) -> Quantity: ...
    @property
    def misplaced(self) -> Quantity: ...
    @property
    def own_precision(self) -> Quantity: ...

    @property
    def own_score(self) -> Quantity: ...
    @property
    def own_share(self) -> Quantity: ...
    @property
    def lacking(self) -> Quantity: ...

    def in_top(self, k: Quantity) -> Quantity:
        """How likely its class is among the k of the highest scores, equal scores being drawn by lot."""

    def outcomes(self, term: Callable[[Scored], Quantity]) -> Quantity:
        """The sum of a term over its classes; over the positive one alone where there are two."""

    def both(self, term: Callable[[Scored], Quantity]) -> Quantity:
        """The sum of a term over its classes, both of them where there are two."""

    def cumulated(self, term: Callable[[Scored], Quantity]) -> Quantity:
        """The sum of a term over its classes in their order, without the last one; score and truth are the sums of
        those up to each class.
        """


class Place(Protocol):
    """A place in a ranking, from 1 on.

    gain: the relevance of what stands there; of equal scores each place has their mean.
    """

    @property
    def gain(self) -> Quantity: ...

    def log(self, base: Quantity | None = None) -> Quantity:
        """The logarithm of 1 plus the place, to a base or the natural one."""


class Bin(Protocol):
    """The samples whose confidence lies in one of the intervals of equal width.

    weight: how many they are; right: how many of them are right; confidence: the sum of their confidences.
    """

    @property
    def weight(self) -> Quantity: ...
    @property
    def right(self) -> Quantity: ...
    @property
    def confidence(self) -> Quantity: ...


class AllScores(Protocol):
    """The scores of all samples and classes. n: samples."""

    @property
    def n(self) -> Quantity: ...
    @property
    def k(self) -> Quantity:
        """The number of classes."""

    def skill(self, loss: Quantity, usual: Quantity) -> Quantity:
        """1 minus the quotient of a loss and a usual loss."""

    def mean(self, term: Callable[[SampleView], Quantity]) -> Quantity:
        """The mean of a term over the samples."""

    def mean_log(self, term: Callable[[SampleView], Quantity], base: int | None = None) -> Quantity:
        """The mean of the logarithm of a term over the samples, to a base or the natural one."""

    def ranked(self, term: Callable[[Place], Quantity], k: Quantity | None) -> Quantity:
        """The mean, over the samples, of the sum of a term over the first k places of the ranking, or over all."""

    def ranked_by_ideal(self, term: Callable[[Place], Quantity], k: Quantity | None) -> Quantity:
        """The mean, over the samples, of the same sum divided by that of the best ranking, 0 where that is 0."""

    def pairs(self, term: Callable[[ScoredClass], Quantity]) -> Quantity:
        """The mean of a term of a class over the pairs of classes, each class once against the other alone."""

    def over_bins(self, number: Quantity, term: Callable[[Bin], Quantity], *, left: bool = False) -> Quantity:
        """The sum of a term over the bins; a bin has its upper bound, or with `left` its lower one."""

    def highest_bin(self, number: Quantity, term: Callable[[Bin], Quantity]) -> Quantity:
        """The highest value of a term over the bins that hold samples; a bin has its upper bound."""


class ScoreMetric(Metric):
    """A metric of scores; its averages are those of the classes, or of the pairs of classes."""

    of: Of
    probabilities: bool  # every score is the probability of a class
    per_class: bool  # it needs a score for each class
    several: bool  # a sample may have any number of classes
    graded: bool  # classes of a sample may be more or less relevant

    def __reduce__(self) -> tuple[Callable[..., Metric], tuple[str, ...]]:
        return _registered, (self.module, self.name)

    def __call__(self, view: Any, **parameters: Any) -> Quantity:
        """Run on the scores of a class."""
        return super().__call__(view, **parameters)


def _registered(module: str, name: str) -> ScoreMetric:
    import_module(module)  # which registers it, if nothing has asked for it yet
    return SCORE_REGISTRY[name]


def score_metric(
    name: str, *, of: Of, symbol: str = "", aliases: tuple[str, ...] = (),
    range: Range = (0, 1), optimum: int | None = 1, direction: Literal["up", "down"] = "up",
    parameters: tuple[Parameter, ...] = (), implemented_by: Mapping[str, str] | None = None,
    probabilities: bool = False, per_class: bool = False, several: bool = False, graded: bool = False,
    exactness: Exactness = "rational", **says: Unpack[Sentences],
) -> Callable[[Define], ScoreMetric]:  # fmt: skip
    """Register a definition as a metric of scores; the options are those of `metric`.

    Args:
        of: whether it is a number of one class against the rest, to be averaged, or of all scores of the samples.
        probabilities: every score lies between 0 and 1.
        per_class: every sample has a score for each class.
        several: a sample may have any number of classes; those of one class may always be asked of such samples.
        graded: instead of 0 and 1 rows may hold how relevant each class is.
    """

    def register(define: Define) -> ScoreMetric:
        standard = convention_of((name,), define, range, optimum, parameters, "", says)
        standard.form("standard")(define)
        made = ScoreMetric(
            name, "scores", {"standard": standard}, aliases, direction, exactness, True, False, implemented_by or {},
            False, False, symbol or symbol_of(name), {}, False, None, False, False, None,
        )  # fmt: skip
        made.of, made.probabilities, made.per_class = of, probabilities, per_class
        made.several, made.graded = several or of == "class", graded
        if SCORE_REGISTRY.setdefault(name, made) is not made:
            raise ValueError(f"metric {name!r} is defined twice")
        DEFINED[name] = standard.defined
        return made

    return register
