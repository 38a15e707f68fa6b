"""The table of metrics that yardstick prints in R: `.metric .estimator .estimate`, a line for each metric."""

from __future__ import annotations

import re
from collections.abc import Iterator

from exactmetrics.verification.claims.found import Name

_HEAD = re.compile(r"\.metric[ \t]+\.estimator[ \t]+\.estimate")
_LINE = re.compile(
    r"^[ \t]*[0-9]{1,4}[ \t]+([a-z_]{3,20})[ \t]+(binary|multiclass|macro|macro_weighted|micro)[ \t]+"
    r"(-?[0-9]{1,3}(?:\.[0-9]{1,20})?(?: ?%)?)[ \t]*$",
    re.MULTILINE,
)
_METRICS = {
    "accuracy": "accuracy", "kap": "kappa", "precision": "precision", "recall": "recall", "f_meas": "f1",
    "sens": "recall", "sensitivity": "recall", "spec": "specificity", "specificity": "specificity",
    "ppv": "precision", "npv": "npv", "mcc": "mcc",
}  # fmt: skip
_AVERAGES = {"macro": "macro", "micro": "micro", "macro_weighted": "weighted"}
_OVERALL = frozenset({"accuracy", "kappa", "mcc"})


def yardstick_in(text: str) -> Iterator[tuple[Name, tuple[int, int]]]:
    """The numbers of such tables, each with its place; lines of other metrics are passed by.

    >>> text = "  .metric .estimator .estimate\\n1 f_meas  macro          0.75\\n"
    >>> [(name.metric, name.average, text[slice(*span)]) for name, span in yardstick_in(text)]
    [('f1', 'macro', '0.75')]
    """
    head = _HEAD.search(text)
    if head is None:
        return
    for found in _LINE.finditer(text, head.end()):
        metric, average = _METRICS.get(found[1], ""), _AVERAGES.get(found[2], "")
        if metric and not (metric in _OVERALL and average):
            yield Name(metric=metric, average=average), found.span(3)
