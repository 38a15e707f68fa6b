"""The order of a derivation: definition, counts, what has no value, the parts, substitution, working, result.

A `Plan` is all of it that does not depend on the counts. It is made from a recorded tree, and filled with the counts of
that matrix, or of any other on which the same question records the same tree.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

from exactmetrics.derivation.planning.counts import Cells, TablePlan
from exactmetrics.derivation.planning.decimals import decimal_facts
from exactmetrics.derivation.planning.facts import definition_facts, no_value, notes, title_facts, weight_zero
from exactmetrics.derivation.planning.keep import keeper, kept_parts, without_value
from exactmetrics.derivation.planning.page import Formula, Page, Step
from exactmetrics.derivation.planning.substitute import Filling, substitution
from exactmetrics.derivation.planning.tree import Keep, distinct, every_part, inlined, leaves, ratio
from exactmetrics.derivation.planning.wide import FIRST_PARTS, MOST_CLASSES, MOST_PARTS, cut_rows, list_terms
from exactmetrics.derivation.working.engine import work_out
from exactmetrics.derivation.working.step import Work
from exactmetrics.exact.values import Undefined, Value
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Expr, Head, Named, Num
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.policy import Policy
from exactmetrics.metrics.request import Request

Fill = Callable[[Filling], Step]
PART_SAVING = 2
# Steps of whose facts a part tells, and what these are called there: two steps have facts of one name.
TOLD = {
    "clear": {"lcm": "multiplier", "denominators": "inner"},
    "reduce_terms": {},
    "common_denominator": {},
    "reduce": {},
}


def build_page(request: Request, value: Value | None, named: Named, blocks: Blocks, cells: Cells | None) -> Page:
    """The page of one derivation.

    >>> from exactmetrics.matrix.counts import Counts
    >>> from exactmetrics.metrics.request import resolve
    >>> from exactmetrics.views.trace import record
    >>> counts = Counts.from_rows([[5, 1], [5, 7]])
    >>> request, blocks = resolve("accuracy"), counts.blocks()
    >>> page = build_page(request, Fraction(2, 3), record(request, blocks), blocks, counts.rows())
    >>> [step.kind for step in page.steps], page.decimal["period"]
    (['definition', 'counts', 'substitute', 'add_up', 'reduce'], '6')
    """
    return Plan(request, named, blocks).page(blocks, cells, value)


class Plan:
    """All of a derivation but its numbers, as it follows from a recorded tree."""

    def __init__(self, request: Request, named: Named, blocks: Blocks) -> None:
        self.named = named
        self.whole = all(type(n) is int for n in (blocks.n, *blocks.tp, *blocks.support, *blocks.predicted))
        self._keep = keep = keeper(named)
        self._definition = _definition(request, named, keep)
        self._table = TablePlan(named, keep, blocks.labels, whole=self.whole)
        alone = [leaf for leaf in leaves(named) if leaf.tag is None]
        self._legend = [*alone, *self._table.columns]
        self._weight_zero = weight_zero(named)
        self._without_value = without_value(named)
        self._parts = self._ordered_parts(request.policy)
        self._saving = _saving(request)
        self._start = substitution(inlined(named.body, keep), whole=self.whole)
        self._of_parts = bool(kept_parts(named, keep))
        self._title, self._notes = title_facts(request), notes(request, blocks)

    def page(self, blocks: Blocks, cells: Cells | None, value: Value | None = None) -> Page:
        """The page of a matrix; without `value`, that is what the working comes to."""
        filling = Filling(blocks)
        steps, table = [self._definition], None
        if self._table:
            facts = {"leaves": self._legend, "matrix": cells is not None, "n": blocks.n, "k": blocks.k}
            table = self._table.filled(filling, cells)
            steps.append(Step("counts", facts=facts, table=table))
        steps += self._weight_zero
        wide = blocks.k > MOST_CLASSES
        steps += self._worked_parts(filling) if wide else [_made(part, filling) for part in self._parts]
        page = Page(
            self.named, self._title, steps, Fraction(0) if value is None else value, notes=self._notes, wide=wide
        )
        if isinstance(value, Undefined):
            return page
        if self.named.applied is None:  # else the policy's number is the value, and its step has said so
            start = self._start(filling)
            works = work_out(start, saving=self._saving) if not isinstance(start, Num) else []
            last = self._work(page, start, works)
            if page.wide and table is not None:
                list_terms(table, start, works)
            page.value = evaluate(last) if value is None else value
        if page.wide and table is not None:
            cut_rows(table)
        page.decimal = {} if isinstance(page.value, Undefined) else decimal_facts(page.value)
        return page

    def _work(self, page: Page, start: Expr, works: list[Work]) -> Expr:
        """Substitution and working, and that the result is in lowest terms; what it comes to."""
        named = self.named
        if isinstance(start, Num):
            page.steps.append(Step("read_off", [Formula(named, [start])]))
            return start
        steps = [Step("substitute_parts" if self._of_parts else "substitute", [Formula(named, [start])])]
        for work in works:
            kind = work.kind if work.places == 1 else f"{work.kind}_each"
            if kind == steps[-1].kind == "calculate":  # level after level of whole numbers is one step
                steps[-1].formulas[0].members += work.members
            else:
                steps.append(Step(kind, [Formula(named, list(work.members))], work.facts))
        end = steps[-1].formulas[-1].members[-1]
        last = ratio(end)
        if last is not None and steps[-1].kind not in ("reduce", "divide", "zero") and last[1] != 1:
            steps.append(Step("lowest", facts={"numerator": last[0], "denominator": last[1]}))
        page.steps += steps
        return end

    def _worked_parts(self, filling: Filling) -> list[Step]:
        """The parts of a wide problem: of very many the first ones, for the others are worked out alike."""
        working = [part for part in self._parts if not isinstance(part, Step)]
        if len(working) <= MOST_PARTS:
            return [_made(part, filling) for part in self._parts]
        kept = [part for part in self._parts if isinstance(part, Step) or part in working[:FIRST_PARTS]]
        left = Step("parts_alike", facts={"n": len(working) - FIRST_PARTS})
        return [*(_made(part, filling) for part in kept), left]

    def _ordered_parts(self, policy: Policy) -> list[Step | Fill]:
        """What has no value and what is kept, each once, after the parts it is made of."""
        found: dict[Head, Step | Fill] = {}
        for part in self._without_value:
            for inner in kept_parts(part, keeper(part)):
                self._add_part(found, inner)
            found.setdefault(part.head, no_value(part, policy))
        for part in kept_parts(self.named, self._keep):
            self._add_part(found, part)
        return list(found.values())

    def _add_part(self, found: dict[Head, Step | Fill], part: Named) -> None:
        if part.applied is not None:
            return
        keep = keeper(part)
        for inner in kept_parts(part, keep):
            self._add_part(found, inner)
        if part.head not in found:
            found[part.head] = _worked_part(part, keep, whole=self.whole)


def _worked_part(part: Named, keep: Keep, *, whole: bool) -> Fill:
    """A kept part worked out in one chain; of very many most are never asked for."""
    put = cache(lambda: substitution(inlined(part.body, keep), whole=whole))

    def fill(filling: Filling) -> Step:
        start = put()(filling)
        works = work_out(start, saving=PART_SAVING)
        members = distinct([start, *(m for w in works for m in w.members)])
        filling.values[part.head] = Num(evaluate(members[-1]))
        return Step("part", [Formula(part, members, apart=_apart(works))], {"part": part} | _told(works))

    return fill


def _apart(works: list[Work]) -> int:
    """How many members stand on a line of their own: those before the reduced terms of a sum, and these."""
    ends = [at for at, work in enumerate(works, 1) if work.kind == "reduce_terms"]
    if not ends:
        return 0
    before, after = (sum(len(work.members) for work in some) for some in (works[: ends[0]], works[ends[0] :]))
    return 1 + before if after > 1 else 0


def _made(part: Step | Fill, filling: Filling) -> Step:
    return part if isinstance(part, Step) else part(filling)


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
