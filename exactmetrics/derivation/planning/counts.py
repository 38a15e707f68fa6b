"""The table that names the counts on the matrix: which cells each one adds up, and the classes' own values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from exactmetrics.derivation.notation.symbols import TEXT, Symbols
from exactmetrics.derivation.notation.text import Text
from exactmetrics.derivation.planning.keep import kept_parts
from exactmetrics.derivation.planning.page import Cell, CountTable, Formula
from exactmetrics.derivation.planning.tree import Keep, distinct, every_part, leaves, substituted
from exactmetrics.derivation.working.engine import work_out
from exactmetrics.expression.nodes import ANY, Expr, Head, Leaf, Named, Num
from exactmetrics.matrix.blocks import Blocks

SHOWN_PARTS = 4  # a count that adds up more cells than these is shown as its value alone
SHOWN_MEMBERS = 3  # of a longer chain of a class's value the first and the last two are shown
ORDER = ("support", "predicted", "tp", "fp", "fn", "tn", "weight")
ROOM = 70  # digits on a line
_PLAIN = Text(Symbols({}, {}, (), TEXT))
Cells = list[list[Any]]


def count_table(
    named: Named, keep: Keep, blocks: Blocks, cells: Cells | None, *, terms: Sequence[Expr] = ()
) -> CountTable | None:
    """The counts that a formula uses, class by class; None where it speaks of no class.

    In the last column stand the `terms` of a sum that is too long to be shown, else the classes' own values.

    >>> from exactmetrics.matrix.counts import Counts
    >>> from exactmetrics.metrics.request import resolve
    >>> from exactmetrics.views.trace import record
    >>> counts = Counts.from_rows([[5, 1], [5, 7]])
    >>> named = record(resolve("precision", label=0), counts.blocks())
    >>> table = count_table(named, lambda part: False, counts.blocks(), counts.rows())
    >>> table.blocks, [(cell.parts, cell.value) for cell in table.rows[0][2]]
    (['predicted', 'tp'], [((5, 5), 10), ((), 5)])
    """
    used = [leaf for leaf in leaves(named) if leaf.tag is not None]
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
    if len(terms) == len(positions):
        table.terms = terms
        return table
    scores = [] if kept_parts(named, keep) else _scores(named, positions)
    if scores:
        table.score = Named(Head(scores[0].head.metric, tag, None, scores[0].head.mark), Num(Fraction(0)))
        table.scores = list(map(_chain, scores))
    _make_room(table)
    return table


def _scores(named: Named, positions: list[int]) -> list[Named]:
    """Each class's own value, where the formula holds one ratio a class; of two metrics each has a step of its own."""
    scores: dict[int | None, Named] = {}
    kinds: set[str] = set()
    for part in every_part(named):
        if isinstance(part, Named) and part is not named and part.head.tag and not part.head.tag.rest:
            if kinds and part.head.metric not in kinds:
                return []
            kinds.add(part.head.metric)
            scores[part.head.tag.position] = part
    scores.pop(None, None)
    if set(scores) != set(positions) or any(map(_nested, scores.values())):
        return []
    return [scores[i] for i in positions]


def _nested(score: Named) -> bool:
    return any(isinstance(p, Named) for p in every_part(score.body))


def _chain(score: Named) -> Formula:
    """What the value of a class is with the counts put in, as one fraction, and reduced."""
    members = [substituted(score.body)]
    if score.applied is None:
        members = distinct([*members, *(work.members[-1] for work in work_out(members[0], saving=1))])
    return Formula(None, members if len(members) <= SHOWN_MEMBERS else [members[0], *members[-2:]])


def _column(block: str, positions: list[int], blocks: Blocks, cells: Cells | None) -> list[Cell]:
    values = getattr(blocks, block)
    parts = None if cells is None else _parts_of(block, len(cells))
    if parts is None or cells is None:
        return [Cell((), values[i]) for i in positions]
    return [Cell(parts(i, cells), values[i]) for i in positions]


Parts = Callable[[int, Cells], tuple[Any, ...]]
_ADDED: dict[str, tuple[Callable[[int], int], Parts]] = {
    # How many cells of a matrix of k classes a count adds up, and which, row by row.
    "support": (lambda k: k, lambda i, cells: tuple(cells[i])),
    "predicted": (lambda k: k, lambda i, cells: tuple([row[i] for row in cells])),
    "fn": (lambda k: k - 1, lambda i, cells: (*cells[i][:i], *cells[i][i + 1 :])),
    "fp": (lambda k: k - 1, lambda i, cells: tuple([row[i] for j, row in enumerate(cells) if j != i])),
    "tn": (
        lambda k: (k - 1) ** 2,
        lambda i, cells: tuple([c for j, row in enumerate(cells) if j != i for m, c in enumerate(row) if m != i]),
    ),
}


def _parts_of(block: str, k: int) -> Parts | None:
    """What gives the cells that a count adds up; None where they are too many, or only one."""
    if block not in _ADDED:
        return None
    number, parts = _ADDED[block]
    return parts if 1 < number(k) <= SHOWN_PARTS else None


def _make_room(table: CountTable) -> None:
    """Leave out of a table that would be wider than a page first what a count adds up, then the classes' values."""
    score = max(map(_chain_width, table.scores), default=0)
    if _width(table) + score > ROOM:
        for _, _, cells in table.rows:
            cells[:] = [Cell((), c.value) for c in cells]
        if _width(table) + score > ROOM:
            table.score, table.scores = None, []


def _width(table: CountTable) -> float:
    """Without the classes' values, in digits, with two for the space between columns."""
    label = max(len(str(label)) for label, _, _ in table.rows)
    columns = [max(map(_cell_width, column)) for column in zip(*(cells for _, _, cells in table.rows), strict=True)]
    return min(label, 40) + sum(columns) + 2 * len(columns)


def _cell_width(cell: Cell) -> float:
    return sum([len(str(p)) + 2.2 for p in cell.parts]) + len(str(cell.value))


def _chain_width(formula: Formula) -> float:
    return sum([0.85 * len(_PLAIN.show(member)) + 3 for member in formula.members])
