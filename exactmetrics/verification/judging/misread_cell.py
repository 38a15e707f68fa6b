"""One cell of a matrix that is printed wrongly: several numbers contradict the matrix, and with another count in that
cell all of them are right.
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


def _changes(data: Data) -> Iterator[tuple[Hint, Data]]:
    assert data.counts is not None
    labels, rows = data.counts.labels, data.counts.rows()
    for i, j in product(range(len(labels)), repeat=2):
        old = rows[i][j]
        for new in misread(old) if isinstance(old, int) else ():
            changed = [[new if (row, column) == (i, j) else count for column, count in enumerate(line)]
                       for row, line in enumerate(rows)]  # fmt: skip
            counts = type(data.counts).from_rows(changed, labels=list(labels))
            facts = {"row": str(labels[i]), "column": str(labels[j]), "old": str(old), "new": str(new)}
            yield Hint(KINDS[0], facts), replace(data, blocks=counts.blocks(), counts=counts)
