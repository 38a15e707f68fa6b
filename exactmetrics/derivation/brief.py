"""A derivation for a slide: the definition with its symbols in a paragraph, and the calculation in few formulas."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from exactmetrics.derivation.defining import TOLD
from exactmetrics.derivation.planning.page import CountTable, Formula, Page, Said, Step, kind_of
from exactmetrics.derivation.planning.tree import distinct, every_part, ratio, substituted
from exactmetrics.derivation.working.chains import is_whole
from exactmetrics.exact.values import value_text
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Add, Div, Expr, Leaf, Mul, Named, Num, Sum

# Sentences of scores that take a number from the table, which is not left out then.
OFF_TABLE = ("added_up", "values_of_rows", "taken", "logarithms", "too_long")
LISTED = 8  # classes whose values stand in a sentence
SAID = ("undefined", "convention", "counts")  # steps whose sentences are told


def in_brief(page: Page) -> Page:
    """The definition, and one step with the values of the classes and a formula for each part and for the whole."""
    defined = [step for step in page.steps if step.kind in ("definition", "definitions")]
    parts = [step for step in page.steps if step.kind == "part"]
    rest = [step for step in page.steps if step not in parts and kind_of(step.kind) != "definition"]
    steps = [_definition(defined, parts), *(step for step in rest if step.kind == "table" and _reads_table(rest))]
    worked = [step for step in rest if kind_of(step.kind) not in SAID]
    said = [one for step in rest if step.table is not None and step.table.total is None for one in _values(step, page)]
    said += [one for step in rest if kind_of(step.kind) in SAID for one in (*step.said, *step.after)]
    formulas = [_part(step) for step in parts]
    if page.writer != Page.writer:
        formulas += _by_name(page.named, worked)
    elif worked:
        formulas.append(_whole(page.named, worked))
    if formulas and worked:
        said += _common([*parts, *worked], formulas)
    said += [one for step in worked for one in step.said if one.path[-1] in OFF_TABLE]
    if said or formulas:
        steps.append(Step("calculation", _once(formulas), said=said))
    notes = [note for note in page.notes if note[0] in ("shortened", "against_rest")]
    return replace(page, steps=steps, notes=notes)


def _reads_table(steps: list[Step]) -> bool:
    return any(one.path[-1] in OFF_TABLE for step in steps for one in step.said)


def _definition(defined: list[Step], parts: list[Step]) -> Step:
    """The definition with the formulas and the symbols of the parts."""
    first = defined[0]
    formulas = [f for step in (*defined, *parts) for f in step.formulas if not f.numeric]
    symbols = sorted((symbol for step in (*defined, *parts) for symbol in step.symbols), key=_order)
    bare = [replace(formula, said=[]) for formula in formulas]
    return Step("definition", _once(bare), first.facts | {"brief": True}, said=first.said, symbols=symbols)


def _once(formulas: list[Formula]) -> list[Formula]:
    """What is the same of several names is said once, behind all of them."""
    found: dict[tuple[Expr, ...], Formula] = {}
    for formula in formulas:
        key = tuple(formula.members)
        names = [] if formula.left is None else [formula.left]
        found[key] = (
            replace(found[key], members=[*found[key].members[: -len(key)], *names, *key]) if key in found else formula
        )
    return list(found.values())


def _order(symbol: Expr) -> int:
    """Names of parts first, counts as in any list of symbols."""
    return TOLD.index(symbol.block) if isinstance(symbol, Leaf) and symbol.block in TOLD else -1


def _values(step: Step, page: Page) -> list[Said]:
    """The weights and the values of the classes, where there are few."""
    table, said = step.table, []
    assert table is not None
    if len(table.rows) > LISTED:
        return []
    weights = _weights(table, page.named.body)
    if weights:
        said.append(Said(("brief", "weights"), {"weights": weights}))
    for score in table.scores:
        values = [Formula(None, _ends(chain.members)) for chain in score.chains if chain.members]
        several = sum(len(other.table.scores) for other in page.steps if other.table is not None) > 1
        said.append(Said(("brief", "values_of" if several else "values"), {"symbol": score.head, "values": values}))
    return [one for one in said if one.facts.get("values", True)]


def _weights(table: CountTable, body: Expr) -> list[Any]:
    """The counts that weigh the values, where the whole is their weighted mean."""
    total = body.num.body if isinstance(body, Div) and isinstance(body.num, Sum) else body
    weight = total.factors[0] if isinstance(total, Mul) else None
    if not isinstance(weight, Leaf) or weight.block not in table.blocks:
        return []
    at = table.blocks.index(weight.block)
    return [cells[at].value for _, _, cells in table.rows]


def _ends(members: list[Expr]) -> list[Expr]:
    return distinct([members[0], members[-1]])


def _common(steps: list[Step], formulas: list[Formula]) -> list[Said]:
    """The last common denominator over which a sum is written in one of the formulas."""
    parts = [part for formula in formulas for member in formula.members for part in every_part(member)]
    sums = [part for part in parts if isinstance(part, Div) and _is_sum(part)]
    written = [part.den for part in sums if all(map(is_whole, every_part(part.num)))]
    told = [said for step in steps for said in (*step.said, *(said for f in step.formulas for said in f.said))]
    for said in reversed(told):
        if said.path[:2] == ("step", "add_fractions") and said.facts.keys() & {"products", "lcm"}:
            products = said.facts.get("products")
            common = int(value_text(evaluate(products.members[0])) if products else said.facts["lcm"])
            if Num(Fraction(common)) in written:
                return [Said(("brief", "common"), {"lcm": common})]
    return []


def _part(step: Step) -> Formula:
    """A part: the formula with its numbers, one fraction, and that fraction reduced."""
    part = step.facts["part"]
    last = [formula for formula in step.formulas if formula.numeric][-1].members
    fractions = [member for member in last if ratio(member) is not None]
    return Formula(part, distinct([substituted(part.body), *fractions[-2:], last[-1]]))


def _by_name(named: Named, steps: list[Step]) -> list[Formula]:
    """The calculation of each part to its value, and of the whole, as a page of scores works them out.

    A formula without a left side is one of a part inside the next one that has one, or goes on with the last.
    """
    runs: list[tuple[Expr, list[Formula]]] = []
    waiting: list[Formula] = []
    for formula in (formula for step in steps for formula in step.formulas if formula.numeric):
        waiting.append(formula)
        if formula.left is not None:
            if not runs or not _is_same(formula.left, runs[-1][0]):
                runs.append((formula.left, []))
            runs[-1][1].extend(waiting)
            waiting = []
    if runs:
        runs[-1][1].extend(waiting)
    elif waiting:
        runs.append((named, waiting))
    found = []
    for left, formulas in runs:
        made, last = _in_short(left, formulas), formulas[-1].members[-1]
        found.append(made if _is_same(left, named) else replace(made, members=distinct([*made.members, last])))
    return found


def _is_same(left: Expr, other: Expr) -> bool:
    """Whether two left sides are one: of a part with a name its body may have been written out."""
    if isinstance(left, Named) and isinstance(other, Named):
        return left.head == other.head
    return left == other


def _whole(named: Named, steps: list[Step]) -> Formula:
    """The calculation of the whole; where it begins with a part, the formula with its numbers stands before."""
    formulas = [formula for step in steps for formula in step.formulas if formula.numeric]
    if formulas[0].left is not named:
        formulas = [Formula(named, [substituted(named.body)]), *formulas]
    return _in_short(named, formulas)


def _in_short(left: Expr, formulas: list[Formula]) -> Formula:
    """The first line with its numbers, a sum over its common denominator, and the last line down to the last fraction.

    The value itself stands in the box, and by what the fraction is reduced can be seen.
    """
    last = list(formulas[-1].members)
    before = formulas[-2].members if len(formulas) > 1 else []
    if isinstance(last[0], Mul) and len(before) > 2 and last[0].factors[-1] == before[-1] and _is_sum(before[-2]):
        last[0] = Mul((*last[0].factors[:-1], before[-2]))
    start = [] if formulas[0].left is None else [formulas[0].members[0]]
    members = distinct([*start, *last])
    while len(members) > 2 and (members[-1] == last[-1] or _is_product(members[-1])):
        members.pop()
    return Formula(left, members)


def _is_product(e: Expr) -> bool:
    """Whether a fraction is written with the factor by which it is reduced."""
    return isinstance(e, Div) and all(isinstance(side, Mul) for side in (e.num, e.den))


def _is_sum(e: Expr) -> bool:
    return isinstance(e, Div) and isinstance(e.num, Add)
