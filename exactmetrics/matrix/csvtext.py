"""A matrix in delimited text: with or without names, in the dialects that spreadsheets write.

The delimiter is a tab, a semicolon or a comma (in this order of preference), or white space. Unless it is the comma, a
comma in a number is a decimal comma. A header row and a first column of names are taken as labels; when both name the
same classes in another order they are aligned by name, with a note.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Hashable, Iterable

from ..exact.errors import InputError
from .counts import Counts
from .exact_count import Count, as_count
from .inline import number
from .labels import check_labels, listed
from .rows import aligned, checked_cells, turned
from .totals import refuse_headed_totals, refuse_totals

COLUMNS = ' Columns of labels are called "y_true" and "y_pred", or are named with true= and pred=.'
Line = tuple[int, list[str]]  # line number in the file, cells


def delimiter_of(line: str) -> str:
    """Find the delimiter from a first line; a space stands for any white space.

    >>> delimiter_of("a;b"), delimiter_of("a,b"), delimiter_of("6 1 1")
    (';', ',', ' ')
    """
    parts = line.split('"')
    unquoted = "".join(parts[::2]) if len(parts) % 2 else line  # an open quote hides nothing
    return next((mark for mark in "\t;," if mark in unquoted), " ")


def split_lines(text: str, delimiter: str, name: str) -> list[Line]:
    """Split text into lines of cells, blank lines left out.

    Raises:
        InputError: quoting that does not end; with the line.

    >>> split_lines('a,"b,c"\\n', ",", "x.csv")
    [(1, ['a', 'b,c'])]
    """
    if delimiter == " ":
        return [(i, line.split()) for i, line in enumerate(text.splitlines(), start=1) if line.strip()]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True, skipinitialspace=True)
    found: list[Line] = []
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                found.append((reader.line_num, [cell.strip() for cell in cells]))
    except csv.Error as error:
        raise InputError(f"{name}, line {reader.line_num}: {error}.") from None
    return found


def matrix_from_csv(
    text: str, name: str, *, labels: Iterable[Hashable] | None = None, orientation: str = "true"
) -> Counts:
    """Read a matrix from delimited text.

    Args:
        text: the whole file.
        name: its name, for messages.
        labels: names for a matrix without, or the order for one with names.
        orientation: what a row is, "true" or "predicted".

    Raises:
        InputError: no lines, a cell that is no number (with line and column), names that do not fit.

    >>> matrix_from_csv(",cat,dog\\ncat,3,1\\ndog,0,2\\n", "x.csv").labels
    ('cat', 'dog')
    """
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = delimiter_of(first)
    lines = split_lines(text, delimiter, name)
    if not lines:
        raise InputError(f"{name} is empty: there is no matrix in it.")
    # In a single column a comma would rather separate two cells than be a decimal one.
    comma = delimiter in ";\t" or (delimiter == " " and len(lines[-1][1]) > 1)
    named = check_labels(labels) if labels is not None else None
    refuse_uneven_names(lines, name, named, decimal_comma=comma)
    header, row_names, body = dissected(lines, decimal_comma=comma)
    for names in (header, row_names):
        refuse_headed_totals(names or (), name, named)
    _refuse_ragged(body, len(header) if header else len(body[0][1]), name)
    shift = 0 if row_names is None else 1
    table = [numbers(line, shift, name, decimal_comma=comma) for line in body]
    refuse_totals(table, name, named, header or row_names or ())
    if header is None and row_names is None:
        return Counts.from_rows(table, labels=named, orientation=orientation)
    if header is not None and row_names is not None:
        rows, columns = _read_names(row_names, header, name)
        counts = Counts(*aligned(rows, columns, table))
    else:
        own, _ = _read_names(header or row_names or [], [], name)
        counts = Counts(own, checked_cells(table, own))
    counts = counts.transpose() if turned(orientation) else counts
    return counts if named is None else counts.reorder(named)


def dissected(lines: list[Line], *, decimal_comma: bool) -> tuple[list[str] | None, list[str] | None, list[Line]]:
    """Separate names from numbers by the shape: k + 1 lines of k cells have a header, k of k + 1 row names, and so on.

    >>> dissected([(1, ["a", "b"]), (2, ["3", "1"]), (3, ["0", "2"])], decimal_comma=False)[0]
    ['a', 'b']
    """

    def is_name(cell: str) -> bool:
        return number(cell, decimal_comma=decimal_comma) is None

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


def refuse_uneven_names(
    lines: list[Line], name: str, named: Collection[Hashable] | None, *, decimal_comma: bool
) -> None:
    """Refuse a header of more or fewer names than there are rows of numbers below it.

    >>> refuse_uneven_names([(1, ["a", "b"]), (2, ["3", "1"])], "x.csv", None, decimal_comma=False)
    Traceback (most recent call last):
        ...
    exactmetrics.exact.errors.InputError: x.csv: 2 column names ('a', 'b') for 1 row: a confusion matrix has a row and \
a column for each class. Columns of labels are called "y_true" and "y_pred", or are named with true= and pred=.
    """

    def is_name(cell: str) -> bool:
        return number(cell, decimal_comma=decimal_comma) is None

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


def _refuse_ragged(lines: list[Line], width: int, name: str) -> None:
    """Refuse a line with more or fewer cells than expected, naming it."""
    for line, cells in lines:
        if len(cells) != width:
            raise InputError(f"{name}, line {line}: {len(cells)} counts where {width} are expected.")


def numbers(line: Line, shift: int, name: str, *, decimal_comma: bool) -> list[Count]:
    """Read the counts of one line.

    >>> numbers((2, ["6", "1,5"]), 0, "x.csv", decimal_comma=True)
    [6, Fraction(3, 2)]
    """
    found: list[Count] = []
    for column, cell in enumerate(line[1], start=1 + shift):
        where = f"{name}, line {line[0]}, column {column}"
        value = number(cell, decimal_comma=decimal_comma)
        if value is None:
            what = f"{cell!r} is not a number" if cell else "the cell is empty; write 0 if nothing was counted"
            raise InputError(f"{where}: {what}.{COLUMNS if len(line[1]) == 2 else ''}")
        found.append(as_count(value, where))
    return found


def _read_names(rows: list[str], columns: list[str], name: str) -> tuple[tuple[Hashable, ...], tuple[Hashable, ...]]:
    """Check row and column names; when all are whole numbers they are read as ints."""
    whole = all_whole([*rows, *columns])
    both: list[tuple[Hashable, ...]] = []
    for names, what in ((rows, "row"), (columns, "column")):
        if "" in names:
            raise InputError(f"{name}: the {what} name number {names.index('') + 1} is empty; give the class a name.")
        read = [int(text) for text in names] if whole else names
        both.append(check_labels(read, f"{name}: the list of {what} names") if read else ())
    return both[0], both[1]


def all_whole(names: Iterable[str]) -> bool:
    """Say whether all texts are whole numbers in their usual form, so that they can be read as ints.

    >>> all_whole(["0", "-1"]), all_whole(["01", "2"]), all_whole(["--1", "2"])
    (True, False, False)
    """
    return all(re.fullmatch("-?[0-9]{1,18}", text) and str(int(text)) == text for text in names)
