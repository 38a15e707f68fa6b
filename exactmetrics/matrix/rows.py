"""Rows of counts, read and checked: square, every cell a count, labels that fit, no totals copied along.

A table whose last row and last column are the sums of the others counts every sample four times. It is refused unless
the caller names every class, the last one too: then it is what the caller says.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence

from ..exact.errors import InputError, Remark, UsageError
from ..exact.many import many
from .exact_count import LARGEST_COUNT, Count, as_count
from .labels import check_labels, listed, refuse_mixed, refuse_other_classes, unnamed

# "all" and "support" may well be classes.
WORDS = ("total", "totals", "grand total", "row total", "column total", "sum", "sums", "row sum", "Σ", "∑")
CURE = (
    "leave the totals out, for they would be counted as one more class; if it is a class, name every class with labels="
)


def inline(rows: Iterable[Iterable[object]]) -> str:
    """Rows as they are typed in.

    >>> inline([[0, 0], [1, 1]])
    '0 0; 1 1'
    """
    return "; ".join(" ".join(map(str, row)) for row in rows)


def refuse_headed_totals(names: Sequence[object], where: str, named: Collection[Hashable] | None) -> None:
    """Refuse names whose last one says that it is a total."""
    if len(names) > 1 and _is_total(names[-1]) and names[-1] not in (named or ()):
        raise InputError(f"{where}: {names[-1]!r} is no class: {CURE}.")


def refuse_totals(
    table: Sequence[Sequence[object]], where: str, named: Collection[Hashable] | None, names: Sequence[object] = ()
) -> None:
    """Refuse a table of three or more rows whose last row and last column are the sums of the others.

    Unless the classes that the caller names, `named`, are as many as the rows. `names` are those that the table gives.
    """
    if len(named or ()) == len(table) or not _has_totals(table):
        return
    called = f" ({listed(names[-1:])})" if names else ""
    raise InputError(f"{where}: the last row and the last column{called} are the sums of the others: {CURE}.")


def _is_total(name: object) -> bool:
    return isinstance(name, str) and name.strip().rstrip(":").casefold() in {word.casefold() for word in WORDS}


def _has_totals(table: Sequence[Sequence[object]]) -> bool:
    """Whether the last row and column of a square table are the sums of the others, and not all of it is zero."""
    size = len(table)
    if size < 3 or any(len(row) != size for row in table):
        return False
    try:
        rows = all(sum(row[:-1]) == row[-1] for row in table)  # type: ignore[arg-type]
        return bool(rows and table[-1][-1] and all(sum(col[:-1]) == col[-1] for col in zip(*table, strict=True)))
    except (TypeError, ArithmeticError):  # a cell that is no number, which has an error of its own
        return False


Cells = dict[tuple[int, int], Count]
Named = tuple[tuple[Hashable, ...], Cells, tuple[str, ...]]


def cells_from_rows(rows: object, labels: Iterable[Hashable] | None) -> Named:
    """Check the rows of a square table and return (labels, nonzero cells, notes)."""
    if hasattr(rows, "columns") and hasattr(rows, "index") and hasattr(rows, "to_numpy"):
        table = _row_lists(rows.to_numpy())
        if labels is not None:
            names = check_labels(labels)
            return names, checked_cells(table, names), ()
        own = check_labels(rows.index, "the row names"), check_labels(rows.columns, "the column names")
        for side in own:
            refuse_headed_totals(side, "the matrix", None)
        refuse_totals(table, "the matrix", None, own[0])
        return aligned(*own, table)
    table = _row_lists(rows)
    names = unnamed(len(table)) if labels is None else check_labels(labels)
    return names, checked_cells(table, names), ()


def _row_lists(rows: object) -> list[Sequence[object]]:
    """Return the rows as a list of sequences, or say what was given instead of rows."""
    shape = getattr(rows, "shape", None)
    if shape is not None and hasattr(rows, "tolist"):
        if len(shape) != 2:
            raise InputError(f"the matrix is an array of shape {tuple(shape)}; it must have two dimensions, k × k.")
        rows = rows.tolist()
    if isinstance(rows, (str, bytes)):
        text = repr(rows[:40]) + "..." * (len(rows) > 40)
        raise InputError(f"the matrix is the text {text}; read it with exactmetrics.read, or give rows.")
    if isinstance(rows, dict) or not isinstance(rows, Iterable):
        raise InputError(f"the matrix is a {type(rows).__name__}; give k rows of k counts.")
    table: list[Sequence[object]] = []
    for number, row in enumerate(rows, start=1):
        if isinstance(row, (str, bytes, dict)) or not isinstance(row, Iterable):
            raise InputError(f"row {number} of the matrix is {row!r}, not a row of counts; give k rows of k counts.")
        table.append(row if isinstance(row, (list, tuple)) else list(row))
    if not table:
        raise InputError("the matrix is empty: it has no rows.")
    return table


def checked_cells(table: Sequence[Sequence[object]], names: tuple[Hashable, ...]) -> Cells:
    """Return the nonzero cells of a square table whose size fits the names."""
    _refuse_shape(table)
    if len(names) != len(table):
        raise InputError(
            f"labels has {many(len(names), 'name')} ({listed(names)}) for {many(len(table), 'row')}; give one a row."
        )
    cells: Cells = {}
    for i, row in enumerate(table):
        for j, cell in enumerate(row):
            if type(cell) is int and 0 <= cell <= LARGEST_COUNT:
                if cell:
                    cells[i, j] = cell
                continue
            # A message counts rows and columns from 1, whatever the classes are called.
            place = f"row {i + 1} (class {names[i]!r}), column {j + 1} (class {names[j]!r}) of the matrix"
            count = as_count(cell, place)
            if count:
                cells[i, j] = count
    return cells


def _refuse_shape(table: Sequence[Sequence[object]]) -> None:
    width = len(table[0])
    for number, row in enumerate(table):
        if len(row) != width:
            raise InputError(
                f"the matrix is ragged: row 1 has {many(width, 'cell')} and row {number + 1} has {len(row)}."
            )
    if width != len(table):
        raise InputError(
            f"the matrix is not square: {many(len(table), 'row')} of {many(width, 'cell')}. A confusion matrix has "
            "one row and one column a class; give a class that never occurs a row or column of zeros."
        )


def aligned(
    row_names: tuple[Hashable, ...], column_names: tuple[Hashable, ...], table: Sequence[Sequence[object]]
) -> Named:
    """Bring the columns into the order of the rows, matched by name; a note says when they were not."""
    refuse_mixed([*row_names, *column_names], "the row and column names")
    refuse_other_classes(row_names, column_names, "the rows", "the columns")
    if row_names == column_names:
        return row_names, checked_cells(table, row_names), ()
    where = {name: position for position, name in enumerate(column_names)}
    for number, row in enumerate(table):
        if len(row) != len(column_names):
            raise InputError(
                f"row {number + 1} has {many(len(row), 'cell')} under {many(len(column_names), 'column name')}."
            )
    turned = [[row[where[name]] for name in row_names] for row in table]
    columns, rows = listed(column_names), listed(row_names)
    text = f"the columns ({columns}) were put into the order of the rows ({rows}), by name"
    note = Remark(text, "reordered", columns=column_names, rows=row_names)
    return row_names, checked_cells(turned, row_names), (note,)


def turned(orientation: str | None) -> bool:
    """Say whether rows are predicted classes, from the word for the orientation; they are true ones if none is said."""
    if orientation not in (None, "true", "predicted"):
        raise UsageError(f'orientation says what a row is: "true" or "predicted", not {orientation!r}.')
    return orientation == "predicted"
