"""The document with marks in place, as HTML: its lines, escaped, each judged number marked, and what is left out."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape

from exactmetrics.exact.printed import Level
from exactmetrics.verification.reports.entries import ORDER, Entry
from exactmetrics.verification.reports.excerpt import CUT, visible

WHOLE, LINES = 200_000, 3_000  # characters and lines of a document that is shown whole; of a longer one, some lines
AROUND = 3  # lines before and behind a finding, which are then shown
LONG_LINE, BESIDE = 4_000, 300  # a longer line is shown in parts: so much beside each mark
_END = re.compile(r"\r\n|\n")


@dataclass(slots=True)
class Line:
    """A line as it is shown: its number, its HTML, the positions of the findings in it, how many were left out before.

    `number` is 0 for a line that stands for what is left out at the end.
    """

    number: int
    html: str
    findings: list[int] = field(default_factory=list)
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of the document and what it is marked as; `finding` is its number from 0, None if it is right."""

    start: int
    stop: int
    level: Level
    title: str
    finding: int | None


def marks_of(found: Sequence[Entry], right: Sequence[Entry], names: Sequence[str]) -> list[Mark]:
    """The marks of a document, none over another; the worse of two that meet is kept.

    `names` are what the findings are called, in their order.

    >>> marks_of([], [], [])
    []
    """
    wanted = [(ORDER.index(e.level), at, e) for at, e in enumerate(found) if e.start is not None]
    wanted += [(len(ORDER), -1, entry) for entry in right if entry.start is not None]
    starts: list[int] = []
    kept: dict[int, Mark] = {}
    for _, at, entry in sorted(wanted, key=lambda one: one[:2]):
        assert entry.start is not None
        start, stop = entry.start.offset, entry.stop
        place = bisect_left(starts, start)
        free = place == 0 or kept[starts[place - 1]].stop <= start
        if stop > start and free and (place == len(starts) or stop <= starts[place]):
            starts.insert(place, start)
            kept[start] = Mark(start, stop, entry.level, names[at] if at >= 0 else "", at if at >= 0 else None)
    return [kept[start] for start in starts]


def marked_lines(text: str, marks: Sequence[Mark], places: Sequence[int | None]) -> Iterator[Line]:
    """The lines of a document with its marks.

    `places` are the offsets of the findings, in their order; each is given with the line that it begins in.

    >>> [line.html for line in marked_lines("a\\n4/6 = 0.66", [Mark(8, 12, "warn", "cut", 0)], [8])][1]
    '4/6 = <mark id="m0" class="is-warn" title="cut">0.66</mark>'
    """
    bounds = _bounds(text)
    starts = [start for start, _ in bounds]
    at_line: dict[int, list[int]] = {}
    for finding, offset in enumerate(places):
        if offset is not None:
            at_line.setdefault(bisect_right(starts, offset) - 1, []).append(finding)
    shown = _shown(len(bounds), at_line) if len(text) > WHOLE or len(bounds) > LINES else range(len(bounds))
    mark_starts = [mark.start for mark in marks]
    after = 0
    for at in shown:
        start, stop = bounds[at]
        own = marks[bisect_left(mark_starts, start) : bisect_left(mark_starts, stop)]
        yield Line(at + 1, _line(text, start, stop, own), at_line.get(at, []), at - after)
        after = at + 1
    if after < len(bounds):
        yield Line(0, "", [], len(bounds) - after)


def _bounds(text: str) -> list[tuple[int, int]]:
    """Where each line begins and ends."""
    found, start = list[tuple[int, int]](), 0
    for end in _END.finditer(text):
        found.append((start, end.start()))
        start = end.end()
    if start < len(text) or not found:
        found.append((start, len(text)))
    return found


def _shown(lines: int, at_line: dict[int, list[int]]) -> list[int]:
    near = {at for line in at_line for at in range(line - AROUND, line + AROUND + 1)}
    return sorted(at for at in near if 0 <= at < lines)


def _line(text: str, start: int, stop: int, marks: Sequence[Mark]) -> str:
    """The HTML of one line; a mark that goes on in the next line ends here."""
    short = stop - start <= LONG_LINE
    parts, at = list[str](), start
    for mark in marks:
        parts.append(_between(text, at, mark.start, whole=short, first=at == start))
        name = "" if mark.finding is None else f' id="m{mark.finding}"'
        title = f' title="{escape(visible(mark.title))}"' if mark.title else ""
        end = min(mark.stop, stop)
        meant = escape(visible(text[mark.start : min(end, mark.start + LONG_LINE)]), quote=False)
        parts.append(f'<mark{name} class="is-{mark.level}"{title}>{meant}</mark>')
        at = end
    parts.append(_between(text, at, stop, whole=short, first=at == start, last=True))
    return "".join(parts)


def _between(text: str, start: int, stop: int, *, whole: bool, first: bool, last: bool = False) -> str:
    """What stands between two marks; of a line that is too long, what is next to them."""
    if whole or stop - start <= 2 * BESIDE:
        return escape(visible(text[start:stop]), quote=False)
    head = "" if first and not last else escape(visible(text[start : start + BESIDE]), quote=False)
    tail = "" if last else escape(visible(text[stop - BESIDE : stop]), quote=False)
    return f'{head}<span class="cut">{CUT}</span>{tail}'
