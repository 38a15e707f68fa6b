"""More similarities and distances of two sets, made of the four counts of a class; and the agreement by chance of one.

Reference: Choi, Cha and Tappert 2010, "A survey of binary similarity and distance measures"; PyCM 4.6 `distance`.
"""

from __future__ import annotations

from fractions import Fraction

from exactmetrics.metrics.cells import ratio
from exactmetrics.metrics.definitions.counts import detection_prevalence, prevalence
from exactmetrics.metrics.definitions.rates import npv, precision
from exactmetrics.metrics.metric import metric
from exactmetrics.metrics.quantity import ClassView, Quantity, largest


@metric(
    "racc",
    scope="class",
    direction="none",
    optimum=None,
    form="rates",
    aliases=("random_accuracy",),
    cells=lambda prevalence, detection_prevalence: detection_prevalence * prevalence,
    implemented_by={"pycm": "RACC"},
    wrong="raccu",
)
def racc(c: ClassView) -> Quantity:
    """Reference: Cohen 1960, Educational and Psychological Measurement 20(1); PyCM 4.6 `RACC`.

    >>> cm.value("racc", label="dog")
    Fraction(15, 98)
    """
    return prevalence(c) * detection_prevalence(c)


@metric(
    "raccu",
    scope="class",
    symbol=r"\mathrm{RACCU}_{<i>}",
    direction="none",
    optimum=None,
    aliases=("random_accuracy_unbiased", "unbiased_random_accuracy"),
    cells=lambda tp, fn, fp, tn: ratio(2 * tp + fp + fn, 2 * (tp + fn + fp + tn)) ** 2,
    implemented_by={"pycm": "RACCU"},
    wrong="racc",
)
def raccu(c: ClassView) -> Quantity:
    """Reference: Scott 1955, Public Opinion Quarterly 19(3); PyCM 4.6 `RACCU`.

    >>> cm.value("raccu", label="dog")
    Fraction(121, 784)
    """
    return (c.support + c.predicted) ** 2 / (4 * c.n**2)


@metric(
    "dispersion", scope="class", symbol=r"\mathrm{Disp}_{<i>}", range=(Fraction(-1, 4), Fraction(1, 4)), optimum=None,
    aliases=("dispersion_similarity",), cells=lambda tp, fn, fp, tn: ratio(tp * tn - fp * fn, (tp + fn + fp + tn) ** 2),
    independent=0, wrong=lambda c: c.tp * c.tn / c.n**2,
)  # fmt: skip
def dispersion(c: ClassView) -> Quantity:
    """Reference: Choi, Cha and Tappert 2010, eq. (66); PyCM 4.6 `DistanceType.Dispersion`.

    >>> cm.value("dispersion", label="dog")
    Fraction(19, 196)
    """
    return (c.tp * c.tn - c.fp * c.fn) / c.n**2


@metric(
    "kuhns_1", scope="class", symbol=r"\mathrm{KuhnsI}_{<i>}", range=(Fraction(-1, 2), Fraction(1, 2)), optimum=None,
    aliases=("kuhns_i",),
    cells=lambda tp, fn, fp, tn: ratio(
        2 * (tp - ratio((tp + fp) * (tp + fn), tp + fn + fp + tn)), tp + fn + fp + tn
    ),
    independent=0,
)  # fmt: skip
def kuhns_1(c: ClassView) -> Quantity:
    """Reference: Kuhns 1965, "The continuum of coefficients of association"; PyCM 4.6 `DistanceType.KuhnsI`.

    >>> cm.value("kuhns_1", label="dog")
    Fraction(19, 98)
    """
    return 2 * (c.tp * c.tn - c.fp * c.fn) / c.n**2


@metric(
    "baulieu_3",
    scope="class",
    symbol=r"d_{\mathrm{BIII},<i>}",
    direction="down",
    optimum=None,
    aliases=("baulieu_iii",),
    cells=lambda tp, fn, fp, tn: ratio(
        (tp + fn + fp + tn) ** 2 - 4 * (tp * tn - fp * fn), 2 * (tp + fn + fp + tn) ** 2
    ),
)
def baulieu_3(c: ClassView) -> Quantity:
    """Reference: Baulieu 1989, Journal of Classification 6; PyCM 4.6 `DistanceType.BaulieuIII`.

    >>> cm.value("baulieu_3", label="dog")
    Fraction(15, 49)
    """
    return (c.n**2 - 4 * (c.tp * c.tn - c.fp * c.fn)) / (2 * c.n**2)


@metric(
    "baulieu_5",
    scope="class",
    symbol=r"d_{\mathrm{BV},<i>}",
    direction="down",
    optimum=None,
    scale_free=False,
    aliases=("baulieu_v",),
    cells=lambda tp, fn, fp: ratio(fp + fn + 1, tp + fp + fn + 1),
    wrong="jaccard_distance",
)
def baulieu_5(c: ClassView) -> Quantity:
    """Reference: Baulieu 1997, Journal of Classification 14; PyCM 4.6 `DistanceType.BaulieuV`.

    >>> cm.value("baulieu_5", label="dog")
    Fraction(9, 16)
    """
    return (c.fp + c.fn + 1) / (c.tp + c.fp + c.fn + 1)


@metric(
    "baulieu_6",
    scope="class",
    symbol=r"d_{\mathrm{BVI},<i>}",
    direction="down",
    optimum=0,
    scale_free=False,
    aliases=("baulieu_vi",),
    cells=lambda tp, fn, fp: ratio(fp + fn, tp + fp + fn + 1),
    wrong="jaccard_distance",
)
def baulieu_6(c: ClassView) -> Quantity:
    """Reference: Baulieu 1997, Journal of Classification 14; PyCM 4.6 `DistanceType.BaulieuVI`.

    >>> cm.value("baulieu_6", label="dog")
    Fraction(1, 2)
    """
    return (c.fp + c.fn) / (c.tp + c.fp + c.fn + 1)


@metric(
    "baulieu_7",
    scope="class",
    symbol=r"d_{\mathrm{BVII},<i>}",
    direction="down",
    optimum=0,
    scale_free=False,
    aliases=("baulieu_vii",),
    cells=lambda tp, fn, fp, tn: ratio(fp + fn, tp + fn + fp + tn + tp * (tp - 4) ** 2),
    wrong="class_error_rate",
)
def baulieu_7(c: ClassView) -> Quantity:
    """Reference: Baulieu 1997, Journal of Classification 14; PyCM 4.6 `DistanceType.BaulieuVII`.

    >>> cm.value("baulieu_7", label="dog")
    Fraction(8, 91)
    """
    return (c.fp + c.fn) / (c.n + c.tp * (c.tp - 4) ** 2)


@metric(
    "baulieu_8",
    scope="class",
    symbol=r"d_{\mathrm{BVIII},<i>}",
    direction="none",
    optimum=None,
    aliases=("baulieu_viii",),
    cells=lambda tp, fn, fp, tn: ratio((fp - fn) ** 2, (tp + fn + fp + tn) ** 2),
)
def baulieu_8(c: ClassView) -> Quantity:
    """Reference: Baulieu 1997, Journal of Classification 14; PyCM 4.6 `DistanceType.BaulieuVIII`.

    >>> cm.value("baulieu_8", label="dog")
    Fraction(1, 196)
    """
    return (c.fp - c.fn) ** 2 / c.n**2


@metric(
    "baulieu_9",
    scope="class",
    symbol=r"d_{\mathrm{BIX},<i>}",
    direction="down",
    optimum=0,
    aliases=("baulieu_ix",),
    cells=lambda tp, fn, fp, tn: ratio(fp + 2 * fn, tp + fp + 2 * fn + tn),
    wrong="class_error_rate",
)
def baulieu_9(c: ClassView) -> Quantity:
    """Reference: Baulieu 1997, Journal of Classification 14; PyCM 4.6 `DistanceType.BaulieuIX`.

    >>> cm.value("baulieu_9", label="dog")
    Fraction(13, 33)
    """
    return (c.fp + 2 * c.fn) / (c.tp + c.fp + 2 * c.fn + c.tn)


@metric(
    "baulieu_10",
    scope="class",
    symbol=r"d_{\mathrm{BX},<i>}",
    direction="down",
    optimum=0,
    aliases=("baulieu_x",),
    cells=lambda tp, fn, fp, tn: ratio(fp + fn + max(fp, fn), tp + fn + fp + tn + max(fp, fn)),
    wrong="class_error_rate",
)
def baulieu_10(c: ClassView) -> Quantity:
    """Reference: Baulieu 1997, Journal of Classification 14; PyCM 4.6 `DistanceType.BaulieuX`.

    >>> cm.value("baulieu_10", label="dog")
    Fraction(13, 33)
    """
    return (c.fp + c.fn + largest(c.fp, c.fn)) / (c.n + largest(c.fp, c.fn))


@metric(
    "baulieu_12",
    scope="class",
    symbol=r"d_{\mathrm{BXII},<i>}",
    range=(None, None),
    direction="down",
    optimum=0,
    scale_free=False,
    aliases=("baulieu_xii",),
    cells=lambda tp, fn, fp: ratio(fp + fn, tp + fp + fn - 1),
    wrong="jaccard_distance",
)
def baulieu_12(c: ClassView) -> Quantity:
    """Reference: Baulieu 1997, Journal of Classification 14; PyCM 4.6 `DistanceType.BaulieuXII`.

    >>> cm.value("baulieu_12", label="dog")
    Fraction(4, 7)
    """
    return (c.fp + c.fn) / (c.tp + c.fp + c.fn - 1)


@metric(
    "baulieu_13",
    scope="class",
    symbol=r"d_{\mathrm{BXIII},<i>}",
    direction="down",
    optimum=0,
    scale_free=False,
    aliases=("baulieu_xiii",),
    cells=lambda tp, fn, fp: ratio(fp + fn, tp + fp + fn + tp * (tp - 4) ** 2),
    wrong="jaccard_distance",
)
def baulieu_13(c: ClassView) -> Quantity:
    """Reference: Baulieu 1997, Journal of Classification 14; PyCM 4.6 `DistanceType.BaulieuXIII`.

    >>> cm.value("baulieu_13", label="dog")
    Fraction(4, 39)
    """
    return (c.fp + c.fn) / (c.tp + c.fp + c.fn + c.tp * (c.tp - 4) ** 2)


@metric(
    "baulieu_14",
    scope="class",
    symbol=r"d_{\mathrm{BXIV},<i>}",
    direction="down",
    optimum=0,
    aliases=("baulieu_xiv",),
    cells=lambda tp, fn, fp: ratio(fp + 2 * fn, tp + fp + 2 * fn),
    wrong="jaccard_distance",
)
def baulieu_14(c: ClassView) -> Quantity:
    """Reference: Baulieu 1997, Journal of Classification 14; PyCM 4.6 `DistanceType.BaulieuXIV`.

    >>> cm.value("baulieu_14", label="dog")
    Fraction(13, 20)
    """
    return (c.fp + 2 * c.fn) / (c.tp + c.fp + 2 * c.fn)


@metric(
    "baulieu_15",
    scope="class",
    symbol=r"d_{\mathrm{BXV},<i>}",
    direction="down",
    optimum=0,
    aliases=("baulieu_xv",),
    cells=lambda tp, fn, fp: ratio(fp + fn + max(fp, fn), tp + fp + fn + max(fp, fn)),
    wrong="jaccard_distance",
)
def baulieu_15(c: ClassView) -> Quantity:
    """Reference: Baulieu 1997, Journal of Classification 14; PyCM 4.6 `DistanceType.BaulieuXV`.

    >>> cm.value("baulieu_15", label="dog")
    Fraction(13, 20)
    """
    return (c.fp + c.fn + largest(c.fp, c.fn)) / (c.tp + c.fp + c.fn + largest(c.fp, c.fn))


@metric(
    "benini_1",
    scope="class",
    symbol=r"\mathrm{BenI}_{<i>}",
    range=(None, 1),
    micro_is="bennett_s",
    aliases=("benini_i",),
    cells=lambda tp, fn, fp, tn: ratio(tp * tn - fp * fn, (tp + fn) * (fn + tn)),
    independent=0,
    wrong=lambda c: (c.tp * c.tn - c.fp * c.fn) / (c.support * c.predicted),
)
def benini_1(c: ClassView) -> Quantity:
    """Reference: Benini 1901, Principii di demografia; PyCM 4.6 `DistanceType.BeniniI`.

    >>> cm.value("benini_1", label="dog")
    Fraction(19, 54)
    """
    return (c.tp * c.tn - c.fp * c.fn) / (c.support * (c.tn + c.fn))


@metric(
    "clement", scope="class", aliases=("clement_similarity",), form="rates",
    cells=lambda precision, npv, detection_prevalence: precision + detection_prevalence * (npv - precision),
    wrong="class_accuracy",
)  # fmt: skip
def clement(c: ClassView) -> Quantity:
    """Reference: Clement 1976, Psychological Reports 39; PyCM 4.6 `DistanceType.Clement`.

    >>> cm.value("clement", label="dog")
    Fraction(223, 315)
    """
    return precision(c) * (1 - detection_prevalence(c)) + npv(c) * detection_prevalence(c)


@metric(
    "eyraud",
    scope="class",
    range=(None, None),
    optimum=None,
    aliases=("eyraud_similarity",),
    cells=lambda tp, fn, fp, tn: ratio(
        (tp + fn + fp + tn) ** 2 * ((tp + fn + fp + tn) * tp - (tp + fp) * (tp + fn)),
        (tp + fp) * (tp + fn) * (fp + tn) * (fn + tn),
    ),
    independent=0,
    wrong=lambda c: (c.tp * c.tn - c.fp * c.fn) / (c.support * c.predicted * (c.tn + c.fp) * (c.tn + c.fn)),
)
def eyraud(c: ClassView) -> Quantity:
    """Reference: Eyraud 1936; Choi, Cha and Tappert 2010, eq. (74).

    >>> cm.value("eyraud", label="dog")
    Fraction(931, 540)
    """
    return c.n**2 * (c.tp * c.tn - c.fp * c.fn) / (c.support * c.predicted * (c.tn + c.fp) * (c.tn + c.fn))


@metric(
    "fossum",
    scope="class",
    range=(0, None),
    optimum=None,
    scale_free=False,
    aliases=("fossum_similarity",),
    cells=lambda tp, fn, fp, tn: ratio((tp + fn + fp + tn) * (2 * tp - 1) ** 2, 4 * (tp + fp) * (tp + fn)),
    wrong="lift",
)
def fossum(c: ClassView) -> Quantity:
    """Reference: Fossum and Kaskey 1966; Choi, Cha and Tappert 2010, eq. (35); PyCM 4.6 `DistanceType.Fossum`.

    >>> cm.value("fossum", label="dog")
    Fraction(1183, 120)
    """
    return c.n * (2 * c.tp - 1) ** 2 / (4 * c.support * c.predicted)


@metric(
    "harris_lahey", scope="class", symbol=r"\mathrm{HLah}_{<i>}", aliases=("harris_lahey_index",),
    cells=lambda tp, fn, fp, tn: ratio(tp, tp + fp + fn) * ratio(2 * tn + fp + fn, 2 * (tp + fn + fp + tn))
    + ratio(tn, tn + fp + fn) * ratio(2 * tp + fp + fn, 2 * (tp + fn + fp + tn)),
    wrong="hawkins_dotson",
)  # fmt: skip
def harris_lahey(c: ClassView) -> Quantity:
    """Reference: Harris and Lahey 1978, Journal of Applied Behavior Analysis 11; PyCM 4.6 `DistanceType.HarrisLahey`.

    >>> cm.value("harris_lahey", label="dog")
    Fraction(129, 245)
    """
    of_class = (c.tp / (c.tp + c.fp + c.fn)) * ((2 * c.tn + c.fp + c.fn) / (2 * c.n))
    of_others = (c.tn / (c.tn + c.fp + c.fn)) * ((2 * c.tp + c.fp + c.fn) / (2 * c.n))
    return of_class + of_others


@metric(
    "kendall_tau_a", scope="class", symbol=r"\tau_{a,<i>}", range=(-1, 1), optimum=None, scale_free=False,
    single_samples=True, aliases=("kendalls_tau_a",),
    cells=lambda tp, fn, fp, tn: ratio(
        2 * (tp * tn - fp * fn), (tp + fn + fp + tn) * (tp + fn + fp + tn - 1)
    ),
    independent=0, wrong=lambda c: 2 * (c.tp + c.tn - c.fp - c.fn) / (c.n * (c.n - 1)),
)  # fmt: skip
def kendall_tau_a(c: ClassView) -> Quantity:
    """Reference: Kendall 1938, Biometrika 30.

    >>> cm.value("kendall_tau_a", label="dog")
    Fraction(38, 189)
    """
    return 2 * (c.tp * c.tn - c.fp * c.fn) / (c.n * (c.n - 1))


@metric(
    "koppen_2",
    scope="class",
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
    """Reference: PyCM 4.6 `DistanceType.KoppenII`, which is named after Köppen 1870, "Repertorium für Meteorologie";
    for his measures Goodman and Kruskal 1959, Journal of the American Statistical Association 54.

    >>> cm.value("koppen_2", label="dog")
    Fraction(11, 1)
    """
    return c.tp + (c.fp + c.fn) / 2


@metric(
    "kuder_richardson",
    scope="class",
    symbol=r"\mathrm{KR}_{<i>}",
    range=(None, 1),
    aliases=("kuder_richardson_coefficient",),
    cells=lambda tp, fn, fp, tn: ratio(
        4 * (tp * tn - fp * fn), (tp + fp) * (fn + tn) + (tp + fn) * (fp + tn) + 2 * (tp * tn - fp * fn)
    ),
    independent=0,
)
def kuder_richardson(c: ClassView) -> Quantity:
    """Reference: Kuder and Richardson 1937, Psychometrika 2; PyCM 4.6 `DistanceType.KuderRichardson`.

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
    """Reference: Kent and Foster 1977, "Direct observational procedures"; PyCM 4.6 `DistanceType.KentFosterI`.

    >>> cm.value("kent_foster_1", label="dog")
    Fraction(-1, 7)
    """
    return (c.tp - c.support * c.predicted / (c.tp + c.fp + c.fn)) / (
        c.tp - c.support * c.predicted / (c.tp + c.fp + c.fn) + c.fp + c.fn
    )


@metric(
    "kent_foster_2",
    scope="class",
    symbol=r"\mathrm{KFII}_{<i>}",
    range=(Fraction(-1, 3), 0),
    direction="none",
    optimum=None,
    aliases=("kent_foster_ii",),
    cells=lambda fn, fp, tn: ratio(
        tn - ratio((tn + fp) * (tn + fn), tn + fp + fn), tn - ratio((tn + fp) * (tn + fn), tn + fp + fn) + fp + fn
    ),
    wrong="kent_foster_1",
)
def kent_foster_2(c: ClassView) -> Quantity:
    """Reference: Kent and Foster 1977, "Direct observational procedures"; PyCM 4.6 `DistanceType.KentFosterII`.

    >>> cm.value("kent_foster_2", label="dog")
    Fraction(-5, 51)
    """
    return (c.tn - (c.tn + c.fp) * (c.tn + c.fn) / (c.tn + c.fp + c.fn)) / (
        c.tn - (c.tn + c.fp) * (c.tn + c.fn) / (c.tn + c.fp + c.fn) + c.fp + c.fn
    )


@metric(
    "kuhns_3",
    scope="class",
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
    """Reference: Kuhns 1965, "The continuum of coefficients of association"; PyCM 4.6 `DistanceType.KuhnsIII`.

    >>> cm.value("kuhns_3", label="dog")
    Fraction(209, 930)
    """
    return (
        (c.support + c.predicted)
        * (c.tp * c.tn - c.fp * c.fn)
        / ((c.tp + c.fp + c.fn) * (c.n * (c.support + c.predicted) - c.support * c.predicted))
    )
