"""Tables of a report, laid out in the room of a format: no wider, and in as few pieces as may be.

A value stands with its exact form and rounded, if all of a table's do in the room there is. If some are too long, these
are rounded, and stand exactly in a list below. If many are, the table stands twice: rounded, and exactly. Only where
the rounded numbers alone are too many for a page is a table cut, between columns.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from exactmetrics.derivation.blocks import Table
from exactmetrics.derivation.notation.breaking import in_rows
from exactmetrics.derivation.notation.terminal import column as filled
from exactmetrics.derivation.notation.terminal import fitted, terminal_width
from exactmetrics.derivation.report_cells import Cell, CellWriter, How
from exactmetrics.derivation.writing.surface import Surface

LEAST = 14  # characters of a column below which no value would keep both of its forms
FEW = 4  # the part of the cells, one of so many, that may stand in a list below the table


@dataclass(frozen=True, slots=True)
class Grid:
    """A table before it is laid out: `names` before its rows, `heads` over its columns, and a rule above `rule`."""

    corner: str
    names: Sequence[str]
    heads: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    rule: int | None = None

    def widths(self, how: How) -> list[int]:
        columns = zip(*self.rows, strict=True)
        pairs = zip(map(_shown_width, self.heads), columns, strict=True)
        return [max(head, *(cell.width(how) for cell in cells)) for head, cells in pairs]


def _shown_width(head: str) -> int:
    return terminal_width(re.sub("<[^>]*>", "", head))  # a name that holds these signs has them escaped


def turned(grid: Grid, corner: str) -> Grid:
    """The same table with its rows as columns."""
    return Grid(corner, grid.heads, grid.names, list(zip(*grid.rows, strict=True)))


def room_for(grid: Grid, surface: Surface) -> int:
    """The characters beside the first column."""
    names = max(map(terminal_width, [grid.corner, *grid.names])) - len("".join(surface.format.around))
    return surface.format.room - names


def fits(grid: Grid, surface: Surface) -> bool:
    """Whether a table needs not be cut."""
    return sum(wide + 2 for wide in grid.widths("rounded")) <= room_for(grid, surface)


def tables_of(grid: Grid, cells: CellWriter, caption: str) -> tuple[list[Table], list[str]]:
    """The pieces of a table, and the values that stand exactly below them."""
    surface, room = cells.surface, room_for(grid, cells.surface)
    every, wide = range(len(grid.heads)), grid.widths("both")
    cap = _cap(grid, "both", room)
    long = [cell for row in grid.rows for cell in row if cell.width("both") > cap]
    if not long and sum(wide) + 2 * len(wide) <= room:
        return _pieces(grid, every, _hows(grid, "both", room), cells, caption), []
    few = len(long) * FEW <= len(grid.rows) * len(grid.heads)
    if cap >= LEAST and few and all(cell.width("about") <= cap for cell in long):
        return _pieces(grid, every, _hows(grid, "both", cap), cells, caption), _listed(long, cells)
    if fits(grid, surface):
        say, cap = surface.messages, _cap(grid, "exact", room)
        rounded = replace(grid, corner=say.get("report", "rounded"))
        out = _pieces(rounded, every, _hows(grid, "rounded", room), cells, caption)
        again = [[cell.alone() for cell in row] for row in grid.rows]
        exact = replace(grid, corner=say.get("report", "exactly"), rows=again)
        out += _pieces(exact, every, _hows(exact, "exact", cap), cells, caption)
        return out, _listed([cell for row in grid.rows for cell in row if cell.width("exact") > cap], cells)
    hows = _hows(grid, "both", room - 2)
    groups = in_rows((min(w, room - 2) + 2 for w in wide), room)
    tables = [table for group in groups for table in _pieces(grid, group, hows, cells, caption)]
    return tables, _listed([cell for row in grid.rows for cell in row if cell.width("both") > room - 2], cells)


def _cap(grid: Grid, how: How, room: int) -> int:
    """The width at which the cells that are wider must be cut for all columns to fit; 0 where their heads do not."""
    least, widths = list(map(_shown_width, grid.heads)), grid.widths(how)
    cap = max(widths)
    while cap and sum(max(head, min(wide, cap)) + 2 for head, wide in zip(least, widths, strict=True)) > room:
        cap -= 1
    return cap


def _hows(grid: Grid, how: How, cap: int) -> list[list[How | None]]:
    """How each cell is written; None: not at all, but below."""
    shorter: How | None = "about" if how == "both" else None
    return [[how if cell.width(how) <= cap else shorter for cell in row] for row in grid.rows]


def _listed(long: Sequence[Cell], cells: CellWriter) -> list[str]:
    lines = list(map(cells.listed, long))
    if cells.surface.format.formulas:
        return lines
    room = cells.surface.format.room
    return [row for line in lines for row in fitted(line, room)]


def _pieces(
    grid: Grid, group: Sequence[int], hows: Sequence[Sequence[How | None]], cells: CellWriter, caption: str
) -> list[Table]:
    """A table of some columns, cut into pieces of as many rows as a page is long."""
    look = cells.surface.format
    tables: list[Table] = []
    for top in range(0, len(grid.names), look.rows):
        rows = range(top, min(top + look.rows, len(grid.names)))
        table = [
            ["…" if (how := hows[i][c]) is None else cells.write(grid.rows[i][c], how) for c in group] for i in rows
        ]
        names, heads = [grid.names[i] for i in rows], [grid.heads[c] for c in group]
        rule = None if grid.rule is None or grid.rule not in rows or grid.rule == top else grid.rule - top
        anchors = [[grid.rows[i][c].anchor for c in group] for i in rows]
        lined = [[name, *row] for name, row in zip(names, table, strict=True)]
        sides = ["left", *["right"] * len(heads)]
        lines = () if look.formulas else _lines(grid, names, heads, table, rule, cells.surface)
        made = Table("values", [grid.corner, *heads], lined, sides, lines, rule, anchors=anchors, caption=caption)
        tables.append(made)
    return tables


def _lines(
    grid: Grid, names: Sequence[str], heads: Sequence[str], table: list[list[str]], rule: int | None, surface: Surface
) -> list[str]:
    """The lines of a table in plain text, its first column as wide as that of all pieces."""
    wide = max(map(terminal_width, [grid.corner, *grid.names]))
    head, *rows = ([filled(name, wide), *row] for name, row in zip([grid.corner, *names], [heads, *table], strict=True))
    return surface.lines(head, rows, rule_before=rule)
