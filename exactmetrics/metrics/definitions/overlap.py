"""How far the samples of a class and its predictions overlap, by the larger or the smaller of the two.

Reference: Choi, Cha and Tappert 2010, "A survey of binary similarity and distance measures"; PyCM 4.6 `distance`.
"""

from __future__ import annotations

from fractions import Fraction

from exactmetrics.metrics.cells import ratio
from exactmetrics.metrics.metric import Mistake, metric
from exactmetrics.metrics.quantity import ClassView, MatrixView, Quantity, absolute, largest, smallest


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
        "Do not divide by the larger of the two totals. That gives the Braun-Blanquet similarity, {value}.",
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
    macro_is="class_balance_accuracy",
    micro_is="accuracy",
    implemented_by={"pycm": "BB"},
    cells=lambda tp, fn, fp: ratio(tp, max(tp + fn, tp + fp)),
    idea="It is the smaller of precision and recall.",
    mistake=Mistake(
        "Do not divide by the smaller of the two totals. That gives the overlap coefficient, {value}.", "overlap"
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


@metric(
    "class_balance_accuracy",
    scope="matrix",
    title="class balance accuracy",
    symbol=r"\mathrm{CBA}_{<i>}",
    partition=False,
    aliases=("cba",),
    rows=lambda mean, braun_blanquet: mean(braun_blanquet),
    implemented_by={"pycm": "CBA"},
    optimum_only=True,
    mistake=Mistake("Do not divide all correct predictions by all samples. That gives accuracy, {value}.", "accuracy"),
)
def class_balance_accuracy(m: MatrixView) -> Quantity:
    """The class balance accuracy is the mean of the Braun-Blanquet similarities of the classes.

    Reference: Mosley 2013, "A balanced approach to the multi-class imbalance problem", Iowa State University.

    >>> cm.value("class_balance_accuracy")
    Fraction(65, 108)
    """
    return m.mean(braun_blanquet)


@metric(
    "bray_curtis",
    scope="class",
    title="Bray-Curtis dissimilarity",
    symbol=r"\mathrm{BCD}_{<i>}",
    range=(0, Fraction(1, 2)),
    direction="none",
    optimum=None,
    aliases=("bcd", "bray_curtis_dissimilarity"),
    implemented_by={"pycm": "BCD"},
    cells=lambda tp, fn, fp, tn: ratio(abs(fp - fn), 2 * (tp + fn + fp + tn)),
)
def bray_curtis(c: ClassView) -> Quantity:
    """The Bray-Curtis dissimilarity of a class is the absolute difference of its number of samples and its number of
    predictions, divided by twice the number of all samples.

    It is the term of one class in the dissimilarity of Bray and Curtis. Reference: Bray and Curtis 1957, Ecological
    Monographs 27; PyCM 4.6 `BCD`.

    >>> cm.value("bray_curtis", label="dog")
    Fraction(1, 28)
    """
    return absolute(c.support - c.predicted) / (2 * c.n)


@metric(
    "ample",
    scope="class",
    title="AMPLE similarity",
    symbol=r"\mathrm{AMPLE}_{<i>}",
    direction="none",
    optimum=None,
    aliases=("ample_similarity",),
    cells=lambda tp, fn, fp, tn: abs(ratio(tp, tp + fp) - ratio(fn, fn + tn)),
)
def ample(c: ClassView) -> Quantity:
    """The AMPLE similarity of a class is the absolute difference of its precision and its false omission rate.

    Reference: PyCM 4.6 `DistanceType.AMPLE`, which is named after the tool of Dallmeier, Lindig and Zeller 2005,
    "Lightweight defect localization for Java".

    >>> cm.value("ample", label="dog")
    Fraction(19, 45)
    """
    return absolute(c.tp * c.tn - c.fp * c.fn) / (c.predicted * (c.fn + c.tn))


@metric(
    "loevinger_h",
    scope="class",
    micro_is="bennett_s",
    title="Loevinger coefficient",
    symbol=r"H_{<i>}",
    range=(None, 1),
    aliases=("loevinger", "forbes_ii", "forbes_2", "benini_ii", "benini_2"),
    cells=lambda tp, fn, fp, tn: ratio(tp * tn - fp * fn, min((tp + fn) * (fn + tn), (tp + fp) * (fp + tn))),
    independent=0,
)
def loevinger_h(c: ClassView) -> Quantity:
    """The Loevinger coefficient of a class is the covariance of its samples and its predictions, divided by the largest
    covariance that there is for these totals.

    Reference: Loevinger 1948, Psychological Bulletin 45; Warrens 2008, Psychometrika 73; Forbes 1925, "Method of
    determining and measuring the associative relations of species"; PyCM 4.6 `DistanceType.ForbesII` and
    `DistanceType.BeniniII`, which are one number.

    >>> cm.value("loevinger_h", label="dog")
    Fraction(19, 40)
    """
    return (c.tp * c.tn - c.fp * c.fn) / smallest(c.support * (c.tn + c.fn), c.predicted * (c.tn + c.fp))


@metric(
    "kuhns_5",
    scope="class",
    micro_is="bennett_s",
    title="Kuhns V coefficient",
    symbol=r"\mathrm{KuhnsV}_{<i>}",
    range=(-1, 1),
    aliases=("kuhns_v",),
    cells=lambda tp, fn, fp, tn: ratio(tp * tn - fp * fn, max((tp + fp) * (fn + tn), (tp + fn) * (fp + tn))),
    independent=0,
)
def kuhns_5(c: ClassView) -> Quantity:
    """The Kuhns V coefficient of a class is the covariance of its samples and its predictions, divided by the larger of
    their variances.

    Reference: Kuhns 1965, "The continuum of coefficients of association"; PyCM 4.6 `DistanceType.KuhnsV`.

    >>> cm.value("kuhns_5", label="dog")
    Fraction(19, 48)
    """
    return (c.tp * c.tn - c.fp * c.fn) / largest(c.support * (c.tn + c.fp), c.predicted * (c.tn + c.fn))


@metric(
    "kuhns_6",
    scope="class",
    micro_is="bennett_s",
    title="Kuhns VI coefficient",
    symbol=r"\mathrm{KuhnsVI}_{<i>}",
    range=(-1, 1),
    aliases=("kuhns_vi",),
    cells=lambda tp, fn, fp, tn: ratio(tp * tn - fp * fn, min((tp + fp) * (fn + tn), (tp + fn) * (fp + tn))),
    independent=0,
)
def kuhns_6(c: ClassView) -> Quantity:
    """The Kuhns VI coefficient of a class is the covariance of its samples and its predictions, divided by the smaller
    of their variances.

    Reference: Kuhns 1965, "The continuum of coefficients of association"; PyCM 4.6 `DistanceType.KuhnsVI`.

    >>> cm.value("kuhns_6", label="dog")
    Fraction(19, 45)
    """
    return (c.tp * c.tn - c.fp * c.fn) / smallest(c.support * (c.tn + c.fp), c.predicted * (c.tn + c.fn))
