"""What a text looks like in which no matrix was found, which of its cells is the reason, and what would help."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from exactmetrics.exact.many import many
from exactmetrics.matrix.delimited import delimiter_of
from exactmetrics.metrics.summary import RATES
from exactmetrics.verification.claims.grids import Grid, bars, lines_of, spaced
from exactmetrics.verification.claims.matrices import count_in, is_beside
from exactmetrics.verification.claims.tokens import tokens
from exactmetrics.verification.claims.vocabulary import OUTCOMES, Vocabulary

CURE = "Give the counts as rows, as in '50 3; 4 43', or as CSV with the names of the classes"
LOOKED_AT = 20_000  # characters in which names are looked for
SHARES = "Give shares as rows, as in '0.9 0.1; 0.2 0.8', with the true samples of each class as supports="
_ARRAY = re.compile(r"\[\s*\[")
_ROW = re.compile(r"\[([^\[\]]*)\]")


class Look(NamedTuple):
    """What a text looks like, where and why it is not read, and the cure."""

    like: str
    why: str
    cure: str = CURE

    def __str__(self) -> str:
        return f"looks like {self.like}, and {self.why}. {self.cure}."


def look_of(text: str) -> Look | None:
    """What a text looks like; None where it looks like nothing that programs print.

    >>> look_of("[[50 x]\\n [4 43]]")[:2]
    ('an array', "in its row 1 'x' is no count")
    """
    return next(filter(None, (look(text) for look in (_array, _keys, _report, _table, _counts, _printout))), None)


def _array(text: str) -> Look | None:
    found = _ARRAY.search(text)
    if found is None:
        return None
    rows = [re.split(r"[\s,;]+", row[1].strip(" ,\n\r\t")) for row in _ROW.finditer(text, found.start())]
    for n, row in enumerate(rows, start=1):
        for cell in row:
            if fault := _fault(cell):
                return Look("an array", f"in its row {n} {fault}", *_cure_of(cell))
    return Look("an array", _shape([len(row) for row in rows], "row"))


def _keys(text: str) -> Look | None:
    if not text.lstrip().startswith("{"):
        return None
    return Look(
        "JSON", "no square of whole numbers stands in it, with or without the names of its classes",
        'Ours is {"labels": ["a", "b"], "matrix": [[50, 3], [4, 43]]}',
    )  # fmt: skip


def _report(text: str) -> Look | None:
    """A report of metrics, which names two at least and says how many samples each class has."""
    words = Vocabulary()
    named = {
        token.value
        for start, end in lines_of(text[:LOOKED_AT])
        for token in tokens(text, start, end, words)
        if token.kind in "MK"
    }
    if not {"support", *RATES} <= named:
        return None
    return Look(
        "a report of metrics", "it holds no matrix",
        "`exactmetrics verify` checks it, and `exactmetrics feasible` finds the matrices that it allows",
    )  # fmt: skip


def _table(text: str) -> Look | None:
    """A table between bars."""
    few = text.count("|") + text.count("│") < 4
    return next(filter(None, (_grid(grid, text) for grid in ([] if few else bars(text, 0, len(text))))), None)


def _printout(text: str) -> Look | None:
    """A table in columns, or else words alone."""
    if delimiter_of(next((line for line in text.splitlines() if line.strip()), "")) != " ":
        return None
    grid = spaced(text, 0, len(text))
    found = None if grid is None else _grid(grid, text)
    if found is None and sum(map(str.isalpha, text)) > len(text) / 2:
        return Look("running text", "neither a matrix nor four counts stand in it")
    return found


def _grid(grid: Grid, text: str) -> Look | None:
    """What is wrong with the rows of a table from its first two counts side by side on."""
    body = [row for row in grid.rows if sum(count_in(cell.plain) is not None for cell in row) > 1]
    if not body or body[0] is grid.rows[0]:
        shares = [cell for row in grid.rows[1:] for cell in row if cell.plain and is_beside(cell)]
        why = (
            f"in line {text.count(chr(10), 0, shares[0].start) + 1} {shares[0].plain} is no whole number"
            if shares
            else ""
        )
        return Look("a table", why, SHARES) if len(shares) > 3 else None
    for row in grid.rows[grid.rows.index(body[0]) :]:
        counted = [count_in(cell.plain) is not None for cell in row]
        for cell in row[counted.index(True) :] if True in counted[:-1] else ():
            if count_in(cell.plain) is None and not is_beside(cell):
                return Look("a table", f"in line {text.count(chr(10), 0, cell.start) + 1} {cell.plain!r} is no count")
    what = f"its {many(len(body), 'row')} of counts are not those of its columns"
    return Look("a table", f"{what}: a confusion matrix has a row and a column for each class, and names them alike")


def _counts(text: str) -> Look | None:
    """Some of the four counts."""
    words = Vocabulary()
    named = {
        token.value
        for start, end in lines_of(text[:LOOKED_AT])
        for token in tokens(text, start, end, words)
        if token.kind == "K" and token.value in OUTCOMES
    }
    if not named:
        return None
    missing = [name.upper() for name in OUTCOMES if name not in named]
    why = (
        f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing"
        if missing
        else "not each has one number"
    )
    return Look("four counts", why, "Give all four, as in TP=40 FP=10 FN=5 TN=45")


def _fault(cell: str) -> str:
    """What is wrong with the cell of an array."""
    if re.fullmatch(r"-[0-9.]+", cell):
        return f"{cell} is negative"
    if re.fullmatch(r"[0-9]+\.?0*(?:e\+?[0-9]+)?", cell) or re.fullmatch(r"[0-9.]+e\+[0-9]+", cell):
        return ""
    if re.fullmatch(r"[0-9]*\.[0-9]+(?:e[+-]?[0-9]+)?", cell):
        return f"{cell} is no whole number"
    return f"{cell!r} is no count" if cell else "there is no number"


def _cure_of(cell: str) -> Sequence[str]:
    if cell in ("...", "…"):
        return ("Print all of it, as with numpy.set_printoptions(threshold=sys.maxsize)",)
    if "." in cell:
        return (SHARES,)
    return ()


def _shape(sizes: Sequence[int], what: str) -> str:
    for n, size in enumerate(sizes, start=1):
        if size != sizes[0]:
            return f"its {what} {n} has {many(size, 'number')} and {what} 1 has {sizes[0]}"
    return f"it has {many(len(sizes), what)} of {many(sizes[0], 'number')}, where a confusion matrix is square"
