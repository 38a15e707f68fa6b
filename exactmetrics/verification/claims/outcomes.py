"""The four outcomes of a problem with two classes, collected as the text names them: `TP = 40, FP = 10, ...`."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from exactmetrics.verification.claims.found import Name
from exactmetrics.verification.claims.lexicon import Item, names
from exactmetrics.verification.claims.numbers import MAX_COUNT

WINDOW = 24  # passages and numbers within which all four are named
REACH = 8  # words and signs between a name and its number behind it
FOUR = ("tp", "fn", "fp", "tn")


class Outcomes:
    """The counts named last, without a class."""

    def __init__(self) -> None:
        self.known: dict[str, tuple[int, int]] = {}
        self.unsure = -1  # the passage that gave one count two values: none of its counts is taken

    def add(self, name: Name, printed: str, order: int) -> None:
        """Take a number with its name.

        >>> outcomes = Outcomes(); outcomes.add(Name(count="tp"), "40", 1); outcomes.known
        {'tp': (40, 1)}
        >>> outcomes.add(Name(count="tp"), "41", 1); outcomes.known
        {}
        """
        wanted = name.count in FOUR and name.label is None and printed.isdigit() and len(printed) <= MAX_COUNT
        if not wanted or order == self.unsure:
            return
        value, said = self.known.get(name.count, (int(printed), -1))
        if value != int(printed):
            self.known.clear()
            if said == order:
                self.unsure = order
                return
        self.known[name.count] = (int(printed), order)

    def add_told(self, text: str, order: int) -> None:
        """Take numbers before their names: "40 true positives, 10 false positives".

        >>> outcomes = Outcomes(); outcomes.add_told("40 true positives and 5 false negatives", 1); len(outcomes.known)
        2
        """
        if len(text) > 4_000 or not any(c.isdigit() for c in text):
            return
        items = names().items(text)
        found = [
            (after.roles["count"], item.text)
            for at, (item, after) in enumerate(itertools.pairwise(items))
            if item.sort == "number" and not item.sub and "count" in after.roles and len(after.text) > 3
            if not _is_named_before(items, at, text) and not _has_its_own(items, at + 1)
        ]
        own = [
            (item.roles["count"], items[at + 2].text)
            for at, item in enumerate(items)
            if "count" in item.roles and _has_its_own(items, at)
        ]
        if any(a == b and said != other and other.isdigit() for a, said in found for b, other in own):
            self.unsure = order
        elif len(found) >= 2 and len({count for count, _ in found}) == len(found):
            for count, printed in found:
                self.add(Name(count=count), printed, order)

    def complete(self, order: int) -> list[list[int]] | None:
        """The matrix of the four counts, once all are named close together; they are forgotten then.

        >>> outcomes = Outcomes()
        >>> for at, count in enumerate(FOUR): outcomes.add(Name(count=count), str(at), 1)
        >>> outcomes.complete(2), outcomes.complete(2)
        ([[0, 1], [2, 3]], None)
        """
        if len(self.known) < 4 or min(at for _, at in self.known.values()) < order - WINDOW:
            return None
        tp, fn, fp, tn = (self.known[count][0] for count in FOUR)
        self.known.clear()
        return [[tp, fn], [fp, tn]]


def _is_named_before(items: Sequence[Item], at: int, text: str) -> bool:
    """Whether a number belongs to a name before it on its line: `True positives (TP): 60`."""
    line = text.rfind("\n", 0, items[at].start)
    for item in reversed(items[max(0, at - REACH) : at]):
        if item.start < line or item.sort == "number" or "conj" in item.roles or item.text in ",，、;；.。":
            return False
        if "count" in item.roles:
            return True
    return False


def _has_its_own(items: Sequence[Item], at: int) -> bool:
    """Whether a name is set equal to a number behind it: `False positives: 40`."""
    return [item.sort for item in items[at + 1 : at + 3]] == ["link", "number"]
