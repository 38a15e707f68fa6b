"""The classes of a matrix without headings, as the code or the text before it lists them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from exactmetrics.verification.claims.lexicon import Item, is_one_of, places

_NAME = r"(?:\"[^\"\n]{1,60}\"|'[^'\n]{1,60}')"
_CODE = re.compile(
    r"\b(?:labels|target_names|class_names|display_labels|classes|levels)\s{0,3}=\s{0,3}(?:c\s?|np\.array|list)?[\[(]{1,2}\s{0,20}"
    rf"({_NAME}(?:\s{{0,20}},\s{{0,20}}{_NAME}){{1,199}})\s{{0,20}},?\s{{0,20}}[\])]"
)
_QUOTED = re.compile(r"\"([^\"\n]{1,60})\"|'([^'\n]{1,60})'")


def listed_classes(text: str, size: int, *, printed: bool) -> list[str]:
    """The names of `size` classes that a text lists last; nothing where it lists none, or another number of them.

    `printed` says that a program prints the matrix: then only code, and the words "order" or "in this order", tell.

    >>> listed_classes("confusion_matrix(y, p, labels=['ant', 'bee'])", 2, printed=True)
    ['ant', 'bee']
    >>> listed_classes("of the classes $A, B, C$ be", 3, printed=False)
    ['A', 'B', 'C']
    >>> listed_classes("of the classes A, B and C", 3, printed=True)
    []
    >>> listed_classes("(order: ham, spam)", 2, printed=True)
    ['ham', 'spam']
    """
    for found in reversed(list(_CODE.finditer(text))):
        names = [one or other for one, other in _QUOTED.findall(found[1])]
        if len(names) == size and len(set(names)) == size:
            return names
    items = places().items(text)
    for at in range(len(items) - 1, -1, -1):
        opens = is_one_of("order", items[at].text) or (not printed and is_one_of("class", items[at].text))
        names = _names(text, items, at + 1) if opens else []
        if len(names) == size and len(set(names)) == size:
            return names
    return []


def _names(text: str, items: Sequence[Item], at: int) -> list[str]:
    """The names of a list that begins at an item: one word each, with commas or "and" between."""
    while at < len(items) and items[at].sort == "link":
        at += 1
    names, last = list[str](), False
    while at < len(items) and items[at].sort in ("word", "number"):
        names.append(text[items[at].start : items[at].end])
        at += 1
        if last:
            break
        begin = at
        while at < len(items) and (items[at].text in ",、，" or is_one_of("conj", items[at].text)):
            last = last or is_one_of("conj", items[at].text)
            at += 1
        if at == begin:
            break
    closed = at >= len(items) or items[at].sort in ("stop", "break") or "$" in text[items[at - 1].end : items[at].start]
    return names if closed else []
