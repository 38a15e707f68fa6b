"""Lists that count their names, as `1 accuracy` or `precision 2`: such a number is an index and no value.

In front of its name a number seldom is a value. Behind it, it nearly always is one: there it is an index only where it
ends its line, alone, and all lines beside it count up from 0 or 1, or where it is what a dictionary gives its key.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from exactmetrics.verification.claims.found import FoundClaim
from exactmetrics.verification.claims.tokens import Token
from exactmetrics.verification.claims.vocabulary import Vocabulary

_FIRST = re.compile(r"[^\w\n.,-]*([0-9]{1,3})(?![0-9.,/%]*[0-9%])")  # the number that a line begins with
_INDEX = re.compile(r"[0-9]{1,3}")
_MARKED = re.compile(r"[\s|(\[#*>-]*[0-9]+[\])|.:]*\s")  # a line that has its number in front needs no other
_KEYED = re.compile(r"([\"'])[^\"'\n]*\1\s*+:\s*+([^\s,}\]]++)")  # "accuracy": 0
_CLOSING, _APART = " \t\r\u00a0|,;.)]}\"'*_`", " \t\u00a0|,;.(\"'#[*_`>→⇒-–—"
_DIGITS = "0123456789.,/%"

Counted = tuple[int, int]  # the first and the last number of a list


class Numbered(NamedTuple):
    """A claim that may be the number of a name in a list: its whole number, and whether that stands in front.

    `in_list` says that the line before or behind begins with the number before or behind it; `counted`, of a number
    behind its name, from where to where the list goes whose index it may be.
    """

    claim: FoundClaim
    value: int | None
    in_front: bool
    in_list: bool
    counted: Counted | None
    passage: int


def numbered(
    claim: FoundClaim, name: Token, number: Token, text: str, ends: Mapping[int, Counted], passage: int
) -> Numbered:
    """A claim as one that may be an index; `ends` are the `line_ends` of its passage, whose text this is."""
    value = int(number.text) if _INDEX.fullmatch(number.text) else None
    in_front = number.start < name.start
    in_list = in_front and value is not None and _counts_lines(text, number.start, value)
    beside = not in_front and re.search(r"[^\W\d]|\n", text[name.end : number.start]) is None
    return Numbered(claim, value, in_front, in_list, ends.get(number.start) if beside else None, passage)


def indices(numbers: Sequence[Numbered]) -> Iterator[FoundClaim]:
    """The claims that count the names they stand beside, one after another: these are no values."""
    for run in _runs(numbers):
        if _is_numbering(run):
            yield from (one.claim for one in run)


def line_ends(text: str, words: Vocabulary, before: str = "") -> dict[int, Counted]:
    r"""Where the lines of lists end with their numbers, and from where to where these count.

    `before` is the passage before: behind `TP = 3` a line says a value too.

    >>> line_ends("accuracy 1\nwhatever 2\nrecall 3", Vocabulary())
    {9: (1, 3), 20: (1, 3), 29: (1, 3)}
    >>> line_ends("TP = 3\naccuracy 1\nrecall 2", Vocabulary()), line_ends("Metric Value\naccuracy 1", Vocabulary())
    ({}, {})
    """
    found = _keyed(text) if "'" in text or '"' in text else {}
    lines, at, above = list[tuple[int, str]](), 0, before.rstrip().rpartition("\n")[2]
    for line in [*text.split("\n"), ""]:
        if line.strip():
            lines.append((at, line))
        elif lines:
            found |= _of_lines(lines, above, words)
            lines, above = [], lines[-1][1]
        at += len(line) + 1
    return found


def _of_lines(lines: Sequence[tuple[int, str]], above: str, words: Vocabulary) -> dict[int, Counted]:
    """The numbers that lines between two blank ones end with; none where these do not count the lines."""
    if _is_equal(above):
        return {}
    ends, heading = list[tuple[int, int, int]](), ""
    for n, (start, line) in enumerate(lines):
        _, place, number = _parted(line)
        if number and (_says_value(line) or _MARKED.match(line)):
            return {}
        if number:
            ends.append((n, int(number), start + place))
        elif not ends and re.search(r"\w", line):
            heading = line
    counts = all(b[1] - a[1] in (1, b[0] - a[0]) for a, b in pairwise(ends))
    if not ends or not counts or words.holds(heading, "value"):
        return {}
    return {place: (ends[0][1], ends[-1][1]) for _, _, place in ends}


def _parted(line: str) -> tuple[str, int, str]:
    """What stands before the number that a line ends with, where that begins, and the number; "" where none does."""
    body = line.rstrip(_CLOSING)
    place = len(body.rstrip(_DIGITS))
    place += body[place:].startswith(",")
    name = body[:place].rstrip(_APART)
    return name, place, body[place:] if len(name) < place or not name else ""  # the 1 of F1 is part of a name


def _says_value(line: str) -> bool:
    """Whether the number that a line ends with is no index: a decimal, one behind a sign, or one without a word."""
    name, place, number = _parted(line)
    if not number:
        return False
    worded = re.search(r"[^\W\d]", name.rpartition(" ")[2]) is not None
    return not worded or _is_equal(line) or _INDEX.fullmatch(number) is None or line[place - 1 : place] in ("-", "–")


def _is_equal(line: str) -> bool:
    """Whether a line ends with a number behind a sign of equality."""
    name, _, number = _parted(line)
    return bool(number) and name.endswith(("=", ":", "：", "≈"))


def _keyed(text: str) -> dict[int, Counted]:
    """The numbers of a dictionary that gives each of its keys the next one."""
    found = [*_KEYED.finditer(text)]
    values = [int(one[2]) if _INDEX.fullmatch(one[2]) else None for one in found]
    first = values[0] if values else None
    if first is None or values != [*range(first, first + len(values))]:
        return {}
    return {one.start(2): (first, first + len(values) - 1) for one in found}


def _runs(numbers: Sequence[Numbered]) -> Iterator[list[Numbered]]:
    """The stretches of numbers that count up by one, or with the lines, each on the same side of its name."""
    run = list[Numbered]()
    for one in numbers:
        if run and not _follows(run[-1], one):
            yield run
            run = []
        run += [one] if one.value is not None else []
    if run:
        yield run


def _follows(one: Numbered, other: Numbered) -> bool:
    """Whether a number is the next one of a list, or that of a later line."""
    if one.value is None or other.value is None or other.passage - one.passage > 1:
        return False
    if one.in_front != other.in_front or (one.counted is None) != (other.counted is None):
        return False
    lines = other.claim.span.start.line - one.claim.span.start.line
    return other.value - one.value in (1, max(lines, 1))


def _counts_lines(text: str, place: int, value: int) -> bool:
    """Whether a number begins its line, and the line before or behind begins with the number before or behind it."""
    start, end = text.rfind("\n", 0, place) + 1, text.find("\n", place)
    before, behind = text[:start].rstrip().rpartition("\n")[2], text[end:].lstrip() if end >= 0 else ""
    numbers = [_FIRST.match(line) for line in (text[start : place + 3], before, behind)]
    first, *others = (int(found[1]) if found else None for found in numbers)
    return first == value and (others[0] == value - 1 or others[1] == value + 1)


def _is_numbering(run: Sequence[Numbered]) -> bool:
    """Whether numbers that count up are no values: "precision 0, recall 1" may be, "0 precision" of a list is not."""
    if run[0].in_front:
        return any(one.in_list for one in run) or (len(run) > 1 and (run[0].value or 0) < 2)
    lists = [one.counted for one in run if one.counted is not None]
    return bool(lists) and lists[0][0] < 2 and lists[-1][1] > 1
