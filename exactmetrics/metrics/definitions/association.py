"""Association of the actual and the predicted class: how far the counts are from those that the totals let expect, and
how well the one class is guessed from the other.

Reference: Pearson 1900; Pearson 1904; Cramér 1946, chapter 21; Goodman and Kruskal 1954.
"""

from __future__ import annotations

from typing import Any

from exactmetrics.metrics.cells import ratio
from exactmetrics.metrics.definitions.agreement import agreement_if_drawn
from exactmetrics.metrics.definitions.overall import agreement_in_random_order
from exactmetrics.metrics.metric import metric
from exactmetrics.metrics.quantity import MatrixView, Quantity, root


def _pearson(rows: Any, row_sums: Any, column_sums: Any, n: Any) -> Any:
    """Pearson 1900: the sum of the squared differences from the expected counts, each over the expected count."""
    total = 0
    for i, r in enumerate(row_sums):
        for j, c in enumerate(column_sums):
            expected = ratio(r * c, n)
            total += ratio((rows[i][j] - expected) ** 2, expected)
    return total


@metric(
    "chi_squared",
    scope="matrix",
    symbol=r"\chi^2_{<i>}",
    range=(0, None),
    optimum=None,
    direction="none",
    scale_free=False,
    rows=_pearson,
    aliases=("chi2", "chi_square", "pearson_chi_squared"),
    implemented_by={"pycm": "Chi_Squared"},
)
def chi_squared(m: MatrixView) -> Quantity:
    """Reference: Pearson 1900, Philosophical Magazine 50; Agresti 2013, Categorical Data Analysis, section 3.2.

    >>> cm.value("chi_squared")
    Fraction(7049, 540)
    """
    return m.n * (m.cells(lambda x: x.count**2 / (x.true.support * x.predicted.predicted)) - 1)


@metric(
    "phi_squared",
    scope="matrix",
    symbol=r"\phi^2_{<i>}",
    range=(0, None),
    optimum=None,
    direction="none",
    rows=lambda chi_squared, n: ratio(chi_squared, n),
    aliases=("phi2", "mean_square_contingency", "doolittle"),
    implemented_by={"pycm": "Phi_Squared"},
)
def phi_squared(m: MatrixView) -> Quantity:
    """Reference: Pearson 1904, "On the theory of contingency and its relation to association and normal correlation".

    >>> cm.value("phi_squared")
    Fraction(1007, 2160)
    """
    return chi_squared(m) / m.n


@metric(
    "cramers_v",
    scope="matrix",
    symbol="V_{<i>}",
    exactness="algebraic",
    rows=lambda rows, phi_squared, sqrt: sqrt(ratio(phi_squared, len(rows) - 1)),
    aliases=("cramer_v", "cramers_phi"),
    implemented_by={"pycm": "V"},
    wrong=lambda m: phi_squared(m) / (m.k - 1),
    optimum_if_wrong=True,
)
def cramers_v(m: MatrixView) -> Quantity:
    """Reference: Cramér 1946, Mathematical Methods of Statistics, chapter 21.

    >>> cm.value("cramers_v")
    Root(1, Fraction(1007, 4320))
    """
    return root(phi_squared(m) / (m.k - 1))


@metric(
    "contingency_coefficient",
    scope="matrix",
    symbol="C_{<i>}",
    optimum=None,
    direction="none",
    exactness="algebraic",
    rows=lambda chi_squared, n, sqrt: sqrt(ratio(chi_squared, n + chi_squared)),
    aliases=("pearson_c", "pearsons_contingency_coefficient"),
    implemented_by={"pycm": "C"},
)
def contingency_coefficient(m: MatrixView) -> Quantity:
    """Reference: Pearson 1904, "On the theory of contingency and its relation to association and normal correlation".

    >>> cm.value("contingency_coefficient")
    Root(1, Fraction(1007, 3167))
    """
    return root(chi_squared(m) / (chi_squared(m) + m.n))


@metric(
    "overall_random_accuracy",
    scope="matrix",
    symbol=r"\mathrm{RACC}_{<i>}",
    optimum=None,
    direction="none",
    rows=lambda row_sums, column_sums, n: sum(ratio(r * c, n * n) for r, c in zip(row_sums, column_sums, strict=True)),
    aliases=("overall_racc",),
    implemented_by={"pycm": "Overall_RACC"},
)
def overall_random_accuracy(m: MatrixView) -> Quantity:
    """Reference: Cohen 1960, Educational and Psychological Measurement 20(1), p_c; PyCM 4.6 `Overall_RACC`.

    >>> cm.value("overall_random_accuracy")
    Fraction(33, 98)
    """
    return agreement_in_random_order(m)


@metric(
    "overall_unbiased_random_accuracy",
    scope="matrix",
    symbol=r"\mathrm{RACCU}_{<i>}",
    optimum=None,
    direction="none",
    rows=lambda row_sums, column_sums, n: sum(
        ratio(r + c, 2 * n) ** 2 for r, c in zip(row_sums, column_sums, strict=True)
    ),
    aliases=("overall_raccu",),
    implemented_by={"pycm": "Overall_RACCU"},
)
def overall_unbiased_random_accuracy(m: MatrixView) -> Quantity:
    """Reference: Scott 1955, Public Opinion Quarterly 19(3), P_e; PyCM 4.6 `Overall_RACCU`.

    >>> cm.value("overall_unbiased_random_accuracy")
    Fraction(531, 1568)
    """
    return agreement_if_drawn(m)


@metric(
    "no_information_rate",
    scope="matrix",
    symbol=r"\mathrm{NIR}_{<i>}",
    direction="none",
    optimum=None,
    rows=lambda row_sums, n: ratio(max(row_sums), n),
    aliases=("nir", "null_accuracy", "zero_rule_accuracy", "majority_class_rate"),
    implemented_by={"pycm": "NIR"},
    wrong=lambda m: m.largest(lambda c: c.predicted) / m.n,
)
def no_information_rate(m: MatrixView) -> Quantity:
    """Reference: Kuhn 2008, "Building predictive models in R using the caret package", Journal of Statistical Software
    28(5), which tests the accuracy against it, as `binomial_test` does.

    >>> cm.value("no_information_rate")
    Fraction(3, 7)
    """
    return m.largest(lambda c: c.support) / m.n


def _of_predicted(m: MatrixView) -> Quantity:
    """The guesses of the predicted class: how many more are right if the actual one is known, over the wrong ones."""
    return (m.sum(m.row_largest) - m.largest(lambda c: c.predicted)) / (m.n - m.largest(lambda c: c.predicted))


@metric(
    "goodman_kruskal_lambda",
    scope="matrix",
    symbol=r"\lambda_{<i>}",
    rows=lambda rows, row_sums, n: ratio(
        sum(max(row[j] for row in rows) for j in range(len(rows))) - max(row_sums), n - max(row_sums)
    ),
    aliases=("gk_lambda", "goodman_and_kruskal_lambda"),
    implemented_by={"pycm": "LambdaA"},
    optimum_if_wrong=True,
    wrong=_of_predicted,
)
def goodman_kruskal_lambda(m: MatrixView) -> Quantity:
    """Reference: Goodman and Kruskal 1954, "Measures of association for cross classifications", Journal of the American
    Statistical Association 49, section 5; PyCM 4.6 `LambdaA`.

    >>> cm.value("goodman_kruskal_lambda")
    Fraction(3, 8)
    """
    return (m.sum(m.column_largest) - m.largest(lambda c: c.support)) / (m.n - m.largest(lambda c: c.support))


@goodman_kruskal_lambda.convention(
    "predicted",
    rows=lambda rows, column_sums, n: ratio(sum(max(row) for row in rows) - max(column_sums), n - max(column_sums)),
)
def _(m: MatrixView) -> Quantity:
    """Reference: Goodman and Kruskal 1954, section 5; PyCM 4.6 `LambdaB`.

    >>> cm.value("goodman_kruskal_lambda", convention="predicted")
    Fraction(4, 9)
    """
    return _of_predicted(m)


@goodman_kruskal_lambda.convention(
    "symmetric",
    rows=lambda rows, row_sums, column_sums, n: ratio(
        sum(max(row) for row in rows)
        + sum(max(row[j] for row in rows) for j in range(len(rows)))
        - (max(row_sums) + max(column_sums)),
        2 * n - max(row_sums) - max(column_sums),
    ),
)
def _(m: MatrixView) -> Quantity:
    """Reference: Goodman and Kruskal 1954, section 5; for two classes PyCM 4.6 `DistanceType.GoodmanKruskalLambda`.

    >>> cm.value("goodman_kruskal_lambda", convention="symmetric")
    Fraction(7, 17)
    """
    largest = m.largest(lambda c: c.support) + m.largest(lambda c: c.predicted)
    return (m.sum(lambda c: m.row_largest(c) + m.column_largest(c)) - largest) / (2 * m.n - largest)
