"""Counts of the four outcomes as a text tells them: `TP = 40`, "40 true positives", `True positives ..... 40`."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass

from exactmetrics.verification.claims.lexicon import Item
from exactmetrics.verification.claims.numbers import MAX_COUNT
from exactmetrics.verification.claims.outcome_words import may_tell, outcome_of, outcome_words

LONGEST = 20_000  # characters of a text that are read
REACH = 10  # words between a number and the name in brackets that says what it counts
_OPENING, _CLOSING = frozenset("([（"), frozenset(")]）")
_GROUPED = re.compile(r"[1-9][0-9]{0,2}(?:(?:[ \u00a0\u2009\u202f'’~]|\s?\\,\s?)[0-9]{3})+(?![0-9.,'’])")
_POINTED = {
    False: re.compile(r"[1-9][0-9]{0,2}(?:\{?,\}?[0-9]{3})+"),
    True: re.compile(r"[1-9][0-9]{0,2}(?:\.[0-9]{3})+"),
}
_GOES_ON = re.compile(
    r"[\s$}\\]{0,3}(?:[+*/^×·±∗⋅<>%％‰](?!\*)|[-−–](?=[\s0-9])|=|≈|\\(?:cdot|times|pm|%))|\(|[a-zA-Z_]|[.,][0-9]"
)
_SEVERAL = re.compile(r"\s*(?:[,/]|\\,|and|or|vs\.?|und|et|y|e|[-–])?\s*[0-9]")
_LEADERS = frozenset({".", "…", "·", "‥"})
_APART = re.compile(r"[,;|/、，；\n]")
_ENTRY = re.compile(r"\s*(?:[-*+•–]|[0-9a-zA-Z]{1,2}[.)])?[\s*_`]*")


@dataclass(frozen=True, slots=True)
class Told:
    """A count with the outcome it is of, the families of words in which that is so, and where its digits stand."""

    count: str
    families: frozenset[str]
    value: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Mention:
    """The name of an outcome, an abbreviation in brackets behind it included: its first item and the one behind it."""

    count: str
    families: frozenset[str]
    first: int
    behind: int
    bracketed: bool


def told_in(text: str, comma: bool) -> list[Told]:
    """The counts of a text in reading order; those with nothing but space before or behind them only if sure.

    >>> [(one.count, one.value) for one in told_in("True positives (TP) .... 40; 1,200 false positives", False)]
    [('tp', 40), ('fp', 1200)]
    >>> told_in("TP rate: 40, FP = 40 %", False)
    []
    """
    if len(text) > LONGEST or not may_tell(text):
        return []
    items = outcome_words().items(text)
    mentions = _mentions(items)
    sure = dict[int, Told]()
    loose: list[tuple[_Mention, Told | None, Told | None]] = []
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
        sure.update({one.start: one for _, one in guessed})
    return [sure[start] for start in sorted(sure)]


def _unless(taken: Container[int], one: Told | None) -> Told | None:
    return None if one is None or one.start in taken else one


def bare_outcome(text: str) -> tuple[str, frozenset[str]] | None:
    """The outcome that a whole text names, as a term of a list of definitions or a cell does.

    >>> bare_outcome("**True positives** (TP):")[0], bare_outcome("true positive rate")
    ('tp', None)
    """
    if len(text) > 120:
        return None
    items = outcome_words().items(text)
    mentions = _mentions(items)
    if len(mentions) != 1:
        return None
    (mention,) = mentions
    rest = [*items[: mention.first], *items[mention.behind :]]
    plain = all(item.text in ":：#=()（）" or "glue" in item.roles for item in rest)
    return (mention.count, mention.families) if plain else None


def count_written(text: str, start: int, comma: bool) -> tuple[int, int] | None:
    """The whole number that begins at a place, with its thousands grouped or not, and where it ends.

    >>> count_written("1 200 mails", 0, False), count_written("1.200", 0, True), count_written("0.5", 0, False)
    ((1200, 5), (1200, 5), None)
    """
    found = _GROUPED.match(text, start) or _POINTED[comma].match(text, start)
    if found is None:
        found = re.compile(rf"[0-9]{{1,{MAX_COUNT}}}(?![0-9])").match(text, start)
    if found is None or (
        start and (text[start - 1] in "-−.+/^_" or (text[start - 1].isalnum() and text[start - 1].isascii()))
    ):
        return None
    digits = "".join(c for c in found[0] if c.isdigit())
    if len(digits) > MAX_COUNT or _GOES_ON.match(text, found.end()) or _SEVERAL.match(text, found.end()):
        return None
    return int(digits), found.end()


def _mentions(items: Sequence[Item]) -> list[_Mention]:
    found = list[_Mention]()
    for at, item in enumerate(items):
        named = outcome_of(item)
        if named is None or item.sub:
            continue
        count, families = named
        opened = at > 0 and items[at - 1].text in _OPENING
        last = found[-1] if found else None
        if last is not None and last.count == count and _is_joined(items[last.behind : at]):
            behind = at + 1 if last.bracketed or not opened else _closing(items, at + 1)
            found[-1] = _Mention(count, last.families | families, last.first, behind, last.bracketed)
        else:
            found.append(_Mention(count, families, at, at + 1, opened))
    return found


def _is_joined(between: Sequence[Item]) -> bool:
    """Whether two names of one outcome are one mention: `True positives (TP)`, "true positives, TP"."""
    return len(between) < 2 and all(item.text in "([（,/" or "conj" in item.roles for item in between)


def _closing(items: Sequence[Item], at: int) -> int:
    """Behind the bracket that closes at an item, or a few words on."""
    for place in range(at, min(len(items), at + REACH)):
        if items[place].text in _CLOSING:
            return place + 1
        if items[place].sort in ("number", "link", "break") or outcome_of(items[place]) is not None:
            break
    return at


def _behind(items: Sequence[Item], mention: _Mention, text: str, comma: bool) -> tuple[Told | None, bool]:
    """The number behind a name, and whether more than space joins them: a sign, a word such as "is", leaders."""
    at = mention.behind
    if at < len(items) and items[at].text in _OPENING and (end := _closing(items, at + 1)) > at + 4:
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
    if told is None or "\n" in between or "-" in between.replace("--", "").replace("---", ""):
        return None, False
    return told, linked


def _before(items: Sequence[Item], mention: _Mention, text: str, comma: bool) -> Told | None:
    """The number before a name: "40 true positives", "37 were false alarms (false positives)"."""
    at = mention.first - 1 - mention.bracketed
    if mention.bracketed and (mention.behind >= len(items) or items[mention.behind].text not in _CLOSING):
        return None
    least = max(0, at - (REACH if mention.bracketed else 3))
    while at >= least and items[at].sort == "word" and outcome_of(items[at]) is None:
        if not (mention.bracketed or "unit" in items[at].roles or "glue" in items[at].roles):
            return None
        at -= 1
    if at < least or items[at].sort != "number" or items[at].sub or (at and items[at - 1].sort == "link"):
        return None
    start = at
    while start and items[start - 1].sort == "number" and _GROUPED.match(text, items[start - 1].start):
        start -= 1
    told = _told(mention, text, items[start].start, comma)
    if told is None or ("\n" in text[told.end : items[mention.first].start] and _opens_line(text, told.start)):
        return None
    return told


def _told(mention: _Mention, text: str, start: int, comma: bool) -> Told | None:
    written = count_written(text, start, comma)
    return None if written is None else Told(mention.count, mention.families, written[0], start, written[1])


def _settled(loose: Sequence[tuple[_Mention, Told | None, Told | None]]) -> list[tuple[_Mention, Told]]:
    """The numbers that only space joins to names, where it is sure to which: in a row, all behind or all before."""
    out = list[tuple[_Mention, Told]]()
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
    return other is not None and one.start == other.start


def _opens_line(text: str, start: int) -> bool:
    return not text[text.rfind("\n", 0, start) + 1 : start].strip()


def _fills_line(text: str, start: int, end: int) -> bool:
    """Whether nothing else stands on a line, but what opens an entry of a list."""
    low, high = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    after = text[end : len(text) if high < 0 else high]
    return _ENTRY.fullmatch(text, low, start) is not None and not after.strip(" .;,*_`")
