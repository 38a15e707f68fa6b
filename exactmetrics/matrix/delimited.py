"""Delimited text: where its table begins, and a matrix with or without names, in the dialects that spreadsheets write.

Unless the delimiter is the comma, the decimal mark is read off the numbers (`decimal_marks`). What spreadsheets put
around a table is passed over: a line `sep=;`, a title above it, delimiters at the ends of lines.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..exact.errors import InputError, Notice, located
from .column_names import may_count, names_counts, plain, side_of, sides_at, usual_columns, words
from .counts import Counts
from .decimal_marks import Reader, bare, like_a_number, number_reader, percents
from .exact_count import Count, as_count, number
from .labels import check_labels, composed, listed
from .rows import aligned, cells_from_rows, checked_cells, refuse_headed_totals, refuse_totals
from .shares import written_step

COLUMNS = ' Columns of labels are called "y_true" and "y_pred", or are named with true= and pred=.'
Line = tuple[int, list[str]]  # line number in the file, cells
SEPARATOR = re.compile(r'"?sep=([;,\t|])"?[;,\t ]*', re.IGNORECASE)  # how Excel is told the delimiter


class Table(NamedTuple):
    """Where the table of a file begins: the lines above it, and its delimiter, if the file names one."""

    above: int = 0
    delimiter: str | None = None
    pointed: frozenset[str] = frozenset()  # numbers whose point is known to be the decimal mark
    title: str = ""  # above the names of the columns


WHOLE = Table()  # a file that begins with its table


def table_of(lines: Sequence[str], asked: Collection[str] = ()) -> Table:
    """Find the table from the first lines of a file: below a line that names the delimiter, and below titles.

    The table begins with two lines of as many cells, at least two each, or with the names of columns of labels. A title
    is a text alone in a line above, or texts above some of the columns of the line below, as in `,predicted,`. Where
    columns are `asked` for by name, the line that names them is the first.

    >>> table_of(["sep=;", "My results", ";a;b", "a;3;1", "b;0;2"])
    Table(above=2, delimiter=';', pointed=frozenset(), title='')
    """
    named = SEPARATOR.fullmatch(lines[0].strip("\r\n")) if lines else None
    delimiter, above = (named[1], 1) if named else (None, 0)
    filled = [at for at in range(above, len(lines)) if lines[at].strip()]
    start = Table(filled[0] if filled else above, delimiter)
    for at in filled:
        names = _cells(lines[at], delimiter or delimiter_of(lines[at]))
        if set(asked) <= set(names) if asked else usual_columns(names) is not None:
            return Table(at, delimiter)
    if delimiter is None and _spaced([lines[at] for at in filled[:2]]):
        return start
    for number_above, (here, below) in enumerate(pairwise(filled)):
        mark = delimiter or delimiter_of(lines[here])
        cells = _cells(lines[here], mark)
        under = _cells(lines[below], mark)
        if mark != " " and len(cells) == len(under) > 1 and not _is_title(cells) and not _stands_above(cells, under):
            above_it = [_cells(lines[at], mark) for at in filled[:number_above]]
            over = [_stands_above(cells, under) for cells, under in pairwise([*above_it, cells])]
            titled = " ".join(" ".join(cells) for cells, stands in zip(above_it, over, strict=True) if stands)
            fits = all(stands or _is_title(cells) for cells, stands in zip(above_it, over, strict=True))
            return Table(here, delimiter, title=titled.strip()) if fits else start
    return start


def names_its_rows(lines: Sequence[str]) -> bool:
    """Whether a header names the lines below in their order, as that of a matrix, whose classes may be called "true".

    >>> names_its_rows(["Prediction,false,true", "false,120,22", "true,15,43"]), names_its_rows(["pred,true", "a,b"])
    (True, False)
    """
    filled = [line for line in lines if line.strip()]
    cells = [_cells(line, delimiter_of(filled[0])) for line in filled]
    names, first = cells[0][1:] if cells else [], [row[0] for row in cells[1:] if row]
    return len(first) > 1 and first == names[: len(first)]


def _cells(line: str, delimiter: str) -> list[str]:
    try:
        return [cell.strip() for cell in next(csv.reader([line], delimiter=delimiter, skipinitialspace=True), [])]
    except csv.Error:  # which reading the table will tell
        return []


def _is_title(cells: Sequence[str]) -> bool:
    return bool(cells) and cells[0] != "" and not any(cells[1:]) and not like_a_number(cells[0])


def _stands_above(cells: Sequence[str], names: Sequence[str]) -> bool:
    """Whether a line is a title of columns: a text, and nothing above some of the names in the line below."""
    texts = [cell for cell in cells if cell]
    if not texts or any(map(like_a_number, [*texts, *names])):
        return False
    begin = cells.index(texts[0])
    return any(name and not cell for cell, name in zip(cells[begin:], names[begin:], strict=False))


def _spaced(lines: Sequence[str]) -> bool:
    """Whether white space stands between the cells of a header and the row below, which may begin with a name."""
    first, *below = (len(line.split()) for line in lines or [""])
    return first > 1 and below[:1] in ([first], [first + 1]) and delimiter_of(lines[0]) == " "


def delimiter_of(line: str) -> str:
    """Find the delimiter from a first line; a space stands for any white space."""
    parts = line.split('"')
    unquoted = "".join(parts[::2]) if len(parts) % 2 else line  # an open quote hides nothing
    return next((mark for mark in "\t;," if mark in unquoted), " ")


def split_lines(text: str, delimiter: str, name: str, above: int = 0) -> list[Line]:
    """The lines that hold something, as cells; `above` lines of the file are not in the text."""
    if delimiter == " ":
        return [(i, line.split()) for i, line in enumerate(text.splitlines(), start=above + 1) if line.strip()]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True, skipinitialspace=True)
    found: list[Line] = []
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                found.append((above + reader.line_num, [cell.strip() for cell in cells]))
    except csv.Error as error:
        raise InputError(f"{name}, line {above + reader.line_num}: {error}.") from None
    width = max((len(without_end(cells)) for _, cells in found), default=0)
    return [(line, cells if any(cells[width:]) else cells[:width]) for line, cells in found]


def without_end(cells: Sequence[str]) -> Sequence[str]:
    """The cells but for the empty ones at the end."""
    return cells[: max((at for at, cell in enumerate(cells, start=1) if cell), default=0)]


def matrix_from_csv(
    text: str, name: str, named: tuple[Hashable, ...] | None = None, orientation: str | None = None,
    table: Table = WHOLE, supports: Sequence[object] | None = None,
) -> Counts:  # fmt: skip
    delimiter = table.delimiter or delimiter_of(next((line for line in text.splitlines() if line.strip()), ""))
    lines = split_lines(text, delimiter, name, table.above)
    if not lines:
        raise InputError(f"{name} is empty: there is no matrix in it.")
    if not any(like_a_number(bare(cell)) for _, cells in lines for cell in cells):
        raise InputError(f"{name} has no number in it: a matrix has a line of counts for each class.{COLUMNS}")
    # In a single column a comma would rather separate two cells than be a decimal one.
    open_mark = delimiter not in ", " or (delimiter == " " and len(lines[-1][1]) > 1)
    is_name = _is_name_beside_any_mark if open_mark else _is_name
    lines, beside = _without_side_title(lines, is_name)
    sizes = None
    sized = _without_sizes(lines, is_name, table.pointed if open_mark else None)
    if sized is not None and (supports is None or sized[1] is None):
        lines, sizes = sized
    refuse_uneven_names(lines, name, named, is_name)
    header, row_names, body = dissected(lines, is_name)
    notes: tuple[str, ...] = ()
    if orientation is None and header is not None and row_names is not None:
        corner = lines[0][1][0] if len(lines[0][1]) > len(header) else ""
        orientation, notes = _told_orientation(table.title, beside or corner)
    for names in (header, row_names):
        refuse_headed_totals(names or (), name, named)
    width = len(header) if header else len(body[0][1])
    for line, cells in body:
        if len(cells) != width:
            raise InputError(
                f"{name}, line {line}: {len(cells)} counts where {width} {'is' if width == 1 else 'are'} expected."
            )
    read: Reader = number
    if open_mark:
        read = number_reader([bare(cell) for _, cells in body for cell in cells], table.pointed)
    read = percents(read)
    restores = supports is not None or sizes is not None
    step = written_step(cell for _, cells in body for cell in cells) if restores else None
    rows = [_numbers(line, 1 if row_names is None else 2, name, read) for line in body]
    refuse_totals(rows, name, named, header or row_names or ())
    if named is None and header is not None and row_names is None:
        _refuse_columns(header, name)
        if delimiter == " " and (header[-1].endswith((":", "=")) or "matrix" in map(str.casefold, header)):
            raise InputError(f"{name}: {' '.join(header)!r} is a title, and names no classes.")
    if named is None and orientation is None and (header is None) != (row_names is None):
        sides = {side_of(one) for one in header or row_names or ()}
        if len(sides) == 1 and None not in sides:
            raise InputError(
                f"{name}: the names {listed(header or row_names or ())} are said to be {sides.pop()} classes, and the "
                "other side has none: name both, or say what a row is with orientation=."
            )
    if header is None and row_names is None:
        return Counts(*cells_from_rows(rows, named)).arranged(orientation, supports=supports, sizes=sizes, step=step)
    if header is not None and row_names is not None:
        own, columns = _read_names(row_names, header, name)
        counts = Counts(*aligned(own, columns, rows))
    else:
        own, _ = _read_names(header or row_names or [], [], name)
        counts = Counts(own, checked_cells(rows, own))
    return counts.arranged(orientation, named, supports, sizes, step).noted(notes)


def _refuse_columns(header: Sequence[str], name: str) -> None:
    """Refuse the columns of a table of samples as classes, where as many rows stand below them."""
    known = words("labels", "true") | words("labels", "predicted") | words("scores")
    found = [column for column in header if plain(column) in known or names_counts(column)]
    if found:
        raise InputError(
            f"{name}: the columns are called {listed(header)}, and {found[0]!r} is no usual name of a class.{COLUMNS} "
            "If these are classes, name every class with labels=."
        )


IsName = Callable[[str], bool]


def _told_orientation(columns: str, rows: str) -> tuple[str | None, tuple[str, ...]]:
    """What the titles of the columns and of the rows, or the corner between both, say that a row is.

    >>> _told_orientation("Reference", "Prediction")
    ('predicted', ('rows are read as predicted classes, as the titles say (orientation="true" reads true ones)',))
    >>> _told_orientation("", "true / predicted"), _told_orientation("", "Predicted vs actual")[0]
    ((None, ()), 'predicted')
    """
    down, across = sides_at(rows)
    across = side_of(columns) if columns else across
    if across == down or (across, down) not in (("true", "predicted"), ("true", None), (None, "predicted")):
        return None, ()
    return "predicted", (
        Notice('rows are read as predicted classes, as the titles say (orientation="true" reads true ones)'),
    )


def _without_side_title(lines: list[Line], is_name: IsName) -> tuple[list[Line], str]:
    """The lines but for a first column that is the title of the rows: a text, and nothing beside some of the names."""
    first, second = ([cells[at] if at < len(cells) else "" for _, cells in lines] for at in (0, 1))
    named = all(second[1:]) and all(map(is_name, second[1:])) and len(lines) > 2
    if not named or second[0] or all(first[1:]) or not any(first) or not all(map(is_name, filter(None, first))):
        return lines, ""
    return [(line, cells[1:]) for line, cells in lines], " ".join(filter(None, first))


def _without_sizes(
    lines: list[Line], is_name: IsName, pointed: frozenset[str] | None
) -> tuple[list[Line], list[object] | None] | None:
    """The lines of a table of shares but for their last column, if that holds the sizes of the classes, and these."""
    from .shares import with_sizes

    body = lines[1:] if any(map(is_name, lines[0][1][1:])) else lines
    numbers = [cells[-len(body) - 1 :] for _, cells in body]
    if any(is_name(cell) for row in numbers for cell in row):
        return None
    every = [bare(cell) for row in numbers for cell in row]
    read = percents(number if pointed is None else number_reader(every, pointed))
    heading = lines[0][1][-1] if len(body) < len(lines) else ""
    named = plain(heading) in words("size") or names_counts(heading) or may_count(heading)
    found = with_sizes([[read(cell) for cell in row] for row in numbers], named=named)
    return None if found is None else ([(line, cells[:-1]) for line, cells in lines], found[1])


def _is_name(cell: str) -> bool:
    return number(bare(cell)) is None


def _is_name_beside_any_mark(cell: str) -> bool:
    return not like_a_number(bare(cell))


def dissected(lines: list[Line], is_name: IsName) -> tuple[list[str] | None, list[str] | None, list[Line]]:
    """Separate names from numbers by the shape: a header where there is a line more than cells, and so on."""
    top, height, width = lines[0][1], len(lines), len(lines[-1][1])
    first = [cells[0] for _, cells in lines]
    if height == width == len(top) + 1:
        top, first[0] = ["", *top], ""  # a header without a corner, as R writes it
    if height == width > 1 and is_name(first[0]):
        return top[1:], first[1:], [(line, cells[1:]) for line, cells in lines[1:]]
    if height == width + 1 and any(map(is_name, top)):
        return top, None, lines[1:]
    if height + 1 == width and any(map(is_name, first)):
        return None, first, [(line, cells[1:]) for line, cells in lines]
    return None, None, lines


def refuse_uneven_names(lines: list[Line], name: str, named: Collection[Hashable] | None, is_name: IsName) -> None:
    """Refuse a header of more or fewer names than there are rows of numbers below it."""
    top, rows = lines[0][1], [cells for _, cells in lines[1:]]
    if not rows or not any(map(is_name, top[1:])) or any(not cell for cell in top[1:]):
        return
    own = any(is_name(cells[0]) for cells in rows)  # the rows have names too
    if any(is_name(cell) for cells in rows for cell in cells[own:] if cell) or not (own or is_name(top[0])):
        return
    names = top[1:] if own and len(top) == len(rows[0]) else top
    if len(names) == len(rows):
        return
    for side in (names, [cells[0] for cells in rows] if own else []):
        refuse_headed_totals(side, name, named)
    told = f"{name}: {len(names)} column names ({listed(names)}) for {len(rows)} row{'s' * (len(rows) > 1)}"
    hint = "" if own or len(names) != 2 else COLUMNS
    raise InputError(f"{told}: a confusion matrix has a row and a column for each class.{hint}")


def _numbers(line: Line, first: int, name: str, read: Reader) -> list[Count]:
    found: list[Count] = []
    pairs = len(line[1]) == 2 or not any(map(like_a_number, line[1][:2]))
    for column, cell in enumerate(line[1], start=first):
        where = f"{name}, line {line[0]}, column {column}"
        with located(where):
            value = read(cell)
        if value is None:
            what = f"{cell!r} is not a number" if cell else "the cell is empty; write 0 if nothing was counted"
            raise InputError(f"{where}: {what}.{COLUMNS if pairs else ''}")
        found.append(as_count(value, where))
    return found


def _read_names(rows: list[str], columns: list[str], name: str) -> tuple[tuple[Hashable, ...], tuple[Hashable, ...]]:
    """Check row and column names; when all are whole numbers they are read as ints."""
    whole = all_whole([*rows, *columns])
    both: list[tuple[Hashable, ...]] = []
    for names, what in ((rows, "row"), (columns, "column")):
        if "" in names:
            raise InputError(f"{name}: the {what} name number {names.index('') + 1} is empty; give the class a name.")
        read = [int(text) for text in names] if whole else list(map(composed, names))
        both.append(check_labels(read, f"{name}: the list of {what} names") if read else ())
    return both[0], both[1]


def all_whole(names: Iterable[str]) -> bool:
    """Say whether all texts are whole numbers in their usual form, so that they can be read as ints."""
    return all(re.fullmatch("-?[0-9]{1,18}", text) and str(int(text)) == text for text in names)
