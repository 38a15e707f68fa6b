"""Totals that were copied along with a matrix: refused, since they would be read as one more class.

A table whose last row and last column are the sums of the others counts every sample four times. It is refused unless
the caller names every class, the last one too: then it is what the caller says.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence

from ..exact.errors import InputError
from .labels import listed

WORDS = ("total", "totals", "grand total", "row total", "column total", "sum", "sums", "row sum", "Σ", "∑")
CURE = (
    "leave the totals out, for they would be counted as one more class; if it is a class, name every class with labels="
)


def refuse_headed_totals(names: Sequence[object], where: str, named: Collection[Hashable] | None) -> None:
    """Refuse names whose last one says that it is a total.

    Args:
        names: the names of the rows or of the columns.
        where: what a message calls the table.
        named: the classes that the caller names; there may be one that is called so.

    >>> refuse_headed_totals(["a", "total"], "x.csv", ["a", "total"])
    >>> refuse_headed_totals(["a", "b", "Total"], "x.csv", None)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    exactmetrics.exact.errors.InputError: x.csv: 'Total' is no class: leave the totals out, ...
    """
    if len(names) > 1 and is_total(names[-1]) and names[-1] not in (named or ()):
        raise InputError(f"{where}: {names[-1]!r} is no class: {CURE}.")


def refuse_totals(
    table: Sequence[Sequence[object]], where: str, named: Collection[Hashable] | None, names: Sequence[object] = ()
) -> None:
    """Refuse a table of three or more rows whose last row and last column are the sums of the others.

    Args:
        table: the rows, of any shape and with anything in the cells.
        where: what a message calls the table.
        named: the classes that the caller names: as many as there are rows say that the last one is a class.
        names: the names that the table itself gives, for the message.

    >>> refuse_totals([[3, 1, 4], [0, 2, 2], [3, 3, 6]], "the matrix", ["a", "b", "c"])
    >>> refuse_totals([[3, 1, 4], [0, 2, 2], [3, 3, 6]], "x.csv", None)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    exactmetrics.exact.errors.InputError: x.csv: the last row and the last column are the sums of the others: leave ...
    """
    if len(named or ()) == len(table) or not has_totals(table):
        return
    called = f" ({listed(names[-1:])})" if names else ""
    raise InputError(f"{where}: the last row and the last column{called} are the sums of the others: {CURE}.")


def is_total(name: object) -> bool:
    """Whether a name says that it is a total; "all" and "support" may well be classes.

    >>> is_total("Total"), is_total("Σ"), is_total("all")
    (True, True, False)
    """
    return isinstance(name, str) and name.strip().rstrip(":").casefold() in {word.casefold() for word in WORDS}


def has_totals(table: Sequence[Sequence[object]]) -> bool:
    """Whether the last row and column of a square table are the sums of the others, and not all of it is zero.

    >>> has_totals([[3, 1, 4], [0, 2, 2], [3, 3, 6]]), has_totals([[3, 3], [3, 3]]), has_totals([[0] * 3] * 3)
    (True, False, False)
    """
    size = len(table)
    if size < 3 or any(len(row) != size for row in table):
        return False
    try:
        rows = all(sum(row[:-1]) == row[-1] for row in table)  # type: ignore[arg-type]
        return bool(rows and table[-1][-1] and all(sum(col[:-1]) == col[-1] for col in zip(*table, strict=True)))
    except (TypeError, ArithmeticError):  # a cell that is no number, which has an error of its own
        return False
