"""Two columns of labels in delimited text.

Most lines of such a file repeat. The distinct lines are counted by `collections.Counter` over the bytes, and only they
meet the csv reader. A quoted line end, or columns besides the labels, need the csv reader over the whole file.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator

from ..exact.errors import InputError, UsageError
from .counts import Counts
from .csvtext import all_whole, delimiter_of
from .exact_count import Count
from .headings import usual_columns
from .inline import number
from .labels import check_labels, did_you_mean, listed
from .tally import Pair, counts_of_pairs
from .textfile import decoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

    Opener = Callable[[], BinaryIO]

Places = tuple[int, int, int | None]  # positions of the true, predicted and weight columns


def label_columns(header: str, true: str | None, pred: str | None, name: str) -> tuple[list[str], str, Places] | None:
    """Find the label columns from the header line; None when it has none and none were asked for.

    Raises:
        UsageError: a column that was asked for does not exist.

    >>> label_columns("y_true,y_pred", None, None, "x.csv")
    (['y_true', 'y_pred'], ',', (0, 1, None))
    """
    delimiter = delimiter_of(header)
    names = list(next(split(header, delimiter), ()))
    usual = usual_columns(names)
    if true is None and pred is None and usual is None:
        return None
    usual_true, usual_pred = usual or ("y_true", "y_pred")
    wanted = (true or usual_true, pred or usual_pred)
    for column in wanted:
        if names.count(column) != 1:
            what = "no column" if column not in names else "more than one column"
            raise UsageError(f"{name} has {what} {column!r}; it has {listed(names)}.{did_you_mean(column, names)}")
    weight = names.index("sample_weight") if "sample_weight" in names else None
    return names, delimiter, (names.index(wanted[0]), names.index(wanted[1]), weight)


def counts_from_columns(
    opened: Opener,
    found: tuple[list[str], str, Places],
    name: str,
    *,
    labels: Iterable[Hashable] | None = None,
) -> Counts:
    r"""Count two label columns of a file.

    Args:
        opened: opens the file in binary mode, as often as called.
        found: what `label_columns` found in its header.
        name: the file's name, for messages.
        labels: all class names in the wanted order.

    Raises:
        InputError: no rows, a row with too few cells, an empty label, a bad weight; with line and column.

    >>> from io import BytesIO
    >>> header, rows = "y_true,y_pred", "a,a\na,b\nb,b\n"
    >>> found = label_columns(header, None, None, "pairs.csv")
    >>> counts_from_columns(lambda: BytesIO(f"{header}\n{rows}".encode()), found, "pairs.csv").rows()
    [[1, 1], [0, 1]]
    """
    names, delimiter, places = found
    used = {place for place in places if place is not None}
    rows = _distinct_rows(opened, delimiter, name) if used == set(range(len(names))) else None
    if rows is None:
        rows = _repeated_rows(opened, delimiter, name)
    totals: dict[tuple[str, str], Count] = {}
    for cells, times in rows.items():
        pair, weight = _row_of(cells, places, len(names), delimiter)
        if isinstance(weight, str):
            raise InputError(f"{name}, {_line_of(opened, delimiter, cells)}{weight}")
        totals[pair] = totals.get(pair, 0) + weight * times
    if not totals:
        raise InputError(f"{name} has a header and no rows: there are no samples to count.")
    named = None if labels is None else check_labels(labels)
    return counts_of_pairs(_read_labels(totals, named), (), named)


def _distinct_rows(opened: Opener, delimiter: str, name: str) -> dict[tuple[str, ...], int] | None:
    """Count the distinct lines after the header; None when lines and rows are not the same thing."""
    with opened() as file:
        if not file.readline().endswith(b"\n"):
            return {}
        lines = Counter(file)
    found: dict[tuple[str, ...], int] = {}
    for line, times in lines.items():
        body = line.rstrip(b"\r\n")
        if b"\r" in body or body.count(b'"') % 2:
            return None
        for cells in split(decoded(body, name), delimiter):
            found[cells] = found.get(cells, 0) + times
    return found


def split(text: str, delimiter: str) -> Iterator[tuple[str, ...]]:
    """Yield the cells of every row of a text, blank rows left out.

    >>> list(split('a,"b"', ","))
    [('a', 'b')]
    """
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True)
    try:
        for cells in reader:
            if any(cells):
                yield tuple(cell.strip() for cell in cells)
    except csv.Error as error:
        raise InputError(f"a row of labels cannot be read: {error}.") from None


def _repeated_rows(opened: Opener, delimiter: str, name: str) -> dict[tuple[str, ...], int]:
    """Count the rows with the csv reader over the whole file."""
    with opened() as file:
        rows = split(decoded(file.read(), name), delimiter)
        next(rows, None)
        return dict(Counter(rows))


def _row_of(cells: tuple[str, ...], places: Places, width: int, delimiter: str) -> tuple[tuple[str, str], Count | str]:
    """Return the labels of a row and its weight, or, in the place of the weight, what is wrong with it."""
    true, pred, weight = places
    if len(cells) != width:
        return ("", ""), f": the row has {len(cells)} cells, and the header names {width}."
    for place in (true, pred):
        if not cells[place]:
            return ("", ""), f", column {place + 1}: the label is empty; drop that row or name the class."
    if weight is None:
        return (cells[true], cells[pred]), 1
    value = number(cells[weight], decimal_comma=delimiter != ",")
    if value is None or value < 0:
        return ("", ""), f", column {weight + 1}: the weight {cells[weight]!r} is not a non-negative number."
    return (cells[true], cells[pred]), value


def _line_of(opened: Opener, delimiter: str, wanted: tuple[str, ...]) -> str:
    """Find the line of a faulty row, for its message."""
    with opened() as file:
        text = file.read().decode("utf-8-sig", errors="replace")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True)
    for cells in reader:
        if tuple(cell.strip() for cell in cells) == wanted:
            return f"line {reader.line_num}"
    return "one row"


def _read_labels(totals: dict[tuple[str, str], Count], named: tuple[Hashable, ...] | None) -> dict[Pair, Count]:
    """Read labels that all are whole numbers as ints, unless `labels=` names them as texts."""
    distinct = {label for pair in totals for label in pair}
    if all_whole(distinct) and (named is None or not any(isinstance(label, str) for label in named)):
        return {(int(true), int(pred)): count for (true, pred), count in totals.items()}
    return dict(totals)  # type: ignore[arg-type]
