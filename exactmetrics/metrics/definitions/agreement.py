"""Agreement beyond chance of the whole matrix, as coders and judges measure it: each with its own idea of chance.

Reference: Cohen 1968; Scott 1955; Bennett, Alpert and Goldstein 1954; Gwet 2008; Krippendorff 2019.
"""

from __future__ import annotations

from typing import Any

from exactmetrics.metrics.cells import ratio
from exactmetrics.metrics.definitions.overall import accuracy, observed_agreement
from exactmetrics.metrics.definitions.rates import class_accuracy
from exactmetrics.metrics.metric import metric
from exactmetrics.metrics.quantity import ClassView, MatrixView, Quantity, root


def _quadratic_kappa(rows: Any, row_sums: Any, column_sums: Any, n: Any) -> Any:
    """Cohen 1968 with the weights (i - j)^2: one minus the weighted disagreement observed over that expected."""
    k = range(len(rows))
    observed = sum(ratio((i - j) ** 2 * rows[i][j], n) for i in k for j in k)
    expected = sum((i - j) ** 2 * ratio(row_sums[i], n) * ratio(column_sums[j], n) for i in k for j in k)
    return 1 - ratio(observed, expected)


@metric(
    "quadratically_weighted_kappa",
    scope="matrix",
    symbol=r"\kappa_{q,<i>}",
    range=(-1, 1),
    ordinal=True,
    rows=_quadratic_kappa,
    aliases=("quadratic_weighted_kappa", "qwk"),
    zero_at_random=True,
    optimum_only=True,
    wrong="linearly_weighted_kappa",
)
def quadratically_weighted_kappa(m: MatrixView) -> Quantity:
    """Reference: Cohen 1968, Psychological Bulletin 70(4), with weights that grow with the square of the distance of
    the classes; scikit-learn's `cohen_kappa_score` with `weights="quadratic"`.

    >>> cm.value("quadratically_weighted_kappa")
    Fraction(138, 271)
    """
    observed = m.let("d_o", m.pairs(lambda x: x.gap**2 * x.count) / m.n)
    chance = m.let(
        "d_e",
        m.pairs(lambda x: x.gap**2 * (x.true.support / m.n) * (x.predicted.predicted / m.n)),
    )
    return 1 - observed / chance


def _scott(rows: Any, row_sums: Any, column_sums: Any, n: Any) -> Any:
    """Scott 1955: chance from the proportions of the classes in both codings, taken as one."""
    observed = sum(ratio(row[i], n) for i, row in enumerate(rows))
    both = [ratio(r, 2 * n) + ratio(c, 2 * n) for r, c in zip(row_sums, column_sums, strict=True)]
    chance = sum(share**2 for share in both)
    return ratio(observed - chance, 1 - chance)


def agreement_if_drawn(m: MatrixView) -> Quantity:
    """How likely two classes are the same that are drawn from all actual and predicted ones."""
    return m.sum(lambda c: ((c.support + c.predicted) / (2 * m.n)) ** 2)


@metric(
    "scott_pi",
    scope="matrix",
    symbol=r"\pi_{\mathrm{Scott},<i>}",
    range=(-1, 1),
    rows=_scott,
    aliases=("scotts_pi", "unbiased_kappa"),
    implemented_by={"pycm": "PI"},
    optimum_only=True,
    wrong="kappa",
)
def scott_pi(m: MatrixView) -> Quantity:
    """Reference: Scott 1955, Public Opinion Quarterly 19(3).

    >>> cm.value("scott_pi")
    Fraction(477, 1037)
    """
    observed = observed_agreement(m)
    chance = m.let("p_e", agreement_if_drawn(m))
    return (observed - chance) / (1 - chance)


def _bennett(rows: Any, n: Any) -> Any:
    """Bennett, Alpert and Goldstein 1954: k/(k - 1) times the agreement beyond 1/k."""
    k = len(rows)
    observed = sum(ratio(row[i], n) for i, row in enumerate(rows))
    return ratio(k * observed - 1, k - 1)


@metric(
    "bennett_s",
    scope="matrix",
    range=(-1, 1),
    symbol="S_{<i>}",
    rows=_bennett,
    aliases=("bennetts_s", "brennan_prediger_kappa"),
    implemented_by={"pycm": "S"},
    optimum_only=True,
    wrong="kappa",
)
def bennett_s(m: MatrixView) -> Quantity:
    """Reference: Bennett, Alpert and Goldstein 1954, Public Opinion Quarterly 18(3).

    >>> cm.value("bennett_s")
    Fraction(13, 28)
    """
    observed = observed_agreement(m)
    chance = m.let("p_e", 1 / m.k)
    return (observed - chance) / (1 - chance)


@metric(
    "pabak",
    scope="matrix",
    symbol=r"\mathrm{PABAK}_{<i>}",
    range=(-1, 1),
    rows=lambda accuracy: 2 * accuracy - 1,
    aliases=("prevalence_adjusted_bias_adjusted_kappa", "kappa_no_prevalence"),
    implemented_by={"pycm": "KappaNoPrevalence"},
    optimum_only=True,
    wrong="accuracy",
)
def pabak(m: MatrixView) -> Quantity:
    """Reference: Byrt, Bishop and Carlin 1993, Journal of Clinical Epidemiology 46(5).

    >>> cm.value("pabak")
    Fraction(2, 7)
    """
    return 2 * accuracy(m) - 1


def _gwet(rows: Any, row_sums: Any, column_sums: Any, n: Any) -> Any:
    """Gwet 2008, eq. (5): chance is the sum of pi(1 - pi) over the classes, divided by their number less one."""
    observed = sum(ratio(row[i], n) for i, row in enumerate(rows))
    both = [ratio(r + c, 2 * n) for r, c in zip(row_sums, column_sums, strict=True)]
    chance = ratio(sum(share * (1 - share) for share in both), len(rows) - 1)
    return ratio(observed - chance, 1 - chance)


@metric(
    "gwet_ac1",
    scope="matrix",
    symbol=r"\mathrm{AC1}_{<i>}",
    range=(-1, 1),
    rows=_gwet,
    aliases=("ac1", "gwets_ac1"),
    implemented_by={"pycm": "AC1"},
    optimum_only=True,
    wrong="scott_pi",
)
def gwet_ac1(m: MatrixView) -> Quantity:
    """Reference: Gwet 2008, British Journal of Mathematical and Statistical Psychology 61(1).

    >>> cm.value("gwet_ac1")
    Fraction(979, 2099)
    """
    observed = observed_agreement(m)
    same = m.let("p_s", agreement_if_drawn(m))
    chance = m.let("p_e", (1 - same) / (m.k - 1))
    return (observed - chance) / (1 - chance)


def _krippendorff(rows: Any, n: Any) -> Any:
    """Krippendorff 2019, section 12.3: one minus the disagreement of the coincidence matrix over that expected."""
    k = range(len(rows))
    coincidences = [[rows[i][j] + rows[j][i] for j in k] for i in k]
    values = [sum(row) for row in coincidences]
    observed = sum(coincidences[i][j] for i in k for j in k if i != j)
    expected = ratio(sum(values[i] * values[j] for i in k for j in k if i != j), 2 * n - 1)
    return 1 - ratio(observed, expected)


@metric(
    "krippendorff_alpha",
    scope="matrix",
    symbol=r"\alpha_{<i>}",
    range=(-1, 1),
    rows=_krippendorff,
    scale_free=False,
    single_samples=True,
    aliases=("krippendorffs_alpha", "kripp_alpha"),
    implemented_by={"pycm": "Alpha"},
    optimum_only=True,
    wrong="scott_pi",
)
def krippendorff_alpha(m: MatrixView) -> Quantity:
    """Reference: Krippendorff 2019, Content Analysis, 4th edition, section 12.3, for two coders without missing values.

    >>> cm.value("krippendorff_alpha")
    Fraction(487, 1037)
    """
    observed = m.let("d_o", (m.n - m.sum(lambda c: c.tp)) / m.n)
    ways = (2 * m.n) ** 2 - m.sum(lambda c: (c.support + c.predicted) ** 2)
    chance = m.let("d_e", ways / (2 * m.n * (2 * m.n - 1)))
    return 1 - observed / chance


def _interval_alpha(rows: Any, n: Any) -> Any:
    """Krippendorff 2019, chapter 12, with the squared difference of two classes in the coincidence matrix."""
    k = range(len(rows))
    coincidences = [[rows[i][j] + rows[j][i] for j in k] for i in k]
    values = [sum(row) for row in coincidences]
    observed = sum((i - j) ** 2 * coincidences[i][j] for i in k for j in k)
    expected = ratio(sum((i - j) ** 2 * values[i] * values[j] for i in k for j in k), 2 * n - 1)
    return 1 - ratio(observed, expected)


@metric(
    "interval_alpha",
    scope="matrix",
    symbol=r"\alpha_{\mathrm{int},<i>}",
    range=(-1, 1),
    ordinal=True,
    rows=_interval_alpha,
    scale_free=False,
    single_samples=True,
    aliases=("krippendorffs_interval_alpha", "krippendorff_alpha_interval"),
    implemented_by={"pycm": "weighted_alpha"},
    optimum_only=True,
    wrong="krippendorff_alpha",
)
def interval_alpha(m: MatrixView) -> Quantity:
    """Reference: Krippendorff 2019, Content Analysis, 4th edition, chapter 12, with the difference function of interval
    data, for two coders without missing values; Hayes and Krippendorff 2007, Communication Methods and Measures 1.

    >>> cm.value("interval_alpha")
    Fraction(1114, 2159)
    """
    observed = m.let("d_o", m.pairs(lambda x: x.gap**2 * x.count) / m.n)
    ways = m.pairs(
        lambda x: x.gap**2 * (x.true.support + x.true.predicted) * (x.predicted.support + x.predicted.predicted)
    )
    chance = m.let("d_e", ways / (2 * m.n * (2 * m.n - 1)))
    return 1 - observed / chance


@metric(
    "bangdiwala_b",
    scope="matrix",
    symbol="B_{<i>}",
    rows=lambda rows, row_sums, column_sums: ratio(
        sum(row[i] ** 2 for i, row in enumerate(rows)),
        sum(r * c for r, c in zip(row_sums, column_sums, strict=True)),
    ),
    aliases=("bangdiwalas_b",),
    implemented_by={"pycm": "B"},
    wrong="accuracy",
)
def bangdiwala_b(m: MatrixView) -> Quantity:
    """Reference: Munoz and Bangdiwala 1997, Journal of Applied Statistics 24(1).

    >>> cm.value("bangdiwala_b")
    Fraction(5, 12)
    """
    return m.sum(lambda c: c.tp**2) / m.sum(lambda c: c.support * c.predicted)


# Aickin's model of two classes has as many free parameters as there are cells, less one, and so its probabilities of
# maximum likelihood are the fractions in the cells. With the odds ratio of a mixture of chance and agreement, solved
# for the weight of the agreement, alpha has the formula below. Of three classes it is a root of a polynomial of degree
# 9 in general, and of more of a higher one.
@metric(
    "aickin_alpha",
    scope="class",
    symbol=r"\alpha_{\mathrm{Aickin},<i>}",
    range=(None, 1),
    exactness="algebraic",
    aliases=("aickins_alpha",),
    cells=lambda class_accuracy, tp, fn, fp, tn, sqrt: class_accuracy * (1 - sqrt(ratio(fp * fn, tp * tn))),
    independent=0,
    wrong="kappa",
)
def aickin_alpha(c: ClassView) -> Quantity:
    """Reference: Aickin 1990, "Maximum likelihood estimation of agreement in the constant predictive probability model,
    and its relation to Cohen's kappa", Biometrics 46; of two classes PyCM 4.6 `aickin_alpha`, which comes near to it
    step by step.

    >>> print(cm.value("aickin_alpha", label="dog"))
    5/7 - 5*sqrt(1365)/637
    """
    agreed = class_accuracy(c)
    return agreed - agreed * root(c.fp * c.fn / (c.tp * c.tn))
