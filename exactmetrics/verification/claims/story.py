"""Four counts told as a story: "Of 100 patients, 40 had the flu; the test found 36 of them and wrongly flagged 6"."""

from __future__ import annotations

import re

_N = r"([0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,9})"
_WORDS = r"[a-z' -]{1,40}?"
_FOUND = (
    "found|finds|detected|detects|caught|catches|identified|identifies|recognised|recognized|recognises|flagged|flags"
)
_MARKED = "flagged|flags|marked|marks|classified|identified|reported|raised an alarm for|accused"
_STORY = re.compile(
    rf"\b[Oo]f (?:the |these |all |a total of )?{_N} {_WORDS},? (?:exactly |only )?{_N} "
    r"(?:were|are|was|had|have|actually|really|turned out)\b[^.;:!?0-9]{1,60}[.;,:]? (?:and |but )?"
    rf"(?:[Tt]he|[Oo]ur|[Ii]ts|[Tt]his) {_WORDS}(?:correctly )?(?:{_FOUND}) {_N} of (?:them|these|those)"
    r"(?: correctly)?,? (?:and|but)(?: also| it| it also)? (?:wrongly|falsely|mistakenly|incorrectly|erroneously) "
    rf"(?:{_MARKED}) {_N}\b(?! ?%)(?! of (?:them|these|those))"
)


def story_in(text: str) -> tuple[list[list[int]], tuple[int, int]] | None:
    """The counts [[tp, fn], [fp, tn]] of the first such story, and where it stands; None without one.

    >>> story_in("Of 100 people, 40 had the flu; the test found 36 of them and wrongly flagged 6 healthy ones.")[0]
    [[36, 4], [6, 54]]
    """
    if "of" not in text.casefold() or len(text) > 20_000:
        return None
    found = _STORY.search(" ".join(text.split("\n")))
    if found is None:
        return None
    total, ill, hit, alarms = (int(digits.replace(",", "")) for digits in found.groups())
    rows = [[hit, ill - hit], [alarms, total - ill - alarms]]
    return (rows, found.span()) if min(map(min, rows)) >= 0 else None
