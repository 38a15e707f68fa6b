"""What a ranking gains by what stands at its places, the later the less. Reference: Järvelin and Kekäläinen 2002."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics.metrics.metric import Parameter
from exactmetrics.metrics.quantity import Quantity
from exactmetrics.metrics.score_metric import AllScores, Place, score_metric

TWO: Any = Fraction(2)  # the usual base
FIRST = Parameter(
    "k",
    "how many places of the ranking count, all where it is not given",
    lambda k: k.denominator == 1 and k >= 1,
    "a whole number from 1 on",
    (Fraction(3), Fraction(2), Fraction(1)),
    "k",
    optional=True,
)
BASE = Parameter(
    "base",
    "the base of the logarithms, 2 where it is not given",
    lambda b: b > 1,
    "a number greater than 1",
    (Fraction(2), Fraction(10), Fraction(3, 2)),
    "b",
    optional=True,
)


@score_metric(
    "dcg",
    of="samples",
    title="discounted cumulative gain",
    symbol=r"\mathrm{DCG}",
    range=(0, None),
    optimum=None,
    exactness="transcendental",
    aliases=("dcg_score", "discounted_cumulative_gain"),
    parameters=(FIRST, BASE),
    per_class=True,
    several=True,
    graded=True,
    table="gains",
    implemented_by={"sklearn": "dcg_score"},
)
def dcg(s: AllScores, k: Quantity | None = None, base: Quantity = TWO) -> Quantity:
    """The discounted cumulative gain ranks the items of each sample by their scores, the highest first. It adds up how
    relevant they are, each divided by the logarithm of 1 plus its place, and takes the mean over the samples.

    The items are the classes, or whatever has a score for each sample. An item is relevant by the number that `y_true`
    holds: 1 or 0, or more. That number itself is the gain, not 2 to its power minus 1, as some have it. Of equal scores
    each has the mean relevance.
    Reference: Järvelin and Kekäläinen 2002, who take the logarithm of the place itself, and from place b on for the
    base b; McSherry and Najork 2008, for equal scores; scikit-learn 1.9 `dcg_score`.

    >>> print(em.Scores([[10, 0, 0, 1, 5]], [["0.1", "0.2", "0.3", 4, 70]]).value("dcg"))
    5 + 10*log6(2) + log3(2)
    """
    return s.ranked(lambda place: place.gain / place.log(base), k)


def _natural(place: Place) -> Quantity:
    return place.gain / place.log()


@score_metric(
    "ndcg",
    of="samples",
    title="normalized discounted cumulative gain",
    symbol=r"\mathrm{NDCG}",
    exactness="transcendental",
    aliases=("ndcg_score", "normalized_dcg", "normalized_discounted_cumulative_gain"),
    parameters=(FIRST,),
    per_class=True,
    several=True,
    graded=True,
    table="gains_by_ideal",
    implemented_by={"sklearn": "ndcg_score", "torchmetrics": "RetrievalNormalizedDCG"},
)
def ndcg(s: AllScores, k: Quantity | None = None) -> Quantity:
    """The normalized discounted cumulative gain divides the discounted cumulative gain of each sample by that of its
    best ranking, and takes the mean over the samples. The best ranking has the most relevant items first.

    The base of the logarithms cancels. The gain is the relevance itself, not 2 to its power minus 1, as some have it. A
    sample of which nothing is relevant counts as 0. Reference: Järvelin and
    Kekäläinen 2002; scikit-learn 1.9 `ndcg_score`.

    >>> ranked = em.Scores([[10, 0, 0, 1, 5]], [["0.1", "0.2", "0.3", 4, 70]])
    >>> em.decimal(ranked.value("ndcg"), places=30)
    '0.695694044381307498813885105861'
    """
    return s.ranked_by_ideal(_natural, k)
