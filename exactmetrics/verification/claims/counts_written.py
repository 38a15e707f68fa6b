"""Whole numbers as texts write them: with their thousands grouped or not, alone or in a list."""

from __future__ import annotations

import re
from collections.abc import Sequence

from exactmetrics.verification.claims.lexicon import Item
from exactmetrics.verification.claims.numbers import MAX_COUNT
from exactmetrics.verification.claims.outcome_names import OPENING
from exactmetrics.verification.claims.stepping import behind, past_joints

_GROUPED = re.compile(r"[1-9][0-9]{0,2}(?:(?:[ \u00a0\u2009\u202f'’~]|\s?\\,\s?)[0-9]{3})+(?![0-9.,'’])")
_POINTED = {
    False: re.compile(r"[1-9][0-9]{0,2}(?:\{?,\}?[0-9]{3})+"),
    True: re.compile(r"[1-9][0-9]{0,2}(?:\.[0-9]{3})+"),
}
_GOES_ON = re.compile(
    r"[\s$}\\]{0,3}(?:[+*/^×·±∗⋅<>%％‰](?!\*)|[-−–](?=[\s0-9])|=|≈|\\(?:cdot|times|pm|%))|\(|[a-zA-Z_]|[.,][0-9]"
)
_LINE = re.compile(r"[^\n]+")
_SETS = re.compile(
    r"^([ \t]*(?:[tf][pn]\b[ \t]{0,8},?[ \t]{0,8}){1,4}(?:=|<-)[ \t]*[0-9]{1,12}(?:[ \t]*,[ \t]*[0-9]{1,12}){0,3})"
    r"[ \t]{0,40};?[ \t]{0,40}(?:#[^\n]*)?$",
    re.IGNORECASE | re.MULTILINE,
)
_SEVERAL = re.compile(r"\s*(?:(?:[,/]|\\,|and|or|vs\.?|und|et|y|e|[-–])\s*)?[0-9]")


def count_written(text: str, start: int, comma: bool, *, alone: bool = True) -> tuple[int, int] | None:
    """The whole number that begins at a place, with its thousands grouped or not, and where it ends.

    `alone` refuses one of several: "40, 50".

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
    if len(digits) > MAX_COUNT or _GOES_ON.match(text, found.end()) or (alone and _SEVERAL.match(text, found.end())):
        return None
    return int(digits), found.end()


def is_grouped(text: str, start: int) -> bool:
    """Whether a number with spaces between its thousands begins at a place.

    >>> is_grouped("1 200", 0), is_grouped("12 20", 0)
    (True, False)
    """
    return _GROUPED.match(text, start) is not None


def counts_listed(items: Sequence[Item], at: int, text: str, comma: bool) -> list[tuple[int, int, int]]:
    """The whole numbers of a list that begins at an item, each with where it stands; none where one is no count.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> [one[0] for one in counts_listed(Vocabulary().items("40, 1,200 and 5"), 0, "40, 1,200 and 5", False)]
    [40, 1200, 5]
    """
    found = list[tuple[int, int, int]]()
    while at < len(items) and items[at].text in OPENING:
        at += 1
    while at < len(items) and items[at].sort == "number":
        written = count_written(text, items[at].start, comma, alone=False)
        if written is None:
            return []
        found.append((written[0], items[at].start, written[1]))
        last = behind(items, at, written[1])
        at = past_joints(items, last, ",/、，;")
        if at == last:
            break
    return found


def assignments(text: str) -> str:
    """Code with every line blank but those that set names of outcomes to whole numbers; empty where there is none.

    >>> assignments("tp, fp = 71, 18  # test\\nfor i in range(3): pass\\nfn = 3 * 4").split()
    ['tp,', 'fp', '=', '71,', '18']
    """
    if not _SETS.search(text):
        return ""
    return _LINE.sub(lambda line: _set(line[0]), text)


def _set(line: str) -> str:
    found = _SETS.fullmatch(line)
    return " " * len(line) if found is None else found[1].replace("<-", " =").ljust(len(line))
