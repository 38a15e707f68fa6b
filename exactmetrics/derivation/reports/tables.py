"""The tables of a report, cut into pieces that fit the page of a format."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from exactmetrics.derivation.notation.terminal import terminal_width
from exactmetrics.derivation.reports.cells import CellText
from exactmetrics.derivation.writing.surface import Surface
from exactmetrics.derivation.writing.tables import column as filled


def pieces(
    corner: str,
    labels: Sequence[str],
    names: Sequence[str],
    columns: Sequence[Sequence[CellText]],
    surface: Surface,
    name: Callable[[int, int], str],
) -> Iterable[dict[str, Any]]:
    """One table as several: columns as many as the page is wide, rows as many as it is long.

    Args:
        corner: what stands over the first column.
        labels: the first column.
        names: the heads of the other columns.
        columns: their cells.
        surface: the surface they are written for.
        name: the anchor of the value in a row and a column.

    >>> from exactmetrics.derivation.look import Look
    >>> from exactmetrics.derivation.writing.surface import surface_for
    >>> cells = [[CellText("1/2", 3)]]
    >>> [made] = pieces("class", ["a"], ["recall"], cells, surface_for("html", Look(), ()), lambda i, c: f"a-{i}-{c}")
    >>> made["rows"], made["anchors"]
    ([['a', '1/2']], [['a-0-0']])
    """
    look = surface.format
    first = max(map(terminal_width, [corner, *labels])) - len("".join(look.around))
    lined = [filled(label, first) for label in labels] if not look.formulas else list(labels)
    for group in _groups(first, names, columns, look.room):
        heads = [surface.format.escape(names[c]) for c in group]
        chosen = [columns[c] for c in group]
        for top in range(0, len(labels), look.rows):
            rows = range(top, min(top + look.rows, len(labels)))
            if not look.formulas:
                cut = [[column[i] for i in rows] for column in chosen]
                yield {"lines": _lines([filled(corner, first), *(lined[i] for i in rows)], heads, cut, surface)}
            else:
                table = [[lined[i], *(column[i].text for column in chosen)] for i in rows]
                anchors = [[name(i, c) for c in group] for i in rows]
                yield {"corner": corner, "heads": heads, "rows": table, "anchors": anchors}


def _lines(
    first: list[str], heads: Sequence[str], columns: Sequence[Sequence[CellText]], surface: Surface
) -> list[str]:
    """The lines of a table for a terminal; the first column is filled up already."""
    written = [first]
    for head, cells in zip(heads, columns, strict=True):
        wide = max(len(head), *(cell.width for cell in cells))
        written.append([head.rjust(wide), *(cell.text.rjust(wide) for cell in cells)])
    lines = [surface.line(line) for line in zip(*written, strict=True)]
    lines.insert(1, "-" * terminal_width(lines[0]))
    return lines


def _groups(first: int, names: Sequence[str], columns: Sequence[Sequence[CellText]], room: int) -> list[list[int]]:
    """The columns in groups whose widths fit beside the first column."""
    groups: list[list[int]] = []
    used = 0
    for at, (head, column) in enumerate(zip(names, columns, strict=True)):
        wide = 2 + max(len(head), *(cell.width for cell in column))
        if not groups or used + wide > room:
            groups.append([])
            used = first
        groups[-1].append(at)
        used += wide
    return groups
