"""torchmetrics: the classes that the registry names, in single precision, fed sample by sample where there are few.

torchmetrics takes no weights. Where a matrix holds more samples than are fed one by one, the state that as many calls
of `update` would have left is put into the metric, and `compute` is asked: a metric that is updated batch by batch gets
there.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics.conformance.answers import Precision
from exactmetrics.conformance.peer import INT64, SINGLY, USUAL, Call, CannotTakeError, Peer, are_whole, samples
from exactmetrics.conformance.torchmetrics_samples import label_set_call, score_call
from exactmetrics.metrics.registry import metric_named
from exactmetrics.vectors.inputs import Input
from exactmetrics.vectors.reading import Case

# Metrics of the whole matrix: the class and its average.
OVERALL = {"accuracy": ("Accuracy", "micro"), "error_rate": ("HammingDistance", "micro"),
           "balanced_accuracy": ("Accuracy", "macro"), "kappa": ("CohenKappa", None),
           "mcc": ("MatthewsCorrCoef", None)}  # fmt: skip
WITH_ZERO_DIVISION = ("precision", "recall", "f1", "fbeta")
COUNTS = ("tp", "fp", "tn", "fn", "support")  # the columns of stat scores


class TorchMetrics(Peer):
    """torchmetrics."""

    name = distribution = "torchmetrics"
    precision: Precision = "float32"
    beside = ("torch",)

    def call(self, case: Case) -> Call | None:
        """A metric of `torchmetrics.classification` fed with the samples, or none."""
        if case.convention != "standard":
            return None
        name, average = self._class(case)
        options = _options(case)
        if name is None or options is None:
            return None
        if average:
            options["average"] = average
        if len(case.input.labels) < 2:
            raise CannotTakeError("fewer than two classes")
        if not are_whole(case.input):
            raise CannotTakeError("weights")
        if case.input.counts().n >= INT64:
            raise CannotTakeError("more than 2^63 - 1 samples")
        return lambda: _picked(_computed(name, case.input, options), case)

    def call_samples(self, case: Case) -> Call | None:
        """A metric of scores, or one of rows of 0 and 1."""
        return score_call(case) if case.input.kind == "scores" else label_set_call(case)

    def _class(self, case: Case) -> tuple[str | None, str | None]:
        """The class for a metric without the task it begins with, and its average."""
        if case.metric in COUNTS:
            return (None, None) if case.average else ("StatScores", "none")
        if case.metric in OVERALL:
            return (None, None) if case.average or case.label is not None else OVERALL[case.metric]
        found = metric_named(case.metric).implemented_by.get("torchmetrics")
        return found, case.average or "none"


def _options(case: Case) -> dict[str, Any] | None:
    options: dict[str, Any] = {}
    for option, chosen in case.options.items():
        usual = USUAL.get(option)
        if option == "beta":
            options["beta"] = float(Fraction(chosen))
        elif option == "undefined" and chosen in ("0", "1") and case.metric in WITH_ZERO_DIVISION:
            options["zero_division"] = float(chosen)
        elif chosen != usual and not (case.average == "macro" and (option, chosen) == ("over", "present")):
            return None
    return options


def _computed(name: str, data: Input, options: dict[str, Any]) -> Any:
    import torch
    import torchmetrics.classification as classification

    metric = getattr(classification, f"Multiclass{name}")(num_classes=len(data.labels), **options)
    counts = data.counts()
    if counts.n <= SINGLY:
        true, predicted = samples(data)
        metric.update(torch.tensor(predicted, dtype=torch.long), torch.tensor(true, dtype=torch.long))
        return metric.compute()
    metric._update_count = 1  # there were updates: without this, compute warns that there were none
    if "confmat" in metric.metric_state:
        metric.confmat = torch.tensor(data.rows(), dtype=torch.long)
    else:
        blocks = counts.blocks()
        for state in ("tp", "fp", "tn", "fn"):
            column = torch.tensor(getattr(blocks, state), dtype=torch.long)
            setattr(metric, state, column.sum() if options.get("average") == "micro" else column)
    return metric.compute()


def _picked(computed: Any, case: Case) -> Any:
    """One number of what was computed: that of the class, or the only one."""
    if case.metric in COUNTS:
        computed = computed[..., COUNTS.index(case.metric)]
    if case.label is not None:
        computed = computed[case.input.labels.index(case.label)]
    return computed.item()
