"""The order in which a person works a substituted formula out, until one number is left."""

from __future__ import annotations

from exactmetrics.derivation.tree import ratio
from exactmetrics.derivation.working import compound, fractions, roots, whole_numbers
from exactmetrics.derivation.working.step import Rule, Work, apply_everywhere
from exactmetrics.expression.evaluate import evaluate, walk
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
    rules = _rules(saving)
    while not isinstance(tree, Num):
        step = _next(tree, rules)
        if step is None:
            if ratio(tree) is None:
                steps.append(Work("calculate", [Num(evaluate(tree))]))
            break
        if len(steps) > LIMIT:
            raise RuntimeError(f"the working does not end: {tree}")
        steps.append(step)
        tree = step.members[-1]
    return steps


def _rules(saving: int) -> list[tuple[tuple[type[Expr], ...], Rule]]:
    """Rules in the order in which they are tried, each with the kinds of node it can fit."""
    return [
        ((Sqrt,), roots.exact_root),
        ((Div,), roots.zero_over_root),
        ((Add,), fractions.multiply_terms),
        ((Div,), compound.clear),
        ((Add,), fractions.reduce_terms(saving)),
        ((Add,), fractions.common_denominator),
        ((Add,), fractions.add_fractions),
        ((Sqrt,), roots.take_square_out),
        ((Div,), roots.cancel),
        ((Div,), roots.rationalise),
        ((Mul, Div), fractions.one_fraction),
    ]


def _next(tree: Expr, rules: list[tuple[tuple[type[Expr], ...], Rule]]) -> Work | None:
    step = whole_numbers.calculate(tree)
    if step is not None:
        return step
    nodes: dict[type[Expr], list[Expr]] = {}
    for node in walk(tree):
        nodes.setdefault(type(node), []).append(node)
    for kinds, rule in rules:
        if any(rule(node) is not None for kind in kinds for node in nodes.get(kind, ())):
            return apply_everywhere(tree, rule)
    return _reduce_whole(tree) or _reduce_inside(tree) or _collect(tree)


def _reduce_whole(tree: Expr) -> Work | None:
    """Reduction is for the last fraction; inside a formula a fraction waits until it is needed."""
    move = fractions.reduce(tree)
    return None if move is None else Work(move.kind, move.forms, move.facts)


def _reduce_inside(tree: Expr) -> Work | None:
    if ratio(tree) is not None or not isinstance(tree, Div):
        return None
    fits = any(fractions.reduce(node) is not None for node in walk(tree))
    return apply_everywhere(tree, fractions.reduce) if fits else None


def _collect(tree: Expr) -> Work | None:
    move = roots.collect(tree)
    return None if move is None else Work(move.kind, move.forms, move.facts)
