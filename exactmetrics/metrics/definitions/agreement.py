"""Agreement beyond chance of the whole matrix, as coders and judges measure it: each with its own idea of chance.

Reference: Cohen 1968; Scott 1955; Bennett, Alpert and Goldstein 1954; Gwet 2008; Krippendorff 2019.
"""

from __future__ import annotations

from typing import Any

from exactmetrics.metrics.cells import ratio
from exactmetrics.metrics.metric import Part, Reading, metric
from exactmetrics.metrics.quantity import MatrixView, Quantity


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
    reads=(
        Reading(
            "The quotient is 0 if every prediction is correct, and 1 if the disagreement is as large as by chance."
        ),
    ),
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
