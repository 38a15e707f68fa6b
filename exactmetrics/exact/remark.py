"""A remark made while input was read: its English text, and what it says as a key with facts, for other languages."""

from __future__ import annotations

from typing import Any, Self


class Remark(str):
    """An English sentence that also knows its key in the message catalogue and the facts it names.

    Args:
        text: the remark in English.
        key: its name in the catalogue.
        facts: what it names.

    >>> remark = Remark("beta = 0.8 is read as 4/5", "read_as", name="beta", given="0.8", exact="4/5")
    >>> remark, remark.key, remark.facts["exact"]
    ('beta = 0.8 is read as 4/5', 'read_as', '4/5')
    """

    key: str
    facts: dict[str, Any]

    def __new__(cls, text: str, key: str = "", **facts: Any) -> Self:
        """Make the text, and keep the facts beside it."""
        made = super().__new__(cls, text)
        made.key, made.facts = key, facts
        return made
