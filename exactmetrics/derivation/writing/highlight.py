"""What matters on the matrix: of one class the regions its formula speaks of, of everything else the diagonal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from exactmetrics.derivation.planning.tree import leaves
from exactmetrics.derivation.writing.surface import Surface
from exactmetrics.expression.nodes import Leaf, Named
from exactmetrics.matrix.blocks import Blocks

REGIONS = ("tp", "fn", "fp", "tn")
MOST = 12  # classes up to which the largest region, TN, is marked cell by cell
LARGE, SHORT = 7, 16  # classes, and characters of their names, up to which a matrix needs no smaller type
_MADE_OF = {"support": ("tp", "fn"), "predicted": ("tp", "fp")}


@dataclass(frozen=True, slots=True)
class Highlight:
    """The class at `position` with the regions that are marked; with position None it is the diagonal.

    `total` says what the totals of the rows are called.

    >>> Highlight(0, ("tp", "fp")).grid(2), Highlight().grid(2)
    ([['tp', ''], ['fp', '']], [['diagonal', ''], ['', 'diagonal']])
    """

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

    def grid(self, k: int) -> list[list[str]]:
        """The roles of all cells, row by row."""
        return [[self.role(i, j) for j in range(k)] for i in range(k)]


def highlight_of(named: Named, k: int) -> Highlight:
    """What matters for a derivation, by the counts that its formula speaks of.

    >>> import exactmetrics as em
    >>> cm = em.ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=["bird", "cat", "dog"])
    >>> highlight_of(cm.derive("precision", label="cat").page.named, 3)
    Highlight(position=1, regions=('tp', 'fp'), total='row_total')
    >>> highlight_of(cm.derive("recall", average="macro").page.named, 3)
    Highlight(position=None, regions=(), total='support')
    """
    used = [leaf for leaf in leaves(named) if leaf.tag is not None]
    total = "support" if any(leaf.block == "support" for leaf in used) else "row_total"
    positions = {leaf.tag.position for leaf in used if leaf.tag is not None}
    at = positions.pop() if len(positions) == 1 else None
    if at is None:
        return Highlight(total=total)
    found = _regions(used)
    return Highlight(at, tuple(r for r in REGIONS if r in found and (r != "tn" or k <= MOST)), total)


def _regions(used: Iterable[Leaf]) -> set[str]:
    return {region for leaf in used for region in _MADE_OF.get(leaf.block, (leaf.block,))}


def marks(surface: Surface, highlight: Highlight, blocks: Blocks) -> dict[str, Any]:
    """What a template needs to mark the cells: their roles, the letters of each role, and the legend.

    >>> import exactmetrics as em
    >>> from exactmetrics.derivation.look import Look
    >>> from exactmetrics.derivation.writing.surface import surface_for
    >>> surface = surface_for("text", Look(), ["a", "b"])
    >>> marks(surface, Highlight(), em.ConfusionMatrix([[5, 1], [5, 7]])._blocks)["legend"]["text"]
    'The right predictions, on the diagonal, are in brackets.'
    """
    say = surface.messages
    items = [{"role": r, "letters": r.upper(), "text": say.get("data", "legend", r)} for r in highlight.regions]
    if highlight.position is None:
        text = say.get("data", "legend", f"diagonal_{surface.format.marking}")
        legend = {"title": "", "items": [{"role": "diagonal", "letters": "", "text": text}], "text": text}
    else:
        label = surface.called(blocks.labels[highlight.position])
        listed = say.listing([f"{item['letters']} ({item['text']})" for item in items])
        legend = {
            "title": surface.say_made("data", "legend", "title", label=label),
            "items": items,
            "text": surface.say_made("data", "legend", "text", label=label, items=listed),
        }
    setting = [word for word, suits in _setting(blocks).items() if suits]
    return {"roles": highlight.grid(blocks.k), "letters": _letters(highlight), "legend": legend, "setting": setting}


def _setting(blocks: Blocks) -> dict[str, bool]:
    """How a matrix is set where there are sizes of type: small, very small, names in one line."""
    return {
        "large": blocks.k > LARGE,
        "huge": blocks.k > MOST,
        "short": all(len(str(x)) <= SHORT for x in blocks.labels),
    }


def _letters(highlight: Highlight) -> dict[str, str]:
    """The letters that stand in the cells of each role."""
    return {role: role.upper() if role in highlight.regions else "" for role in ("", "diagonal", *REGIONS)}


def marked_cells(section: dict[str, Any]) -> list[list[str]]:
    """The cells of a plain-text matrix with their markers, the digits of a column one below the other.

    >>> section = {"cells": [["6", "1"], ["2", "7"]]}
    >>> diagonal = section | {"roles": Highlight().grid(2), "letters": _letters(Highlight())}
    >>> marked_cells(diagonal)
    [['[6]', '1 '], ['2 ', '[7]']]
    >>> column = Highlight(0, ("tp", "fp"))
    >>> marked_cells(section | {"roles": column.grid(2), "letters": _letters(column)})
    [['6 TP', '1'], ['2 FP', '7']]
    """
    cells, roles, letters = section["cells"], section["roles"], section["letters"]
    room = _room(section)
    return [
        [_marked(cell, role, letters[role], wide) for cell, role, wide in zip(row, marked, room, strict=True)]
        for row, marked in zip(cells, roles, strict=True)
    ]


def marked_totals(section: dict[str, Any]) -> list[str]:
    """The totals of the columns of a plain-text matrix, below the digits of their columns.

    >>> marked_totals({"predicted": ["8", "8"], "roles": Highlight().grid(2), "letters": _letters(Highlight())})
    ['8 ', '8 ']
    """
    return [total + " " * wide for total, wide in zip(section["predicted"], _room(section), strict=True)]


def _room(section: dict[str, Any]) -> list[int]:
    """How much room the markers take to the right of the digits, column by column."""
    roles, letters = section["roles"], section["letters"]
    return [max(_wide(row[j], letters) for row in roles) for j in range(len(roles))]


def _wide(role: str, letters: dict[str, str]) -> int:
    return 1 if role == "diagonal" else 3 if letters[role] else 0


def _marked(cell: str, role: str, letters: str, room: int) -> str:
    if role == "diagonal":
        return f"[{cell}]"
    return f"{cell} {letters}" if letters else cell + " " * room
