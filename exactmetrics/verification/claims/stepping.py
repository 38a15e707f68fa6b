"""Steps over the items of a text: behind a number that takes several of them, over what joins the parts of a list."""

from __future__ import annotations

from collections.abc import Sequence

from exactmetrics.verification.claims.lexicon import Item


def behind(items: Sequence[Item], at: int, end: int) -> int:
    """The first item from `at` on that does not begin before a place of the text.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> behind(Vocabulary().items("85 % of them"), 0, 4)
    2
    """
    while at < len(items) and items[at].start < end:
        at += 1
    return at


def past_joints(items: Sequence[Item], at: int, signs: str) -> int:
    """The first item from `at` on that is neither one of some signs nor a word such as "and".

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> past_joints(Vocabulary().items(", and 0.6"), 0, ",;")
    2
    """
    while at < len(items) and (items[at].text in signs or "conj" in items[at].roles):
        at += 1
    return at
