"""Confusion matrices in tables: where their numbers are, which classes, which side is the truth, totals stripped."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from exactmetrics.verification.claims.found import MAX_CLASSES
from exactmetrics.verification.claims.grids import Cell, Grid, Row
from exactmetrics.verification.claims.numbers import count_in
from exactmetrics.verification.claims.sides import axes, class_of, corner, halves_of, is_axis_only, is_total
from exactmetrics.verification.claims.sides_said import with_sides
from exactmetrics.verification.claims.signs import signed, subject
from exactmetrics.verification.claims.squares import Counts, Table, squared
from exactmetrics.verification.claims.told import told_in

SHORT = 4  # lines that are looked at again from the second on, where they are no matrix from the first on


@dataclass(slots=True)
class _Line:
    head: list[Cell]
    counts: list[int]
    cells: list[Cell]
    row: Row


def tables_in(grid: Grid) -> Iterator[Table]:
    """The confusion matrices of a grid.

    >>> from exactmetrics.verification.claims.grids import Cell
    >>> grid = [[Cell(t, 0, 1) for t in row.split(",")] for row in ("True/Pred,a,b", "a,3,1", "b,0,2")]
    >>> [(t.labels, t.rows, t.orientation) for t in tables_in(grid)]
    [(['a', 'b'], [[3, 1], [0, 2]], 'true')]
    """
    lines = [_line(row) for row in with_sides(grid)]
    at = 0
    while at < len(lines):
        stop = _run(lines, at)
        found = None
        for start in (at, at + 1):  # the first line may be a heading, where the classes are numbers
            if found is None and stop - start >= 2 and len(lines[start].counts) >= 2:
                found = _table(lines, start, stop) or _table_above(lines, start, stop)
        if found is not None:
            yield found
        at = stop if found is not None or stop - at > SHORT else at + 1


def _table_above(lines: Sequence[_Line], at: int, stop: int) -> Table | None:
    """The matrix of the lines that have as many counts as the first, above lines of another table."""
    size = len(lines[at].counts)
    end = next((place for place in range(at, stop) if len(lines[place].counts) != size), stop)
    return _table(lines, at, end) if end == at + size < stop else None


def _run(lines: Sequence[_Line], at: int) -> int:
    """Behind the lines from `at` on that have as many counts, or one more where a class is a number."""
    least = most = len(lines[at].counts)
    stop = at + 1
    while stop < len(lines) and least:
        size = len(lines[stop].counts)
        if max(most, size) - min(least, size) > 1:
            break
        least, most = min(least, size), max(most, size)
        stop += 1
    return stop


def _line(row: Row) -> _Line:
    """A row with its counts; what stands behind them is left out."""
    values = [_count(cell.text) for cell in row]
    end = len(row)
    while end > 0 and values[end - 1] is None:
        end -= 1
    start = end
    while start > 0 and values[start - 1] is not None:
        start -= 1
    counts = [value for value in values[start:end] if value is not None]
    return _Line(row[:start], counts, row[start:end], row)


def _count(text: str) -> int | None:
    """The count of a cell, which may name its outcome in any language: `VP : 40`."""
    value = count_in(text)
    if value is None and len(text) <= 80 and any(c.isdigit() for c in text):
        told = told_in(text, False)
        return told[0].value if len(told) == 1 else None
    return value


def _table(lines: Sequence[_Line], at: int, stop: int) -> Table | None:
    """The matrix whose counts stand in these lines, if they are one."""
    body = list(lines[at:stop])
    heading = _heading(lines, at)
    if heading is None:
        return None
    place, between = heading
    least, most = min(len(line.counts) for line in body), max(len(line.counts) for line in body)
    for size in (least, least - 1) if least == most else (least,):
        if not 2 <= size <= MAX_CLASSES + 1:
            continue
        cut = [len(line.counts) > size for line in body]
        if any(drop and _is_named(line) for line, drop in zip(body, cut, strict=True)):
            continue  # the class has a name of its own: its first count is none
        rows = [line.cells[0].plain if drop else _head(line) for line, drop in zip(body, cut, strict=True)]
        counts = [line.counts[drop:] for line, drop in zip(body, cut, strict=True)]
        cells = [line.cells[drop:] for line, drop in zip(body, cut, strict=True)]
        heads = [_last(line.head) for line in body]
        for names in _column_names(lines[place], size):
            texts = [cell.text for cell in lines[place].row if cell.text.strip()][-len(names) :]
            found = squared(Counts(rows, names, counts, cells, heads, texts))
            if found is not None:
                found.corner = " ".join(c.plain for c in lines[place].row[: -len(names)]).strip(" :")
                found.sides = _sides(lines, place, between, body, names)
                if len(found.labels) == 2:
                    found.sides = _of_subjects(lines, place, found, body, texts[:2])
                found.start, found.end = lines[place].row[0].start, body[-1].row[-1].end
                return found
    return None


def _heading(lines: Sequence[_Line], at: int) -> tuple[int, str] | None:
    """The line over the counts that names the columns, and the words of a line between, which name the rows."""
    between = ""
    for back in range(at - 1, max(-1, at - 4), -1):
        row = [cell for cell in lines[back].row if cell.text.strip()]
        if len(row) == 1 and is_axis_only(row[0].text) and back > 0 and not between:
            between = row[0].plain
            continue
        if row:
            return back, between
    return None


def _head(line: _Line) -> str:
    """The class that a row is of: the last of its headings."""
    text = _last(line.head)
    return class_of(text) if text else ""


def _last(head: Sequence[Cell]) -> str:
    return next((cell.text for cell in reversed(head) if cell.text.strip()), "")


def _is_named(line: _Line) -> bool:
    """Whether a word before the counts names the class of a row, not a side."""
    return any(cell.text.strip() and not is_axis_only(cell.text) for cell in line.head)


def _column_names(line: _Line, size: int) -> Iterator[list[str]]:
    """What the last columns may be called: with as many names as counts, or one name less before unnamed totals."""
    cells = list(line.row)
    for trimmed in (cells, [cell for cell in cells if cell.text.strip()]):
        for wanted in (size, size - 1):
            if 2 <= wanted <= len(trimmed):
                names = [_name(cell) for cell in trimmed[len(trimmed) - wanted :]]
                while names and not names[-1]:
                    names.pop()
                if len(names) >= 2:
                    yield names


def _name(cell: Cell) -> str:
    return cell.plain if is_total(cell.text) else class_of(cell.text)


def _sides(
    lines: Sequence[_Line], place: int, between: str, body: Sequence[_Line], names: list[str]
) -> tuple[str, str]:
    """What the rows are and what the columns are, as far as the table says."""
    heading = lines[place].row
    left = heading[: max(0, len(heading) - len(names))]
    beside = " ".join(cell.text for cell in left)
    over = " ".join(cell.text for line in lines[max(0, place - 2) : place] for cell in line.row)
    own = [axes(cell.text)[:1] for cell in heading[len(left) :] if not is_axis_only(cell.text)]
    row_side, column_side = corner(beside)
    if between:
        row_side, column_side = _first(axes(between)), row_side or column_side
    elif not row_side:
        row_side = _first(axes(" ".join(cell.text for line in body for cell in line.head[:2] if _names_side(cell))))
    above = axes(over) if len(over) < 200 else []
    if not column_side:
        column_side = _first(above) if len(set(above)) == 1 else ""
        column_side = column_side or _first([side for named in own for side in named])
    if len(set(above)) == 2 and not row_side:
        row_side, column_side = corner(over)
    return row_side, column_side


def _of_subjects(
    lines: Sequence[_Line], place: int, found: Table, body: Sequence[_Line], columns: Sequence[str]
) -> tuple[str, str]:
    """The sides of a table of two by two whose headings are signs, as words such as "test" and "disease" say as well.

    A side is taken from such words only where one of the two is the predicted one: a table of two conditions is none.
    A word of its own, over or before the signs, counts only where the other side is named too: "Test" may be a heading.
    """
    across, down = signed(columns), signed([_last(line.head) for line in body[:2]])
    if across is None or down is None:
        return found.sides
    over = [subject(cell.text) for line in lines[max(0, place - 2) : place] for cell in line.row]
    left = [subject(cell.text) for line in body for cell in line.head[:-1]]
    beside = itertools.takewhile(lambda text: text != columns[0], (cell.text for cell in lines[place].row))
    halves = [subject(half) for half in halves_of(" ".join(beside))]
    left, over = [*left, *halves[:1]], [*over, *(halves[1:] if len(halves) == 2 else ())]
    own = found.sides[0] or down.side, found.sides[1] or across.side
    if "predicted" in own and own[0] != own[1]:
        return own
    row_side = own[0] or _first([side for side in left if side])
    column_side = own[1] or _first([side for side in over if side])
    return (row_side, column_side) if {row_side, column_side} == {"true", "predicted"} else found.sides


def _names_side(cell: Cell) -> bool:
    """Whether a heading of a row names a side beside its class, or nothing else."""
    return is_axis_only(cell.text) or (class_of(cell.text) != cell.plain and bool(axes(cell.text)))


def _first(named: Sequence[str]) -> str:
    return named[0] if named else ""
