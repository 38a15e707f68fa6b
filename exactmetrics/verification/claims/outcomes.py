"""The four outcomes of a problem with two classes, collected as passages tell them: `TP = 40`, then `FP = 10`, ..."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from exactmetrics.verification.claims.found import Name
from exactmetrics.verification.claims.numbers import MAX_COUNT
from exactmetrics.verification.claims.outcome_words import FOUR, WHOLE

WINDOW = 24  # passages within which all four are named


class _Known(NamedTuple):
    value: int
    order: int
    place: int
    families: frozenset[str]


class Outcomes:
    """The counts named last, without a class."""

    def __init__(self) -> None:
        self.known: dict[str, _Known] = {}
        self.unsure = -1  # the passage that gave one count two values: none of its counts is taken

    def open(self, told: Sequence[tuple[str, int]]) -> bool:
        """Begin a passage that tells these counts: whether they can be taken, as none has two values in one case.

        With all four it needs none that were told before.

        >>> outcomes = Outcomes(); outcomes.add("tp", 40, 1); outcomes.open([(count, 3) for count in FOUR])
        True
        >>> outcomes.known, outcomes.open([("tp", 3), ("tp", 4)])
        ({}, False)
        """
        if {count for count, _ in told[: len(FOUR)]} == set(FOUR):
            self.known.clear()
        cases = [dict(told[at : at + len(FOUR)]) for at in range(0, len(told), len(FOUR))]
        apart = all(len(case) == len(FOUR) for case in cases)
        return apart or len(set(told)) == len({count for count, _ in told})

    def add(
        self, count: str, value: int, order: int, place: int = 0, families: frozenset[str] = frozenset({WHOLE})
    ) -> None:
        """Take a count that the passage `order` tells at a place of the file.

        >>> outcomes = Outcomes(); outcomes.add("tp", 40, 1); outcomes.known["tp"].value
        40
        >>> outcomes.add("tp", 41, 1); outcomes.known
        {}
        """
        if order == self.unsure:
            return
        before = self.known.get(count)
        if before is not None and before.value != value:
            self.known.clear()
            if before.order == order:
                self.unsure = order
                return
        self.known[count] = _Known(value, order, place, families)

    def complete(self, order: int) -> tuple[list[list[int]], frozenset[int]] | None:
        """The matrix of the four counts with their places, once all are named close together; they are forgotten then.

        >>> outcomes = Outcomes()
        >>> for at, count in enumerate(FOUR): outcomes.add(count, at, 1)
        >>> outcomes.complete(2), outcomes.complete(2)
        (([[0, 1], [2, 3]], frozenset({0})), None)
        """
        if len(self.known) < len(FOUR) or min(one.order for one in self.known.values()) < order - WINDOW:
            return None
        if not frozenset.intersection(*(one.families for one in self.known.values())):
            return None
        tp, fn, fp, tn = (self.known[count].value for count in FOUR)
        places = frozenset(one.place for one in self.known.values())
        self.known.clear()
        return [[tp, fn], [fp, tn]], places


def is_outcome(name: Name, printed: str) -> bool:
    """Whether a name and its digits are a count of an outcome without a class.

    >>> is_outcome(Name(count="tp"), "40"), is_outcome(Name(count="tp", label="a"), "40")
    (True, False)
    """
    return name.count in FOUR and name.label is None and printed.isdigit() and len(printed) <= MAX_COUNT
