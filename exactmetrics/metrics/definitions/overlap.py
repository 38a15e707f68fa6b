"""How far the samples of a class and its predictions overlap, by the larger or the smaller of the two.

Reference: Choi, Cha and Tappert 2010, "A survey of binary similarity and distance measures"; PyCM 4.6 `distance`.
"""

from __future__ import annotations

from exactmetrics.metrics.cells import ratio
from exactmetrics.metrics.metric import Mistake, metric
from exactmetrics.metrics.quantity import ClassView, Quantity, largest, smallest


@metric(
    "overlap",
    scope="class",
    title="overlap coefficient",
    symbol=r"\mathrm{OC}_{<i>}",
    aliases=("oc", "overlap_coefficient", "szymkiewicz_simpson", "simpson_similarity"),
    micro_is="accuracy",
    implemented_by={"pycm": "OC"},
    cells=lambda tp, fn, fp: ratio(tp, min(tp + fn, tp + fp)),
    idea="It is the larger of precision and recall.",
    mistake=Mistake(
        "Do not take the larger of the two numbers. That gives the Braun-Blanquet similarity, {value}.",
        "braun_blanquet",
    ),
)
def overlap(c: ClassView) -> Quantity:
    """The overlap coefficient of a class is the number of its correct predictions divided by the smaller of its number
    of samples and its number of predictions.

    Reference: Szymkiewicz 1934; Simpson 1943, American Journal of Science 241.

    >>> cm.value("overlap", label="dog")
    Fraction(7, 10)
    """
    return c.tp / smallest(c.support, c.predicted)


@metric(
    "braun_blanquet",
    scope="class",
    title="Braun-Blanquet similarity",
    symbol=r"\mathrm{BB}_{<i>}",
    aliases=("bb", "braun_blanquet_similarity"),
    micro_is="accuracy",
    implemented_by={"pycm": "BB"},
    cells=lambda tp, fn, fp: ratio(tp, max(tp + fn, tp + fp)),
    idea="It is the smaller of precision and recall.",
    mistake=Mistake(
        "Do not take the smaller of the two numbers. That gives the overlap coefficient, {value}.", "overlap"
    ),
)
def braun_blanquet(c: ClassView) -> Quantity:
    """The Braun-Blanquet similarity of a class is the number of its correct predictions divided by the larger of its
    number of samples and its number of predictions.

    Reference: Braun-Blanquet 1932, Plant Sociology.

    >>> cm.value("braun_blanquet", label="dog")
    Fraction(7, 12)
    """
    return c.tp / largest(c.support, c.predicted)
