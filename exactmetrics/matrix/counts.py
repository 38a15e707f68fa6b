"""The confusion matrix as plain exact counts.

Rows are true classes and columns predicted ones: cell (i, j) counts the samples of class i predicted as class j. Only
nonzero cells are kept, and the margins (support, predictions, diagonal, total) are summed once when the counts are
made, so that thousands of classes stay cheap.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction

from ..exact.errors import InputError, UsageError
from .blocks import Blocks
from .exact_count import Count, simplest, whole
from .labels import Labelled, check_labels, listed, refuse_mixed, refuse_other_classes

Cell = tuple[int, int]
Margins = tuple[list[Count], list[Count], list[Count]]  # diagonal, support, predictions


class Counts(Labelled):
    """A square table of exact counts by (true position, predicted position), with its margins; the labels are checked.

    >>> counts = Counts.from_rows([[6, 1, 1], [1, 5, 2], [2, 3, 7]])
    >>> counts.n, counts.tp, counts.support, counts.predicted
    (28, [6, 5, 7], [8, 8, 12], [9, 9, 10])
    """

    __slots__ = ("_cells", "k", "n", "notes", "predicted", "support", "tp")

    def __init__(
        self,
        labels: tuple[Hashable, ...],
        cells: Mapping[Cell, Count] | Callable[[], dict[Cell, Count]],
        notes: tuple[str, ...] = (),
        margins: Margins | None = None,
    ) -> None:
        """With margins that are summed already, `cells` lists the nonzero ones when they are first asked for."""
        self.labels = labels
        self.k = len(labels)
        self._cells = cells if callable(cells) else {cell: count for cell, count in cells.items() if count}
        self.tp, self.support, self.predicted = self._margins() if margins is None else margins
        self.n: Count = whole(sum(self.support))
        self.notes = notes  # remarks made while reading, for the reader of a derivation
        self._index = None

    def _margins(self) -> Margins:
        tp: list[Count] = [0] * self.k
        support: list[Count] = [0] * self.k
        predicted: list[Count] = [0] * self.k
        for (i, j), count in self.cells.items():
            support[i] += count
            predicted[j] += count
            if i == j:
                tp[i] = count
        if any(type(count) is not int for count in self.cells.values()):
            return tp, list(map(whole, support)), list(map(whole, predicted))
        return tp, support, predicted

    @property
    def cells(self) -> dict[Cell, Count]:
        """The nonzero counts by (true position, predicted position)."""
        if callable(self._cells):
            self._cells = self._cells()
        return self._cells

    def __reduce__(self) -> tuple[type[Counts], tuple[tuple[Hashable, ...], dict[Cell, Count], tuple[str, ...]]]:
        return Counts, (self.labels, self.cells, self.notes)

    @classmethod
    def from_rows(
        cls, rows: object, *, labels: Iterable[Hashable] | None = None, orientation: str | None = None,
        supports: Sequence[object] | None = None, step: Fraction | None = None,
    ) -> Counts:  # fmt: skip
        """Make counts from the rows of a square table; a row is of a "true" or of a "predicted" class.

        Rows are sequences, a numpy 2-D array, or a pandas table whose row and column names are the classes. With the
        `supports` of the classes, the counts are restored of rows of shares that were rounded to a `step`.
        """
        from .rows import cells_from_rows  # validation is needed only here
        from .shares import given_step, sizes_given, with_sizes

        sizes, supports = None, sizes_given(supports)
        if supports is None and isinstance(rows, (list, tuple)) and (found := with_sizes(rows)):
            rows, sizes = found
        if step is None and not (supports is None and sizes is None):
            step = given_step(rows)
        return cls(*cells_from_rows(rows, labels)).arranged(orientation, supports=supports, sizes=sizes, step=step)

    def arranged(
        self,
        orientation: str | None,
        labels: tuple[Hashable, ...] | None = None,
        supports: Sequence[object] | None = None,
        sizes: Sequence[object] | None = None,
        step: Fraction | None = None,
    ) -> Counts:
        """Bring a table that was written down with another orientation or order into the one that is wanted.

        What it holds may be shares: then that is noted, or the counts are restored by their `supports`, in the order
        that is wanted, or by the `sizes` that stand beside the rows; they were rounded to a `step`, if it is known.
        """
        from .rows import checked_cells, turned
        from .shares import BESIDE, refuse_turned_sizes, remarks_on, restored

        counts = self
        if sizes is not None:
            refuse_turned_sizes(orientation)
            counts = Counts(self.labels, checked_cells(restored(self, sizes, BESIDE, step), self.labels), self.notes)
            counts = counts.noted([f"{BESIDE} are taken for the true samples of each class, and the counts restored"])
        counts = counts.transpose() if turned(orientation) else counts
        counts = counts if labels is None else counts.reorder(labels)
        if supports is None:
            return counts.noted(remarks_on(counts))
        said = set(remarks_on(counts))  # of shares, which they are no longer
        notes = tuple(note for note in counts.notes if note not in said)
        return Counts(counts.labels, checked_cells(restored(counts, supports, step=step), counts.labels), notes)

    def noted(self, notes: Collection[str]) -> Counts:
        """The same counts with more remarks."""
        if not notes:
            return self
        every = tuple(dict.fromkeys((*self.notes, *notes)))
        return Counts(self.labels, self._cells, every, (self.tp, self.support, self.predicted))

    def rows(self) -> list[list[Count]]:
        """Return the table as k lists of k counts, zeros included."""
        table: list[list[Count]] = [[0] * self.k for _ in range(self.k)]
        for (true, predicted), count in self.cells.items():
            table[true][predicted] = count
        return table

    def blocks(self) -> Blocks:
        tp, support, predicted, notes = self.tp, self.support, self.predicted, self.notes
        return Blocks(
            self.labels, n=self.n, tp=tp, support=support, predicted=predicted, notes=notes, of_matrix=True, matrix=self
        )  # fmt: skip

    def transpose(self) -> Counts:
        cells = {(predicted, true): count for (true, predicted), count in self.cells.items()}
        return Counts(self.labels, cells, self.notes)

    def reorder(self, labels: Iterable[Hashable]) -> Counts:
        names = check_labels(labels, "the new order")
        refuse_other_classes(self.labels, names, "the classes of the matrix", "those of the new order")
        move = {self.position(name): position for position, name in enumerate(names)}
        cells = {(move[true], move[predicted]): count for (true, predicted), count in self.cells.items()}
        return Counts(tuple(self.labels[position] for position in move), cells, self.notes)

    def __add__(self, other: object) -> Counts:
        """Add counts cell by cell, matched by class name, in the order of the left one."""
        if not isinstance(other, Counts):
            return NotImplemented
        if other.labels != self.labels:
            refuse_mixed([*self.labels, *other.labels], "the labels of the two matrices")
            refuse_other_classes(self.labels, other.labels, "the classes on the left", "those on the right")
            other = other.reorder(self.labels)
        cells = dict(self.cells)
        for cell, count in other.cells.items():
            cells[cell] = whole(cells.get(cell, 0) + count)
        return Counts(self.labels, cells, tuple(dict.fromkeys(self.notes + other.notes)))

    def normalize(self, over: str) -> Counts:
        """Divide every cell by its row total ("true"), column total ("predicted") or n ("all"), exactly."""
        totals = {"true": self.support, "predicted": self.predicted, "all": [self.n] * self.k}.get(over)
        if totals is None:
            raise UsageError(f'normalize takes "true", "predicted" or "all", not {over!r}.')
        for label, total in zip(self.labels, totals, strict=True):
            if not total:
                what = {"true": f"true samples of class {label!r}", "predicted": f"predictions of class {label!r}"}
                raise InputError(f"there are no {what.get(over, 'samples')}: 0/0 cannot be normalized.")
        axis = 1 if over == "predicted" else 0
        cells = {cell: simplest(Fraction(count) / totals[cell[axis]]) for cell, count in self.cells.items()}
        return Counts(self.labels, cells, self.notes)

    def one_vs_rest(self, label: Hashable) -> Counts:
        """Merge all other classes into one: the 2×2 table [[TP, FN], [FP, TN]] of a class."""
        i = self.position(label)
        taken = {str(name) for name in self.labels}
        rest, number = "rest", 1
        while rest in taken:
            number += 1
            rest = f"rest {number}"
        tp, support, predicted = self.tp[i], self.support[i], self.predicted[i]
        cells = {(0, 0): tp, (0, 1): support - tp, (1, 0): predicted - tp, (1, 1): self.n - support - predicted + tp}
        return Counts((self.labels[i], rest), {cell: whole(count) for cell, count in cells.items()}, self.notes)

    def __eq__(self, other: object) -> bool:
        """Equal when labels, their order and all cells are equal; notes do not matter."""
        if not isinstance(other, Counts):
            return NotImplemented
        return self.labels == other.labels and self.cells == other.cells

    def __hash__(self) -> int:
        return hash((self.labels, frozenset(self.cells.items())))

    def __repr__(self) -> str:
        if self.k <= 12:
            return f"Counts.from_rows({self.rows()!r}, labels={list(self.labels)!r})"
        return f"<Counts of {self.k} classes ({listed(self.labels)}), n={self.n}>"
