"""The confusion matrix as a table: its headings, what matters on it, and the size of type in which it fits a page.

Of one class the regions are marked that its formula speaks of, of everything else the diagonal.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from exactmetrics.derivation.notation.escape import plain
from exactmetrics.derivation.notation.terminal import breadth, text_table
from exactmetrics.derivation.planning.page import Cells
from exactmetrics.derivation.planning.tree import leaves
from exactmetrics.derivation.writing.class_labels import called
from exactmetrics.expression.nodes import Named
from exactmetrics.matrix.blocks import Blocks

if TYPE_CHECKING:
    from exactmetrics.derivation.writing.surface import Surface

REGIONS = ("tp", "fn", "fp", "tn")
MOST = 12  # classes up to which the largest region, TN, is marked cell by cell
LARGE, SHORT = 7, 16  # classes, and characters of their names, up to which a matrix needs no smaller type
HEAD_ROOM = 85  # characters over the columns of a matrix
_MADE_OF = {"support": ("tp", "fn"), "predicted": ("tp", "fp")}

# Widths on paper are estimates in tenths of a point, for digits, letters and columns of an 11 pt page; a little too
# wide rather than too narrow.
PAPER = 4480  # the line of an A4 page with margins of 25 mm
DIGIT, LETTER = 58, 55
# By name: the size of type in hundredths, the room between columns, and that of the letters beside a count.
SIZES = {"normal": (100, 80, 145), "small": (83, 40, 110), "smaller": (75, 40, 110), "smallest": (68, 30, 0)}
_ESCAPED = re.compile(r"\\allowbreak\{\}|(\\text\w+\{\}|\\[^a-z]|\{.\})")  # a letter as LaTeX writes it


def matrix_table(blocks: Blocks, rows: Sequence[Sequence[object]]) -> list[str]:
    """A confusion matrix with its margins and without marks, one line a true class."""
    names = called([plain(label) for label in blocks.labels])
    lines = [[name, *map(str, row), str(s)] for name, row, s in zip(names, rows, blocks.support, strict=True)]
    total = ["total", *map(str, blocks.predicted), str(blocks.n)]
    return text_table(["true / predicted", *names, "total"], [*lines, total], rule_before=len(lines))


@dataclass(frozen=True, slots=True)
class Highlight:
    """What matters: of the class at `position` the regions that are marked; with position None it is the diagonal."""

    position: int | None = None
    regions: tuple[str, ...] = ()
    total: str = "support"  # the word over the totals of the rows: "support", or "row_total" where none is spoken of

    def role(self, i: int, j: int) -> str:
        """What a cell is marked as: "tp", "fn", "fp", "tn", "diagonal", or nothing."""
        at = self.position
        if at is None:
            return "diagonal" if i == j else ""
        region = ("tp" if j == at else "fn") if i == at else "fp" if j == at else "tn"
        return region if region in self.regions else ""


def highlight_of(named: Named, k: int) -> Highlight:
    """What matters for a derivation, by the counts that its formula speaks of."""
    used = [leaf for leaf in leaves(named) if leaf.tag is not None]
    total = "support" if any(leaf.block == "support" for leaf in used) else "row_total"
    positions = {leaf.tag.position for leaf in used if leaf.tag is not None}
    at = positions.pop() if len(positions) == 1 else None
    if at is None:
        return Highlight(total=total)
    found = {region for leaf in used for region in _MADE_OF.get(leaf.block, (leaf.block,))}
    return Highlight(at, tuple(r for r in REGIONS if r in found and (r != "tn" or k <= MOST)), total)


def matrix_section(
    surface: Surface, blocks: Blocks, cells: Cells, highlight: Highlight, words: dict[str, str], *, totals: bool
) -> dict[str, Any] | None:
    """What a template needs to show the matrix; None where it fits a page of paper in no size of type.

    Without `totals` the margins are left empty.
    """
    margins = {"support": blocks.support, "predicted": blocks.predicted}
    short = all(len(str(label)) <= SHORT for label in blocks.labels)  # then names stand in one line
    settings = {"large": blocks.k > LARGE, "huge": blocks.k > MOST, "short": short}  # where there are sizes of type
    section: dict[str, Any] = {
        "cells": [[str(c) for c in row] for row in cells],
        **{name: [str(c) if totals else "" for c in counts] for name, counts in margins.items()},
        "n": str(blocks.n),
        **_heads(surface, blocks, words),
        "roles": [[highlight.role(i, j) for j in range(blocks.k)] for i in range(blocks.k)],
        "letters": {r: r.upper() if r in highlight.regions else "" for r in ("", "diagonal", *REGIONS)},
        "legend": _legend(surface, highlight, blocks),
        "setting": [word for word, suits in settings.items() if suits],
    }
    if surface.format.paper:
        size = _size(section)
        if size is None:
            return None
        section["size"], lettered = size
        section["letters"] = section["letters"] if lettered else dict.fromkeys(section["letters"], "")
    section["lines"] = _lines(surface, section, words)
    return section


def _heads(surface: Surface, blocks: Blocks, words: dict[str, str]) -> dict[str, list[str]]:
    """What stands over the columns and before the rows: names, or numbers where names alone would not fit a page."""
    labels, names = [[write(x) for x in blocks.labels] for write in (surface.name, surface.labels.shown)]
    numbers = all(name.isdigit() for name in names)  # which could be taken for counts
    key, more = ("head_number", {"class": words["class"]}) if numbers else ("head", {})
    columns, rows = (
        [surface.say_made("words", key, word=words[word], label=label, **more) for label in labels]
        for word in ("predicted", "true")
    )
    extra = len(words["class"]) + 1 if numbers else 0
    head = len(words["predicted"]) + 3 + extra
    first = len(words["true"]) + 1 + extra + max(map(breadth, names))
    names_wide = sum(breadth(name) + 2 for name in names) + head + first
    if names_wide + len(names) * (head - 2) > HEAD_ROOM:  # without the word, or else by number
        columns = labels
    if names_wide > HEAD_ROOM:
        columns = [str(i) for i in range(1, len(labels) + 1)]
        rows = [f"{i}: {row}" for i, row in zip(columns, rows, strict=True)]
    return {"heads": columns, "row_heads": rows}


def _legend(surface: Surface, highlight: Highlight, blocks: Blocks) -> dict[str, Any]:
    say = surface.messages
    if highlight.position is None:
        text = say.get("data", "legend", f"diagonal_{surface.format.marking}")
        return {"title": "", "items": [{"role": "diagonal", "letters": "", "text": text}], "text": text}
    items = [{"role": r, "letters": r.upper(), "text": say.get("data", "legend", r)} for r in highlight.regions]
    label = surface.called(blocks.labels[highlight.position])
    listed = say.listing([f"{item['letters']} ({item['text']})" for item in items])
    return {
        "title": surface.say_made("data", "legend", "title", label=label),
        "items": items,
        "text": surface.say_made("data", "legend", "text", label=label, items=listed),
    }


def _size(section: dict[str, Any]) -> tuple[str, bool] | None:
    """The largest type in which a matrix fits, and whether its letters fit too; the smallest has no room for them."""
    for size, lettered in (*((size, True) for size in SIZES if size != "smallest"), *((size, False) for size in SIZES)):
        if _width(section, *SIZES[size], lettered=lettered) <= PAPER:
            return size, lettered
    return None


def _width(section: dict[str, Any], scale: int, between: int, letters: int, *, lettered: bool) -> int:
    columns = range(len(section["cells"]))
    total = LETTER * max(map(_letters, section["row_heads"])) + max(DIGIT * len(section["n"]), 8 * LETTER)
    for j in columns:  # as wide as its head, its largest count or its total
        counts = max(len(section["predicted"][j]), *(len(row[j]) for row in section["cells"]))
        total += max(DIGIT * counts, LETTER * _letters(section["heads"][j]))
    beside = letters * sum(any(section["letters"][row[j]] for row in section["roles"]) for j in columns)
    return total * scale // 100 + between * (len(columns) + 1) + (beside if lettered else 0)


def _letters(head: str) -> int:
    return len(_ESCAPED.sub(lambda found: "x" if found[1] else "", head))


def _lines(surface: Surface, section: dict[str, Any], words: dict[str, str]) -> list[str]:
    letters, roles = section["letters"], section["roles"]
    rooms = [max(_room(row[j], letters) for row in roles) for j in range(len(roles))]
    rows = [
        [head, *(_marked(*cell, letters) for cell in zip(row, marked, rooms, strict=True)), support]
        for head, row, marked, support in zip(
            section["row_heads"], section["cells"], roles, section["support"], strict=True
        )
    ]
    totals = [total + " " * room for total, room in zip(section["predicted"], rooms, strict=True)]
    head = ["", *section["heads"], words["support"]]
    return surface.lines(head, [*rows, [words["predicted_total"], *totals, section["n"]]], rule_before=len(rows))


def _room(role: str, letters: dict[str, str]) -> int:
    return 1 if role == "diagonal" else 3 if letters[role] else 0


def _marked(cell: str, role: str, room: int, letters: dict[str, str]) -> str:
    if role == "diagonal":
        return f"[{cell}]"
    return f"{cell} {letters[role]}" if letters[role] else cell + " " * room
