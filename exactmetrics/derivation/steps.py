"""The steps of a derivation: definition, values of the classes, the parts, the working, result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from exactmetrics.derivation.class_tables import count_table, in_tables, table_steps
from exactmetrics.derivation.defining import definition_step, new_symbols, once, recipe
from exactmetrics.derivation.ending import Ending
from exactmetrics.derivation.planning.cells import SHOWN_MATRIX
from exactmetrics.derivation.planning.facts import decimal_facts, no_value, notes, title_facts
from exactmetrics.derivation.planning.harmonic import from_counts, reciprocals_told, with_reciprocals
from exactmetrics.derivation.planning.page import Cells, CountTable, Formula, Page, Step, kind_of
from exactmetrics.derivation.planning.plan import ClassValues, bared, class_values, in_four, parts_in_order, unmarked
from exactmetrics.derivation.planning.tree import every_part, leaves, substituted, with_number
from exactmetrics.derivation.planning.wide import FIRST_ROWS, MOST_CLASSES, MOST_ROWS
from exactmetrics.derivation.working.logarithms import rules_once
from exactmetrics.derivation.working.solution import solved
from exactmetrics.exact.values import Undefined, Value
from exactmetrics.expression.evaluate import has_value
from exactmetrics.expression.nodes import Expr, Head, Named, Sum
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.request import Request

ONCE = ("add_fractions", "one_fraction", "cancel")  # steps whose sentences say how to calculate
ON_MATRIX = ("tp", "support", "predicted")  # counts that are read off a matrix with its totals


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a definition made of counts; on the page the value has the name of `head`, where one is given."""

    request: Request
    value: Value
    named: Named
    blocks: Blocks
    cells: Cells | None
    ending: Ending
    head: Head | None = None

    @property
    def blanks(self) -> bool:
        """Whether tables have room for blanks in the place of numbers."""
        return self.ending.look.detail == "scaffold" and not isinstance(self.value, Undefined)

    def plan(self) -> Plan:
        """The values of each class in a table, if there are any, and the parts that are calculated by themselves."""
        bare, blocks, cells = bared(unmarked(self.named)), self.blocks, self.cells
        # The total of a class is told as a sum where the matrix tells what its four counts are; a source has a formula
        # of its own.
        if not self.blanks and self.ending.look.profile is None and is_matrix_shown(blocks, cells):
            bare = in_four(bare)
        named = with_reciprocals(bare)
        named = named if self.head is None else replace(named, head=self.head)
        values = class_values(named)
        of_one = any(isinstance(part, Sum) and part.but is not None for part in every_part(named))  # in no table
        used = [leaf for leaf in leaves(named) if leaf.tag is not None and not (of_one and leaf.tag.other)]
        several = len({leaf.tag.position for leaf in used if leaf.tag} - {None}) > 1
        facts = page_facts(named, blocks, cells)
        tabled = values or (several and not (facts["matrix"] and all(leaf.block in ON_MATRIX for leaf in used)))
        return Plan(self, named, facts, values, count_table(used, values, blocks, cells) if tabled else None)


@dataclass(frozen=True, slots=True)
class Plan:
    """The formula as a page tells it, the values of each class, and the table they stand in."""

    recorded: Recorded
    named: Named
    facts: dict[str, Any]
    values: Sequence[ClassValues]
    table: CountTable | None

    def work(self) -> Page:
        """The definition, the class values, the parts, the value."""
        asked, named, table = self.recorded, self.named, self.table
        request, blocks, wide = asked.request, asked.blocks, asked.blocks.k > MOST_CLASSES
        if table is not None and not table.scores and request.average == "micro" and not asked.blanks and not wide:
            columns = zip(*(row[2] for row in table.rows), strict=True)
            table = replace(table, sums=[sum(cell.value for cell in column) for column in columns])
        in_table = [part for one in self.values for part in one.of.values()]
        known: set[Expr] = set()  # the symbols that stand on the page
        steps = [definition_step(request, named, self.facts, known)]
        for one in self.values or [ClassValues(named, {0: named})]:
            steps += from_counts(one.any, one.of.values(), request, blocks, known=False)
        if table is not None:
            steps += table_steps(table, named, in_table, blanks=asked.blanks)
        steps += calculation(named, in_table, request, blocks, self.facts, known)
        rules_once(steps)
        told = notes(request, blocks, asked.value)
        return finished(named, title_facts(request), steps, asked.value, notes=told, wide=wide, ending=asked.ending)


def finished(named: Named, title: dict[str, Any], steps: list[Step], value: Value, *, wide: bool, **more: Any) -> Page:
    """A page with its tables cut to their first rows where they are long, and with the decimal of its value."""
    _told_once(steps)
    for step in steps if wide else ():
        _cut_rows(step.table)
    decimal = {} if isinstance(value, Undefined) else decimal_facts(value)
    return Page(named, title, steps, value, decimal, wide=wide, **more)


def calculation(
    named: Named, in_table: list[Named], request: Request, blocks: Blocks, facts: dict[str, Any], known: set[Expr]
) -> list[Step]:
    """The parts that have steps of their own, and the value; `known` are the symbols that stand on the page."""
    steps = [_part(part, named, facts, known, blocks) for part in parts_in_order(named, in_table)]
    if not has_value(named):
        return steps
    if named.applied is not None:  # a convention gives the value of the whole, and nothing is calculated
        return [*steps, no_value(named, named)]
    return steps + reciprocals_told(in_tables(solved(named, substituted(named.body)), named.body, blocks))


def _told_once(steps: list[Step]) -> None:
    """How to calculate is not said again where a page has said it with the same numbers.

    Sentences that follow each other stay or go as one, for "then" speaks of the sentence before it.
    """
    told: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for step in steps:
        for sentences in (step.said, *(formula.said for formula in step.formulas)):
            new = [said for said in sentences if said.facts not in told.get(said.path, [])]
            if not new and all(said.path[1] in ONCE for said in sentences):
                sentences.clear()
            for said in new:
                told.setdefault(said.path, []).append(said.facts)


def is_matrix_shown(blocks: Blocks, cells: Cells | None) -> bool:
    """Whether the matrix stands on a page cell by cell."""
    return cells is not None and blocks.k <= SHOWN_MATRIX


def page_facts(named: Named, blocks: Blocks, cells: Cells | None) -> dict[str, Any]:
    """What sentences say of the data: whether the matrix stands on the page, how many samples and classes there are."""
    facts = {"matrix": is_matrix_shown(blocks, cells), "n": blocks.n, "k": blocks.k}
    return facts | {"example": _example(blocks), "totals": _totals(named, blocks)}


def _example(blocks: Blocks) -> dict[str, Any] | None:
    """The totals of the first class of several that has more than one sample and one prediction."""
    for label, row, column in zip(blocks.labels, blocks.support, blocks.predicted, strict=True):
        if row > 1 and column > 1 and blocks.k > 1:
            return {"class": label, "row": row, "column": column, "n": blocks.n}
    return None


def _totals(named: Named, blocks: Blocks) -> list[int | Fraction]:
    """Of two classes the column and row total of the positive one, and the row and column total of the other."""
    positions = {leaf.tag.position for leaf in leaves(named) if leaf.tag is not None}
    at = positions.pop() if blocks.k == 2 and len(positions) == 1 else None
    if at is None:
        return []
    return [blocks.predicted[at], blocks.support[at], blocks.support[1 - at], blocks.predicted[1 - at]]


def _cut_rows(table: CountTable | None) -> None:
    if table is not None and len(table.rows) > MOST_ROWS:
        table.left_out = len(table.rows) - FIRST_ROWS
        table.rows = table.rows[:FIRST_ROWS]
        for column in table.scores:
            column.chains = column.chains[:FIRST_ROWS]


def _part(part: Named, whole: Named, facts: dict[str, Any], known: set[Expr], blocks: Blocks) -> Step:
    """A part that is calculated by itself, in one step."""
    if part.applied is not None:
        return no_value(part, whole)
    step = Step("part", facts={"part": part} | facts)
    if part.head.is_part and part.head.tag is None:
        step.symbols, body = new_symbols([part.body], known), with_number(part.body)
        if body != substituted(part.body):  # there is something to put in
            step.formulas.append(Formula(part, [body], numeric=False, said=once(recipe(part.body, None), known)))
    works = in_tables(solved(part, substituted(part.body)), part.body, blocks)
    told = len(works) > 1 and kind_of(works[1].kind) not in ("logarithm", "multiply")  # a sum says what is put in
    if told and works[0].kind == "substitute" and len(works[0].formulas[0].members) == 1:
        works = works[1:]
    for work in works:
        if work.table is not None:
            step.table, step.said = work.table, work.said
        for formula in work.formulas:
            formula.said = [*work.said, *formula.said]
            work.said = []
            step.formulas.append(formula)
        step.after = [said for said in work.after if said.path[1] not in ("reduce", "lowest")]
    return step
