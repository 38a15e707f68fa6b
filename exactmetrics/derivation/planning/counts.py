"""The table that names the counts on the matrix: which cells each one adds up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from exactmetrics.derivation.notation.styles import TEXT
from exactmetrics.derivation.notation.symbols import Symbols
from exactmetrics.derivation.notation.text import Text
from exactmetrics.derivation.planning.keep import kept_parts
from exactmetrics.derivation.planning.page import Cell, CountTable, Formula
from exactmetrics.derivation.planning.scores import Chains, chains_of, written
from exactmetrics.derivation.planning.substitute import Filling
from exactmetrics.derivation.planning.tree import Keep, every_part, leaves
from exactmetrics.expression.nodes import ANY, Expr, Head, Leaf, Named, Num
from exactmetrics.matrix.blocks import Blocks

SHOWN_PARTS = 4  # a count that adds up more cells than these is shown as its value alone
ORDER = ("support", "predicted", "tp", "fp", "fn", "tn", "weight")
ROOM = 70  # digits on a line
_PLAIN = Text(Symbols({}, {}, (), TEXT))
Cells = list[list[Any]]


class TablePlan:
    """The table of the counts that a formula uses, without the numbers: its columns, its classes, the classes' values.

    >>> from exactmetrics.matrix.counts import Counts
    >>> from exactmetrics.metrics.request import resolve
    >>> from exactmetrics.views.trace import record
    >>> counts = Counts.from_rows([[5, 1], [5, 7]])
    >>> blocks = counts.blocks()
    >>> named = record(resolve("precision", label=0), blocks)
    >>> plan = TablePlan(named, lambda part: False, blocks.labels)
    >>> table = plan.filled(Filling(blocks), counts.rows())
    >>> table.blocks, [(cell.parts, cell.value) for cell in table.rows[0][2]]
    (['predicted', 'tp'], [((5, 5), 10), ((), 5)])
    """

    def __init__(self, named: Named, keep: Keep, labels: Sequence[Any], *, whole: bool = True) -> None:
        used = [leaf for leaf in leaves(named) if leaf.tag is not None]
        self.blocks = [b for b in ORDER if any(leaf.block == b for leaf in used)]
        self.positions = sorted({leaf.tag.position for leaf in used if leaf.tag and leaf.tag.position is not None})
        self.labels = [labels[i] for i in self.positions]
        self.tag = next((leaf.tag for leaf in used), None) if len(self.positions) == 1 else ANY
        self.columns: list[Expr] = [Leaf(b, self.tag, None) for b in self.blocks]
        self.weights = {leaf.tag.position: leaf.value for leaf in used if leaf.tag and leaf.block == "weight"}
        self.label_width = max((len(str(label)) for label in self.labels), default=0)
        self.score: Named | None = None
        self._chains: Callable[[Filling], Sequence[Formula]] | None = None
        if self and not kept_parts(named, keep):
            self._set_scores(named, whole)

    def __bool__(self) -> bool:
        """Whether there is a table: not where the formula speaks of no class."""
        return bool(self.blocks and self.positions)

    def filled(self, filling: Filling, cells: Cells | None) -> CountTable:
        """The table with the counts of a matrix."""
        columns = [self._column(block, filling.blocks, cells) for block in self.blocks]
        rows = [list(row) for row in zip(*columns, strict=True)]
        table = CountTable(self.columns, self.blocks, list(zip(self.labels, self.positions, rows, strict=True)))
        if self._chains is not None:
            table.score, table.scores = self.score, self._chains(filling)
        if cells is None or not self._surely_fits(table, filling.blocks.n):
            _make_room(table, self.label_width)
        return table

    def _surely_fits(self, table: CountTable, n: Any) -> bool:
        """Whether a table of a matrix would fit the page even if every count had as many digits as their total."""
        if type(n) is not int or "weight" in self.blocks or not isinstance(table.scores, (Chains, tuple)):
            return False
        digits = len(str(n))
        counts = sum([len(cell.parts) * (digits + 2.2) + digits + 2 for cell in table.rows[0][2]])
        score = sum([0.85 * m + 3 for m in table.scores.longest(_PLAIN)]) if isinstance(table.scores, Chains) else 0
        return min(self.label_width, 40) + counts + score <= ROOM

    def _column(self, block: str, blocks: Blocks, cells: Cells | None) -> list[Cell]:
        if block == "weight":
            return [Cell((), self.weights.get(i, Fraction(0))) for i in self.positions]
        values = getattr(blocks, block)
        parts = None if cells is None else _parts_of(block, len(cells))
        if parts is None or cells is None:
            return [Cell((), values[i]) for i in self.positions]
        return [Cell(parts(i, cells), values[i]) for i in self.positions]

    def _set_scores(self, named: Named, whole: bool) -> None:
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
        if head is None or set(scores) != set(self.positions) or any(map(_nested, scores.values())):
            return
        self.score = Named(Head(head.metric, self.tag, None, head.mark), Num(Fraction(0)))
        self._chains = chains_of([scores[i] for i in self.positions], whole=whole)


def _nested(score: Named) -> bool:
    return any(isinstance(p, Named) for p in every_part(score.body))


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


def _make_room(table: CountTable, label: int) -> None:
    """Leave out of a table that would be wider than a page first what a count adds up, then the classes' values."""
    score = max(map(_chain_width, written(table.scores, _PLAIN)), default=0)
    if _width(table, label) + score > ROOM:
        for _, _, cells in table.rows:
            cells[:] = [Cell((), c.value) for c in cells]
        if _width(table, label) + score > ROOM:
            table.score, table.scores = None, []


def _width(table: CountTable, label: int) -> float:
    """Without the classes' values, in digits, with two for the space between columns."""
    columns = [max(map(_cell_width, column)) for column in zip(*(cells for _, _, cells in table.rows), strict=True)]
    return min(label, 40) + sum(columns) + 2 * len(columns)


def _cell_width(cell: Cell) -> float:
    return sum([len(str(p)) + 2.2 for p in cell.parts]) + len(str(cell.value))


def _chain_width(members: list[str]) -> float:
    return sum([0.85 * len(m) + 3 for m in members])
