"""What scikit-learn means, from runs of the version named; matrices in citations have true classes as rows.

Metrics scikit-learn does not have, or that are never 0/0 (accuracy, error rate), have no rule. No rule expresses
`labels=` naming a subset (use `over`), nor `zero_division` and `replace_undefined_by` given explicitly.
"""

from __future__ import annotations

from fractions import Fraction

from exactmetrics.metrics.presets.preset import preset, row

ZERO = Fraction(0)

SKLEARN_1_9 = preset(
    "sklearn-1.9",
    row(
        "precision",
        "scikit-learn 1.9.1 precision_score, labels=[0, 1, 2], zero_division as by default: [[3, 0, 1], [2, 0, 3], "
        "[1, 0, 4]] has [0.5, 0.0, 0.5] by class and macro 0.333..., with a warning",
        rule=ZERO,
    ),
    row(
        "recall",
        "scikit-learn 1.9.1 recall_score: [[3, 1, 1], [0, 0, 0], [1, 2, 4]] has [0.6, 0.0, 0.571...] by class and "
        "macro 0.390..., with a warning",
        rule=ZERO,
    ),
    row(
        "f1 fbeta",
        "scikit-learn 1.9.1 f1_score and fbeta_score(beta=2): a class neither true nor predicted counts as 0, "
        "[[3, 0, 1], [0, 0, 0], [1, 0, 4]] has [0.75, 0.0, 0.8] by class for both",
        rule=ZERO,
    ),
    row(
        "f1 fbeta",
        "scikit-learn 1.9.1 f1_score: 0.0 without a warning for a class never predicted, where the harmonic mean of "
        "precision and recall would be undefined ([[3, 0, 1], [2, 0, 3], [1, 0, 4]], class 1)",
        form="count",
    ),
    row(
        "f1 fbeta",
        "scikit-learn 1.9.1 f1_score(average='macro'): 0.64349376114082 for [[6, 1, 1], [1, 5, 2], [2, 3, 7]], the "
        "mean of the classes' F1 (361/561), not the F1 of the means",
        combine="scores",
    ),
    row(
        "jaccard",
        "scikit-learn 1.9.1 jaccard_score: [[3, 0, 1], [0, 0, 0], [1, 0, 4]] has [0.6, 0.0, 0.666...] by class and "
        "macro 0.422...",
        rule=ZERO,
    ),
    row(
        "precision recall f1 fbeta jaccard",
        "scikit-learn 1.9.1 average='weighted': precision 0.64920... = 409/630 for [[6, 1, 1], [1, 5, 2], [2, 3, 7]], "
        "the weights being the true samples 8, 8, 12",
        weights="support",
    ),
    row(
        "balanced_accuracy",
        "scikit-learn 1.9.1 balanced_accuracy_score: 0.5857... = 41/70 for [[3, 1, 1], [0, 0, 0], [1, 2, 4]], the "
        "class without true samples being dropped; never-predicted classes count",
        over="true",
    ),
    row("mcc", "scikit-learn 1.9.1 matthews_corrcoef: 0.0 for [[4, 0], [0, 0]] and for [[2, 0], [3, 0]]", rule=ZERO),
    row("kappa", "scikit-learn 1.9.1 cohen_kappa_score: nan for [[4, 0], [0, 0]]", rule="propagate"),
)
