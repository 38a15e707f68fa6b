"""Where a formula that differs from a definition is not called wrong: its letters are the document's own, it is said
under a condition, or it is quoted as an error.

Not accusing goes before finding: what a document defines for itself is not read, so a formula with such a letter is not
judged, unless what it is defined as was found to be right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from exactmetrics.verification.formulas.checked_formula import CheckedFormula
from exactmetrics.verification.formulas.vocabulary import words

_GREEK = "alpha|beta|gamma|delta|epsilon|varepsilon|eta|theta|lambda|mu|nu|pi|rho|sigma|tau|phi|omega"
_LETTER = rf"(?:\\(?:{_GREEK})\b|[A-Za-zα-ω])"
_ALONE = rf"(?<![A-Za-zα-ω\\_{{])({_LETTER})(?:_(?:\w|\{{[^}}]{{0,20}}\}}|[+-]))?(?![A-Za-zα-ω(])"
# A letter that is said to be something: by a sign, or by words before or behind it.
_SIGN = re.compile(rf"{_ALONE}\s*\$?\s*(?:=|:=|≡|\\equiv|\\coloneqq)(?!=)")
_BEFORE = re.compile(rf"(?i:\b(?:let|write|denote|call|set|where|with|and)\b)[^.$\n]{{0,20}}\$?{_ALONE}")
_BEHIND = re.compile(rf"{_ALONE}\$?\s+(?i:be|for|denotes?|stands?|means?|(?:is|are) the)\b")
_MATRIX = re.compile(r"\ba\s*(?:,|&)\s*b\b\s*(?:\\\\|\]|;)")  # [[a, b], [c, d]]
_INDEX = re.compile(r"_(?:\w|\{[^}]*\})")
_NOT_LETTERS = re.compile(
    rf"\\(?:text|mathrm|operatorname|mathit|mathbf|textrm|textit)\s*\{{[^{{}}]*\}}|\\(?!(?:{_GREEK})\b)[A-Za-z]+"
)
_SENTENCE = re.compile(r"[.?!]\s|\n\s*\n|\n#")
BEFORE, AROUND = 200, 220  # characters that are looked at: a sentence, and what is said right beside a formula


def with_caution(found: Iterable[CheckedFormula], text: str) -> list[CheckedFormula]:
    """The formulas of a document, of which those are not judged that may be right in their place."""
    every = list(found)
    if not any(one.verdict == "wrong" for one in every):
        return every
    own = _own_letters(text) - {_bare(one.left) for one in every if one.verdict == "right"}
    return [_unjudged(one) if one.verdict == "wrong" and _may_be_right(one, own, text) else one for one in every]


def _unjudged(one: CheckedFormula) -> CheckedFormula:
    return replace(one, verdict="not-judged", witness=None, slip=None)


def _may_be_right(one: CheckedFormula, own: frozenset[str], text: str) -> bool:
    if own & _letters(one.printed):
        return True
    start, stop = one.span.start.offset, one.span.stop
    before = text[max(0, start - BEFORE) : start]
    sentence = _SENTENCE.split(before)[-1]
    around = text[max(0, start - AROUND) : stop + AROUND]
    return bool(_hedged("condition").search(sentence) or _hedged("quoted").search(around))


@cache
def _hedged(kind: str) -> re.Pattern[str]:
    said = words()["hedged"][kind]
    return re.compile(r"(?i)(?<!\w)(?:" + "|".join(map(re.escape, said)) + r")(?!\w)")


def _own_letters(text: str) -> frozenset[str]:
    """The letters that a document says a meaning of."""
    found = {one[1] for pattern in (_SIGN, _BEFORE, _BEHIND) for one in pattern.finditer(text)}
    return frozenset({*map(_bare, found), *("abcd" if _MATRIX.search(text) else ())})


def _letters(printed: str) -> set[str]:
    """The single letters of a side, without those below others."""
    return set(
        map(
            _bare,
            re.findall(rf"(?<![A-Za-zα-ω])({_LETTER})(?![A-Za-zα-ω])", _INDEX.sub("", _NOT_LETTERS.sub(" ", printed))),
        )
    )


def _bare(text: str) -> str:
    """A letter without what is below it."""
    return _INDEX.sub("", text).strip("$ \\")
