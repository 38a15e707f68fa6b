"""The curves of scores: the metrics on their axes, and the metric that is the area below them."""

from __future__ import annotations

from typing import NamedTuple

from exactmetrics.exact.errors import UsageError
from exactmetrics.metrics.suggest import choices


class Curve(NamedTuple):
    """A kind of curve; its area adds up `steps` as high as their points, or lies below the lines between the points."""

    across: str
    up: str
    area: str
    steps: bool


CURVES = {
    "roc": Curve("fpr", "recall", "roc_auc", steps=False),
    "precision_recall": Curve("recall", "precision", "average_precision", steps=True),
}


def curve_named(name: str) -> Curve:
    """The kind of curve of a name.

    >>> curve_named("roc").area
    'roc_auc'
    """
    if name not in CURVES:
        raise UsageError(f"no curve {name!r}; {choices(name, CURVES)}")
    return CURVES[name]
