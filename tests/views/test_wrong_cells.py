"""The sum over the wrong cells of a class, on every carrier: by hand, whatever the term is of empty cells."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from exactmetrics import ConfusionMatrix, Multilabel, OneVsRest
from exactmetrics.exact.errors import UsageError
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.policy import PROPAGATE
from exactmetrics.metrics.request import averages_of, resolve
from exactmetrics.views.carrier import BinaryMatrix
from exactmetrics.views.trace import TraceMatrix
from exactmetrics.views.value import ColumnClasses, ValueMatrix, class_values, compute
from tests.contracts.matrices import ALL, BIRDS
from tests.contracts.questions import blocks_of

TERMS = (lambda x: x.count, lambda x: (x.count + 2) ** 2, lambda x: 3 / (x.count + 1), lambda x: x.count * 0 + 5)


def by_hand(rows: Any, i: int, term: Any) -> Any:
    class X:
        def __init__(self, count: Any) -> None:
            self.count = Fraction(count)

    others = [j for j in range(len(rows)) if j != i]
    return sum((term(X(rows[i][j])) + term(X(rows[j][i])) for j in others), Fraction(0))


def test_every_carrier_adds_the_same_terms() -> None:
    for rows, term in product(ALL, TERMS):
        blocks, k = blocks_of(rows), len(rows)
        value, trace = (kind(blocks, PROPAGATE, range(k)) for kind in (ValueMatrix, TraceMatrix))
        expected = [by_hand(rows, i, term) for i in range(k)]
        columns = ColumnClasses(value, range(k)).wrong(term).values()
        assert list(columns) == [value.of(label).wrong(term) for label in blocks.labels] == expected
        assert [evaluate(trace.at(i).wrong(term)) for i in range(k)] == expected


def test_against_the_rest_there_are_two_cells() -> None:
    blocks = blocks_of(BIRDS)
    for m in (ValueMatrix(blocks, PROPAGATE, range(3)), TraceMatrix(blocks, PROPAGATE, range(3))):
        both = BinaryMatrix(m.of("c"))  # 5 samples of it predicted as others, 3 of others as it
        found = [c.wrong(lambda x: x.count**2 + 1) for c in (both.first(), both.rest)]
        assert [x if isinstance(x, Fraction) else evaluate(x) for x in found] == [36, 36]
        assert [c.k if isinstance(c.k, Fraction) else evaluate(c.k) for c in (both.first(), both.rest)] == [2, 2]


def test_all_classes_at_once_have_the_values_of_each() -> None:
    for rows, name in product(ALL, ("class_cen", "class_mcen")):
        blocks = blocks_of(rows)
        requests = [resolve(name, label=label, labels=blocks.labels) for label in blocks.labels]
        assert class_values(requests[0], blocks)[0] == [compute(request, blocks).value for request in requests]


def test_without_cells_there_is_none() -> None:
    counts = Blocks(["a", "b", "c"], n=9, tp=[1, 2, 3], support=[3, 3, 3], predicted=[3, 3, 3])
    top_k = OneVsRest.from_top_k([1, 2], [[1, 2], [1, 3]], labels=[1, 2, 3])
    labels = Multilabel.from_indicators([[1, 0], [1, 1]], [[1, 1], [0, 1]])
    with pytest.raises(
        UsageError, match=r"needs the cells of the whole matrix, and these are the counts of each class$"
    ):
        compute(resolve("class_cen", label="a", labels=counts.labels), counts)
    for options in ({"label": 1}, {"average": "macro"}):
        with pytest.raises(UsageError, match=r"are no partition \(top-k or multilabel\)$"):
            top_k.value("class_cen", **options)
    for options in ({"average": "weighted"}, {"average": "samples"}):
        with pytest.raises(UsageError, match=r"are no partition \(top-k or multilabel\)$"):
            labels.value("class_mcen", **options)
    assert ConfusionMatrix([[1, 2], [3, 4]]).value("class_cen", label=0) is not None  # of two classes they follow


def test_a_pool_of_classes_has_no_cells() -> None:
    cm = ConfusionMatrix(BIRDS)
    with pytest.raises(UsageError, match=r"class_cen has no micro average.*choose from: macro, weighted"):
        cm.value("class_cen", average="micro")
    assert averages_of(resolve("cen", average="micro").metric) == ("macro", "micro", "weighted")
    rows = cm.report(metrics=["class_cen", "npv"]).averages
    assert [row.average for row in rows if row.metric == "class_cen"] == ["macro", "weighted"]
    for format_ in ("text", "markdown", "html", "latex", "json"):
        assert "cen" in cm.report(metrics=["class_cen", "npv"]).to(format_)
