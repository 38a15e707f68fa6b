"""Agreement beyond chance of the whole matrix, as coders and judges measure it: each with its own idea of chance.

Reference: Cohen 1968; Scott 1955; Bennett, Alpert and Goldstein 1954; Gwet 2008; Krippendorff 2019.
"""

from __future__ import annotations

from typing import Any

from exactmetrics.metrics.cells import ratio
from exactmetrics.metrics.definitions.overall import DISAGREEMENT, IMPROVEMENT, OBSERVED, accuracy, observed_agreement
from exactmetrics.metrics.definitions.rates import class_accuracy
from exactmetrics.metrics.metric import Mistake, Part, metric
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
    title="quadratically weighted kappa",
    symbol=r"\kappa_{q,<i>}",
    range=(-1, 1),
    ordinal=True,
    rows=_quadratic_kappa,
    aliases=("quadratic_weighted_kappa", "qwk"),
    meaning="the disagreement is {percent} smaller than by chance",
    neutral="chance",
    optimum_only=True,
    reads=DISAGREEMENT,
    parts={
        "d_o": Part("the mean squared distance between the actual class and the predicted class"),
        "d_e": Part(
            "the mean squared distance that there would be on average if the same predictions were given to the "
            "samples in random order",
            "Take class {class}: {row} of the {n} samples belong to it (row total). In random order, each of them is "
            "predicted as another class with a probability: the column total of that class divided by {n}. This "
            "probability times {row}/{n} times the squared distance between the two classes is one term of the sum. "
            "The other classes work in the same way.",
        ),
    },
    question="How much smaller than by chance is the disagreement, if errors count by the square of their distance",
    mistake=Mistake(
        "Do not weight an error by its distance alone. That gives the linearly weighted kappa, {value}.",
        "linearly_weighted_kappa",
    ),
)
def quadratically_weighted_kappa(m: MatrixView) -> Quantity:
    """Quadratically weighted kappa is 1 minus the quotient of the observed disagreement and the chance disagreement.
    The squared distance between two classes is 1 for neighbours, 4 for the classes after them, and so on.

    Reference: Cohen 1968, Psychological Bulletin 70(4), with weights that grow with the square of the distance of the
    classes; scikit-learn's `cohen_kappa_score` with `weights="quadratic"`.

    >>> cm.value("quadratically_weighted_kappa")
    Fraction(138, 271)
    """
    observed = m.let("d_o", "observed disagreement", m.pairs(lambda x: x.gap**2 * x.count) / m.n)
    chance = m.let(
        "d_e",
        "chance disagreement",
        m.pairs(lambda x: x.gap**2 * (x.true.support / m.n) * (x.predicted.predicted / m.n)),
    )
    return 1 - observed / chance


def _scott(rows: Any, row_sums: Any, column_sums: Any, n: Any) -> Any:
    """Scott 1955: chance from the proportions of the classes in both codings, taken as one."""
    observed = sum(ratio(row[i], n) for i, row in enumerate(rows))
    both = [ratio(r, 2 * n) + ratio(c, 2 * n) for r, c in zip(row_sums, column_sums, strict=True)]
    chance = sum(share**2 for share in both)
    return ratio(observed - chance, 1 - chance)


DRAWN = (
    "Take class {class}: it is the actual class of {row} samples (row total) and the predicted class of {column} "
    "(column total). So it is drawn with the probability ({row} + {column})/(2 · {n}), and both times with the square "
    "of it. The other classes work in the same way."
)
MATCH = Part(
    "the probability that two classes are the same if both are drawn at random from all actual and predicted classes",
    DRAWN,
)


def agreement_if_drawn(m: MatrixView) -> Quantity:
    """How likely two classes are the same that are drawn from all actual and predicted ones."""
    return m.sum(lambda c: ((c.support + c.predicted) / (2 * m.n)) ** 2)


@metric(
    "scott_pi",
    scope="matrix",
    title="Scott's pi",
    symbol=r"\pi_{\mathrm{Scott},<i>}",
    range=(-1, 1),
    rows=_scott,
    aliases=("scotts_pi", "unbiased_kappa"),
    implemented_by={"pycm": "PI"},
    meaning="the predictions reach {percent} of the possible improvement over chance",
    optimum_only=True,
    reads=IMPROVEMENT,
    parts={
        "p_o": OBSERVED,
        "p_e": MATCH,
    },
    question="How much of the possible improvement over chance do the predictions reach, if actual and predicted "
    "classes are counted as one",
    mistake=Mistake(
        "Do not multiply the row total and the column total of each class for the chance agreement. That gives Cohen's "
        "kappa, {value}.",
        "kappa",
    ),
)
def scott_pi(m: MatrixView) -> Quantity:
    """Scott's pi is the improvement of the predictions over chance divided by the largest possible improvement over
    chance. Unlike Cohen's kappa, it counts actual and predicted classes as one for chance.

    Reference: Scott 1955, Public Opinion Quarterly 19(3).

    >>> cm.value("scott_pi")
    Fraction(477, 1037)
    """
    observed = observed_agreement(m)
    chance = m.let("p_e", "chance agreement", agreement_if_drawn(m))
    return (observed - chance) / (1 - chance)


def _bennett(rows: Any, n: Any) -> Any:
    """Bennett, Alpert and Goldstein 1954: k/(k - 1) times the agreement beyond 1/k."""
    k = len(rows)
    observed = sum(ratio(row[i], n) for i, row in enumerate(rows))
    return ratio(k * observed - 1, k - 1)


@metric(
    "bennett_s",
    scope="matrix",
    title="Bennett's S",
    range=(-1, 1),
    symbol="S_{<i>}",
    rows=_bennett,
    aliases=("bennetts_s", "brennan_prediger_kappa"),
    implemented_by={"pycm": "S"},
    meaning="the predictions reach {percent} of the possible improvement over chance",
    optimum_only=True,
    reads=IMPROVEMENT,
    parts={
        "p_o": OBSERVED,
        "p_e": Part(
            "the fraction that would be correct on average if every class were predicted with the same probability"
        ),
    },
    question="How much of the possible improvement over chance do the predictions reach, if by chance every class is "
    "predicted equally often",
    mistake=Mistake(
        "Do not take the chance agreement from the row and column totals. That gives Cohen's kappa, {value}.",
        "kappa",
    ),
)
def bennett_s(m: MatrixView) -> Quantity:
    """Bennett's S is the improvement of the predictions over chance divided by the largest possible improvement over
    chance. For chance it counts every class the same, however many samples it has.

    Reference: Bennett, Alpert and Goldstein 1954, Public Opinion Quarterly 18(3).

    >>> cm.value("bennett_s")
    Fraction(13, 28)
    """
    observed = observed_agreement(m)
    chance = m.let("p_e", "chance agreement", 1 / m.k)
    return (observed - chance) / (1 - chance)


@metric(
    "pabak",
    scope="matrix",
    title="PABAK",
    symbol=r"\mathrm{PABAK}_{<i>}",
    range=(-1, 1),
    rows=lambda accuracy: 2 * accuracy - 1,
    aliases=("prevalence_adjusted_bias_adjusted_kappa", "kappa_no_prevalence"),
    implemented_by={"pycm": "KappaNoPrevalence"},
    optimum_only=True,
    question="How much more often are the predictions correct than wrong",
    mistake=Mistake(
        "Do not forget to subtract the wrong predictions. Without that, it is the accuracy, {value}.", "accuracy"
    ),
)
def pabak(m: MatrixView) -> Quantity:
    """PABAK is twice the accuracy minus 1.

    It is the prevalence-adjusted and bias-adjusted kappa, stated for two classes, where it is Bennett's S. Reference:
    Byrt, Bishop and Carlin 1993, Journal of Clinical Epidemiology 46(5).

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
    title="Gwet's AC1",
    symbol=r"\mathrm{AC1}_{<i>}",
    range=(-1, 1),
    rows=_gwet,
    aliases=("ac1", "gwets_ac1"),
    implemented_by={"pycm": "AC1"},
    meaning="the predictions reach {percent} of the possible improvement over chance",
    optimum_only=True,
    reads=IMPROVEMENT,
    parts={
        "p_o": OBSERVED,
        "p_e": Part(
            "the probability that two classes drawn at random are different, divided by the number of classes minus 1"
        ),
        "p_s": MATCH,
    },
    question="How much of the possible improvement over chance do the predictions reach, with Gwet's measure of chance",
    mistake=Mistake(
        "Do not take the probability of a match as the chance agreement. That gives Scott's pi, {value}.",
        "scott_pi",
    ),
)
def gwet_ac1(m: MatrixView) -> Quantity:
    """Gwet's AC1 is the improvement of the predictions over chance divided by the largest possible improvement over
    chance. If nearly all samples belong to one class, its chance is small, while that of Cohen's kappa is large.

    Reference: Gwet 2008, British Journal of Mathematical and Statistical Psychology 61(1).

    >>> cm.value("gwet_ac1")
    Fraction(979, 2099)
    """
    observed = observed_agreement(m)
    same = m.let("p_s", "probability of a match", agreement_if_drawn(m))
    chance = m.let("p_e", "chance agreement", (1 - same) / (m.k - 1))
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
    title="Krippendorff's alpha",
    symbol=r"\alpha_{<i>}",
    range=(-1, 1),
    rows=_krippendorff,
    scale_free=False,
    single_samples=True,
    aliases=("krippendorffs_alpha", "kripp_alpha"),
    implemented_by={"pycm": "Alpha"},
    meaning="the disagreement is {percent} smaller than by chance",
    optimum_only=True,
    reads=DISAGREEMENT,
    parts={
        "d_o": Part("the fraction of the samples that were predicted wrongly"),
        "d_e": Part(
            "the probability that two classes drawn at random from all actual and predicted classes are different, if "
            "none is put back",
            "There are 2 · {n} actual and predicted classes. The denominator is the number of ways to draw one of them "
            "and then another. The numerator is the number of those ways that give two different classes.",
        ),
    },
    question="How much smaller than by chance is the disagreement, if actual and predicted classes are drawn by chance",
    mistake=Mistake("Do not put a class back after it is drawn. That gives Scott's pi, {value}.", "scott_pi"),
)
def krippendorff_alpha(m: MatrixView) -> Quantity:
    """Krippendorff's alpha is 1 minus the quotient of the observed disagreement and the chance disagreement.

    It counts all wrong predictions alike, as for classes without an order. Reference: Krippendorff 2019, Content
    Analysis, 4th edition, section 12.3, for two coders without missing values.

    >>> cm.value("krippendorff_alpha")
    Fraction(487, 1037)
    """
    observed = m.let("d_o", "observed disagreement", (m.n - m.sum(lambda c: c.tp)) / m.n)
    ways = (2 * m.n) ** 2 - m.sum(lambda c: (c.support + c.predicted) ** 2)
    chance = m.let("d_e", "chance disagreement", ways / (2 * m.n * (2 * m.n - 1)))
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
    title="interval alpha",
    symbol=r"\alpha_{\mathrm{int},<i>}",
    range=(-1, 1),
    ordinal=True,
    rows=_interval_alpha,
    scale_free=False,
    single_samples=True,
    aliases=("krippendorffs_interval_alpha", "krippendorff_alpha_interval"),
    implemented_by={"pycm": "weighted_alpha"},
    meaning="the disagreement is {percent} smaller than by chance",
    optimum_only=True,
    reads=DISAGREEMENT,
    parts={
        "d_o": Part("the mean squared distance between the actual class and the predicted class"),
        "d_e": Part(
            "the mean squared distance between two classes drawn at random from all actual and predicted classes, if "
            "none is put back",
            "There are 2 · {n} actual and predicted classes. The denominator is the number of ways to draw one of them "
            "and then another. The numerator is the sum of the squared distances over those ways.",
        ),
    },
    question="How much smaller than by chance is the disagreement, if actual and predicted classes are drawn by chance "
    "and errors count by the square of their distance",
    mistake=Mistake(
        "Do not count all errors alike. That gives Krippendorff's alpha, {value}.",
        "krippendorff_alpha",
    ),
)
def interval_alpha(m: MatrixView) -> Quantity:
    """Interval alpha is 1 minus the quotient of the observed disagreement and the chance disagreement. It is
    Krippendorff's alpha for classes with an order: an error counts by the square of its distance.

    Reference: Krippendorff 2019, Content Analysis, 4th edition, chapter 12, with the difference function of interval
    data, for two coders without missing values; Hayes and Krippendorff 2007, Communication Methods and Measures 1.

    >>> cm.value("interval_alpha")
    Fraction(1114, 2159)
    """
    observed = m.let("d_o", "observed disagreement", m.pairs(lambda x: x.gap**2 * x.count) / m.n)
    ways = m.pairs(
        lambda x: x.gap**2 * (x.true.support + x.true.predicted) * (x.predicted.support + x.predicted.predicted)
    )
    chance = m.let("d_e", "chance disagreement", ways / (2 * m.n * (2 * m.n - 1)))
    return 1 - observed / chance


@metric(
    "bangdiwala_b",
    scope="matrix",
    title="Bangdiwala's B",
    symbol="B_{<i>}",
    rows=lambda rows, row_sums, column_sums: ratio(
        sum(row[i] ** 2 for i, row in enumerate(rows)),
        sum(r * c for r, c in zip(row_sums, column_sums, strict=True)),
    ),
    aliases=("bangdiwalas_b",),
    implemented_by={"pycm": "B"},
    question="How much of the area that the row and column totals allow do the correct predictions fill",
    mistake=Mistake("Do not report the fraction of correct predictions. That is the accuracy, {value}.", "accuracy"),
)
def bangdiwala_b(m: MatrixView) -> Quantity:
    """Bangdiwala's B is the sum of the squared true positives of all classes divided by the sum of the products of
    their row and column totals.

    Reference: Munoz and Bangdiwala 1997, Journal of Applied Statistics 24(1).

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
    title="Aickin's alpha",
    symbol=r"\alpha_{\mathrm{Aickin},<i>}",
    range=(None, 1),
    exactness="algebraic",
    aliases=("aickins_alpha",),
    cells=lambda class_accuracy, tp, fn, fp, tn, sqrt: class_accuracy * (1 - sqrt(ratio(fp * fn, tp * tn))),
    independent=0,
    question="How large is the part of the samples whose decision on {class} is correct and not by chance",
    mistake=Mistake(
        "Do not take the chance agreement from the totals of the rows and columns. That gives Cohen's kappa, {value}.",
        "kappa",
    ),
)
def aickin_alpha(c: ClassView) -> Quantity:
    """Aickin's alpha of a class is its class accuracy minus the agreement by chance. Here, the agreement by chance is
    its class accuracy times the square root of its inverse odds ratio.

    In Aickin's model a part of all samples is predicted correctly for a cause, and the others are predicted by chance.
    Alpha is this part, estimated by maximum likelihood from the class and the rest; a negative value is no such part.
    The alpha of a matrix of more than two classes is another number, and no average of these.
    Reference: Aickin 1990, "Maximum likelihood estimation of agreement in the constant predictive probability model,
    and its relation to Cohen's kappa", Biometrics 46; of two classes PyCM 4.6 `aickin_alpha`, which comes near to it
    step by step.

    >>> print(cm.value("aickin_alpha", label="dog"))
    5/7 - 5*sqrt(1365)/637
    """
    agreed = class_accuracy(c)
    return agreed - agreed * root(c.fp * c.fn / (c.tp * c.tn))
