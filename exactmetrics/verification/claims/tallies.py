"""Tables that give the four outcomes as columns or as rows: for all the data, for each class, for each model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from exactmetrics.verification.claims.grids import Cell, Grid
from exactmetrics.verification.claims.lexicon import is_one_of, names
from exactmetrics.verification.claims.numbers import count_in, is_score
from exactmetrics.verification.claims.outcome_names import bare_outcome
from exactmetrics.verification.claims.outcome_words import FOUR
from exactmetrics.verification.claims.sides import class_of, is_total


@dataclass(slots=True)
class Tally:
    """Four counts [[tp, fn], [fp, tn]] with what they are of ("" for all data), and their cells in that order.

    `classes` says that the table calls its rows classes, `line` from where to where the row goes (nothing for counts
    below one another), `beside` that it has other decimals or percentages.
    """

    name: str
    rows: list[list[int]]
    cells: list[Cell]
    classes: bool = False
    line: tuple[int, int] = (0, 0)
    beside: bool = False

    @property
    def span(self) -> tuple[int, int]:
        """From the first of the cells to behind the last one."""
        return min(cell.start for cell in self.cells), max(cell.end for cell in self.cells)


def tallies_in(grid: Grid) -> list[Tally]:
    """The four counts in the columns or in the rows of a table, and what each is of.

    >>> grid = [[Cell(t, 0, 1) for t in row.split(",")] for row in ("Class,TP,FP,FN,TN", "a,3,1,0,2", "b,2,0,1,3")]
    >>> [(one.name, one.rows, one.classes) for one in tallies_in(grid)]
    [('a', [[3, 0], [1, 2]], True), ('b', [[2, 1], [0, 3]], True)]
    """
    found = list(_under(grid))
    if not found:
        size = max((len(row) for row in grid), default=0)
        if size <= len(grid) * 20:
            found = list(_under(_turned(grid, size)))
        for one in found:
            one.line = (0, 0)
    return found


def are_classes(tallies: Sequence[Tally]) -> bool | None:
    """Whether rows of counts are those of all classes of one data set; None where what they are is not sure.

    >>> def row(name, *counts): return Tally(name, [list(counts[:2]), list(counts[2:])], [])
    >>> are_classes([row("a", 3, 1, 1, 5), row("b", 3, 0, 1, 6), row("c", 2, 1, 0, 7)])
    True
    >>> are_classes([row("a", 3, 0, 1, 2), row("b", 1, 1, 1, 1)]) is None
    True
    """
    counts = [(*tally.rows[0], *tally.rows[1]) for tally in tallies]
    sizes, supports = {sum(one) for one in counts}, [tp + fn for tp, fn, _, _ in counts]
    partition = len(sizes) == 1 and sum(supports) in sizes and sum(c[1] for c in counts) == sum(c[2] for c in counts)
    labels = {tally.name for tally in tallies}
    told = len(labels) == len(tallies) and "" not in labels
    if any(tally.classes for tally in tallies):
        return True if partition and told else None
    if partition:
        return True if len(tallies) > 2 and told else None
    sums = [sum(column) for column in zip(*counts, strict=True)]
    if any([2 * value for value in one] == sums for one in counts):
        return None  # a row of sums, whose values may be means of those above
    models = len(sizes) == 1 and len(set(supports)) == 1  # the same samples for each
    return False if all(is_case(tally) and (models or tally.beside) for tally in tallies) else None


def is_case(tally: Tally) -> bool:
    """Whether what stands in the row of four counts may be judged by them: no row of means, no counts in a column.

    >>> cells = [Cell("5", 0, 1)]
    >>> [is_case(Tally(name, [[3, 0], [1, 2]], cells, line=(0, 9))) for name in ("Run 1", "Mean", "")]
    [True, False, True]
    """
    if tally.line == (0, 0) or "±" in tally.name:
        return False
    roles = (item.roles for item in names().items(tally.name))
    return not any(role in known for known in roles for role in ("mean", "average", "blocker"))


def _turned(grid: Grid, size: int) -> Grid:
    blank = Cell("", 0, 0)
    return [[row[at] if at < len(row) else blank for row in grid] for at in range(size)]


def _under(grid: Grid) -> Iterator[Tally]:
    """The counts in the rows under headings that name all four."""
    places: dict[str, int] | None = None
    heads: Sequence[Cell] = ()
    for row in grid:
        new = _headings(row)
        if new is not None:
            places, heads = new, row
        elif places is not None and (tally := _tally(row, heads, places)) is not None:
            yield tally


def _tally(row: Sequence[Cell], heads: Sequence[Cell], places: dict[str, int]) -> Tally | None:
    """The counts of one row; None where it has none, or is one of totals."""
    shift = len(row) - len(heads)  # the corner may be left out
    at = [places[count] + shift for count in FOUR]
    if shift < -1 or min(at) < 0 or max(at) >= len(row):
        return None
    counts = [value for place in at if (value := count_in(row[place].text)) is not None]
    first = next((place for place in range(len(row)) if place not in at and row[place].text.strip()), None)
    text = "" if first is None else row[first].text
    if len(counts) < len(FOUR) or is_total(text):
        return None
    named = first is not None and count_in(text) is None
    head = heads[first - shift].plain if first is not None and 0 <= first - shift < len(heads) else ""
    name = class_of(text) if named or is_one_of("class", head) else ""
    cells = [row[place] for place in at]
    scores = any(is_score(cell.plain.strip()) for cell in row if cell not in cells)
    line = (row[0].start, row[-1].end)
    return Tally(name, [counts[:2], counts[2:]], cells, is_one_of("class", head), line, scores)


def _headings(row: Sequence[Cell]) -> dict[str, int] | None:
    """Where a row of headings names each outcome, if it names all four once, in words of one family."""
    if len(row) < len(FOUR) or sum(any(c.isdigit() for c in cell.text) for cell in row) > 1:
        return None
    named = [(at, found) for at, cell in enumerate(row) if (found := bare_outcome(cell.plain)) is not None]
    places = {count: at for at, (count, _) in named}
    if len(named) != len(FOUR) or len(places) != len(FOUR):
        return None
    return places if frozenset.intersection(*(families for _, (_, families) in named)) else None


def digits_at(cell: Cell) -> int:
    """Where the digits of a cell begin.

    >>> digits_at(Cell("TP: 40", 10, 16))
    14
    """
    return cell.start + next((at for at, c in enumerate(cell.text) if c.isdigit()), 0)
