"""The confusion matrix as Weka prints it: letters over the columns, the name of each letter behind its row."""

from __future__ import annotations

import re
from collections.abc import Iterator

from exactmetrics.verification.claims.found import MAX_CLASSES
from exactmetrics.verification.claims.grids import Cell
from exactmetrics.verification.claims.numbers import MAX_COUNT
from exactmetrics.verification.claims.squares import Table

_HEAD = re.compile(r"^[ \t]*((?:[a-z]{1,3}[ \t]+){2,400})<-{1,3}[ \t]*classified as[ \t]*$", re.MULTILINE)
_ROW = re.compile(r"[ \t]*((?:[0-9]{1,15}[ \t]+){2,400})\|[ \t]*([a-z]{1,3})[ \t]*=[ \t]*([^\n]{1,80}?)[ \t]*(?:\n|$)")
_COUNT = re.compile(rf"[0-9]{{1,{MAX_COUNT}}}")


def weka_in(text: str) -> Iterator[Table]:
    """The matrices of a text in this layout; rows are true classes.

    >>> text = " a  b   <-- classified as\\n 3  1 |  a = cat\\n 0  2 |  b = dog\\n"
    >>> [(table.labels, table.rows, table.orientation) for table in weka_in(text)]
    [(['cat', 'dog'], [[3, 1], [0, 2]], 'true')]
    """
    if "classified as" not in text:
        return
    for head in _HEAD.finditer(text):
        letters, at = head[1].split(), head.end() + 1
        rows, names, cells = list[list[int]](), list[str](), list[list[Cell]]()
        for letter in letters[: MAX_CLASSES + 1]:
            row = _ROW.match(text, at)
            if row is None or row[2] != letter:
                break
            found = list(_COUNT.finditer(text, *row.span(1)))
            cells.append([Cell(one[0], one.start(), one.end()) for one in found])
            rows.append([int(one[0]) for one in found])
            names.append(row[3])
            at = row.end()
        square = len(rows) == len(letters) and all(len(row) == len(letters) for row in rows)
        if square and len(set(names)) == len(names) and len(rows) <= MAX_CLASSES:
            yield Table(names, rows, ("true", "predicted"), head.start(), cells[-1][-1].end, cells)
