"""Where the answers of a sheet stand in its text: line and column of every claim, as far as they are simple to see."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from exactmetrics.sheets.sheet import Claim

_CLAIM = re.compile(r"^[ \t]*\[\[[ \t]*claim[ \t]*\]\]", re.MULTILINE)
_TABLE = re.compile(r"^[ \t]*\[", re.MULTILINE)
_KEY = r"^[ \t]*[\"']?{}[\"']?[ \t]*=[ \t]*[\"']*"


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of a text: line and column of its beginning from 1, and the offsets of its two ends."""

    line: int
    column: int
    start: int
    stop: int


class Lines:
    r"""A text whose places are asked for many times.

    >>> Lines("a\nbc").place(3, 4)
    Place(line=2, column=2, start=3, stop=4)
    """

    __slots__ = ("starts",)

    def __init__(self, text: str) -> None:
        self.starts = [0, *(end.end() for end in re.finditer("\n", text))]

    def place(self, start: int, stop: int) -> Place:
        """The place of a stretch.

        >>> Lines("a").place(0, 1)
        Place(line=1, column=1, start=0, stop=1)
        """
        line = bisect_right(self.starts, start)
        return Place(line, start - self.starts[line - 1] + 1, start, stop)


def places_in_toml(text: str, claims: Sequence[Claim]) -> list[Place | None]:
    r"""Where the answers of a TOML sheet stand; None for all where its claims are not written as [[claim]] each.

    >>> from exactmetrics.sheets.sheet import Question
    >>> claims = [Claim(Question(metric="f1"), printed="0.5")]
    >>> places_in_toml('[[claim]]\nmetric = "f1"\nprinted = "0.5"', claims)
    [Place(line=3, column=12, start=35, stop=38)]
    """
    heads = [head.end() for head in _CLAIM.finditer(text)]
    if len(heads) != len(claims):  # inline tables, or a text that only looks like a heading
        return [None] * len(claims)
    lines = Lines(text)
    return [_in_table(text, start, claim, lines) for start, claim in zip(heads, claims, strict=True)]


def _in_table(text: str, start: int, claim: Claim, lines: Lines) -> Place:
    end = found.start() if (found := _TABLE.search(text, start)) else len(text)
    key, answer = ("printed", claim.printed) if claim.printed is not None else ("expression", claim.expression or "")
    here = re.compile(_KEY.format(key), re.MULTILINE).search(text, start, end)
    if here is None:
        return lines.place(text.rfind("[[", 0, start), start)
    at = here.end()
    stop = at + len(answer) if text.startswith(answer, at) else text.find("\n", at, end)
    return lines.place(at, len(text) if stop < 0 else stop)


def place_in_row(raw: str, line: int, offset: int, fields: Sequence[str], answer: int) -> Place:
    r"""Where the answer of a row stands.

    Args:
        raw: the row as it is written.
        line: its first line, from 1.
        offset: where it begins in the text.
        fields: its fields as they were read.
        answer: which of them is the answer.

    >>> place_in_row("f1, 0.5\n", 2, 15, ["f1", " 0.5"], 1)
    Place(line=2, column=5, start=19, stop=22)
    """
    meant, at = fields[answer].strip(), 0
    for field in fields[:answer]:  # a field with quotation marks in it is not found as it was read, and is passed over
        at = max(at, raw.find(field, at) + len(field)) + 1
    found = raw.find(meant, at)
    found = max(0, raw.find(meant)) if found < 0 else found
    before = raw.rfind("\n", 0, found)
    return Place(line + raw.count("\n", 0, found), found - before, offset + found, offset + found + len(meant))
