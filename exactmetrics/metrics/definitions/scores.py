"""Scores of one class that weigh precision against recall, or recall against specificity.

The count forms come first: they are defined wherever any form is. Reference: van Rijsbergen 1979, chapter 7; Fahmy Amin
2023, eqs. (25)-(28).
"""

from __future__ import annotations

from fractions import Fraction

from exactmetrics.metrics.cells import ratio
from exactmetrics.metrics.definitions.counts import prevalence
from exactmetrics.metrics.definitions.rates import fnr, fpr, npv, precision, recall, specificity
from exactmetrics.metrics.metric import Mistake, Parameter, Reading, metric
from exactmetrics.metrics.quantity import ClassView, Quantity, root

BETA = Parameter(
    "beta",
    "how many times as important recall is as precision",
    lambda b: b >= 0,
    "a number that is not negative",
    (Fraction(1, 2), Fraction(4, 5), Fraction(2)),
    r"\beta",
)
CONVEX_BETA = Parameter(
    "beta",
    "the share of precision's reciprocal in the weighted harmonic mean",
    lambda b: 0 <= b <= 1,
    "a number from 0 to 1",
    (Fraction(1, 2), Fraction(4, 5), Fraction(1, 5)),
    r"\beta",
)
FALSE_POSITIVES = Parameter(
    "alpha",
    "how many times a false positive counts",
    lambda a: a >= 0,
    "a number that is not negative",
    (Fraction(3, 10), Fraction(2)),
    r"\alpha",
)
FALSE_NEGATIVES = Parameter(
    "beta",
    "how many times a false negative counts",
    lambda b: b >= 0,
    "a number that is not negative",
    (Fraction(1, 2), Fraction(4, 5)),
    r"\beta",
)
THRESHOLD_ODDS = Parameter(
    "w",
    "how many times a false positive counts, which is the odds of the threshold probability",
    lambda w: w >= 0,
    "a number that is not negative",
    (Fraction(1, 4), Fraction(1)),
    "w",
)


@metric(
    "f1",
    scope="class",
    title="F1 score",
    form="count",
    aliases=("f1_score", "f_measure", "dice", "sorensen_dice"),
    cells=lambda tp, fn, fp: ratio(tp, tp + (fp + fn) / 2),
    micro_is="accuracy",
    implemented_by={"sklearn": "f1_score", "pycm": "F1", "torchmetrics": "F1Score", "yardstick": "f_meas"},
    idea="If precision and recall differ, the score is nearer to the smaller one. So it is high only if both are high.",
    question="How good are the precision and the recall of {class} in one number",
    mistake=Mistake(
        "Do not add precision and recall and divide by 2. That gives {value}.", lambda c: (precision(c) + recall(c)) / 2
    ),
)
def f1(c: ClassView) -> Quantity:
    """The F1 score of a class is the harmonic mean of its precision and its recall: 2 divided by the sum of their
    reciprocals.

    Reference: Fahmy Amin 2023, eq. (26); source "Weighted metrics" section 4 for the count form.

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
    title="F-beta score",
    symbol=r"F_{\beta,<i>}",
    form="count",
    aliases=("fbeta_score", "f_beta"),
    parameters=(BETA,),
    cells=lambda tp, fn, fp, beta: ratio(tp + beta**2 * tp, tp + fp + beta**2 * (tp + fn)),
    micro_is="accuracy",
    implemented_by={"sklearn": "fbeta_score", "pycm": "F_beta", "torchmetrics": "FBetaScore", "yardstick": "f_meas"},
    idea="A beta greater than 1 moves it nearer to recall than the F1 score, and a beta less than 1 nearer to "
    "precision.",
    question="How good are the precision and the recall of {class} in one number, if one of them counts more",
    mistake=Mistake(
        "Do not forget to square beta. Without the square, the result is {value}.",
        lambda c, beta: (1 + beta) * c.tp / ((1 + beta) * c.tp + beta * c.fn + c.fp),
    ),
)
def fbeta(c: ClassView, beta: Quantity) -> Quantity:
    """The F-beta score of a class is the weighted harmonic mean of its precision and its recall.

    Reference: van Rijsbergen 1979, chapter 7; scikit-learn 1.9 `fbeta_score`.

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
    """The F-beta score of a class is the weighted harmonic mean of its precision, with weight beta, and its recall,
    with weight 1 − beta.

    The standard F-beta score of b is this one with beta = 1/(1 + b^2). Reference: Fahmy Amin 2023, eqs. (25), (27).

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
    title="Jaccard index",
    symbol="J_{<i>}",
    aliases=("jaccard_score", "iou", "intersection_over_union", "threat_score", "critical_success_index"),
    cells=lambda tp, fn, fp: ratio(tp, tp + fn + fp),
    implemented_by={"sklearn": "jaccard_score", "pycm": "J", "torchmetrics": "JaccardIndex"},
    meaning="{percent} of the {all} samples that belong to {class} or were predicted as it were predicted correctly",
    idea="All other samples do not count, however many they are.",
    question="How large is the overlap of the samples of {class} and its predictions",
    mistake=Mistake(
        "Do not add the samples and the predictions of {class}. That counts the correct predictions twice, and the "
        "result is {value}.",
        lambda c: c.tp / (c.support + c.predicted),
    ),
)
def jaccard(c: ClassView) -> Quantity:
    """The Jaccard index of a class is the number of its correct predictions divided by all samples that belong to this
    class or were predicted as it.

    Reference: Jaccard 1901; Sokolova and Lapalme 2009.

    >>> cm.value("jaccard", label="dog")
    Fraction(7, 15)
    """
    return c.tp / (c.tp + c.fp + c.fn)


@metric(
    "tversky",
    scope="class",
    title="Tversky index",
    symbol=r"\mathrm{TI}_{<i>}",
    aliases=("tversky_index",),
    parameters=(FALSE_POSITIVES, FALSE_NEGATIVES),
    cells=lambda tp, fn, fp, alpha, beta: ratio(tp, (1 - alpha - beta) * tp + alpha * (tp + fp) + beta * (tp + fn)),
    implemented_by={"pycm": "TI"},
    idea="An alpha greater than beta makes a false positive count more than a false negative. If both are 1/2, it "
    "is the F1 score.",
    question="How large is the overlap of the samples of {class} and its predictions, "
    "if the two errors count differently",
    mistake=Mistake(
        "Do not leave out alpha and beta. Without them, the result is the Jaccard index, {value}.", "jaccard"
    ),
)
def tversky(c: ClassView, alpha: Quantity, beta: Quantity) -> Quantity:
    """The Tversky index of a class is its Jaccard index with every false positive counted alpha times and every false
    negative beta times.

    Reference: Tversky 1977, "Features of similarity"; Salehi, Erdogmus and Gholipour 2017, eq. (2). PyCM's `TI(alpha,
    beta)` has alpha for the false negatives, and beta for the false positives.

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
    meaning="samples of {class} are predicted as it {points} than other samples",
    neutral="random guessing",
    idea="It tells how much more often the class is predicted for its own samples than for samples of other classes. "
    "It is also the recall minus the false positive rate, because the false positive rate is 1 minus the specificity.",
    question="How much more often is {class} predicted for its own samples than for the others",
    mistake=Mistake(
        "Do not forget to subtract 1. Without that, the result is {value}.", lambda c: recall(c) + specificity(c)
    ),
)
def informedness(c: ClassView) -> Quantity:
    """The informedness of a class is its recall plus its specificity minus 1.

    Reference: Powers 2011, section "Informedness"; Youden 1950.

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
    meaning="samples predicted as {class} belong to it {points} than other samples",
    neutral="random guessing",
    idea="It tells how much more often a sample belongs to the class if it was predicted as the class than if it was "
    "not. It is also the precision minus the false omission rate, because the false omission rate is 1 minus the "
    "negative predictive value.",
    question="How much more often does a sample belong to {class} if it is predicted as it than if it is not",
    mistake=Mistake(
        "Do not forget to subtract 1. Without that, the result is {value}.", lambda c: precision(c) + npv(c)
    ),
)
def markedness(c: ClassView) -> Quantity:
    """The markedness of a class is its precision plus its negative predictive value minus 1.

    Reference: Powers 2011, section "Markedness".

    >>> cm.value("markedness", label="dog")
    Fraction(19, 45)
    """
    return precision(c) + npv(c) - 1


@metric(
    "fowlkes_mallows",
    scope="class",
    title="Fowlkes-Mallows index",
    symbol=r"\mathrm{FM}_{<i>}",
    exactness="algebraic",
    aliases=("fowlkes_mallows_index", "g_measure"),
    cells=lambda tp, fn, fp, sqrt: ratio(tp, sqrt((tp + fp) * (tp + fn))),
    micro_is="accuracy",
    implemented_by={"pycm": "G"},
    idea="It lies between the two, and nearer to the smaller one if they differ.",
    question="How good are the precision and the recall of {class} in one number",
    mistake=Mistake(
        "Do not report the product of precision and recall, {value}. Take its square root.",
        lambda c: precision(c) * recall(c),
    ),
)
def fowlkes_mallows(c: ClassView) -> Quantity:
    """The Fowlkes-Mallows index of a class is the square root of the product of its precision and its recall.

    Note: scikit-learn's `fowlkes_mallows_score` compares clusterings by pairs of samples and is another number.
    Reference: Fowlkes and Mallows 1983, Journal of the American Statistical Association 78; PyCM 4.6 `G`.

    >>> cm.value("fowlkes_mallows", label="dog")
    Root(1, Fraction(49, 120))
    """
    return c.tp / root(c.predicted * c.support)


@metric(
    "g_mean",
    scope="class",
    title="G-mean",
    symbol=r"\mathrm{GM}_{<i>}",
    exactness="algebraic",
    form="rates",
    cells=lambda recall, specificity, sqrt: sqrt(recall * specificity),
    implemented_by={"pycm": "GM"},
    idea="It is high only if both are high, and 0 if one of them is 0.",
    question="How well do the predictions find the samples of {class}, and how well do they keep other samples out",
    mistake=Mistake(
        "Do not report the product of recall and specificity, {value}. Take its square root.",
        lambda c: recall(c) * specificity(c),
    ),
)
def g_mean(c: ClassView) -> Quantity:
    """The G-mean of a class is the square root of the product of its recall and its specificity.

    Reference: Kubat and Matwin 1997, "Addressing the curse of imbalanced training sets".

    >>> cm.value("g_mean", label="dog")
    Root(1, Fraction(91, 192))
    """
    return root(recall(c) * specificity(c))


@metric(
    "plr",
    scope="class",
    title="positive likelihood ratio",
    symbol=r"\mathrm{LR}^{+}_{<i>}",
    range=(0, None),
    optimum=None,
    form="rates",
    aliases=("positive_likelihood_ratio",),
    cells=lambda recall, fpr: ratio(recall, fpr),
    implemented_by={"pycm": "PLR"},
    independent=1,
    meaning="a sample of {class} is predicted as this class {value} times as often as a sample of another class",
    idea="It compares how often the class is predicted for its own samples with how often it is predicted for samples "
    "of other classes.",
    question="How many times as often is {class} predicted for its own samples as for samples of other classes",
    mistake=Mistake(
        "Do not divide the true positives by the false positives. That gives {value}. The two groups have "
        "different numbers of samples, so compare the rates.",
        lambda c: c.tp / c.fp,
    ),
)
def plr(c: ClassView) -> Quantity:
    """The positive likelihood ratio of a class is its recall divided by its false positive rate.

    Reference: Altman and Bland 1994, BMJ 309:102; Glas et al. 2003.

    >>> cm.value("plr", label="dog")
    Fraction(28, 9)
    """
    return recall(c) / fpr(c)


@metric(
    "nlr",
    scope="class",
    title="negative likelihood ratio",
    symbol=r"\mathrm{LR}^{-}_{<i>}",
    range=(0, None),
    direction="down",
    optimum=0,
    form="rates",
    aliases=("negative_likelihood_ratio",),
    cells=lambda fnr, specificity: ratio(fnr, specificity),
    implemented_by={"pycm": "NLR"},
    independent=1,
    meaning="a class other than {class} is predicted {value} times as often for samples of {class} as for samples of "
    "other classes",
    idea="It compares how often the class is not predicted for its own samples with how often it is not predicted for "
    "samples of other classes.",
    question="How many times as often is {class} not predicted for its own samples as for samples of other classes",
    mistake=Mistake(
        "Do not divide the false negatives by the true negatives. That gives {value}. The two groups have "
        "different numbers of samples, so compare the rates.",
        lambda c: c.fn / c.tn,
    ),
)
def nlr(c: ClassView) -> Quantity:
    """The negative likelihood ratio of a class is its false negative rate divided by its specificity.

    Reference: Altman and Bland 1994, BMJ 309:102; Glas et al. 2003.

    >>> cm.value("nlr", label="dog")
    Fraction(20, 39)
    """
    return fnr(c) / specificity(c)


@metric(
    "dor",
    scope="class",
    title="diagnostic odds ratio",
    range=(0, None),
    optimum=None,
    aliases=("diagnostic_odds_ratio",),
    cells=lambda tp, fn, fp, tn: ratio(tp * tn, fp * fn),
    implemented_by={"pycm": "DOR"},
    independent=1,
    meaning="the odds of being predicted as {class} are {value} times as high for a sample of {class} as for a "
    "sample of another class",
    idea="It compares the odds that the class is predicted for its own samples with the odds that it is predicted for "
    "samples of other classes. Odds compare how often something happens with how often it does not happen.",
    question="How many times as high are the odds that {class} is predicted for its own samples as for samples of "
    "other classes",
)
def dor(c: ClassView) -> Quantity:
    """The diagnostic odds ratio of a class is the product of its true positives and true negatives divided by the
    product of its false positives and false negatives.

    Reference: Glas et al. 2003, Journal of Clinical Epidemiology 56.

    >>> cm.value("dor", label="dog")
    Fraction(91, 15)
    """
    return c.tp * c.tn / (c.fp * c.fn)


@metric(
    "yule_q",
    scope="class",
    title="Yule's Q",
    symbol="Q_{<i>}",
    range=(-1, 1),
    aliases=("yules_q", "yule_coefficient"),
    cells=lambda tp, fn, fp, tn: ratio(tp * tn - fp * fn, tp * tn + fp * fn),
    implemented_by={"pycm": "Q"},
    independent=0,
    reads=(
        Reading(
            "This is the same quotient with numerator and denominator multiplied by the product of {fp} and {fn}. So "
            "it can have a value even if {fp} or {fn} is 0."
        ),
    ),
    idea="It puts the diagnostic odds ratio on a scale from −1 to 1.",
    question="How closely do the predictions of {class} follow the samples of {class}",
    mistake=Mistake("Do not report the diagnostic odds ratio, {value}. Its scale has no upper limit.", "dor"),
)
def yule_q(c: ClassView) -> Quantity:
    """Yule's Q of a class is its diagnostic odds ratio minus 1, divided by its diagnostic odds ratio plus 1.

    Reference: Yule 1912, Journal of the Royal Statistical Society 75(6).

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
    meaning="a sample predicted as {class} belongs to this class {value} times as often as any sample",
    idea="It compares how often the class occurs among the samples predicted as it with how often it occurs among all "
    "samples.",
    question="How many times as large is the precision of {class} as the fraction of all samples that belong to it",
    mistake=Mistake(
        "Do not divide by the fraction of samples that were predicted as {class}. That gives {value}.",
        lambda c: precision(c) / (c.predicted / c.n),
    ),
)
def lift(c: ClassView) -> Quantity:
    """The lift of a class is its precision divided by its prevalence.

    Reference: Brin et al. 1997, "Dynamic itemset counting and implication rules for market basket data" (as interest).

    >>> cm.value("lift", label="dog")
    Fraction(49, 30)
    """
    return precision(c) / prevalence(c)


@metric(
    "p4",
    scope="class",
    title="P4 score",
    aliases=("p4_score", "p4_metric", "unified_performance_measure"),
    cells=lambda tp, fn, fp, tn: ratio(4 * tp * tn, 4 * tp * tn + (tp + tn) * (fp + fn)),
    idea="It is high only if all four are high.",
    question="How good are the four rates of {class} in one number",
    mistake=Mistake(
        "Do not add the four rates and divide by 4. That gives {value}.",
        lambda c: (precision(c) + recall(c) + specificity(c) + npv(c)) / 4,
    ),
)
def p4(c: ClassView) -> Quantity:
    """The P4 score of a class is the harmonic mean of its precision, recall, specificity and negative predictive value.
    It is 4 divided by the sum of their reciprocals.

    Reference: Sitarz 2022, "Extending F1 metric, probabilistic approach"; Redondo et al. 2020 as unified performance
    measure.

    >>> cm.value("p4", label="dog")
    Fraction(91, 131)
    """
    return 4 * c.tp * c.tn / (4 * c.tp * c.tn + (c.tp + c.tn) * (c.fp + c.fn))


@metric(
    "icsi",
    scope="class",
    title="individual classification success index",
    range=(-1, 1),
    form="rates",
    micro_is="pabak",
    aliases=("individual_classification_success_index", "classification_success_index"),
    cells=lambda precision, recall: recall - (1 - precision),
    implemented_by={"pycm": "ICSI"},
    idea="It is 1 minus the sum of the false discovery rate and the false negative rate.",
    question="How much is left of 1 after the false discovery rate and the false negative rate of {class} are "
    "subtracted",
    mistake=Mistake(
        "Do not forget to subtract 1. Without that, the result is {value}.",
        lambda c: precision(c) + recall(c),
    ),
)
def icsi(c: ClassView) -> Quantity:
    """The individual classification success index of a class is its precision plus its recall minus 1.

    Its macro average is called the classification success index. Reference: Labatut and Cherifi 2011, "Accuracy
    measures for the comparison of classifiers".

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
    question="How large is the benefit of the predictions of {class} after the harm of the wrong ones is subtracted",
    mistake=Mistake(
        "Do not forget to multiply the false positives by w. Without that, the result is {value}.",
        lambda c, w: (c.tp - c.fp) / c.n,
    ),
)
def net_benefit(c: ClassView, w: Quantity) -> Quantity:
    """The net benefit of a class is its true positives minus the product of w and its false positives, divided by all
    samples.

    Of predictions made with a threshold probability p, w is p/(1 - p). Reference: Vickers and Elkin 2006, "Decision
    curve analysis", Medical Decision Making 26.

    >>> cm.value("net_benefit", label="dog", w="1/4")
    Fraction(25, 112)
    """
    return (c.tp - w * c.fp) / c.n


@metric(
    "one_threshold_aupr",
    scope="class",
    title="one-threshold AUPR",
    symbol=r"\mathrm{AUPR}_{<i>}",
    form="rates",
    micro_is="accuracy",
    cells=lambda precision, recall: (precision + recall) / 2,
    implemented_by={"pycm": "AUPR"},
    question="How large are the precision and the recall of {class} on average",
    mistake=Mistake("Do not take the harmonic mean of the two. That gives the F1 score, {value}.", "f1"),
)
def one_threshold_aupr(c: ClassView) -> Quantity:
    """The one-threshold AUPR of a class is the mean of its precision and its recall.

    It is no average precision and no area under a curve of many thresholds. Reference: PyCM 4.6 `AUPR`.

    >>> cm.value("one_threshold_aupr", label="dog")
    Fraction(77, 120)
    """
    return (precision(c) + recall(c)) / 2


@metric(
    "automatic_manual_difference",
    scope="class",
    title="automatic-manual difference",
    symbol=r"\mathrm{AM}_{<i>}",
    range=(None, None),
    optimum=None,
    direction="none",
    scale_free=False,
    cells=lambda fp, fn: fp - fn,
    implemented_by={"pycm": "AM"},
    idea="It is its false positives minus its false negatives.",
    question="How many more samples are predicted as {class} than belong to it",
)
def automatic_manual_difference(c: ClassView) -> Quantity:
    """The automatic-manual difference of a class is the number of all samples predicted as this class minus the number
    of all samples that belong to this class.

    Reference: PyCM 4.6 `AM`.

    >>> cm.value("automatic_manual_difference", label="dog")
    Fraction(-2, 1)
    """
    return c.predicted - c.support
