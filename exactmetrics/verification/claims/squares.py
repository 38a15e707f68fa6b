"""The square of a table of counts: its classes in one order, its lines of totals apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from exactmetrics.verification.claims.found import MAX_CLASSES
from exactmetrics.verification.claims.grids import Cell
from exactmetrics.verification.claims.lexicon import is_one_of
from exactmetrics.verification.claims.outcome_words import outcome_of, outcome_words
from exactmetrics.verification.claims.sides import is_axis_only, is_total, matched
from exactmetrics.verification.claims.signs import signed


@dataclass(slots=True)
class Table:
    """A matrix as found: its classes, its rows in their order, what its sides are, where it stands, its totals.

    `sides` are what rows and columns are, "true", "predicted" or "". `totals` are printed sums: "row", "column" or
    "all", the class, and the cell. `cells` are those of the counts, in the order of `rows`. `in_order` says that rows
    and columns are printed in the same order, `corner` what stands before the names of the columns. `by_sign` says that
    the two sides have other names, and only their signs agree: "Test positive" and "Disease present".
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
    by_sign: bool = False

    @property
    def may_be_untold(self) -> bool:
        """Whether a table of counts that no word calls a matrix may be one: no distances, no sums, no years."""
        size = len(self.labels)
        symmetric = all(self.rows[i][j] == self.rows[j][i] for i in range(size) for j in range(i))
        plain = not self.corner or is_axis_only(self.corner) or is_one_of("class", self.corner)
        named = not all(label.replace(".", "").isdigit() for label in self.labels)
        return (
            self.in_order
            and not self.by_sign
            and plain
            and named
            and any(self.rows[i][i] for i in range(size))
            and not (symmetric and size > 2)
        )

    @property
    def positive(self) -> str | None:
        """The class of two whose cell on the diagonal is marked as that of the true positives."""
        for at, label in enumerate(self.labels):
            named = map(outcome_of, outcome_words().items(self.cells[at][at].text[:80]))
            if len(self.labels) == 2 and any(one is not None and one[0] == "tp" for one in named):
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
class Counts:
    """The counts of a table row by row, with their cells, the class of each row and column, and its whole heading."""

    rows: list[str]
    columns: list[str]
    values: list[list[int]]
    cells: list[list[Cell]]
    row_texts: list[str] = field(default_factory=list)
    column_texts: list[str] = field(default_factory=list)


def squared(given: Counts) -> Table | None:
    """The square part of a table with its totals apart; None where the two sides do not name the same classes.

    >>> none = [[Cell("", 0, 0)] * 3] * 2
    >>> squared(Counts(["b", "a"], ["a", "b", "Total"], [[0, 2, 2], [3, 1, 4]], none)).rows
    [[3, 1], [0, 2]]
    """
    rows, columns, values = given.rows, given.columns, given.values
    wide = len(values[0])
    size = len(columns) - (is_total(columns[-1]) or _ends_in_sums(values, len(columns), len(rows)))
    if not 2 <= size <= MAX_CLASSES or wide not in (size, size + 1) or len(rows) not in (size, size + 1):
        return None
    if len(rows) == size + 1 and not (
        is_total(rows[-1]) or not rows[-1] or is_axis_only(rows[-1]) or _is_sum(values, size)
    ):
        return None
    found = matched(rows[:size], columns[:size])
    by_sign = None
    if found is None:
        by_sign = _by_sign(given.row_texts[:size], given.column_texts[:size]) if size == 2 else None
        if by_sign is None:
            return None
    labels, order = found or by_sign or ([], [])
    square = [[values[at][column] for column in range(size)] for at in order]
    totals = _totals(given, labels, order, square)
    if totals is None:
        return None
    inner = [[given.cells[at][column] for column in range(size)] for at in order]
    in_order = order == list(range(size))
    return Table(labels, square, ("", ""), 0, 0, inner, totals, in_order, by_sign=by_sign is not None)


def _by_sign(rows: Sequence[str], columns: Sequence[str]) -> tuple[list[str], list[int]] | None:
    """The classes of two rows and two columns that agree in their signs, and the row of each."""
    across, down = signed(columns), signed(rows)
    if across is None or down is None:
        return None
    labels = ["positive" if sign == "+" else "negative" for sign in across.signs]
    return labels, [down.signs.index(sign) for sign in across.signs]


def _totals(
    given: Counts, labels: Sequence[str], order: Sequence[int], square: Sequence[Sequence[int]]
) -> list[tuple[str, str, Cell]] | None:
    """The cells of the totals behind a square; None where they are neither called so nor the sums."""
    size, values, cells = len(labels), given.values, given.cells
    wide, totals = len(values[0]), list[tuple[str, str, Cell]]()
    if wide == size + 1:
        sums = [sum(row[:size]) for row in values[:size]]
        if not is_total(given.columns[-1]) and [row[size] for row in values[:size]] != sums:
            return None
        totals += [("row", labels[place], cells[at][size]) for place, at in enumerate(order)]
    if len(given.rows) == size + 1:
        if not is_total(given.rows[-1]) and values[size][:size] != [
            sum(column) for column in zip(*square, strict=True)
        ]:
            return None
        totals += [("column", labels[column], cells[size][column]) for column in range(size)]
        if wide == size + 1:
            totals.append(("all", "", cells[size][size]))
    return totals


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
