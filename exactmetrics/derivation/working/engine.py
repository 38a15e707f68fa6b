"""The order in which a person works a substituted formula out, until one number is left."""

from __future__ import annotations

from collections.abc import Callable

from exactmetrics.derivation.tree import ratio
from exactmetrics.derivation.working import compound, fractions, roots, whole_numbers
from exactmetrics.derivation.working.step import Rule, Work, apply_everywhere
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Div, Expr, Mul, Num

LIMIT = 200  # steps; the longest derivation of the registry takes about twenty


def work_out(tree: Expr, *, saving: int) -> list[Work]:
    """The steps from a substituted tree to its value.

    The fractions of a sum are reduced before they are added where that makes their common denominator at least `saving`
    times smaller; otherwise they are added as they stand and the sum is reduced at the end.
    """
    steps: list[Work] = []
    while not isinstance(tree, Num):
        step = _next(tree, _rules(saving))
        if step is None:
            if ratio(tree) is None:
                steps.append(Work("calculate", [Num(evaluate(tree))]))
            break
        if len(steps) > LIMIT:
            raise RuntimeError(f"the working does not end: {tree}")
        steps.append(step)
        tree = step.members[-1]
    return steps


def _rules(saving: int) -> list[Callable[[Expr], Work | None]]:
    ordered: list[Rule] = [
        roots.exact_root,
        roots.zero_over_root,
        fractions.multiply_terms,
        compound.clear,
        fractions.reduce_terms(saving),
        fractions.common_denominator,
        fractions.add_fractions,
        roots.take_square_out,
        roots.cancel,
        roots.rationalise,
        fractions.one_fraction,
    ]
    return [whole_numbers.calculate, *map(_everywhere, ordered), _reduce_whole, _reduce_inside, _everywhere_collect]


def _everywhere(rule: Rule) -> Callable[[Expr], Work | None]:
    return lambda tree: apply_everywhere(tree, rule)


def _reduce_whole(tree: Expr) -> Work | None:
    """Reduction is for the last fraction; inside a formula a fraction waits until it is needed."""
    move = fractions.reduce(tree)
    return None if move is None else Work(move.kind, move.forms, move.facts)


def _reduce_inside(tree: Expr) -> Work | None:
    if ratio(tree) is not None or isinstance(tree, (Mul, Num)):
        return None
    return apply_everywhere(tree, fractions.reduce) if isinstance(tree, Div) else None


def _everywhere_collect(tree: Expr) -> Work | None:
    move = roots.collect(tree)
    return None if move is None else Work(move.kind, move.forms, move.facts)


def _next(tree: Expr, rules: list[Callable[[Expr], Work | None]]) -> Work | None:
    for rule in rules:
        step = rule(tree)
        if step is not None:
            return step
    return None
