"""Shares where counts are meant: a matrix whose rows, or columns, each add up to 1 or to 100.

Such a normalised matrix says how the samples of each class are shared out, and no longer how many there are: what is
computed of one class alone (its recall) stays, and everything that mixes classes becomes that of classes of equal size.
With the sizes of the classes the counts come back, where each share is that of one whole number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from math import ceil, floor

from ..exact.errors import InputError, Notice, Remark, UsageError
from .exact_count import Count, as_count, number, whole_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .counts import Counts

BESIDE = "the numbers of the last column"
FULL = (1, 100)  # what the shares of a class add up to
MOST = 102  # and at most, with what rounding adds
FLOAT = Fraction(1, 10**9)  # of them: more than sums of floats are wrong by, less than any rounding that was meant


def of_shares(counts: Counts, step: Fraction | None = None) -> tuple[int, str] | None:
    """What each row ("true") or column ("predicted"), or the whole ("all"), adds up to, 1 or 100; or None.

    That is but for what rounding took, to a `step` if it is known; of rows and columns those that are nearer to it.
    """
    if counts.k < 2 or not counts.n or counts.n > MOST * counts.k:
        return None
    step = _step(counts.cells.values()) if step is None else step
    found = list[tuple[Fraction, int, str]]()
    for side, sums in (("true", counts.support), ("predicted", counts.predicted)):
        if (full := _full(sums, step)) is not None:
            found.append((max(abs(Fraction(total) - full) for total in sums if total), full, side))
    if found:
        _, full, side = min(found, key=lambda one: one[0])
        return full, side
    whole = next((full for full in FULL if abs(Fraction(counts.n) - full) <= full * FLOAT), None)
    return None if whole is None or step == 1 else (whole, "all")


def _full(sums: Sequence[Count], step: Fraction) -> int | None:
    """What all of them are, 1 or 100, but for what rounding took; of many classes not all that it could have taken.

    A class without samples, whose shares are all 0, does not matter where others have some.
    """
    sums = [total for total in sums if total]
    if len(sums) < 2:
        return None
    for full in FULL:
        if 10 * abs(Fraction(sums[0]) - full) > full:  # more than rounding takes
            continue
        taken = max(min(step * len(sums) / 2, Fraction(full) / (10 if full == 1 else 50)), full * FLOAT)
        if (full > 1 or step < 1) and all(abs(Fraction(total) - full) <= taken for total in sums):
            return full
    return None


def given_step(rows: object) -> Fraction | None:
    """The place of the last decimal of Decimals that are given as such, 0 of fractions; None where it is not known.

    >>> given_step([[Decimal("0.70"), 1]]), given_step([[Fraction(4, 5), Fraction(1, 5)]]), given_step([["0.7"]])
    (Fraction(1, 100), Fraction(0, 1), None)
    """
    if not isinstance(rows, (list, tuple)) or not all(isinstance(row, (list, tuple)) for row in rows):
        return None
    cells = [cell for row in rows for cell in row]
    if any(type(cell) is Fraction for cell in cells):
        return Fraction(0)
    places = [-int(cell.as_tuple().exponent) for cell in cells if isinstance(cell, Decimal) and cell.is_finite()]
    known = bool(places) and all(isinstance(cell, (int, Decimal)) for cell in cells)
    return Fraction(1, 10 ** max(0, *places)) if known and max(places) <= 9 else None


def written_step(cells: Iterable[str]) -> Fraction | None:
    """The place of the last decimal that is written in any cell, zeros too; None where fractions or powers are.

    >>> written_step(["0.70", "0.3"]), written_step(["70 %", "30 %"]), written_step(["1/3", "2/3"])
    (Fraction(1, 100), Fraction(1, 100), None)
    """
    places = [0]
    for cell in cells:
        found = re.fullmatch(r"[+-]?\d*(?:[.,](\d*))?(\s*%)?", cell.strip())
        if found is None:
            return None
        places.append(len(found[1] or "") + 2 * bool(found[2]))
    return Fraction(1, 10 ** max(places)) if max(places) <= 9 else None


def _step(cells: Iterable[Count]) -> Fraction:
    """The place of the last decimal of the cells; 0 where one is no decimal, and so none was rounded."""
    step = Fraction(1)
    for cell in cells:
        while not isinstance(cell, int) and cell % step:
            step /= 10
            if step.denominator > 10**9:
                return Fraction(0)
    return step


SENTENCES = {
    "true": ("each row adds", "shares", "values that mix classes are as if all classes had equally many samples"),
    "predicted": ("each column adds", "shares", "values that mix classes are as if all were predicted equally often"),
    "all": ("all cells add", "shares of all samples", "values that depend on how many samples there are are wrong"),
}


def remarks_on(counts: Counts, *, rows: bool = True) -> tuple[str, ...]:
    """What is to be said of a matrix of shares; whole numbers may as well be counts, of which pages say nothing.

    Only where the data were `rows` of a matrix can supports= restore the counts.
    """
    found = of_shares(counts)
    if found is None:
        return ()
    full, side = found
    who, shares, what = SENTENCES[side]
    sums = {"true": counts.support, "predicted": counts.predicted}.get(side, [])
    each = f"{who} up to {'about ' * any(total not in (0, full) for total in sums)}{full}"
    supports = side == "true" and rows
    cure = "Give the counts, or the true samples of each class with supports=" if supports else "Give the counts"
    if all(isinstance(cell, int) for cell in counts.cells.values()):
        return (Notice(f"{each}: if these are percentages and no counts, values that mix classes are wrong. {cure}"),)
    return (Remark(f"{each}: these are {shares} and no counts, and {what}. {cure}", f"shares_{side}", full=full),)


def refuse_supports(supports: Sequence[object] | None, name: str) -> None:
    """Refuse the sizes of classes beside data that are no matrix, where they would be left out without a word."""
    if supports is not None:
        raise UsageError(f"{name} holds no matrix, and supports= restores the counts of a matrix of shares alone")


def sizes_given(supports: Iterable[object] | None) -> tuple[object, ...] | None:
    """The sizes that a caller gives, one for each class."""
    if supports is None:
        return None
    if isinstance(supports, (str, bytes)) or not isinstance(supports, Iterable):
        raise UsageError(f"supports= is {supports!r}: give one number for each class, as in supports=[8, 10]")
    return tuple(supports)


def noted_if_shares(counts: Counts, weight: str | None) -> Counts:
    """Counts of labels with the remark on shares, if they were weighed by a column."""
    return counts if weight is None else counts.noted(remarks_on(counts, rows=False))


def refuse_turned_sizes(orientation: str | None) -> None:
    """Refuse sizes of true classes beside rows of predicted ones."""
    from .rows import turned

    if turned(orientation):
        raise InputError(
            f"{BESIDE} would be the true samples of each class, but the rows are predicted classes: leave them out, or "
            "give the sizes with supports=."
        )


def restored(
    counts: Counts, supports: Sequence[object], what: str = "supports=", step: Fraction | None = None
) -> list[list[int]]:
    """The rows of counts that a matrix of shares was made from, by the true samples of each class.

    The shares were rounded to a `step`, by default the place of the last decimal that is not 0. Raises an InputError
    where the shares of a row are those of no whole numbers, or of several.
    """
    sizes = [
        whole_number(
            number(size) if isinstance(size, str) and number(size) is not None else size, f"{what} number {at}"
        )
        for at, size in enumerate(supports, start=1)
    ]
    if len(sizes) != counts.k:
        raise UsageError(f"supports= has {len(sizes)} numbers for {counts.k} classes: it has one for each")
    if step == 0:  # fractions: exact shares, or else decimals that were rounded
        try:
            return _rows(counts, sizes, step)
        except InputError:
            step = None
    return _rows(counts, sizes, _step(counts.cells.values()) if step is None else step)


def _rows(counts: Counts, sizes: Sequence[int], step: Fraction) -> list[list[int]]:
    found = of_shares(counts, step)
    if found is None or found[1] != "true":
        raise InputError(
            "supports= restores the counts of a matrix of shares, whose rows each add up to 1 or 100; here they add up "
            f"to {', '.join(map(str, counts.support[:8]))}."
        )
    full = found[0]
    half = max(step / 2, full * FLOAT)
    return [
        _row([Fraction(share) / full for share in row], size, half / full, repr(label))
        for row, size, label in zip(counts.rows(), sizes, counts.labels, strict=True)
    ]


def _row(shares: list[Fraction], size: int, half: Fraction, label: str) -> list[int]:
    """The whole numbers that add up to a row's size and have its shares, each rounded by at most `half`."""
    least = [max(0, ceil((share - half) * size)) for share in shares]
    spare = size - sum(least)  # to be given to the cells that may be larger
    room = [floor((share + half) * size) - low for share, low in zip(shares, least, strict=True)]
    if min(room) < 0 or not 0 <= spare <= sum(room):
        raise InputError(f"class {label}: no whole numbers that add up to {size} have these shares.")
    if 0 < spare < sum(room) and sum(map(bool, room)) > 1:
        raise InputError(f"class {label}: several rows of whole numbers that add up to {size} have these shares.")
    return [low + min(more, spare) for low, more in zip(least, room, strict=True)]


def with_sizes(
    table: Sequence[Sequence[object]], *, named: bool = False
) -> tuple[list[Sequence[object]], list[object] | None] | None:
    """The rows of shares and the sizes beside them, of a table with one column more; None of any other.

    What the shares add up to is no size. Whole numbers may be counts: those beside them are sizes where they are called
    so (`named`).

    >>> with_sizes([[Fraction(3, 4), Fraction(1, 4), 8], [0, 1, 3]])
    ([[Fraction(3, 4), Fraction(1, 4)], [0, 1]], [8, 3])
    """
    k = len(table)
    if k < 2 or any(not isinstance(row, (list, tuple)) or len(row) != k + 1 for row in table):
        return None
    shares, sizes = [row[:-1] for row in table], [row[-1] for row in table]
    try:
        rows = [[as_count(cell, "") for cell in row] for row in shares]
    except InputError:  # a cell that has an error of its own
        return None
    sums, step = [sum(row) for row in rows], _step(cell for row in rows for cell in row)
    full = _full(sums, step)
    if full is None or (step == 1 and (not named or sizes == sums)):
        return None
    return (shares, None) if all(size == full for size in sizes) else (shares, sizes)
