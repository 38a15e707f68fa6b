"""The words, numbers and signs of running text, with LaTeX and Markdown marks left out; one linear pass."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from exactmetrics.expression.reading.tokens import UNSPACED
from exactmetrics.verification.claims.accents import composed, has_accents

Sort = Literal["word", "number", "link", "stop", "sign", "break"]


class Word(NamedTuple):
    """A word, number or sign: its text made plain, where it stands, whether it is a subscript of what is before it."""

    sort: Sort
    plain: str
    start: int
    end: int
    sub: bool


_FONTS = frozenset(
    {
        "text", "textrm", "textbf", "textit", "textsf", "texttt", "mathrm", "mathbf", "mathit", "mathsf", "mathtt",
        "mbox", "operatorname", "emph", "quad", "qquad", "left", "right", "displaystyle", "textstyle", "small", "large",
        "boxed", "hspace", "bf", "it", "rm", "sf", "hfill", "item", "centering", "limits", "mathcal", "boldsymbol",
        "bm", "ensuremath", "num", "SI", "qty", "textsc",
    }
)  # fmt: skip
_NUMBER = r"[0-9]+(?:\{?[.,]\}?[0-9]+)*|(?<![0-9])\.[0-9]+"
_LEADER = r"(?:\.{4,}|(?:[ ]\.){3,}|…{2,}|(?:·[ ]?){4,}|_{4,}|[-=]{1,2}>|[→⇒➜⟶]|(?<=\s)~)(?=[ \t]*\$?[.0-9])"
_TOKEN = re.compile(
    rf"""(?P<row>\\\\|\n[ \t]*\n|\\(?:begin|end)[ ]?\{{[^{{}}]{{0,40}}\}})
    |(?P<link>\\approx(?![a-zA-Z])|\\simeq(?![a-zA-Z])|\\sim(?![a-zA-Z])|:=|[=≈≃≅≒∼:：]|{_LEADER})
    |(?P<plain>\\[ ,;:!$&_*()\[\]]|\\%)
    |(?P<command>\\[a-zA-Z]+)
    |(?P<number>{_NUMBER})
    |(?P<unspaced>[{UNSPACED}])
    |(?P<word>(?:(?![{UNSPACED}_])\w)+(?:['’](?:(?![{UNSPACED}_0-9])\w)+)?)
    |(?P<sub>[_^])
    |(?P<soft>(?:[\s{{}}$*`&"“”„«»\x02\x03]|-(?!>)|~(?!\s?[.0-9])|(?<!\s)~)+|</?[a-zA-Z][^<>\n]{{0,200}}>)
    |(?P<sign>[+/×·÷±−–∗⋅<>≤≥~%])
    |(?P<stop>.)""",
    re.VERBOSE | re.DOTALL,
)
_SUBSCRIPT = re.compile(r"[_^]\{[^{}]{0,80}(?:\{[^{}]{0,80}\}[^{}]{0,80})?\}")
_SUB_IN_BRACKETS = re.compile(r"_\(([^()\n]{0,80})\)")  # what a page sets lower
_ELIDED = re.compile(r"(\w{1,4})['’](?=\w{3})")
_HUMPS = re.compile(r"(?:[A-Z][a-z]+){2,}(?:[A-Z0-9]|$)|[a-z]{3,}(?:[A-Z][a-z]{2,})+")
_HUMP = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])")


@lru_cache(maxsize=20_000)
def folded(word: str) -> str:
    """A word without case and accents.

    >>> folded("Précision"), folded("Cohen's"), folded("ACC")
    ('precision', 'cohens', 'acc')
    """
    apart = unicodedata.normalize("NFKD", word.casefold())
    kept = "".join(c for c in apart if not unicodedata.combining(c) and c not in "'’")
    return kept if kept.isascii() else unicodedata.normalize("NFC", kept)  # the signs of Korean in one piece


def words_of(text: str) -> Iterator[Word]:
    """The words of a text.

    >>> [w.plain for w in words_of("\\\\text{Recall}_{K} = 0.7, F1-score: 3 %")]
    ['Recall', 'K', '=', '0.7', ',', 'F1', 'score', ':', '3', '%']
    """
    if has_accents(text):
        plain, places = composed(text)
        yield from (word._replace(start=places[word.start], end=places[word.end]) for word in words_of(plain))
        return
    sub = False
    if "_(" in text:
        text = _SUB_IN_BRACKETS.sub(r"_{\1}", text)
    if "_{" in text or "^{" in text:
        text = _SUBSCRIPT.sub(lambda found: found[0].replace(",", " ").replace(";", " "), text)
    for found in _TOKEN.finditer(text):
        kind, token, start, end = found.lastgroup, found[0], found.start(), found.end()
        if kind == "sub":
            sub = True
            continue
        if kind == "plain" and token == "\\%":
            yield Word("sign", "%", start, end, False)
            continue
        if kind in ("soft", "plain"):
            sub = sub and "{" in token
            continue
        if kind == "command":
            if token[1:] in _FONTS:
                continue
            yield Word("word", token[1:], start, end, sub)
        elif kind == "word":
            yield from _humps(token, start, sub)
        elif kind == "row":
            yield Word("break", token, start, end, False)
        elif kind in ("number", "link", "sign", "stop"):
            yield Word(kind, token, start, end, sub and kind == "number")  # type: ignore[arg-type]
        else:
            yield Word("word", token, start, end, sub)
        sub = (
            sub
            and kind in ("word", "unspaced", "number", "command")
            and text[end : end + 1] not in ("}", " ", "_", "^")
        )


def _humps(token: str, start: int, sub: bool) -> Iterator[Word]:
    """A word, or the words of a name written together: `WeightedAverageRecall`."""
    if (elided := _ELIDED.match(token)) is not None:
        yield Word("word", elided[1], start, start + elided.end(1), sub)
        start, token = start + elided.end(), token[elided.end() :]
    if len(token) < 60 and _HUMPS.match(token):
        for part in _HUMP.finditer(token):
            yield Word("word", part[0], start + part.start(), start + part.end(), sub)
    else:
        yield Word("word", token, start, start + len(token), sub)
