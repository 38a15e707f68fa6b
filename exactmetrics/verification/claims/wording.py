"""Words that are one name: its metric or count, its class, its average; every word must be understood."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from exactmetrics.verification.claims.found import Name
from exactmetrics.verification.claims.lexicon import Item, Meant, weak_metric
from exactmetrics.verification.claims.tokens import folded

OPENING, CLOSING = frozenset("([（"), frozenset(")]）")
ADDED = "N"  # the number of samples, which is in no list of words
_SYSTEMS = frozenset({"model", "system", "classifier", "algorithm", "method", "modell", "modelo", "modele", "modello",
                      "sistema", "systeme", "clasificador", "classificador", "classifieur", "algoritmo"})  # fmt: skip
_OF_IT = ("的", "の", "için")
LETTERED = frozenset({"precision", "recall"})  # what a document must name in full where it uses letters


def read_name(items: Sequence[Item]) -> Name | None:
    """The name that all the items together are; None where they are not one name.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> read_name(Vocabulary().items("P_A")).weak == frozenset()
    False
    >>> read_name(Vocabulary().items("precision recall")) is None
    True
    """
    read = _Reading(Name())
    for at, item in enumerate(items):
        before, after = items[at - 1] if at else None, items[at + 1] if at + 1 < len(items) else None
        if item.text in OPENING or item.text in CLOSING:
            continue
        if _is_one_of_several(before, item) or "silent" in item.roles or not read.takes(item, before, after):
            return None
    name = read.name
    lettered = name.weak is LETTERED and not any(item.text in "PRF" and item.roles for item in items)
    return None if lettered and not name.average else _checked(name, read.means)


def _is_one_of_several(before: Item | None, item: Item) -> bool:
    """Whether a letter tells one system from another: "system A"."""
    return before is not None and len(item.text) == 1 and item.text.isupper() and folded(before.text) in _SYSTEMS


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
        if "count" in roles or item.text == ADDED:
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
        return placed or (before is not None and before.text in OPENING and "label" in roles)
    if placed and item.text in _OF_IT and "label" not in roles:
        return False  # "Anger sınıfı için"
    if placed:
        return item.sort == "word" and ("label" in roles or not any(r in roles for r in ("metric", "filler", "mean")))
    if "label" not in roles:
        return False
    if after is not None and (after.text in _OF_IT or "class" in after.roles) and len(item.text) > 2:
        return item.text in (roles["label"], roles["label"].capitalize())  # "Setosaの", at the beginning of a sentence
    if item.text not in (roles["label"], f"{roles['label']}s"):
        return False
    if after is not None and after.text in _OF_IT:
        return True
    if before is None:
        return not any(role in roles for role in ("glue", "metric", "neutral", "filler", "letter"))
    return (
        len(item.text) > 1
        or any(r in before.roles for r in ("metric", "weak", "letter", "count", "of"))
        or before.text in OPENING
        or before.text == ADDED
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
