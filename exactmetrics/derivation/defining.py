"""The definition step: the formula by name, what its symbols stand for, and in words what it does."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics.derivation.planning.facts import definition_facts
from exactmetrics.derivation.planning.page import Formula, Said, Step
from exactmetrics.derivation.planning.plan import parts_named
from exactmetrics.derivation.planning.tree import every_part, leaves, rebuild
from exactmetrics.derivation.planning.wide import SumSign
from exactmetrics.expression.nodes import Div, Expr, Leaf, Mul, Named, Num, Sum
from exactmetrics.metrics.request import Request

TOLD = ("tp", "predicted", "support", "fp", "fn", "tn", "cell", "gap", "weight", "n")  # the order of a list of symbols


def definition_step(request: Request, named: Named, facts: dict[str, Any], known: set[Expr]) -> Step:
    """The formula by name, then what the names in it stand for."""
    formula = Formula(named, [_with_number(named.body)], numeric=False, said=_recipe(named.body, request))
    formulas, defined = [formula], [named]
    for part in parts_named(named):
        if not part.head.title or part.head.tag is not None:
            said = [Said(("step", "definition", "with"))] if len(formulas) == 1 else []
            formulas.append(Formula(part, [_with_number(part.body)], numeric=False, said=said))
            defined.append(part)
    symbols = new_symbols([f.members[0] for f in formulas], known)
    parts = [p for p in parts_named(named) if p.head.title and p.head.tag is None]
    return Step("definition", formulas, definition_facts(request, named) | facts, symbols=[*parts, *symbols])


def _with_number(body: Expr) -> Expr:
    """The number of classes is written as a number."""
    if isinstance(body, Div) and isinstance(body.den, Leaf) and body.den.block == "k" and body.den.value is not None:
        return Div(body.num, Num(body.den.value))
    return body


def new_symbols(trees: list[Expr], known: set[Expr]) -> list[Expr]:
    """The symbols of counts that formulas hold and that were not on the page before; of a sum those of any class."""
    found: dict[tuple[str, bool], Leaf] = {}
    for tree in trees:
        for leaf in filter(_is_general, leaves(_without_parts(tree))):
            found.setdefault((leaf.block, leaf.tag is not None and leaf.tag.rest), leaf)
    ordered = sorted(found.values(), key=lambda leaf: TOLD.index(leaf.block) if leaf.block in TOLD else len(TOLD))
    new: list[Expr] = [leaf for leaf in ordered if leaf not in known]
    known.update(new)
    return new


def _is_general(leaf: Leaf) -> bool:
    """Whether a count is that of any class, of the class in question, of all other classes, or of the matrix."""
    tag = leaf.tag
    return leaf.block != "k" and (tag is None or tag.position is None or tag.bare or tag.rest)


def _without_parts(e: Expr) -> Expr:
    """A formula without the formulas of the parts that have steps of their own."""
    if isinstance(e, Named) and e.head.title and e.head.tag is None:
        return Num(Fraction(0))
    return rebuild(e, _without_parts)


def _recipe(body: Expr, request: Request) -> list[Said]:
    """What a formula with a sum over the classes does, in words, for the line above it."""
    sums = [part for part in every_part(_without_parts(body)) if isinstance(part, Sum)]
    if not sums:
        return []
    total = body.num if isinstance(body, Div) and isinstance(body.num, Sum) else sums[0]
    facts: dict[str, Any] = {"sum": SumSign(total.whole, total.pairs)}
    pooled = request.average == "micro" and request.combine == "scores"
    if isinstance(body, Div) and body.num is total:
        terms = len(total.terms)
        if isinstance(total.body, Mul) and request.average == "weighted":
            return [Said(("step", "definition", "recipe_weighted"), facts | {"n": body.den})]
        if isinstance(total.body, Named) or (isinstance(body.den, Leaf) and body.den.block == "k"):
            return [Said(("step", "definition", "recipe_macro"), facts | {"k": terms})]
        if not pooled and not total.pairs and isinstance(body.den, Leaf):
            return [Said(("step", "definition", "recipe_sum"), facts | {"n": body.den})]
    key = "recipe_micro" if pooled else "recipe_pairs" if total.pairs else "recipe_any"
    return [Said(("step", "definition", key), facts)]


def part_recipe(body: Expr) -> list[Said]:
    total = next((part for part in every_part(body) if isinstance(part, Sum)), None)
    if total is None:
        return []
    facts: dict[str, Any] = {"sum": SumSign(total.whole, total.pairs)}
    if isinstance(body, Div) and body.num is total and isinstance(body.den, Leaf) and not total.pairs:
        return [Said(("step", "definition", "recipe_sum"), facts | {"n": body.den})]
    return [Said(("step", "definition", "recipe_pairs" if total.pairs else "recipe_any"), facts)]
