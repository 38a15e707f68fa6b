"""Four counts told of two classes beside a matrix of two classes: which class is the positive one, and which side."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from exactmetrics.verification.verified import FoundData

Counts = Sequence[Sequence[int | Fraction]]
ALIKE = 2  # cells that agree where one of the four counts may be a slip


class Reading(NamedTuple):
    """A way to read a matrix: the place of the positive class, what the rows are, how many of four counts agree."""

    positive: int
    rows_are: Literal["true", "predicted"]
    agree: int


def readings(rows: Counts, counts: Counts) -> list[Reading]:
    """The four ways to read a matrix of two classes beside the counts [[tp, fn], [fp, tn]].

    >>> max(readings([[120, 46], [25, 101]], [[101, 25], [46, 120]]), key=lambda one: one.agree)
    Reading(positive=1, rows_are='true', agree=4)
    """
    out = []
    sides: tuple[tuple[Literal["true", "predicted"], Counts], ...] = (
        ("true", rows),
        ("predicted", list(zip(*rows, strict=True))),
    )
    for side, cells in sides:
        for i in (0, 1):
            told = (cells[i][i], cells[i][1 - i], cells[1 - i][i], cells[1 - i][1 - i])
            agree = sum(a == b for a, b in zip(told, (*counts[0], *counts[1]), strict=True))
            out.append(Reading(i, side, agree))
    return out


def agrees(data: FoundData, counts: Counts) -> bool:
    """Whether counts are told of a matrix of two classes, of which they then tell the positive class and the sides.

    >>> data = FoundData("", (0, 1), ((120, 46), (25, 101)), orientation="true")
    >>> agrees(data, [[101, 25], [46, 120]]), data.positive
    (True, 1)
    """
    found = readings(data.rows or (), counts)
    same = [one for one in found if one.agree == len(found)]
    if not same:
        return any(one.agree >= ALIKE for one in found)
    sides = {one.rows_are for one in same}
    if data.orientation == "unknown":
        if len(sides) == 1:
            (data.orientation,) = sides
    elif data.orientation not in sides:
        data.orientation = "unknown"  # the table says one thing and the text another
        return True
    places = {one.positive for one in same if data.orientation in ("unknown", one.rows_are)}
    if len(places) == 1:
        data.positive = data.labels[places.pop()]
    return True


def parts_of(rows: Counts) -> frozenset[tuple[int | Fraction, ...]]:
    """The counts of each class of a matrix against all others: tp and tn, and both errors in order of size.

    >>> part([[3, 1], [1, 7]]) in parts_of([[3, 1, 0], [0, 2, 1], [1, 0, 4]])
    True
    """
    n = sum(map(sum, rows))
    columns = [sum(column) for column in zip(*rows, strict=True)]
    found = set()
    for at, row in enumerate(rows):
        hit, missed, wrong = row[at], sum(row) - row[at], columns[at] - row[at]
        found.add((hit, n - hit - missed - wrong, *sorted((missed, wrong))))
    return frozenset(found)


def part(counts: Counts) -> tuple[int | Fraction, ...]:
    """The counts [[tp, fn], [fp, tn]] as those of `parts_of`.

    >>> part([[3, 1], [0, 7]])
    (3, 7, 0, 1)
    """
    return (counts[0][0], counts[1][1], *sorted((counts[0][1], counts[1][0])))
