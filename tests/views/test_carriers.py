"""What a definition may do on the carriers, whether a registered one does it or not: by hand, one against another."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from exactmetrics import ConfusionMatrix, Multilabel, OneVsRest
from exactmetrics.exact.errors import UsageError
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.definitions.rates import precision
from exactmetrics.metrics.policy import PROPAGATE, Policy
from exactmetrics.metrics.request import averages_of, resolve
from exactmetrics.views.carrier import BinaryMatrix
from exactmetrics.views.trace import TraceMatrix
from exactmetrics.views.value import ColumnClasses, ValueMatrix, compute
from tests.cases import each
from tests.contracts.matrices import ALL, BIRDS
from tests.contracts.questions import blocks_of

F = Fraction
BLOCKS = Blocks(["a", "b", "c"], n=12, tp=[3, 2, 4], support=[4, 3, 5], predicted=[5, 2, 5])
NEVER = Blocks(["a", "b"], n=7, tp=[6, 0], support=[6, 1], predicted=[7, 0])
TERMS = (lambda x: x.count, lambda x: (x.count + 2) ** 2, lambda x: 3 / (x.count + 1), lambda x: x.count * 0 + 5)


def test_powers_and_terms_that_are_the_same_for_every_class() -> None:
    m = ValueMatrix(BLOCKS, PROPAGATE, range(3))
    assert m.mean(lambda c: c.tp**-1) == (F(1, 3) + F(1, 2) + F(1, 4)) / 3
    assert evaluate(TraceMatrix(BLOCKS, PROPAGATE, range(3)).mean(lambda c: c.tp**-1)) == m.mean(lambda c: c.tp**-1)
    assert (m.mean(lambda c: c.n), m.sum(lambda c: c.n)) == (12, 36)
    # Cells of two classes follow from their counts. By hand, of [[3, 1], [2, 4]]: 1 − 0.3/0.5, as for Cohen's kappa.
    two = Blocks(["a", "b"], n=10, tp=[3, 4], support=[4, 6], predicted=[5, 5])
    assert two.matrix is None
    assert compute(resolve("linearly_weighted_kappa"), two).value == F(2, 5)


@each("view", [ValueMatrix, TraceMatrix])
def test_a_sum_does_not_leave_a_class_out_silently(view: Any) -> None:
    m = view(NEVER, Policy("option", "undefined=omit", "omit"), range(2))
    with pytest.raises(ZeroDivisionError):
        evaluate(m.sum(precision)) if view is TraceMatrix else m.sum(precision)


def test_a_misspelt_name_is_told_where_it_is_met() -> None:
    """By hand, of [[3, 1, 0], [0, 2, 1], [2, 0, 3]]: the diagonal holds 8, and the cells two steps apart 2."""
    counts = ConfusionMatrix([[3, 1, 0], [0, 2, 1], [2, 0, 3]])
    m = ValueMatrix(counts._blocks, PROPAGATE, range(3))
    assert m.cells(lambda x: x.count * x.gap) == 1 + 1 + 2 * 2
    asked: list[object] = []

    def misspelt(x: Any) -> Any:
        asked.append(x)
        return x.count.misspelt

    with pytest.raises(AttributeError, match="misspelt"):
        m.cells(misspelt)
    assert len(asked) == 1
    with pytest.raises(AttributeError, match="conut"):
        m.cells(lambda x: x.conut)


def by_hand(rows: Any, i: int, term: Any) -> Any:
    class X:
        def __init__(self, count: Any) -> None:
            self.count = F(count)

    others = [j for j in range(len(rows)) if j != i]
    return sum((term(X(rows[i][j])) + term(X(rows[j][i])) for j in others), F(0))


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
        steps = [both.pairs(lambda x: x.count * x.gap), both.cells(lambda x: x.count * x.gap)]
        assert [x if isinstance(x, F) else evaluate(x) for x in steps] == [8, 8]
        found = [c.wrong(lambda x: x.count**2 + 1) for c in (both.first(), both.rest)]
        assert [x if isinstance(x, Fraction) else evaluate(x) for x in found] == [36, 36]
        assert [c.k if isinstance(c.k, Fraction) else evaluate(c.k) for c in (both.first(), both.rest)] == [2, 2]


def test_without_cells_there_is_none() -> None:
    counts = Blocks(["a", "b", "c"], n=9, tp=[1, 2, 3], support=[3, 3, 3], predicted=[3, 3, 3])
    top_k = OneVsRest.from_top_k([1, 2], [[1, 2], [1, 3]], labels=[1, 2, 3])
    labels = Multilabel.from_indicators([[1, 0], [1, 1]], [[1, 1], [0, 1]])
    said = r"needs the cells of the whole matrix, and these are the counts of each class$"
    with pytest.raises(UsageError, match=said):
        compute(resolve("class_cen", label="a", labels=counts.labels), counts)
    for asked, options in [
        (top_k, {"label": 1}), (top_k, {"average": "macro"}), (labels, {"average": "weighted"}),
        (labels, {"average": "samples"}),
    ]:  # fmt: skip
        with pytest.raises(UsageError, match=r"are no partition \(top-k or multilabel\)$"):
            asked.value("class_mcen", **options)  # type: ignore[attr-defined]
    assert ConfusionMatrix([[1, 2], [3, 4]]).value("class_cen", label=0) is not None  # of two classes they follow


def test_a_pool_of_classes_has_no_cells() -> None:
    cm = ConfusionMatrix(BIRDS)
    with pytest.raises(UsageError, match=r"class_cen has no micro average.*choose from: macro, weighted"):
        cm.value("class_cen", average="micro")
    assert averages_of(resolve("cen", average="micro").metric) == ("macro", "micro", "weighted")
    report = cm.report(metrics=["class_cen", "npv"])
    assert [row.average for row in report.averages if row.metric == "class_cen"] == ["macro", "weighted"]
    assert "cen" in report.to("text")
