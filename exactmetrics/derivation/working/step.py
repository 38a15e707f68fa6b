"""Steps of the working: what a rule does wherever it fits, and whole numbers worked out one level at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import gcd, prod
from typing import Any

from exactmetrics.derivation.planning.origins import calculated, worked
from exactmetrics.derivation.planning.tree import ratio, rebuild, whole
from exactmetrics.expression.evaluate import children, evaluate
from exactmetrics.expression.nodes import Abs, Add, Div, Expr, Function, Max, Min, Mul, Neg, Num, Pow


@dataclass(slots=True)
class Work:
    """What is done to a node or to the whole tree: the forms it takes one after the other, the last being the outcome.

    `facts` are the numbers that its sentence names, `numbers` others that a sentence may make use of, `places` how many
    nodes were changed alike.
    """

    kind: str
    members: list[Expr]
    facts: dict[str, Any] = field(default_factory=dict)
    places: int = 1
    numbers: list[Any] = field(default_factory=list)


Rule = Callable[[Expr], Work | None]


def apply_everywhere(tree: Expr, rule: Rule, kind: type[Expr]) -> Work | None:
    """The step a rule makes: on every innermost node of a kind that it fits, at once.

    A node that takes fewer forms than another waits in its last one.
    """
    found: list[Work] = []
    works: dict[int, Work] = {}  # by identity of the node

    def find(e: Expr) -> bool:
        """Note what is done inside a node, or to itself where nothing is done inside; whether there was anything."""
        inside = [find(part) for part in children(e) if type(part) is not Num]
        if any(inside):
            return True
        work = rule(e) if type(e) is kind else None
        if work is not None:
            works[id(e)] = work
            found.append(work)
        return work is not None

    def form(e: Expr, at: int) -> Expr:
        work = works.get(id(e))
        if work is None:
            return rebuild(e, lambda part: form(part, at))
        return work.members[min(at, len(work.members) - 1)]

    if not find(tree):
        return None
    members = [form(tree, at) for at in range(max(len(work.members) for work in found))]
    facts = found[0].facts if all(work.facts == found[0].facts for work in found) else {}
    return Work(_together(found), members, facts, len(found), found[0].numbers)


def _together(found: list[Work]) -> str:
    """What one rule does in several places is called together: fractions reduced, or numerators put together."""
    kinds = {work.kind for work in found}
    return kinds.pop() if len(kinds) == 1 else "reduce" if "reduce" in kinds else "put_together"


PICKED: dict[type[Expr], str] = {Max: "larger", Min: "smaller", Abs: "absolute", Function: "sign"}


def _is_picked(e: Expr) -> bool:
    """Whether what it comes to is told; of the functions the sign alone has a whole number as its value."""
    return type(e) in PICKED and getattr(e, "name", "sgn") == "sgn"


def calculate(tree: Expr, operations: tuple[type[Expr], ...] = (Pow, Mul, Add, *PICKED)) -> Work | None:
    """Every innermost operation on whole numbers worked out, everywhere at once.

    A power of a fraction, and a sum of a whole number and a fraction inside a product (1 + beta squared) or a quotient
    (1 - beta), are numbers of the definition rather than of the matrix, and are worked out here too.
    """
    done: set[str] = set()
    picked: list[tuple[Expr, Expr]] = []  # with what they come to

    def level(e: Expr, inside: bool) -> Expr:
        found = _operation(e, inside) if type(e) in operations else None
        if found is None:
            return rebuild(e, lambda part: level(part, type(e) in (Mul, Div)))
        done.add(found[0])
        if _is_picked(e):
            picked.append((e, found[1]))
        return found[1]

    out = level(tree, False)
    if not done:
        return None
    several = "calculate" if done & {"multiply", *PICKED.values()} else "add_or_subtract"
    facts = {"picked": [e for e, _ in picked]} if picked else {}
    return Work(done.pop() if len(done) == 1 else several, [out], facts, numbers=[found for _, found in picked])


def _operation(e: Expr, inside: bool) -> tuple[str, Expr] | None:
    if isinstance(e, Pow):
        return ("multiply", worked(evaluate(e), e)) if ratio(e.base) is not None else None
    if isinstance(e, Mul):
        if any(whole(f) == 0 for f in e.factors) and all(isinstance(f, Num) for f in e.factors):
            return "multiply", worked(0, e)
        factors = _whole_numbers(e.factors)
        return None if factors is None else ("multiply", worked(prod(factors), e))
    if _is_picked(e):
        parts = e.arg.terms if isinstance(e, Abs) and isinstance(e.arg, Add) else children(e)
        known = _whole_numbers(parts) is not None or all(ratio(part) is not None for part in children(e))
        return (PICKED[type(e)], calculated(e)) if known else None
    if not isinstance(e, Add):
        return None
    terms = _whole_numbers(e.terms)
    if terms is not None:
        return _kind_of_sum(e), worked(sum(terms), e)
    some = tuple(t for t in e.terms if whole(t) != 0)
    if some and len(some) < len(e.terms):  # nothing is added to fractions
        return _kind_of_sum(e), some[0] if len(some) == 1 else Add(some)
    constant = inside and len(e.terms) == 2 and all(isinstance(t, Num) or _is_reduced(t) for t in e.terms)
    if not constant or all(whole(t) is None for t in e.terms):
        return None
    return _kind_of_sum(e), worked(evaluate(e), e)


def _is_reduced(e: Expr) -> bool:
    """Whether it is a fraction in lowest terms, as the numbers of a definition are."""
    found = ratio(e)
    return found is not None and gcd(*found) == 1


def _whole_numbers(parts: tuple[Expr, ...]) -> list[int] | None:
    """The whole numbers that parts are; None where one is none, which the first part of most sums is."""
    found: list[int] = []
    for part in parts:
        n = whole(part)
        if n is None:
            return None
        found.append(n)
    return found


def _kind_of_sum(e: Add) -> str:
    minus = sum(isinstance(t, Neg) for t in e.terms)
    return "add_up" if not minus else "subtract" if len(e.terms) == 2 else "add_or_subtract"
