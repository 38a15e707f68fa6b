"""The class of the first value of a list: "The precision for cat was 0.80, the recall 0.67 and the F1-score 0.73"."""

from __future__ import annotations

from collections.abc import Sequence

from exactmetrics.metrics.registry import metric_named
from exactmetrics.verification.claims.lexicon import Item
from exactmetrics.verification.claims.sentences import mentions

_JOINS = ("verb", "hedge", "of", "glue", "conj", "neutral", "percent")


def class_of_list(items: Sequence[Item], low: int, start: int, high: int, metric: str) -> str | None:
    """The class of a sentence, from `low` to `high`, whose first value is of it and is followed by others alone.

    Nothing but other metrics of a class, each named once, with their numbers stands between that class and the name
    that begins at `start`, which has no word such as "overall"; no other class or average is in the whole sentence.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> vocabulary = Vocabulary(); vocabulary.add_labels(["dog", "cat"])
    >>> items = vocabulary.items("The recall of dog is 0.8, the precision 0.5")
    >>> class_of_list(items, 0, 7, len(items), "precision")
    'dog'
    >>> items = vocabulary.items("The recall of dog is 0.8, the precision 0.5 for cat")
    >>> class_of_list(items, 0, 7, len(items), "precision") is None
    True
    """
    named = [at for at in range(low, high) if mentions(items[at])]
    if len(named) != 1 or not low < named[0] < start or any("average" in item.roles for item in items[low:high]):
        return None
    at = named[0]
    before = [item.roles["metric"] for item in items[max(low, at - 4) : at] if "metric" in item.roles]
    between = items[at + 1 : start]
    own = next((place for place in range(start, high) if items[place].sort == "number"), start)
    if len(before) != 1 or not any(item.sort == "number" for item in between):
        return None
    told = [*before, *(item.roles["metric"] for item in between if "metric" in item.roles)]
    if metric in told or len(set(told)) < len(told) or any(metric_named(one).scope != "class" for one in told):
        return None
    return items[at].roles["label"] if all(map(_may_stand, [*between, *items[start:own]])) else None


def _may_stand(item: Item) -> bool:
    """Whether an item may stand between the values of a list."""
    if "blocker" in item.roles or "elsewhere" in item.roles or "silent" in item.roles:
        return False
    named = "metric" in item.roles or any(role in item.roles for role in _JOINS)
    return named or item.sort in ("number", "link") or item.text in (",", "，", "、", "%", "(", ")")
