"""How much a search may do: steps, and seconds if asked for; and who is told how far it is."""

from __future__ import annotations

import time
from collections.abc import Callable

Progress = Callable[[int, int], None]  # steps taken, steps allowed
OFTEN = 1024  # steps between two looks at the clock


class BudgetEnded(Exception):  # noqa: N818  (a message on its way, not an error)
    """The search was stopped before it was complete."""


class Budget:
    """Counts the steps of a search and stops it when they, or the seconds, are used up.

    Args:
        steps: how many steps are allowed; a step is a row of a table, a node of the search or a value worked out.
        seconds: how long it may take, if that is bounded too.
        progress: called now and then with the steps taken and allowed.

    >>> budget = Budget(2); budget.spend(2); budget.left
    0
    """

    def __init__(self, steps: int, seconds: float | None = None, progress: Progress | None = None) -> None:
        self.steps, self.taken, self.progress = steps, 0, progress
        self._end = None if seconds is None else time.monotonic() + seconds
        self._next = OFTEN
        self.ended = False  # whether somebody had to stop

    @property
    def left(self) -> int:
        """The steps that are left."""
        return max(0, self.steps - self.taken)

    def spend(self, steps: int = 1) -> None:
        """Take steps; raises `BudgetEnded` when none are left."""
        self.taken += steps
        if self.taken > self.steps:
            raise BudgetEnded
        if self.taken >= self._next:
            self._next = self.taken + OFTEN
            if self.progress is not None:
                self.progress(self.taken, self.steps)
            if self._end is not None and time.monotonic() > self._end:
                raise BudgetEnded
