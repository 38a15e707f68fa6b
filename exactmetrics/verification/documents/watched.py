"""How far the reading of a document is, told to whoever watches."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[int, int], None]


class Watch:
    """A document that is read several times over, told as one course from 0 to its end.

    Args:
        tell: called with how much is done, and of how much.
        size: the characters of the document, roughly.
        passes: how often it will be read.

    >>> told = []
    >>> watch = Watch(lambda done, every: told.append((done, every)), size=10, passes=2)
    >>> for offset in (0, 8, 0, 8):
    ...     watch.at(offset)
    >>> told
    [(0, 20), (8, 20), (10, 20), (18, 20)]
    """

    __slots__ = ("last", "read", "size", "tell", "whole")

    def __init__(self, tell: Progress, size: int, passes: int) -> None:
        self.tell, self.size, self.whole = tell, size, size * passes
        self.read = self.last = 0

    def at(self, offset: int) -> None:
        """Say where in the document its reader is; one that goes back begins anew."""
        if offset < self.last:
            self.read = min(self.read + self.size, self.whole)
        self.last = offset
        self.tell(min(self.read + offset, self.whole), self.whole)
