"""The confusion matrix as a table: its heads, its diagonal set off, and the size of type in which it fits a page.

Of one class of two each cell says which of the four counts it is; of one class of more they are said below.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from exactmetrics.derivation.messages import Messages
from exactmetrics.derivation.notation.escape import plain
from exactmetrics.derivation.notation.symbols import needs_class
from exactmetrics.derivation.notation.terminal import breadth, text_table
from exactmetrics.derivation.planning.page import Cells
from exactmetrics.derivation.planning.tree import leaves
from exactmetrics.derivation.writing.class_labels import called
from exactmetrics.exact.values import value_text
from exactmetrics.expression.nodes import Named
from exactmetrics.matrix.blocks import Blocks

if TYPE_CHECKING:
    from exactmetrics.derivation.writing.surface import Surface

FOUR = ("tp", "fn", "fp", "tn")
LARGE, SHORT = 7, 16  # classes, and characters of their names, up to which a matrix needs no smaller type
HEAD_ROOM = 85  # characters over the columns of a matrix

# Widths on paper are estimates in tenths of a point, for digits, letters and columns of an 11 pt page; a little too
# wide rather than too narrow.
PAPER = 4480  # the line of an A4 page with margins of 25 mm
DIGIT, LETTER = 58, 55
# By name: the size of type in hundredths, and the room between columns.
SIZES = {"normal": (100, 80), "small": (83, 40), "smaller": (75, 40), "smallest": (68, 30)}
_ESCAPED = re.compile(r"\\allowbreak\{\}|(\\text\w+\{\}|\\[^a-z]|\{.\})")  # a letter as LaTeX writes it


def matrix_table(blocks: Blocks, rows: Sequence[Sequence[object]]) -> list[str]:
    """A confusion matrix with its margins and without marks, one line a true class."""
    names = called([plain(label) for label in blocks.labels])
    lines = [[name, *map(str, row), str(s)] for name, row, s in zip(names, rows, blocks.support, strict=True)]
    total = ["total", *map(str, blocks.predicted), str(blocks.n)]
    return text_table(["true / predicted", *names, "total"], [*lines, total], rule_before=len(lines))


def class_asked(named: Named) -> int | None:
    """The position of the only class that a formula counts for, None where there are several."""
    positions = {leaf.tag.position for leaf in leaves(named) if leaf.tag is not None}
    return positions.pop() if len(positions) == 1 else None


def matrix_section(
    surface: Surface, blocks: Blocks, cells: Cells, asked: int | None, *, totals: bool
) -> dict[str, Any] | None:
    """What a template needs to show the matrix; None where it fits a page of paper in no size of type.

    Without `totals` the margins are left empty.
    """
    margins = {"support": blocks.support, "predicted": blocks.predicted}
    short = all(len(str(label)) <= SHORT for label in blocks.labels)  # then names stand in one line
    settings = {"large": blocks.k > LARGE, "short": short}  # where there are sizes of type
    lettered = asked is not None and blocks.k == 2
    section: dict[str, Any] = {
        "cells": [[value_text(c) for c in row] for row in cells],
        **{name: [value_text(c) if totals else "" for c in counts] for name, counts in margins.items()},
        "n": value_text(blocks.n),
        "last_column": str(blocks.k + 1),  # of those that one head stands over
        **_heads(surface, blocks),
        "letters": [
            [_letters(i == asked, j == asked) if lettered else "" for j in range(blocks.k)] for i in range(blocks.k)
        ],
        "setting": [word for word, suits in settings.items() if suits],
    }
    if surface.format.paper:
        section["size"] = paper_size(_columns(section, surface.messages))
        if section["size"] is None:
            return None
    section["lines"] = _lines(surface, section)
    return section


def _columns(section: dict[str, Any], say: Messages) -> Iterator[list[str]]:
    """What stands in each column."""
    yield [say.get("words", "spanner_true"), *section["row_heads"]]
    for j, head in enumerate(section["heads"]):
        counts = [row[j] for row in section["cells"]]
        said = [f"{row[j]} = {count}" for row, count in zip(section["letters"], counts, strict=True) if row[j]]
        yield [head, section["predicted"][j], *(said or counts)]
    yield [say.get("words", "total"), section["n"]]


def _letters(row: bool, column: bool) -> str:
    return ("TP" if column else "FN") if row else "FP" if column else "TN"


def named(surface: Surface, label: Hashable) -> str:
    """A class by itself: its name, or with the word "class" where that could be taken for something else."""
    name = surface.name(label)
    if not needs_class(surface.labels.shown(label), surface.messages.find("words", "taken")):
        return name
    return surface.say_made("words", "named", label=name, **{"class": surface.messages.get("words", "class")})


def _heads(surface: Surface, blocks: Blocks) -> dict[str, Any]:
    """What stands over the columns and before the rows: names, or numbers where names would not fit a page.

    Where heads can span, "predicted class" stands over all columns; elsewhere "predicted" before each name.
    """
    say, spans = surface.messages, surface.format.spans
    labels = [surface.name(x) if spans else named(surface, x) for x in blocks.labels]
    if len(set(labels)) < len(labels):  # "0" beside "class 0"
        labels = [surface.name(x) for x in blocks.labels]
    names = [surface.labels.shown(x) for x in blocks.labels]
    words = {side: "" if spans else say.get("words", side) for side in ("predicted", "true")}
    columns, rows = (
        labels if spans else [surface.say_made("words", "head", word=word, label=label) for label in labels]
        for word in words.values()
    )
    head, first = (len(word) + 2 if word else 0 for word in words.values())
    names_wide = sum(breadth(name) + 2 for name in names) + first + max(map(breadth, names))
    if names_wide + len(names) * head > HEAD_ROOM:  # without the word, or else by number
        columns = labels
    if names_wide > HEAD_ROOM:
        columns = [str(i) for i in range(1, len(labels) + 1)]
        rows = [f"{i}: {row}" for i, row in zip(columns, rows, strict=True)]
    return {"heads": columns, "row_heads": rows}


def paper_size(columns: Iterable[Sequence[str]]) -> str | None:
    """The largest type in which a table with these columns fits a page of paper, None where it fits in none."""
    widths = [max(map(_width, column)) for column in columns]
    sizes = ((size, sum(widths) * scale // 100 + between * len(widths)) for size, (scale, between) in SIZES.items())
    return next((size for size, width in sizes if width <= PAPER), None)


def _width(text: str) -> int:
    return DIGIT * len(text) if text.isdigit() else LETTER * _signs(text)


def _signs(head: str) -> int:
    return len(_ESCAPED.sub(lambda found: "x" if found[1] else "", head))


def _lines(surface: Surface, section: dict[str, Any]) -> list[str]:
    """The lines of plain text; a correct prediction stands in brackets, and numbers below each other."""
    total, cell = surface.messages.get("words", "total"), surface.format.cell
    rows = [
        [
            head,
            *(
                cell(letters, count, i == j) + " " * (i != j)  # beside the bracket of a correct one
                for j, (letters, count) in enumerate(zip(*row, strict=True))
            ),
            support,
        ]
        for i, (head, *row, support) in enumerate(
            zip(section["row_heads"], section["letters"], section["cells"], section["support"], strict=True)
        )
    ]
    totals = [f"{count} " for count in section["predicted"]]
    return surface.lines(["", *section["heads"], total], [*rows, [total, *totals, section["n"]]], rule_before=len(rows))
