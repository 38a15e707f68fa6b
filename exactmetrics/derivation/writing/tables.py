"""Plain-text tables: columns aligned for a terminal, numbers to the right."""

from __future__ import annotations

from collections.abc import Sequence

from exactmetrics.derivation.notation.escape import plain
from exactmetrics.derivation.notation.terminal import terminal_width
from exactmetrics.derivation.writing.labels import called
from exactmetrics.matrix.blocks import Blocks


def text_table(
    head: Sequence[str], rows: Sequence[Sequence[str]], *, left: int = 1, rule_before: int | None = None
) -> list[str]:
    """The lines of a table; the first `left` columns are aligned to the left, a rule is drawn below the head.

    >>> for line in text_table(["class", "n"], [["a", "10"], ["b", "5"]]): print(line)
    class   n
    ---------
    a      10
    b       5
    """
    widths = [max(terminal_width(row[i]) for row in [head, *rows]) for i in range(len(head))]
    lines = [_line(row, widths, left) for row in [head, *rows]]
    rule = "-" * max(map(terminal_width, lines))
    lines.insert(1, rule)
    if rule_before is not None:
        lines.insert(rule_before + 2, rule)
    return [line.rstrip() for line in lines]


def _line(row: Sequence[str], widths: Sequence[int], left: int) -> str:
    return "  ".join(
        column(cell, w, "left" if i < left else "right") for i, (cell, w) in enumerate(zip(row, widths, strict=True))
    )


def column(text: str, width: int, side: str = "left") -> str:
    """A text filled up with spaces to a number of terminal columns, wide characters counted twice.

    >>> column("a", 3) + "|", column("a", 3, "right")
    ('a  |', '  a')
    """
    fill = " " * max(0, width - terminal_width(text))
    return fill + text if side == "right" else text + fill


def matrix_table(blocks: Blocks, rows: Sequence[Sequence[object]]) -> list[str]:
    """A confusion matrix with its margins, one line a true class.

    >>> for line in matrix_table(Blocks("ab", n=5, tp=[2, 1], support=[3, 2], predicted=[3, 2]), [[2, 1], [1, 1]]):
    ...     print(line)
    true / predicted  a  b  total
    -----------------------------
    a                 2  1      3
    b                 1  1      2
    -----------------------------
    total             3  2      5
    """
    names = called([plain(label) for label in blocks.labels])
    lines = [[name, *map(str, row), str(s)] for name, row, s in zip(names, rows, blocks.support, strict=True)]
    total = ["total", *map(str, blocks.predicted), str(blocks.n)]
    return text_table(["true / predicted", *names, "total"], [*lines, total], rule_before=len(lines))
