"""Values of one class or of two as rational functions of the four counts, and inequalities between them.

The formulas are those of the textbooks (Sokolova and Lapalme 2009; Powers 2011; Chicco and Jurman 2020), not ours.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sympy.polys.domains import QQ
from sympy.polys.rings import ring

COUNTS = ring(["TP", "FP", "FN", "TN"], QQ)[0]
FIELD = COUNTS.to_field()
TP, FP, FN, TN = map(FIELD, COUNTS.gens)
N = TP + FP + FN + TN
P, R, S, V = TP / (TP + FP), TP / (TP + FN), TN / (TN + FP), TN / (TN + FN)
ACCURACY, F1, JACCARD = (TP + TN) / N, 2 * TP / (2 * TP + FP + FN), TP / (TP + FP + FN)
CHANCE = ((TP + FP) * (TP + FN) + (FN + TN) * (FP + TN)) / N**2
KAPPA = (ACCURACY - CHANCE) / (1 - CHANCE)
COVARIANCE = TP * TN - FP * FN
MARGINS = (TP + FP) * (TP + FN) * (TN + FP) * (TN + FN)
MCC2 = COVARIANCE**2 / MARGINS
BALANCED, INFORMEDNESS, MARKEDNESS = (R + S) / 2, R + S - 1, P + V - 1
MACRO_P, MACRO_F1 = (P + V) / 2, (F1 + 2 * TN / (2 * TN + FP + FN)) / 2
ONE = FIELD(1)


def f_beta(square: int | Fraction) -> Any:
    """The F-score of a squared beta."""
    square = ONE * QQ(Fraction(square).numerator, Fraction(square).denominator)
    return (1 + square) * P * R / (square * P + R)


# Left and right of <=, and the reason that a reader is given.
TRUE: dict[str, tuple[Any, Any, str]] = {
    "jaccard <= f1": (JACCARD, F1, "coefficients"),
    "f1 <= 2 jaccard": (F1, 2 * JACCARD, "coefficients"),
    "f1 <= (P + R)/2": (F1, (P + R) / 2, "factors"),
    "f1^2 <= P R": (F1**2, P * R, "factors"),
    "f1 <= 2 P": (F1, 2 * P, "coefficients"),
    "f1 <= 2 R": (F1, 2 * R, "coefficients"),
    "f1 <= 2 R/(1 + R)": (F1, 2 * R / (1 + R), "coefficients"),
    "f1 <= 2 P/(1 + P)": (F1, 2 * P / (1 + P), "coefficients"),
    "f1 is between P and R": (0 * ONE, (F1 - P) * (R - F1), "factors"),
    "f2 is between P and R": (0 * ONE, (f_beta(4) - P) * (R - f_beta(4)), "factors"),
    "f0.5 is between P and R": (0 * ONE, (f_beta(Fraction(1, 4)) - P) * (R - f_beta(Fraction(1, 4))), "factors"),
    "jaccard <= P": (JACCARD, P, "coefficients"),
    "P R <= jaccard": (P * R, JACCARD, "coefficients"),
    "P + R - 1 <= jaccard": (P + R - 1, JACCARD, "coefficients"),
    "jaccard^2 <= P R": (JACCARD**2, P * R, "coefficients"),
    "f1 = 2 jaccard/(1 + jaccard)": (F1, 2 * JACCARD / (1 + JACCARD), "identity"),
    "mcc^2 <= 1": (MCC2, ONE, "coefficients"),
    "kappa <= 1": (KAPPA, ONE, "coefficients"),
    "-1 <= kappa": (-ONE, KAPPA, "orders"),
    "kappa <= accuracy": (KAPPA, ACCURACY, "coefficients"),
    "kappa <= f1": (KAPPA, F1, "coefficients"),
    "kappa <= macro f1": (KAPPA, MACRO_F1, "coefficients"),
    "kappa^2 <= mcc^2": (KAPPA**2, MCC2, "factors"),
    "mcc^2 = informedness markedness": (MCC2, INFORMEDNESS * MARKEDNESS, "identity"),
    "mcc^2 <= ((informedness + markedness)/2)^2": (MCC2, ((INFORMEDNESS + MARKEDNESS) / 2) ** 2, "factors"),
    "accuracy is between R and S": (0 * ONE, (ACCURACY - R) * (S - ACCURACY), "factors"),
    "accuracy is between P and V": (0 * ONE, (ACCURACY - P) * (V - ACCURACY), "factors"),
    "informedness <= balanced accuracy": (INFORMEDNESS, BALANCED, "coefficients"),
    "informedness^2 <= 1": (INFORMEDNESS**2, ONE, "coefficients"),
    "balanced accuracy = (informedness + 1)/2": (BALANCED, (INFORMEDNESS + 1) / 2, "identity"),
    "R S <= balanced accuracy^2": (R * S, BALANCED**2, "factors"),
    "balanced accuracy^2 <= (R^2 + S^2)/2": (BALANCED**2, (R**2 + S**2) / 2, "factors"),
    "informedness <= R S": (INFORMEDNESS, R * S, "coefficients"),
    "R S <= accuracy": (R * S, ACCURACY, "coefficients"),
    "macro f1 <= accuracy": (MACRO_F1, ACCURACY, "factors"),
    "macro f1 <= f of the averages": (
        MACRO_F1, 2 * MACRO_P * BALANCED / (MACRO_P + BALANCED), "factors",
    ),
    "pabak <= accuracy": (2 * ACCURACY - 1, ACCURACY, "coefficients"),
    "pabak = kappa of equal classes": (2 * ACCURACY - 1, (ACCURACY - ONE / 2) / (1 - ONE / 2), "identity"),
    "P <= lift": (P, P * N / (TP + FN), "coefficients"),
}  # fmt: skip
FALSE: dict[str, tuple[Any, Any]] = {
    "accuracy <= kappa": (ACCURACY, KAPPA),
    "jaccard <= P R": (JACCARD, P * R),
    "P R <= f1^2": (P * R, F1**2),
    "mcc^2 <= accuracy": (MCC2, ACCURACY),
    "mcc^2 <= kappa^2": (MCC2, KAPPA**2),
    "kappa is between informedness and markedness": (0 * ONE, (INFORMEDNESS - KAPPA) * (KAPPA - MARKEDNESS)),
    "0 <= kappa": (0 * ONE, KAPPA),
    "f1 <= accuracy": (F1, ACCURACY),
    "P <= R": (P, R),
}
