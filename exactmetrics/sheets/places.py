"""Where the answers of a sheet stand in its text: line and column of each, as far as they are simple to see."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from exactmetrics.sheets.sheet import Claim, PrintedFormula

_TABLE = re.compile(r"^[ \t]*\[", re.MULTILINE)
_KEY = r"^[ \t]*[\"']?{}[\"']?[ \t]*=[ \t]*[\"']*"
_ITEM = re.compile(r"[\s,]*(?=\{)")


Answer: TypeAlias = Claim | PrintedFormula


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of a text: line and column of its beginning from 1, and the offsets of its two ends."""

    line: int
    column: int
    start: int
    stop: int


class Lines:
    """A text whose places are asked for many times."""

    __slots__ = ("starts",)

    def __init__(self, text: str) -> None:
        self.starts = [0, *(end.end() for end in re.finditer("\n", text))]

    def place(self, start: int, stop: int) -> Place:
        line = bisect_right(self.starts, start)
        return Place(line, start - self.starts[line - 1] + 1, start, stop)


def places_in_toml(text: str, answers: Sequence[Answer], table: str = "claim") -> list[Place | None]:
    """Where the answers of a TOML sheet stand; None for all where they are not written as [[claim]] each."""
    head = re.compile(rf"^[ \t]*\[\[[ \t]*{table}[ \t]*\]\]", re.MULTILINE)
    heads = [found.end() for found in head.finditer(text)]
    if len(heads) != len(answers):  # inline tables, or a text that only looks like a heading
        return [None] * len(answers)
    lines = Lines(text)
    return [_in_table(text, start, answer, lines) for start, answer in zip(heads, answers, strict=True)]


def _in_table(text: str, start: int, claim: Answer, lines: Lines) -> Place:
    end = found.start() if (found := _TABLE.search(text, start)) else len(text)
    key, answer = _answer(claim)
    here = re.compile(_KEY.format(key), re.MULTILINE).search(text, start, end)
    if here is None:
        return lines.place(text.rfind("[[", 0, start), start)
    at = here.end()
    stop = at + len(answer) if text.startswith(answer, at) else text.find("\n", at, end)
    return lines.place(at, len(text) if stop < 0 else stop)


def place_in_row(raw: str, line: int, offset: int, fields: Sequence[str], answer: int) -> Place:
    """Where the answer stands in a raw row, which begins at `offset` in `line`; `answer` is which of its fields."""
    meant, at = fields[answer].strip(), 0
    for field in fields[:answer]:  # a field with quotation marks in it is not found as it was read, and is passed over
        at = max(at, raw.find(field, at) + len(field)) + 1
    found = raw.find(meant, at)
    found = max(0, raw.find(meant)) if found < 0 else found
    before = raw.rfind("\n", 0, found)
    return Place(line + raw.count("\n", 0, found), found - before, offset + found, offset + found + len(meant))


def places_in_json(text: str, answers: Sequence[Answer], table: str = "claim") -> list[Place | None]:
    """Where the answers of a sheet in JSON stand; None for all where they are not found one by one."""
    head = re.search(rf'"{table}"\s*:\s*\[', text)  # never inside a text: quotation marks have a backslash there
    stretches = list(_objects(text, head.end())) if head else []
    if len(stretches) != len(answers):
        return [None] * len(answers)
    lines = Lines(text)
    return [_in_object(text, *stretch, answer, lines) for stretch, answer in zip(stretches, answers, strict=True)]


def _objects(text: str, at: int) -> Iterator[tuple[int, int]]:
    """Where the objects of a list begin and end, from its first one on."""
    while item := _ITEM.match(text, at):
        at = _end(text, item.end())
        yield item.end(), at


def _in_object(text: str, start: int, stop: int, claim: Answer, lines: Lines) -> Place:
    """The place of a claim's answer between its quotation marks; of the whole claim where it is not found."""
    key, _ = _answer(claim)
    found = re.compile(rf'"{key}"\s*:\s*').search(text, start, stop)
    at = found.end() if found else start
    end = _end(text, at)
    return lines.place(at + 1, end - 1) if text[at] == '"' else lines.place(at, end)


def _answer(claim: Answer) -> tuple[str, str]:
    """The key of an answer, and the answer."""
    if isinstance(claim, PrintedFormula) or claim.printed is not None:
        return "printed", claim.printed or ""
    return "expression", claim.expression or ""


def _end(text: str, at: int) -> int:
    """Where the value that begins there ends."""
    return json.JSONDecoder().raw_decode(text, at)[1]
