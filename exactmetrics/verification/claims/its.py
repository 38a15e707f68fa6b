"""The class that "its" goes back to: "The recall of water is 0.84, its precision 0.82"."""

from __future__ import annotations

from collections.abc import Sequence

from exactmetrics.verification.claims.lexicon import Item
from exactmetrics.verification.claims.names import is_class_letter
from exactmetrics.verification.claims.sentences import mentions
from exactmetrics.verification.claims.tokens import folded

_ITS = frozenset(
    {"its", "sein", "seine", "ihr", "ihre", "sa", "son", "su", "sua", "suo", "hans", "dess", "jego", "jej", "его"}
)


def class_of_its(items: Sequence[Item], low: int, start: int) -> str | None:
    """The class of the name that begins at the item `start` with "its", or right behind it; None where it is not sure.

    It is the only class of the sentence, which begins at the item `low`, and named there as the class of a value.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> vocabulary = Vocabulary(); vocabulary.add_labels(["dog", "cat"])
    >>> items = vocabulary.items("The recall of dog is 0.8, its precision")
    >>> class_of_its(items, 0, len(items) - 1)
    'dog'
    """
    if not any(folded(item.text) in _ITS for item in items[max(low, start - 1) : start + 1]):
        return None
    named = [at for at in range(low, start) if mentions(items[at]) or is_class_letter(items, at)]
    classes = {items[at].roles["label"] for at in named}
    if len(classes) != 1 or not all(_is_of(items, at, low) for at in named):
        return None
    return classes.pop()


def _is_of(items: Sequence[Item], at: int, low: int) -> bool:
    """Whether a class is that of a value: "the recall of dog"."""
    words = items[max(low, at - 3) : at]
    return any("of" in item.roles for item in words) and any("metric" in item.roles for item in words)
