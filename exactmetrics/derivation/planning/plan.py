"""The order of a derivation: definition, counts, what has no value, the parts, substitution, working, result."""

from __future__ import annotations

from typing import Any

from exactmetrics.derivation.planning.counts import Cells, count_table
from exactmetrics.derivation.planning.decimals import decimal_facts
from exactmetrics.derivation.planning.facts import definition_facts, no_value, notes, title_facts, weight_zero
from exactmetrics.derivation.planning.keep import keeper, kept_parts, without_value
from exactmetrics.derivation.planning.page import Formula, Page, Step
from exactmetrics.derivation.planning.tree import Keep, distinct, every_part, inlined, leaves, ratio, substituted
from exactmetrics.derivation.planning.wide import (
    FIRST_PARTS,
    MOST_CLASSES,
    MOST_PARTS,
    cut_rows,
    like_terms,
    list_numerators,
)
from exactmetrics.derivation.working.engine import work_out
from exactmetrics.derivation.working.step import Work
from exactmetrics.exact.values import Undefined, Value
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Expr, Head, Named, Num
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.policy import Policy
from exactmetrics.metrics.request import Request

PART_SAVING = 2
# Steps of whose facts a part tells, and what these are called there: two steps have facts of one name.
TOLD = {
    "clear": {"lcm": "multiplier", "denominators": "inner"},
    "reduce_terms": {},
    "common_denominator": {},
    "reduce": {},
}


def build_page(request: Request, value: Value, named: Named, blocks: Blocks, cells: Cells | None) -> Page:
    """The page of one derivation.

    >>> from fractions import Fraction
    >>> from exactmetrics.matrix.counts import Counts
    >>> from exactmetrics.metrics.request import resolve
    >>> from exactmetrics.views.trace import record
    >>> counts = Counts.from_rows([[5, 1], [5, 7]])
    >>> request, blocks = resolve("accuracy"), counts.blocks()
    >>> page = build_page(request, Fraction(2, 3), record(request, blocks), blocks, counts.rows())
    >>> [step.kind for step in page.steps], page.decimal["period"]
    (['definition', 'counts', 'substitute', 'add_up', 'reduce'], '6')
    """
    keep, wide = keeper(named), blocks.k > MOST_CLASSES
    start = None if named.applied is not None else substituted(inlined(named.body, keep))
    steps = [_definition(request, named, keep)]
    terms = () if start is None or not wide else like_terms(start, blocks.k)
    table = count_table(named, keep, blocks, cells, terms=terms)
    if table is not None:
        alone = [leaf for leaf in leaves(named) if leaf.tag is None]
        facts = {"leaves": [*alone, *table.columns], "matrix": cells is not None, "n": blocks.n, "k": blocks.k}
        steps.append(Step("counts", facts=facts, table=table))
    steps += weight_zero(named)
    steps += _parts(named, keep, request.policy, wide=wide)
    page = Page(named, title_facts(request), steps, value, notes=notes(request, blocks), wide=wide)
    if isinstance(value, Undefined):
        return page
    if start is not None:  # else the policy's number is the value, and its step has said so
        works = work_out(start, saving=_saving(request))
        steps += _worked(named, start, works, of_parts=bool(kept_parts(named, keep)))
        if table is not None and table.terms:
            list_numerators(table, works)
    if wide and table is not None:
        cut_rows(table)
    page.decimal = decimal_facts(value)
    return page


def _worked(named: Named, start: Expr, works: list[Work], *, of_parts: bool) -> list[Step]:
    """Substitution and working, and that the result is in lowest terms."""
    if isinstance(start, Num):
        return [Step("read_off", [Formula(named, [start])])]
    steps = [Step("substitute_parts" if of_parts else "substitute", [Formula(named, [start])])]
    for work in works:
        kind = work.kind if work.places == 1 else f"{work.kind}_each"
        if kind == steps[-1].kind == "calculate":  # level after level of whole numbers is one step
            steps[-1].formulas[0].members += work.members
        else:
            steps.append(Step(kind, [Formula(named, list(work.members))], work.facts))
    last = ratio(steps[-1].formulas[-1].members[-1])
    if last is not None and steps[-1].kind not in ("reduce", "divide", "zero") and last[1] != 1:
        steps.append(Step("lowest", facts={"numerator": last[0], "denominator": last[1]}))
    return steps


def _parts(named: Named, keep: Keep, policy: Policy, *, wide: bool) -> list[Step]:
    """What has no value and what is kept, each once, after the parts it is made of."""
    found: dict[Head, Named] = {}
    for part in without_value(named):
        for inner in kept_parts(part, keeper(part)):
            _add_part(found, inner)
        found.setdefault(part.head, part)
    for part in kept_parts(named, keep):
        _add_part(found, part)
    worked = [part for part in found.values() if part.applied is None]
    left = worked[FIRST_PARTS:] if wide and len(worked) > MOST_PARTS else []  # of very many the others are alike
    some = dict.fromkeys(id(part) for part in left)
    steps = [
        _worked_part(part) if part.applied is None else no_value(part, policy)
        for part in found.values()
        if id(part) not in some
    ]
    return [*steps, Step("parts_alike", facts={"n": len(left)})] if left else steps


def _add_part(found: dict[Head, Named], part: Named) -> None:
    if part.applied is not None or (part.head.title and not _has_value(part)):
        return
    for inner in kept_parts(part, keeper(part)):
        _add_part(found, inner)
    found.setdefault(part.head, part)


def _has_value(part: Named) -> bool:
    try:
        evaluate(part)
    except ZeroDivisionError:
        return False
    return True


def _worked_part(part: Named) -> Step:
    """A kept part worked out in one chain."""
    start = substituted(inlined(part.body, keeper(part)))
    works = work_out(start, saving=PART_SAVING)
    members = distinct([start, *(m for w in works for m in w.members)])
    return Step("part", [Formula(part, members, apart=_apart(works))], {"part": part} | _told(works))


def _apart(works: list[Work]) -> int:
    """How many members stand on a line of their own: those before the reduced terms of a sum, and these."""
    ends = [at for at, work in enumerate(works, 1) if work.kind == "reduce_terms"]
    if not ends:
        return 0
    before, after = (sum(len(work.members) for work in some) for some in (works[: ends[0]], works[ends[0] :]))
    return 1 + before if after > 1 else 0


def _told(works: list[Work]) -> dict[str, Any]:
    """What is told of the working of a part: by what is reduced, by what multiplied, and common denominators."""
    facts: dict[str, Any] = {}
    for kind, names in TOLD.items():
        found = [work.facts for work in works if work.kind == kind and work.facts]
        if len(found) == 1:
            facts |= {names.get(name, name): fact for name, fact in found[0].items()}
    return facts


def _definition(request: Request, named: Named, keep: Keep) -> Step:
    """The formula by name, and with the names inside written out; then the definition of each kind of part."""
    formulas = [Formula(named, distinct([named.body, inlined(named.body, keep)]), numeric=False)]
    for part in _kinds_of_parts(named, keep):
        formulas.append(Formula(part, distinct([part.body, inlined(part.body, keeper(part))]), numeric=False))
    return Step("definition", formulas, definition_facts(request, named))


def _kinds_of_parts(named: Named, keep: Keep) -> list[Named]:
    """One of each kind of kept part, over any class where the part is of a class."""
    found: dict[tuple[Any, ...], Named] = {}
    for part in every_part(named):
        if isinstance(part, Named) and keep(part):
            head = part.head
            key = (head.metric, head.average, head.mark, head.tag.rest if head.tag else None)
            found.setdefault(key, part)
    return list(found.values())


def _saving(request: Request) -> int:
    """Class scores are reduced when it helps at all; terms that carry a weight when it helps a good deal."""
    return 4 if request.average == "weighted" and request.combine == "scores" else 2
