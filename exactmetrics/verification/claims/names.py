"""Names of numbers read as a whole: every word must be understood, or there is no name."""

from __future__ import annotations

from collections.abc import Sequence

from exactmetrics.metrics.registry import metric_named
from exactmetrics.verification.claims.found import Name
from exactmetrics.verification.claims.lexicon import Item, Vocabulary
from exactmetrics.verification.claims.wording import ADDED, CLOSING, OPENING, read_name

LONGEST = 120  # characters of a name in a cell
REACH = 24  # words before a number that are looked at
PERCENT = frozenset({"%", "％", "\\%"})
_INNER = ("metric", "weak", "letter", "count", "average", "class", "filler", "mean", "glue", "label", "percent")
_BORDERS = ("neutral", "verb", "reach", "conj")


def whole_name(text: str, vocabulary: Vocabulary) -> Name | None:
    """The name that a text is from end to end, as in a cell of a table.

    >>> name = whole_name("Macro-averaged F1 score", Vocabulary())
    >>> name.metric, name.average
    ('f1', 'macro')
    >>> whole_name("Training accuracy", Vocabulary()) is None
    True
    """
    if len(text) > LONGEST:
        return None
    items = [item for item in vocabulary.items(text) if not (item.sort == "link" or item.text in ",%*†‡#")]
    return read_name(items)


def name_before(items: Sequence[Item], at: int, text: str = "") -> Name | None:
    """The name that ends right before the item at `at`; None where a word next to it is not understood.

    >>> items = Vocabulary().items("so the recall of class B")
    >>> name_before(items, len(items)).label
    'B'
    """
    start = name_start(items, at, text)
    if start > 0 and start < at and not _is_border(items[start - 1], text[items[start - 1].end : items[start].start]):
        return None
    name = read_name(items[start:at])
    if name is not None and not (name.label or name.average) and name.metric:
        name.label = _class_before(items, start)
    return name


def name_start(items: Sequence[Item], at: int, text: str = "") -> int:
    """Where the words begin that may be part of a name and end right before the item at `at`.

    >>> items = Vocabulary().items("then the recall of class B")
    >>> items[name_start(items, len(items))].text
    'the'
    """
    start = at
    while start > max(0, at - REACH):
        if items[start - 1].text in CLOSING:
            opening = _opening(items, start - 1)
            if opening is None or _is_mark(items, opening, start, text):
                break
            start = opening
        elif may_belong(items, start - 1):
            start -= 1
        else:
            break
    return start


def is_of_class(name: Name) -> bool:
    """Whether what a name asks for is of one class, or of an average over them.

    >>> is_of_class(Name(metric="recall")), is_of_class(Name(metric="accuracy"))
    (True, False)
    """
    return name.count not in ("", "n") or bool(name.metric and metric_named(name.metric).scope == "class")


def is_class_letter(items: Sequence[Item], at: int) -> bool:
    """Whether a letter that may be a word such as "and" or "is" is the class in its place: "the recall of E".

    >>> vocabulary = Vocabulary(); vocabulary.add_labels(["E"])
    >>> is_class_letter(vocabulary.items("recall of E is"), 2), is_class_letter(vocabulary.items("recall e F1"), 1)
    (True, False)
    """
    item, before = items[at], items[at - 1] if at else None
    placed = before is not None and ("of" in before.roles or "class" in before.roles or before.text in OPENING)
    return placed and "label" in item.roles and item.text == item.roles["label"]


def _opening(items: Sequence[Item], at: int) -> int | None:
    """Where the bracket closed at `at` opens, if a name may go on inside it."""
    for back in range(at - 1, max(-1, at - REACH), -1):
        if items[back].text in OPENING:
            return back
        if items[back].text != "," and not may_belong(items, back):
            return None
    return None


def _is_mark(items: Sequence[Item], opening: int, end: int, text: str) -> bool:
    """Whether a bracket only counts: `(b)` at the beginning of a line."""
    line = text[: items[opening].start].rpartition("\n")[2]
    return end - opening == 3 and len(items[opening + 1].text) <= 2 and not line.strip(" \t-*")


def may_belong(items: Sequence[Item], at: int) -> bool:
    """Whether an item may be part of a name.

    >>> items = Vocabulary().items("precision improves")
    >>> may_belong(items, 0), may_belong(items, 1)
    (True, False)
    """
    item, before = items[at], items[at - 1] if at else None
    if item.text in PERCENT and before is not None and before.sort == "number":
        return False  # of what was said before
    if any(role in item.roles for role in _INNER) or item.text == ADDED:
        return "blocker" not in item.roles or "label" in item.roles or "metric" in item.roles
    if "silent" in item.roles:
        return True
    if item.sort not in ("word", "number"):
        return False
    if "reach" in item.roles or "verb" in item.roles:
        return False  # "the dog class has"
    return item.sub or (before is not None and ("class" in before.roles or before.text in OPENING))


def _is_border(item: Item, between: str) -> bool:
    """Whether a name may begin behind this item; `between` is what stands there and is no word."""
    if item.sort == "number" or item.text in CLOSING or item.text in PERCENT:
        return not any(c in "-−+*/^" for c in between.replace("**", "").replace("\n-", ""))
    if item.sort in ("stop", "break", "link"):
        return item.text not in "→⇒"
    return any(role in item.roles for role in _BORDERS) and "blocker" not in item.roles


def _class_before(items: Sequence[Item], start: int) -> str | None:
    """The class of an opening such as "For class K, we have"."""
    at = start
    while at > 0 and start - at < 6 and (items[at - 1].text in ",:" or "neutral" in items[at - 1].roles):
        at -= 1
    if at < 3 or at == start or "class" not in items[at - 2].roles or "glue" not in items[at - 3].roles:
        return None
    if at > 3 and items[at - 4].sort not in ("stop", "break"):
        return None  # the end of what was said before, not an opening
    return items[at - 1].roles.get("label", items[at - 1].text)
