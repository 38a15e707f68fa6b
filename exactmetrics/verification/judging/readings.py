"""Which number a name means, where a document says neither the class nor the average."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace

from exactmetrics.exact.errors import ExactMetricsError, Why
from exactmetrics.exact.printed import judge
from exactmetrics.exact.rounding import RoundingRule
from exactmetrics.sheets.sheet import Data, Question, Sheet, answer

AVERAGES = ("macro", "weighted", "micro")
UNSAID = Why("unsaid")
_BEST: tuple[str, ...] = ("exact", "rounded", "tie", "float", "truncated")
_MOST = 40  # classes that are tried


def reading(
    question: Question,
    data: Data,
    printed: str,
    *,
    positive: Hashable | None = None,
    rule: RoundingRule = "nearest",
    decimal_comma: bool = False,
    only: bool = False,
) -> Question | None:
    """The question that an open one stands for: the likeliest that the printed number answers.

    Where none does, the one about the class that is `positive`, if there is one; else None. `only` leaves out the other
    classes, and the micro average, which is the accuracy.

    >>> from exactmetrics.verification.judging.given_data import given_data
    >>> data = given_data([[3, 1], [0, 2]], labels=["yes", "no"])
    >>> reading(Question(metric="recall"), data, "0.75").options
    {'label': 'yes'}
    >>> reading(Question(metric="recall"), data, "0.99")
    """
    found: list[tuple[int, Question]] = []
    for candidate in _candidates(question, data, positive, only=only):
        rank = fits(candidate, data, printed, rule=rule, decimal_comma=decimal_comma)
        if rank is not None:
            found.append((rank, candidate))
    if found:
        return min(found, key=lambda entry: entry[0])[1]
    return None if positive is None else _with(question, "label", positive)


def fits(
    question: Question, data: Data, printed: str, *, rule: RoundingRule = "nearest", decimal_comma: bool = False
) -> int | None:
    """How well a printed number answers a question: 0 where it is exact, more where less well, None where it does not.

    >>> from exactmetrics.verification.judging.given_data import given_data
    >>> data, asked = given_data([[4, 2], [0, 3]]), Question(metric="recall", options={"label": 0})
    >>> fits(asked, data, "0.67"), fits(asked, data, "0.66"), fits(asked, data, "0.6")
    (1, 4, 4)
    >>> fits(asked, data, "0.5") is None
    True
    """
    try:
        value = answer(Sheet("", data), question)
    except ExactMetricsError:
        return None
    word = judge(printed, value, rule=rule, decimal_comma=decimal_comma).word
    return _BEST.index(word) if word in _BEST else None


def _candidates(question: Question, data: Data, positive: Hashable | None, *, only: bool) -> Iterator[Question]:
    labels = data.blocks.labels[:_MOST]
    first = [positive] if positive is not None else []
    classes = first if only else [*first, *(label for label in labels if label not in first)]
    averages = [_with(question, "average", average) for average in AVERAGES if not (only and average == "micro")]
    of_classes = [_with(question, "label", label) for label in classes]
    yield from (of_classes + averages if len(labels) == 2 else averages + of_classes)


def _with(question: Question, key: str, value: Hashable) -> Question:
    return replace(question, options={**question.options, key: value})
