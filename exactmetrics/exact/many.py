"""Numbers of things in messages: one row, two rows."""

from __future__ import annotations


def many(number: int, one: str, more: str = "") -> str:
    """A number with its noun; `more` is the plural where that has not just an s behind it.

    >>> many(1, "row"), many(2, "row"), many(0, "class", "classes")
    ('1 row', '2 rows', '0 classes')
    """
    return f"{number} {one if number == 1 else more or f'{one}s'}"
