"""Names that stand behind their number: "it reaches 0.5 accuracy and 0.6 recall"."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from exactmetrics.verification.claims.lexicon import Item
from exactmetrics.verification.claims.names import REACH
from exactmetrics.verification.claims.sentences import mentions

_NAMED = ("metric", "weak", "count", "average", "class", "filler", "mean", "glue")


def name_behind(items: Sequence[Item], after: int, at: int, done: Collection[int]) -> int:
    """Where the name ends that begins at an item behind the number at `at`, if one may; else 0.

    It may after "reaches" or "with an", and after "and" where the number before, one of `done`, has its name behind it.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> name_behind(Vocabulary().items("It reaches 0.5 accuracy"), 3, 2, ())
    4
    """
    before = at
    while before > 0 and "glue" in items[before - 1].roles:
        before -= 1
    lead = items[before - 1] if before else None
    goes_on_list = (
        lead is not None and ("conj" in lead.roles or lead.text == ",") and _was_before(items, before - 1, done)
    )
    if lead is None or not ("reach" in lead.roles or goes_on_list):
        return 0
    end = after
    while end < min(len(items), after + REACH) and _is_named(items[end]):
        end += 1
    while end > after and "glue" in items[end - 1].roles:
        end -= 1
    follows = items[end] if end < len(items) else None
    if end == after or (follows is not None and (follows.sort in ("number", "link") or "verb" in follows.roles)):
        return 0
    return end


def _was_before(items: Sequence[Item], at: int, done: Collection[int]) -> bool:
    """Whether a number with its name behind it ends before an item."""
    back = at
    while back > max(0, at - REACH) and _is_named(items[back - 1]):
        back -= 1
    while back > 0 and items[back - 1].text in ("%", ","):
        back -= 1
    return back > 0 and items[back - 1].start in done


def _is_named(item: Item) -> bool:
    return mentions(item) or any(role in item.roles for role in _NAMED)
