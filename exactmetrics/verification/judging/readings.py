"""Which number a name means, where a document says neither the class nor the average."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace

from exactmetrics.exact.errors import ExactMetricsError
from exactmetrics.exact.printed import VerdictWord, judge
from exactmetrics.exact.rounding import RoundingRule
from exactmetrics.metrics.registry import metric_named
from exactmetrics.sheets.data import Data
from exactmetrics.sheets.question import answer
from exactmetrics.sheets.sheet import Question, Sheet

AVERAGES = ("macro", "weighted", "micro")
UNSAID = "the document does not say which class or average is meant, and none of them has this value"
_BEST: tuple[VerdictWord, ...] = ("exact", "rounded", "tie", "float", "truncated")
_MOST = 40  # classes that are tried


def is_open(question: Question) -> bool:
    """Whether a question about a metric of classes says neither which class nor which average.

    >>> is_open(Question(metric="recall")), is_open(Question(metric="accuracy"))
    (True, False)
    """
    if question.metric is None or question.options.keys() & {"label", "average"}:
        return False
    try:
        return metric_named(question.metric).scope == "class"
    except ExactMetricsError:
        return False


def reading(
    question: Question,
    data: Data,
    printed: str,
    *,
    positive: Hashable | None = None,
    rule: RoundingRule = "nearest",
    decimal_comma: bool = False,
) -> Question | None:
    """The question that an open one stands for: the likeliest that the printed number answers.

    Where none does, the one about the class that is `positive`, if there is one; else None.

    >>> from exactmetrics.verification.judging.given_data import given_data
    >>> data = given_data([[3, 1], [0, 2]], labels=["yes", "no"])
    >>> reading(Question(metric="recall"), data, "0.75").options
    {'label': 'yes'}
    >>> reading(Question(metric="recall"), data, "0.99")
    """
    found: list[tuple[int, Question]] = []
    for candidate in _candidates(question, data, positive):
        try:
            value = answer(Sheet("", data), candidate)
        except ExactMetricsError:
            continue
        word = judge(printed, value, rule=rule, decimal_comma=decimal_comma).word
        if word in _BEST:
            found.append((_BEST.index(word), candidate))
    if found:
        return min(found, key=lambda entry: entry[0])[1]
    return None if positive is None else _with(question, "label", positive)


def _candidates(question: Question, data: Data, positive: Hashable | None) -> Iterator[Question]:
    labels = data.blocks.labels[:_MOST]
    first = [positive] if positive is not None else []
    classes = [*first, *(label for label in labels if label not in first)]
    averages = [_with(question, "average", average) for average in AVERAGES]
    of_classes = [_with(question, "label", label) for label in classes]
    yield from (of_classes + averages if len(labels) == 2 else averages + of_classes)


def _with(question: Question, key: str, value: Hashable) -> Question:
    return replace(question, options={**question.options, key: value})
