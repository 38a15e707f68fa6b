"""The four outcomes of a problem with two classes, collected as the text names them: `TP = 40, FP = 10, ...`."""

from __future__ import annotations

import itertools

from exactmetrics.verification.claims.found import Name
from exactmetrics.verification.claims.lexicon import names
from exactmetrics.verification.claims.numbers import MAX_COUNT

WINDOW = 24  # passages and numbers within which all four are named
FOUR = ("tp", "fn", "fp", "tn")


class Outcomes:
    """The counts named last, without a class."""

    def __init__(self) -> None:
        self.known: dict[str, tuple[int, int]] = {}

    def add(self, name: Name, printed: str, order: int) -> None:
        """Take a number with its name.

        >>> outcomes = Outcomes(); outcomes.add(Name(count="tp"), "40", 1); outcomes.known
        {'tp': (40, 1)}
        """
        if name.count in FOUR and name.label is None and printed.isdigit() and len(printed) <= MAX_COUNT:
            if name.count in self.known and self.known[name.count][0] != int(printed):
                self.known.clear()
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
            for item, after in itertools.pairwise(items)
            if item.sort == "number" and not item.sub and "count" in after.roles and len(after.text) > 3
        ]
        if len(found) >= 2 and len({count for count, _ in found}) == len(found):
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
