"""Lines of a stranger's document, shown: what cannot be seen is written out, long lines are cut around what matters."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from exactmetrics.derivation.notation.terminal import terminal_width

CUT = "…"
SEARCHED = 20_000  # characters before and behind a place in which the ends of its line are looked for
LEAST = 16  # columns an excerpt has, however narrow the page


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A line or a part of it: the text, and which columns of it are meant (the first, from 0, and how many)."""

    text: str
    lead: int
    marked: int

    @property
    def pointer(self) -> str:
        """The line below it that points out what is meant.

        >>> Excerpt("4/6 = 0.66", 6, 4).pointer
        '      ^^^^'
        """
        return " " * self.lead + "^" * self.marked


def visible(text: str) -> str:
    r"""A text with its control characters, its hidden ones and those that turn the order of others written out.

    >>> visible("a\x1b[31m\u202eb\tc")
    'a\\x1b[31m\\u202eb c'
    """
    if text.isprintable():
        return text
    return "".join(map(_shown, text))


def line_around(text: str, offset: int) -> tuple[int, int]:
    r"""Where the line that holds a place begins and ends, without its line end; of an endless line a part.

    >>> line_around("one\r\ntwo\n", 6)
    (5, 8)
    """
    low, high = max(0, offset - SEARCHED), min(len(text), offset + SEARCHED)
    start = max(text.rfind("\n", low, offset), text.rfind("\r", low, offset)) + 1
    ends = [at for at in (text.find("\n", offset, high), text.find("\r", offset, high)) if at >= 0]
    return max(start, low), min(ends, default=high)


def excerpt(text: str, start: int, stop: int, width: int = 72) -> Excerpt:
    """The line around a stretch of a text, cut so that it is no wider than `width` columns of a terminal.

    >>> found = excerpt("so it is. " * 900 + "4/6 = 0.66" + " and on" * 900, 9006, 9010, 30)
    >>> print(found.text, found.pointer, sep="\\n")
    …so it is. 4/6 = 0.66 and on …
                     ^^^^
    """
    width = max(width, LEAST)
    begin, end = line_around(text, start)
    while begin < start and text[begin] in " \t":
        begin += 1
    stop = max(start, min(stop, end))
    meant, marked = _fitted(text, start, stop, width - 2)
    whole, _ = _fitted(text, begin, end, width)
    if begin + len(whole) == end and start + len(meant) == stop:
        return Excerpt("".join(whole), _columns(whole[: start - begin]), max(1, marked))
    return _cut(text, (begin, start, start + len(meant), end), "".join(meant), marked, width)


def _cut(text: str, places: tuple[int, int, int, int], meant: str, marked: int, width: int) -> Excerpt:
    """A line that is too long: more of what stands before is kept than of what follows."""
    begin, start, stop, end = places
    room = width - 2 - marked
    after, used = _fitted(text, stop, end, room // 3)
    before, lead = _fitted(text, start - 1, begin - 1, room - used, step=-1)
    if begin == start - len(before):  # the line's beginning is there, so there is more room behind
        after, used = _fitted(text, stop, end, room - lead)
    head = "" if start - len(before) == begin else CUT
    tail = "" if stop + len(after) == end else CUT
    shown = head + "".join(reversed(before)) + meant + "".join(after) + tail
    return Excerpt(shown, len(head) + lead, max(1, marked))


def _fitted(text: str, start: int, stop: int, room: int, step: int = 1) -> tuple[list[str], int]:
    """The characters from a place on, as they are shown, as many as fit; and how many columns they take."""
    found: list[str] = []
    used = 0
    for at in range(start, stop, step):
        shown = _shown(text[at])
        wide = terminal_width(shown)
        if used + wide > room or len(found) > 4 * room:
            break
        found.append(shown)
        used += wide
    return found, used


def _columns(shown: list[str]) -> int:
    return sum(map(terminal_width, shown))


def _shown(ch: str) -> str:
    if ch.isprintable():
        return ch
    blank = ch == "\t" or unicodedata.category(ch) == "Zs"
    return " " if blank else repr(ch)[1:-1]
