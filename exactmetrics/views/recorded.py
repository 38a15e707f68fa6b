"""The tree of a definition that is run on no data: what its formula is, and what it gives names to."""

from __future__ import annotations

from exactmetrics.expression.nodes import Leaf, Named
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.metric import Bound
from exactmetrics.metrics.policy import PROPAGATE
from exactmetrics.views.trace import TraceClass, TraceMatrix


def recorded(bound: Bound) -> Named:
    """The tree of a definition, its parameters as names."""
    blocks = Blocks(("1", "2"), n=14, tp=[6, 5], support=[8, 6], predicted=[7, 7])
    m = TraceMatrix(blocks, PROPAGATE, range(2))
    examples = {name: p.examples[0] for name, p in bound.convention.parameters.items()}
    leaves = {name: Leaf(name, None, value) for name, value in examples.items()}
    ready = Bound(bound.metric, bound.convention, bound.form, leaves)
    made = ready(TraceClass(m, None) if bound.metric.scope == "class" else m)
    assert isinstance(made, Named)
    return made
