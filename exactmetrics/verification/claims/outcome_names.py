"""The names of the outcomes in a text, each with an abbreviation in brackets behind it: `True positives (TP)`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from exactmetrics.verification.claims.lexicon import Item
from exactmetrics.verification.claims.outcome_words import may_mention, outcome_of, outcome_words

REACH = 10  # words inside a bracket, or between a number and the name in brackets that says what it counts
OPENING, CLOSING = frozenset("([（"), frozenset(")]）")


@dataclass(frozen=True, slots=True)
class Mention:
    """The name of an outcome, an abbreviation in brackets behind it included: its first item and the one behind it."""

    count: str
    families: frozenset[str]
    first: int
    behind: int
    bracketed: bool


def bare_outcome(text: str) -> tuple[str, frozenset[str]] | None:
    """The outcome that a whole text names, as a term of a list of definitions or a cell does.

    >>> bare_outcome("**True positives** (TP):")[0], bare_outcome("true positive rate")
    ('tp', None)
    """
    if len(text) > 120 or not may_mention(text):
        return None
    items = outcome_words().items(text)
    mentions = mentions_of(items)
    if len(mentions) != 1:
        return None
    (mention,) = mentions
    rest = [*items[: mention.first], *items[mention.behind :]]
    plain = all(item.text in ":：#=()（）" or "glue" in item.roles for item in rest)
    return (mention.count, mention.families) if plain else None


def mentions_of(items: Sequence[Item]) -> list[Mention]:
    """The outcomes that a text names, in its order.

    >>> [(one.count, one.behind) for one in mentions_of(outcome_words().items("True positives (TP): 40, FN"))]
    [('tp', 4), ('fn', 8)]
    """
    found = list[Mention]()
    for at, item in enumerate(items):
        named = outcome_of(item)
        if named is None or item.sub:
            continue
        count, families = named
        opened = at > 0 and items[at - 1].text in OPENING
        last = found[-1] if found else None
        if last is not None and last.count == count and _is_joined(items[last.behind : at]):
            behind = at + 1 if last.bracketed or not opened else closing(items, at + 1)
            found[-1] = Mention(count, last.families | families, last.first, behind, last.bracketed)
        else:
            found.append(Mention(count, families, at, at + 1, opened))
    return found


def _is_joined(between: Sequence[Item]) -> bool:
    """Whether two names of one outcome are one mention: `True positives (TP)`, "true positives, TP"."""
    return len(between) < 2 and all(item.text in "([（,/" or "conj" in item.roles for item in between)


def closing(items: Sequence[Item], at: int) -> int:
    """Behind the bracket that closes a few words behind an item; the item itself where none does.

    >>> closing(outcome_words().items("ill and found) 4"), 0)
    4
    """
    for place in range(at, min(len(items), at + REACH)):
        if items[place].text in CLOSING:
            return place + 1
        if items[place].sort in ("number", "link", "break") or outcome_of(items[place]) is not None:
            break
    return at
