"""scikit-learn's functions of classification, ranking and pair counting, with exact numbers coming out.

A test module switches with one import line; scikit-learn need not be installed. Names, options, warnings and kinds of
errors are those of scikit-learn 1.9; what comes out are fractions, roots and logarithms that compare with floats as
the float nearest to them. See docs/compat.md.

>>> from exactmetrics.compat.sklearn import f1_score
>>> f1_score([0, 1, 1, 0], [0, 1, 0, 0], average="macro")
Exact(11, 15)
"""

from __future__ import annotations

from typing import Any, NoReturn

from exactmetrics.compat.sklearn.checks import InvalidParameterError, UndefinedMetricWarning
from exactmetrics.compat.sklearn.classification import (
    accuracy_score,
    balanced_accuracy_score,
    class_likelihood_ratios,
    classification_report,
    cohen_kappa_score,
    confusion_matrix,
    f1_score,
    fbeta_score,
    hamming_loss,
    jaccard_score,
    matthews_corrcoef,
    multilabel_confusion_matrix,
    precision_recall_fscore_support,
    precision_score,
    recall_score,
    zero_one_loss,
)
from exactmetrics.compat.sklearn.clustering import (
    adjusted_rand_score,
    fowlkes_mallows_score,
    pair_confusion_matrix,
    rand_score,
)
from exactmetrics.compat.sklearn.information import (
    adjusted_mutual_info_score,
    completeness_score,
    homogeneity_completeness_v_measure,
    homogeneity_score,
    mutual_info_score,
    normalized_mutual_info_score,
    v_measure_score,
)
from exactmetrics.compat.sklearn.numbers import (
    Exact,
    ExactCertified,
    ExactLog,
    ExactLogQuotients,
    ExactRoot,
    ExactRoots,
)
from exactmetrics.compat.sklearn.scores import (
    auc,
    average_precision_score,
    brier_score_loss,
    coverage_error,
    d2_brier_score,
    d2_log_loss_score,
    dcg_score,
    det_curve,
    hinge_loss,
    label_ranking_average_precision_score,
    label_ranking_loss,
    log_loss,
    ndcg_score,
    precision_recall_curve,
    roc_auc_score,
    roc_curve,
    top_k_accuracy_score,
)

__all__ = [
    "Exact", "ExactCertified", "ExactLog", "ExactLogQuotients", "ExactRoot", "ExactRoots", "InvalidParameterError",
    "UndefinedMetricWarning", "accuracy_score", "adjusted_mutual_info_score", "adjusted_rand_score", "auc",
    "average_precision_score", "balanced_accuracy_score", "brier_score_loss", "class_likelihood_ratios",
    "classification_report", "cohen_kappa_score", "completeness_score", "confusion_matrix", "coverage_error",
    "d2_brier_score", "d2_log_loss_score", "dcg_score", "det_curve", "f1_score", "fbeta_score",
    "fowlkes_mallows_score", "hamming_loss", "hinge_loss", "homogeneity_completeness_v_measure",
    "homogeneity_score", "jaccard_score", "label_ranking_average_precision_score", "label_ranking_loss",
    "log_loss", "matthews_corrcoef", "multilabel_confusion_matrix", "mutual_info_score", "ndcg_score",
    "normalized_mutual_info_score", "pair_confusion_matrix", "precision_recall_curve",
    "precision_recall_fscore_support", "precision_score", "rand_score", "recall_score", "roc_auc_score",
    "roc_curve", "top_k_accuracy_score", "v_measure_score", "zero_one_loss",
]  # fmt: skip

# What is not offered, by what it is and what to do instead.
NOT_OFFERED = {
    "confusion_matrix_at_thresholds": "is Scores(...).at(threshold) of exactmetrics, at each threshold",
    "metric_at_thresholds": "is Scores(...).at(threshold).value(metric) of exactmetrics, at each threshold",
}


def __getattr__(name: str) -> Any:
    """A function that is not offered, so that a module that imports it runs as far as the call."""
    if name not in NOT_OFFERED:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def not_offered(*_: Any, **__: Any) -> NoReturn:
        raise NotImplementedError(f"{name} {NOT_OFFERED[name]}")

    return not_offered
