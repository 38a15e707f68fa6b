"""How far the samples of a class and its predictions overlap, by the larger or the smaller of the two.

Reference: Choi, Cha and Tappert 2010, "A survey of binary similarity and distance measures"; PyCM 4.6 `distance`.
"""

from __future__ import annotations

from fractions import Fraction

from exactmetrics.metrics.cells import ratio
from exactmetrics.metrics.metric import metric
from exactmetrics.metrics.quantity import ClassView, MatrixView, Quantity, absolute, largest, smallest


@metric(
    "overlap",
    scope="class",
    symbol=r"\mathrm{OC}_{<i>}",
    aliases=("oc", "overlap_coefficient", "szymkiewicz_simpson", "simpson_similarity"),
    micro_is="accuracy",
    implemented_by={"pycm": "OC"},
    cells=lambda tp, fn, fp: ratio(tp, min(tp + fn, tp + fp)),
    wrong="braun_blanquet",
)
def overlap(c: ClassView) -> Quantity:
    """Reference: Szymkiewicz 1934; Simpson 1943, American Journal of Science 241.

    >>> cm.value("overlap", label="dog")
    Fraction(7, 10)
    """
    return c.tp / smallest(c.support, c.predicted)


@metric(
    "braun_blanquet",
    scope="class",
    symbol=r"\mathrm{BB}_{<i>}",
    aliases=("bb", "braun_blanquet_similarity"),
    macro_is="class_balance_accuracy",
    micro_is="accuracy",
    implemented_by={"pycm": "BB"},
    cells=lambda tp, fn, fp: ratio(tp, max(tp + fn, tp + fp)),
    wrong="overlap",
)
def braun_blanquet(c: ClassView) -> Quantity:
    """Reference: Braun-Blanquet 1932, Plant Sociology.

    >>> cm.value("braun_blanquet", label="dog")
    Fraction(7, 12)
    """
    return c.tp / largest(c.support, c.predicted)


@metric(
    "class_balance_accuracy",
    scope="matrix",
    symbol=r"\mathrm{CBA}_{<i>}",
    partition=False,
    aliases=("cba",),
    rows=lambda mean, braun_blanquet: mean(braun_blanquet),
    implemented_by={"pycm": "CBA"},
    optimum_only=True,
    wrong="accuracy",
)
def class_balance_accuracy(m: MatrixView) -> Quantity:
    """Reference: Mosley 2013, "A balanced approach to the multi-class imbalance problem", Iowa State University.

    >>> cm.value("class_balance_accuracy")
    Fraction(65, 108)
    """
    return m.mean(braun_blanquet)


@metric(
    "bray_curtis",
    scope="class",
    symbol=r"\mathrm{BCD}_{<i>}",
    range=(0, Fraction(1, 2)),
    direction="none",
    optimum=None,
    aliases=("bcd", "bray_curtis_dissimilarity"),
    implemented_by={"pycm": "BCD"},
    cells=lambda tp, fn, fp, tn: ratio(abs(fp - fn), 2 * (tp + fn + fp + tn)),
)
def bray_curtis(c: ClassView) -> Quantity:
    """Reference: Bray and Curtis 1957, Ecological Monographs 27; PyCM 4.6 `BCD`.

    >>> cm.value("bray_curtis", label="dog")
    Fraction(1, 28)
    """
    return absolute(c.support - c.predicted) / (2 * c.n)


@metric(
    "ample",
    scope="class",
    symbol=r"\mathrm{AMPLE}_{<i>}",
    direction="none",
    optimum=None,
    aliases=("ample_similarity",),
    cells=lambda tp, fn, fp, tn: abs(ratio(tp, tp + fp) - ratio(fn, fn + tn)),
)
def ample(c: ClassView) -> Quantity:
    """Reference: PyCM 4.6 `DistanceType.AMPLE`, which is named after the tool of Dallmeier, Lindig and Zeller 2005,
    "Lightweight defect localization for Java".

    >>> cm.value("ample", label="dog")
    Fraction(19, 45)
    """
    return absolute(c.tp * c.tn - c.fp * c.fn) / (c.predicted * (c.fn + c.tn))


@metric(
    "loevinger_h",
    scope="class",
    micro_is="bennett_s",
    symbol=r"H_{<i>}",
    range=(None, 1),
    aliases=("loevinger", "forbes_ii", "forbes_2", "benini_ii", "benini_2"),
    cells=lambda tp, fn, fp, tn: ratio(tp * tn - fp * fn, min((tp + fn) * (fn + tn), (tp + fp) * (fp + tn))),
    independent=0,
)
def loevinger_h(c: ClassView) -> Quantity:
    """Reference: Loevinger 1948, Psychological Bulletin 45; Warrens 2008, Psychometrika 73; Forbes 1925, "Method of
    determining and measuring the associative relations of species"; PyCM 4.6 `DistanceType.ForbesII` and
    `DistanceType.BeniniII`, which are one number.

    >>> cm.value("loevinger_h", label="dog")
    Fraction(19, 40)
    """
    return (c.tp * c.tn - c.fp * c.fn) / smallest(c.support * (c.tn + c.fn), c.predicted * (c.tn + c.fp))


@metric(
    "kuhns_2", scope="class", symbol=r"\mathrm{KuhnsII}_{<i>}", range=(Fraction(-1, 2), 1), optimum=None,
    aliases=("kuhns_ii",),
    cells=lambda tp, fn, fp, tn: ratio(
        tp - ratio((tp + fp) * (tp + fn), tp + fn + fp + tn), max(tp + fp, tp + fn)
    ),
    independent=0, wrong="kuhns_4",
)  # fmt: skip
def kuhns_2(c: ClassView) -> Quantity:
    """Reference: Kuhns 1965, "The continuum of coefficients of association"; PyCM 4.6 `DistanceType.KuhnsII`.

    >>> cm.value("kuhns_2", label="dog")
    Fraction(19, 84)
    """
    return (c.n * c.tp - c.support * c.predicted) / (c.n * largest(c.support, c.predicted))


@metric(
    "kuhns_4", scope="class", symbol=r"\mathrm{KuhnsIV}_{<i>}", range=(-1, 1), optimum=None, aliases=("kuhns_iv",),
    cells=lambda tp, fn, fp, tn: ratio(
        tp - ratio((tp + fp) * (tp + fn), tp + fn + fp + tn), min(tp + fp, tp + fn)
    ),
    independent=0, wrong="kuhns_2",
)  # fmt: skip
def kuhns_4(c: ClassView) -> Quantity:
    """Reference: Kuhns 1965, "The continuum of coefficients of association"; PyCM 4.6 `DistanceType.KuhnsIV`.

    >>> cm.value("kuhns_4", label="dog")
    Fraction(19, 70)
    """
    return (c.n * c.tp - c.support * c.predicted) / (c.n * smallest(c.support, c.predicted))


@metric(
    "kuhns_5",
    scope="class",
    micro_is="bennett_s",
    symbol=r"\mathrm{KuhnsV}_{<i>}",
    range=(-1, 1),
    aliases=("kuhns_v",),
    cells=lambda tp, fn, fp, tn: ratio(tp * tn - fp * fn, max((tp + fp) * (fn + tn), (tp + fn) * (fp + tn))),
    independent=0,
)
def kuhns_5(c: ClassView) -> Quantity:
    """Reference: Kuhns 1965, "The continuum of coefficients of association"; PyCM 4.6 `DistanceType.KuhnsV`.

    >>> cm.value("kuhns_5", label="dog")
    Fraction(19, 48)
    """
    return (c.tp * c.tn - c.fp * c.fn) / largest(c.support * (c.tn + c.fp), c.predicted * (c.tn + c.fn))


@metric(
    "kuhns_6",
    scope="class",
    micro_is="bennett_s",
    symbol=r"\mathrm{KuhnsVI}_{<i>}",
    range=(-1, 1),
    aliases=("kuhns_vi",),
    cells=lambda tp, fn, fp, tn: ratio(tp * tn - fp * fn, min((tp + fp) * (fn + tn), (tp + fn) * (fp + tn))),
    independent=0,
)
def kuhns_6(c: ClassView) -> Quantity:
    """Reference: Kuhns 1965, "The continuum of coefficients of association"; PyCM 4.6 `DistanceType.KuhnsVI`.

    >>> cm.value("kuhns_6", label="dog")
    Fraction(19, 45)
    """
    return (c.tp * c.tn - c.fp * c.fn) / smallest(c.support * (c.tn + c.fp), c.predicted * (c.tn + c.fn))


@metric(
    "guttman_lambda_a", scope="class", symbol=r"\lambda_{A,<i>}", direction="none", optimum=None,
    cells=lambda tp, fn, fp, tn: ratio(
        max(tp, fn) + max(fp, tn) - max(tp + fp, fn + tn), min(tp + fp, fn + tn)
    ),
    wrong="guttman_lambda_b",
)  # fmt: skip
def guttman_lambda_a(c: ClassView) -> Quantity:
    """Reference: Guttman 1941, "An outline of the statistical theory of prediction"; Goodman and Kruskal 1954; PyCM 4.6
    `DistanceType.GuttmanLambdaA`.

    >>> cm.value("guttman_lambda_a", label="dog")
    Fraction(1, 5)
    """
    return (largest(c.tp, c.fn) + largest(c.fp, c.tn) - largest(c.predicted, c.fn + c.tn)) / (
        c.n - largest(c.predicted, c.fn + c.tn)
    )


@metric(
    "guttman_lambda_b", scope="class", symbol=r"\lambda_{B,<i>}", direction="none", optimum=None,
    cells=lambda tp, fn, fp, tn: ratio(
        max(tp, fp) + max(fn, tn) - max(tp + fn, fp + tn), min(tp + fn, fp + tn)
    ),
    wrong="guttman_lambda_a",
)  # fmt: skip
def guttman_lambda_b(c: ClassView) -> Quantity:
    """Reference: Guttman 1941, "An outline of the statistical theory of prediction"; Goodman and Kruskal 1954; PyCM 4.6
    `DistanceType.GuttmanLambdaB`.

    >>> cm.value("guttman_lambda_b", label="dog")
    Fraction(1, 3)
    """
    return (largest(c.tp, c.fp) + largest(c.fn, c.tn) - largest(c.support, c.fp + c.tn)) / (
        c.n - largest(c.support, c.fp + c.tn)
    )


@metric(
    "anderberg_d",
    scope="class",
    symbol=r"D_{<i>}",
    range=(0, Fraction(1, 2)),
    direction="none",
    optimum=None,
    aliases=("anderberg",),
    cells=lambda tp, fn, fp, tn: ratio(
        max(tp, fp) + max(fn, tn) + max(tp, fn) + max(fp, tn) - max(tp + fn, fp + tn) - max(tp + fp, fn + tn),
        2 * (tp + fn + fp + tn),
    ),
)
def anderberg_d(c: ClassView) -> Quantity:
    """Reference: Anderberg 1973, "Cluster analysis for applications"; Choi, Cha and Tappert 2010, eq. (70).

    >>> cm.value("anderberg_d", label="dog")
    Fraction(3, 28)
    """
    known = largest(c.tp, c.fp) + largest(c.fn, c.tn) + largest(c.tp, c.fn) + largest(c.fp, c.tn)
    return (known - largest(c.support, c.fp + c.tn) - largest(c.predicted, c.fn + c.tn)) / (2 * c.n)
