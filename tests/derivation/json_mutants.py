"""The members of a derivation's JSON: text, LaTeX, tree and value must say one thing; a changed digit must be seen."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from exactmetrics.exact.errors import ReadingError
from exactmetrics.expression.reading import read
from tests.derivation.rereading import FaultError, exact
from tests.surfaces.json_trees import NoValueError, worked_out

FORMS = ("text", "latex", "value")


class JsonPage:
    """A document whose members are read."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._document = document

    def check(self) -> int:
        """Every member is one value in all its forms; how many members there are."""
        count = 0
        for member in self._members():
            if not holds(member):
                raise FaultError(f"the forms of a member differ: {member['text']}, {member['latex']}")
            count += 1
        return count

    def mutants(self, random: Random) -> Iterator[tuple[bool, str]]:
        """Every digit of every form changed: whether it is seen, and the changed form."""
        for member in self._members():
            for form in FORMS:
                text = member[form]
                for found in re.finditer(r"(?<![_\d])\d+", text):
                    for at in range(found.start(), found.end()):
                        digit = random.choice([d for d in "0123456789" if d != text[at]])
                        changed = text[:at] + digit + text[at + 1 :]
                        yield not holds(member | {form: changed}), changed

    def _members(self) -> Iterator[dict[str, Any]]:
        for step in self._document["steps"]:
            for formula in (formula for group in step["groups"] for formula in group["formulas"]):
                yield from (member for member in formula["members"] if member["value"] is not None)


def holds(member: dict[str, Any]) -> bool:
    """Whether text, LaTeX, tree and value are one number, and the first three made of the same whole numbers."""
    try:
        values = [exact(read(member[form], max_length=40_000)) for form in FORMS]
        if len({*values, worked_out(member["tree"])}) > 1:
            return False
    except (ReadingError, NoValueError, ZeroDivisionError):
        return False
    return integers(member["text"]) == integers(member["latex"])


def integers(text: str) -> Counter[int]:
    """The whole numbers of a formula."""
    return Counter(int(n) for n in re.findall(r"\d+", text))
