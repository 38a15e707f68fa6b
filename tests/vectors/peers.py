"""Other people's libraries as witnesses, where they compute exactly or near enough, on inputs that are easy for them.

PyCM answers with Fractions when every sample has a Fraction as its weight. scikit-learn answers with doubles, which
must be within a few units in the last place: it vouches for the formula, not for the digits. Where a library cannot
speak (it has no such metric, drops the class, has rules of its own for 0/0) it is not asked.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pycm
import sklearn
import sklearn.metrics as sk

from tests.oracle import Missing, Surd, Table
from tests.vectors.second_reading import Question
from tests.vectors.second_rounding import digits_of

WIDEST, GREATEST = 8, 10**9
HARD = {"Cancellation", "HalfwayDouble", "ExtremeParameter"}
OF_CLASS = {
    "precision": "PPV", "recall": "TPR", "specificity": "TNR", "npv": "NPV", "fpr": "FPR", "fnr": "FNR", "fdr": "FDR",
    "for": "FOR", "jaccard": "J", "informedness": "BM", "prevalence": "PRE", "tp": "TP", "tn": "TN", "fp": "FP",
    "fn": "FN", "support": "P", "predicted": "TOP",
}  # fmt: skip
SCORES = {"precision": sk.precision_score, "recall": sk.recall_score, "f1": sk.f1_score, "fbeta": sk.fbeta_score,
          "jaccard": sk.jaccard_score}  # fmt: skip
WHOLE = {"accuracy": sk.accuracy_score, "error_rate": sk.zero_one_loss, "kappa": sk.cohen_kappa_score,
         "mcc": sk.matthews_corrcoef}  # fmt: skip
VERSIONS = {"y": f"pycm {pycm.__version__}, weights as Fractions", "s": f"scikit-learn {sklearn.__version__}, to 1e-12"}


class Peers:
    """The libraries, with what PyCM has computed for the inputs so far."""

    def __init__(self) -> None:
        self._pycm: dict[tuple[tuple[Fraction, ...], ...], Any] = {}

    def heard(self, question: Question, right: Fraction | Surd | Missing) -> Mapping[str, bool]:
        """By letter, for the libraries that can speak: whether they agree."""
        if isinstance(right, Missing) or not is_easy(question):
            return {}
        said = {"y": self._of_pycm(question), "s": of_sklearn(question)}
        near = {"y": lambda x: x == right, "s": lambda x: is_near(x, right)}
        return {letter: near[letter](value) for letter, value in said.items() if value is not None}

    def _of_pycm(self, question: Question) -> Fraction | None:
        key = OF_CLASS.get(question.metric)
        asked = question.options["convention"], question.policy  # it has one number of a name
        if key is None or question.options.get("label") is None or asked != ("standard", "propagate"):
            return None
        rows = tuple(map(tuple, question.table))
        if rows not in self._pycm:
            self._pycm[rows] = pycm_of(question.table)
        value = getattr(self._pycm[rows], key)[question.options["label"]]
        return Fraction(value) if isinstance(value, (int, Fraction)) else None


def is_easy(question: Question) -> bool:
    """Whether the input is one that floating point handles: small whole counts, two classes or more, all there."""
    k, counts = len(question.table), [x for row in question.table for x in row]
    flags = {*question.record.get("flags", ()), *question.input.get("flags", ())}
    small = 2 <= k <= WIDEST and all(x.denominator == 1 and x <= GREATEST for x in counts)
    return small and not flags & HARD and 0 not in question.table.row_sums and 0 not in question.table.column_sums


def samples_of(table: Table) -> tuple[list[int], list[int], list[Fraction]]:
    """One sample a nonzero cell, with the count as its weight."""
    cells = [(i, j, x) for i, row in enumerate(table) for j, x in enumerate(row) if x]
    true, predicted, weights = (list(column) for column in zip(*cells, strict=True))
    return true, predicted, weights


def pycm_of(table: Table) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        true, predicted, weights = samples_of(table)
        return pycm.ConfusionMatrix(true, predicted, sample_weight=weights, classes=list(range(len(table))))


def of_sklearn(question: Question) -> float | None:
    """What scikit-learn answers; None where it has no such question."""
    options = dict(question.options)
    if options["convention"] != "standard" or options.keys() & {"combine", "over", "weights"}:
        return None
    true, predicted, weights = samples_of(question.table)
    more: dict[str, Any] = {"sample_weight": [float(w) for w in weights]}
    if question.metric in SCORES:
        return of_score(question, true, predicted, more)
    if question.metric in WHOLE and options["average"] is None and "label" not in options:
        return float(WHOLE[question.metric](true, predicted, **more))
    return None


def of_score(question: Question, true: list[int], predicted: list[int], more: dict[str, Any]) -> float | None:
    options = question.options
    if question.policy not in ("propagate", 0, 1):
        return None
    if "beta" in options:
        more["beta"] = float(options["beta"])
    more["labels"] = list(range(len(question.table)))
    more["zero_division"] = question.policy if question.policy in (0, 1) else 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = SCORES[question.metric](true, predicted, average=options["average"], **more)
    return float(found if options["average"] else found[options["label"]])


def is_near(value: float, right: Fraction | Surd) -> bool:
    """Within 1e-12 of a number up to 1, or relative to a greater one."""
    exact = float(digits_of(right))
    return abs(value - exact) <= 1e-12 * max(1.0, abs(exact))
