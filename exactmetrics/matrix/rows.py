"""Rows of counts, read and checked: square, every cell a count, labels that fit.

Rows may be sequences, a numpy 2-D array, or a pandas table. A pandas table brings its own names; when its rows and
columns name the same classes in another order they are aligned by name, and a note says so.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from ..exact.errors import InputError, Remark, UsageError
from .exact_count import Count, as_count
from .labels import check_labels, listed, refuse_mixed, refuse_other_classes
from .totals import refuse_headed_totals, refuse_totals

Cells = dict[tuple[int, int], Count]
Named = tuple[tuple[Hashable, ...], Cells, tuple[str, ...]]


def cells_from_rows(rows: object, labels: Iterable[Hashable] | None) -> Named:
    """Check the rows of a square table and return (labels, nonzero cells, notes).

    Args:
        rows: k rows of k counts; see the module's text.
        labels: k names, or None for 0 to k - 1 (or the names the table brings).

    >>> cells_from_rows([[3, 1], [0, 2]], None)
    ((0, 1), {(0, 0): 3, (0, 1): 1, (1, 1): 2}, ())
    """
    if hasattr(rows, "columns") and hasattr(rows, "index") and hasattr(rows, "to_numpy"):
        table = row_lists(rows.to_numpy())
        names = None if labels is None else check_labels(labels)
        if names is not None:
            return names, checked_cells(table, names), ()
        own = check_labels(rows.index, "the row names"), check_labels(rows.columns, "the column names")
        for side in own:
            refuse_headed_totals(side, "the matrix", None)
        refuse_totals(table, "the matrix", None, own[0])
        return aligned(*own, table)
    table = row_lists(rows)
    names = tuple(range(len(table))) if labels is None else check_labels(labels)
    return names, checked_cells(table, names), ()


def row_lists(rows: object) -> list[Sequence[object]]:
    """Return the rows as a list of sequences, or say what was given instead of rows.

    >>> row_lists(((1, 2), (3, 4)))
    [(1, 2), (3, 4)]
    """
    shape = getattr(rows, "shape", None)
    if shape is not None and hasattr(rows, "tolist"):
        if len(shape) != 2:
            raise InputError(f"the matrix is an array of shape {tuple(shape)}; it must have two dimensions, k × k.")
        rows = rows.tolist()
    if isinstance(rows, (str, bytes)):
        raise InputError(f"the matrix is the text {_shortened(rows)}; read it with exactmetrics.read, or give rows.")
    if isinstance(rows, dict) or not isinstance(rows, Iterable):
        raise InputError(f"the matrix is a {type(rows).__name__}; give k rows of k counts.")
    table = [_one_row(row, number) for number, row in enumerate(rows)]
    if not table:
        raise InputError("the matrix is empty: it has no rows.")
    return table


def _shortened(text: str | bytes) -> str:
    """Return the text's repr, cut to a length that a message bears."""
    return repr(text) if len(text) <= 40 else repr(text[:40]) + "..."


def _one_row(row: object, number: int) -> Sequence[object]:
    """Return one row as a sequence, or say that it is none."""
    if isinstance(row, (str, bytes, dict)) or not isinstance(row, Iterable):
        raise InputError(f"row {number + 1} of the matrix is {row!r}, not a row of counts; give k rows of k counts.")
    if isinstance(row, (list, tuple)):
        return row
    return list(row)


def checked_cells(table: Sequence[Sequence[object]], names: tuple[Hashable, ...]) -> Cells:
    """Return the nonzero cells of a square table whose size fits the names.

    Raises:
        InputError: ragged or non-square rows, a wrong number of labels, a cell that is no count.

    >>> checked_cells([[0, 2], [1, 0]], ("a", "b"))
    {(0, 1): 2, (1, 0): 1}
    """
    refuse_shape(table)
    if len(names) != len(table):
        raise InputError(f"there are {len(names)} labels ({listed(names)}) for {len(table)} rows; give one a row.")
    cells: Cells = {}
    for i, row in enumerate(table):
        for j, cell in enumerate(row):
            if type(cell) is int and cell >= 0:
                if cell:
                    cells[i, j] = cell
                continue
            count = as_count(cell, _place(i, j, names))
            if count:
                cells[i, j] = count
    return cells


def _place(i: int, j: int, names: tuple[Hashable, ...]) -> str:
    """How a message names a cell: rows and columns are counted from 1, whatever the classes are called."""
    return f"row {i + 1} (class {names[i]!r}), column {j + 1} (class {names[j]!r}) of the matrix"


def refuse_shape(table: Sequence[Sequence[object]]) -> None:
    """Refuse rows of different lengths, and a table that is not square.

    >>> refuse_shape([[1]])
    """
    width = len(table[0])
    for number, row in enumerate(table):
        if len(row) != width:
            raise InputError(f"the matrix is ragged: row 1 has {width} cells and row {number + 1} has {len(row)}.")
    if width != len(table):
        raise InputError(
            f"the matrix is not square: {len(table)} rows of {width} cells. A confusion matrix has one row and one "
            "column a class; give a class that never occurs a row or column of zeros."
        )


def aligned(
    row_names: tuple[Hashable, ...], column_names: tuple[Hashable, ...], table: Sequence[Sequence[object]]
) -> Named:
    """Bring the columns into the order of the rows, matched by name; a note says when they were not.

    Raises:
        InputError: rows and columns do not name the same classes.

    >>> aligned(("a", "b"), ("b", "a"), [[1, 5], [6, 0]])[1]
    {(0, 0): 5, (0, 1): 1, (1, 1): 6}
    """
    refuse_mixed([*row_names, *column_names], "the row and column names")
    refuse_other_classes(row_names, column_names, "the rows", "the columns")
    if row_names == column_names:
        return row_names, checked_cells(table, row_names), ()
    where = {name: position for position, name in enumerate(column_names)}
    for number, row in enumerate(table):
        if len(row) != len(column_names):
            raise InputError(f"row {number + 1} has {len(row)} cells under {len(column_names)} column names.")
    turned = [[row[where[name]] for name in row_names] for row in table]
    columns, rows = listed(column_names), listed(row_names)
    text = f"the columns ({columns}) were put into the order of the rows ({rows}), by name"
    note = Remark(text, "reordered", columns=column_names, rows=row_names)
    return row_names, checked_cells(turned, row_names), (note,)


def turned(orientation: str) -> bool:
    """Say whether rows are predicted classes, from the word for the orientation.

    >>> turned("predicted")
    True
    """
    if orientation not in ("true", "predicted"):
        raise UsageError(f'orientation says what a row is: "true" or "predicted", not {orientation!r}.')
    return orientation == "predicted"
