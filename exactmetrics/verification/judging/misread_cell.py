"""One cell of a matrix that is misread or printed wrongly: what it explains must leave right what is right.

Several numbers may contradict the matrix, all of them right with another count in that cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from exactmetrics.sheets.sheet import Data
from exactmetrics.verification.checked import CheckedClaim, Hint
from exactmetrics.verification.diagnosis.counts import misread

KINDS = ("cell-misread",)  # beside those of the diagnosis
MISREAD = "count-typo"  # that of the diagnosis: a count that the author of the number misread
LEAST = 3  # numbers that must be wrong, for fewer fit too many cells
MOST_CLASSES = 8
Rejudge = Callable[[Any, Data], bool]


def explain_misread_cell(claims: Sequence[tuple[CheckedClaim, Any]], data: Data, is_right: Rejudge) -> None:
    """Give the wrong numbers of a matrix the one explanation that holds for all of them, if there is one.

    `is_right` says of what was asked, the second of each pair, whether it is right for other data. What else would
    explain a number alone is listed after it.
    """
    wrong = [(one, asked) for one, asked in claims if one.level == "error"]
    if len(wrong) < LEAST or data.counts is None or data.counts.k > MOST_CLASSES:
        return
    found = list[Hint]()
    for hint, changed in _changes(data):
        if all(is_right(asked, changed) for _, asked in wrong):
            right = (asked for one, asked in claims if one.level in ("ok", "note"))
            found += [hint] if all(is_right(asked, changed) for asked in right) else []
    if len(found) == 1:
        for one, _ in wrong:
            one.hints, one.more = (found[0],), (*one.hints, *one.more)


def withdraw_contradicted(claims: Sequence[tuple[CheckedClaim, Any]], data: Data, is_right: Rejudge) -> None:
    """Take back a misread count that would explain a wrong number and make a right one wrong."""
    if data.counts is None:
        return
    names = [str(label) for label in data.counts.labels]
    right = [asked for one, asked in claims if one.level in ("ok", "note")]

    def holds(hint: Hint) -> bool:
        if hint.kind != MISREAD:
            return True
        i, j = (names.index(str(hint.facts[side])) for side in ("row", "column"))
        changed = _with(data, i, j, int(str(hint.facts["new"])))
        return all(is_right(asked, changed) for asked in right)

    for one, _ in claims:
        if any(hint.kind == MISREAD for hint in (*one.hints, *one.more)):
            one.hints, one.more = tuple(filter(holds, one.hints)), tuple(filter(holds, one.more))


def _changes(data: Data) -> Iterator[tuple[Hint, Data]]:
    assert data.counts is not None
    labels, rows = data.counts.labels, data.counts.rows()
    for i, j in product(range(len(labels)), repeat=2):
        old = rows[i][j]
        for new in misread(old) if isinstance(old, int) else ():
            facts = {"row": str(labels[i]), "column": str(labels[j]), "old": str(old), "new": str(new)}
            yield Hint(KINDS[0], facts), _with(data, i, j, new)


def _with(data: Data, i: int, j: int, new: int) -> Data:
    """The data with another count in one cell."""
    assert data.counts is not None
    rows = [list(line) for line in data.counts.rows()]
    rows[i][j] = new
    counts = type(data.counts).from_rows(rows, labels=list(data.counts.labels))
    return replace(data, blocks=counts.blocks(), counts=counts)
