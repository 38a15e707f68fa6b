"""The difference of two exact values, worked out step by step as any other formula is."""

from __future__ import annotations

from fractions import Fraction

from exactmetrics.derivation.planning.decimals import decimal_facts
from exactmetrics.derivation.planning.page import Formula, Page, Step
from exactmetrics.derivation.planning.tree import ratio
from exactmetrics.derivation.working.engine import work_out
from exactmetrics.exact.values import Number
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Add, Head, Leaf, Named, Neg, Num

SYMBOL = "difference"  # in the table of symbols


def difference_page(first: Number, second: Number, names: tuple[str, str], *, told: bool = True) -> Page:
    """The page of first minus second: the definition, the values put in, and the working.

    Args:
        first, second: exact values.
        names: what the two are called.
        told: whether the names carry their values, which they do not where these are to be found.

    >>> page = difference_page(Fraction(1, 2), Fraction(2, 3), ("A", "B"))
    >>> [step.kind for step in page.steps], page.value
    (['difference', 'substitute_parts', 'common_denominator', 'subtract_numerators', 'lowest'], Fraction(-1, 6))
    """
    tree = Add((_side(names[0], first, told), Neg(_side(names[1], second, told))))
    named = Named(Head(SYMBOL), tree)
    start = Add((Num(first), Neg(Num(second))))
    steps = [Step("difference", [Formula(named, [tree], numeric=False)], {"first": names[0], "second": names[1]})]
    steps.append(Step("substitute_parts", [Formula(named, [start])]))
    for work in work_out(start, saving=2):
        steps.append(Step(work.kind, [Formula(named, list(work.members))], work.facts))
    last = ratio(steps[-1].formulas[-1].members[-1])
    if last is not None and last[1] != 1 and steps[-1].kind != "reduce":
        steps.append(Step("lowest", facts={"numerator": last[0], "denominator": last[1]}))
    value = evaluate(start)
    return Page(named, {}, steps, value, decimal_facts(value))


def _side(name: str, value: Number, told: bool) -> Leaf:
    """A side by its name; only the name is ever printed."""
    return Leaf(name, None, value if told and isinstance(value, Fraction) else None)
