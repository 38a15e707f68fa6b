"""What surprises about a right value and is no fault: identities; and of a wrong one, that no matrix has it."""

from __future__ import annotations

from collections.abc import Iterator

from exactmetrics.exact.values import Undefined
from exactmetrics.verification.diagnosis.case import Case
from exactmetrics.verification.diagnosis.result import Remark

KINDS = ("micro", "weighted-recall", "outside", "impossible")


def of_right(case: Case) -> Iterator[Remark]:
    request, name = case.request, case.name
    plain = request.over == "all" and case.blocks.partition and case.value == case.value_of(case.asking("accuracy"))
    if name in ("precision", "recall", "f1", "fbeta") and request.average == "micro" and plain:
        yield Remark("micro")
    if name == "recall" and request.average == "weighted" and request.weights == "support" and plain:
        yield Remark("weighted-recall")
    if name in ("f1", "fbeta") and request.average is not None and request.combine == "scores":
        low, high = (case.value_of(case.asking(other)) for other in ("precision", "recall"))
        if low is None or high is None or any(isinstance(v, Undefined) for v in (low, high, case.value)):
            return
        if not min(low, high) <= case.value <= max(low, high):
            yield Remark("outside", {"metric": name, "first": "precision", "second": "recall"})


def of_wrong(case: Case) -> Iterator[Remark]:
    low, high = case.request.bound.convention.range
    value = case.number.value
    if value is not None and ((low is not None and value < low) or (high is not None and value > high)):
        yield Remark("impossible", {"metric": case.name})
