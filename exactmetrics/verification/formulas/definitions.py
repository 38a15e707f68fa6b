"""The definition of a metric in one line of signs, for whoever printed another one."""

from __future__ import annotations

import re
from functools import cache

from exactmetrics.exact.errors import ExactMetricsError
from exactmetrics.metrics.registry import found_metric

_IN_COUNTS = re.compile(r"(?:[TF][PN](?:_i)?|sqrt|sum_i|min|max|[\s\d()^*/+,-])+")  # nothing but the four counts
MOST = 90  # signs of a line


@cache
def definition_in_signs(metric: str, average: str, one_class: bool) -> str:
    """What a metric is; "" of a count, or of what has no formula in a line.

    Of `one_class` it is in the four counts, without an index.

    >>> definition_in_signs("precision", "", True), definition_in_signs("recall", "macro", False)
    ('TP/(TP + FP)', '1/k * sum_i R_i')
    """
    if found_metric(metric) is None:
        return ""
    try:
        from exactmetrics.proofs.formula import formula
        from exactmetrics.proofs.formula_writers import formula_data
    except ModuleNotFoundError:  # a page in a browser fetches the room of proofs with the first proof
        return ""
    try:
        steps = formula_data(formula(metric, **({"average": average} if average else {})))["steps"]
    except ExactMetricsError:
        return ""
    sides = [
        member["text"]
        for step in steps
        for group in step["groups"]
        for one in group["formulas"]
        if (left := one["left"]) is not None
        and (left["tree"]["name"], left["tree"]["average"]) == (metric, average or None)
        for member in one["members"][:1]
    ]
    sides = [side.replace("_i", "") if one_class and "sum" not in side else side for side in sides]
    in_counts = [side for side in sides if one_class and _IN_COUNTS.fullmatch(side)]
    return next((side for side in (*in_counts, *sides) if len(side) <= MOST), "")
