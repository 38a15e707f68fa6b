"""Names of classes as somebody writes them in one line: bird, "cat, big", dog."""

from __future__ import annotations

from collections.abc import Hashable


def split_list(text: str) -> list[str]:
    """The entries of a list; one that holds a comma stands in double quotes.

    >>> split_list('bird, "cat, big",dog')
    ['bird', 'cat, big', 'dog']
    """
    if '"' not in text:
        return [part.strip() for part in text.split(",") if part.strip()]
    import csv

    return [part.strip() for row in csv.reader([text], skipinitialspace=True) for part in row if part.strip()]


def names_of(text: str | None) -> list[Hashable] | None:
    """Names of classes, which are whole numbers if all look so, as in files; None where none are given."""
    from .delimited import all_whole

    if text is None:
        return None
    names = split_list(text)
    return [int(name) for name in names] if all_whole(names) else list(names)
