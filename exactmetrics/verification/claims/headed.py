"""The class that a heading, or a short line before a list, is about: what stands below it is said of that class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from exactmetrics.verification.claims.lexicon import Item, Vocabulary
from exactmetrics.verification.claims.sentences import begins_class

LONGEST = 80  # characters of a line that is about a class and nothing else
LONG = 120  # characters of a paragraph that has left the class behind


@dataclass(slots=True)
class Headed:
    """The class at hand: `label` where a heading is its name alone, `beside` where something only mentions it."""

    label: str | None = None
    beside: str | None = None
    level: int = 0  # of the heading; 0 for a line

    def open(self, text: str, level: int, vocabulary: Vocabulary) -> None:
        """Begin a section.

        >>> vocabulary = Vocabulary(); vocabulary.add_labels(["cat", "dog"])
        >>> headed = Headed(); headed.open("Class cat", 2, vocabulary); headed.label
        'cat'
        >>> headed.open("Results", 2, vocabulary); headed.label is None
        True
        """
        found = _class_in(text, vocabulary)
        if found is None and 0 < self.level < level:
            return  # a part of the section of a class
        self.label = self.beside = None
        self.level = level
        if found is not None:
            label, alone = found
            self.label, self.beside = (label, None) if alone else (None, label)

    def pass_by(self, text: str, vocabulary: Vocabulary) -> None:
        """Take a line or a paragraph: a line that names one class and gives no number is about what follows.

        >>> vocabulary = Vocabulary(); vocabulary.add_labels(["cat", "dog"])
        >>> headed = Headed(); headed.pass_by("For cat:", vocabulary); headed.label
        'cat'
        >>> headed.pass_by("**Overall**", vocabulary); headed.label is None
        True
        """
        found = _class_in(text, vocabulary) if len(text) <= LONGEST else None
        if found is not None:
            self.label, self.beside = (found[0], None) if found[1] else (None, found[0])
            self.level = 0
        elif self.level == 0 and (len(text) > LONG or not any(c.isdigit() for c in text)):
            self.label = self.beside = None


def _class_in(text: str, vocabulary: Vocabulary) -> tuple[str, bool] | None:
    """The only class that a short text names, where it names no metric; whether it says nothing else."""
    items = [item for item in vocabulary.items(text[: LONGEST + 20]) if item.sort in ("word", "number")]
    named = [item for at, item in enumerate(items) if _is_class(items, at)]
    labels = {item.roles.get("label", item.text) for item in named}
    if len(labels) != 1 or any("metric" in item.roles or "weak" in item.roles for item in items):
        return None
    rest = [item for item in items if item not in named]
    if any(item.sort == "number" for item in rest[1:]) or any("." in i.text for i in rest if i.sort == "number"):
        return None
    return labels.pop(), all("class" in item.roles or "glue" in item.roles for item in rest)


def _is_class(items: Sequence[Item], at: int) -> bool:
    item = items[at]
    behind_class = at > 0 and "class" in items[at - 1].roles
    return begins_class(item) or (behind_class and item.roles.get("label") == item.text)
