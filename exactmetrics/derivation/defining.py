"""The definition step: the formula by name, what its symbols stand for, and in words what it does."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from exactmetrics.derivation.planning.facts import definition_facts
from exactmetrics.derivation.planning.page import Formula, Said, Step
from exactmetrics.derivation.planning.plan import parts_named
from exactmetrics.derivation.planning.tree import leaves, rebuild, with_number
from exactmetrics.derivation.planning.wide import SumSign
from exactmetrics.expression.evaluate import children
from exactmetrics.expression.nodes import ANY, Div, Expr, Joined, Largest, Leaf, Mul, Named, Num, Product, Sum
from exactmetrics.matrix.blocks import LARGEST
from exactmetrics.metrics.request import Request
from exactmetrics.views.undefined import is_no_class_left

# The order of a list of symbols.
TOLD = ("tp", "predicted", "support", "fp", "fn", "tn", "cell", "gap", *LARGEST, "weight", "n")
USUAL: dict[Joined, str] = {"sum": "recipe_any", "product": "recipe_times", "largest": "recipe_largest"}
RECIPES: dict[str, str] = {"different": "recipe_pairs", "all": "recipe_cells", "others": "recipe_others"}
SIGNS = (
    "recipe_any",
    "recipe_any_chosen",
    "recipe_times",
    "recipe_times_chosen",
    "recipe_largest",
    *RECIPES.values(),
)  # what says no more than what a sign means


def definition_step(request: Request, named: Named, facts: dict[str, Any], known: set[Expr]) -> Step:
    """The formula by name, then what the names in it stand for."""
    named_inside = parts_named(named)
    defined = [part for part in named_inside if not part.head.is_part or part.head.tag is not None]
    formulas = [Formula(part, [with_number(part.body)], numeric=False) for part in (named, *defined)]
    one = _of_one_class(named) if request.average == "micro" and request.combine == "scores" else None
    if one is not None:
        formulas.insert(0, one)
    about = definition_facts(request, named, facts["k"]) | facts
    step = Step("definition", formulas, about)
    if about["chosen"]:
        step.said.append(Said(("step", "definition", "chosen"), {"labels": about["chosen"], "set": None}))
    own = 0 if one is None else 1  # where the formula asked for stands
    if one is not None:
        one.said = [Said(("step", "definition", "of_one_class"), {})]
    formulas[own].said = once(recipe(named.body, request), known)
    if len(formulas) > own + 1:
        formulas[own + 1].said = [Said(("step", "definition", "with"))]
        sums = [found[0] for part in defined if (found := _own_sums(part.body))]
        signs = [_sign(total) for total in sums if total.pairs or not formulas[own].said]
        step.after += {sign.path: sign for sign in reversed(signs)}.values()
    if is_no_class_left(named.body):  # 0/0 is no formula
        step.formulas = formulas = []
    symbols = new_symbols([formula.members[0] for formula in formulas], known)
    parts: list[Expr] = [
        part
        for part in named_inside
        if (part.head.tag is None and part.head.is_part)
        or (part.head.tag is not None and not part.head.is_part and part.head.metric != request.metric.name)
    ]
    step.symbols = parts + symbols
    return step


def _of_one_class(named: Named) -> Formula | None:
    """The formula of one class that an average uses with the sums of the counts."""
    if not _own_sums(named.body) or any(leaf.tag is None for leaf in leaves(named.body)):
        return None

    def one(e: Expr) -> Expr:
        return one(e.body) if isinstance(e, Sum) else rebuild(e, one)

    left = Named(replace(named.head, average=None, tag=ANY), one(named.body))
    return Formula(left, [left.body], numeric=False)


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
    if tag is not None and tag.other is not None:
        return tag.position is None or tag.other.position is None
    return leaf.block != "k" and (tag is None or tag.position is None or tag.bare or tag.rest)


def _without_parts(e: Expr) -> Expr:
    """A formula without the formulas of the parts that have steps of their own."""
    if isinstance(e, Named) and e.head.is_part and e.head.tag is None:
        return Num(Fraction(0))
    return rebuild(e, _without_parts)


def _own_sums(e: Expr) -> list[Sum]:
    """The sums over classes that a formula shows: those of the names in it are shown in formulas of their own."""
    if isinstance(e, Sum):
        return [e]
    return [] if isinstance(e, Named) else [total for part in children(e) for total in _own_sums(part)]


def _sign(total: Sum) -> Said:
    """What the sign of a sum means."""
    usual = USUAL[total.joined]
    key = RECIPES.get(total.pairs) or (usual if total.whole else f"{usual}_chosen")
    return Said(("step", "definition", key), {"sum": _sign_of(total)})


def _sign_of(total: Sum) -> SumSign:
    return SumSign(total.whole, total.pairs, total.joined, total.but)


def once(said: list[Said], known: set[Expr]) -> list[Said]:
    """What is said of a sum, without what the sign means where that was said before."""
    kept = [one for one in said if one.path[-1] not in SIGNS or one.facts["sum"] not in known]
    known.update(one.facts["sum"] for one in said)
    return kept


def recipe(body: Expr, request: Request | None) -> list[Said]:
    """What a formula with a sum over the classes does, in words, for the line above it."""
    sums = _own_sums(body)
    if not sums:
        return []
    total, *others = sums
    signs = {other.joined: _sign(other) for other in others if other.joined != total.joined}
    if isinstance(total, Largest):
        return [_sign(total), *signs.values()]
    facts: dict[str, Any] = {"sum": _sign_of(total)}
    pooled = request is not None and request.average == "micro" and request.combine == "scores"
    key = "recipe_micro" if pooled else RECIPES.get(total.pairs, "recipe_any")
    if isinstance(body, Div) and body.num is total and not pooled and not total.pairs:
        classes = isinstance(body.den, Leaf) and body.den.block == "k"  # or how many of them are chosen
        classes = classes or (not total.whole and body.den == Num(Fraction(len(total.terms))))
        if request is not None and request.is_weighted and isinstance(total.body, Mul):
            key, facts["n"] = "recipe_weighted", body.den
        elif classes:
            key, facts["k"] = "recipe_macro", len(total.terms) or body.den
        elif isinstance(body.den, Leaf):
            key, facts["n"] = "recipe_sum", body.den
    elif isinstance(total, Product):
        key, facts["k"] = "recipe_product", len(total.terms) or Leaf("k", None, None)
    if not total.whole and not total.pairs:
        key += "_chosen"
    return [Said(("step", "definition", key), facts), *signs.values()]
