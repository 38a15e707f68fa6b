"""Where the answers of a sheet in JSON stand in its text: line and column of every claim."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from exactmetrics.sheets.places import Lines, Place
from exactmetrics.sheets.sheet import Claim

_SPACE = re.compile(r"[ \t\r\n]*")
_ANSWERS = ("printed", "expression")


def places_in_json(text: str, claims: Sequence[Claim]) -> list[Place | None]:
    r"""Where the answers of a sheet in JSON stand; None for all where its claims are not found one by one.

    >>> from exactmetrics.sheets.sheet import Question
    >>> claims = [Claim(Question(metric="f1"), printed="0.5")]
    >>> places_in_json('{"title": "A",\n "claim": [{"metric": "f1", "printed": "0.5"}]}', claims)
    [Place(line=2, column=41, start=55, stop=58)]
    >>> places_in_json("[]", claims)
    [None]
    """
    starts: list[int] = []
    for key, at in _values(text, 0):
        if key == "claim":
            starts = [start for start, _ in _items(text, at)]
    if len(starts) != len(claims):
        return [None] * len(claims)
    lines = Lines(text)
    return [_answer(text, start, claim, lines) for start, claim in zip(starts, claims, strict=True)]


def _answer(text: str, start: int, claim: Claim, lines: Lines) -> Place:
    """The place of a claim's answer between its quotation marks; of the whole claim where it is not found."""
    wanted = _ANSWERS[claim.printed is None]
    at = next((at for key, at in _values(text, start) if key == wanted), start)
    stop = _end(text, at)
    return lines.place(at + 1, stop - 1) if text[at] == '"' else lines.place(at, stop)


def _values(text: str, start: int) -> Iterator[tuple[str, int]]:
    """The keys of an object that begins there, each with where its value begins."""
    at = _over(text, start)
    if text[at : at + 1] != "{":
        return
    at = _over(text, at + 1)
    while text[at : at + 1] == '"':
        key, at = json.JSONDecoder().raw_decode(text, at)
        at = _over(text, _over(text, at) + 1)  # the colon
        yield key, at
        at = _over(text, _over(text, _end(text, at)) + 1)  # the comma


def _items(text: str, start: int) -> Iterator[tuple[int, int]]:
    """Where each item of a list that begins there begins and ends."""
    if text[start : start + 1] != "[":
        return
    at = _over(text, start + 1)
    while text[at : at + 1] != "]":
        stop = _end(text, at)
        yield at, stop
        at = _over(text, stop)
        at = _over(text, at + 1) if text[at : at + 1] == "," else at


def _over(text: str, at: int) -> int:
    """The first place from there on that is no white space."""
    found = _SPACE.match(text, at)
    return at if found is None else found.end()


def _end(text: str, at: int) -> int:
    """Where the value that begins there ends."""
    return json.JSONDecoder().raw_decode(text, at)[1]
