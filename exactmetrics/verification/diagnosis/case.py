"""A case: a printed number, the question it answers, the counts; and how altered questions and counts are run."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from exactmetrics.exact.errors import ExactMetricsError
from exactmetrics.exact.printed import Printed, Verdict
from exactmetrics.exact.rounding import RoundingRule, decimal
from exactmetrics.exact.values import Undefined, Value
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.counts import Counts
from exactmetrics.metrics.metric import Bound, Form
from exactmetrics.metrics.registry import metric_named
from exactmetrics.metrics.request import Request
from exactmetrics.verification.diagnosis.library import Candidate, Candidates
from exactmetrics.views.value import compute


@dataclass(slots=True)
class Case:
    """A printed number, what it is the answer to, and the verdict on its digits by themselves.

    `counts` is None where only building blocks are known.
    """

    number: Printed
    request: Request
    blocks: Blocks
    counts: Counts | None
    positive: Hashable | None
    value: Value
    rule: RoundingRule
    verdict: Verdict

    @property
    def name(self) -> str:
        """The metric asked for."""
        return self.request.metric.name

    @property
    def expected(self) -> str:
        """The right value at the digits printed; where none are, exactly."""
        if isinstance(self.value, Undefined) or self.number.kind != "decimal" or self.number.places < 0:
            return str(self.value)
        if self.number.percent:
            return decimal(self.value * 100, places=max(0, self.number.places - 2)) + "%"
        return decimal(self.value, places=self.number.places)

    def asking(self, name: str, parameters: Mapping[str, Fraction] | None = None, **changes: Any) -> Request:
        """The question with another metric in the place of the one asked for, by its standard convention."""
        metric = metric_named(name)
        convention = metric.pick(changes.pop("convention", None))
        exact = dict(parameters or {})
        form: Form | None = None
        combine, composite = self.request.combine, convention.composite
        if combine == "averages":
            combine, form = ("averages", composite) if composite else ("scores", None)
        changed = {"label": self.request.label, "average": self.request.average, "combine": combine, **changes}
        if metric.scope == "matrix" and metric_named(self.name).scope == "class":
            changed |= {"label": None, "average": None, "combine": "scores"}
        return replace(self.request, bound=Bound(metric, convention, form, exact), parameters=exact, **changed)

    def value_of(self, request: Request | None = None, blocks: Blocks | None = None) -> Value | None:
        """The value of an altered question, or of the question on altered counts; None where it does not apply."""
        try:
            return compute(request or self.request, blocks or self.blocks, self.positive).value
        except (ExactMetricsError, ZeroDivisionError):
            return None

    def run(
        self, request: Request | None = None, blocks: Blocks | None = None, weight: float = 1.0, **facts: Any
    ) -> Candidates:
        """The candidate of an altered question or altered counts; nothing where it does not apply."""
        value = self.value_of(request, blocks)
        if value is not None:
            yield Candidate(value, facts, request, blocks, weight)

    def moved(self, tp: Sequence[Any], support: Sequence[Any], predicted: Sequence[Any], n: Any = None) -> Blocks:
        """Counts with other margins."""
        whole = self.blocks.n if n is None else n
        partition = self.blocks.partition and sum(support) == whole == sum(predicted)
        return Blocks(
            self.blocks.labels, n=whole, tp=tp, support=support, predicted=predicted, partition=partition
        )  # fmt: skip
