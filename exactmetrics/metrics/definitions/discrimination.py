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
from exactmetrics.metrics.metric import Parameter, metric
from exactmetrics.metrics.quantity import ClassView, Quantity, absolute, normal_quantile, root, sign

DOMINANCE = Parameter(
    "alpha",
    lambda a: 0 <= a <= 1,
    (Fraction(1, 10), Fraction(1)),
    r"\alpha",
)


@metric(
    "distance_index",
    scope="class",
    symbol=r"\mathrm{dInd}_{<i>}",
    range=(0, exact_root(2)),
    direction="down",
    optimum=0,
    exactness="algebraic",
    form="rates",
    aliases=("dind", "roc_distance", "roc_dist"),
    cells=lambda fpr, fnr, sqrt: sqrt(fpr**2 + fnr**2),
    implemented_by={"pycm": "dInd"},
)
def distance_index(c: ClassView) -> Quantity:
    """Reference: Perkins and Schisterman 2006, American Journal of Epidemiology 163; PyCM 4.6 `dInd`; yardstick 1.4
    `roc_dist`.

    >>> cm.value("distance_index", label="dog")
    Root(1, Fraction(481, 2304))
    """
    return root(fpr(c) ** 2 + fnr(c) ** 2)


@metric(
    "similarity_index",
    scope="class",
    symbol=r"\mathrm{sInd}_{<i>}",
    exactness="algebraic",
    form="rates",
    aliases=("sind",),
    cells=lambda fpr, fnr, sqrt: 1 - sqrt((fpr**2 + fnr**2) / 2),
    implemented_by={"pycm": "sInd"},
)
def similarity_index(c: ClassView) -> Quantity:
    """Reference: Ballabio, Grisoni and Todeschini 2018, Chemometrics and Intelligent Laboratory Systems 174, as the
    source of PyCM 4.6 `sInd`.

    >>> print(cm.value("similarity_index", label="dog"))
    1 - sqrt(962)/96
    """
    return 1 - root((fpr(c) ** 2 + fnr(c) ** 2) / 2)


@metric(
    "adjusted_f_score",
    scope="class",
    symbol=r"\mathrm{AGF}_{<i>}",
    exactness="algebraic",
    aliases=("agf", "adjusted_f_measure"),
    cells=lambda tp, fn, fp, tn, sqrt: sqrt(
        ratio(5 * tp, 5 * tp + 4 * fn + fp) * ratio(5 * tn / 4, 5 * tn / 4 + fn + fp / 4)
    ),
    implemented_by={"pycm": "AGF"},
)
def adjusted_f_score(c: ClassView) -> Quantity:
    """Reference: Maratea, Petrosino and Manzo 2014, Information Sciences 257; PyCM 4.6 `AGF`.

    >>> cm.value("adjusted_f_score", label="dog")
    Root(1, Fraction(2275, 5104))
    """
    return root(5 * c.tp / (5 * c.tp + 4 * c.fn + c.fp) * (5 * c.tn / (5 * c.tn + 4 * c.fn + c.fp)))


@metric(
    "adjusted_geometric_mean",
    scope="class",
    symbol=r"\mathrm{AGM}_{<i>}",
    exactness="algebraic",
    aliases=("agm",),
    cells=lambda tp, fn, fp, tn, g_mean: (
        (1 if tp else 0) * ratio(g_mean + ratio(tn, tp + fn + fp + tn), 1 + ratio(fp + tn, tp + fn + fp + tn))
    ),
    implemented_by={"pycm": "AGM"},
)
def adjusted_geometric_mean(c: ClassView) -> Quantity:
    """Reference: Batuwita and Palade 2009, "A new performance measure for class imbalance learning", ICMLA; PyCM 4.6
    `AGM`.

    >>> print(cm.value("adjusted_geometric_mean", label="dog"))
    13/44 + 7*sqrt(273)/264
    """
    return sign(c.tp) * (c.n * g_mean(c) + c.tn) / (c.n + c.fp + c.tn)


@metric(
    "prevalence_threshold",
    scope="class",
    symbol=r"\mathrm{PT}_{<i>}",
    direction="down",
    optimum=0,
    exactness="algebraic",
    form="roots",
    aliases=("pt",),
    cells=lambda fpr, recall, sqrt: ratio(sqrt(fpr), sqrt(recall) + sqrt(fpr)),
)
def prevalence_threshold(c: ClassView) -> Quantity:
    """Reference: Balayla 2020, PLOS ONE 15, e0240215.

    >>> print(cm.value("prevalence_threshold", label="dog"))
    -9/19 + 6*sqrt(7)/19
    """
    return root(fpr(c)) / (root(recall(c)) + root(fpr(c)))


@metric(
    "index_of_balanced_accuracy",
    scope="class",
    symbol=r"\mathrm{IBA}_{<i>}",
    range=(0, 1),
    form="rates",
    aliases=("iba",),
    parameters=(DOMINANCE,),
    cells=lambda recall, specificity, alpha: recall * specificity * (1 + alpha * recall - alpha * specificity),
    implemented_by={"pycm": "IBA_alpha", "imblearn": "make_index_balanced_accuracy"},
    wrong=lambda c, alpha: recall(c) * specificity(c),
)
def index_of_balanced_accuracy(c: ClassView, alpha: Quantity) -> Quantity:
    """Reference: García, Mollineda and Sánchez 2009, "Index of balanced accuracy: a performance measure for skewed
    class distributions".

    >>> cm.value("index_of_balanced_accuracy", label="dog", alpha=1)
    Fraction(3367, 9216)
    """
    return (1 + alpha * (recall(c) - specificity(c))) * recall(c) * specificity(c)


@metric(
    "optimized_precision", scope="class", symbol=r"\mathrm{OP}_{<i>}", range=(-1, 1), form="rates", aliases=("op",),
    cells=lambda class_accuracy, recall, specificity: class_accuracy - ratio(
        abs(recall - specificity), recall + specificity
    ),
    implemented_by={"pycm": "OP"}, wrong="class_accuracy",
)  # fmt: skip
def optimized_precision(c: ClassView) -> Quantity:
    """Reference: Ranawana and Palade 2006, "Optimized precision: a new measure for classifier performance evaluation".

    >>> cm.value("optimized_precision", label="dog")
    Fraction(258, 469)
    """
    return class_accuracy(c) - absolute(recall(c) - specificity(c)) / (recall(c) + specificity(c))


@metric(
    "d_prime",
    scope="class",
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
    """Reference: Green and Swets 1966, "Signal Detection Theory and Psychophysics"; Macmillan and Creelman 2005,
    "Detection Theory", eq. (1.5).

    >>> print(cm.value("d_prime", label="dog"))
    z(7/12) + z(13/16)
    """
    hits, false_alarms = recall(c), fpr(c)
    return normal_quantile(hits) - normal_quantile(false_alarms)
