"""The words for the four outcomes of two classes, in families: all four counts of data are named by words of one."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from exactmetrics.verification.claims.lexicon import Item, Lexicon, listed_words
from exactmetrics.verification.claims.tokens import folded

FOUR = ("tp", "fn", "fp", "tn")
WHOLE = "0"  # the family of the words in full, of which one alone names a count
_RUN = re.compile(r"[^\W\d_]+")
_HELPERS = ("verb", "glue", "conj", "unit", "filler", "percent")


@cache
def outcome_words() -> Lexicon:
    """The phrases for the outcomes, each with a role for every family it is of, and the words that may stand between.

    >>> outcome_words().items("vrais positifs")[0].roles, outcome_words().items("Misses")[0].roles["4"]
    ({'0': 'tp'}, 'fn')
    """
    table = listed_words()
    lexicon = Lexicon()
    for count in FOUR:
        lexicon.add(WHOLE, count, [*table["count"][count], count.upper()])
    for family in table["outcome"]:
        for count, phrases in spelt_out(family).items():
            lexicon.add(WHOLE, count, phrases)
    for at, family in enumerate(table["four"], 1):
        for count in FOUR:
            lexicon.add(str(at), count, family[count])
    for role in _HELPERS:
        lexicon.add(role, "", table["plain"][role])
    return lexicon


@cache
def _beginnings() -> dict[str, frozenset[str]]:
    """The words that the names of outcomes begin with, each with those that may follow; "" where it may be all."""
    found = dict[str, set[str]]()
    for word, known in outcome_words().phrases.items():
        for phrase, roles in known:
            if any(role.isdigit() for role in roles):
                found.setdefault(word, set()).add(phrase[1] if len(phrase) > 1 else "")
    return {word: frozenset(after) for word, after in found.items()}


def may_mention(text: str) -> bool:
    """A quick look at a text: whether it may name an outcome.

    >>> may_mention("40 true positives"), may_mention("40 people, it is true"), may_mention("真阳性40例")
    (True, False, True)
    """
    begin = _beginnings()
    said = set(map(str.casefold, _RUN.findall(text)))
    if not text.isascii():
        said |= {folded(word) for word in said} | set(text)
    return any("" in begin[word] or not begin[word].isdisjoint(said) for word in begin.keys() & said)


def spelt_out(family: dict[str, Any]) -> dict[str, list[str]]:
    """The phrases of a language for each outcome: each word for right or wrong with each for positive or negative.

    >>> words = {"right": ["true"], "wrong": ["false"], "positive": ["positive"], "negative": ["negative"]}
    >>> spelt_out(words)["fn"]
    ['false negative']
    """
    joint = "" if family.get("joined") else " "
    found = {}
    for count, first, second in (
        ("tp", "right", "positive"),
        ("fn", "wrong", "negative"),
        ("fp", "wrong", "positive"),
        ("tn", "right", "negative"),
    ):
        found[count] = [f"{a}{joint}{b}" for a in family[first] for b in family[second]]
        if family.get("behind"):
            found[count] += [f"{b}{joint}{a}" for a in family[first] for b in family[second]]
    return found


def outcome_of(item: Item) -> tuple[str, frozenset[str]] | None:
    """The outcome that an item names, and the families in which it does.

    >>> outcome_of(outcome_words().items("TP")[0])
    ('tp', frozenset({'0'}))
    """
    families = frozenset(role for role in item.roles if role.isdigit())
    if not families:
        return None
    if WHOLE not in families and len(item.text) < 3 and item.text.upper() != item.text:
        return None  # letters other than those that everybody knows, and small
    return item.roles[min(families)], families
