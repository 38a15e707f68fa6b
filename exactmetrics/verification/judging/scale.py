"""Percentages without their sign: tables that print 75.0 for 0.75."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from exactmetrics.exact.errors import ExactMetricsError
from exactmetrics.exact.printed import read_printed
from exactmetrics.metrics.registry import metric_named
from exactmetrics.verification.judging.checked_claims import Asked


def is_percent_scale(asked: Iterable[Asked]) -> bool:
    """Whether numbers without a percent sign are percentages: nearly all that cannot exceed 1 do, by far.

    >>> from exactmetrics.sheets.sheet import Claim, Question
    >>> claims = [Asked(Claim(Question(metric="recall"), printed=text)) for text in ("75.0", "83.3", "100")]
    >>> is_percent_scale(claims), is_percent_scale([]), scaled(claims[0]).claim.printed
    (True, False, '75.0%')
    """
    above = below = 0
    for one in asked:
        value = _bounded(one)
        if value is not None:
            above, below = above + (2 <= abs(value) <= 100), below + (abs(value) <= 1)
    return above > 0 and above >= 3 * below


def scaled(one: Asked) -> Asked:
    """A claim of such a table as it is meant, with a percent sign; others as they are.

    >>> from exactmetrics.sheets.sheet import Claim, Question
    >>> scaled(Asked(Claim(Question(count="tp"), printed="75"))).claim.printed
    '75'
    """
    value = _bounded(one)
    if value is None or abs(value) > 100:
        return one
    return replace(one, claim=replace(one.claim, printed=f"{one.claim.printed}%"))


def _bounded(one: Asked) -> Fraction | None:
    """The printed value of a metric that is 1 at most, where no percent sign stands behind it and nothing before."""
    metric = one.claim.question.metric
    if metric is None or one.claim.printed is None or "/" in one.claim.printed or one.claim.expression is not None:
        return None
    try:
        high = metric_named(metric).pick(None).range[1]
        number = read_printed(one.claim.printed, decimal_comma=one.decimal_comma)
    except ExactMetricsError:
        return None
    return number.value if high == 1 and not number.percent else None
