"""The tables of a derivation: counts and values class by class, and the terms of a long sum."""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import replace
from fractions import Fraction

from exactmetrics.derivation.notation.symbols import TEXT, Symbols
from exactmetrics.derivation.notation.text import Text
from exactmetrics.derivation.planning.cells import cells_of
from exactmetrics.derivation.planning.facts import no_value, weight_zero
from exactmetrics.derivation.planning.origins import chosen, worked
from exactmetrics.derivation.planning.page import LEAST_ROOM, Cell, Cells, CountTable, Formula, Said, Score, Step
from exactmetrics.derivation.planning.plan import ClassValues
from exactmetrics.derivation.planning.tree import distinct, every_part, ratio, rebuild, substituted, whole
from exactmetrics.derivation.planning.wide import FIRST_ROWS, MOST_ROWS
from exactmetrics.derivation.working import fractions
from exactmetrics.derivation.working.chains import ADDED, READ
from exactmetrics.derivation.working.engine import work_out
from exactmetrics.derivation.working.functions import has_functions
from exactmetrics.derivation.working.logarithms import has_logs, spelled
from exactmetrics.exact.digits import int_text
from exactmetrics.exact.values import Symbolic
from exactmetrics.expression.evaluate import has_value, walk
from exactmetrics.expression.nodes import ANY, Add, Div, Expr, Leaf, Mul, Named, Num, Sum, terms_of
from exactmetrics.matrix.blocks import LARGEST, Blocks
from exactmetrics.views.carrier import cells_of as wrong_cells
from exactmetrics.views.carrier import has_cells

LONG_SUM = 5  # terms from which on a sum of fractions is added in a table
SHOWN_MEMBERS = 3  # of a longer chain of a class's value the first and the last two are shown
ORDER = ("weight", "tp", "predicted", "support", "fp", "fn", "tn", *LARGEST)
ROOM = 70  # digits on a line of the table of counts
BETWEEN_COLUMNS, EQUALS = 2.4, 2.8  # the space between columns and a sign of equality, in digits
SPACE = 0.25  # by so much a space is narrower than a digit
_NUMBER = re.compile(r"\d+")
_PLAIN = Text(Symbols({}, {}, (), TEXT))


def table_steps(table: CountTable, named: Named, in_table: list[Named], *, blanks: bool = False) -> list[Step]:
    """The table as a step, or as several where it is too wide, with what is said of values that are undefined.

    With `blanks` numbers will be blanks, which are wider.
    """
    said = weight_zero(named)
    for part in in_table:
        if part.applied is not None and part.applied.policy not in ("inherited", "propagate"):
            said += no_value(part, named).said
    whole = {score.head: score.chains for score in table.scores}
    steps = [Step("class_values" if part.scores else "counts", table=part) for part in _in_width(table, blanks)]
    for step in steps[1:]:
        assert step.table is not None
        step.kind, step.facts = "class_values_of", {"metrics": [score.head for score in step.table.scores]}
    for step in steps:
        assert step.table is not None
        rows, formulas = [at for _, at, _ in step.table.rows], step.formulas
        if len(rows) > MOST_ROWS:  # no more of them than the table lists
            rows = rows[:FIRST_ROWS]
        for score in [score for score in step.table.scores if score.chains is not whole[score.head]]:
            long = not blanks and _has_long_values(score)  # which break into rows in formulas alone
            for at in rows if long else rows[:1]:
                formulas += _worked(score.head, at, in_table)
            if long:
                step.table.scores.remove(score)
        if not step.table.columns and not step.table.scores:
            step.table = None
    steps[-1].after += said
    return steps


def _has_long_values(score: Score) -> bool:
    """Whether its values are sums of logarithms or of unlike roots of a higher degree, too wide for a table."""
    return _score_width(score, blanks=False) > ROOM and any(
        has_logs(e) or any(map(_has_high_roots, walk(e))) for chain in score.chains for e in chain.members
    )


def _has_high_roots(e: Expr) -> bool:
    return isinstance(e, Num) and isinstance(e.value, Symbolic) and any(r.degree > 2 for r in e.value.roots)


def count_table(used: list[Leaf], values: list[ClassValues], blocks: Blocks, cells: Cells | None) -> CountTable | None:
    """The counts that a formula uses, class by class, and the classes' values; None where it speaks of no class."""
    names = [block for block in ORDER if any(leaf.block == block for leaf in used)]
    positions = sorted({leaf.tag.position for leaf in used if leaf.tag and leaf.tag.position is not None})
    if not names or not positions:
        return None
    tag = used[0].tag if len(positions) == 1 else ANY
    weights = {leaf.tag.position: leaf.value for leaf in used if leaf.tag and leaf.block == "weight"}
    columns = [
        [Cell((), weights.get(i, Fraction(0))) for i in positions]
        if block == "weight"
        else _column(block, positions, blocks, cells)
        for block in names
    ]
    rows = [(blocks.labels[i], i, list(row)) for i, row in zip(positions, zip(*columns, strict=True), strict=True)]
    table = CountTable([Leaf(block, tag, None) for block in names], names, rows)
    for one in values:
        chains = [_chain(one.of[i] if i in one.of else _counted(one.any, i, blocks)) for i in positions]
        marked = {i for i in positions if i in one.of and one.of[i].applied is not None}
        table.scores.append(Score(one.any, chains, one.any.body, marked))
    return table


def _counted(any_class: Named, position: int, blocks: Blocks) -> Named:
    """The metric of a class that takes no part in a mean, with its counts."""
    of_cells = any(isinstance(part, Sum) and part.but is not None for part in every_part(any_class))
    cells = {(i, j): n for i, j, n in wrong_cells(blocks, diagonal=False)} if of_cells and has_cells(blocks) else {}

    def count(e: Expr, other: int = position) -> Expr:
        if isinstance(e, Sum) and e.but is not None:  # of any class there are no cells
            others = [j for j in range(blocks.k) if j != position]
            return Add(tuple(count(term, j) for j in others for term in terms_of(e.body)))
        if isinstance(e, Leaf) and e.tag is not None and e.tag.other is not None:
            return replace(e, value=Fraction(cells[(other, position) if e.tag.second else (position, other)]))
        if isinstance(e, Leaf) and e.tag is not None:
            return replace(e, value=Fraction(getattr(blocks, e.block)[position]))
        return rebuild(e, lambda part: count(part, other))

    made = count(any_class)
    assert isinstance(made, Named)
    return made


def _chain(value: Named) -> Formula:
    """The value of a class: with numbers put in, as one fraction, and reduced; empty where it is undefined."""
    if not has_value(value):
        return Formula(None, [])
    if value.applied is not None:
        return Formula(None, [substituted(value)])
    start = substituted(value.body)
    works = work_out(start)
    members = distinct([start, *(work.members[-1] for work in works)])
    if len(members) > SHOWN_MEMBERS:
        members = [members[0], *members[-2:]]
    for work in works:
        if work.kind == "rationalise" and len(work.members) > 2:  # the fraction that is multiplied, and by what
            at = members.index(work.members[-1]) if work.members[-1] in members else 1
            members[at:at] = work.members[-4:-1]
        if work.kind in ADDED and work.places == 1 and not work.facts["alike"]:  # what is added, over one denominator
            at = members.index(work.members[-1]) if work.members[-1] in members else 1
            members.insert(at, work.members[-2])
    if len(members) > 1 and has_functions(start) and spelled(members[-1]) == spelled(members[-2]):
        members = members[:-1]  # what is put in is the value
    return Formula(None, distinct(members))


def _column(block: str, positions: list[int], blocks: Blocks, cells: Cells | None) -> list[Cell]:
    return [Cell(() if cells is None else cells_of(block, i, cells), getattr(blocks, block)[i]) for i in positions]


def _worked(head: Expr | Said, position: int, in_table: list[Named]) -> list[Formula]:
    """The whole working of a class, if it has a value, below a table whose cells have no room for it."""
    assert isinstance(head, Named)
    found = [part for part in in_table if part.head.tag and part.head.tag.position == position and _alike(part, head)]
    return [Formula(part, _chain(part).members) for part in found if part.applied is None and has_value(part)]


def _alike(part: Named, head: Named) -> bool:
    """Whether a part is a metric of a class, of the class itself or of all others."""
    tags = part.head.tag, head.head.tag
    return replace(part.head, tag=None) == replace(head.head, tag=None) and len({tag and tag.rest for tag in tags}) == 1


def _in_width(table: CountTable, blanks: bool) -> list[CountTable]:
    """A table as it is, or in several where it would be wider than a page, the counts in the first.

    Where even a table of one column of values would be too wide, its chains are shown by both ends, or by the last one.
    """
    label = min(max(len(str(label)) for label, _, _ in table.rows), 40)
    scores, widths = [], []
    for score in table.scores:
        shown, wide = score, _score_width(score, blanks)
        for ends in (2, 1):
            if label + wide > ROOM:
                shown = replace(score, chains=[_ends(chain, ends) for chain in score.chains])
                wide = _score_width(shown, blanks)
        scores.append(shown)
        widths.append(wide)
    used = label + _width(table, blanks)
    if used + sum(widths[:1]) > ROOM:  # what a count adds up is left out first
        for _, _, cells in table.rows:
            cells[:] = [Cell((), c.value) for c in cells]
        used = label + _width(table, blanks)
    tables = [CountTable(table.columns, table.blocks, table.rows, sums=table.sums)]
    if len(scores) > 1 and used + sum(widths) > ROOM:  # the values together, without the counts
        used = ROOM
    for score, wide in zip(scores, widths, strict=True):
        if used + wide > ROOM and (tables[-1].scores or len(tables) == 1):
            tables.append(CountTable([], [], [(name, at, []) for name, at, _ in table.rows]))
            used = label
        tables[-1].scores.append(score)
        used += wide
    return tables


def _ends(chain: Formula, ends: int) -> Formula:
    """The first and the last member of a chain, or the last one."""
    first = chain.members[:1] if ends > 1 and len(chain.members) > 1 else []
    return replace(chain, members=[*first, *chain.members[-1:]])


def _score_width(score: Score, blanks: bool) -> float:
    rows = (sum([_length(_PLAIN.show(e), blanks) + EQUALS for e in chain.members]) for chain in score.chains)
    return max(rows, default=0.0) + BETWEEN_COLUMNS


def _width(table: CountTable, blanks: bool) -> float:
    """Of the counts, in digits."""
    columns = [
        max([sum([len(str(p)) + 2.5 for p in cell.parts]) + _length(str(cell.value), blanks) for cell in column])
        for column in zip(*(cells for _, _, cells in table.rows), strict=True)
    ]
    return sum(columns, 0.0) + BETWEEN_COLUMNS * len(columns)


def _length(text: str, blanks: bool) -> float:
    """About how many digits wide a formula on one line is; a blank has room for a digit more, and a letter."""
    room = sum([max(4, LEAST_ROOM - len(number) + 3) for number in _NUMBER.findall(text)]) if blanks else 0
    return len(text) - SPACE * text.count(" ") + room


# long sums


def in_tables(steps: list[Step], body: Expr, blocks: Blocks) -> list[Step]:
    """The steps of a mean; a long sum of fractions is added in a table, where its denominator is not too long."""
    at = next((i for i, step in enumerate(steps) if step.kind == "add_fractions"), None)
    if at is None or not isinstance(body, Div) or not isinstance(body.num, Sum):
        return steps
    positions = [_position(term) for term in body.num.terms]
    row = fractions.row_of(steps[at].formulas[0].members[0])
    if row is None or len(positions) < LONG_SUM or len(row.tops) != len(positions):
        return steps
    members = steps[at].formulas[0].members
    spread = [e for e in members if isinstance(e, Div)]  # the numerators over one denominator, and their sum over it
    total, common = next(found for e in spread if (found := ratio(e)) is not None)
    if common > READ:  # no factor is short enough to be read
        [chain] = steps[at].formulas
        chain.members = [chain.members[0], chain.members[-1]]
        steps[at].said = [Said(("step", "add_fractions", "large"), {"digits": len(int_text(common))})]
        return steps
    rows: list[tuple[Hashable, int, list[Cell]]] = []
    chains = []
    products = steps[0].formulas[0].members[0]
    terms = products.num.terms if isinstance(products, Div) and isinstance(products.num, Add) else ()
    above = [e.num for e in spread if isinstance(e.num, Add)][-1].terms
    for i, (position, p, q, term) in enumerate(zip(positions, row.tops, row.bottoms, above, strict=True)):
        assert position is not None
        n = whole(term)
        assert n is not None
        rows.append((blocks.labels[position], position, [Cell((), _factor(term, p)), Cell((), n)]))
        value = fractions.over(p, q)
        chains.append(Formula(None, [terms[i], value] if isinstance(terms[i], Mul) else [value]))
    head = Said(("step", "terms", "product" if any(isinstance(t, Mul) for t in terms) else "value"))
    columns: list[Expr | Said] = [
        Said(("step", "terms", "factor")),
        Said(("step", "terms", "numerator"), {"lcm": common}),
    ]
    table = CountTable(columns, ["factor", "numerator"], rows, [Score(head, chains)], total=total)
    said = [Said(("step", "add_fractions", "lcm"), {"lcm": common})]
    kind = "multiply_and_add" if head.path[-1] == "product" else "add_values"
    return [Step(kind, table=table, said=said), *steps[at + 1 :]]


def _factor(term: Expr, p: int) -> int:
    """By what a numerator was multiplied: 1, the new numerator itself, or the last factor of its product."""
    assert isinstance(term, Num)
    if term is worked(p):
        return chosen(1)
    return whole(term.origin.factors[-1] if isinstance(term.origin, Mul) else term) or 1


def _position(term: Expr) -> int | None:
    """The class that a term of a sum is of."""
    tags = [
        part.tag if isinstance(part, Leaf) else part.head.tag
        for part in every_part(term)
        if isinstance(part, (Leaf, Named))
    ]
    return next((tag.position for tag in tags if tag is not None), None)
