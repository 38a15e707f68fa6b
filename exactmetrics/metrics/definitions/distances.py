"""More similarities and distances of two sets, made of the four counts of a class; and the agreement by chance of one.

Reference: Choi, Cha and Tappert 2010, "A survey of binary similarity and distance measures"; PyCM 4.6 `distance`.
"""

from __future__ import annotations

from fractions import Fraction

from exactmetrics.metrics.cells import ratio
from exactmetrics.metrics.definitions.counts import detection_prevalence, prevalence
from exactmetrics.metrics.definitions.rates import npv, precision
from exactmetrics.metrics.metric import Mistake, metric
from exactmetrics.metrics.quantity import ClassView, Quantity, largest


@metric(
    "racc",
    scope="class",
    title="random accuracy",
    direction="none",
    optimum=None,
    form="rates",
    aliases=("random_accuracy",),
    cells=lambda prevalence, detection_prevalence: detection_prevalence * prevalence,
    implemented_by={"pycm": "RACC"},
    question="How often would {class} be predicted correctly on average, if the same predictions were given to the "
    "samples in random order",
    mistake=Mistake(
        "Do not square the mean of the two fractions. That gives the unbiased random accuracy, {value}.", "raccu"
    ),
)
def racc(c: ClassView) -> Quantity:
    """The random accuracy of a class is the product of its prevalence and its detection prevalence.

    The sum over all classes is the chance agreement of Cohen's kappa. Reference: Cohen 1960, Educational and
    Psychological Measurement 20(1); PyCM 4.6 `RACC`.

    >>> cm.value("racc", label="dog")
    Fraction(15, 98)
    """
    return prevalence(c) * detection_prevalence(c)


@metric(
    "raccu",
    scope="class",
    title="unbiased random accuracy",
    symbol=r"\mathrm{RACCU}_{<i>}",
    direction="none",
    optimum=None,
    aliases=("random_accuracy_unbiased", "unbiased_random_accuracy"),
    cells=lambda tp, fn, fp, tn: ratio(2 * tp + fp + fn, 2 * (tp + fn + fp + tn)) ** 2,
    implemented_by={"pycm": "RACCU"},
    question="How likely is it that two classes are both {class}, if they are drawn from all actual and predicted "
    "classes and the first one is put back",
    mistake=Mistake("Do not multiply the two fractions. That gives the random accuracy, {value}.", "racc"),
)
def raccu(c: ClassView) -> Quantity:
    """The unbiased random accuracy of a class is the square of the mean of its prevalence and its detection prevalence.

    The sum over all classes is the chance agreement of Scott's pi. Reference: Scott 1955, Public Opinion Quarterly
    19(3); PyCM 4.6 `RACCU`.

    >>> cm.value("raccu", label="dog")
    Fraction(121, 784)
    """
    return (c.support + c.predicted) ** 2 / (4 * c.n**2)


@metric(
    "dispersion",
    scope="class",
    symbol=r"\mathrm{Disp}_{<i>}",
    range=(Fraction(-1, 4), Fraction(1, 4)),
    optimum=None,
    aliases=("dispersion_similarity",),
    cells=lambda tp, fn, fp, tn: ratio(tp * tn - fp * fn, (tp + fn + fp + tn) ** 2),
    independent=0,
    question="How large is the part of the samples by which the correct predictions of {class} exceed those by chance",
    mistake=Mistake("Do not forget to subtract the product of the errors. Without that, it is {value}.", (
        lambda c: c.tp * c.tn / c.n**2
    )),
)  # fmt: skip
def dispersion(c: ClassView) -> Quantity:
    """The dispersion of a class is the fraction of all samples that belong to this class and were predicted as it,
    minus its random accuracy.

    Reference: Choi, Cha and Tappert 2010, eq. (66); PyCM 4.6 `DistanceType.Dispersion`.

    >>> cm.value("dispersion", label="dog")
    Fraction(19, 196)
    """
    return (c.tp * c.tn - c.fp * c.fn) / c.n**2


@metric(
    "kuhns_1",
    scope="class",
    title="Kuhns I coefficient",
    symbol=r"\mathrm{KuhnsI}_{<i>}",
    range=(Fraction(-1, 2), Fraction(1, 2)),
    optimum=None,
    aliases=("kuhns_i",),
    cells=lambda tp, fn, fp, tn: ratio(
        2 * (tp - ratio((tp + fp) * (tp + fn), tp + fn + fp + tn)), tp + fn + fp + tn
    ),
    independent=0,
)  # fmt: skip
def kuhns_1(c: ClassView) -> Quantity:
    """The Kuhns I coefficient of a class is twice its dispersion.

    Reference: Kuhns 1965, "The continuum of coefficients of association"; PyCM 4.6 `DistanceType.KuhnsI`.

    >>> cm.value("kuhns_1", label="dog")
    Fraction(19, 98)
    """
    return 2 * (c.tp * c.tn - c.fp * c.fn) / c.n**2


@metric(
    "baulieu_3",
    scope="class",
    title="Baulieu III distance",
    symbol=r"d_{\mathrm{BIII},<i>}",
    direction="down",
    optimum=None,
    aliases=("baulieu_iii",),
    cells=lambda tp, fn, fp, tn: ratio(
        (tp + fn + fp + tn) ** 2 - 4 * (tp * tn - fp * fn), 2 * (tp + fn + fp + tn) ** 2
    ),
)
def baulieu_3(c: ClassView) -> Quantity:
    """The Baulieu III distance of a class is 1/2 minus twice its dispersion.

    Reference: Baulieu 1989, Journal of Classification 6; PyCM 4.6 `DistanceType.BaulieuIII`.

    >>> cm.value("baulieu_3", label="dog")
    Fraction(15, 49)
    """
    return (c.n**2 - 4 * (c.tp * c.tn - c.fp * c.fn)) / (2 * c.n**2)


@metric(
    "baulieu_5",
    scope="class",
    title="Baulieu V distance",
    symbol=r"d_{\mathrm{BV},<i>}",
    direction="down",
    optimum=None,
    scale_free=False,
    aliases=("baulieu_v",),
    cells=lambda tp, fn, fp: ratio(fp + fn + 1, tp + fp + fn + 1),
    mistake=Mistake("Do not leave out the added error. That gives the Jaccard distance, {value}.", "jaccard_distance"),
)
def baulieu_5(c: ClassView) -> Quantity:
    """The Baulieu V distance of a class is its Jaccard distance if there were one more false positive.

    Reference: Baulieu 1997, Journal of Classification 14; PyCM 4.6 `DistanceType.BaulieuV`.

    >>> cm.value("baulieu_5", label="dog")
    Fraction(9, 16)
    """
    return (c.fp + c.fn + 1) / (c.tp + c.fp + c.fn + 1)


@metric(
    "baulieu_6",
    scope="class",
    title="Baulieu VI distance",
    symbol=r"d_{\mathrm{BVI},<i>}",
    direction="down",
    optimum=0,
    scale_free=False,
    aliases=("baulieu_vi",),
    cells=lambda tp, fn, fp: ratio(fp + fn, tp + fp + fn + 1),
    mistake=Mistake(
        "Do not forget to add 1 to the denominator. Without that, it is the Jaccard distance, {value}.",
        "jaccard_distance",
    ),
)
def baulieu_6(c: ClassView) -> Quantity:
    """The Baulieu VI distance of a class is its Jaccard distance if there were one more true positive.

    Reference: Baulieu 1997, Journal of Classification 14; PyCM 4.6 `DistanceType.BaulieuVI`.

    >>> cm.value("baulieu_6", label="dog")
    Fraction(1, 2)
    """
    return (c.fp + c.fn) / (c.tp + c.fp + c.fn + 1)


@metric(
    "baulieu_7",
    scope="class",
    title="Baulieu VII distance",
    symbol=r"d_{\mathrm{BVII},<i>}",
    direction="down",
    optimum=0,
    scale_free=False,
    aliases=("baulieu_vii",),
    cells=lambda tp, fn, fp, tn: ratio(fp + fn, tp + fn + fp + tn + tp * (tp - 4) ** 2),
    mistake=Mistake(
        "Do not forget what is added to the denominator. Without that, it is the class error rate, {value}.",
        "class_error_rate",
    ),
)
def baulieu_7(c: ClassView) -> Quantity:
    """The Baulieu VII distance of a class is its false positives plus its false negatives, divided by the number of all
    samples plus t. Here, t is its true positives times the squared difference of its true positives and 4.

    A further true positive may make it larger: with 4 of them nothing is added. Reference: Baulieu 1997, Journal of
    Classification 14; PyCM 4.6 `DistanceType.BaulieuVII`.

    >>> cm.value("baulieu_7", label="dog")
    Fraction(8, 91)
    """
    return (c.fp + c.fn) / (c.n + c.tp * (c.tp - 4) ** 2)


@metric(
    "baulieu_8",
    scope="class",
    title="Baulieu VIII distance",
    symbol=r"d_{\mathrm{BVIII},<i>}",
    direction="none",
    optimum=None,
    aliases=("baulieu_viii",),
    cells=lambda tp, fn, fp, tn: ratio((fp - fn) ** 2, (tp + fn + fp + tn) ** 2),
    question="How different is the number of samples of {class} from the number of its predictions",
)
def baulieu_8(c: ClassView) -> Quantity:
    """The Baulieu VIII distance of a class is the squared difference of its prevalence and its detection prevalence.

    Reference: Baulieu 1997, Journal of Classification 14; PyCM 4.6 `DistanceType.BaulieuVIII`.

    >>> cm.value("baulieu_8", label="dog")
    Fraction(1, 196)
    """
    return (c.fp - c.fn) ** 2 / c.n**2


@metric(
    "baulieu_9",
    scope="class",
    title="Baulieu IX distance",
    symbol=r"d_{\mathrm{BIX},<i>}",
    direction="down",
    optimum=0,
    aliases=("baulieu_ix",),
    cells=lambda tp, fn, fp, tn: ratio(fp + 2 * fn, tp + fp + 2 * fn + tn),
    question="How often is it predicted wrongly whether a sample belongs to {class}, if a false negative counts twice",
    mistake=Mistake(
        "Do not count a false negative only once. That gives the class error rate, {value}.", "class_error_rate"
    ),
)
def baulieu_9(c: ClassView) -> Quantity:
    """The Baulieu IX distance of a class is its class error rate if each false negative counts twice.

    Reference: Baulieu 1997, Journal of Classification 14; PyCM 4.6 `DistanceType.BaulieuIX`.

    >>> cm.value("baulieu_9", label="dog")
    Fraction(13, 33)
    """
    return (c.fp + 2 * c.fn) / (c.tp + c.fp + 2 * c.fn + c.tn)


@metric(
    "baulieu_10",
    scope="class",
    title="Baulieu X distance",
    symbol=r"d_{\mathrm{BX},<i>}",
    direction="down",
    optimum=0,
    aliases=("baulieu_x",),
    cells=lambda tp, fn, fp, tn: ratio(fp + fn + max(fp, fn), tp + fn + fp + tn + max(fp, fn)),
    question="How often is it predicted wrongly whether a sample belongs to {class}, if the more frequent error counts "
    "twice",
    mistake=Mistake(
        "Do not count the more frequent error only once. That gives the class error rate, {value}.", "class_error_rate"
    ),
)
def baulieu_10(c: ClassView) -> Quantity:
    """The Baulieu X distance of a class is its class error rate if each error of the more frequent kind counts twice.

    Reference: Baulieu 1997, Journal of Classification 14; PyCM 4.6 `DistanceType.BaulieuX`.

    >>> cm.value("baulieu_10", label="dog")
    Fraction(13, 33)
    """
    return (c.fp + c.fn + largest(c.fp, c.fn)) / (c.n + largest(c.fp, c.fn))


@metric(
    "baulieu_12",
    scope="class",
    title="Baulieu XII distance",
    symbol=r"d_{\mathrm{BXII},<i>}",
    range=(None, None),
    direction="down",
    optimum=0,
    scale_free=False,
    aliases=("baulieu_xii",),
    cells=lambda tp, fn, fp: ratio(fp + fn, tp + fp + fn - 1),
    mistake=Mistake(
        "Do not forget to subtract 1 from the denominator. Without that, it is the Jaccard distance, {value}.",
        "jaccard_distance",
    ),
)
def baulieu_12(c: ClassView) -> Quantity:
    """The Baulieu XII distance of a class is its Jaccard distance if there were one true positive fewer.

    If all counts are whole numbers, it lies between 0 and 2. Reference: Baulieu 1997, Journal of Classification 14;
    PyCM 4.6 `DistanceType.BaulieuXII`.

    >>> cm.value("baulieu_12", label="dog")
    Fraction(4, 7)
    """
    return (c.fp + c.fn) / (c.tp + c.fp + c.fn - 1)


@metric(
    "baulieu_13",
    scope="class",
    title="Baulieu XIII distance",
    symbol=r"d_{\mathrm{BXIII},<i>}",
    direction="down",
    optimum=0,
    scale_free=False,
    aliases=("baulieu_xiii",),
    cells=lambda tp, fn, fp: ratio(fp + fn, tp + fp + fn + tp * (tp - 4) ** 2),
    mistake=Mistake(
        "Do not forget what is added to the denominator. Without that, it is the Jaccard distance, {value}.",
        "jaccard_distance",
    ),
)
def baulieu_13(c: ClassView) -> Quantity:
    """The Baulieu XIII distance of a class is e, divided by u plus t. Here, e is its false positives plus its false
    negatives. Here, u is the number of all samples that belong to this class or were predicted as it. Here, t is its
    true positives times the squared difference of its true positives and 4.

    A further true positive may make it larger: with 4 of them nothing is added. Reference: Baulieu 1997, Journal of
    Classification 14; PyCM 4.6 `DistanceType.BaulieuXIII`.

    >>> cm.value("baulieu_13", label="dog")
    Fraction(4, 39)
    """
    return (c.fp + c.fn) / (c.tp + c.fp + c.fn + c.tp * (c.tp - 4) ** 2)


@metric(
    "baulieu_14",
    scope="class",
    title="Baulieu XIV distance",
    symbol=r"d_{\mathrm{BXIV},<i>}",
    direction="down",
    optimum=0,
    aliases=("baulieu_xiv",),
    cells=lambda tp, fn, fp: ratio(fp + 2 * fn, tp + fp + 2 * fn),
    question="How different are the samples of {class} and its predictions, if a false negative counts twice",
    mistake=Mistake(
        "Do not count a false negative only once. That gives the Jaccard distance, {value}.", "jaccard_distance"
    ),
)
def baulieu_14(c: ClassView) -> Quantity:
    """The Baulieu XIV distance of a class is its Jaccard distance if each false negative counts twice.

    Reference: Baulieu 1997, Journal of Classification 14; PyCM 4.6 `DistanceType.BaulieuXIV`.

    >>> cm.value("baulieu_14", label="dog")
    Fraction(13, 20)
    """
    return (c.fp + 2 * c.fn) / (c.tp + c.fp + 2 * c.fn)


@metric(
    "baulieu_15",
    scope="class",
    title="Baulieu XV distance",
    symbol=r"d_{\mathrm{BXV},<i>}",
    direction="down",
    optimum=0,
    aliases=("baulieu_xv",),
    cells=lambda tp, fn, fp: ratio(fp + fn + max(fp, fn), tp + fp + fn + max(fp, fn)),
    question="How different are the samples of {class} and its predictions, if the more frequent error counts twice",
    mistake=Mistake(
        "Do not count the more frequent error only once. That gives the Jaccard distance, {value}.", "jaccard_distance"
    ),
)
def baulieu_15(c: ClassView) -> Quantity:
    """The Baulieu XV distance of a class is its Jaccard distance if each error of the more frequent kind counts twice.

    Reference: Baulieu 1997, Journal of Classification 14; PyCM 4.6 `DistanceType.BaulieuXV`.

    >>> cm.value("baulieu_15", label="dog")
    Fraction(13, 20)
    """
    return (c.fp + c.fn + largest(c.fp, c.fn)) / (c.tp + c.fp + c.fn + largest(c.fp, c.fn))


@metric(
    "benini_1",
    scope="class",
    title="Benini I coefficient",
    symbol=r"\mathrm{BenI}_{<i>}",
    range=(None, 1),
    micro_is="bennett_s",
    aliases=("benini_i",),
    cells=lambda tp, fn, fp, tn: ratio(tp * tn - fp * fn, (tp + fn) * (fn + tn)),
    independent=0,
    question="By what part is the false negative rate of {class} smaller than the fraction of all samples that were "
    "not predicted as it",
    mistake=Mistake(
        "Do not divide by the product of the row total and the column total of {class}. That gives {value}.",
        lambda c: (c.tp * c.tn - c.fp * c.fn) / (c.support * c.predicted),
    ),
)
def benini_1(c: ClassView) -> Quantity:
    """The Benini I coefficient of a class is 1 minus the quotient of its false negative rate and r. Here, r is the
    fraction of all samples that were not predicted as this class.

    Reference: Benini 1901, Principii di demografia; PyCM 4.6 `DistanceType.BeniniI`.

    >>> cm.value("benini_1", label="dog")
    Fraction(19, 54)
    """
    return (c.tp * c.tn - c.fp * c.fn) / (c.support * (c.tn + c.fn))


@metric(
    "clement",
    scope="class",
    title="Clement similarity",
    aliases=("clement_similarity",),
    form="rates",
    cells=lambda precision, npv, detection_prevalence: precision + detection_prevalence * (npv - precision),
    question="How often are the predictions of {class} and those of other classes correct, if the rarer ones count "
    "more",
    mistake=Mistake(
        "Do not weight each of the two by its own predictions. That gives the class accuracy, {value}.",
        "class_accuracy",
    ),
)  # fmt: skip
def clement(c: ClassView) -> Quantity:
    """The Clement similarity of a class is the mean of its precision and its negative predictive value, weighted by 1
    minus its detection prevalence and its detection prevalence.

    Reference: Clement 1976, Psychological Reports 39; PyCM 4.6 `DistanceType.Clement`.

    >>> cm.value("clement", label="dog")
    Fraction(223, 315)
    """
    return precision(c) * (1 - detection_prevalence(c)) + npv(c) * detection_prevalence(c)


@metric(
    "eyraud",
    scope="class",
    title="Eyraud similarity",
    range=(None, None),
    optimum=None,
    aliases=("eyraud_similarity",),
    cells=lambda tp, fn, fp, tn: ratio(
        (tp + fn + fp + tn) ** 2 * ((tp + fn + fp + tn) * tp - (tp + fp) * (tp + fn)),
        (tp + fp) * (tp + fn) * (fp + tn) * (fn + tn),
    ),
    independent=0,
    mistake=Mistake(
        "Do not forget to multiply by the square of the number of samples. Without that, it is {value}.",
        lambda c: (c.tp * c.tn - c.fp * c.fn) / (c.support * c.predicted * (c.tn + c.fp) * (c.tn + c.fn)),
    ),
)
def eyraud(c: ClassView) -> Quantity:
    """The Eyraud similarity of a class is its informedness divided by the variance of its predictions. Here, the
    variance of its predictions is its detection prevalence times the fraction of all samples that were not predicted as
    this class.

    The formula of PyCM 4.6, `DistanceType.Eyraud`, is one of fractions of all samples, and counts are put into it;
    of fractions it is this value. Reference: Eyraud 1936; Choi, Cha and Tappert 2010, eq. (74).

    >>> cm.value("eyraud", label="dog")
    Fraction(931, 540)
    """
    return c.n**2 * (c.tp * c.tn - c.fp * c.fn) / (c.support * c.predicted * (c.tn + c.fp) * (c.tn + c.fn))


@metric(
    "fossum",
    scope="class",
    title="Fossum similarity",
    range=(0, None),
    optimum=None,
    scale_free=False,
    aliases=("fossum_similarity",),
    cells=lambda tp, fn, fp, tn: ratio((tp + fn + fp + tn) * (2 * tp - 1) ** 2, 4 * (tp + fp) * (tp + fn)),
    mistake=Mistake(
        "Do not forget the square and the 1/2. Without them, it is the lift, {value}.",
        "lift",
    ),
)
def fossum(c: ClassView) -> Quantity:
    """The Fossum similarity of a class is the squared difference of its true positives and 1/2, divided by the number
    of all samples times its random accuracy.

    Reference: Fossum and Kaskey 1966; Choi, Cha and Tappert 2010, eq. (35); PyCM 4.6 `DistanceType.Fossum`.

    >>> cm.value("fossum", label="dog")
    Fraction(1183, 120)
    """
    return c.n * (2 * c.tp - 1) ** 2 / (4 * c.support * c.predicted)


@metric(
    "harris_lahey",
    scope="class",
    title="Harris-Lahey index",
    symbol=r"\mathrm{HLah}_{<i>}",
    aliases=("harris_lahey_index",),
    cells=lambda tp, fn, fp, tn: ratio(tp, tp + fp + fn) * ratio(2 * tn + fp + fn, 2 * (tp + fn + fp + tn))
    + ratio(tn, tn + fp + fn) * ratio(2 * tp + fp + fn, 2 * (tp + fn + fp + tn)),
    mistake=Mistake(
        "Do not count both parts the same. That gives the Hawkins-Dotson index, {value}.", "hawkins_dotson"
    ),
)  # fmt: skip
def harris_lahey(c: ClassView) -> Quantity:
    """The Harris-Lahey index of a class is 1 minus the mean of its Jaccard distance and its Baulieu XI distance,
    weighted by 1 minus w and w. Here, w is the mean of its prevalence and its detection prevalence.

    Reference: Harris and Lahey 1978, Journal of Applied Behavior Analysis 11; PyCM 4.6 `DistanceType.HarrisLahey`.

    >>> cm.value("harris_lahey", label="dog")
    Fraction(129, 245)
    """
    of_class = (c.tp / (c.tp + c.fp + c.fn)) * ((2 * c.tn + c.fp + c.fn) / (2 * c.n))
    of_others = (c.tn / (c.tn + c.fp + c.fn)) * ((2 * c.tp + c.fp + c.fn) / (2 * c.n))
    return of_class + of_others


@metric(
    "kendall_tau_a",
    scope="class",
    title="Kendall's tau-a",
    symbol=r"\tau_{a,<i>}",
    range=(-1, 1),
    optimum=None,
    scale_free=False,
    single_samples=True,
    aliases=("kendalls_tau_a",),
    cells=lambda tp, fn, fp, tn: ratio(
        2 * (tp * tn - fp * fn), (tp + fn + fp + tn) * (tp + fn + fp + tn - 1)
    ),
    independent=0,
    question="Compare every two samples: how much more often does the prediction of {class} tell them apart correctly "
    "than wrongly",
    mistake=Mistake("Do not subtract the wrong decisions from the correct ones. That gives {value}.", (
        lambda c: 2 * (c.tp + c.tn - c.fp - c.fn) / (c.n * (c.n - 1))
    )),
)  # fmt: skip
def kendall_tau_a(c: ClassView) -> Quantity:
    """Kendall's tau-a of a class is the number of concordant pairs of samples minus the number of discordant pairs,
    divided by the number of all pairs. A pair is concordant if only one of the two samples belongs to the class and
    only that one was predicted as it. It is discordant if only the other one was.

    `DistanceType.KendallTau` of PyCM 4.6 puts the number of correct decisions less that of wrong ones in the place of
    the pairs. Reference: Kendall 1938, Biometrika 30.

    >>> cm.value("kendall_tau_a", label="dog")
    Fraction(38, 189)
    """
    return 2 * (c.tp * c.tn - c.fp * c.fn) / (c.n * (c.n - 1))


@metric(
    "koppen_2",
    scope="class",
    title="Köppen II similarity",
    symbol=r"\mathrm{KopII}_{<i>}",
    range=(0, None),
    direction="none",
    optimum=None,
    scale_free=False,
    aliases=("koppen_ii",),
    macro_is="global_performance_index",
    cells=lambda tp, fn, fp: tp + ratio(fp + fn, 2),
)
def koppen_2(c: ClassView) -> Quantity:
    """The Köppen II similarity of a class is the mean of the number of its samples and its number of predictions.

    Reference: PyCM 4.6 `DistanceType.KoppenII`, which is named after Köppen 1870, "Repertorium für Meteorologie"; for
    his measures Goodman and Kruskal 1959, Journal of the American Statistical Association 54.

    >>> cm.value("koppen_2", label="dog")
    Fraction(11, 1)
    """
    return c.tp + (c.fp + c.fn) / 2


@metric(
    "kuder_richardson",
    scope="class",
    title="Kuder-Richardson coefficient",
    symbol=r"\mathrm{KR}_{<i>}",
    range=(None, 1),
    aliases=("kuder_richardson_coefficient",),
    cells=lambda tp, fn, fp, tn: ratio(
        4 * (tp * tn - fp * fn), (tp + fp) * (fn + tn) + (tp + fn) * (fp + tn) + 2 * (tp * tn - fp * fn)
    ),
    independent=0,
)
def kuder_richardson(c: ClassView) -> Quantity:
    """The Kuder-Richardson coefficient of a class is 4 times C, divided by V plus twice C. Here, C is the covariance of
    its samples and its predictions. Here, V is the sum of their variances.

    It is their formula 20 for a test of two questions: whether a sample belongs to the class, and whether it was
    predicted as it. Reference: Kuder and Richardson 1937, Psychometrika 2; PyCM 4.6 `DistanceType.KuderRichardson`.

    >>> cm.value("kuder_richardson", label="dog")
    Fraction(76, 131)
    """
    return (
        4
        * (c.tp * c.tn - c.fp * c.fn)
        / (c.predicted * (c.tn + c.fn) + c.support * (c.tn + c.fp) + 2 * (c.tp * c.tn - c.fp * c.fn))
    )


@metric(
    "kent_foster_1",
    scope="class",
    title="Kent-Foster I index",
    symbol=r"\mathrm{KFI}_{<i>}",
    range=(Fraction(-1, 3), 0),
    direction="none",
    optimum=None,
    aliases=("kent_foster_i",),
    cells=lambda tp, fn, fp: ratio(
        tp - ratio((tp + fp) * (tp + fn), tp + fp + fn), tp - ratio((tp + fp) * (tp + fn), tp + fp + fn) + fp + fn
    ),
)
def kent_foster_1(c: ClassView) -> Quantity:
    """The Kent-Foster I index of a class is its Jaccard index minus E, divided by 1 minus E. Here, u is the number of
    all samples that belong to this class or were predicted as it. Here, E is the product of its number of samples and
    its number of predictions, divided by the square of u.

    It was made after Cohen's kappa, without the true negatives, and it is never greater than 0. Reference: Kent and
    Foster 1977, "Direct observational procedures"; PyCM 4.6 `DistanceType.KentFosterI`.

    >>> cm.value("kent_foster_1", label="dog")
    Fraction(-1, 7)
    """
    return (c.tp - c.support * c.predicted / (c.tp + c.fp + c.fn)) / (
        c.tp - c.support * c.predicted / (c.tp + c.fp + c.fn) + c.fp + c.fn
    )


@metric(
    "kent_foster_2",
    scope="class",
    title="Kent-Foster II index",
    symbol=r"\mathrm{KFII}_{<i>}",
    range=(Fraction(-1, 3), 0),
    direction="none",
    optimum=None,
    aliases=("kent_foster_ii",),
    cells=lambda fn, fp, tn: ratio(
        tn - ratio((tn + fp) * (tn + fn), tn + fp + fn), tn - ratio((tn + fp) * (tn + fn), tn + fp + fn) + fp + fn
    ),
    mistake=Mistake(
        "Do not take the true positives instead of the true negatives. That gives the Kent-Foster I index, {value}.",
        "kent_foster_1",
    ),
)
def kent_foster_2(c: ClassView) -> Quantity:
    """The Kent-Foster II index of a class is the Kent-Foster I index of all other classes as one class.

    Reference: Kent and Foster 1977, "Direct observational procedures"; PyCM 4.6 `DistanceType.KentFosterII`.

    >>> cm.value("kent_foster_2", label="dog")
    Fraction(-5, 51)
    """
    return (c.tn - (c.tn + c.fp) * (c.tn + c.fn) / (c.tn + c.fp + c.fn)) / (
        c.tn - (c.tn + c.fp) * (c.tn + c.fn) / (c.tn + c.fp + c.fn) + c.fp + c.fn
    )


@metric(
    "kuhns_3",
    scope="class",
    title="Kuhns III coefficient",
    symbol=r"\mathrm{KuhnsIII}_{<i>}",
    range=(Fraction(-1, 3), 1),
    optimum=None,
    aliases=("kuhns_iii",),
    cells=lambda tp, fn, fp, tn: ratio(
        tp - ratio((tp + fp) * (tp + fn), tp + fn + fp + tn),
        (1 - ratio(tp, 2 * tp + fp + fn)) * (2 * tp + fp + fn - ratio((tp + fp) * (tp + fn), tp + fn + fp + tn)),
    ),
    independent=0,
)
def kuhns_3(c: ClassView) -> Quantity:
    """The Kuhns III coefficient of a class is its dispersion divided by the product of v and w. Here, v is 1 minus half
    of its F1 score. Here, w is its prevalence plus its detection prevalence minus its random accuracy.

    Reference: Kuhns 1965, "The continuum of coefficients of association"; PyCM 4.6 `DistanceType.KuhnsIII`.

    >>> cm.value("kuhns_3", label="dog")
    Fraction(209, 930)
    """
    return (
        (c.support + c.predicted)
        * (c.tp * c.tn - c.fp * c.fn)
        / ((c.tp + c.fp + c.fn) * (c.n * (c.support + c.predicted) - c.support * c.predicted))
    )
