"""A picture of the matrix for pages that can draw: squares shaded by their share of the row, with whole coordinates.

The share is exact and mapped to a few steps, so that no number of the picture is a float; the templates only place what
is computed here.
"""

from __future__ import annotations

from typing import Any

from exactmetrics.derivation.notation.escape import name_of
from exactmetrics.derivation.notation.terminal import terminal_width
from exactmetrics.derivation.planning.page import Cells
from exactmetrics.derivation.writing.surface import Surface
from exactmetrics.matrix.blocks import Blocks

MOST = 30  # classes of the largest matrix that is drawn
STEPS = 6  # shades from light to dark, besides none
STRONG = 5  # from this shade on the count is written in the light colour
LABEL = 14  # characters of a name beside the picture
SIDE = 480  # the picture without its names, in user units
LARGEST, SMALLEST = 18, 8  # sizes of the counts; where they would be smaller there are none


def picture(surface: Surface, blocks: Blocks, cells: Cells | None) -> dict[str, Any] | None:
    """What a template needs to draw the matrix; None where there is none, or one too large to be looked at."""
    k = blocks.k
    if cells is None or not 0 < k <= MOST:
        return None
    side = max(20, min(108, SIDE // k))
    size = min(LARGEST, side * 2 // 5, side * 3 // (2 * max(len(str(c)) for row in cells for c in row)))
    squares = _squares(surface, blocks, cells, side, numbers=size >= SMALLEST)
    return {"squares": squares, "side": side, "size": size, **_frame(surface, blocks, side), **_words(surface, k)}


def _squares(surface: Surface, blocks: Blocks, cells: Cells, side: int, *, numbers: bool) -> list[dict[str, Any]]:
    """The squares; those of the diagonal come last, so that their frames lie on top."""
    made = [
        {
            "x": j * side,
            "y": i * side,
            "middle": j * side + side // 2,
            "base": i * side + side // 2,
            "shade": (step := shade(cell, blocks.support[i])),
            "strong": step >= STRONG,
            "right": i == j,
            "text": str(cell) if numbers else "",
            "title": _title(surface, blocks.labels[i], blocks.labels[j], cell),
        }
        for i, row in enumerate(cells)
        for j, cell in enumerate(row)
    ]
    return sorted(made, key=lambda square: square["right"])


def _frame(surface: Surface, blocks: Blocks, side: int) -> dict[str, Any]:
    """The names around the squares, and the room they take on the left and above."""
    names = [name_of(label) for label in blocks.labels]
    shown = [name if len(name) <= LABEL else f"{name[: LABEL - 1]}…" for name in names]
    longest = max(map(terminal_width, shown))
    slanted = longest * 9 > side
    left, top = 50 + 9 * longest, 40 + (7 * longest if slanted else 20)
    whole, middle = blocks.k * side, side // 2
    labels = [
        {"at": i * side + middle, "text": surface.format.escape(short), "title": surface.format.escape(name)}
        for i, (short, name) in enumerate(zip(shown, names, strict=True))
    ]
    return {
        "labels": labels,
        "slanted": slanted,
        "left": left,
        "top": top,
        "middle": whole // 2,
        "name_at": 24 - left,
        "head_at": 16 - top,
        "width": left + whole + (7 * longest if slanted else 10),
        "height": top + whole + 10,
    }


def _words(surface: Surface, k: int) -> dict[str, Any]:
    say = surface.messages
    words = {key: say.get("picture", key) for key in ("title", "legend", "true", "predicted")}
    description = surface.say_made("picture", "description", k=str(k))
    return words | {"description": description, "shades": list(range(STEPS + 1))}


def shade(count: Any, support: Any) -> int:
    """The step of a share: 0 for nothing, else from 1 to the number of steps, rounded up exactly."""
    return int(-(-count * STEPS // support)) if count > 0 and support > 0 else 0


def _title(surface: Surface, true: object, predicted: object, count: Any) -> str:
    made = {"true": surface.format.escape(name_of(true)), "predicted": surface.format.escape(name_of(predicted))}
    made["n"] = str(count)
    return surface.say_made("picture", "cell", **made)
