"""One metric and a number for each of several classes: "recall is 0.8 for cat and 0.6 for dog", "recall: cat 0.8"."""

from __future__ import annotations

from collections.abc import Sequence

from exactmetrics.verification.claims.coordinated import Printed
from exactmetrics.verification.claims.lexicon import Item
from exactmetrics.verification.claims.numbers import goes_on, is_score, number_at
from exactmetrics.verification.claims.sentences import mentions
from exactmetrics.verification.claims.stepping import behind

Classed = tuple[str, Printed]  # a class, or an average as "~macro", and its number


def numbers_of_classes(text: str, items: Sequence[Item], at: int, comma: bool) -> tuple[list[Classed], int]:
    """The classes with a number each from an item on, and the item behind them; nothing for fewer than two.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> vocabulary = Vocabulary(); vocabulary.add_labels(["cat", "dog"])
    >>> text = "0.8 for cat, and 0.6 for dog."
    >>> [(label, number[0]) for label, number in numbers_of_classes(text, vocabulary.items(text), 0, False)[0]]
    [('cat', '0.8'), ('dog', '0.6')]
    """
    found, place = list[Classed](), at
    first = mentions(items[at]) if at < len(items) else False
    while (one := _one(text, items, place, comma, label_first=first)) is not None:
        label, number, place = one
        found.append((label, number))
        while place < len(items) and (items[place].text in ",，、;；|/" or "conj" in items[place].roles):
            place += 1
    labels = [label for label, _ in found]
    return (found, place) if len(found) > 1 and len(set(labels)) == len(labels) else ([], at)


def _one(
    text: str, items: Sequence[Item], at: int, comma: bool, *, label_first: bool
) -> tuple[str, Printed, int] | None:
    """A class and its number, or a number and its class, and the item behind both."""
    if label_first:
        label, at = _label(items, at)
        while at < len(items) and (items[at].sort == "link" or "verb" in items[at].roles or items[at].text in "()"):
            at += 1
    number = number_at(text, items[at].start, comma) if at < len(items) and items[at].sort == "number" else None
    if number is None or not is_score(number[0]) or (goes_on(text, number[1]) and not _is_bracket(text, number[1])):
        return None
    printed = (number[0], items[at].start, number[1])
    at = behind(items, at, number[1])
    if label_first:
        at += at < len(items) and items[at].text == ")"
    else:
        label, at = _label(items, at)
    return None if label is None else (label, printed, at)


def _is_bracket(text: str, end: int) -> bool:
    return text[end : end + 2].lstrip().startswith("(")


def _label(items: Sequence[Item], at: int) -> tuple[str | None, int]:
    """The class that is named from an item on, after "for", "of class" or in brackets."""
    bracket = at < len(items) and items[at].text == "("
    at += bracket
    begin = at
    while at < len(items) and at < begin + 4 and _leads(items[at]) and not _is_class(items, at, begin, bracket):
        at += 1
    if at == len(items) or not _is_class(items, at, begin, bracket):
        return None, at
    label, at = items[at].roles.get("label", items[at].text), at + 1
    while at < len(items) and "class" in items[at].roles:
        at += 1
    return label, at + (bracket and at < len(items) and items[at].text == ")")


def _leads(item: Item) -> bool:
    return "glue" in item.roles or "class" in item.roles


def _is_class(items: Sequence[Item], at: int, begin: int, bracket: bool) -> bool:
    """Whether an item is a class: by its name, or since the word "class" or a bracket stands before it."""
    item = items[at]
    if mentions(item) or (bracket and item.roles.get("label") == item.text):
        return True
    return at > begin and "class" in items[at - 1].roles and item.sort in ("word", "number")
