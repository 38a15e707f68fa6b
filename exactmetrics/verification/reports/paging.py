"""The text of a verified document, and what of a finding is shown of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from exactmetrics.derivation.messages import Messages, messages
from exactmetrics.verification.documents.cells import CellPlace, CellText, cell_text
from exactmetrics.verification.documents.opening import opened
from exactmetrics.verification.documents.pieces import Position
from exactmetrics.verification.reports.entries import Entry
from exactmetrics.verification.verified import Verification

LARGEST = 64_000_000  # characters of a document that are taken up for a report


def document_text(verification: Verification) -> str:
    """The text that the places of a verification are counted in: what was given, or the file read again.

    Raises:
        InputError: a file that cannot be read any more.

    >>> document_text(Verification("", "text", source="1/2 = 0.5"))
    '1/2 = 0.5'
    """
    if verification.format == "sheet" and all(claim.span is None for claim in verification.claims):
        return ""
    if verification.source or not verification.path or not Path(verification.path).is_file():
        return verification.source
    with opened(Path(verification.path)) as stream:
        return stream.read(LARGEST)


@dataclass(frozen=True, slots=True)
class Page:
    """The text that a report shows of a document: its own, or of a notebook that of its cells."""

    text: str
    cells: CellText | None = None

    def label(self, number: int) -> str:
        """What a line of the text is numbered as; in a notebook the number within its cell.

        >>> Page("a").label(1)
        '1'
        """
        return str(number) if self.cells is None else self.cells.labels[number - 1]

    def placed(self, found: Iterable[Entry]) -> list[Entry]:
        """Findings with their places in this text, as they are shown.

        >>> Page("a").placed([])
        []
        """
        return list(found) if self.cells is None else [self._in_cells(entry, self.cells) for entry in found]

    def cell(self, offset: int) -> CellPlace | None:
        """The cell, and the line of it, that an offset of the file is in; None for what is no notebook.

        >>> Page("a").cell(0)
        """
        spot = None if self.cells is None else self.cells.spot(offset)
        return None if spot is None else spot.place

    def column(self, offset: int) -> int:
        """The column, from 1, that an offset of the file has in its line of the text.

        >>> Page("a\\nbcd").column(4)
        3
        """
        at = offset if self.cells is None else self.cells.shown(offset)
        return at - self.text.rfind("\n", 0, at)

    def digits(self, start: int, stop: int) -> str:
        """What stands in the text at a stretch of the file.

        >>> Page("1/2 = 0.5").digits(6, 9)
        '0.5'
        """
        if self.cells is None:
            return self.text[start:stop]
        return self.text[self.cells.shown(start) : self.cells.shown(stop - 1) + 1]

    def _in_cells(self, entry: Entry, cells: CellText) -> Entry:
        spot = None if entry.start is None else cells.spot(entry.start.offset)
        if entry.start is None or spot is None:
            return entry
        offset = entry.start.offset
        place = Position(spot.place.line, self.column(offset), cells.shown(offset))
        return replace(entry, start=place, stop=cells.shown(max(0, entry.stop - 1)) + 1, cell=spot.place)


def page_of(verification: Verification, say: Messages | None = None) -> Page:
    """The text that a report shows of a document, with headings of cells in a language.

    Raises:
        InputError: a file that cannot be read any more.

    >>> page_of(Verification("", "text", source="1/2 = 0.5")).text
    '1/2 = 0.5'
    """
    text, say = document_text(verification), messages() if say is None else say
    if verification.format != "notebook":
        return Page(text)
    titles = (say.say(("verify", key), "{{{}}}".format) for key in ("cell_title", "output_title"))
    cells = cell_text(text, *titles)
    return Page(cells.text, cells)
