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
    lambda k: k.denominator == 1 and k >= 1,
    (Fraction(3), Fraction(2), Fraction(1)),
    "k",
    optional=True,
)
BASE = Parameter(
    "base",
    lambda b: b > 1,
    (Fraction(2), Fraction(10), Fraction(3, 2)),
    "b",
    optional=True,
)


@score_metric(
    "dcg",
    of="samples",
    symbol=r"\mathrm{DCG}",
    range=(0, None),
    optimum=None,
    exactness="transcendental",
    aliases=("dcg_score", "discounted_cumulative_gain"),
    parameters=(FIRST, BASE),
    per_class=True,
    several=True,
    graded=True,
    implemented_by={"sklearn": "dcg_score"},
)
def dcg(s: AllScores, k: Quantity | None = None, base: Quantity = TWO) -> Quantity:
    """Reference: Järvelin and Kekäläinen 2002, who take the logarithm of the place itself, and from place b on for the
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
    symbol=r"\mathrm{NDCG}",
    exactness="transcendental",
    aliases=("ndcg_score", "normalized_dcg", "normalized_discounted_cumulative_gain"),
    parameters=(FIRST,),
    per_class=True,
    several=True,
    graded=True,
    implemented_by={"sklearn": "ndcg_score", "torchmetrics": "RetrievalNormalizedDCG"},
)
def ndcg(s: AllScores, k: Quantity | None = None) -> Quantity:
    """Reference: Järvelin and Kekäläinen 2002; scikit-learn 1.9 `ndcg_score`.

    >>> ranked = em.Scores([[10, 0, 0, 1, 5]], [["0.1", "0.2", "0.3", 4, 70]])
    >>> em.decimal(ranked.value("ndcg"), places=30)
    '0.695694044381307498813885105861'
    """
    return s.ranked_by_ideal(_natural, k)
