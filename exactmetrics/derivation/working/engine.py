"""The order in which a person works a substituted formula out, until one number is left."""

from __future__ import annotations

from exactmetrics.derivation.planning.facts import has_long_roots
from exactmetrics.derivation.planning.origins import worked
from exactmetrics.derivation.planning.tree import ratio
from exactmetrics.derivation.working import fractions, roots
from exactmetrics.derivation.working.step import Rule, Work, apply_everywhere, calculate
from exactmetrics.expression.evaluate import evaluate, walk
from exactmetrics.expression.nodes import Add, Div, Expr, Mul, Num, Sqrt

LIMIT = 200  # steps; the longest derivation of the registry takes about twenty


def work_out(tree: Expr) -> list[Work]:
    """The steps from a substituted tree to its value.

    The fractions of a sum are added as they stand, and the sum is reduced at the end.
    """
    steps: list[Work] = []
    while not isinstance(tree, Num):
        cleared = steps and steps[-1].kind == "clear"  # its products are shown before anything is done with them
        step = (cleared and calculate(tree, (Mul,))) or _next(tree)
        if step is None:
            if ratio(tree) is None and not has_long_roots(value := evaluate(tree)):
                steps.append(Work("calculate", [worked(value, tree)]))
            break
        if len(steps) > LIMIT:
            raise RuntimeError(f"the working does not end: {tree}")
        steps.append(step)
        tree = step.members[-1]
    return steps


def _next(tree: Expr) -> Work | None:
    if type(tree) is Div and ratio(tree) is not None:
        return fractions.reduce(tree)
    step = apply_everywhere(tree, fractions.fractions_over_whole, Div) or calculate(tree)
    kinds = set(map(type, walk(tree)))
    for kind, rule in _RULES:
        if step is not None:
            return step
        step = apply_everywhere(tree, rule, kind) if kind in kinds else None
    if step is None and isinstance(tree, Div):  # inside a formula a fraction waits until nothing else can be done
        step = apply_everywhere(tree, fractions.reduce, Div)
    return step or roots.collect(tree)


# The rules in the order in which they are tried once nothing is left to do on whole numbers.
_RULES: tuple[tuple[type[Expr], Rule], ...] = (
    (Sqrt, roots.exact_root),
    (Div, roots.zero_above),
    (Div, roots.same_sides),
    (Add, fractions.multiply_terms),
    (Div, fractions.clear),
    (Add, fractions.add_fractions),
    (Sqrt, roots.take_square_out),
    (Div, roots.cancel),
    (Div, roots.rationalise),
    (Div, roots.conjugate),
    (Mul, fractions.one_fraction),
    (Div, fractions.one_fraction),
)
