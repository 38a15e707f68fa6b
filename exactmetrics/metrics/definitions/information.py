"""Information: how much the predicted class tells about the actual one, in bits or in nats.

The logarithm is that of a probability turned over, so that a likely class tells little. A product whose
weight is 0 counts as 0. Reference: Shannon 1948; Cover and Thomas 2006, chapter 2; Rosenberg and Hirschberg 2007.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from exactmetrics.metrics.cells import ratio
from exactmetrics.metrics.metric import Parameter, metric
from exactmetrics.metrics.quantity import ClassView, MatrixView, Quantity, largest, log, log_ratio, smallest


def _entropy(m: MatrixView, count: Callable[[ClassView], Quantity], base: int | None) -> Quantity:
    """Of the classes by one of their counts, in the unit of a base."""
    return m.sum(lambda c: log_ratio(m.n, count(c), base, count(c) / m.n))


def _joint(m: MatrixView, base: int | None) -> Quantity:
    return m.cells(lambda x: log_ratio(m.n, x.count, base, x.count / m.n))


def _conditional(m: MatrixView, base: int | None) -> Quantity:
    return m.cells(lambda x: log_ratio(x.true.support, x.count, base, x.count / m.n))


def _cross(m: MatrixView, base: int | None) -> Quantity:
    return m.sum(lambda c: log_ratio(m.n, c.predicted, base, c.support / m.n))


def _divergence(m: MatrixView, base: int | None) -> Quantity:
    return m.sum(lambda c: log_ratio(c.support, c.predicted, base, c.support / m.n))


def _mutual(m: MatrixView, base: int | None) -> Quantity:
    return m.cells(lambda x: log_ratio(x.count * m.n, x.true.support * x.predicted.predicted, base, x.count / m.n))


@metric(
    "information_score",
    scope="class",
    symbol=r"\mathrm{IS}_{<i>}",
    range=(None, None),
    optimum=None,
    exactness="transcendental",
    cells=lambda tp, fp, fn, tn, log2: log2(ratio(tp * (tp + fp + fn + tn), (tp + fp) * (tp + fn))),
    implemented_by={"pycm": "IS"},
    unit="bits",
)
def information_score(c: ClassView) -> Quantity:
    """Reference: Kononenko and Bratko 1991, Machine Learning 6(1), for one class.

    >>> print(cm.value("information_score", label="dog"))
    2*log2(7) - log2(3) - log2(5) - 1
    """
    return log_ratio(c.tp * c.n, c.predicted * c.support, 2)


@metric(
    "reference_entropy",
    scope="matrix",
    symbol=r"H_{\text{actual},<i>}",
    range=(0, None),
    optimum=None,
    direction="none",
    exactness="transcendental",
    rows=lambda row_sums, n, log2: sum(-ratio(r, n) * log2(ratio(r, n)) for r in row_sums if r or not n),
    implemented_by={"pycm": "ReferenceEntropy"},
    unit="bits",
)
def reference_entropy(m: MatrixView) -> Quantity:
    """Reference: Cover and Thomas 2006, eq. (2.1).

    >>> print(cm.value("reference_entropy"))
    log2(7) - 3/7*log2(3) - 4/7
    """
    return _entropy(m, lambda c: c.support, 2)


@reference_entropy.convention(
    "natural",
    unit="nats",
    range=(0, None),
    optimum=None,
    rows=lambda row_sums, n, log: sum(-ratio(r, n) * log(ratio(r, n)) for r in row_sums if r or not n),
)
def _(m: MatrixView) -> Quantity:
    """Reference: Cover and Thomas 2006, eq. (2.1).

    >>> print(cm.value("reference_entropy", convention="natural"))
    ln(7) - 4/7*ln(2) - 3/7*ln(3)
    """
    return _entropy(m, lambda c: c.support, None)


@metric(
    "response_entropy",
    scope="matrix",
    symbol=r"H_{\text{predicted},<i>}",
    range=(0, None),
    optimum=None,
    direction="none",
    exactness="transcendental",
    rows=lambda column_sums, n, log2: sum(-ratio(c, n) * log2(ratio(c, n)) for c in column_sums if c or not n),
    implemented_by={"pycm": "ResponseEntropy"},
    unit="bits",
)
def response_entropy(m: MatrixView) -> Quantity:
    """Reference: Cover and Thomas 2006, eq. (2.1).

    >>> print(cm.value("response_entropy"))
    23/14 + log2(7) - 9/7*log2(3) - 5/14*log2(5)
    """
    return _entropy(m, lambda c: c.predicted, 2)


@response_entropy.convention(
    "natural",
    unit="nats",
    range=(0, None),
    optimum=None,
    rows=lambda column_sums, n, log: sum(-ratio(c, n) * log(ratio(c, n)) for c in column_sums if c or not n),
)
def _(m: MatrixView) -> Quantity:
    """Reference: Cover and Thomas 2006, eq. (2.1).

    >>> print(cm.value("response_entropy", convention="natural"))
    23/14*ln(2) + ln(7) - 9/7*ln(3) - 5/14*ln(5)
    """
    return _entropy(m, lambda c: c.predicted, None)


@metric(
    "joint_entropy",
    scope="matrix",
    symbol=r"H_{\text{joint},<i>}",
    range=(0, None),
    optimum=None,
    direction="none",
    exactness="transcendental",
    rows=lambda rows, n, log2: sum(-ratio(x, n) * log2(ratio(x, n)) for row in rows for x in row if x or not n),
    implemented_by={"pycm": "JointEntropy"},
    unit="bits",
)
def joint_entropy(m: MatrixView) -> Quantity:
    """Reference: Cover and Thomas 2006, eq. (2.8).

    >>> print(cm.value("joint_entropy"))
    23/14 + 3/4*log2(7) - 9/28*log2(3) - 5/28*log2(5)
    """
    return _joint(m, 2)


@joint_entropy.convention(
    "natural",
    unit="nats",
    range=(0, None),
    optimum=None,
    rows=lambda rows, n, log: sum(-ratio(x, n) * log(ratio(x, n)) for row in rows for x in row if x or not n),
)
def _(m: MatrixView) -> Quantity:
    """Reference: Cover and Thomas 2006, eq. (2.8).

    >>> print(cm.value("joint_entropy", convention="natural"))
    23/14*ln(2) + 3/4*ln(7) - 9/28*ln(3) - 5/28*ln(5)
    """
    return _joint(m, None)


@metric(
    "conditional_entropy",
    scope="matrix",
    symbol=r"H_{\text{conditional},<i>}",
    range=(0, None),
    optimum=None,
    direction="none",
    exactness="transcendental",
    rows=lambda rows, row_sums, n, log2: sum(
        -ratio(x, n) * log2(ratio(x, r)) for row, r in zip(rows, row_sums, strict=True) for x in row if x or not n
    ),
    implemented_by={"pycm": "ConditionalEntropy"},
    unit="bits",
)
def conditional_entropy(m: MatrixView) -> Quantity:
    """Reference: Cover and Thomas 2006, eq. (2.10).

    >>> print(cm.value("conditional_entropy"))
    31/14 + 3/28*log2(3) - 5/28*log2(5) - 1/4*log2(7)
    """
    return _conditional(m, 2)


@conditional_entropy.convention(
    "natural",
    unit="nats",
    range=(0, None),
    optimum=None,
    rows=lambda rows, row_sums, n, log: sum(
        -ratio(x, n) * log(ratio(x, r)) for row, r in zip(rows, row_sums, strict=True) for x in row if x or not n
    ),
)
def _(m: MatrixView) -> Quantity:
    """Reference: Cover and Thomas 2006, eq. (2.10).

    >>> print(cm.value("conditional_entropy", convention="natural"))
    31/14*ln(2) + 3/28*ln(3) - 5/28*ln(5) - 1/4*ln(7)
    """
    return _conditional(m, None)


@metric(
    "cross_entropy",
    scope="matrix",
    symbol=r"H_{\text{cross},<i>}",
    range=(0, None),
    optimum=None,
    direction="none",
    exactness="transcendental",
    rows=lambda row_sums, column_sums, n, log2: sum(
        ratio(r, n) * log2(ratio(n, c)) for r, c in zip(row_sums, column_sums, strict=True) if r or not n
    ),
    implemented_by={"pycm": "CrossEntropy"},
    unit="bits",
)
def cross_entropy(m: MatrixView) -> Quantity:
    """Reference: Murphy 2012, eq. (2.113).

    >>> print(cm.value("cross_entropy"))
    11/7 + log2(7) - 8/7*log2(3) - 3/7*log2(5)
    """
    return _cross(m, 2)


@cross_entropy.convention(
    "natural",
    unit="nats",
    range=(0, None),
    optimum=None,
    rows=lambda row_sums, column_sums, n, log: sum(
        ratio(r, n) * log(ratio(n, c)) for r, c in zip(row_sums, column_sums, strict=True) if r or not n
    ),
)
def _(m: MatrixView) -> Quantity:
    """Reference: Murphy 2012, eq. (2.113).

    >>> print(cm.value("cross_entropy", convention="natural"))
    11/7*ln(2) + ln(7) - 8/7*ln(3) - 3/7*ln(5)
    """
    return _cross(m, None)


@metric(
    "kl_divergence",
    scope="matrix",
    symbol=r"D_{<i>}",
    range=(0, None),
    optimum=None,
    direction="none",
    exactness="transcendental",
    aliases=("kullback_leibler_divergence", "relative_entropy"),
    rows=lambda row_sums, column_sums, n, log2: sum(
        ratio(r, n) * log2(ratio(ratio(r, n), ratio(c, n)))
        for r, c in zip(row_sums, column_sums, strict=True)
        if r or not n
    ),
    implemented_by={"pycm": "KL"},
    unit="bits",
)
def kl_divergence(m: MatrixView) -> Quantity:
    """Reference: Kullback and Leibler 1951, Annals of Mathematical Statistics 22.

    >>> print(cm.value("kl_divergence"))
    15/7 - 5/7*log2(3) - 3/7*log2(5)
    """
    return _divergence(m, 2)


@kl_divergence.convention(
    "natural",
    unit="nats",
    range=(0, None),
    optimum=None,
    rows=lambda row_sums, column_sums, n, log: sum(
        ratio(r, n) * log(ratio(ratio(r, n), ratio(c, n)))
        for r, c in zip(row_sums, column_sums, strict=True)
        if r or not n
    ),
)
def _(m: MatrixView) -> Quantity:
    """Reference: Kullback and Leibler 1951, Annals of Mathematical Statistics 22.

    >>> print(cm.value("kl_divergence", convention="natural"))
    15/7*ln(2) - 5/7*ln(3) - 3/7*ln(5)
    """
    return _divergence(m, None)


@metric(
    "mutual_information",
    scope="matrix",
    symbol=r"I_{<i>}",
    range=(0, None),
    optimum=None,
    direction="none",
    exactness="transcendental",
    aliases=("mutual_info_score",),
    rows=lambda rows, row_sums, column_sums, n, log2: sum(
        ratio(x, n) * log2(ratio(ratio(x, n), ratio(row_sums[i], n) * ratio(column_sums[j], n)))
        for i, row in enumerate(rows)
        for j, x in enumerate(row)
        if x or not n
    ),
    implemented_by={"pycm": "MutualInformation", "sklearn": "mutual_info_score"},
    unit="bits",
)
def mutual_information(m: MatrixView) -> Quantity:
    """Reference: Cover and Thomas 2006, eq. (2.28).

    >>> print(cm.value("mutual_information"))
    5/4*log2(7) - 39/28*log2(3) - 5/28*log2(5) - 4/7
    """
    return _mutual(m, 2)


@mutual_information.convention(
    "natural",
    unit="nats",
    range=(0, None),
    optimum=None,
    rows=lambda rows, row_sums, column_sums, n, log: sum(
        ratio(x, n) * log(ratio(ratio(x, n), ratio(row_sums[i], n) * ratio(column_sums[j], n)))
        for i, row in enumerate(rows)
        for j, x in enumerate(row)
        if x or not n
    ),
)
def _(m: MatrixView) -> Quantity:
    """Reference: scikit-learn 1.9, `mutual_info_score`.

    >>> print(cm.value("mutual_information", convention="natural"))
    5/4*ln(7) - 4/7*ln(2) - 39/28*ln(3) - 5/28*ln(5)
    """
    return _mutual(m, None)


@metric(
    "homogeneity",
    scope="matrix",
    exactness="transcendental",
    symbol=r"\mathrm{Hom}_{<i>}",
    aliases=("homogeneity_score", "relative_classifier_information"),
    rows=lambda mutual_information, reference_entropy: ratio(mutual_information, reference_entropy),
    implemented_by={"pycm": "RCI", "sklearn": "homogeneity_score"},
    optimum_if_wrong=True,
)
def homogeneity(m: MatrixView) -> Quantity:
    """Reference: Rosenberg and Hirschberg 2007, eq. (1).

    >>> print(cm.value("homogeneity"))
    (35*ln(7) - 16*ln(2) - 39*ln(3) - 5*ln(5))/(28*ln(7) - 16*ln(2) - 12*ln(3))
    """
    return mutual_information(m) / reference_entropy(m)


@metric(
    "completeness",
    scope="matrix",
    exactness="transcendental",
    symbol=r"\mathrm{Com}_{<i>}",
    aliases=("completeness_score",),
    rows=lambda mutual_information, response_entropy: ratio(mutual_information, response_entropy),
    implemented_by={"sklearn": "completeness_score"},
    optimum_if_wrong=True,
)
def completeness(m: MatrixView) -> Quantity:
    """Reference: Rosenberg and Hirschberg 2007, eq. (2).

    >>> print(cm.value("completeness"))
    (35*ln(7) - 16*ln(2) - 39*ln(3) - 5*ln(5))/(46*ln(2) + 28*ln(7) - 36*ln(3) - 10*ln(5))
    """
    return mutual_information(m) / response_entropy(m)


def _shared(m: MatrixView, beta: Quantity | int) -> Quantity:
    """What both entropies share, the second one with a weight, which is not written where it is 1."""
    shared, entropy, other = mutual_information(m), reference_entropy(m), response_entropy(m)
    return (1 + beta) * shared / (entropy + (other if beta == 1 else beta * other))


LINEAR_BETA = Parameter(
    "beta",
    lambda beta: beta >= 0,
    (Fraction(1), Fraction(1, 2), Fraction(2)),
    r"\beta",
)


@metric(
    "v_measure",
    scope="matrix",
    exactness="transcendental",
    symbol=r"V_{\beta,<i>}",
    aliases=("v_measure_score",),
    parameters=(LINEAR_BETA,),
    rows=lambda mutual_information, reference_entropy, response_entropy, beta: ratio(
        (1 + beta) * mutual_information, reference_entropy + beta * response_entropy
    ),
    implemented_by={"sklearn": "v_measure_score"},
    optimum_if_wrong=True,
)
def v_measure(m: MatrixView, beta: Quantity) -> Quantity:
    """Reference: Rosenberg and Hirschberg 2007, eq. (3).

    >>> print(cm.value("v_measure", beta=1))
    (35*ln(7) - 16*ln(2) - 39*ln(3) - 5*ln(5))/(15*ln(2) + 28*ln(7) - 24*ln(3) - 5*ln(5))
    """
    return _shared(m, beta)


@metric(
    "nmi",
    scope="matrix",
    exactness="transcendental",
    aliases=("normalized_mutual_information", "normalized_mutual_info_score"),
    rows=lambda mutual_information, reference_entropy, response_entropy: ratio(
        2 * mutual_information, reference_entropy + response_entropy
    ),
    implemented_by={"sklearn": "normalized_mutual_info_score"},
    optimum_if_wrong=True,
)
def nmi(m: MatrixView) -> Quantity:
    """Reference: scikit-learn 1.9, `normalized_mutual_info_score` with its arithmetic mean; Vinh et al. 2010, Table 2.

    >>> print(cm.value("nmi"))
    (35*ln(7) - 16*ln(2) - 39*ln(3) - 5*ln(5))/(15*ln(2) + 28*ln(7) - 24*ln(3) - 5*ln(5))
    """
    return _shared(m, 1)


@nmi.convention(
    "max",
    rows=lambda mutual_information, reference_entropy, response_entropy: ratio(
        mutual_information, max(reference_entropy, response_entropy)
    ),
)
def _(m: MatrixView) -> Quantity:
    """Reference: scikit-learn 1.9, `normalized_mutual_info_score` with `average_method="max"`; Vinh et al. 2010, Table
    2.

    >>> print(cm.value("nmi", convention="max"))
    (35*ln(7) - 16*ln(2) - 39*ln(3) - 5*ln(5))/(46*ln(2) + 28*ln(7) - 36*ln(3) - 10*ln(5))
    """
    return mutual_information(m) / largest(reference_entropy(m), response_entropy(m))


@nmi.convention(
    "min",
    rows=lambda mutual_information, reference_entropy, response_entropy: ratio(
        mutual_information, min(reference_entropy, response_entropy)
    ),
)
def _(m: MatrixView) -> Quantity:
    """Reference: scikit-learn 1.9, `normalized_mutual_info_score` with `average_method="min"`; Vinh et al. 2010, Table
    2.

    >>> print(cm.value("nmi", convention="min"))
    (35*ln(7) - 16*ln(2) - 39*ln(3) - 5*ln(5))/(28*ln(7) - 16*ln(2) - 12*ln(3))
    """
    return mutual_information(m) / smallest(reference_entropy(m), response_entropy(m))


def _wrong_entropy(c: ClassView, among: Quantity) -> Quantity:
    """Of the wrong predictions of a class among so many samples, to the base 2(k - 1)."""
    return c.wrong(lambda x: log_ratio(among, x.count, None, x.count / among)) / log(2 * (c.k - 1))


@metric(
    "class_cen",
    scope="class",
    symbol=r"\mathrm{CEN}_{<i>}",
    direction="down",
    optimum=0,
    range=(0, None),
    exactness="transcendental",
    rows=lambda rows, row_sums, column_sums, i, log: ratio(
        -sum(
            ratio(x, row_sums[i] + column_sums[i]) * log(ratio(x, row_sums[i] + column_sums[i]))
            for j in range(len(rows))
            if j != i
            for x in (rows[i][j], rows[j][i])
            if x or not row_sums[i] + column_sums[i]
        ),
        log(ratio(2 * (len(rows) - 1), 1)),
    ),
    partition=True,
    implemented_by={"pycm": "CEN"},
)
def class_cen(c: ClassView) -> Quantity:
    """Reference: Wei et al. 2010, Expert Systems with Applications 37, "A novel measure for evaluating classifiers".

    >>> print(cm.value("class_cen", label="dog"))
    1/11 + 2/11*log2(11) - 3/44*log2(3)
    """
    return _wrong_entropy(c, c.support + c.predicted)


@metric(
    "class_mcen",
    scope="class",
    symbol=r"\mathrm{MCEN}_{<i>}",
    direction="down",
    optimum=0,
    range=(0, None),
    exactness="transcendental",
    rows=lambda rows, row_sums, column_sums, i, log: ratio(
        -sum(
            ratio(x, row_sums[i] + column_sums[i] - rows[i][i])
            * log(ratio(x, row_sums[i] + column_sums[i] - rows[i][i]))
            for j in range(len(rows))
            if j != i
            for x in (rows[i][j], rows[j][i])
            if x or not row_sums[i] + column_sums[i]
        ),
        log(ratio(2 * (len(rows) - 1), 1)),
    ),
    partition=True,
    implemented_by={"pycm": "MCEN"},
)
def class_mcen(c: ClassView) -> Quantity:
    """Reference: Delgado and Núñez-González 2019, PLoS ONE 14(1), "Enhancing Confusion Entropy (CEN) for binary and
    multiclass classification".

    >>> print(cm.value("class_mcen", label="dog"))
    1/6*log2(3) + 4/15*log2(5) - 2/15
    """
    return _wrong_entropy(c, c.support + c.predicted - c.tp)


@metric(
    "cen",
    scope="matrix",
    direction="down",
    optimum=0,
    range=(0, None),
    exactness="transcendental",
    aliases=("confusion_entropy", "overall_cen"),
    rows=lambda rows, row_sums, column_sums, n, log: ratio(
        sum(
            -ratio(r + c, 2 * n) * sum(ratio(x, r + c) * log(ratio(x, r + c)) for x in wrong if x)
            for i, (row, r, c) in enumerate(zip(rows, row_sums, column_sums, strict=True))
            if r + c or (not n and len(rows) > 1)
            for wrong in [[x for j in range(len(rows)) if j != i for x in (row[j], rows[j][i])]]
        ),
        log(ratio(2 * (len(rows) - 1), 1)),
    ),
    implemented_by={"pycm": "Overall_CEN"},
    of_class="class_cen",
    optimum_if_wrong=True,
)
def cen(m: MatrixView) -> Quantity:
    """Reference: Wei et al. 2010, Expert Systems with Applications 37, "A novel measure for evaluating classifiers".

    >>> print(cm.value("cen"))
    1/14*log2(11) + 3/28*log2(17) - 3/56*log2(3)
    """

    def both(c: ClassView) -> Quantity:
        return c.support + c.predicted

    wrong = m.pairs(lambda x: log_ratio(both(x.true) * both(x.predicted), x.count**2, None, x.count / (2 * m.n)))
    return wrong / log(2 * (m.k - 1))


@metric(
    "mcen",
    scope="matrix",
    symbol=r"\mathrm{MCEN}_{<i>}",
    direction="down",
    optimum=0,
    range=(0, 1),
    exactness="transcendental",
    aliases=("modified_confusion_entropy", "overall_mcen"),
    rows=lambda rows, row_sums, column_sums, n, log: ratio(
        sum(
            -ratio(d, 2 * n - (len(rows) > 2) * sum(row[i] for i, row in enumerate(rows)))
            * sum(ratio(x, d) * log(ratio(x, d)) for x in wrong if x)
            for i, (row, r, c) in enumerate(zip(rows, row_sums, column_sums, strict=True))
            for d in [r + c - row[i]]
            if d or (not n and len(rows) > 1)
            for wrong in [[x for j in range(len(rows)) if j != i for x in (row[j], rows[j][i])]]
        ),
        log(ratio(2 * (len(rows) - 1), 1)),
    ),
    implemented_by={"pycm": "Overall_MCEN"},
    of_class="class_mcen",
    optimum_if_wrong=True,
)
def mcen(m: MatrixView) -> Quantity:
    """Reference: Delgado and Núñez-González 2019, PLoS ONE 14(1), e0210264; PyCM 4.6 `Overall MCEN`.

    >>> print(cm.value("mcen"))
    3/38 + 9/76*log2(3) + 2/19*log2(5) + 5/76*log2(11)
    """

    def either(c: ClassView) -> Quantity:
        return c.support + c.predicted - c.tp

    more = smallest(m.k - 2, 1)  # 0 for two classes, 1 for more
    weights = m.let("W", 2 * m.n - more * m.sum(lambda c: c.tp))
    wrong = m.pairs(lambda x: log_ratio(either(x.true) * either(x.predicted), x.count**2, None, x.count / weights))
    return wrong / log(2 * (m.k - 1))
