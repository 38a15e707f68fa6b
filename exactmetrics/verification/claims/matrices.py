"""Confusion matrices in tables: where their numbers are, which classes, which side is the truth, totals stripped."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from exactmetrics.verification.claims.found import MAX_CLASSES
from exactmetrics.verification.claims.grids import Cell, Grid, Row
from exactmetrics.verification.claims.lexicon import is_one_of
from exactmetrics.verification.claims.numbers import count_in
from exactmetrics.verification.claims.sides import axes, class_of, corner, is_axis_only, is_total, matched

SHORT = 4  # lines that are looked at again from the second on, where they are no matrix from the first on
_TRUE_POSITIVE = re.compile(r"\bTP\b|[Tt]rue [Pp]ositives?\b")


@dataclass(slots=True)
class Table:
    """A matrix as found: its classes, its rows in their order, what its sides are, where it stands, its totals.

    `sides` are what rows and columns are, "true", "predicted" or "". `totals` are printed sums: "row", "column" or
    "all", the class, and the cell. `cells` are those of the counts, in the order of `rows`. `in_order` says that rows
    and columns are printed in the same order, `corner` what stands before the names of the columns.
    """

    labels: list[str]
    rows: list[list[int]]
    sides: tuple[str, str]
    start: int
    end: int
    cells: list[list[Cell]] = field(default_factory=list)
    totals: list[tuple[str, str, Cell]] = field(default_factory=list)
    in_order: bool = True
    corner: str = ""

    @property
    def may_be_untold(self) -> bool:
        """Whether a table of counts that no word calls a matrix may be one: no distances, no sums, no years."""
        size = len(self.labels)
        symmetric = all(self.rows[i][j] == self.rows[j][i] for i in range(size) for j in range(i))
        plain = not self.corner or is_axis_only(self.corner) or is_one_of("class", self.corner)
        named = not all(label.replace(".", "").isdigit() for label in self.labels)
        return (
            self.in_order
            and plain
            and named
            and any(self.rows[i][i] for i in range(size))
            and not (symmetric and size > 2)
        )

    @property
    def positive(self) -> str | None:
        """The class of two whose cell on the diagonal is marked as that of the true positives."""
        for at, label in enumerate(self.labels):
            if len(self.labels) == 2 and _TRUE_POSITIVE.search(self.cells[at][at].text):
                return label
        return None

    @property
    def orientation(self) -> str:
        """Which side the rows are: "true", "predicted" or "unknown"."""
        rows, columns = self.sides
        if "true" in (rows,) or columns == "predicted":
            return "true" if rows != "predicted" and columns != "true" else "unknown"
        return "predicted" if rows == "predicted" or columns == "true" else "unknown"


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
    lines = [_line(row) for row in grid]
    at = 0
    while at < len(lines):
        stop = _run(lines, at)
        found = None
        for start in (at, at + 1):  # the first line may be a heading, where the classes are numbers
            if found is None and stop - start >= 2 and len(lines[start].counts) >= 2:
                found = _table(lines, start, stop)
        if found is not None:
            yield found
        at = stop if found is not None or stop - at > SHORT else at + 1


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
    values = [count_in(cell.text) for cell in row]
    end = len(row)
    while end > 0 and values[end - 1] is None:
        end -= 1
    start = end
    while start > 0 and values[start - 1] is not None:
        start -= 1
    counts = [value for value in values[start:end] if value is not None]
    return _Line(row[:start], counts, row[start:end], row)


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
        row_names = [line.cells[0].plain if drop else _head(line) for line, drop in zip(body, cut, strict=True)]
        counts = [line.counts[drop:] for line, drop in zip(body, cut, strict=True)]
        cells = [line.cells[drop:] for line, drop in zip(body, cut, strict=True)]
        for names in _column_names(lines[place], size):
            found = _squared(row_names, names, counts, cells)
            if found is not None:
                found.corner = " ".join(c.plain for c in lines[place].row[: -len(names)]).strip(" :")
                found.sides = _sides(lines, place, between, body, names)
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
    for cell in reversed(line.head):
        if cell.text.strip():
            return class_of(cell.text)
    return ""


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


def _squared(rows: list[str], columns: list[str], counts: list[list[int]], cells: list[list[Cell]]) -> Table | None:
    """The square part of a table with its totals apart."""
    wide = len(counts[0])
    size = len(columns) - (is_total(columns[-1]) or _ends_in_sums(counts, len(columns), len(rows)))
    if not 2 <= size <= MAX_CLASSES or wide not in (size, size + 1) or len(rows) not in (size, size + 1):
        return None
    if len(rows) == size + 1 and not (
        is_total(rows[-1]) or not rows[-1] or is_axis_only(rows[-1]) or _is_sum(counts, size)
    ):
        return None
    found = matched(rows[:size], columns[:size])
    if found is None:
        return None
    labels, order = found
    square = [[counts[at][column] for column in range(size)] for at in order]
    totals = []
    if wide == size + 1:
        if not is_total(columns[-1]) and [row[size] for row in counts[:size]] != [
            sum(row[:size]) for row in counts[:size]
        ]:
            return None
        totals += [("row", labels[place], cells[at][size]) for place, at in enumerate(order)]
    if len(rows) == size + 1:
        if not is_total(rows[-1]) and counts[size][:size] != [sum(column) for column in zip(*square, strict=True)]:
            return None
        totals += [("column", labels[column], cells[size][column]) for column in range(size)]
        if wide == size + 1:
            totals.append(("all", "", cells[size][size]))
    inner = [[cells[at][column] for column in range(size)] for at in order]
    return Table(labels, square, ("", ""), 0, 0, inner, totals, order == list(range(size)))


def _ends_in_sums(counts: list[list[int]], columns: int, rows: int) -> bool:
    """Whether the last column is no class but the sum of the others, whatever it is called."""
    size = columns - 1
    if size < 2 or len(counts[0]) != columns or rows not in (size, columns) or not any(row[size] for row in counts):
        return False
    return all(row[size] == sum(row[:size]) for row in counts) and (rows == size or _is_sum(counts, size))


def _is_sum(counts: list[list[int]], size: int) -> bool:
    """Whether the row behind the first `size` rows is their sum."""
    sums = [sum(column) for column in zip(*counts[:size], strict=True)]
    return any(sums[:size]) and counts[size][:size] == sums[:size]


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


def _names_side(cell: Cell) -> bool:
    """Whether a heading of a row names a side beside its class, or nothing else."""
    return is_axis_only(cell.text) or (class_of(cell.text) != cell.plain and bool(axes(cell.text)))


def _first(named: Sequence[str]) -> str:
    return named[0] if named else ""
