"""What Weka prints: a summary, the scores of each class, and last the matrix, with letters over its columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from exactmetrics.verification.claims.found import MAX_CLASSES, Name
from exactmetrics.verification.claims.grids import Cell
from exactmetrics.verification.claims.knowledge import Matrix, Raw
from exactmetrics.verification.claims.numbers import MAX_COUNT
from exactmetrics.verification.claims.squares import Table

_HEAD = re.compile(r"^[ \t]*((?:[a-z]{1,3}[ \t]+){2,400})<-{1,3}[ \t]*classified as[ \t]*$", re.MULTILINE)
_ROW = re.compile(r"[ \t]*((?:[0-9]{1,15}[ \t]+){2,400})\|[ \t]*([a-z]{1,3})[ \t]*=[ \t]*([^\n]{1,80}?)[ \t]*(?:\n|$)")
_OPENS = re.compile(r"=== (?:Run information|Summary|Stratified|Error on|Evaluation on)[^\n]{0,60}===")
_SCORES = re.compile(r"=== Detailed Accuracy By Class[^\n]{0,40}===")
_SUMMARY = re.compile(
    r"^[ \t]*(Inc|C)orrectly Classified Instances[ \t]+[0-9]{1,15}[ \t]+([0-9][0-9.]{0,20} %)", re.MULTILINE
)
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


def opens_run(text: str, known: bool) -> bool:
    """Whether a passage opens what Weka prints before a matrix; `known` says that there is a matrix already.

    >>> opens_run("=== Summary ===", True), opens_run("=== Detailed Accuracy By Class ===", True)
    (True, False)
    """
    return _OPENS.search(text) is not None or (not known and _SCORES.search(text) is not None)


def summary_in(text: str) -> Iterator[tuple[Name, tuple[int, int]]]:
    """The percentages of a summary: of the instances classified correctly, and of the others.

    >>> [(name.metric, span) for name, span in summary_in("Correctly Classified Instances  141  78.3333 %")]
    [('accuracy', (37, 46))]
    """
    if "Classified Instances" in text:
        for found in _SUMMARY.finditer(text):
            yield Name(metric="accuracy" if found[1] == "C" else "error_rate"), found.span(2)


def give(raws: Sequence[Raw], matrix: Matrix) -> None:
    """Give a matrix the numbers printed before it in its run, unless one of them is of a class that it has not.

    >>> from exactmetrics.verification.claims.knowledge import Place
    >>> from exactmetrics.verification.verified import FoundData
    >>> give([], Matrix(0, FoundData("", ("a", "b"), ((3, 1), (0, 2))), Place(0, 0, 0, 0, True)))
    """
    printed = [raw for raw in raws if raw.place.printout and raw.own is None]
    known = {str(label) for label in matrix.data.labels}
    if all(raw.name.label in known for raw in printed if raw.name.label is not None):
        for raw in printed:
            raw.own = matrix.index
