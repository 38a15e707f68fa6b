"""Which metrics inside a formula are worked out first and kept by name, and which are written into it."""

from __future__ import annotations

from exactmetrics.derivation.planning.tree import Keep, every_part, is_composite, names_inside
from exactmetrics.expression.nodes import Named
from exactmetrics.metrics.registry import metric_named


def keeper(top: Named) -> Keep:
    """The rule for one formula.

    Parts that a definition names and averages that are put together are kept; a metric of a class is kept under an
    average when it is itself made of metrics or of a whole matrix, and under nothing when the formula is made of
    metrics only.

    >>> from exactmetrics.expression.nodes import Head, Leaf, Tag
    >>> recall = Named(Head("recall", Tag(0, "a")), Leaf("tp", Tag(0, "a"), None) / Leaf("support", Tag(0, "a"), None))
    >>> macro = Named(Head("recall", None, "macro"), recall / 1)
    >>> keep = keeper(Named(Head("f1"), 2 * macro))
    >>> keep(macro), keep(recall)
    (True, True)
    >>> keeper(macro)(recall)
    False
    """
    averaged = top.head.average is not None
    alone = not averaged and is_composite(top.body) and not _is_mean(top)

    def keep(named: Named) -> bool:
        if named is top:
            return False
        if named.head.title or named.head.average is not None or alone:
            return True
        if not averaged or named.head.tag is None or named.head.metric != top.head.metric:
            return False
        return is_composite(named.body) or metric_named(named.head.metric).scope == "matrix"

    return keep


def _is_mean(top: Named) -> bool:
    """Whether a metric of the matrix is itself a mean over classes, such as balanced accuracy."""
    return not top.head.title and metric_named(top.head.metric).scope == "matrix" and top.head.tag is None


def kept_parts(top: Named, keep: Keep) -> list[Named]:
    """The parts that are kept, each once, in the order of the formula.

    >>> from fractions import Fraction
    >>> from exactmetrics.expression.nodes import Head, Num
    >>> inner = Named(Head("recall"), Num(Fraction(1, 2)))
    >>> outer = Named(Head("precision"), inner / 2)
    >>> top = Named(Head("f1"), outer + inner)
    >>> [part.head.metric for part in kept_parts(top, lambda part: True)]
    ['precision', 'recall']
    >>> [part.head.metric for part in kept_parts(top, lambda part: part is inner)]
    ['recall']
    """
    found: dict[object, Named] = {}

    def visit(named: Named) -> None:
        for inner in names_inside(named.body):
            if keep(inner):
                found.setdefault(inner.head, inner)
            else:
                visit(inner)

    visit(top)
    return list(found.values())


def without_value(top: Named) -> list[Named]:
    """The parts a policy spoke of, or that have no value: each once, innermost first, what was left out among them.

    >>> from fractions import Fraction
    >>> from exactmetrics.expression.nodes import Applied, Head, Num
    >>> inner = Named(Head("recall"), Num(Fraction(0)) / 0, Applied(Fraction(0), "0", "undefined=0"))
    >>> outer = Named(Head("f1"), inner / inner, Applied(Fraction(1), "1", "undefined=1"))
    >>> [part.head.metric for part in without_value(outer)]
    ['recall', 'f1']
    """
    found: dict[object, Named] = {}
    for part in every_part(top):
        if isinstance(part, Named) and part.applied is not None and part.applied.policy != "inherited":
            found.setdefault(part.head, part)
    return sorted(found.values(), key=_replaced_inside)


def _replaced_inside(part: Named) -> int:
    """How many parts without a value a part holds: what is used is settled before what uses it."""
    return sum(isinstance(p, Named) and p.applied is not None for p in every_part(part.body))
