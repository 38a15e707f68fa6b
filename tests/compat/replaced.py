"""A pytest plugin: scikit-learn's functions replaced by those of `compat.sklearn`, before its tests are imported."""

from __future__ import annotations

from inspect import isfunction
from types import ModuleType

import sklearn.metrics
import sklearn.metrics._classification
import sklearn.metrics._ranking
import sklearn.metrics.cluster
import sklearn.metrics.cluster._supervised
from sklearn.exceptions import UndefinedMetricWarning

from exactmetrics.compat import sklearn as exact
from exactmetrics.compat.sklearn import checks

MODULES: tuple[ModuleType, ...] = (
    sklearn.metrics, sklearn.metrics._classification, sklearn.metrics._ranking, sklearn.metrics.cluster,
    sklearn.metrics.cluster._supervised,
)  # fmt: skip


def pytest_configure() -> None:
    """Replace the functions, and let warnings be of the class that its tests ask for."""
    for module in MODULES:
        for name in exact.__all__:
            if isfunction(getattr(exact, name)) and hasattr(module, name):
                setattr(module, name, getattr(exact, name))
    checks.warn.__defaults__ = (UndefinedMetricWarning,)
