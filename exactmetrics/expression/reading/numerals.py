"""How a document writes its numbers: a decimal point or a decimal comma, decided by counting, with the evidence."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

# A point or a comma between digits that cannot be a separator of thousands, an item of a list or a version number.
_POINT = re.compile(r"(?<![\d.,\w])(?:0?\.\d+|\d+\.(?:\d{1,2}|\d{4,}))(?![\d.]|,\d)|(?<![\d.,\w])0\.\d{3}(?![\d.])")
_COMMA = re.compile(
    r"(?<![\d.,\w(\[{])(?:0,\d+|\d+,(?:\d\d|\d{4,}|\d(?=\s?\\?%)))(?![\d,]|\.\d)(?![)\]}]?\s*,)|(?<=\()0,\d\d+(?=\))"
)
_SURE_COMMA = re.compile(r"(?<![\d.,\w\[{])0,\d{2,}(?![\d,])")
_LATEX_COMMA = re.compile(r"(?<!\d)0\{,\}\d+|\d\{,\}(?:\d{1,2}|\d{4,})(?!\d)")
ENOUGH = 400  # pieces of evidence on one side that settle the question


@dataclass(slots=True)
class Numerals:
    """The evidence: how many numbers show a decimal point, how many a decimal comma, and the first of each."""

    points: int = 0
    commas: int = 0
    point_example: str = ""
    comma_example: str = ""

    @property
    def decimal_comma(self) -> bool:
        return self.commas > self.points

    @property
    def evidence(self) -> str:
        """The counts and the first number of each kind, in short.

        >>> numerals_of(["a = 1,55 and 0.5, 0.75"]).evidence
        '2 x 0.5, 1 x 1,55'
        """
        counts = [(self.points, self.point_example), (self.commas, self.comma_example)]
        return ", ".join(f"{count} x {example}" for count, example in counts if count)

    def add(self, text: str) -> None:
        """Count what a text shows."""
        if "." in text:
            found = _POINT.findall(text)
            self.points += len(found)
            self.point_example = self.point_example or (found[0] if found else "")
        if "," in text:
            found = _COMMA.findall(text) + _LATEX_COMMA.findall(text)
            self.commas += len(found)
            self.comma_example = self.comma_example or (found[0] if found else "")


def numerals_of(texts: Iterable[str]) -> Numerals:
    """The evidence in pieces of text, as many as it takes."""
    seen = Numerals()
    for text in texts:
        seen.add(text)
        if abs(seen.points - seen.commas) >= ENOUGH:
            break
    return seen


def comma_here(text: str, document: bool) -> bool:
    """Whether a passage is to be read with decimal commas: as the document, unless it shows the other kind only.

    >>> comma_here("0.75 = 3/4", True), comma_here("0,75 = 3/4", False), comma_here("i = 1,2", False)
    (False, True, False)
    """
    if document:
        return not ("." in text and _POINT.search(text) and not _COMMA.search(text))
    shown = ("0," in text and _SURE_COMMA.search(text)) or ("{,}" in text and _LATEX_COMMA.search(text))
    return bool(shown) and not ("." in text and _POINT.search(text))
