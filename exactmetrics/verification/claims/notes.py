"""Marks of footnotes and numbers of cases in brackets, which stand between a name and its number and say no more."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction

from exactmetrics.verification.verified import FoundData

_FOOTNOTE = re.compile(r"(?<=\S)\[\^[\w-]{1,20}\]")
_CASES = re.compile(r"(?<=\S) ?\([nN] ?= ?([0-9]{1,7})\)(?= ?[:=])")
LONGEST = 60  # characters of the name of a class


def without_notes(text: str, data: Iterable[FoundData]) -> str:
    """A text of the same length in which marks of footnotes are blank, and brackets with a known number of cases.

    A number of cases is known where it is that of all of some data, or that of the class that it stands behind: any
    other one tells that the value is about a part of the data.

    >>> data = [FoundData("", ("cat", "dog"), ((3, 1), (0, 2)))]
    >>> without_notes("Recall of cat (n=4): 0.75[^1].", data)
    'Recall of cat      : 0.75    .'
    >>> without_notes("Recall of cat (n=3): 0.75.", data)
    'Recall of cat (n=3): 0.75.'
    """
    if "[^" in text:
        text = _FOOTNOTE.sub(lambda found: " " * len(found[0]), text)
    if "(n" not in text and "(N" not in text:
        return text
    sizes = list(_sizes(data))

    def blank(found: re.Match[str]) -> str:
        before = text[max(0, found.start() - LONGEST) : found.start()]
        known = any(int(found[1]) == size and _ends_with(before, label) for label, size in sizes)
        return " " * len(found[0]) if known else found[0]

    return _CASES.sub(blank, text)


def _sizes(data: Iterable[FoundData]) -> Iterator[tuple[str, int | Fraction]]:
    """The number of samples of each class of some data; of all classes under the empty name."""
    for one in data:
        supports = [sum(row) for row in one.rows or ()]
        yield "", sum(supports)
        yield from zip(map(str, one.labels), supports, strict=False)


def _ends_with(text: str, label: str) -> bool:
    """Whether a text ends with the name of a class as a word of its own."""
    return not label or re.search(rf"(?<!\w){re.escape(label)}[*_`\"']*$", text) is not None
