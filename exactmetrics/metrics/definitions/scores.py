"""Scores of one class that weigh precision against recall, or recall against specificity.

The count forms come first: they are defined wherever any form is. Reference: van Rijsbergen 1979, chapter 7; Fahmy Amin
2023, eqs. (25)-(28).
"""

from __future__ import annotations

from fractions import Fraction

from exactmetrics.metrics.cells import ratio
from exactmetrics.metrics.definitions.counts import prevalence
from exactmetrics.metrics.definitions.rates import fnr, fpr, npv, precision, recall, specificity
from exactmetrics.metrics.metric import Parameter, metric
from exactmetrics.metrics.quantity import ClassView, Quantity, root

BETA = Parameter(
    "beta",
    lambda b: b >= 0,
    (Fraction(1, 2), Fraction(4, 5), Fraction(2)),
    r"\beta",
)
CONVEX_BETA = Parameter(
    "beta",
    lambda b: 0 <= b <= 1,
    (Fraction(1, 2), Fraction(4, 5), Fraction(1, 5)),
    r"\beta",
)
FALSE_POSITIVES = Parameter(
    "alpha",
    lambda a: a >= 0,
    (Fraction(3, 10), Fraction(2)),
    r"\alpha",
)
FALSE_NEGATIVES = Parameter(
    "beta",
    lambda b: b >= 0,
    (Fraction(1, 2), Fraction(4, 5)),
    r"\beta",
)
THRESHOLD_ODDS = Parameter(
    "w",
    lambda w: w >= 0,
    (Fraction(1, 4), Fraction(1)),
    "w",
)


@metric(
    "f1",
    scope="class",
    form="count",
    aliases=("f1_score", "f_measure", "dice", "sorensen_dice"),
    cells=lambda tp, fn, fp: ratio(tp, tp + (fp + fn) / 2),
    micro_is="accuracy",
    implemented_by={"sklearn": "f1_score", "pycm": "F1", "torchmetrics": "F1Score", "yardstick": "f_meas"},
    wrong=lambda c: (precision(c) + recall(c)) / 2,
)
def f1(c: ClassView) -> Quantity:
    """Reference: Fahmy Amin 2023, eq. (26); source "Weighted metrics" section 4 for the count form.

    >>> cm.value("f1", label="dog")
    Fraction(7, 11)
    """
    return 2 * c.tp / (c.predicted + c.support)


@f1.form("harmonic", composite=True, cells=lambda precision, recall: ratio(2 * precision * recall, precision + recall))
def _(c: ClassView) -> Quantity:
    return 2 * precision(c) * recall(c) / (precision(c) + recall(c))


@metric(
    "fbeta",
    scope="class",
    symbol=r"F_{\beta,<i>}",
    form="count",
    aliases=("fbeta_score", "f_beta"),
    parameters=(BETA,),
    cells=lambda tp, fn, fp, beta: ratio(tp + beta**2 * tp, tp + fp + beta**2 * (tp + fn)),
    micro_is="accuracy",
    implemented_by={"sklearn": "fbeta_score", "pycm": "F_beta", "torchmetrics": "FBetaScore", "yardstick": "f_meas"},
    wrong=lambda c, beta: (1 + beta) * c.tp / ((1 + beta) * c.tp + beta * c.fn + c.fp),
)
def fbeta(c: ClassView, beta: Quantity) -> Quantity:
    """Reference: van Rijsbergen 1979, chapter 7; scikit-learn 1.9 `fbeta_score`.

    >>> cm.value("fbeta", label="dog", beta=2)
    Fraction(35, 58)
    """
    return (1 + beta**2) * c.tp / ((1 + beta**2) * c.tp + beta**2 * c.fn + c.fp)


@fbeta.form(
    "harmonic",
    composite=True,
    cells=lambda precision, recall, beta: ratio((beta**2 + 1) * precision * recall, beta**2 * precision + recall),
)
def _(c: ClassView, beta: Quantity) -> Quantity:
    return (1 + beta**2) * precision(c) * recall(c) / (beta**2 * precision(c) + recall(c))


@fbeta.convention(
    "convex",
    parameters=(CONVEX_BETA,),
    form="count",
    cells=lambda tp, fn, fp, beta: ratio(tp, beta * (tp + fp) + (1 - beta) * (tp + fn)),
)
def convex(c: ClassView, beta: Quantity) -> Quantity:
    """Reference: Fahmy Amin 2023, eqs. (25), (27).

    >>> cm.value("fbeta", label="dog", beta="4/5", convention="convex")
    Fraction(35, 52)
    """
    return c.tp / (c.tp + beta * c.fp + (1 - beta) * c.fn)


@convex.form(
    "harmonic",
    composite=True,
    cells=lambda precision, recall, beta: ratio(precision * recall, beta * recall + (1 - beta) * precision),
)
def _(c: ClassView, beta: Quantity) -> Quantity:
    return precision(c) * recall(c) / (beta * recall(c) + (1 - beta) * precision(c))


@metric(
    "jaccard",
    scope="class",
    symbol="J_{<i>}",
    aliases=("jaccard_score", "iou", "intersection_over_union", "threat_score", "critical_success_index"),
    cells=lambda tp, fn, fp: ratio(tp, tp + fn + fp),
    implemented_by={"sklearn": "jaccard_score", "pycm": "J", "torchmetrics": "JaccardIndex"},
    wrong=lambda c: c.tp / (c.support + c.predicted),
)
def jaccard(c: ClassView) -> Quantity:
    """Reference: Jaccard 1901; Sokolova and Lapalme 2009.

    >>> cm.value("jaccard", label="dog")
    Fraction(7, 15)
    """
    return c.tp / (c.tp + c.fp + c.fn)


@metric(
    "tversky",
    scope="class",
    symbol=r"\mathrm{TI}_{<i>}",
    aliases=("tversky_index",),
    parameters=(FALSE_POSITIVES, FALSE_NEGATIVES),
    cells=lambda tp, fn, fp, alpha, beta: ratio(tp, (1 - alpha - beta) * tp + alpha * (tp + fp) + beta * (tp + fn)),
    implemented_by={"pycm": "TI"},
    wrong="jaccard",
)
def tversky(c: ClassView, alpha: Quantity, beta: Quantity) -> Quantity:
    """Reference: Tversky 1977, "Features of similarity"; Salehi, Erdogmus and Gholipour 2017, eq. (2). PyCM's
    `TI(alpha, beta)` has alpha for the false negatives, and beta for the false positives.

    >>> cm.value("tversky", label="dog", alpha="3/10", beta="7/10")
    Fraction(35, 57)
    """
    return c.tp / (c.tp + alpha * c.fp + beta * c.fn)


@metric(
    "informedness",
    scope="class",
    symbol=r"\mathrm{BM}_{<i>}",
    range=(-1, 1),
    form="rates",
    aliases=("youden_j", "bookmaker_informedness", "true_skill_statistic", "j_index"),
    cells=lambda recall, specificity: recall - (1 - specificity),
    micro_is="bennett_s",
    implemented_by={"pycm": "BM", "yardstick": "j_index"},
    zero_at_random=True,
    wrong=lambda c: recall(c) + specificity(c),
)
def informedness(c: ClassView) -> Quantity:
    """Reference: Powers 2011, section "Informedness"; Youden 1950.

    >>> cm.value("informedness", label="dog")
    Fraction(19, 48)
    """
    return recall(c) + specificity(c) - 1


@metric(
    "markedness",
    scope="class",
    symbol=r"\mathrm{MK}_{<i>}",
    range=(-1, 1),
    form="rates",
    aliases=("delta_p",),
    cells=lambda precision, npv: precision - (1 - npv),
    micro_is="bennett_s",
    implemented_by={"pycm": "MK", "yardstick": "markedness"},
    zero_at_random=True,
    wrong=lambda c: precision(c) + npv(c),
)
def markedness(c: ClassView) -> Quantity:
    """Reference: Powers 2011, section "Markedness".

    >>> cm.value("markedness", label="dog")
    Fraction(19, 45)
    """
    return precision(c) + npv(c) - 1


@metric(
    "fowlkes_mallows",
    scope="class",
    symbol=r"\mathrm{FM}_{<i>}",
    exactness="algebraic",
    aliases=("fowlkes_mallows_index", "g_measure"),
    cells=lambda tp, fn, fp, sqrt: ratio(tp, sqrt((tp + fp) * (tp + fn))),
    micro_is="accuracy",
    implemented_by={"pycm": "G"},
    wrong=lambda c: precision(c) * recall(c),
)
def fowlkes_mallows(c: ClassView) -> Quantity:
    """Reference: Fowlkes and Mallows 1983, Journal of the American Statistical Association 78; PyCM 4.6 `G`.

    >>> cm.value("fowlkes_mallows", label="dog")
    Root(1, Fraction(49, 120))
    """
    return c.tp / root(c.predicted * c.support)


@metric(
    "g_mean",
    scope="class",
    symbol=r"\mathrm{GM}_{<i>}",
    exactness="algebraic",
    form="rates",
    cells=lambda recall, specificity, sqrt: sqrt(recall * specificity),
    implemented_by={"pycm": "GM"},
    wrong=lambda c: recall(c) * specificity(c),
)
def g_mean(c: ClassView) -> Quantity:
    """Reference: Kubat and Matwin 1997, "Addressing the curse of imbalanced training sets".

    >>> cm.value("g_mean", label="dog")
    Root(1, Fraction(91, 192))
    """
    return root(recall(c) * specificity(c))


@metric(
    "plr",
    scope="class",
    symbol=r"\mathrm{LR}^{+}_{<i>}",
    range=(0, None),
    optimum=None,
    form="rates",
    aliases=("positive_likelihood_ratio",),
    cells=lambda recall, fpr: ratio(recall, fpr),
    implemented_by={"pycm": "PLR"},
    independent=1,
    wrong=lambda c: c.tp / c.fp,
)
def plr(c: ClassView) -> Quantity:
    """Reference: Altman and Bland 1994, BMJ 309:102; Glas et al. 2003.

    >>> cm.value("plr", label="dog")
    Fraction(28, 9)
    """
    return recall(c) / fpr(c)


@metric(
    "nlr",
    scope="class",
    symbol=r"\mathrm{LR}^{-}_{<i>}",
    range=(0, None),
    direction="down",
    optimum=0,
    form="rates",
    aliases=("negative_likelihood_ratio",),
    cells=lambda fnr, specificity: ratio(fnr, specificity),
    implemented_by={"pycm": "NLR"},
    independent=1,
    wrong=lambda c: c.fn / c.tn,
)
def nlr(c: ClassView) -> Quantity:
    """Reference: Altman and Bland 1994, BMJ 309:102; Glas et al. 2003.

    >>> cm.value("nlr", label="dog")
    Fraction(20, 39)
    """
    return fnr(c) / specificity(c)


@metric(
    "dor",
    scope="class",
    range=(0, None),
    optimum=None,
    aliases=("diagnostic_odds_ratio",),
    cells=lambda tp, fn, fp, tn: ratio(tp * tn, fp * fn),
    implemented_by={"pycm": "DOR"},
    independent=1,
)
def dor(c: ClassView) -> Quantity:
    """Reference: Glas et al. 2003, Journal of Clinical Epidemiology 56.

    >>> cm.value("dor", label="dog")
    Fraction(91, 15)
    """
    return c.tp * c.tn / (c.fp * c.fn)


@metric(
    "yule_q",
    scope="class",
    symbol="Q_{<i>}",
    range=(-1, 1),
    aliases=("yules_q", "yule_coefficient"),
    cells=lambda tp, fn, fp, tn: ratio(tp * tn - fp * fn, tp * tn + fp * fn),
    implemented_by={"pycm": "Q"},
    independent=0,
    wrong="dor",
)
def yule_q(c: ClassView) -> Quantity:
    """Reference: Yule 1912, Journal of the Royal Statistical Society 75(6).

    >>> cm.value("yule_q", label="dog")
    Fraction(38, 53)
    """
    return (c.tp * c.tn - c.fp * c.fn) / (c.tp * c.tn + c.fp * c.fn)


@metric(
    "lift",
    scope="class",
    symbol=r"\mathrm{Lift}_{<i>}",
    range=(0, None),
    optimum=None,
    form="rates",
    aliases=("lift_score", "forbes_i"),
    cells=lambda precision, prevalence: ratio(precision, prevalence),
    implemented_by={"pycm": "LS"},
    independent=1,
    wrong=lambda c: precision(c) / (c.predicted / c.n),
)
def lift(c: ClassView) -> Quantity:
    """Reference: Brin et al. 1997, "Dynamic itemset counting and implication rules for market basket data" (as
    interest).

    >>> cm.value("lift", label="dog")
    Fraction(49, 30)
    """
    return precision(c) / prevalence(c)


@metric(
    "p4",
    scope="class",
    aliases=("p4_score", "p4_metric", "unified_performance_measure"),
    cells=lambda tp, fn, fp, tn: ratio(4 * tp * tn, 4 * tp * tn + (tp + tn) * (fp + fn)),
    wrong=lambda c: (precision(c) + recall(c) + specificity(c) + npv(c)) / 4,
)
def p4(c: ClassView) -> Quantity:
    """Reference: Sitarz 2022, "Extending F1 metric, probabilistic approach"; Redondo et al. 2020 as unified performance
    measure.

    >>> cm.value("p4", label="dog")
    Fraction(91, 131)
    """
    return 4 * c.tp * c.tn / (4 * c.tp * c.tn + (c.tp + c.tn) * (c.fp + c.fn))


@metric(
    "icsi",
    scope="class",
    range=(-1, 1),
    form="rates",
    micro_is="pabak",
    aliases=("individual_classification_success_index", "classification_success_index"),
    cells=lambda precision, recall: recall - (1 - precision),
    implemented_by={"pycm": "ICSI"},
    wrong=lambda c: precision(c) + recall(c),
)
def icsi(c: ClassView) -> Quantity:
    """Reference: Labatut and Cherifi 2011, "Accuracy measures for the comparison of classifiers".

    >>> cm.value("icsi", label="dog")
    Fraction(17, 60)
    """
    return precision(c) + recall(c) - 1


@metric(
    "net_benefit",
    scope="class",
    symbol=r"\mathrm{NB}_{<i>}",
    range=(None, 1),
    optimum=None,
    parameters=(THRESHOLD_ODDS,),
    cells=lambda tp, fn, fp, tn, w: ratio(tp, tp + fn + fp + tn) - ratio(fp, tp + fn + fp + tn) * w,
    implemented_by={"pycm": "NB"},
    wrong=lambda c, w: (c.tp - c.fp) / c.n,
)
def net_benefit(c: ClassView, w: Quantity) -> Quantity:
    """Reference: Vickers and Elkin 2006, "Decision curve analysis", Medical Decision Making 26.

    >>> cm.value("net_benefit", label="dog", w="1/4")
    Fraction(25, 112)
    """
    return (c.tp - w * c.fp) / c.n


@metric(
    "one_threshold_aupr",
    scope="class",
    symbol=r"\mathrm{AUPR}_{<i>}",
    form="rates",
    micro_is="accuracy",
    cells=lambda precision, recall: (precision + recall) / 2,
    implemented_by={"pycm": "AUPR"},
    wrong="f1",
)
def one_threshold_aupr(c: ClassView) -> Quantity:
    """Reference: PyCM 4.6 `AUPR`.

    >>> cm.value("one_threshold_aupr", label="dog")
    Fraction(77, 120)
    """
    return (precision(c) + recall(c)) / 2


@metric(
    "automatic_manual_difference",
    scope="class",
    symbol=r"\mathrm{AM}_{<i>}",
    range=(None, None),
    optimum=None,
    direction="none",
    scale_free=False,
    cells=lambda fp, fn: fp - fn,
    implemented_by={"pycm": "AM"},
)
def automatic_manual_difference(c: ClassView) -> Quantity:
    """Reference: PyCM 4.6 `AM`.

    >>> cm.value("automatic_manual_difference", label="dog")
    Fraction(-2, 1)
    """
    return c.predicted - c.support
