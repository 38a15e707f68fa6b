"""The order in which a person works a substituted formula out, until one number is left."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from exactmetrics.derivation.planning.tree import ratio
from exactmetrics.derivation.working import compound, fractions, roots, whole_numbers
from exactmetrics.derivation.working.step import Rule, Work, apply_everywhere, apply_to
from exactmetrics.expression.evaluate import children, evaluate
from exactmetrics.expression.nodes import Add, Div, Expr, Mul, Num, Sqrt

LIMIT = 200  # steps; the longest derivation of the registry takes about twenty


def work_out(tree: Expr, *, saving: int) -> list[Work]:
    """The steps from a substituted tree to its value.

    The fractions of a sum are reduced before they are added where that makes their common denominator at least `saving`
    times smaller; otherwise they are added as they stand and the sum is reduced at the end.

    >>> from exactmetrics.derivation.working.fractions import over
    >>> works = work_out(over(1, 4) + over(5, 12), saving=2)
    >>> [work.kind for work in works], evaluate(works[-1].members[-1])
    (['common_denominator', 'add', 'reduce'], Fraction(2, 3))
    """
    steps: list[Work] = []
    while not isinstance(tree, Num):
        cleared = steps and steps[-1].kind == "clear"  # its products are shown before anything is done with them
        step = (cleared and whole_numbers.multiply_out(tree)) or _next(tree, saving)
        if step is None:
            if ratio(tree) is None:
                steps.append(Work("calculate", [Num(evaluate(tree))]))
            break
        if len(steps) > LIMIT:
            raise RuntimeError(f"the working does not end: {tree}")
        steps.append(step)
        tree = step.members[-1]
    return steps


def _rules(saving: int) -> tuple[tuple[type[Expr], type[Expr], Rule], ...]:
    """Rules in the order in which they are tried, each with the kind of node that it fits, and one that must occur."""
    return (
        (Sqrt, Sqrt, roots.exact_root),
        (Div, Mul, roots.zero_over_root),
        (Div, Sqrt, roots.zero_over_root),
        (Add, Add, fractions.multiply_terms),
        (Div, Div, compound.clear),
        (Add, Add, fractions.reduce_terms(saving)),
        (Add, Add, fractions.common_denominator),
        (Add, Add, fractions.add_fractions),
        (Sqrt, Sqrt, roots.take_square_out),
        (Div, Sqrt, roots.cancel),
        (Div, Sqrt, roots.rationalise),
        (Mul, Mul, fractions.one_fraction),
        (Div, Div, fractions.one_fraction),
    )


@lru_cache(maxsize=256)
def _applicable(saving: int, kinds: tuple[type[Expr], ...]) -> tuple[tuple[type[Expr], Rule], ...]:
    """The rules that can fit a tree with such nodes."""
    return tuple((kind, rule) for kind, needed, rule in _rules(saving) if needed in kinds and kind in kinds)


def _next(tree: Expr, saving: int) -> Work | None:
    if type(tree) is Div and ratio(tree) is not None:
        return _reduce_whole(tree)
    nodes: dict[type[Expr], list[Expr]] = {}
    _sort(tree, nodes)
    step = Mul in nodes and _applied(tree, nodes.get(Div, ()), compound.fractions_over_whole)
    step = step or whole_numbers.calculate(tree)
    if step is not None:
        return step
    for kind, rule in _applicable(saving, tuple(nodes)):
        step = _applied(tree, nodes[kind], rule)
        if step is not None:
            return step
    return _reduce_whole(tree) or _reduce_inside(tree) or _collect(tree)


def _applied(tree: Expr, found: Sequence[Expr], rule: Rule) -> Work | None:
    """The step that a rule makes of a tree, on those of the nodes found that it fits."""
    if len(found) == 1:
        move = rule(found[0])
        return None if move is None else apply_to(tree, found[0], move)
    moves = [(node, move) for node in found if (move := rule(node)) is not None]
    if not moves:
        return None
    return apply_to(tree, *moves[0]) if len(moves) == 1 else apply_everywhere(tree, rule)


def _sort(e: Expr, nodes: dict[type[Expr], list[Expr]]) -> None:
    """The nodes by what they are, without numbers."""
    nodes.setdefault(type(e), []).append(e)
    for part in children(e):
        if type(part) is not Num:
            _sort(part, nodes)


def _reduce_whole(tree: Expr) -> Work | None:
    """Reduction is for the last fraction; inside a formula a fraction waits until it is needed."""
    move = fractions.reduce(tree)
    return None if move is None else Work(move.kind, move.forms, move.facts)


def _reduce_inside(tree: Expr) -> Work | None:
    if ratio(tree) is not None or not isinstance(tree, Div):
        return None
    return apply_everywhere(tree, fractions.reduce)


def _collect(tree: Expr) -> Work | None:
    move = roots.collect(tree)
    return None if move is None else Work(move.kind, move.forms, move.facts)
