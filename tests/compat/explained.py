"""Where `compat.sklearn` and scikit-learn differ, as data: the functions, what differs, when, and why."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from exactmetrics.compat import sklearn as exact
from tests.compat.drawn import AVERAGED, Question


class Explained(NamedTuple):
    """One kind of difference: of "value", "error" or "warning"."""

    functions: tuple[str, ...]
    kind: str
    when: Callable[[Question], bool]
    why: str


def _zero_weight(question: Question) -> bool:
    return 0 in (question.options.get("sample_weight") or ())


def _indicators(question: Question) -> bool:
    return getattr(question.columns[0], "ndim", 1) == 2


def _no_weight(question: Question) -> bool:
    return not any(question.options.get("sample_weight") or [1])


def _one_class(question: Question) -> bool:
    true = question.columns[0]
    weights = question.options.get("sample_weight") or [1] * len(true)
    return len({label for label, weight in zip(true, weights, strict=True) if weight}) == 1


def _tie(question: Question) -> bool:
    """Whether a number of a report lies halfway between two of two digits."""
    if question.options["output_dict"]:
        return False
    report = exact.classification_report(*question.columns, **{**question.options, "output_dict": True})
    lines = [line.values() if isinstance(line, dict) else [line] for line in report.values()]
    return any(Fraction(value) * 200 % 2 == 1 for line in lines for value in line)


def _samples_of_indicators(question: Question) -> bool:
    return question.options.get("average", "samples") == "samples" and _indicators(question) and _zero_weight(question)


def _homogeneity_of_one(question: Question) -> bool:
    return question.options["beta"] == 0 and len(set(question.columns[0])) == 1 < len(set(question.columns[1]))


def _part_of_an_area(question: Question) -> bool:
    return question.options.get("max_fpr") is not None and _zero_weight(question) and _one_class(question)


def _pairs_of_one(question: Question) -> bool:
    asked = question.options.get("multi_class"), question.options.get("average")
    return asked == ("ovo", "weighted") and _one_class(question)


WEIGHTED = ("top_k_accuracy_score", "coverage_error", "label_ranking_loss", "roc_auc_score", "average_precision_score",
            "label_ranking_average_precision_score", "hinge_loss", "dcg_score", "ndcg_score")  # fmt: skip
EXPLAINED = [Explained(*row) for row in (
    (("classification_report",), "value", _tie,
     "a number halfway between two of two digits goes to the even one; there to where the error of its float lies"),
    ((*AVERAGED, "classification_report"), "warning", _samples_of_indicators,
     "a sample of weight 0 is multiplied by it there before its ratios are formed, and warned of as 0/0"),
    (("balanced_accuracy_score",), "value", lambda q: q.options["adjusted"] and _one_class(q),
     "one class with samples: (b - 1)/(1 - 1) has no value, nan; floats make -inf of it (issue 34889)"),
    (("v_measure_score", "homogeneity_completeness_v_measure"), "error", _homogeneity_of_one,
     "homogeneity alone, of one class: 0/0 is nan; there a division of Python by zero"),
    (("det_curve",), "error", lambda q: _zero_weight(q) and _one_class(q),
     "one class has no weight: the error for samples of one class; there a curve of nan"),
    (("roc_auc_score",), "error", _part_of_an_area,
     "one class has no weight: nan, as for the whole area; there an error about the points of a curve of nan"),
    (("roc_auc_score",), "error", _pairs_of_one,
     "no pair of classes: nan, as for the macro average; there the macro one is nan and the weighted one an error"),
    (WEIGHTED, "error", _no_weight,
     "no sample has any weight: one ValueError everywhere; there some functions raise ZeroDivisionError or give nan"),
)]  # fmt: skip


def explanation(question: Question, kind: str) -> str | None:
    """Why the answers to a question differ, where that is known."""
    for row in EXPLAINED:
        if question.function in row.functions and row.kind == kind and row.when(question):
            return row.why
    return None


def text_of(report: Any) -> list[Any]:
    """A printed report as its words and numbers; a support of whole samples is printed as 1 or as 1.0 there."""
    return [float(word) if word.replace(".", "").isdigit() else word for word in report.split()]
