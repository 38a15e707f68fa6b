"""The presets of the source texts: what each means by a metric, and what it says of 0/0, mostly nothing.

A text that names no value for 0/0 leaves the ratio undefined: "propagate". What no preset expresses: source 001 calls
the average accuracy "traditional accuracy" (ask for `average_accuracy`), its weighted and modified balanced accuracies
are the conventions "weighted-text" and "weighted-formula" and `over="predicted"`; source 003 uses one symbol for the
accuracy and for the macro precision; the code of source 004 forms F1 of the weighted averages, against its equations.
"""

from __future__ import annotations

from fractions import Fraction

from exactmetrics.metrics.presets.preset import Preset, preset, row

ZERO = Fraction(0)

SOURCE_000 = preset(
    "source-000",
    row(
        "precision recall f1",
        '"Calculating Accuracy, Weighted Precision, Weighted Recall, and Weighted F1-Score", sections 2 to 4: p_i, r_i '
        "and f_i are plain ratios, no value is named for a denominator of 0",
        rule="propagate",
    ),
    row("f1", "section 4: f_i is brought to 2 M_ii over support_i plus the column sum", form="count"),
    row("f1", "section 4: f_weighted is the sum of w_i f_i, a mean of the classes' F1; 841/1309", combine="scores"),
    row("precision recall f1", "introduction: class i has the weight w_i = support_i / N", weights="support"),
)

SOURCE_001 = preset(
    "source-001",
    row(
        "precision recall",
        '"Multi-class classification metrics", Macro-averaging: TP over TP + FP and over TP + FN, no value is named '
        "for a denominator of 0",
        rule="propagate",
    ),
    row(
        "f1",
        "Micro averaging and Macro-averaging: the F-measure is 2 P R/(P + R) of the averaged precision and recall",
        combine="averages",
    ),
    row(
        "balanced_accuracy",
        "Balanced Accuracy: the mean of Recall_t over all t in T; only the modified variant is over X, the tags "
        "predicted at least once",
        over="all",
    ),
)

SOURCE_002 = preset(
    "source-002",
    row(
        "precision recall specificity f1 fbeta",
        "Fahmy Amin 2023, eqs. (5)-(7), (25), (26): plain ratios, no value is named for a denominator of 0",
        rule="propagate",
    ),
    row("fbeta", "Fahmy Amin 2023, eq. (25): beta between 0 and 1 multiplies recall", convention="convex"),
    row(
        "f1 fbeta",
        "Fahmy Amin 2023, eqs. (27), (28): F of the model is F of its averaged precision and recall",
        combine="averages",
    ),
    row(
        "balanced_accuracy",
        "Fahmy Amin 2023, eq. (24) and the note after it: all rows of the confusion matrix take part",
        over="all",
    ),
    row(
        "precision recall specificity f1 fbeta",
        "Fahmy Amin 2023, eqs. (19)-(21), (27), (28): classes are weighted by N_A, N_B, N_C, their actual samples",
        weights="support",
    ),
)

SOURCE_003 = preset(
    "source-003",
    row(
        "precision recall f1",
        '"Precision-and-Recall", label_i_prediction, label_i_recall and F1: plain ratios, no value is named for a '
        "denominator of 0",
        rule="propagate",
    ),
    row(
        "f1",
        '"Precision-and-Recall", F1 value: of the overall sample or of a certain class, from its precision and recall',
        form="harmonic",
        combine="averages",
    ),
)

SOURCE_004 = preset(
    "source-004",
    row(
        "precision recall",
        '"Metrics", section 1: R(A, B) := 0 for an empty B, and similar for P',
        rule=ZERO,
    ),
    row(
        "f1 fbeta",
        '"Metrics", section 1 and eq. (14): F is written in P and R, and no value is named for P = R = 0',
        rule="propagate",
        form="harmonic",
    ),
    row(
        "f1 fbeta",
        '"Metrics", eqs. (11)-(13): the weighted average is of the F of the classes (the code of section 2.2 differs)',
        combine="scores",
    ),
    row(
        "specificity", '"Metrics", eq. (19): a plain ratio, no value is named for a denominator of 0', rule="propagate"
    ),
    row(
        "precision recall f1 fbeta",
        '"Metrics", eqs. (1)-(3), (6)-(8), (11)-(13): the weights are the true members of the classes',
        weights="support",
    ),
    row("specificity", '"Metrics", section 2.2: weighted_specificity counts the true members', weights="support"),
)

# What a reader who does not know the numbers is told.
TITLES = {
    "source-000": '"Calculating Accuracy, Weighted Precision, Weighted Recall, and Weighted F1-Score"',
    "source-001": '"Multi-class classification metrics"',
    "source-002": "Fahmy Amin 2023",
    "source-003": '"Precision-and-Recall"',
    "source-004": '"Metrics"',
}
SOURCES: tuple[Preset, ...] = (SOURCE_000, SOURCE_001, SOURCE_002, SOURCE_003, SOURCE_004)
