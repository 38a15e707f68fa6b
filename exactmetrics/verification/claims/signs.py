"""Headings of a table of two by two that say plus and minus: "Test positive" and "Test negative", "D+" and "D-"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from exactmetrics.verification.claims.lexicon import Lexicon, is_one_of, listed_words
from exactmetrics.verification.claims.numbers import bare
from exactmetrics.verification.claims.tokens import folded

_SIGN = re.compile(r"^(?P<who>.*?)[\s^(\[{]*(?:(?P<plus>[+＋⁺])|(?P<minus>[-−–—⁻]))(?:ve)?[\s)\]}]*$", re.DOTALL)
_LETTERS = frozenset({"D", "T"})  # for disease and test, beside a sign


class Signed(NamedTuple):
    """What two headings say: the sign of each, and the side they are, "true", "predicted" or "" where not said."""

    signs: tuple[str, str]
    side: str


@cache
def _words() -> Lexicon:
    table = listed_words()
    lexicon = Lexicon()
    for side in ("true", "predicted"):
        axis = [word for word in table["axis"][side] if not is_one_of("positive", word)]  # "True" is a sign
        lexicon.add("side", side, [*axis, *table["side"][side]])
    for role, lists in (("plus", ("positive", "present")), ("minus", ("negative", "absent")), ("no", ("rest",))):
        for name in lists:
            lexicon.add(role, "", [word for word in table["plain"][name] if any(c.isalpha() for c in word)])
    for role in ("class", "filler", "glue", "verb"):
        lexicon.add("other", "", table["plain"][role])
    return lexicon


def signed(headings: Sequence[str]) -> Signed | None:
    """The signs of two headings that say the same but for the sign; None where a word is not understood.

    >>> signed(["Condition present", "Condition absent"]), signed(["T-", "T+"])
    (Signed(signs=('+', '-'), side='true'), Signed(signs=('-', '+'), side='predicted'))
    >>> signed(["No disease", "Disease"]).signs, signed(["COVID positive", "COVID negative"]).side
    (('-', '+'), '')
    >>> signed(["Test positive", "Control negative"]) is None
    True
    """
    if len(headings) != 2:
        return None
    both = _plain_words(headings[0]) & _plain_words(headings[1])  # what both say is no sign
    first, second = (_read(text, both) for text in headings)
    if first is None or second is None or first.unknown != second.unknown:
        return None
    signs = first.sign, second.sign
    if signs == ("", "-") and second.negated:
        signs = ("+", "-")
    elif signs == ("-", "") and first.negated:
        signs = ("-", "+")
    sides = {side for side in (first.side, second.side) if side}
    if set(signs) != {"+", "-"} or len(sides) > 1:
        return None
    return Signed(signs, sides.pop() if sides else "")


def subject(text: str) -> str:
    """The side that a heading over or before others names and nothing else; empty for none.

    >>> subject("Disease status"), subject("Test"), subject("Region")
    ('true', 'predicted', '')
    """
    items = [item for item in _words().items(bare(text)[:80]) if item.sort in ("word", "number")]
    sides = {item.roles["side"] for item in items if "side" in item.roles}
    if len(sides) != 1 or not all("side" in item.roles or "other" in item.roles for item in items):
        return ""
    return sides.pop()


class _Read(NamedTuple):
    sign: str
    side: str
    unknown: tuple[str, ...]
    negated: bool


def _plain_words(text: str) -> set[str]:
    return {folded(item.text) for item in _words().items(bare(text)[:80]) if item.sort == "word"}


def _read(text: str, both: set[str]) -> _Read | None:
    """The sign of one heading, the side it names, the words in no list, whether a word such as "no" makes it minus."""
    plain = bare(text).strip(" .:")
    if not plain or len(plain) > 60:
        return None
    marked = _SIGN.match(plain)
    who = marked["who"] if marked else plain
    items = [item for item in _words().items(who) if item.sort in ("word", "number")]
    sides = {_side(item.text, item.roles.get("side", ""), marked is not None) for item in items} - {""}
    if len(sides) > 1:
        return None
    unknown = tuple(
        folded(item.text) for item in items if not (item.roles or (marked is not None and item.text in _LETTERS))
    )
    own = [item.roles for item in items if folded(item.text) not in both]
    negated = any("no" in roles for roles in own)
    plus = any("plus" in roles and "side" not in roles for roles in own)
    minus = any("minus" in roles and "no" not in roles for roles in own)
    if marked:
        sign = "+" if marked["plus"] else "-"
    elif (plus and minus) or (negated and minus):
        return None
    elif minus or negated:
        sign = "-"
    else:
        named = any("plus" in roles for roles in own)
        sign = "+" if plus or (named and not unknown) else ""
    return _Read(sign, sides.pop() if sides else "", unknown, negated)


def _side(text: str, named: str, marked: bool) -> str:
    """The side that a word names; a letter only beside a sign."""
    if text in _LETTERS:
        return ("true" if text == "D" else "predicted") if marked else ""
    return named
