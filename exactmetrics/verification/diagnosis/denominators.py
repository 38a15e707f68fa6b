"""Slips in the denominator: the right count divided by all samples."""

from __future__ import annotations

from exactmetrics.exact.values import Undefined
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Div, Leaf
from exactmetrics.verification.diagnosis.case import Case
from exactmetrics.verification.diagnosis.library import Candidate, Candidates, explains
from exactmetrics.views.trace import record


@explains("divided-by-all", plausibility=1.5)
def _by_all(case: Case) -> Candidates:
    """A share of a row or a column, divided by the number of all samples instead: TP/N for a precision."""
    request, n = case.request, case.blocks.n
    if isinstance(case.value, Undefined) or request.label is None or request.metric.scope != "class" or not n:
        return
    ratio = record(request, case.blocks, case.positive).body
    if isinstance(ratio, Div) and isinstance(ratio.num, Leaf):
        count, part = evaluate(ratio.num), evaluate(ratio.den)
        if part != n:
            facts = {"count": str(count), "n": str(n), "denominator": str(part)}
            yield Candidate(count / n, facts)
