"""What a definition may do on the carriers although no registered one does it yet."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from exactmetrics import ConfusionMatrix
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.definitions.rates import precision
from exactmetrics.metrics.policy import PROPAGATE, Policy
from exactmetrics.metrics.request import resolve
from exactmetrics.views.trace import TraceMatrix
from exactmetrics.views.value import ValueMatrix, compute

BLOCKS = Blocks(["a", "b", "c"], n=12, tp=[3, 2, 4], support=[4, 3, 5], predicted=[5, 2, 5])
NEVER = Blocks(["a", "b"], n=7, tp=[6, 0], support=[6, 1], predicted=[7, 0])


def test_negative_powers_are_exact() -> None:
    value = ValueMatrix(BLOCKS, PROPAGATE, range(3)).mean(lambda c: c.tp**-1)
    assert value == (Fraction(1, 3) + Fraction(1, 2) + Fraction(1, 4)) / 3
    assert evaluate(TraceMatrix(BLOCKS, PROPAGATE, range(3)).mean(lambda c: c.tp**-1)) == value


def test_a_term_that_is_the_same_for_every_class() -> None:
    m = ValueMatrix(BLOCKS, PROPAGATE, range(3))
    assert m.mean(lambda c: c.n) == 12
    assert m.sum(lambda c: c.n) == 36


def test_a_sum_does_not_leave_a_class_out_silently() -> None:
    omit = Policy("option", "undefined=omit", "omit")
    for m in (ValueMatrix(NEVER, omit, range(2)), TraceMatrix(NEVER, omit, range(2))):
        try:
            evaluated = evaluate(m.sum(precision)) if isinstance(m, TraceMatrix) else m.sum(precision)
        except ZeroDivisionError:
            continue
        raise AssertionError(f"the sum is {evaluated}")


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


def test_the_cells_of_two_classes_follow_from_their_counts() -> None:
    """By hand, of [[3, 1], [2, 4]]: 1 − 0.3/0.5, as for Cohen's kappa, for two classes have one distance."""
    blocks = Blocks(["a", "b"], n=10, tp=[3, 4], support=[4, 6], predicted=[5, 5])
    assert blocks.matrix is None
    assert compute(resolve("linearly_weighted_kappa"), blocks).value == Fraction(2, 5)
