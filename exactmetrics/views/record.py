"""A resolved question on counts: its tree, which a derivation prints."""

from __future__ import annotations

from collections.abc import Hashable

from exactmetrics.expression.nodes import Head, Leaf, Named
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.averaging import definition
from exactmetrics.metrics.metric import Bound
from exactmetrics.metrics.request import Request
from exactmetrics.views.run import arguments
from exactmetrics.views.trace import TraceMatrix, mark_of


def record(request: Request, blocks: Blocks, positive: Hashable | None = None) -> Named:
    """The tree of a question: the definition with names, counts, and the policies that acted.

    >>> from exactmetrics.expression.evaluate import evaluate
    >>> from exactmetrics.matrix.counts import Counts
    >>> from exactmetrics.metrics.request import resolve
    >>> named = record(resolve("recall", label=1), Counts.from_rows([[5, 1], [5, 7]]).blocks())
    >>> named.head.metric, named.body.num.block, named.body.den.block, evaluate(named)
    ('recall', 'tp', 'support', Fraction(7, 12))
    """
    m = TraceMatrix(*arguments(request, blocks, positive))
    bound = _with_leaves(request, blocks)
    question = Request(
        bound, request.parameters, request.label, request.average, request.combine, request.over, request.weights,
        request.policy, request.preset, request.read,
    )  # fmt: skip
    body = definition(question)(m)
    if request.average is None or (request.average == "micro" and request.combine == "scores"):
        assert isinstance(body, Named)
        return body
    mark = "averages" if request.combine == "averages" else mark_of(bound)
    return m.named(bound, Head(bound.name, None, request.average, mark), body)


def _with_leaves(request: Request, blocks: Blocks) -> Bound:
    """The metric with its parameters as named leaves, so that a definition prints beta and not its value.

    Where no form was asked for, the one made for two classes is taken when there are two.
    """
    leaves = {name: Leaf(name, None, value) for name, value in request.parameters.items()}
    convention = request.bound.convention
    two = blocks.k == 2 or request.label is not None or request.average is not None
    special = next((f for f in convention.forms.values() if f.classes == 2), None) if two else None
    return Bound(request.metric, convention, request.bound.form or special, leaves)
