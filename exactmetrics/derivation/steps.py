"""The steps of a derivation: definition, values of the classes, the parts, the working, result."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from exactmetrics.derivation.notation.symbols import TEXT, Symbols
from exactmetrics.derivation.notation.text import Text
from exactmetrics.derivation.planning.facts import (
    decimal_facts,
    definition_facts,
    no_value,
    notes,
    title_facts,
    weight_zero,
)
from exactmetrics.derivation.planning.page import Cell, Cells, CountTable, Formula, Page, Said, Score, Step
from exactmetrics.derivation.planning.plan import ClassValues, bared, class_values, parts_in_order, parts_named
from exactmetrics.derivation.planning.tree import distinct, every_part, leaves, rebuild, substituted
from exactmetrics.derivation.planning.wide import FIRST_ROWS, MOST_CLASSES, MOST_ROWS, SumSign
from exactmetrics.derivation.working.engine import work_out
from exactmetrics.derivation.working.solution import solved
from exactmetrics.exact.values import Undefined, Value
from exactmetrics.expression.evaluate import has_value
from exactmetrics.expression.nodes import ANY, Div, Expr, Leaf, Mul, Named, Num, Sum
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.policy import Policy
from exactmetrics.metrics.request import Request

SHOWN_PARTS = 4  # a count that adds up more cells than these is shown as its value alone
SHOWN_MEMBERS = 3  # of a longer chain of a class's value the first and the last two are shown
SHOWN_MATRIX = 10  # classes of the largest matrix that stands on a page whole
ORDER = ("weight", "tp", "predicted", "support", "fp", "fn", "tn")
TOLD = ("tp", "predicted", "support", "fp", "fn", "tn", "cell", "gap", "weight", "n")  # the order of a list of symbols
ON_MATRIX = ("tp", "support", "predicted")  # counts that are read off a matrix with its totals
ROOM = 78  # digits on a line of the table of counts
_PLAIN = Text(Symbols({}, {}, (), TEXT))


def build_page(request: Request, value: Value, named: Named, blocks: Blocks, cells: Cells | None) -> Page:
    named, wide = bared(named), blocks.k > MOST_CLASSES
    values = class_values(named)
    shown = cells is not None and blocks.k <= SHOWN_MATRIX
    used = [leaf for leaf in leaves(named) if leaf.tag is not None]
    table = None
    several = len({leaf.tag.position for leaf in used if leaf.tag} - {None}) > 1
    if values or (several and not (shown and all(leaf.block in ON_MATRIX for leaf in used))):
        table = count_table(used, values, blocks, cells)
    in_table = [part for one in values for part in one.of.values()]
    known: set[Expr] = set()  # the symbols that stand on the page
    facts = {"matrix": shown, "n": blocks.n, "k": blocks.k}
    facts |= {"example": _example(blocks), "totals": _totals(named, blocks)}
    steps = [_definition(request, named, facts, known)]
    if table is not None:
        steps += _tables(table, named, in_table, request.policy)
    for part in parts_in_order(named, in_table):
        steps.append(_part(part, request.policy, facts, known))
    page = Page(named, title_facts(request), steps, value, notes=notes(request, blocks), wide=wide)
    if isinstance(value, Undefined):
        return page
    if named.applied is None:  # else a convention gives the value of the whole, and nothing is calculated
        steps += solved(named, substituted(named.body))
    else:
        steps.append(no_value(named, request.policy))
    if wide:
        for step in steps:
            _cut_rows(step.table)
    page.decimal = decimal_facts(value)
    return page


def _example(blocks: Blocks) -> dict[str, Any] | None:
    """The totals of the first class that has samples and predictions."""
    for label, row, column in zip(blocks.labels, blocks.support, blocks.predicted, strict=True):
        if row and column:
            return {"class": label, "row": row, "column": column, "n": blocks.n}
    return None


def _totals(named: Named, blocks: Blocks) -> list[int]:
    """Of two classes the column and row total of the positive one, and the row and column total of the other."""
    positions = {leaf.tag.position for leaf in leaves(named) if leaf.tag is not None}
    if blocks.k != 2 or len(positions) != 1 or None in positions:
        return []
    at = positions.pop()
    other = 1 - at  # type: ignore[operator]
    return [blocks.predicted[at], blocks.support[at], blocks.support[other], blocks.predicted[other]]  # type: ignore[index]


def _cut_rows(table: CountTable | None) -> None:
    if table is not None and len(table.rows) > MOST_ROWS:
        table.left_out = len(table.rows) - FIRST_ROWS
        table.rows = table.rows[:FIRST_ROWS]
        for column in table.scores:
            column.chains = column.chains[:FIRST_ROWS]


# the definition


def _definition(request: Request, named: Named, facts: dict[str, Any], known: set[Expr]) -> Step:
    """The formula by name, then what the names in it stand for."""
    formula = Formula(named, [_with_number(named.body)], numeric=False, said=_recipe(named.body, request))
    formulas, defined = [formula], [named]
    for part in parts_named(named):
        if not part.head.title or part.head.tag is not None:
            said = [Said(("step", "definition", "with"))] if len(formulas) == 1 else []
            formulas.append(Formula(part, [_with_number(part.body)], numeric=False, said=said))
            defined.append(part)
    symbols = _new_symbols([f.members[0] for f in formulas], known)
    parts = [p for p in parts_named(named) if p.head.title and p.head.tag is None]
    return Step("definition", formulas, definition_facts(request, named) | facts, symbols=[*parts, *symbols])


def _with_number(body: Expr) -> Expr:
    """The number of classes is written as a number."""
    if isinstance(body, Div) and isinstance(body.den, Leaf) and body.den.block == "k" and body.den.value is not None:
        return Div(body.num, Num(body.den.value))
    return body


def _new_symbols(trees: list[Expr], known: set[Expr]) -> list[Expr]:
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
    total = sums[0]
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


# the parts


def _part(part: Named, policy: Policy, facts: dict[str, Any], known: set[Expr]) -> Step:
    """A part that is calculated by itself, in one step."""
    if part.applied is not None:
        return no_value(part, policy)
    step = Step("part", facts={"part": part} | facts)
    if part.head.title and part.head.tag is None:
        step.symbols = _new_symbols([part.body], known)
        step.formulas.append(Formula(part, [part.body], numeric=False, said=_part_recipe(part.body)))
    works = solved(part, substituted(part.body))
    if len(works) > 1 and works[0].kind == "substitute" and len(works[0].formulas[0].members) == 1:
        works = works[1:]  # the sum that is added says what is put in
    for work in works:
        for formula in work.formulas:
            formula.said = [*work.said, *formula.said]
            work.said = []
            step.formulas.append(formula)
        step.after = [said for said in work.after if said.path[1] not in ("reduce", "lowest")]
    return step


def _part_recipe(body: Expr) -> list[Said]:
    total = next((part for part in every_part(body) if isinstance(part, Sum)), None)
    if total is None:
        return []
    facts: dict[str, Any] = {"sum": SumSign(total.whole, total.pairs)}
    if isinstance(body, Div) and body.num is total and isinstance(body.den, Leaf) and not total.pairs:
        return [Said(("step", "definition", "recipe_sum"), facts | {"n": body.den})]
    return [Said(("step", "definition", "recipe_pairs" if total.pairs else "recipe_any"), facts)]


# the table of counts and class values


def _tables(table: CountTable, named: Named, in_table: list[Named], policy: Policy) -> list[Step]:
    """The table as a step, or as several where it is too wide, with what is said of values that are undefined."""
    said = weight_zero(named)
    for part in in_table:
        if part.applied is not None and part.applied.policy not in ("inherited", "propagate"):
            said += no_value(part, policy).said
    steps = [Step("class_values" if part.scores else "counts", table=part) for part in _in_width(table)]
    for step in steps[1:]:
        assert step.table is not None
        step.kind, step.facts = "class_values_of", {"metric": step.table.scores[0].head}
    steps[-1].after += said
    return steps


def count_table(used: list[Leaf], values: list[ClassValues], blocks: Blocks, cells: Cells | None) -> CountTable | None:
    """The counts that a formula uses, class by class, and the values of the classes; None where it speaks of no class."""
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
        chains = [_chain(one.of[i]) if i in one.of else Formula(None, []) for i in positions]
        marked = {i for i in positions if i in one.of and one.of[i].applied is not None}
        table.scores.append(Score(one.any, chains, one.any.body, marked))
    return table


def _chain(value: Named) -> Formula:
    """What the value of a class is with the numbers put in, as one fraction, and reduced; empty where it is undefined."""
    if not has_value(value):
        return Formula(None, [])
    if value.applied is not None:
        return Formula(None, [substituted(value)])
    start = substituted(value.body)
    members = distinct([start, *(work.members[-1] for work in work_out(start))])
    return Formula(None, members if len(members) <= SHOWN_MEMBERS else [members[0], *members[-2:]])


def _column(block: str, positions: list[int], blocks: Blocks, cells: Cells | None) -> list[Cell]:
    values = getattr(blocks, block)
    if cells is None or block not in _ADDED:
        return [Cell((), values[i]) for i in positions]
    number, parts = _ADDED[block]
    several = 1 < number(len(cells)) <= SHOWN_PARTS
    return [Cell(parts(i, cells) if several else (), values[i]) for i in positions]


Parts = Callable[[int, Cells], tuple[Any, ...]]
_ADDED: dict[str, tuple[Callable[[int], int], Parts]] = {
    # How many cells of a matrix of k classes a count adds up that no total shows, and which, row by row.
    "fn": (lambda k: k - 1, lambda i, cells: (*cells[i][:i], *cells[i][i + 1 :])),
    "fp": (lambda k: k - 1, lambda i, cells: tuple([row[i] for j, row in enumerate(cells) if j != i])),
    "tn": (
        lambda k: (k - 1) ** 2,
        lambda i, cells: tuple([c for j, row in enumerate(cells) if j != i for m, c in enumerate(row) if m != i]),
    ),
}


def _in_width(table: CountTable) -> list[CountTable]:
    """A table as it is, or in several where it would be wider than a page, the counts in the first."""
    label = min(max(len(str(label)) for label, _, _ in table.rows), 40)
    used = label + _width(table)
    if table.scores and used + _score_width(table.scores[0]) > ROOM:  # what a count adds up is left out first
        for _, _, cells in table.rows:
            cells[:] = [Cell((), c.value) for c in cells]
        used = label + _width(table)
    tables = [CountTable(table.columns, table.blocks, table.rows)]
    for score in table.scores:
        wide = _score_width(score)
        if used + wide > ROOM and (tables[-1].scores or len(tables) == 1):
            tables.append(CountTable([], [], [(name, at, []) for name, at, _ in table.rows]))
            used = label
        tables[-1].scores.append(score)
        used += wide
    return tables


def _score_width(score: Score) -> float:
    shown = (sum([0.85 * len(_PLAIN.show(member)) + 3 for member in chain.members]) for chain in score.chains)
    return max(shown, default=0.0) + 2


def _width(table: CountTable) -> float:
    """Of the counts, in digits, with two for the space between columns."""
    columns = [
        max([sum([len(str(part)) + 2.2 for part in cell.parts]) + len(str(cell.value)) for cell in column])
        for column in zip(*(cells for _, _, cells in table.rows), strict=True)
    ]
    return float(sum(columns)) + 2 * len(columns)
