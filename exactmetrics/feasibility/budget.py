"""How much may be done: steps, and seconds of wall time if asked for; and who is told how far it is."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

Progress = Callable[[int, int], None]  # steps taken, steps allowed
OFTEN = 1024  # steps between two reports of progress


class BudgetEnded(Exception):  # noqa: N818  (a message on its way, not an error)
    """The search was stopped before it was complete."""


@dataclass(slots=True)
class Purse:
    """The seconds of one question, from which every search of it, also a later one, takes; None: no bound."""

    seconds: float | None = None
    looked: float = 0.0  # when time was last taken: searches inside others do not take the same time twice


class Budget:
    """Counts the steps of a search and stops it when they, or the seconds of the purse, are used up.

    A step is a row of a table, a node of the search or a value worked out.
    """

    def __init__(self, steps: int, purse: Purse | None = None, progress: Progress | None = None) -> None:
        self.steps, self.taken, self.progress = steps, 0, progress
        self.purse = purse or Purse()
        self.purse.looked = time.monotonic()  # what passed between two questions is nobody's
        self._next = OFTEN

    def spend(self, steps: int = 1) -> None:
        """Take steps; raises `BudgetEnded` when none, or no seconds, are left."""
        self.taken += steps
        if self.taken > self.steps:
            raise BudgetEnded
        if self.purse.seconds is not None:
            now = time.monotonic()
            self.purse.seconds -= now - self.purse.looked
            self.purse.looked = now
            if self.purse.seconds <= 0:
                raise BudgetEnded
        if self.taken >= self._next:
            self._next = self.taken + OFTEN
            if self.progress is not None:
                self.progress(self.taken, self.steps)

    def part(self, steps: int) -> Budget:
        """A budget of so many steps of this one; what it takes is to be counted here too."""
        return Budget(min(steps, max(0, self.steps - self.taken)), self.purse, self.progress)
