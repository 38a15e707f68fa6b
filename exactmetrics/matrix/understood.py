"""What was understood of a text that is no table of ours: one line for whoever gave it, and the same as data."""

from __future__ import annotations

from typing import Any, Self

from ..exact.errors import Notice


class Understood(Notice):
    """The notice that says how a matrix was read, with the same in `facts` for JSON.

    >>> Understood("read as array of 2 × 2", {"kind": "array"}).facts
    {'kind': 'array'}
    """

    facts: dict[str, Any]

    def __new__(cls, text: str, facts: dict[str, Any]) -> Self:
        made = super().__new__(cls, text)
        made.facts = facts
        return made

    def __getnewargs__(self) -> tuple[str, dict[str, Any]]:  # type: ignore[override]
        return str(self), self.facts
