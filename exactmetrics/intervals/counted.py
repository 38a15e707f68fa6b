"""Which metrics are proportions of samples, and their counts: numerator and denominator before they are reduced.

Both sides of the quotient are taken apart into the cells of the matrix. It is a proportion where the denominator
counts every cell at most once and the numerator some of the same cells: the F1 score counts TP twice, and is none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from fractions import Fraction
from functools import cache
from typing import TypeGuard

from exactmetrics.exact.errors import UsageError
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Add, Div, Expr, Leaf, Named, Neg, Sum
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.metric import Bound
from exactmetrics.metrics.registry import all_metrics
from exactmetrics.metrics.request import Request
from exactmetrics.views.recorded import recorded
from exactmetrics.views.trace import record

CELLS = {"tp": ("tp",), "fp": ("fp",), "fn": ("fn",), "tn": ("tn",), "support": ("tp", "fn"), "predicted": ("tp", "fp"),
         "n": ("tp", "fp", "fn", "tn")}  # fmt: skip


def counts_of(request: Request, blocks: Blocks, positive: Hashable | None) -> tuple[int, int]:
    """How many of how many samples a metric counts.

    Raises `UsageError` for a metric that is no proportion of samples, and for samples that have weights.
    """
    sides = _quotient(record(request, blocks, positive))
    asked = f"the {request.average} average of {request.metric.name}" if request.average else request.metric.name
    several = request.average is not None and not blocks.partition  # decisions on one sample depend on each other
    if sides is None or several:
        raise UsageError(
            f"{asked} is no proportion of samples, which alone has such an interval or test: {_cure(request, several)}"
        )
    k, n = (evaluate(side) for side in sides)
    assert isinstance(k, Fraction)
    assert isinstance(n, Fraction)
    if k.denominator > 1 or n.denominator > 1:
        raise UsageError(f"{asked} is {k} of {n}: an interval or a test needs whole numbers of samples, not weights")
    return int(k), int(n)


def share_of_largest(blocks: Blocks) -> Fraction:
    """The share of the largest class: the accuracy of predicting it always."""
    if not blocks.n:
        raise UsageError("there is no largest class without samples")
    return Fraction(max(blocks.support)) / blocks.n


def _cure(request: Request, several: bool) -> str:
    if request.average and request.metric.name in proportions():
        micro = "" if several or request.average == "micro" else ', or for average="micro"'
        return f"ask for one class with label={micro}"
    return f"choose from: {', '.join(proportions())}"


@cache
def proportions() -> tuple[str, ...]:
    """The names of the metrics that are proportions of samples."""
    bounds = [Bound(metric, metric.standard, None, {}) for metric in all_metrics() if not metric.parameters]
    return tuple(bound.name for bound in bounds if _quotient(recorded(bound)) is not None)


def _quotient(named: Expr) -> tuple[Expr, Expr] | None:
    """The two sides, if they are some of the cells and all of them; None for anything else."""
    while isinstance(named, Named):
        named = named.body
    if not isinstance(named, Div):
        return None
    own = {part.tag.position for side in (named.num, named.den) for part in _leaves(side) if part.tag is not None}
    top, bottom = (_cells(side, own) for side in (named.num, named.den))
    if top is None or bottom is None or not all(0 <= top[cell] <= count <= 1 for cell, count in bottom.items()):
        return None
    return (named.num, named.den) if top.keys() <= bottom.keys() else None


def _is_sum(e: Expr) -> TypeGuard[Add | Sum]:
    return isinstance(e, Add) or (isinstance(e, Sum) and e.joined == "sum")


def _leaves(e: Expr) -> Iterator[Leaf]:
    """The counts that a side names, those of every class of a sum."""
    if isinstance(e, Leaf):
        yield e
    elif _is_sum(e):
        for term in e.terms:
            yield from _leaves(term)
    elif isinstance(e, Neg):
        yield from _leaves(e.arg)


def _cells(e: Expr, own: set[int | None], sign: int = 1) -> Counter[tuple[int | None, str]] | None:
    """How often a side counts each cell of each class; None where it is no sum of counts.

    Of several classes together a sample is found in one row and in one column, and n is the sum of the rows.
    """
    found: Counter[tuple[int | None, str]] = Counter()
    if isinstance(e, Leaf) and e.block in CELLS:
        tags = own if e.tag is None else {e.tag.position}
        cells = CELLS["support"] if e.tag is None and len(own) > 1 else CELLS[e.block]
        found.update({(position, cell): sign for position in tags for cell in cells})
    elif isinstance(e, Neg):
        return _cells(e.arg, own, -sign)
    elif _is_sum(e):
        for part in (_cells(term, own, sign) for term in e.terms):
            if part is None:
                return None
            found.update(part)
    else:
        return None
    kinds = {cell for (_, cell), count in found.items() if count}
    return None if len(own) > 1 and (kinds >= {"fp", "fn"} or "tn" in kinds) else found
