"""Values that are aimed at, supposed, or those of what stands before a bracket: "Reach an accuracy of 0.95"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from exactmetrics.verification.claims.lexicon import Item
from exactmetrics.verification.claims.tokens import folded
from exactmetrics.verification.documents.pieces import TASK

# Verbs as they open what is to be done: "Get the recall to 0.95".
_ORDERS = frozenset(
    {
        "get", "reach", "achieve", "attain", "bring", "erreiche", "erreichen", "atteindre", "atteignez", "alcanzar",
        "lograr", "conseguir", "raggiungere", "alcancar", "atingir", "bereik", "bereiken", "osiagnac",
    }
)  # fmt: skip
_SUPPOSED = frozenset(
    {
        "say", "example", "beispiel", "ejemplo", "exemple", "esempio", "exemplo", "voorbeeld", "exempel", "przykład",
        "przyklad", "пример", "ornek",
    }
)  # fmt: skip
_DEGREES = ("glue", "filler")
NEAR = 20  # characters from a box to what is to be done
_PHRASE = 3  # words of what stands before a bracket


def is_intended(text: str, said: Sequence[Item]) -> bool:
    """Whether what is said before a name opens a task, an order or something supposed; a box that is open as well.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> [is_intended(text, Vocabulary().items(text)) for text in ("Get the", "Example:", "Example 1:", "We get the")]
    [True, True, False, False]
    """
    if not said:
        return False
    start = said[0].start
    if TASK in text[max(0, start - NEAR) : start].rpartition("\n")[2]:
        return True
    first = folded(said[0].text)
    parted = len(said) > 1 and said[1].text in ",:："
    return (first in _ORDERS and not parted) or (first in _SUPPOSED and parted)


def is_of_bracketed(before: Sequence[Item]) -> bool:
    """Whether a name opens a bracket behind something that has a name of its own: "LogReg (accuracy 0.65)".

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> [is_of_bracketed(Vocabulary().items(text)) for text in ("LogReg (", "A decision tree (", "It does well (")]
    [True, True, False]
    """
    if len(before) < 2 or before[-1].text not in "([":
        return False
    phrase = [item for item in before[-1 - _PHRASE : -1] if item.sort == "word"]
    if not phrase or phrase[-1] is not before[-2] or phrase[-1].roles:
        return False
    named = re.search(r"[A-Z].*[A-Z]", phrase[-1].text) is not None
    named = named or (len(phrase) > 1 and phrase[-2].end == phrase[-1].start)  # LogReg
    return named or any(role in item.roles for item in phrase[:-1] for role in _DEGREES)
