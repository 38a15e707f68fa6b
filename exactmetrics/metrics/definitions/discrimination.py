"""How well the predictions of a class separate its samples from the others: relatives of the G-mean.

Reference: Perkins and Schisterman 2006, American Journal of Epidemiology 163; Ballabio, Grisoni and Todeschini 2018;
PyCM 4.6.
"""

from __future__ import annotations

from fractions import Fraction

from exactmetrics.exact.values import root as exact_root
from exactmetrics.metrics.cells import ratio
from exactmetrics.metrics.definitions.rates import class_accuracy, fnr, fpr, recall, specificity
from exactmetrics.metrics.definitions.scores import g_mean
from exactmetrics.metrics.metric import Mistake, Parameter, Reading, metric
from exactmetrics.metrics.quantity import ClassView, Quantity, absolute, normal_quantile, root, sign

DOMINANCE = Parameter(
    "alpha",
    "how much the difference of recall and specificity counts",
    lambda a: 0 <= a <= 1,
    "a number from 0 to 1",
    (Fraction(1, 10), Fraction(1)),
    r"\alpha",
)


@metric(
    "distance_index",
    scope="class",
    title="distance index",
    symbol=r"\mathrm{dInd}_{<i>}",
    range=(0, exact_root(2)),
    direction="down",
    optimum=0,
    exactness="algebraic",
    form="rates",
    aliases=("dind", "roc_distance", "roc_dist"),
    cells=lambda fpr, fnr, sqrt: sqrt(fpr**2 + fnr**2),
    implemented_by={"pycm": "dInd"},
    question="How far is the point of {class} in the ROC plane from the perfect corner",
)
def distance_index(c: ClassView) -> Quantity:
    """The distance index of a class is the square root of the sum of the squares of its false positive rate and its
    false negative rate.

    Reference: Perkins and Schisterman 2006, American Journal of Epidemiology 163; PyCM 4.6 `dInd`; yardstick 1.4
    `roc_dist`.

    >>> cm.value("distance_index", label="dog")
    Root(1, Fraction(481, 2304))
    """
    return root(fpr(c) ** 2 + fnr(c) ** 2)


@metric(
    "similarity_index",
    scope="class",
    title="similarity index",
    symbol=r"\mathrm{sInd}_{<i>}",
    exactness="algebraic",
    form="rates",
    aliases=("sind",),
    cells=lambda fpr, fnr, sqrt: 1 - sqrt((fpr**2 + fnr**2) / 2),
    implemented_by={"pycm": "sInd"},
)
def similarity_index(c: ClassView) -> Quantity:
    """The similarity index of a class is 1 minus the quadratic mean of its false positive rate and its false negative
    rate.

    Reference: Ballabio, Grisoni and Todeschini 2018, Chemometrics and Intelligent Laboratory Systems 174, as the source
    of PyCM 4.6 `sInd`.

    >>> print(cm.value("similarity_index", label="dog"))
    1 - sqrt(962)/96
    """
    return 1 - root((fpr(c) ** 2 + fnr(c) ** 2) / 2)


@metric(
    "adjusted_f_score",
    scope="class",
    title="adjusted F-score",
    symbol=r"\mathrm{AGF}_{<i>}",
    exactness="algebraic",
    aliases=("agf", "adjusted_f_measure"),
    cells=lambda tp, fn, fp, tn, sqrt: sqrt(
        ratio(5 * tp, 5 * tp + 4 * fn + fp) * ratio(5 * tn / 4, 5 * tn / 4 + fn + fp / 4)
    ),
    implemented_by={"pycm": "AGF"},
)
def adjusted_f_score(c: ClassView) -> Quantity:
    """The adjusted F-score of a class is the square root of the product of its F2 score and the F0.5 score of all other
    classes as one class.

    Reference: Maratea, Petrosino and Manzo 2014, Information Sciences 257; PyCM 4.6 `AGF`.

    >>> cm.value("adjusted_f_score", label="dog")
    Root(1, Fraction(2275, 5104))
    """
    return root(5 * c.tp / (5 * c.tp + 4 * c.fn + c.fp) * (5 * c.tn / (5 * c.tn + 4 * c.fn + c.fp)))


@metric(
    "adjusted_geometric_mean",
    scope="class",
    title="adjusted geometric mean",
    symbol=r"\mathrm{AGM}_{<i>}",
    exactness="algebraic",
    aliases=("agm",),
    cells=lambda tp, fn, fp, tn, g_mean: (
        (1 if tp else 0) * ratio(g_mean + ratio(tn, tp + fn + fp + tn), 1 + ratio(fp + tn, tp + fn + fp + tn))
    ),
    implemented_by={"pycm": "AGM"},
)
def adjusted_geometric_mean(c: ClassView) -> Quantity:
    """The adjusted geometric mean of a class is 0 if none of its samples is found and its G-mean has a value.
    Otherwise, its G-mean counts as many times as there are samples, and the number of its true negatives is added. This
    sum is divided by the number of all samples plus that of the samples of other classes. In the formula, sgn(TP) is 1,
    or 0 if TP is 0.

    So predictions that are wrong about the frequent other classes lower it most. Reference: Batuwita and Palade 2009,
    "A new performance measure for class imbalance learning", ICMLA; PyCM 4.6 `AGM`.

    >>> print(cm.value("adjusted_geometric_mean", label="dog"))
    13/44 + 7*sqrt(273)/264
    """
    return sign(c.tp) * (c.n * g_mean(c) + c.tn) / (c.n + c.fp + c.tn)


@metric(
    "prevalence_threshold",
    scope="class",
    title="prevalence threshold",
    symbol=r"\mathrm{PT}_{<i>}",
    direction="down",
    optimum=0,
    exactness="algebraic",
    form="roots",
    aliases=("pt",),
    cells=lambda fpr, recall, sqrt: ratio(sqrt(fpr), sqrt(recall) + sqrt(fpr)),
    reads=(
        Reading(
            "This is the same quotient with numerator and denominator multiplied by the square root of the false "
            "positive rate. So it can have a value even if this rate is 0."
        ),
    ),
)
def prevalence_threshold(c: ClassView) -> Quantity:
    """The prevalence threshold of a class is 1, divided by 1 plus the square root of its positive likelihood ratio.
    That ratio is its recall divided by its false positive rate.

    Reference: Balayla 2020, PLOS ONE 15, e0240215.

    >>> print(cm.value("prevalence_threshold", label="dog"))
    -9/19 + 6*sqrt(7)/19
    """
    return root(fpr(c)) / (root(recall(c)) + root(fpr(c)))


@metric(
    "index_of_balanced_accuracy",
    scope="class",
    title="index of balanced accuracy",
    symbol=r"\mathrm{IBA}_{<i>}",
    range=(0, 1),
    form="rates",
    aliases=("iba",),
    parameters=(DOMINANCE,),
    cells=lambda recall, specificity, alpha: recall * specificity * (1 + alpha * recall - alpha * specificity),
    implemented_by={"pycm": "IBA_alpha", "imblearn": "make_index_balanced_accuracy"},
    mistake=Mistake(
        "Do not leave out the difference of recall and specificity. Without it, it is the square of the G-mean, "
        "{value}.",
        lambda c, alpha: recall(c) * specificity(c),
    ),
)
def index_of_balanced_accuracy(c: ClassView, alpha: Quantity) -> Quantity:
    """The index of balanced accuracy of a class is the product of its recall, its specificity and s. Here, s is 1 plus
    the product of alpha and its recall, minus the product of alpha and its specificity.

    PyCM 4.6, `IBA`, takes 1 for alpha where none is given, and imbalanced-learn 0.14, `make_index_balanced_accuracy`
    over the G-mean, takes 1/10. Reference: García, Mollineda and Sánchez 2009, "Index of balanced accuracy: a
    performance measure for skewed class distributions".

    >>> cm.value("index_of_balanced_accuracy", label="dog", alpha=1)
    Fraction(3367, 9216)
    """
    return (1 + alpha * (recall(c) - specificity(c))) * recall(c) * specificity(c)


@metric(
    "optimized_precision",
    scope="class",
    title="optimized precision",
    symbol=r"\mathrm{OP}_{<i>}",
    range=(-1, 1),
    form="rates",
    aliases=("op",),
    cells=lambda class_accuracy, recall, specificity: class_accuracy - ratio(
        abs(recall - specificity), recall + specificity
    ),
    implemented_by={"pycm": "OP"},
    mistake=Mistake("Do not leave out the difference of the two. Without it, it is the class accuracy, {value}.", (
        "class_accuracy"
    )),
)  # fmt: skip
def optimized_precision(c: ClassView) -> Quantity:
    """The optimized precision of a class is its class accuracy minus d. Here, d is the absolute difference of its
    recall and its specificity, divided by the sum of its recall and its specificity.

    Reference: Ranawana and Palade 2006, "Optimized precision: a new measure for classifier performance evaluation".

    >>> cm.value("optimized_precision", label="dog")
    Fraction(258, 469)
    """
    return class_accuracy(c) - absolute(recall(c) - specificity(c)) / (recall(c) + specificity(c))


@metric(
    "d_prime",
    scope="class",
    title="sensitivity index",
    symbol="d'_{<i>}",
    range=(None, None),
    optimum=None,
    exactness="transcendental",
    form="rates",
    aliases=("sensitivity_index", "dprime", "detectability_index"),
    cells=lambda recall, fpr, z: z(recall) - z(fpr),
    independent=0,
)
def d_prime(c: ClassView) -> Quantity:
    """The sensitivity index of a class is z of its recall (the hit rate) minus z of its false positive rate (the false
    alarm rate). Here, z(p) is the number that a standard normal variable does not exceed with probability p.

    If one of these rates is 0 or 1, it is undefined. Some then add 1/2 to each of the four counts (Hautus 1995); these
    are other counts, to be given as such. Reference: Green and Swets 1966, "Signal Detection Theory and Psychophysics";
    Macmillan and Creelman 2005, "Detection Theory", eq. (1.5).

    >>> print(cm.value("d_prime", label="dog"))
    z(7/12) + z(13/16)
    """
    hits, false_alarms = recall(c), fpr(c)
    return normal_quantile(hits) - normal_quantile(false_alarms)
