"""Where a sentence begins and ends, and the class or average that it speaks of."""

from __future__ import annotations

import re
from collections.abc import Sequence

from exactmetrics.verification.claims.abbreviations import is_abbreviation
from exactmetrics.verification.claims.lexicon import Item
from exactmetrics.verification.claims.tokens import folded

WIDE = 40  # words and signs of a sentence to each side of a number that are looked at
_ENDS = ".!?。;；！？؟"
_OPENERS = frozenset({"in", "with", "at", "on", "we", "this", "these", "it", "see", "here", "after", "by", "from",
                      "when", "if", "mit", "im", "bei", "wir", "dies", "siehe", "hier", "nach", "avec", "nous", "dans",
                      "voir", "con", "se", "si", "en", "vease", "com", "em", "veja", "nel", "na", "vi",
                      "med"})  # fmt: skip
_BULLET = re.compile(r"\n\s*(?:[-*+•–]|\\item|[0-9]{1,2}[.)])\s")
_FORMULA = re.compile(r"\n[ \t]*(?:\$[^$\n=≈]{1,80}(?:=|≈|\\approx)|\\\([^\n=≈]{1,80}(?:=|≈|\\approx))")
_GOES_ON = ("neutral", "reach", "glue", "metric", "weak", "verb")
_FOR = frozenset({"for", "fur", "pour", "para", "bei", "per", "in", "en", "im"})


def bounds(items: Sequence[Item], at: int, text: str) -> tuple[int, int]:
    """The first item of the sentence around a place, and the place behind its last one; as far as `WIDE` to each side.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> text = "So it is. The recall is 0.5! Yes."
    >>> items = Vocabulary().items(text)
    >>> low, high = bounds(items, 6, text)
    >>> items[low].text, items[high - 1].text
    ('The', '0.5')
    """
    low, high, least, most = at, at + 1, max(0, at - WIDE), min(len(items), at + WIDE)
    while low > least and not _parts(items[low - 1], items[low], text):
        low -= 1
    while high < most and not _parts(items[high - 1], items[high], text):
        if ends_sentence(items[high], text):
            break
        high += 1
    return low, high


def ends_sentence(item: Item, text: str) -> bool:
    """Whether a sentence ends with an item, which is no period of an abbreviation.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> text = "Lee et al. are right."
    >>> [ends_sentence(item, text) for item in Vocabulary().items(text) if item.text == "."]
    [False, True]
    """
    if item.sort == "break" or item.text not in _ENDS:
        return item.sort == "break"
    within = item.text == "." and text[item.end : item.end + 1].isalnum()  # v1.8
    return not within and not is_abbreviation(text, item.start)


def _parts(before: Item, after: Item, text: str) -> bool:
    """Whether a sentence, or an entry of a list, ends between two items."""
    if ends_sentence(before, text):
        return True
    between = text[before.end : after.start]
    if "\n" not in between:
        return False
    opens = _opens_entry(after, text) or _opens_sentence(before, after) or _opens_formula(before, after, text)
    return opens or _BULLET.search(between + " ") is not None


def _opens_sentence(before: Item, after: Item) -> bool:
    """Whether a line begins a sentence after one that ends in a number without a period: "... = 0.81", "The ..."."""
    small = any(role in after.roles for role in ("glue", "own", "blocker")) or folded(after.text) in _OPENERS
    return before.sort in ("number", "sign") and len(after.text) > 1 and after.text[0].isupper() and small


def _opens_formula(before: Item, after: Item, text: str) -> bool:
    """Whether a line begins with a formula that says something, after one that ends in a number or in a formula.

    A formula that ends its line ends a sentence as well where "Our" or the like follows.
    """
    line = text.find("\n", before.end, after.start)
    if before.sort not in ("number", "sign") or line < 0:
        return False
    closed = text[before.end : line].strip() in ("$", "\\)") and "filler" in after.roles and after.text[0].isupper()
    return closed or _FORMULA.match(text, line) is not None


def _opens_entry(item: Item, text: str) -> bool:
    """Whether a line begins with a class or an average and a colon."""
    return ("average" in item.roles or begins_class(item)) and text[item.end : item.end + 2].lstrip()[:1] in (":", "：")


def class_spoken_of(items: Sequence[Item], low: int, at: int) -> str | None:
    """The class that the beginning of a sentence names: "For dog, ...", "The dog class has ...", "Class A: ...".

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> vocabulary = Vocabulary(); vocabulary.add_labels(["dog"])
    >>> items = vocabulary.items("The dog class has recall 0.5")
    >>> class_spoken_of(items, 0, len(items) - 1)
    'dog'
    """
    place = low
    while place < at and ("neutral" in items[place].roles or items[place].text == ","):
        place += 1
    opens = place < at and folded(items[place].text) in _FOR
    place += opens
    classed = False
    while (
        place < at and _leads(items[place]) and not (classed and items[place].roles.get("label") == items[place].text)
    ):
        classed = classed or "class" in items[place].roles
        place += 1
    if place + 1 >= at or not (begins_class(items[place]) or (classed and _may_be_class(items[place]))):
        return None
    known = classed or mentions(items[place])
    label = items[place].roles.get("label", items[place].text)
    place += 1
    while place < at and "class" in items[place].roles:
        classed, place = True, place + 1
    goes_on = items[place].text in ",:：" if opens or classed else items[place].text in ":："
    if opens and known and any(role in items[place].roles for role in _GOES_ON):
        goes_on = True  # "for dog we get", "for class A the recall is"
    if not (goes_on or (known and not opens and "reach" in items[place].roles)):
        return None
    return None if others(items, place, at, label) else label


def average_spoken_of(items: Sequence[Item], low: int, at: int) -> str:
    """The average that a sentence begins with, before a colon; empty where it begins otherwise.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> average_spoken_of(Vocabulary().items("Macro avg: recall 0.5"), 0, 2)
    'macro'
    """
    place = low
    while place < at and ("mean" in items[place].roles or "average" in items[place].roles):
        place += 1
    averages = {item.roles["average"] for item in items[low:place] if "average" in item.roles}
    return averages.pop() if len(averages) == 1 and place < at and items[place].text in ":：" else ""


def _leads(item: Item) -> bool:
    """Whether a word may stand before the name of a class."""
    return ("glue" in item.roles or "class" in item.roles) and not mentions(item)


def _may_be_class(item: Item) -> bool:
    """Whether an item behind the word "class" may be the name of one."""
    named = any(role in item.roles for role in ("metric", "weak", "average", "glue", "verb"))
    return item.sort in ("word", "number") and ("label" in item.roles or not named)


def begins_class(item: Item) -> bool:
    """Whether an item is the name of a class of the document, also with the capital of the beginning of a sentence.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> vocabulary = Vocabulary(); vocabulary.add_labels(["dog"])
    >>> [begins_class(item) for item in vocabulary.items("Dog cat")]
    [True, False]
    """
    label = item.roles.get("label", "")
    return mentions(item) or (len(label) > 1 and item.text == label[0].upper() + label[1:])


def mentions(item: Item) -> bool:
    """Whether an item is the name of a class of the document, in its own spelling or in the plural.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> vocabulary = Vocabulary(); vocabulary.add_labels(["dog", "a"])
    >>> [mentions(item) for item in vocabulary.items("a dog")]
    [False, True]
    """
    label = item.roles.get("label")
    return label is not None and len(label) > 1 and item.text in (label, f"{label}s") and not item.text.isdigit()


def others(items: Sequence[Item], low: int, at: int, label: str | None) -> tuple[str, ...]:
    """The classes and averages that are named between two places, but for `label`.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> vocabulary = Vocabulary(); vocabulary.add_labels(["dog", "cat"])
    >>> others(vocabulary.items("the dog and the macro mean"), 0, 5, "cat")
    ('dog', '~macro')
    """
    named = [item.roles["label"] for item in items[low:at] if begins_class(item)]
    averages = ["~" + item.roles["average"] for item in items[low:at] if "average" in item.roles]
    return tuple(dict.fromkeys(name for name in (*named, *averages) if name != label))
