"""The values of a metric for every class in one run: columns of counts, instead of a run for each class.

A class without a value does not end the run; it is remembered with its reason, as `compute` on that class alone gives.
"""

from __future__ import annotations

from collections.abc import Sequence

from exactmetrics.exact.values import Undefined, Value
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.request import Request
from exactmetrics.views.column import Column
from exactmetrics.views.no_value import Acted, NoValue
from exactmetrics.views.value import ValueMatrix
from exactmetrics.views.value_columns import ColumnClasses


class EachClass(ColumnClasses):
    """All classes at once; where a class has no value it is only noted why."""

    def __init__(self, m: ValueMatrix, positions: Sequence[int]) -> None:
        super().__init__(m, positions)
        self.undefined: dict[int, Undefined] = {}

    def valueless(self, place: int, undefined: Undefined, none: NoValue) -> None:
        """Note the reason; the first one stands."""
        self.undefined.setdefault(place, undefined)


def class_values(request: Request, blocks: Blocks) -> tuple[list[Value], tuple[Acted, ...]]:
    """The values of a metric class by class, in the order of the labels, and every policy that acted.

    Args:
        request: a question about one class, whichever; its metric, form, parameters and policy are asked of all.
        blocks: the counts.

    Raises:
        UndefinedValueError: a class has no value and the policy is "raise".

    >>> from exactmetrics.metrics.request import resolve
    >>> blocks = Blocks("ab", n=7, tp=[6, 0], support=[6, 1], predicted=[7, 0])
    >>> [str(value) for value in class_values(resolve("precision", label="a"), blocks)[0]]
    ['6/7', 'undefined: precision of b is 0/0']
    """
    m = ValueMatrix(blocks, request.policy, range(blocks.k))
    classes = EachClass(m, range(blocks.k))
    bound = request.bound
    found = bound(classes if bound.metric.scope == "class" else classes.one_vs_rest())  # type: ignore[arg-type]
    column = found if isinstance(found, Column) else Column([found] * blocks.k)
    values: list[Value] = list(column.values())
    for place, undefined in classes.undefined.items():
        values[place] = undefined
    return values, tuple(dict.fromkeys(m.acted))
