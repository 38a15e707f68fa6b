"""Names of numbers read as a whole: every word must be understood, or there is no name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from exactmetrics.metrics.registry import metric_named
from exactmetrics.verification.claims.found import Name
from exactmetrics.verification.claims.lexicon import Item, Meant, Vocabulary, weak_metric
from exactmetrics.verification.claims.tokens import folded

LONGEST = 120  # characters of a name in a cell
REACH = 24  # words before a number that are looked at
_OPENING, _CLOSING = frozenset("([（"), frozenset(")]）")
_INNER = ("metric", "weak", "letter", "count", "average", "class", "filler", "mean", "glue", "label", "percent")
_BORDERS = ("neutral", "verb", "reach", "conj")
_ADDED = "N"
LETTERED = frozenset({"precision", "recall"})  # what a document must name in full where it uses letters


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
        if items[start - 1].text in _CLOSING:
            opening = _opening(items, start - 1)
            if opening is None:
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


def _opening(items: Sequence[Item], at: int) -> int | None:
    """Where the bracket closed at `at` opens, if a name may go on inside it."""
    for back in range(at - 1, max(-1, at - REACH), -1):
        if items[back].text in _OPENING:
            return back
        if items[back].text != "," and not may_belong(items, back):
            return None
    return None


def may_belong(items: Sequence[Item], at: int) -> bool:
    """Whether an item may be part of a name.

    >>> items = Vocabulary().items("precision improves")
    >>> may_belong(items, 0), may_belong(items, 1)
    (True, False)
    """
    item, before = items[at], items[at - 1] if at else None
    if any(role in item.roles for role in _INNER) or item.text == _ADDED:
        return "blocker" not in item.roles or "label" in item.roles or "metric" in item.roles
    if "silent" in item.roles:
        return True
    if item.sort not in ("word", "number"):
        return False
    if "reach" in item.roles or "verb" in item.roles:
        return False  # "the dog class has"
    return item.sub or (before is not None and ("class" in before.roles or before.text in _OPENING))


def _is_border(item: Item, between: str) -> bool:
    """Whether a name may begin behind this item; `between` is what stands there and is no word."""
    if item.sort == "number" or item.text in _CLOSING:
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


def read_name(items: Sequence[Item]) -> Name | None:
    """The name that all the items together are; None where they are not one name.

    >>> read_name(Vocabulary().items("P_A")).weak == frozenset()
    False
    >>> read_name(Vocabulary().items("precision recall")) is None
    True
    """
    read = _Reading(Name())
    for at, item in enumerate(items):
        before, after = items[at - 1] if at else None, items[at + 1] if at + 1 < len(items) else None
        if item.text in _OPENING or item.text in _CLOSING:
            continue
        if "silent" in item.roles or not read.takes(item, before, after):
            return None
    name = read.name
    lettered = name.weak is LETTERED and not any(item.text in "PRF" and item.roles for item in items)
    return None if lettered and not name.average else _checked(name, read.means)


class _Reading:
    """A name as far as it is read: how often it says "mean", and whether a word that is sure gave its metric."""

    def __init__(self, name: Name) -> None:
        self.name, self.means, self.sure = name, 0, False

    def takes(self, item: Item, before: Item | None, after: Item | None) -> bool:
        """Take the next item; False where it does not go with what was read."""
        roles, name = item.roles, self.name
        if _is_label(item, before, after):
            if name.label is not None and name.label != roles.get("label", item.text):
                return False
            name.label, name.numeric = roles.get("label", item.text), item.sort == "number" and item.sub
            return True
        meant = _metric(item)
        if meant is not None:
            return self._takes_metric(meant, roles)
        if "count" in roles or item.text == _ADDED:
            count = roles.get("count", "n")
            if name.metric or (name.count and name.count != count):
                return False
            name.count = count
        elif "average" in roles:
            return self._takes_average(roles["average"])
        elif "percent" in roles:
            name.percent = True
        elif "mean" in roles:
            self.means += 1
        elif not any(role in roles for role in ("class", "filler", "glue", "neutral")):
            return False
        return True

    def _takes_metric(self, meant: Meant, roles: Mapping[str, str]) -> bool:
        name = self.name
        if (name.metric and name.metric != meant.metric and self.sure and meant.sure) or name.count:
            return False
        if not name.metric or meant.sure:
            name.metric, name.weak, name.unless, name.also = meant
            name.beta = roles.get("beta", "")
        self.sure = self.sure or meant.sure
        return "average" not in roles or self._takes_average(roles["average"])

    def _takes_average(self, average: str) -> bool:
        if self.name.average not in ("", average):
            return False
        self.name.average = average
        return True


def _metric(item: Item) -> Meant | None:
    """The metric of an item, and beside which words it counts."""
    roles = item.roles
    if "weak" in roles and ("metric" not in roles or folded(item.text) != item.text.casefold()):
        return weak_metric(roles["weak"])
    if "metric" in roles:
        return Meant(roles["metric"])
    if "letter" in roles:
        return Meant(roles["letter"], LETTERED)
    return None


def _is_label(item: Item, before: Item | None, after: Item | None) -> bool:
    """Whether an item names a class: a known one, or whatever stands in the place of one."""
    roles = item.roles
    placed = item.sub or (before is not None and "class" in before.roles and "reach" not in roles)
    if "average" in roles and not (placed and "label" in roles):
        return False
    if item.sort == "number":
        return placed or (before is not None and before.text in _OPENING and "label" in roles)
    if placed:
        return item.sort == "word" and ("label" in roles or not any(r in roles for r in ("metric", "filler", "mean")))
    if "label" not in roles or item.text not in (roles["label"], f"{roles['label']}s"):
        return False
    if after is not None and after.text in ("的", "の", "için"):
        return True
    if before is None:
        return not any(role in roles for role in ("glue", "metric", "neutral", "filler", "letter"))
    return (
        len(item.text) > 1
        or any(r in before.roles for r in ("metric", "weak", "letter", "count", "of"))
        or before.text in _OPENING
        or before.text == _ADDED
        or ("glue" in before.roles and item.text.isupper())  # "die Präzision für A"
    )


def _checked(name: Name, means: int) -> Name | None:
    """The name if its parts go together."""
    if not (name.metric or name.count) or (means and not name.average) or (name.label and name.average):
        return None
    if name.count == "n" and name.label is not None:
        name.count = "support"
    if name.count and name.average:
        return None
    return name
