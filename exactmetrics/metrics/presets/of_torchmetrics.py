"""What torchmetrics means, from runs of the version named; matrices in citations have true classes as rows.

Accuracy and Hamming distance with average="micro" are never 0/0 and have no rule. No rule expresses that accuracy with
average="macro" is the macro recall, and that the MCC of two classes, one of them never true or never predicted, comes
from a surrogate with an epsilon: -0.1826 for [[2, 0], [3, 0]], which stays undefined here.
"""

from __future__ import annotations

from fractions import Fraction

from exactmetrics.metrics.policy import ByOutcome
from exactmetrics.metrics.presets.preset import preset, row

ZERO = Fraction(0)

TORCHMETRICS_1_9 = preset(
    "torchmetrics-1.9",
    row(
        "precision recall",
        "torchmetrics 1.9.0 multiclass_precision and multiclass_recall(average='none'), zero_division 0 by default: "
        "[[3, 0, 1], [0, 0, 0], [1, 0, 4]] gave [0.75, 0.0, 0.8] for both",
        rule=ZERO,
    ),
    row(
        "specificity npv",
        "torchmetrics 1.9.0 multiclass_specificity and multiclass_negative_predictive_value(average='none'): "
        "[[4, 0], [0, 0]] gave [0.0, 1.0] for both",
        rule=ZERO,
    ),
    row(
        "f1 fbeta jaccard",
        "torchmetrics 1.9.0 multiclass_f1_score, multiclass_fbeta_score(beta=2.0), multiclass_jaccard_index"
        "(average='none'): 0.0 for class 1 of [[3, 0, 1], [0, 0, 0], [1, 0, 4]]",
        rule=ZERO,
    ),
    row(
        "f1 fbeta",
        "torchmetrics 1.9.0 functional/classification/f_beta.py, _fbeta_reduce: (1 + b^2) TP over (1 + b^2) TP + "
        "b^2 FN + FP, averaged over the classes",
        form="count",
        combine="scores",
    ),
    # Which of these classes enter makes no difference to micro or weighted: they have neither TP, FP, FN nor weight.
    row(
        "precision recall f1 fbeta jaccard",
        "torchmetrics 1.9.0 average='macro': a class neither true nor predicted is dropped (_adjust_weights_safe_divide"
        "; Jaccard: _jaccard_index_reduce), [[3, 0, 1], [0, 0, 0], [1, 0, 4]] gave precision 0.775 and Jaccard 0.6333",
        over="present",
    ),
    # Their micro average counts the true negatives of such a class, so only macro leaves it out.
    row(
        "specificity npv",
        "torchmetrics 1.9.0 average='macro': [[3, 0, 1], [0, 0, 0], [1, 0, 4]] gave 0.775 from [0.8, 1.0, 0.75], and "
        "average='micro' 0.8889 = 16/18",
        within="macro",
        over="present",
    ),
    row(
        "precision recall specificity npv f1 fbeta jaccard",
        "torchmetrics 1.9.0 _adjust_weights_safe_divide: weights = tp + fn for average='weighted'; precision gave "
        "0.64920634 for [[6, 1, 1], [1, 5, 2], [2, 3, 7]]",
        weights="support",
    ),
    row(
        "mcc",
        "torchmetrics 1.9.0 multiclass_matthews_corrcoef(num_classes=3): 0.0 for [[2, 1, 1], [0, 0, 0], [0, 0, 0]]; "
        "_matthews_corrcoef_reduce returns 0 when the denominator is 0 and there are more than two classes",
        rule=ZERO,
    ),
    row(
        "mcc",
        "torchmetrics 1.9.0 multiclass_matthews_corrcoef(num_classes=2): 1 for [[4, 0], [0, 0]] and -1 for "
        "[[0, 1], [0, 0]]",
        rule=ByOutcome(Fraction(1), Fraction(-1)),
        within="binary",
    ),
    row(
        "kappa", "torchmetrics 1.9.0 multiclass_cohen_kappa(num_classes=2): nan for [[4, 0], [0, 0]]", rule="propagate"
    ),
)
