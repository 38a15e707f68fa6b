"""imbalanced-learn: sensitivity, specificity and the geometric mean, given the same pairs as scikit-learn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from exactmetrics.conformance.peer import Call
from exactmetrics.conformance.sklearn import ScikitLearn
from exactmetrics.conformance.sklearn_samples import BLOCKS
from exactmetrics.metrics.registry import metric_named
from exactmetrics.vectors.reading import Case

FUNCTIONS = {"recall": "sensitivity_score", "specificity": "specificity_score"}


class ImbalancedLearn(ScikitLearn):
    """imbalanced-learn."""

    name = distribution = "imbalanced-learn"
    aliases = ("imblearn",)
    home = "imblearn"

    def call(self, case: Case) -> Call | None:
        """A function of `imblearn.metrics` with its arguments, or none; plain counts are scikit-learn's."""
        return None if case.metric in BLOCKS else super().call(case)

    def call_samples(self, case: Case) -> Call | None:
        """None: it is asked about matrices."""
        return None

    def function(self, metric: str) -> Callable[..., Any] | None:
        found = metric_named(metric).implemented_by.get(self.home, FUNCTIONS.get(metric))
        if found is None:
            return None
        from imblearn import metrics

        return getattr(metrics, found)  # type: ignore[no-any-return]
