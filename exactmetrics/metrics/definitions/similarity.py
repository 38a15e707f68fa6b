"""Similarities and distances of two sets: the samples of a class, and the samples predicted as it.

Reference: Choi, Cha and Tappert 2010, "A survey of binary similarity and distance measures"; PyCM 4.6 `distance`.
"""

from __future__ import annotations

from exactmetrics.metrics.cells import ratio
from exactmetrics.metrics.definitions.rates import npv, precision, recall, specificity
from exactmetrics.metrics.metric import metric
from exactmetrics.metrics.quantity import ClassView, Quantity


@metric(
    "jaccard_distance",
    scope="class",
    symbol="d_{J,<i>}",
    direction="down",
    optimum=0,
    aliases=("tanimoto_distance", "soergel_distance"),
    cells=lambda tp, fn, fp: ratio(fp + fn, tp + fp + fn),
    wrong="dice_distance",
)
def jaccard_distance(c: ClassView) -> Quantity:
    """Reference: Jaccard 1901; Levandowsky and Winter 1971, Nature 234.

    >>> cm.value("jaccard_distance", label="dog")
    Fraction(8, 15)
    """
    return (c.fp + c.fn) / (c.tp + c.fp + c.fn)


@metric(
    "dice_distance",
    scope="class",
    symbol="d_{D,<i>}",
    direction="down",
    optimum=0,
    micro_is="error_rate",
    aliases=("canberra_distance", "lance_williams_distance"),
    cells=lambda tp, fn, fp: ratio(fp + fn, 2 * tp + fp + fn),
    wrong="jaccard_distance",
)
def dice_distance(c: ClassView) -> Quantity:
    """Reference: Dice 1945, Ecology 26; PyCM 4.6 `DistanceType.Canberra`.

    >>> cm.value("dice_distance", label="dog")
    Fraction(4, 11)
    """
    return (c.fp + c.fn) / (2 * c.tp + c.fp + c.fn)


@metric(
    "hamann",
    scope="class",
    range=(-1, 1),
    aliases=("hamann_coefficient", "hamann_similarity"),
    cells=lambda tp, fn, fp, tn: ratio((tp + tn) - (fp + fn), tp + fn + fp + tn),
    wrong="class_accuracy",
)
def hamann(c: ClassView) -> Quantity:
    """Reference: Hamann 1961, "Merkmalsbestand und Verwandtschaftsbeziehungen der Farinosae"; PyCM 4.6
    `DistanceType.Hamann`.

    >>> cm.value("hamann", label="dog")
    Fraction(3, 7)
    """
    return (c.tp + c.tn - c.fp - c.fn) / c.n


@metric(
    "fleiss_levin_paik",
    scope="class",
    symbol=r"\mathrm{FLP}_{<i>}",
    form="count",
    aliases=("fleiss_levin_paik_index", "negative_f1"),
    cells=lambda fn, fp, tn: ratio(2 * tn, 2 * tn + fp + fn),
    wrong="f1",
)
def fleiss_levin_paik(c: ClassView) -> Quantity:
    """Reference: Fleiss, Levin and Paik 2003, Statistical Methods for Rates and Proportions, 3rd edition; PyCM 4.6
    `DistanceType.FleissLevinPaik`.

    >>> cm.value("fleiss_levin_paik", label="dog")
    Fraction(13, 17)
    """
    return 2 * c.tn / (2 * c.tn + c.fp + c.fn)


@fleiss_levin_paik.form(
    "harmonic",
    cells=lambda specificity, npv: ratio(2 * specificity * npv, specificity + npv),
)
def _(c: ClassView) -> Quantity:
    return 2 * specificity(c) * npv(c) / (specificity(c) + npv(c))


@metric(
    "hawkins_dotson",
    scope="class",
    symbol=r"\mathrm{HDot}_{<i>}",
    aliases=("hawkins_dotson_index",),
    cells=lambda tp, fn, fp, tn: (ratio(tp, tp + fp + fn) + ratio(tn, tn + fp + fn)) / 2,
    wrong="jaccard",
)
def hawkins_dotson(c: ClassView) -> Quantity:
    """Reference: Hawkins and Dotson 1975, "Reliability scores that delude"; PyCM 4.6 `DistanceType.HawkinsDotson`.

    >>> cm.value("hawkins_dotson", label="dog")
    Fraction(19, 35)
    """
    return (c.tp / (c.tp + c.fp + c.fn) + c.tn / (c.tn + c.fp + c.fn)) / 2


@metric(
    "faith_similarity",
    scope="class",
    symbol=r"\mathrm{Faith}_{<i>}",
    optimum=None,
    cells=lambda tp, fn, fp, tn: ratio(2 * tp + tn, 2 * (tp + fn + fp + tn)),
    wrong="class_accuracy",
)
def faith_similarity(c: ClassView) -> Quantity:
    """Reference: Faith 1983, Journal of Zoology 201; PyCM 4.6 `DistanceType.Faith`.

    >>> cm.value("faith_similarity", label="dog")
    Fraction(27, 56)
    """
    return (c.tp + c.tn / 2) / c.n


@metric(
    "batagelj_bren",
    scope="class",
    symbol=r"d_{\mathrm{BB},<i>}",
    range=(0, None),
    direction="down",
    optimum=0,
    aliases=("batagelj_bren_distance",),
    cells=lambda tp, fn, fp, tn: ratio(fp * fn, tp * tn),
    independent=1,
    wrong="dor",
)
def batagelj_bren(c: ClassView) -> Quantity:
    """Reference: Batagelj and Bren 1995, Journal of Classification 12; PyCM 4.6 `DistanceType.BatageljBren`.

    >>> cm.value("batagelj_bren", label="dog")
    Fraction(15, 91)
    """
    return c.fp * c.fn / (c.tp * c.tn)


@metric(
    "baulieu_1",
    scope="class",
    symbol=r"d_{\mathrm{BI},<i>}",
    direction="down",
    optimum=0,
    form="rates",
    aliases=("baulieu_i",),
    cells=lambda precision, recall: 1 - precision * recall,
    wrong=lambda c: precision(c) * recall(c),
)
def baulieu_1(c: ClassView) -> Quantity:
    """Reference: Baulieu 1989, Journal of Classification 6; PyCM 4.6 `DistanceType.BaulieuI`.

    >>> cm.value("baulieu_1", label="dog")
    Fraction(71, 120)
    """
    return 1 - precision(c) * recall(c)


@metric(
    "baulieu_2",
    scope="class",
    symbol=r"s_{\mathrm{BII},<i>}",
    aliases=("baulieu_ii",),
    cells=lambda tp, fn, fp, tn: ratio(tp**2 * tn**2, (tp + fn) * (tp + fp) * (tn + fn) * (tn + fp)),
    wrong=lambda c: precision(c) * recall(c),
)
def baulieu_2(c: ClassView) -> Quantity:
    """Reference: Baulieu 1989, Journal of Classification 6; PyCM 4.6 `DistanceType.BaulieuII`.

    >>> cm.value("baulieu_2", label="dog")
    Fraction(8281, 34560)
    """
    return c.tp**2 * c.tn**2 / (c.support * c.predicted * (c.tn + c.fp) * (c.tn + c.fn))


@metric(
    "baulieu_11",
    scope="class",
    symbol=r"d_{\mathrm{BXI},<i>}",
    direction="down",
    optimum=0,
    aliases=("baulieu_xi",),
    cells=lambda fn, fp, tn: ratio(fp + fn, fp + fn + tn),
    wrong="jaccard_distance",
)
def baulieu_11(c: ClassView) -> Quantity:
    """Reference: Baulieu 1997, Journal of Classification 14; PyCM 4.6 `DistanceType.BaulieuXI`.

    >>> cm.value("baulieu_11", label="dog")
    Fraction(8, 21)
    """
    return (c.fp + c.fn) / (c.fp + c.fn + c.tn)
