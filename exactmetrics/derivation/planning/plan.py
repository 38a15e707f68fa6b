"""What a derivation works out, and in which order: the metrics inside a formula that are kept by name."""

from __future__ import annotations

from typing import Any

from exactmetrics.derivation.planning.facts import definition_facts
from exactmetrics.derivation.planning.page import Formula, Step
from exactmetrics.derivation.planning.tree import Keep, distinct, every_part, inlined, is_composite, names_inside
from exactmetrics.expression.evaluate import has_value
from exactmetrics.expression.nodes import Head, Named
from exactmetrics.metrics.registry import metric_named
from exactmetrics.metrics.request import Request


def keeper(top: Named) -> Keep:
    """The rule for one formula: which metrics inside it are worked out first and kept by name.

    Parts that a definition names and averages that are put together are kept; a metric of a class is kept under an
    average when it is itself made of metrics or of a whole matrix, and under nothing when the formula is made of
    metrics only.
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
    """The parts that are kept, each once, in the order of the formula."""
    found: dict[Head, Named] = {}

    def visit(named: Named) -> None:
        for inner in names_inside(named.body):
            if keep(inner):
                found.setdefault(inner.head, inner)
            else:
                visit(inner)

    visit(top)
    return list(found.values())


def without_value(top: Named) -> list[Named]:
    """The parts a policy spoke of, or that have no value: each once, innermost first, what was left out among them."""

    def is_replaced(part: object) -> bool:
        return isinstance(part, Named) and part.applied is not None

    found: dict[Head, Named] = {}
    for part in every_part(top):
        if isinstance(part, Named) and part.applied is not None and part.applied.policy != "inherited":
            found.setdefault(part.head, part)
    # what is used is settled before what uses it
    return sorted(found.values(), key=lambda part: sum(map(is_replaced, every_part(part.body))))


def parts_in_order(named: Named, keep: Keep) -> list[Named]:
    """What has no value and what is kept, each once, after the parts it is made of."""
    found: dict[Head, Named] = {}

    def add(part: Named) -> None:
        if part.applied is None and not (part.head.title and not has_value(part)):
            for inner in kept_parts(part, keeper(part)):
                add(inner)
            found.setdefault(part.head, part)

    for part in without_value(named):
        for inner in kept_parts(part, keeper(part)):
            add(inner)
        found.setdefault(part.head, part)
    for part in kept_parts(named, keep):
        add(part)
    return list(found.values())


def definition(request: Request, named: Named, keep: Keep) -> Step:
    """The formula by name, and with the names inside written out; then the definition of each kind of part."""
    formulas = [Formula(named, distinct([named.body, inlined(named.body, keep)]), numeric=False)]
    for part in _kinds_of_parts(named, keep):
        formulas.append(Formula(part, distinct([part.body, inlined(part.body, keeper(part))]), numeric=False))
    return Step("definition", formulas, definition_facts(request, named))


def _kinds_of_parts(named: Named, keep: Keep) -> list[Named]:
    """One of each kind of kept part, over any class where the part is of a class."""
    found: dict[tuple[Any, ...], Named] = {}
    for part in every_part(named):
        if isinstance(part, Named) and keep(part):
            head = part.head
            key = (head.metric, head.average, head.mark, head.tag.rest if head.tag else None)
            found.setdefault(key, part)
    return list(found.values())
