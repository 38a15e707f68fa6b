"""The cells of a notebook as a person sees them: their lines, and where every character stands in its JSON."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from exactmetrics.verification.documents.notebook import cells_of
from exactmetrics.verification.documents.pieces import Line


class CellPlace(NamedTuple):
    """A place in a notebook: the cell and the line of it, both from 1, and whether that is a line of its output.

    `run` is the number that Jupyter shows beside a cell that was run, "" where it shows none.
    """

    cell: int
    line: int
    output: bool
    run: str = ""

    @property
    def name(self) -> str:
        """The cell as people find it.

        >>> CellPlace(5, 1, False, "3").name
        '5 [3]'
        """
        return f"{self.cell} [{self.run}]" if self.run else str(self.cell)


class Spot(NamedTuple):
    """From `offset` of the file on, the text of the cells is at `shown`, up to `end`, on the line `place`.

    `wide` says that one character stands for several of the file, as an escape does.
    """

    offset: int
    shown: int
    end: int
    wide: bool
    place: CellPlace


@dataclass(slots=True)
class CellText:
    """The text of all cells, with a line of `headings` before each, and the spots of the file in it.

    `labels` are the numbers of its lines within their cells, empty for a heading.
    """

    text: str = ""
    labels: list[str] = field(default_factory=list)
    spots: list[Spot] = field(default_factory=list)

    def spot(self, offset: int) -> Spot | None:
        """The spot that an offset of the file is in."""
        at = bisect_right(self.spots, offset, key=lambda spot: spot.offset)
        return self.spots[at - 1] if at else None

    def shown(self, offset: int) -> int:
        """Where in the text of the cells the character stands that is at an offset of the file."""
        spot = self.spot(offset)
        if spot is None:
            return 0
        return spot.shown if spot.wide else min(spot.shown + offset - spot.offset, spot.end)


def cell_text(text: str, heading: str = "[{cell}]", output: str = "[{cell}] →") -> CellText:
    """The text of the cells of a notebook; `heading` and `output` are the lines before a cell and what it printed."""
    made, parts, size = CellText(), list[str](), 0
    for cell in cells_of(text):
        for lines, title, is_output in ((cell.source, heading, False), (cell.output, output, True)):
            if not lines:
                continue
            parts.append(title.replace("{cell}", CellPlace(cell.number, 0, is_output, cell.run).name) + "\n")
            made.labels.append("")
            size += len(parts[-1])
            for number, line in enumerate(lines, 1):
                place = CellPlace(cell.number, number, is_output, cell.run)
                made.spots += _spots(line, size, place)
                parts.append(line.text if line.text.endswith("\n") else line.text + "\n")
                made.labels += [str(number), *[""] * parts[-1].count("\n", 0, -1)]  # broken JSON has line ends in it
                size += len(parts[-1])
    made.text = "".join(parts)
    made.spots.sort(key=lambda spot: spot.offset)
    return made


def _spots(line: Line, start: int, place: CellPlace) -> Iterator[Spot]:
    ends = [*(mark.start for mark in line.marks[1:]), len(line.text)]
    for mark, end in zip(line.marks, ends, strict=True):
        yield Spot(mark.offset, start + mark.start, start + end, mark.width > 0, place)
