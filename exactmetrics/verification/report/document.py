"""The text of a verified document, where findings stand in it, and its lines as a report shows them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from exactmetrics.derivation.messages import Messages, messages
from exactmetrics.derivation.notation.escape import visible_character
from exactmetrics.derivation.notation.terminal import terminal_width
from exactmetrics.exact.printed import Level
from exactmetrics.verification.documents.cells import CellPlace, CellText, cell_text
from exactmetrics.verification.documents.opening import opened
from exactmetrics.verification.documents.pieces import Position
from exactmetrics.verification.report.findings import Finding, findings
from exactmetrics.verification.verified import Verification

LARGEST = 64_000_000  # characters of a document that are taken up for a report
CUT = "…"
SEARCHED = 20_000  # characters before and behind a place in which the ends of its line are looked for
LEAST = 16  # columns an excerpt has, however narrow the page


def document_text(verification: Verification) -> str:
    """The text that the places of a verification are counted in: what was given, or the file read again.

    Raises:
        InputError: a file that cannot be read any more.
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

    def placed(self, one: Finding) -> Finding:
        """A finding with its place in this text, as it is shown."""
        spot = None if self.cells is None or one.start is None else self.cells.spot(one.start.offset)
        if self.cells is None or one.start is None or spot is None:
            return one
        start = Position(spot.place.line, self.column(one.start.offset), self.cells.shown(one.start.offset))
        return replace(one, start=start, stop=self.cells.shown(max(0, one.stop - 1)) + 1, cell=spot.place)

    def cell(self, offset: int) -> CellPlace | None:
        """The cell, and the line of it, that an offset of the file is in; None for what is no notebook."""
        spot = None if self.cells is None else self.cells.spot(offset)
        return None if spot is None else spot.place

    def column(self, offset: int) -> int:
        """The column, from 1, that an offset of the file has in its line of the text."""
        at = offset if self.cells is None else self.cells.shown(offset)
        return at - self.text.rfind("\n", 0, at)

    def digits(self, start: int, stop: int) -> str:
        """What stands in the text at a stretch of the file."""
        if self.cells is None:
            return self.text[start:stop]
        return self.text[self.cells.shown(start) : self.cells.shown(stop - 1) + 1]


def page_of(verification: Verification, say: Messages | None = None) -> Page:
    """The text that a report shows of a document, with headings of cells in a language."""
    text, say = document_text(verification), messages() if say is None else say
    if verification.format != "notebook":
        return Page(text)
    titles = (say.say(("verify", key), "{{{}}}".format) for key in ("cell_title", "output_title"))
    cells = cell_text(text, *titles)
    return Page(cells.text, cells)


def placed_findings(verification: Verification, *levels: Level) -> list[Finding]:
    """The findings with their places as they are shown."""
    found = findings(verification, *levels)
    return found if verification.format != "notebook" else [*map(page_of(verification).placed, found)]


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A line or a part of it: the text, and which columns of it are meant (the first, from 0, and how many)."""

    text: str
    lead: int
    marked: int

    @property
    def pointer(self) -> str:
        """The line below it that points out what is meant."""
        return " " * self.lead + "^" * self.marked


def excerpt(text: str, start: int, stop: int, width: int = 72) -> Excerpt:
    """The line around a stretch of a text, cut so that it is no wider than `width` columns of a terminal.

    >>> found = excerpt("so it is. " * 900 + "4/6 = 0.66" + " and on" * 900, 9006, 9010, 30)
    >>> print(found.text, found.pointer, sep="\\n")
    …so it is. 4/6 = 0.66 and on …
                     ^^^^
    """
    width = max(width, LEAST)
    begin, end = _line_around(text, start)
    while begin < start and text[begin] in " \t":
        begin += 1
    stop = max(start, min(stop, end))
    meant, marked = _fitted(text, start, stop, width - 2)
    whole, _ = _fitted(text, begin, end, width)
    if begin + len(whole) == end and start + len(meant) == stop:
        return Excerpt("".join(whole), sum(map(terminal_width, whole[: start - begin])), max(1, marked))
    room, stop = width - 2 - marked, start + len(meant)  # more of what stands before is kept than of what follows
    after, used = _fitted(text, stop, end, room // 3)
    before, lead = _fitted(text, start - 1, begin - 1, room - used, step=-1)
    if begin == start - len(before):  # the line's beginning is there, so there is more room behind
        after, used = _fitted(text, stop, end, room - lead)
    first = "" if start - len(before) == begin else CUT
    last = "" if stop + len(after) == end else CUT
    return Excerpt("".join([first, *reversed(before), *meant, *after, last]), len(first) + lead, max(1, marked))


def _line_around(text: str, offset: int) -> tuple[int, int]:
    """Where the line that holds a place begins and ends, without its line end; of an endless line a part."""
    low, high = max(0, offset - SEARCHED), min(len(text), offset + SEARCHED)
    start = max(text.rfind("\n", low, offset), text.rfind("\r", low, offset)) + 1
    ends = [at for at in (text.find("\n", offset, high), text.find("\r", offset, high)) if at >= 0]
    return max(start, low), min(ends, default=high)


def _fitted(text: str, start: int, stop: int, room: int, step: int = 1) -> tuple[list[str], int]:
    """The characters from a place on, as they are shown, as many as fit; and how many columns they take."""
    found: list[str] = []
    used = 0
    for at in range(start, stop, step):
        shown = visible_character(text[at])
        wide = terminal_width(shown)
        if used + wide > room or len(found) > 4 * room:
            break
        found.append(shown)
        used += wide
    return found, used
