"""How far the reading of a document and the judging of it are, told to whoever watches."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[int, int], None]
Told: TypeAlias = Callable[[int], None]


class Watch:
    """A document that is read several times over and judged, told as one course from 0 to its end.

    Judging counts as one more reading. `tell` is called with how much is done, and of how much; `size` are the
    characters of the document, roughly; `passes` is how often it will be read.
    """

    def __init__(self, tell: Progress, size: int, passes: int) -> None:
        self.tell, self.size, self.whole = tell, size, size * passes
        self.read = self.last = 0

    def at(self, offset: int) -> None:
        """Say where in the document its reader is; one that goes back begins anew."""
        if offset < self.last:
            self.read = min(self.read + self.size, self.whole)
        self.last = offset
        self.tell(min(self.read + offset, self.whole), self.whole + self.size)

    def judging(self, *stages: tuple[int, int]) -> list[Told]:
        """What is to be called with how many of the things of each stage are judged.

        A stage is how many things there are, and what one of them takes compared with those of other stages.
        """
        every, before, found = max(1, sum(n * weight for n, weight in stages)), 0, list[Told]()
        for n, weight in stages:
            found.append(lambda done, before=before, weight=weight: self._judged(before + weight * done, every))  # type: ignore[misc]
            before += n * weight
        return found

    def _judged(self, done: int, every: int) -> None:
        self.tell(self.whole + self.size * done // every, self.whole + self.size)
