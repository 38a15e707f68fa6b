"""The working of sums of normal quantiles and of arc sines: their numbers first, then the terms that are alike."""

from __future__ import annotations

from exactmetrics.derivation.planning.facts import in_few_digits
from exactmetrics.derivation.planning.origins import calculated, worked
from exactmetrics.derivation.planning.page import Formula, Said, Step
from exactmetrics.derivation.planning.tree import distinct, rebuild
from exactmetrics.derivation.working.logarithms import spelled
from exactmetrics.exact.functions import FunctionSum
from exactmetrics.exact.values import Root
from exactmetrics.expression.evaluate import evaluate, walk
from exactmetrics.expression.nodes import Expr, Function, Named, Num, Sqrt

PLACES = 4  # of a quantile
MOST_TOLD = 4


def has_functions(e: Expr) -> bool:
    """Whether there are quantiles or arc sines in a formula with its numbers put in."""
    return any(_is_open(part) or _is_value(part) for part in walk(e))


def _is_open(e: Expr) -> bool:
    return isinstance(e, Function) and e.name != "sgn"


def _is_value(e: Expr) -> bool:
    return isinstance(e, Num) and isinstance(e.value, FunctionSum)


def functions(named: Named, start: Expr) -> list[Step]:
    """Numbers put in, those in the brackets of a function calculated, and what is alike added."""
    value = calculated(start)
    names = dict.fromkeys(part.name for part in walk(start) if _is_open(part))  # type: ignore[attr-defined]
    if not names:  # values are added, or divided by their number
        return [Step("function_values", [Formula(named, distinct([start, value]))])]
    put_in = distinct([start, _inside(start)])
    steps = [Step("substitute", [Formula(named, put_in)])]
    if spelled(value) != spelled(put_in[-1]):
        said = [
            Said(("step", "function_values", f"{name}_{'value' if _is_value(value) else 'known'}")) for name in names
        ]
        said += _decimals(value, put_in[-1])
        steps.append(Step("function_values", [Formula(named, [value])], said=said))
    return steps


def _decimals(value: Num, put_in: Expr) -> list[Said]:
    """About how much each quantile is that is left, for tables of the normal distribution have no fractions."""
    said: list[Said] = []
    known = {part: part for part in walk(put_in)}
    for part in dict.fromkeys(walk(spelled(value))):
        if isinstance(part, Function) and part.name == "z" and len(said) < MOST_TOLD:
            digits = in_few_digits(evaluate(part), PLACES)
            assert digits is not None
            first = known.get(part, Function("z", worked(evaluate(part.arg))))
            said.append(Said(("step", "function_values", "about"), {"first": first, "value": digits[1]}))
    return said


def _inside(e: Expr) -> Expr:
    """What stands in the brackets of a function, calculated: a fraction in lowest terms, or the root of one."""
    if _is_open(e):
        arg = calculated(e.arg)  # type: ignore[attr-defined]
        under: Expr = arg
        if isinstance(arg.value, Root):
            squared = calculated(e.arg.arg) if isinstance(e.arg, Sqrt) else arg  # type: ignore[attr-defined]
            under = Sqrt(squared if squared.value == arg.value.radicand else worked(arg.value.radicand))
        return Function(e.name, under)  # type: ignore[attr-defined]
    return e if isinstance(e, Num) else rebuild(e, _inside)
