"""Two calculations on the same data, one after the other: first the class values that both use, then either one.

Nothing is shared where a value of a class is not one and the same on both sides.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

from exactmetrics.derivation.class_tables import count_table, table_steps
from exactmetrics.derivation.defining import definition_step, new_symbols, once, recipe
from exactmetrics.derivation.derivation import Derivation
from exactmetrics.derivation.planning.facts import notes, title_facts, weight_zero
from exactmetrics.derivation.planning.harmonic import from_counts, harmonic_of, with_reciprocals
from exactmetrics.derivation.planning.page import Formula, Page, Said, Step
from exactmetrics.derivation.planning.plan import ClassValues, class_values, unmarked
from exactmetrics.derivation.planning.tree import leaves, names_inside, with_number
from exactmetrics.derivation.planning.wide import MOST_CLASSES
from exactmetrics.derivation.steps import calculation, finished, page_facts
from exactmetrics.expression.evaluate import has_value
from exactmetrics.expression.nodes import Div, Expr, Head, Named, Sum
from exactmetrics.views.trace import record

Sides = tuple[Derivation, Derivation]
PUT_IN = ("substitute", "add_fractions")  # how a mean of class values begins


def in_sections(sides: Sides, *, told: bool) -> tuple[Page, Page, Page] | None:
    """What both sides use, and what either one makes of it; None where they have no class values in common.

    `told` says that the reader knows already how either side combines the class values.
    """
    if sides[0].request.policy != sides[1].request.policy:  # the value of a class may not be the same
        return None
    recorded = [with_reciprocals(unmarked(record(side.request, side.blocks, side.positive))) for side in sides]
    own = [class_values(named, itself=named.head.average is None) for named in recorded]
    for at, side in enumerate(sides):
        if _adds_counts_of(side, sides[1 - at]):
            own[at] = own[1 - at]
    merged = _merged(list(chain(*own))) if all(own) else None
    if merged is None or len({at for one in merged for at in one.of}) < 2:
        return None
    first, second = recorded
    values = sorted(merged, key=lambda one: _mean_of(one, merged, sides) is not None)  # after what they are means of
    used = [leaf for named in recorded for leaf in leaves(named) if leaf.tag and leaf.tag.other is None]
    table = count_table(used, values, sides[0].blocks, sides[0].cells)
    if table is None:
        return None
    if any(side.request.average == "micro" for side in sides):
        table.sums = [sum(getattr(sides[0].blocks, block)) for block in table.blocks]
    known: set[Expr] = set()
    in_table = [part for one in values for part in one.of.values()]
    counted = [column for column in table.columns if isinstance(column, Expr)]
    steps = [_definitions(values, first, sides, counted, known), *_from_counts(values, sides)]
    steps += table_steps(table, first, in_table)
    steps[-1].after += [said for said in weight_zero(second) if said not in steps[-1].after]
    wide = sides[0].blocks.k > MOST_CLASSES
    shared = finished(values[0].any, title_facts(sides[0].request), steps, sides[0].value, wide=wide)
    heads = {one.any.head for one in values}
    parts = [[part for one in some for part in one.of.values()] for some in own]
    one, other = (
        _side(side, named, in_table, heads, known, defined=told)
        for side, named, in_table in zip(sides, recorded, parts, strict=True)
    )
    _say_once(one, other)
    return shared, one, other


def _adds_counts_of(side: Derivation, other: Derivation) -> bool:
    """Whether a side is the formula of the other's class values, with their counts added up."""
    one, two = side.request, other.request
    alike = (one.bound.chosen, one.parameters, one.combine) == (two.bound.chosen, two.parameters, two.combine)
    return one.average == "micro" and two.average != "micro" and one.combine == "scores" and alike


def _say_once(one: Page, other: Page) -> None:
    """A part that both sides calculate: on the second one its value, and the step in which it is calculated."""
    for at, step in enumerate(other.steps):
        part = step.facts.get("part") if step.kind == "part" else None
        found = [n for n, first in enumerate(one.steps, 1) if part is not None and first.facts.get("part") == part]
        if found and step.formulas:
            last = step.formulas[-1]
            said = [Said(("compare", "again"), {"step": found[0]})]
            other.steps[at] = Step("part", [Formula(last.left, last.members[-1:])], step.facts, said=said)


def _merged(found: list[ClassValues]) -> list[ClassValues] | None:
    """The values of both sides by metric, means of others last; None where one of them is not the same on both."""
    merged: dict[Head, ClassValues] = {}
    for one in found:
        there = merged.setdefault(one.any.head, ClassValues(one.any, {}))
        if there.any.body != one.any.body or any(there.of.get(at, value) != value for at, value in one.of.items()):
            return None
        there.of |= one.of
    return list(merged.values())


def _definitions(values: list[ClassValues], named: Named, sides: Sides, counted: list[Expr], known: set[Expr]) -> Step:
    """What each metric is, the symbols of the counts, and the formulas."""
    means = [_mean_of(one, values, sides) for one in values]
    bodies = [one.any.body if mean is None else mean for one, mean in zip(values, means, strict=True)]
    formulas = [
        Formula(one.any, [with_number(body)], numeric=False, said=once(recipe(body, None), known))
        for one, body in zip(values, bodies, strict=True)
    ]
    symbols = new_symbols([*(one.any.body for one in values), *counted], known)
    facts = page_facts(named, sides[0].blocks, sides[0].cells) | {"count": len(values)}
    return Step("definitions", formulas, facts, symbols=[*(one.any for one in values), *symbols])


def _mean_of(one: ClassValues, values: list[ClassValues], sides: Sides) -> Div | None:
    """The harmonic mean that a metric is of others on the page, where its formula is another one."""
    heads = {other.any.head for other in values}
    made = [harmonic_of(one.any, side.request, side.blocks) for side in sides]
    found = next((mean for mean in made if mean is not None), None)
    return found if found is not None and all(part.head in heads for part in names_inside(found)) else None


def _from_counts(values: list[ClassValues], sides: Sides) -> list[Step]:
    steps = []
    for one in values:
        known = _mean_of(one, values, sides) is not None
        made = (from_counts(one.any, one.of.values(), s.request, s.blocks, known=known) for s in sides)
        steps += next(filter(None, made), [])
    return steps


def _side(
    side: Derivation, named: Named, in_table: list[Named], heads: set[Head], known: set[Expr], *, defined: bool
) -> Page:
    """What one side makes of the class values."""
    request, blocks = side.request, side.blocks
    named = named if side.head is None else replace(named, head=side.head)
    if request.average is None and request.label is not None and has_value(named):
        steps = [Step("from_table")]  # its value stands right below it, in the box
    else:
        facts = page_facts(named, blocks, side.cells)
        steps = [] if defined else [_averaged(definition_step(request, named, facts, known), heads)]
        steps += _without_repeats(calculation(named, in_table, request, blocks, facts, known), named)
    told, wide = notes(request, blocks, side.value), blocks.k > MOST_CLASSES
    ended = side.page.ending
    return finished(named, title_facts(request), steps, side.value, notes=told, wide=wide, ending=ended)


def _averaged(step: Step, heads: set[Head]) -> Step:
    """The definition of an average whose class values are defined on the page."""
    step.formulas = [f for f in step.formulas if not isinstance(f.left, Named) or f.left.head not in heads]
    step.facts["defined"] = True
    return step


def _without_repeats(steps: list[Step], named: Named) -> list[Step]:
    """The steps of a macro mean begin with the sum of the class values: it says which numbers are put in."""
    body = named.body
    mean = isinstance(body, Div) and isinstance(body.num, Sum) and isinstance(body.num.body, Named)
    if mean and tuple(step.kind for step in steps[:2]) == PUT_IN:
        steps = steps[1:]
        steps[0].kind = "add_values"
    return steps
