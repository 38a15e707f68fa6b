"""Headings of a matrix that name a class behind a verb: "said spam" is a prediction, "was spam" the truth."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from exactmetrics.verification.claims.grids import Cell, Grid

_SAID = re.compile(
    r"\W*((?:(?:said|guessed|called|judged|flagged|labell?ed|tagged|marked|recogni[sz]ed|predicted|classified)"
    r"(?: as| to be)?))[ :]+(?=\w)",
    re.IGNORECASE,
)
_WAS = re.compile(r"\W*((?:was|were|really|truly|in fact|in truth)(?: was| is| a| an)?)[ :]+(?=\w)", re.IGNORECASE)
LONGEST = 60  # characters of a heading
HEAD = 4  # rows among which the headings of the columns are


def with_sides(grid: Grid) -> Grid:
    """A grid whose headings of two sides have the words of sides for such verbs, where both say the same verb.

    >>> def grid(*rows): return [[Cell(text, 0, 0) for text in row.split(",")] for row in rows]
    >>> [cell.text for cell in with_sides(grid(",said spam,said ham", "was spam,5,1", "was ham,2,4"))[0]]
    ['', 'predicted spam', 'predicted ham']
    >>> [row[0].text for row in with_sides(grid(",said spam,said ham", "was spam,5,1", "was ham,2,4"))]
    ['', 'actual spam', 'actual ham']
    """
    if len(grid) < 3:
        return grid
    top = next((at for at, row in enumerate(grid[:HEAD]) if _behind(row, _SAID) or _behind(row, _WAS)), 0)
    across, down = grid[top], [row[0] for row in grid[top + 1 :] if row]
    over, before = _behind(across, _SAID), _behind(down, _SAID)
    if bool(over) == bool(before):
        return grid
    others = _behind(down if over else across, _WAS)
    new = {
        **{id(cell): replace(cell, text=f"predicted {name}") for cell, name in over or before},
        **{id(cell): replace(cell, text=f"actual {name}") for cell, name in others},
    }
    return [[new.get(id(cell), cell) for cell in row] for row in grid]


def _behind(cells: Sequence[Cell], verb: re.Pattern[str]) -> list[tuple[Cell, str]]:
    """The cells that begin with a verb with what stands behind it, if they are several and the verb is the same."""
    found = [(cell, begun) for cell in cells if len(cell.text) <= LONGEST and (begun := verb.match(cell.plain))]
    same = len({begun[1].casefold() for _, begun in found}) == 1
    return [(cell, cell.plain[begun.end() :]) for cell, begun in found] if same and len(found) > 1 else []
