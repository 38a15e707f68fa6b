"""Periods that end no sentence: those of abbreviations, in many languages."""

from __future__ import annotations

import re

_BEFORE = 16  # characters before a period that may be an abbreviation
_WORDS = (
    "al|fig|figs|eq|eqs|eqn|eqns|tab|sec|sect|ch|chap|vs|cf|approx|resp|ca|dr|prof|mr|mrs|ms|st|no|nr|nos|ref|refs|"
    "vol|pp|ed|eds|incl|excl|esp|viz|abb|bzw|vgl|sog|ggf|evtl|gem|inkl|usw|dgl|kap|gl|env|fig|éd|ej|ex|pág|págs|núm|"
    "aprox|cap|ecc|es|art|rys|tabl|np|tzn|tj|tzw|ok|ук|рис|табл|напр|св|bkz|vb|vd|örn|yakl|bijv|bv|enz|afb|bl|ev|dvs|"
    "t ex|bl a|maks|maxim|obr"
)
_ALONE = re.compile(rf"(?:^|[^\w])(?:{_WORDS.replace(' ', '[.]? ?')})$", re.IGNORECASE)
_PAIRS = re.compile(
    r"(?<!\w)(?:e\.\s?g\.?|i\.\s?e\.?|a\.\s?k\.\s?a\.?|w\.\s?r\.\s?t\.?|z\.\s?B\.?|d\.\s?h\.?|u\.\s?a\.?|o\.\s?[äÄ]\.?|"
    r"i\.\s?d\.\s?R\.?|s\.\s?o\.?|s\.\s?u\.?|p\.\s?ex\.?|p\.\s?ej\.?|p\.\s?es\.?|т\.\s?е\.?|т\.\s?д\.?|m\.\s?in\.?|"
    r"et\s+al\.?|c\.-à-d\.?|t\.\s?ex\.?|d\.\s?v\.\s?s\.?|o\.\s?a\.?)"
)
_NUMBERED = re.compile(r"(?:^|[^\w])(?:no|nr|nos|st|art|ed|cap|es|ch|bl|ok|gl|ev|ex|cap|al)$", re.IGNORECASE)
_NUMBER = re.compile(r"[\s~]{0,2}(?:[(\[]?[0-9]|\\(?:ref|eqref|cite)\b)")
_CAPITAL = re.compile(r"\s+[A-ZÄÖÜÀ-Ý][a-zà-ÿ]")
_LAST = re.compile(r"(?:^|[^\w])(?:usw|enz|ecc|dgl|approx|ca|incl|inkl|vs|resp)$", re.IGNORECASE)


def is_abbreviation(text: str, dot: int) -> bool:
    """Whether the period at a place belongs to an abbreviation and ends no sentence.

    >>> is_abbreviation("Smith et al. (2019)", 11), is_abbreviation("see Fig. 3", 7), is_abbreviation("It is so. It", 8)
    (True, True, False)
    >>> is_abbreviation("class no. 2", 8), is_abbreviation("The answer is no. The", 16)
    (True, False)
    """
    if text[dot : dot + 1] != ".":
        return False
    low = max(0, dot - _BEFORE)
    if any(found.start() < dot < found.end() for found in _PAIRS.finditer(text, low, min(len(text), dot + _BEFORE))):
        return True
    if _ALONE.search(text[low:dot]) is None:
        return False
    if _NUMBERED.search(text[low:dot]):
        return _NUMBER.match(text, dot + 1) is not None
    return not (_LAST.search(text[low:dot]) and _CAPITAL.match(text, dot + 1))
