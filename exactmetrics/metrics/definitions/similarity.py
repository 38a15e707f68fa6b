"""Similarities and distances of two sets: the samples of a class, and the samples predicted as it.

Reference: Choi, Cha and Tappert 2010, "A survey of binary similarity and distance measures"; PyCM 4.6 `distance`.
"""

from __future__ import annotations

from exactmetrics.metrics.cells import ratio
from exactmetrics.metrics.definitions.rates import npv, precision, recall, specificity
from exactmetrics.metrics.metric import Mistake, metric
from exactmetrics.metrics.quantity import ClassView, Quantity


@metric(
    "jaccard_distance",
    scope="class",
    title="Jaccard distance",
    symbol="d_{J,<i>}",
    direction="down",
    optimum=0,
    aliases=("tanimoto_distance", "soergel_distance"),
    cells=lambda tp, fn, fp: ratio(fp + fn, tp + fp + fn),
    meaning="{percent} of the {all} samples that belong to {class} or were predicted as it are misclassified",
    idea="It is 1 minus the Jaccard index. All other samples do not count, however many they are.",
    question="How different are the samples of {class} and its predictions",
    mistake=Mistake(
        "Do not count the correct predictions twice in the denominator. That gives the Dice distance, {value}.",
        "dice_distance",
    ),
)
def jaccard_distance(c: ClassView) -> Quantity:
    """The Jaccard distance of a class is the fraction of all samples that belong to this class or were predicted as it
    that were predicted wrongly.

    Reference: Jaccard 1901; Levandowsky and Winter 1971, Nature 234.

    >>> cm.value("jaccard_distance", label="dog")
    Fraction(8, 15)
    """
    return (c.fp + c.fn) / (c.tp + c.fp + c.fn)


@metric(
    "dice_distance",
    scope="class",
    title="Dice distance",
    symbol="d_{D,<i>}",
    direction="down",
    optimum=0,
    micro_is="error_rate",
    aliases=("canberra_distance", "lance_williams_distance"),
    cells=lambda tp, fn, fp: ratio(fp + fn, 2 * tp + fp + fn),
    question="How different are the samples of {class} and its predictions, if a correct prediction counts twice",
    mistake=Mistake(
        "Do not count the correct predictions only once in the denominator. That gives the Jaccard distance, {value}.",
        "jaccard_distance",
    ),
)
def dice_distance(c: ClassView) -> Quantity:
    """The Dice distance of a class is 1 minus its F1 score.

    Reference: Dice 1945, Ecology 26; PyCM 4.6 `DistanceType.Canberra`.

    >>> cm.value("dice_distance", label="dog")
    Fraction(4, 11)
    """
    return (c.fp + c.fn) / (2 * c.tp + c.fp + c.fn)


@metric(
    "hamann",
    scope="class",
    title="Hamann coefficient",
    range=(-1, 1),
    aliases=("hamann_coefficient", "hamann_similarity"),
    cells=lambda tp, fn, fp, tn: ratio((tp + tn) - (fp + fn), tp + fn + fp + tn),
    idea="It is twice the class accuracy minus 1.",
    question="How much more often is it predicted correctly than wrongly whether a sample belongs to {class}",
    mistake=Mistake(
        "Do not forget to subtract the wrong decisions. Without that, it is the class accuracy, {value}.",
        "class_accuracy",
    ),
)
def hamann(c: ClassView) -> Quantity:
    """The Hamann coefficient of a class is its class accuracy minus its class error rate.

    Reference: Hamann 1961, "Merkmalsbestand und Verwandtschaftsbeziehungen der Farinosae"; PyCM 4.6
    `DistanceType.Hamann`.

    >>> cm.value("hamann", label="dog")
    Fraction(3, 7)
    """
    return (c.tp + c.tn - c.fp - c.fn) / c.n


@metric(
    "fleiss_levin_paik",
    scope="class",
    title="Fleiss-Levin-Paik index",
    symbol=r"\mathrm{FLP}_{<i>}",
    form="count",
    aliases=("fleiss_levin_paik_index", "negative_f1"),
    cells=lambda fn, fp, tn: ratio(2 * tn, 2 * tn + fp + fn),
    idea="It is the F1 score of all other classes as one class.",
    question="How good are the specificity and the negative predictive value of {class} in one number",
    mistake=Mistake(
        "Do not take the true positives instead of the true negatives. That gives the F1 score, {value}.",
        "f1",
    ),
)
def fleiss_levin_paik(c: ClassView) -> Quantity:
    """The Fleiss-Levin-Paik index of a class is the harmonic mean of its specificity and its negative predictive value.

    Reference: Fleiss, Levin and Paik 2003, Statistical Methods for Rates and Proportions, 3rd edition; PyCM 4.6
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
    title="Hawkins-Dotson index",
    symbol=r"\mathrm{HDot}_{<i>}",
    aliases=("hawkins_dotson_index",),
    cells=lambda tp, fn, fp, tn: (ratio(tp, tp + fp + fn) + ratio(tn, tn + fp + fn)) / 2,
    question="How similar are the predictions and the actual classes, if {class} counts the same as all other classes",
    mistake=Mistake("Do not leave out the other classes. Without them, it is the Jaccard index, {value}.", "jaccard"),
)
def hawkins_dotson(c: ClassView) -> Quantity:
    """The Hawkins-Dotson index of a class is the mean of its Jaccard index and the Jaccard index of all other classes
    as one class.

    Reference: Hawkins and Dotson 1975, "Reliability scores that delude"; PyCM 4.6 `DistanceType.HawkinsDotson`.

    >>> cm.value("hawkins_dotson", label="dog")
    Fraction(19, 35)
    """
    return (c.tp / (c.tp + c.fp + c.fn) + c.tn / (c.tn + c.fp + c.fn)) / 2


@metric(
    "faith_similarity",
    scope="class",
    title="Faith similarity",
    symbol=r"\mathrm{Faith}_{<i>}",
    optimum=None,
    cells=lambda tp, fn, fp, tn: ratio(2 * tp + tn, 2 * (tp + fn + fp + tn)),
    idea="A sample of another class that was not predicted as this class counts half as much as a correct prediction.",
    question="How similar are the samples of {class} and its predictions, if a true negative counts half as much as a "
    "true positive",
    mistake=Mistake(
        "Do not count a true negative as much as a true positive. That gives the class accuracy, {value}.",
        "class_accuracy",
    ),
)
def faith_similarity(c: ClassView) -> Quantity:
    """The Faith similarity of a class is the sum of its true positives and half of its true negatives, divided by all
    samples.

    Reference: Faith 1983, Journal of Zoology 201; PyCM 4.6 `DistanceType.Faith`.

    >>> cm.value("faith_similarity", label="dog")
    Fraction(27, 56)
    """
    return (c.tp + c.tn / 2) / c.n


@metric(
    "batagelj_bren",
    scope="class",
    title="Batagelj-Bren distance",
    symbol=r"d_{\mathrm{BB},<i>}",
    range=(0, None),
    direction="down",
    optimum=0,
    aliases=("batagelj_bren_distance",),
    cells=lambda tp, fn, fp, tn: ratio(fp * fn, tp * tn),
    independent=1,
    meaning="the odds of being predicted as {class} are {value} times as high for a sample of another class as for a "
    "sample of {class}",
    question="Compare the samples of other classes with the samples of {class}: how many times as high are their odds "
    "of being predicted as {class}",
    mistake=Mistake("Do not swap numerator and denominator. That gives the diagnostic odds ratio, {value}.", "dor"),
)
def batagelj_bren(c: ClassView) -> Quantity:
    """The Batagelj-Bren distance of a class is the product of its false positives and false negatives divided by the
    product of its true positives and true negatives.

    Reference: Batagelj and Bren 1995, Journal of Classification 12; PyCM 4.6 `DistanceType.BatageljBren`.

    >>> cm.value("batagelj_bren", label="dog")
    Fraction(15, 91)
    """
    return c.fp * c.fn / (c.tp * c.tn)


@metric(
    "baulieu_1",
    scope="class",
    title="Baulieu I distance",
    symbol=r"d_{\mathrm{BI},<i>}",
    direction="down",
    optimum=0,
    form="rates",
    aliases=("baulieu_i",),
    cells=lambda precision, recall: 1 - precision * recall,
    question="How far is the product of the precision and the recall of {class} from 1",
    mistake=Mistake(
        "Do not forget to subtract from 1. The product of precision and recall alone is {value}.",
        lambda c: precision(c) * recall(c),
    ),
)
def baulieu_1(c: ClassView) -> Quantity:
    """The Baulieu I distance of a class is 1 minus the product of its precision and its recall.

    Reference: Baulieu 1989, Journal of Classification 6; PyCM 4.6 `DistanceType.BaulieuI`.

    >>> cm.value("baulieu_1", label="dog")
    Fraction(71, 120)
    """
    return 1 - precision(c) * recall(c)


@metric(
    "baulieu_2",
    scope="class",
    title="Baulieu II similarity",
    symbol=r"s_{\mathrm{BII},<i>}",
    aliases=("baulieu_ii",),
    cells=lambda tp, fn, fp, tn: ratio(tp**2 * tn**2, (tp + fn) * (tp + fp) * (tn + fn) * (tn + fp)),
    idea="It is 0 if one of them is 0.",
    question="How large is the product of the four rates of {class}",
    mistake=Mistake(
        "Do not leave out the true negatives. The product of precision and recall alone is {value}.",
        lambda c: precision(c) * recall(c),
    ),
)
def baulieu_2(c: ClassView) -> Quantity:
    """The Baulieu II similarity of a class is the product of its precision, recall, specificity and negative predictive
    value.

    Reference: Baulieu 1989, Journal of Classification 6; PyCM 4.6 `DistanceType.BaulieuII`.

    >>> cm.value("baulieu_2", label="dog")
    Fraction(8281, 34560)
    """
    return c.tp**2 * c.tn**2 / (c.support * c.predicted * (c.tn + c.fp) * (c.tn + c.fn))


@metric(
    "baulieu_11",
    scope="class",
    title="Baulieu XI distance",
    symbol=r"d_{\mathrm{BXI},<i>}",
    direction="down",
    optimum=0,
    aliases=("baulieu_xi",),
    cells=lambda fn, fp, tn: ratio(fp + fn, fp + fn + tn),
    idea="The correct predictions of the class do not count, however many they are.",
    question="How different are the samples that do not belong to {class} and the samples that were not predicted as "
    "it",
    mistake=Mistake(
        "Do not take the true positives instead of the true negatives. That gives the Jaccard distance, {value}.",
        "jaccard_distance",
    ),
)
def baulieu_11(c: ClassView) -> Quantity:
    """The Baulieu XI distance of a class is 1 minus the Jaccard index of all other classes as one class.

    Reference: Baulieu 1997, Journal of Classification 14; PyCM 4.6 `DistanceType.BaulieuXI`.

    >>> cm.value("baulieu_11", label="dog")
    Fraction(8, 21)
    """
    return (c.fp + c.fn) / (c.fp + c.fn + c.tn)
