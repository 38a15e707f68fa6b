"""Names of classes as somebody writes them in one line: bird, "cat, big", dog."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable

SEPARATORS = "|;"  # between the labels of a set in one cell; the first of these that occurs parts them


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


def seeming_set(labels: Iterable[Hashable]) -> str | None:
    """A label that is written as a set of labels, if there is one: it has a part that another label is, or has too.

    >>> seeming_set(["sea", "sea|sun"]), seeming_set(["a; b", "b; c"]), seeming_set(["yes|no", "n/a"])
    ('sea|sun', 'a; b', None)
    """
    texts = sorted(set(map(str, labels)))
    for separator in SEPARATORS:
        parts = {text: {part.strip() for part in text.split(separator)} - {""} for text in texts}
        often = Counter(part for found in parts.values() for part in found)
        for text, found in parts.items():
            if len(found) > 1 and any(often[part] > 1 for part in found):
                return text
    return None
