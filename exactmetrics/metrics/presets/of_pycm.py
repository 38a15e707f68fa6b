"""What PyCM means, from runs of the version named; matrices in citations have true classes as rows.

Counts, accuracies and prevalence are never 0/0 and have no rule, nor has informedness: its recall and specificity have.
No rule expresses that a weighted average is "None" also when the undefined class has no weight:
`weighted_average("TPR")` of [[3, 1, 1], [0, 0, 0], [1, 2, 4]] is "None", and 7/12 here, where a class of weight 0 takes
no part.
"""

from __future__ import annotations

from exactmetrics.metrics.presets.preset import preset, row

PYCM_4_6 = preset(
    "pycm-4.6",
    row(
        "precision recall specificity npv fdr for fpr fnr",
        'PyCM 4.6 PPV, TPR, TNR, NPV, FDR, FOR, FPR, FNR: the text "None" for the class that makes the ratio 0/0, and '
        'for its macro average: [[4, 0], [0, 0]] has TPR {0: 1.0, 1: "None"} and TPR Macro "None"',
        rule="propagate",
    ),
    row(
        "f1 fbeta jaccard",
        'PyCM 4.6 F1, F_beta(2), J: "None" for class 1 of [[3, 0, 1], [0, 0, 0], [1, 0, 4]], and F1 Macro "None"',
        rule="propagate",
    ),
    row(
        "f1 fbeta",
        "PyCM 4.6 F_calc: (1 + b^2) TP over (1 + b^2) TP + FP + b^2 FN; 0.0 for class 1 of [[3, 0, 1], [2, 0, 3], "
        '[1, 0, 4]], whose PPV is "None"',
        form="count",
    ),
    row(
        "f1 fbeta",
        "PyCM 4.6 F1 Macro: 0.6434937611408199 for [[6, 1, 1], [1, 5, 2], [2, 3, 7]], the mean of the classes' F1",
        combine="scores",
    ),
    row(
        "precision recall specificity npv fpr fnr fdr for f1 fbeta jaccard informedness",
        'PyCM 4.6 weighted_average: 0.6492063492063492 = 409/630 for "PPV" of [[6, 1, 1], [1, 5, 2], [2, 3, 7]], the '
        "weights being P, the true samples",
        weights="support",
    ),
    row(
        "mcc",
        'PyCM 4.6 Overall MCC: "None" for [[4, 0], [0, 0]] and for [[2, 0], [3, 0]]; MCC "None" for the same classes',
        rule="propagate",
    ),
    row("kappa", 'PyCM 4.6 Kappa: "None" for [[4, 0], [0, 0]]', rule="propagate"),
)
