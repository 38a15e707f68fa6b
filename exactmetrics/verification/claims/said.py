"""A name and the number that a text gives for it: what joins the two, and whose number it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from exactmetrics.verification.claims.about import is_of_other_things
from exactmetrics.verification.claims.carried import class_of_list
from exactmetrics.verification.claims.coordinated import Printed
from exactmetrics.verification.claims.found import Name
from exactmetrics.verification.claims.its import class_of_its
from exactmetrics.verification.claims.lexicon import Item
from exactmetrics.verification.claims.names import REACH, is_class_letter, is_of_class, name_before, name_start
from exactmetrics.verification.claims.sentences import (
    average_spoken_of,
    bounds,
    class_spoken_of,
    mentions,
    others,
)  # fmt: skip
from exactmetrics.verification.claims.stepping import behind
from exactmetrics.verification.claims.wording import read_name
from exactmetrics.verification.passed import Why

_BOUND = re.compile(r"(?:[<>!]=|(?<=[ $])[<>]|[≤≥≠]|\\(?:[lg]eq?|neq?|[lg]t|ll|gg)\b)[\s$]*\Z")
_DECIMAL = re.compile(r"[-−]?[0-9]*\{?[.,]\}?[0-9]+")
_DOTS = re.compile(r"(?:\.\.\.(?!\.)|…|(?:\\,)?\\l?dots(?![a-zA-Z]))(\s?\\?%)?")
_PAUSE = re.compile(r"[ \t]+[^\W\d_A-Z]")  # the sentence goes on: the dots may be of its own
LONG = 5  # characters of a decimal, 0.666, that hardly ends where its sentence pauses
_LINKING = ("verb", "of", "hedge")


@dataclass(slots=True)
class Equality:
    """A name, the digits printed for it with their place in the text, and the arithmetic before them.

    `why` says why it is no claim: "about", "several" or "wording"; empty where it is one.
    """

    name: Name
    printed: str
    start: int
    end: int
    expression: str | None = None
    why: Why | Literal[""] = ""


def with_dots(text: str, one: Equality) -> Equality:
    """A decimal with the dots behind it, which say that its digits are cut: "0.666...".

    >>> with_dots("recall is 0.66...", Equality(Name(metric="recall"), "0.66", 10, 14)).printed
    '0.66...'
    """
    found = _DOTS.match(text, one.end) if _DECIMAL.fullmatch(one.printed) else None
    if found is None or (len(one.printed) < LONG and _PAUSE.match(text, found.end())):
        return one
    percent = "%" if found[1] else ""
    return replace(one, printed=f"{one.printed}...{percent}", end=found.end())


def settled(
    text: str, items: Sequence[Item], name: Name, number: Printed, at: int, start: int, end: int, *, told: bool = False
) -> tuple[Name, bool]:
    """A name as its sentence means it, and whether the sentence speaks of the data at hand.

    The name begins at the item `start`, its number is the item `at`, and what belongs to both ends at `end` in the
    text; `told` says that arithmetic is printed with it. A class that the sentence speaks of is taken over.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> vocabulary = Vocabulary(); vocabulary.add_labels(["dog"])
    >>> text = "For dog, recall is 0.5"
    >>> name, sure = settled(text, vocabulary.items(text), Name(metric="recall"), ("0.5", 19, 22), 5, 3, 22)
    >>> name.label, sure
    ('dog', True)
    """
    name = replace(name)
    low, high = bounds(items, at, text)
    if not (name.label or name.average) and is_of_class(name):
        name.label = class_spoken_of(items, low, min(start, at)) or class_of_its(items, low, min(start, at))
        name.label = name.label or class_of_list(items, low, min(start, at), high, name.metric)
        name.average = "" if name.label else average_spoken_of(items, low, min(start, at))
        name.beside = () if name.label or name.average or told else others(items, low, start, None)
    name.percent = name.percent or is_percent(items, at, number[2])
    name.hedged = any("hedge" in item.roles for item in items[linked(items, at) : at])
    sure = takes_class_behind(items, at, end, name) and not _BOUND.search(text, max(0, number[1] - 14), number[1])
    return name, sure and not is_of_other_things(text, items, start, at, end, told=told)


def is_percent(items: Sequence[Item], at: int, end: int) -> bool:
    """Whether a word behind a number that ends at a place makes it a percentage.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> is_percent(Vocabulary().items("85 percent of them"), 0, 2)
    True
    """
    at = behind(items, at, end)
    return at < len(items) and "percent" in items[at].roles and items[at].sort == "word" and "(" not in items[at].text


def linked(items: Sequence[Item], at: int) -> int:
    """Where the signs and words begin that join what is before them to an item: `at` itself where none does.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> linked(Vocabulary().items("recall is 0.5"), 2), linked(Vocabulary().items("recall 0.5"), 1)
    (1, 1)
    """
    back = at
    while back > 0 and (items[back - 1].sort == "link" or any(role in items[back - 1].roles for role in _LINKING)):
        if is_class_letter(items, back - 1):
            break
        back -= 1
    return back


def first_name(items: Sequence[Item], at: int, text: str) -> Name | None:
    """The name before a relation; of several set equal, `Recall_micro = Precision_micro = 0.52`, the first.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> first_name(Vocabulary().items("Recall = Precision = 0.5"), 3, "Recall = Precision = 0.5").metric
    'recall'
    """
    name = name_before(items, at, text)
    begin = at
    while begin > max(0, at - REACH) and items[begin - 1].sort not in ("link", "break", "number"):
        begin -= 1
    if name is None or begin == 0 or items[begin - 1].text not in "=≈" or read_name(items[begin:at]) is None:
        return name
    return name_before(items, begin - 1, text) or name


def own_start(items: Sequence[Item], at: int, text: str) -> int:
    """Where the name begins that is joined to the item at `at`.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> own_start(Vocabulary().items("So the recall is 0.5"), 4, "So the recall is 0.5")
    1
    """
    return name_start(items, linked(items, at), text)


def takes_class_behind(items: Sequence[Item], at: int, end: int, name: Name) -> bool:
    """Whether what follows a number goes with its name; a class or an average behind it is taken over.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> name, items = Name(metric="recall"), Vocabulary().items("recall is 0.5 for class B")
    >>> takes_class_behind(items, 2, items[2].end, name), name.label
    (True, 'B')
    """
    after = at
    while after < len(items) and items[after].start < end:
        after += 1
    tail = items[after : after + 5]
    opens = bool(tail) and len(tail[0].text) > 1 and tail[0].text[0].isupper()  # a sentence of its own
    if tail and tail[0].sort == "word" and "glue" in tail[0].roles and not opens:
        known = [item for item in tail[1:4] if item.sort in ("word", "number")]
        for place, item in enumerate(known):
            label = None
            if "class" in item.roles and place + 1 < len(known):
                label = known[place + 1].roles.get("label", known[place + 1].text)
            elif mentions(item):
                label = item.roles["label"]
            if label is not None:
                if name.label not in (None, label) or name.average:
                    return False
                name.label = label
                return True
            if "glue" not in item.roles and "filler" not in item.roles:
                return False
    if len(tail) > 1 and tail[0].text in "([" and "average" in tail[1].roles:
        if name.average not in ("", tail[1].roles["average"]) or name.label:
            return False
        name.average = tail[1].roles["average"]
    return True
