"""Counts that are no partition (top-k, multilabel): every class is a table of its own, and averages are of those."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from exactmetrics.exact.values import Undefined
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.views.trace import record
from exactmetrics.views.value import compute
from tests.cases import size
from tests.contracts.questions import NAMES, QUESTIONS, Question
from tests.oracle import Missing, Oracle, same

Table = tuple[int, int, int]
AVERAGED = [q for q in QUESTIONS if "average" in q.options and "combine" not in q.options]
AVERAGED = [q for q in AVERAGED if not (q.definition.scope == "class" and q.definition.partition)]
tables = st.lists(st.tuples(*[st.integers(0, 9)] * 3), min_size=1, max_size=4)


def blocks_of(classes: list[Table], n: int) -> Blocks:
    """Blocks of (TP, FN, FP) by class, all of the same n samples."""
    tp, fn, fp = ([c[i] for c in classes] for i in range(3))
    return Blocks(
        list(NAMES[: len(classes)]), n=n, tp=tp, partition=False,
        support=[a + b for a, b in zip(tp, fn, strict=True)], predicted=[a + b for a, b in zip(tp, fp, strict=True)],
    )  # fmt: skip


def two_by_two(tp: int, fn: int, fp: int, n: int) -> list[list[int]]:
    return [[tp, fn], [fp, n - tp - fn - fp]]


def expected(question: Question, classes: list[Table], n: int) -> Any:
    """The average by hand, from the oracle's value of each table; None if there is none."""
    options = {k: v for k, v in question.options.items() if k != "average"}
    average = question.options["average"]
    if average == "micro":
        pooled = [sum(c[i] for c in classes) for i in range(3)]
        return Oracle(two_by_two(*pooled, n * len(classes))).value(question.metric, label=0, **options)
    weights = [Fraction(1) if average == "macro" else Fraction(tp + fn) for tp, fn, _ in classes]
    counted = [(w, c) for w, c in zip(weights, classes, strict=True) if w]
    values = [Oracle(two_by_two(*c, n)).value(question.metric, label=0, **options) for _, c in counted]
    if not counted or any(isinstance(v, Missing) for v in values):
        return Missing("indeterminate")
    weighted = [v * w for (w, _), v in zip(counted, values, strict=True)]
    return sum(weighted[1:], weighted[0]) / sum(w for w, _ in counted)


@given(tables, st.integers(0, 9), st.sampled_from(AVERAGED))
@settings(max_examples=size(60, 500))
def test_averages_of_tables(classes: list[Table], more: int, question: Question) -> None:
    n = max(map(sum, classes)) + more
    blocks = blocks_of(classes, n)
    want = expected(question, classes, n)
    value = compute(question.request(), blocks).value
    if isinstance(want, Missing):
        assert isinstance(value, Undefined)
    else:
        assert same(value, want)
        assert evaluate(record(question.request(), blocks)) == value
