"""The working of a value in a few steps, each of them one idea.

Numbers are put in; a sum of fractions is added over one denominator; of a quotient that is more than a fraction first
the numerator and the denominator are calculated; the last fraction is reduced. A step has one chain where one will do.
"""

from __future__ import annotations

from exactmetrics.derivation.planning.page import Formula, Said, Step
from exactmetrics.derivation.planning.tree import whole
from exactmetrics.derivation.working.chains import is_counted, is_flat, one_by_one, one_chain
from exactmetrics.derivation.working.functions import functions, has_functions
from exactmetrics.derivation.working.logarithms import has_logs, logarithms, of_the_picked
from exactmetrics.derivation.working.means import is_mean, is_mean_of_roots, mean, mean_of_roots
from exactmetrics.derivation.working.over_roots import is_root, over_root, root_of
from exactmetrics.derivation.working.quotients import quotient, sum_of_terms
from exactmetrics.expression.nodes import Add, Div, Expr, Leaf, Named, Num, Sqrt


def solved(named: Named, start: Expr) -> list[Step]:
    """The steps from a formula with its numbers put in to its value; `start` is the body with numbers for symbols."""
    if isinstance(start, Num):
        said = [Said(("step", "read_off", "text"))] if isinstance(named.body, Leaf) else []
        return [Step("read_off", [Formula(named, [start])], said=said)]
    body = named.body
    if has_functions(start):
        return functions(named, start)
    if has_logs(start):
        if (picked := of_the_picked(named, start)) is not None:
            step, of_one, in_numbers = picked
            return [step, *solved(of_one, in_numbers)]
        return logarithms(named, start)
    if isinstance(start, Div) and whole(start.den) == 1 and isinstance(start.num, Div):  # a mean of one class
        return [one_chain("substitute", named, start.num)]
    if isinstance(start, Div) and isinstance(body, Div):
        if is_mean_of_roots(start):
            return mean_of_roots(named, start)
        if is_mean(start) and not isinstance(body.den, Named):
            return mean(named, body, start)
        if is_root(start.den):
            return over_root(named, body, start)
        if not is_counted(start.num) or not is_counted(start.den):
            return quotient(named, body, start)
    if isinstance(start, Sqrt):
        return root_of(named, start)
    if isinstance(start, Add):
        quotients = isinstance(body, Add) and any(not is_flat(t) for t in start.terms)
        return sum_of_terms(named, body, start) if quotients else [one_chain("substitute", named, start)]  # type: ignore[arg-type]
    return [one_chain("substitute", named, start)] if is_counted(start) or is_flat(start) else one_by_one(named, start)
