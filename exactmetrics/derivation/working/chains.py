"""A formula with its numbers as one chain down to its value, and what is said before and behind it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod
from typing import Any

from exactmetrics.derivation.planning.origins import calculated, worked
from exactmetrics.derivation.planning.page import Formula, Said, Step
from exactmetrics.derivation.planning.tree import distinct, ratio
from exactmetrics.derivation.working.engine import work_out
from exactmetrics.derivation.working.step import PICKED, Work
from exactmetrics.expression.evaluate import evaluate, walk
from exactmetrics.expression.nodes import Abs, Div, Expr, Function, Mul, Neg, Num, Sqrt

ADDED = ("add", "subtract_numerators", "put_together")
SMALL = 20  # numerators and denominators up to it are seen to be reduced
READ = 10**12  # a number above is too long for a sentence


def is_counted(e: Expr) -> bool:
    """Whether a formula is made of whole numbers that are added, multiplied and at last divided by each other."""
    if isinstance(e, Div):
        return all(not isinstance(p, (Div, Sqrt)) and is_whole(p) for side in (e.num, e.den) for p in walk(side))
    return all(not isinstance(p, (Div, Sqrt)) and is_whole(p) for p in walk(e))


def is_whole(e: Expr) -> bool:
    return not isinstance(e, Num) or (isinstance(e.value, Fraction) and e.value.denominator == 1)


def is_flat(e: Expr) -> bool:
    """Whether a formula is a product of whole numbers and fractions."""
    inner = e.arg if isinstance(e, Neg) else e
    return all(ratio(f) is not None for f in (inner.factors if isinstance(inner, Mul) else (inner,)))


def one_chain(kind: str, left: Expr | None, start: Expr, works: Sequence[Work] | None = None) -> Step:
    """A step that is one chain from a formula with its numbers to its value."""
    done = work_out(start) if works is None else works
    members = distinct([start, *(member for work in done for member in work.members)])
    if kind in ("substitute", "quotient", "substitute_quotient") and done and done[-1].kind == "reduce":
        kind = f"{kind}_reduce"
    return Step(kind, [Formula(left, members)], said=told(done), after=ending(members[-1], done))


def told(works: Sequence[Work]) -> list[Said]:
    """What is said before a chain: over which denominator its fractions are added, and how it divides by one."""
    said: list[Said] = []
    for work in works:
        said += picked_told(work)
        if work.kind in ADDED and work.places == 1 and work.facts:
            said += denominator_told(work.facts, work.numbers)
        if work.facts.get("reciprocal"):
            said.append(Said(("step", "one_fraction", "reciprocal")))
        if work.kind == "clear" and work.places == 1 and work.facts:
            one = len(set(work.facts["denominators"])) == 1
            facts = {"lcm": work.facts["lcm"]} if one else work.facts
            said.append(Said(("step", "clear", "one" if one else "text"), facts))
    return [one for at, one in enumerate(said) if one not in said[:at]]


def picked_told(work: Work) -> list[Said]:
    """Which number is the largest or the smallest of several, or what becomes of a minus."""
    said: list[Said] = []
    for e, value in zip(work.facts.get("picked", ()), work.numbers, strict=False):
        kind = PICKED[type(e)]
        if isinstance(e, (Function, Abs)):
            known = {"first": calculated(e.arg), "value": value}
            if isinstance(e, Function):
                said.append(Said(("step", kind, "text" if evaluate(value) else "zero"), known))
            elif evaluate(e.arg) != evaluate(value):
                said.append(Said(("step", kind, "text"), known))
            continue
        if len(e.args) > 2:
            said.append(Said(("step", kind, "of_many"), {"value": value}))
            continue
        first, second = e.args
        if evaluate(first) == evaluate(second):
            said.append(Said(("step", "larger", "equal"), {"value": value}))
        else:
            said.append(Said(("step", kind, "text"), {"first": first, "second": second, "value": value}))
    if len(said) < 2:
        return said
    return [Said(("step", PICKED[kind], "several")) for kind in dict.fromkeys(map(type, work.facts["picked"]))]


def denominator_told(facts: dict[str, Any], by: Sequence[int]) -> list[Said]:
    """Which common denominator fractions get: the one they have, one of theirs, or a multiple with its factors."""
    factors = dict(zip(facts["denominators"][::-1], by[::-1], strict=True))  # of equal ones the first
    different, common = list(dict.fromkeys(facts["denominators"])), facts["lcm"]
    if facts["alike"]:
        return [Said(("step", "add_fractions", "same"))] if len(facts["denominators"]) > 1 else []
    if common in different:
        return [Said(("step", "add_fractions", "one"), {"lcm": common})]
    if common > READ:
        return [Said(("step", "add_fractions", "large_factors"))]
    if len(different) == 2 and different[0] * different[1] == common:
        product = Formula(None, [Mul((worked(different[0]), worked(different[1]))), worked(common)])
        return [Said(("step", "add_fractions", "product"), {"product": product})]
    if prod(different) == common:
        product = Formula(None, [Mul(tuple(map(worked, different))), worked(common)])
        facts = {"denominators": different, "product": product}
        return [Said(("step", "add_fractions", "coprime"), facts)]
    products = [worked(common), *(Mul((worked(q), worked(factors[q]))) for q in different)]
    return [Said(("step", "add_fractions", "text"), {"products": Formula(None, products)})]


def ending(last: Expr, works: Sequence[Work]) -> list[Said]:
    """What is said behind the last line: by what it was reduced, or that it cannot be."""
    if works and works[-1].kind == "reduce":
        facts = works[-1].facts
        return [] if max(facts["numerator"], facts["denominator"]) > READ else [Said(("step", "reduce", "text"), facts)]
    found = ratio(last)
    if found is None or found[1] == 1 or not works or not SMALL < max(abs(found[0]), found[1]) <= READ:
        return []
    return [Said(("step", "lowest", "text"), {"numerator": abs(found[0]), "denominator": found[1]})]


def one_by_one(named: Expr, start: Expr) -> list[Step]:
    """The steps of a formula of no known shape, one for each kind of operation."""
    steps = [Step("substitute", [Formula(named, [start])])]
    for work in work_out(start):
        kind = work.kind if work.places == 1 else f"{work.kind}_each"
        if kind == steps[-1].kind == "calculate":  # level after level of whole numbers is one step
            steps[-1].formulas[0].members += work.members
        else:
            known = work.kind in (*ADDED, *PICKED.values(), "clear", "one_fraction")
            said = told([work]) if known or "picked" in work.facts else _operation(kind, work)
            steps.append(Step(kind, [Formula(named, list(work.members))], work.facts, said=said))
    return steps


def _operation(kind: str, work: Work) -> list[Said]:
    """The sentence of one operation, for the kinds that have one."""
    named = ("cancel", "rationalise", "reduce", "zero", "divide")
    return [Said(("step", kind, "text"), work.facts)] if kind in named and work.facts else []
