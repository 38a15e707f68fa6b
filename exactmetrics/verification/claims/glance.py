"""Quick looks at a text: whether it may hold a name, a figure, or what says that a matrix is a confusion matrix."""

from __future__ import annotations

import re
from functools import cache

from exactmetrics.verification.claims.accents import composed, has_accents
from exactmetrics.verification.claims.lexicon import listed_words, names, places
from exactmetrics.verification.claims.tokens import folded

_LETTERS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+")
_LATIN = re.compile(r"[A-Za-z]+")
_NAMING = ("metric", "weak", "count", "average")
_LETTER_NAMES = frozenset("PRFN")


@cache
def beside_words() -> frozenset[str]:
    """The words that decide what weak names and letters mean.

    >>> "precision" in beside_words()
    True
    """
    listed = {
        folded(word) for weak in listed_words()["weak"] for key in ("beside", "unless") for word in weak.get(key, ())
    }
    return frozenset(listed | {"precision", "recall"})


def may_name(text: str) -> bool:
    """Whether a text holds a word that the name of a number may begin with.

    >>> may_name("the WeightedRecall is 0.5"), may_name("in 1999 we met"), may_name("准确率为0.8")
    (True, False, True)
    """
    return _holds(text, "names") or not _LETTER_NAMES.isdisjoint(_LETTERS.findall(text))


def may_point(text: str) -> bool:
    """Whether a text holds a word for figures, rows or columns.

    >>> may_point("see Fig. 3"), may_point("in 1999")
    (True, False)
    """
    return _holds(text, "places")


def around(text: str, start: int, end: int, *, row: bool = False) -> str:
    """The words around a stretch of a text, in one line: of its paragraph, or of its line where that is a `row`.

    >>> around("We saw that\\nthe accuracy went up to 0.9 at last.", 32, 35)
    'We saw that the accuracy went up to 0.9 at last.'
    """
    stop = "\n" if row else "\n\n"
    low, high = max(0, start - 60), min(len(text), end + 30)
    low = max(low, text.rfind(stop, low, start) + len(stop)) if stop in text[low:start] else low
    high = text.find(stop, end, high) if stop in text[end:high] else high
    if low > 0 and not text[low - 1].isspace():
        low = _after_space(text, low, start)
    if high < len(text) and not text[high].isspace():
        high = max(end, text.rfind(" ", end, high))
    return " ".join(text[low:high].split())


def _after_space(text: str, low: int, start: int) -> int:
    found = text.find(" ", low, start)
    return low if found < 0 else found + 1


def _holds(text: str, which: str) -> bool:
    first = _first_words(which)
    if has_accents(text):
        text = composed(text)[0]
    if not first.isdisjoint(word.casefold() for word in _LETTERS.findall(text)):
        return True
    if text.isascii():
        return False
    if not first.isdisjoint(word.casefold() for word in _LATIN.findall(text)):
        return True  # between signs of a language that writes no spaces
    return not (first.isdisjoint(text) and first.isdisjoint(folded(word) for word in _LETTERS.findall(text[:20_000])))


@cache
def _first_words(which: str) -> frozenset[str]:
    """The letters that the phrases of names, or of places, begin with."""
    lexicon, wanted = (names(), _NAMING) if which == "names" else (places(), ("figure", "rows", "columns"))
    first = {
        word
        for word, entries in lexicon.phrases.items()
        if any(role in roles for _, roles in entries for role in wanted)
    }
    return frozenset(found[0].casefold() for word in first if (found := _LETTERS.search(word))) | first


@cache
def matrix_words() -> re.Pattern[str]:
    """What says that a matrix is a confusion matrix, in a text in small letters.

    >>> matrix_words().search("plot_confusion_matrix(y, p)") is not None
    True
    """
    phrases = sorted(listed_words()["plain"]["matrix"], key=len, reverse=True)
    spelt = ("[ _\\s-]?".join(map(re.escape, phrase.casefold().split())) for phrase in phrases)
    return re.compile("|".join(f"{word}(?![a-z])" if len(word) < 4 else word for word in spelt))
