"""Slips of name: another metric, its complement, another denominator, another mean."""

from __future__ import annotations

from fractions import Fraction

from exactmetrics.exact.values import Number, Undefined, root
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Add, Div, Leaf, Mul, Num, Sqrt
from exactmetrics.metrics.metric import REGISTRY
from exactmetrics.verification.diagnosis.case import Case
from exactmetrics.verification.diagnosis.library import Candidate, Candidates, explains
from exactmetrics.views.trace import record

COMPLEMENTS = {
    "recall": "fnr", "specificity": "fpr", "precision": "fdr", "npv": "for", "accuracy": "error_rate"
}  # fmt: skip
COMPLEMENT_OF = COMPLEMENTS | {other: name for name, other in COMPLEMENTS.items()}
RATES = ("precision", "recall", "specificity", "npv", "fpr", "fnr", "fdr", "for", "class_accuracy", "prevalence")
ACCURACIES = ("accuracy", "average_accuracy", "balanced_accuracy")
BESIDE = ("macro", "weighted")  # averages that are taken for a number of the whole matrix


@explains("precision-recall-swapped", plausibility=2.0)
def _swapped(case: Case) -> Candidates:
    other = {"precision": "recall", "recall": "precision"}.get(case.name)
    if other is not None:
        yield from case.run(case.asking(other), other=other)
    if case.name == "balanced_accuracy":
        yield from case.run(case.asking("precision", average="macro"), other="precision")


@explains("complement", plausibility=1.5)
def _complement(case: Case) -> Candidates:
    if not isinstance(case.value, Undefined):
        name = COMPLEMENT_OF.get(case.name)
        request = None if name is None else case.asking(name)
        yield Candidate(1 - case.value, {"expected": case.expected}, request)


@explains("other-rate", plausibility=1.5)
def _other_rate(case: Case) -> Candidates:
    left_out = {case.name, COMPLEMENT_OF.get(case.name), "prevalence"}
    if case.name in ("precision", "recall"):
        left_out |= {"precision", "recall"}
    if case.name in RATES:
        for name in RATES:
            if name not in left_out:
                yield from case.run(case.asking(name), other=name, weight=0.5 if name == "class_accuracy" else 1.0)


@explains("accuracy-confused", plausibility=2.0)
def _accuracy(case: Case) -> Candidates:
    if case.name in ACCURACIES:
        for name in ACCURACIES:
            if name != case.name:
                yield from case.run(case.asking(name), other=name)
    elif case.name == "class_accuracy":
        yield from case.run(case.asking("accuracy"), other="accuracy")
        yield from case.run(case.asking("recall"), other="recall")


@explains("other-metric", plausibility=0.7)
def _other_metric(case: Case) -> Candidates:
    """Another metric that people know: of all that there are, some would have any value by chance."""
    own = REGISTRY[case.name]
    for metric in list(REGISTRY.values()):
        if metric is own or metric.standard.parameters or metric.direction == "none":
            continue
        if not metric.implemented_by.keys() - {"pycm"}:
            continue
        if metric.scope == own.scope and metric.scale_free == own.scale_free:
            if not (case.name in RATES and metric.name in RATES):
                yield from case.run(case.asking(metric.name), other=metric.name)
        elif own.scope == "matrix" and metric.name in ("precision", "recall", "f1"):
            for average in BESIDE:
                asked = case.asking(metric.name, average=average)
                yield from case.run(asked, other=metric.name, averaged=average, weight=0.5)
        elif case.request.average is not None and metric.scope == "matrix" and metric.scale_free:
            yield from case.run(case.asking(metric.name), other=metric.name, weight=0.5)


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
            yield Candidate(count / n, facts, tree=Div(ratio.num, Leaf("n", None, Fraction(n))))


@explains("arithmetic-mean", plausibility=1.5)
def _arithmetic(case: Case) -> Candidates:
    """The plain mean of precision and recall in the place of their harmonic mean."""
    pair = _pair(case)
    if pair is not None:
        mean = (pair[0] + pair[1]) * Fraction(1, 2)
        yield Candidate(mean, tree=Div(Add((Num(pair[0]), Num(pair[1]))), Num(Fraction(2))))


@explains("geometric-mean", plausibility=1.5)
def _geometric(case: Case) -> Candidates:
    """The root of the product of precision and recall in the place of their harmonic mean."""
    pair = _pair(case)
    if pair is not None and isinstance(pair[0], Fraction) and isinstance(pair[1], Fraction):
        yield Candidate(root(pair[0] * pair[1]), tree=Sqrt(Mul((Num(pair[0]), Num(pair[1])))))


def _pair(case: Case) -> tuple[Number, Number] | None:
    """Precision and recall, where F of both is asked."""
    if case.name not in ("f1", "fbeta"):
        return None
    p, r = (case.value_of(case.asking(name)) for name in ("precision", "recall"))
    return None if p is None or r is None or isinstance(p, Undefined) or isinstance(r, Undefined) else (p, r)
