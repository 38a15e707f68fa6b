"""What yardstick means, from its source at the commits named.

Accuracy is never 0/0 and has no rule; informedness (`j_index`) drops a class where its recall or specificity is NA, by
their rules. No rule expresses that `npv` and `ppv` are computed from sensitivity, specificity and prevalence, so that a
class without true samples, or a class all samples belong to, makes them NA even where TN/(TN + FN) or TP/(TP + FP) has
a value.
"""

from __future__ import annotations

from fractions import Fraction

from exactmetrics.metrics.presets.preset import preset, row

ZERO = Fraction(0)

YARDSTICK_1_4 = preset(
    "yardstick-1.4",
    row(
        "precision",
        "yardstick R/class-precision.R (commit 9bf6c58): precision_multiclass sets NA where the row sum is 0, and "
        "weighted.mean(na.rm = TRUE) drops it; precision_binary returns NA",
        rule="omit",
    ),
    row(
        "recall",
        "yardstick R/class-recall.R (commit 9bf6c58): recall_multiclass sets NA where the column sum is 0, and "
        "weighted.mean(na.rm = TRUE) drops it; recall_binary returns NA",
        rule="omit",
    ),
    row(
        "specificity",
        "yardstick R/class-spec.R (commit 2a37222): spec_multiclass sets NA where TN + FP is 0, and "
        "weighted.mean(na.rm = TRUE) drops it; spec_binary returns NA",
        rule="omit",
    ),
    row(
        "fpr",
        "yardstick R/class-fall_out.R (commit 06ed4cc): fall_out_multiclass sets NA where TN + FP is 0, and "
        "weighted.mean(na.rm = TRUE) drops it",
        rule="omit",
    ),
    row(
        "fnr",
        "yardstick R/class-miss_rate.R (commit 06ed4cc): miss_rate_multiclass sets NA where the column sum is 0, and "
        "weighted.mean(na.rm = TRUE) drops it",
        rule="omit",
    ),
    row(
        "f1 fbeta",
        "yardstick R/class-f_meas.R (commit 9bf6c58): f_meas_multiclass is computed from precision and recall, so NA "
        "in either drops the class, and res[where_zero] <- 0 where both are 0",
        rule=ZERO,
        form="harmonic",
    ),
    row(
        "f1 fbeta",
        "yardstick R/class-f_meas.R (commit 9bf6c58): f_meas_table_impl takes weighted.mean of the classes' F",
        combine="scores",
    ),
    row(
        "npv",
        "yardstick R/class-npv.R (commit 9bf6c58): npv_multiclass sets NA where the denominator is 0, and "
        "weighted.mean without na.rm keeps it",
        rule="propagate",
    ),
    row(
        "balanced_accuracy",
        "yardstick R/class-bal_accuracy.R (commit 2a37222): bal_accuracy_multiclass is half of recall plus specificity "
        "by class, averaged by weighted.mean over all levels",
        convention="recall-specificity",
        over="all",
    ),
    row(
        "recall specificity",
        "yardstick R/class-bal_accuracy.R (commit 2a37222): weighted.mean without na.rm, so NA in a class is NA of all",
        rule="propagate",
        within="balanced_accuracy",
    ),
    row(
        "precision recall specificity npv fpr fnr f1 fbeta informedness",
        "yardstick R/estimator-helpers.R (commit 03c1355): get_weights of macro_weighted is the column sums, truth "
        "being in the columns, over their sum",
        weights="support",
    ),
    row(
        "mcc",
        "yardstick R/class-mcc.R (commit 444401a): mcc_binary returns NA when a margin is 0; src/mcc-multiclass.c "
        "divides 0 by 0, which is NaN",
        rule="propagate",
    ),
    row(
        "kappa",
        "yardstick R/class-kap.R (commit 2bc120d): 1 - n_disagree / n_chance, which is NaN for one class",
        rule="propagate",
    ),
)
