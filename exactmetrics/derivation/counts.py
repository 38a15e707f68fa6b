"""The table that names the counts on the matrix: which cells each one adds up."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics.derivation.keep import kept_parts
from exactmetrics.derivation.notation.symbols import Symbols
from exactmetrics.derivation.notation.text import Text
from exactmetrics.derivation.page import Cell, CountTable, Formula
from exactmetrics.derivation.tree import Keep, distinct, every_part, leaves, substituted
from exactmetrics.derivation.working.engine import work_out
from exactmetrics.expression.nodes import ANY, Expr, Head, Leaf, Named, Num, Tag
from exactmetrics.matrix.blocks import Blocks

SHOWN_PARTS = 4  # a count that adds up more cells than these is shown as its value alone
ORDER = ("support", "predicted", "tp", "fp", "fn", "tn", "weight")
ROOM = 70  # digits on a line
_PLAIN = Text(Symbols({}, {}, (), latex=False))
Cells = list[list[Any]]


def count_table(named: Named, keep: Keep, blocks: Blocks, cells: Cells | None) -> CountTable | None:
    """The counts the formula uses, for the classes it speaks of; None where it speaks of no class.

    >>> from exactmetrics.matrix.counts import Counts
    >>> from exactmetrics.metrics.request import resolve
    >>> from exactmetrics.views.record import record
    >>> counts = Counts.from_rows([[5, 1], [5, 7]])
    >>> blocks = counts.blocks()
    >>> named = record(resolve("precision", label=0), blocks)
    >>> table = count_table(named, lambda part: False, blocks, counts.rows())
    >>> table.blocks, [(cell.parts, cell.value) for cell in table.rows[0][2]]
    (['predicted', 'tp'], [((5, 5), Fraction(10, 1)), ((), Fraction(5, 1))])
    """
    used = [leaf for leaf in leaves(named) if leaf.tag is not None]
    names = [b for b in ORDER if any(leaf.block == b for leaf in used)]
    positions = sorted({leaf.tag.position for leaf in used if leaf.tag and leaf.tag.position is not None})
    if not names or not positions:
        return None
    one = len(positions) == 1
    tag = next(leaf.tag for leaf in used if leaf.tag) if one else ANY
    values = {(leaf.block, leaf.tag.position): leaf.value for leaf in used if leaf.tag}
    rows = [(blocks.labels[i], i, [_cell(b, i, values.get((b, i)), blocks, cells) for b in names]) for i in positions]
    table = CountTable([Leaf(b, tag, None) for b in names], names, rows)
    if not kept_parts(named, keep):
        _add_scores(table, named, tag, positions)
    _make_room(table)
    return table


def _cell(block: str, i: int, value: Fraction | None, blocks: Blocks, cells: Cells | None) -> Cell:
    if value is None:
        value = Fraction(getattr(blocks, block)[i])
    parts = tuple(_parts(block, i, cells)) if cells is not None else ()
    return Cell(parts if 1 < len(parts) <= SHOWN_PARTS else (), value)


def _parts(block: str, i: int, cells: Cells) -> list[Any]:
    """The cells of the matrix that a count adds up, row by row."""
    others = [j for j in range(len(cells)) if j != i]
    match block:
        case "support":
            return list(cells[i])
        case "predicted":
            return [row[i] for row in cells]
        case "fn":
            return [cells[i][j] for j in others]
        case "fp":
            return [cells[j][i] for j in others]
        case "tn":
            return [cells[j][m] for j in others for m in others]
    return []


def _make_room(table: CountTable) -> None:
    """Leave out of a table that would be wider than a page first what a count adds up, then the classes' values."""
    if _width(table) > ROOM:
        for _, _, cells in table.rows:
            cells[:] = [Cell((), c.value) for c in cells]
    if _width(table) > ROOM:
        table.score, table.scores = None, []


def _width(table: CountTable) -> float:
    """In digits, with two for the space between columns."""
    label = max(len(str(label)) for label, _, _ in table.rows)
    columns = [max(map(_cell_width, column)) for column in zip(*(cells for _, _, cells in table.rows), strict=True)]
    score = max((_chain_width(f.members) for f in table.scores), default=0)
    return min(label, 40) + sum(columns) + 2 * len(columns) + score


def _cell_width(cell: Cell) -> float:
    return sum(len(str(p)) + 2.2 for p in cell.parts) + len(str(cell.value))


def _chain_width(members: list[Expr]) -> float:
    return sum(0.85 * len(_PLAIN.show(m)) + 3 for m in members)


def _add_scores(table: CountTable, named: Named, tag: Tag | None, positions: list[int]) -> None:
    """In the last column each class's own value, where the formula holds one ratio a class."""
    scores: dict[int, Named] = {}
    head = None
    for part in every_part(named):
        if isinstance(part, Named) and part is not named and part.head.tag and not part.head.tag.rest:
            if head is not None and part.head.metric != head.metric:
                return  # two metrics a class: they have steps of their own
            head = part.head
            if part.head.tag.position is not None:
                scores[part.head.tag.position] = part
    if head is None or set(scores) != set(positions) or any(_nested(s) for s in scores.values()):
        return
    table.score = Named(Head(head.metric, tag, None, head.mark), Num(Fraction(0)))
    table.scores = [Formula(None, _members(scores[i])) for i in positions]


def _nested(score: Named) -> bool:
    return any(isinstance(p, Named) for p in every_part(score.body))


def _members(score: Named) -> list[Expr]:
    """What the class's value is with the counts put in, as one fraction, and reduced."""
    shown = substituted(score.body)
    if score.applied is not None:
        return [shown]
    out = distinct([shown, *(w.members[-1] for w in work_out(shown, saving=1))])
    return out if len(out) < 3 else [out[0], *out[-2:]]
