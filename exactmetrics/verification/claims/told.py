"""Counts of the four outcomes as a text tells them: `TP = 40`, "40 true positives", `True positives ..... 40`."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace

from exactmetrics.verification.claims.counts_written import count_written, counts_listed, is_grouped
from exactmetrics.verification.claims.lexicon import Item
from exactmetrics.verification.claims.outcome_names import CLOSING, OPENING, REACH, Mention, closing, mentions_of
from exactmetrics.verification.claims.outcome_words import may_mention, outcome_of, outcome_words

LONGEST = 20_000  # characters of a text that are read
_EQUALS = frozenset({"=", "≈", ":="})
_LEADERS = frozenset({".", "…", "·", "‥"})
_ENTRY = re.compile(r"\s*(?:[-*+•–]|[0-9a-zA-Z]{1,2}[.)])?[\s*_`]*")


@dataclass(frozen=True, slots=True)
class Told:
    """A count with the outcome it is of, the families of words in which that is so, and where its digits stand."""

    count: str
    families: frozenset[str]
    value: int
    start: int
    end: int


def told_in(text: str, comma: bool) -> list[Told]:
    """The counts of a text in reading order; those with nothing but space before or behind them only if sure.

    >>> [(one.count, one.value) for one in told_in("True positives (TP) .... 40; 1,200 false positives", False)]
    [('tp', 40), ('fp', 1200)]
    >>> told_in("TP rate: 40, FP = 40 %", False)
    []
    """
    if len(text) > LONGEST or not any(c.isdigit() for c in text) or not may_mention(text):
        return []
    items = outcome_words().items(text)
    mentions = mentions_of(items)
    sure = dict[int, Told]()
    for one in _in_order(items, mentions, text, comma):
        sure[one.start] = one
    loose: list[tuple[Mention, Told | None, Told | None]] = []
    for mention in mentions:
        number, linked = _behind(items, mention, text, comma)
        if number is not None and linked:
            sure[number.start] = number
            loose.append((mention, None, None))
        else:
            before = _before(items, mention, text, comma)
            if before is not None and number is not None and "\n" in text[before.end : items[mention.first].start]:
                before = None  # of the line before
            loose.append((mention, number, before))
    free = [(mention, _unless(sure, one), _unless(sure, other)) for mention, one, other in loose]
    guessed = _settled(free)
    if len(guessed) + len(sure) > 1 or all(_fills_line(text, items[m.first].start, g.end) for m, g in guessed):
        for _, one in guessed:
            also = sure.get(one.start)
            sure[one.start] = one if also is None else replace(one, families=one.families | also.families)
    return [sure[start] for start in sorted(sure)]


def _in_order(items: Sequence[Item], mentions: Sequence[Mention], text: str, comma: bool) -> Iterator[Told]:
    """The counts of `TP, FP, FN, TN = 40, 10, 5, 45`: as many numbers behind a sign as names before it."""
    at = 0
    while at < len(mentions):
        stop = at + 1
        while stop < len(mentions) and _is_listed(items[mentions[stop - 1].behind : mentions[stop].first]):
            stop += 1
        named, place = mentions[at:stop], mentions[stop - 1].behind
        at = stop
        while place < len(items) and items[place].text in CLOSING:
            place += 1
        linked = place < len(items) and (items[place].sort == "link" or "verb" in items[place].roles)
        if len(named) > 2 and linked and len({one.count for one in named}) == len(named):
            found = counts_listed(items, place + 1, text, comma)
            if len(found) == len(named):
                for mention, (value, start, end) in zip(named, found, strict=True):
                    yield Told(mention.count, mention.families, value, start, end)


def _is_listed(between: Sequence[Item]) -> bool:
    parted = [item for item in between if item.text not in CLOSING]
    return 0 < len(parted) < 3 and all(item.text in ",/、，" or "conj" in item.roles for item in parted)


def _unless(taken: Container[int], one: Told | None) -> Told | None:
    return None if one is None or one.start in taken else one


def _behind(items: Sequence[Item], mention: Mention, text: str, comma: bool) -> tuple[Told | None, bool]:
    """The number behind a name, and whether more than space joins them: a sign, a word such as "is", leaders."""
    at = mention.behind
    if at < len(items) and items[at].text in OPENING and (end := closing(items, at + 1)) > at + 4:
        at = end  # what the name means, in words
    linked = False
    dots = 0
    while at < len(items) and (items[at].sort == "link" or "verb" in items[at].roles or items[at].text in _LEADERS):
        dots += items[at].text in _LEADERS
        linked = linked or items[at].text not in _LEADERS or dots > 2 or items[at].text == "…"
        at += 1
    if at >= len(items) or items[at].sort != "number" or items[at].sub or (dots and not linked):
        return None, False
    between = text[items[mention.behind - 1].end : items[at].start]
    told = _told(mention, text, items[at].start, comma)
    share = at + 1 < len(items) and "percent" in items[at + 1].roles
    if told is None or share or "\n" in between or "-" in between.replace("--", ""):
        return None, False
    return told, linked


def _before(items: Sequence[Item], mention: Mention, text: str, comma: bool) -> Told | None:
    """The number before a name: "40 true positives", "37 were false alarms (false positives)"."""
    at = mention.first - 1 - mention.bracketed
    if _in_formula(items, mention.behind):
        return None
    if mention.bracketed and (mention.behind >= len(items) or items[mention.behind].text not in CLOSING):
        return None
    least = max(0, at - (REACH if mention.bracketed else 3))
    while at >= least and items[at].sort == "word" and outcome_of(items[at]) is None:
        if not (mention.bracketed or "unit" in items[at].roles or "glue" in items[at].roles):
            return None
        at -= 1
    if at < least or items[at].sort != "number" or items[at].sub or (at and items[at - 1].text in _EQUALS):
        return None
    start = at
    while start and items[start - 1].sort == "number" and is_grouped(text, items[start - 1].start):
        start -= 1
    told = _told(mention, text, items[start].start, comma)
    if told is None or ("\n" in text[told.end : items[mention.first].start] and _opens_line(text, told.start)):
        return None
    return told


def _in_formula(items: Sequence[Item], at: int) -> bool:
    """Whether what stands before an item is a part of a formula: `2 TP / (2 TP + FP + FN)`."""
    signs = [item.text for item in items[at : at + 2]]
    return signs[:1] == ["+"] or signs == ["/", "("]


def _told(mention: Mention, text: str, start: int, comma: bool) -> Told | None:
    written = count_written(text, start, comma)
    return None if written is None else Told(mention.count, mention.families, written[0], start, written[1])


def _settled(loose: Sequence[tuple[Mention, Told | None, Told | None]]) -> list[tuple[Mention, Told]]:
    """The numbers that only space joins to names, where it is sure to which: in a row, all behind or all before."""
    out = list[tuple[Mention, Told]]()
    at = 0
    while at < len(loose):
        stop = at + 1
        while stop < len(loose) and (mine := loose[stop - 1][1]) is not None and _is_same(mine, loose[stop][2]):
            stop += 1
        run = loose[at:stop]
        before, behind = run[0][2], run[-1][1]
        if before is None or behind is None:
            out += [(m, told) for m, after, ahead in run if (told := after if before is None else ahead) is not None]
        at = stop
    return out


def _is_same(one: Told, other: Told | None) -> bool:
    return other is not None and one.start == other.start and one.count != other.count


def _opens_line(text: str, start: int) -> bool:
    return not text[text.rfind("\n", 0, start) + 1 : start].strip()


def _fills_line(text: str, start: int, end: int) -> bool:
    """Whether nothing else stands on a line, but what opens an entry of a list."""
    low, high = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    after = text[end : len(text) if high < 0 else high]
    return _ENTRY.fullmatch(text, low, start) is not None and not after.strip(" .;,*_`")
